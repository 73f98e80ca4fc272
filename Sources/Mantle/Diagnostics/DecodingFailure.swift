/// The error that `decode` throws: all errors of the input, in document order.
///
/// ```swift
/// do {
///   _ = try Task.decode(json: text)
/// } catch let failure as DecodingFailure {
///   for problem in failure.diagnostics { print(problem) }  // 1:1: error: Task.title: …
/// }
/// ```
///
/// A mistake in the model itself is a ``MappingError`` instead.
///
/// The failure contains only errors. To see warnings and notes, or the value despite errors, call
/// ``JSONConvertible/report(json:options:)-(String,_)``.
public struct DecodingFailure: Error, Sendable {
  /// The errors, in document order.
  public let diagnostics: [Diagnostic]

  /// The number of errors beyond ``DecodingOptions/maximumDiagnostics``, which are not in ``diagnostics``.
  public let omittedCount: Int

  /// Creates a failure, for example for the tests of an error view.
  ///
  /// - Parameters:
  ///   - diagnostics: The errors, in document order.
  ///   - omittedCount: The number of errors that are not in the list.
  public init(_ diagnostics: [Diagnostic], omittedCount: Int = 0) {
    self.diagnostics = diagnostics
    self.omittedCount = omittedCount
  }
}
