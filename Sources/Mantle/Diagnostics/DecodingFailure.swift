/// What `decode` throws: every error at once, in document order.
public struct DecodingFailure: Error, Sendable {
  public let diagnostics: [Diagnostic]

  public init(_ diagnostics: [Diagnostic]) { self.diagnostics = diagnostics }
}
