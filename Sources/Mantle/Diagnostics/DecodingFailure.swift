/// What `decode` throws: every error at once, in document order.
public struct DecodingFailure: Error, Sendable {
  /// Every error, as they stand in the document.
  public let diagnostics: [Diagnostic]

  package init(_ diagnostics: [Diagnostic]) { self.diagnostics = diagnostics }
}
