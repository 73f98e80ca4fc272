import Mantle

/// The explanation of syntax errors by a repair of the text.
extension JSONSyntaxError {
  /// The maximum size of a text that is read again.
  private static let mostExplained = 1 << 24

  /// Returns the mistake with its probable cause and a suggested fix, or the error itself if
  /// the cause is unknown.
  ///
  /// - Parameter range: the part of the bytes that was parsed.
  /// - Complexity: O(*n*) for a text of at most 16 MB.
  func explained(in bytes: JSONBytes, of range: Range<Int>) -> Diagnostic {
    guard !isLimit, range.count <= Self.mostExplained else { return diagnostic(in: bytes) }
    let repair = JSONRepair(bytes, in: range)
    let first = repair.regions.indices.first(where: repair.isReported)
    return first.map { repair.regions[$0].diagnostic(in: bytes) } ?? diagnostic(in: bytes)
  }
}
