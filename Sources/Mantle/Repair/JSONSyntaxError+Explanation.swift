extension JSONSyntaxError {
  /// A text of more bytes is not read a second time.
  private static let mostExplained = 1 << 24

  /// What is wrong with a text, as what it probably is, with a way on; in this error's words where nobody can tell.
  ///
  /// - Parameter range: the part of the bytes that was read.
  /// - Complexity: O(n) for a text of at most 16 MB.
  package func explained(in bytes: JSONBytes, of range: Range<Int>) -> Diagnostic {
    guard !isLimit, range.count <= Self.mostExplained else { return diagnostic(in: bytes) }
    let repair = JSONRepair(bytes, in: range)
    let first = repair.regions.indices.first(where: repair.isReported)
    return first.map { repair.regions[$0].diagnostic(in: bytes) } ?? diagnostic(in: bytes)
  }
}
