extension JSONCursor {
  /// Returns a copy of the value as a document of its own.
  ///
  /// - Throws: Never in practice: the value was already parsed.
  func copiedDocument() throws -> JSONDocument {
    // The value was already accepted as part of a document, so no limits apply to the copy.
    let limits = JSONLimits(
      depth: .max, bytes: .max, stringBytes: .max, numberBytes: .max, keys: .max, nodes: .max)
    do {
      return try JSONDocument(parsing: JSONBytes(Array(rawBytes)), limits: limits)
    } catch {
      throw mismatch(expected: "JSON value", code: .syntax)
    }
  }
}
