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

extension [Diagnostic] {
  package var errors: [Diagnostic] { filter { $0.severity == .error } }

  package var hasErrors: Bool { contains { $0.severity == .error } }

  /// By where they stand in the text; those of one place stay as they are.
  package var inOrderOfText: [Diagnostic] {
    enumerated().sorted {
      ($0.element.location?.offset ?? 0, $0.offset) < ($1.element.location?.offset ?? 0, $1.offset)
    }.map(\.element)
  }
}
