extension Diagnostic {
  /// Where a diagnostic stands: lines are counted when somebody reads of it, not when it is made.
  enum Place: Sendable {
    case known(SourceLocation)
    /// Far into a text whose lines nobody has counted.
    case offset(Int, in: JSONBytes)

    init(_ offset: Int, in bytes: JSONBytes) {
      let isNear = offset - bytes.countedLinesEnd < Self.fewBytes
      self = isNear ? .known(bytes.location(at: offset)) : .offset(offset, in: bytes)
    }

    /// Lines in so many bytes are counted within a millisecond; nothing needs to be kept for that.
    private static var fewBytes: Int { 1 << 22 }

    var location: SourceLocation {
      switch self {
      case .known(let location): location
      case .offset(let offset, let bytes): bytes.location(at: offset)
      }
    }
  }
}
