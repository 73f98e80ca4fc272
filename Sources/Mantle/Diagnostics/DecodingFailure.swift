/// What `decode` throws: every error at once, in document order.
///
///     do {
///       _ = try Task.decode(json: text)
///     } catch let failure as DecodingFailure {
///       for problem in failure.diagnostics { print(problem) }  // 1:1: error: Task.title: …
///     }
public struct DecodingFailure: Error, Sendable {
  /// Every error, as they stand in the document.
  public let diagnostics: [Diagnostic]

  /// How many more errors there were than ``DecodingPolicy/diagnostics(atMost:)`` allows.
  public let omitted: Int

  package init(_ diagnostics: [Diagnostic], omitted: Int = 0) {
    self.diagnostics = diagnostics
    self.omitted = omitted
  }
}
