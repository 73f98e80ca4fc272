/// The first error in malformed JSON, with its offset, the expected content and the content that was found.
///
/// ```swift
/// do {
///   _ = try JSONDocument("[1, 2")
/// } catch {
///   print(error.offset, error)
/// }
/// ```
///
/// Decoding reports it as a ``Diagnostic`` with the code ``Diagnostic/Code/syntax``, a line and a column.
public struct JSONSyntaxError: Error, Sendable, Hashable {
  /// The kind of error: the end of the input, a violation of the grammar, or an exceeded limit.
  package enum Code: Sendable, Hashable {
    case unexpectedEnd, trailingContent
    case expectedValue, expectedKey, expectedColon, expectedCommaOrClose
    case invalidLiteral, invalidNumber, invalidEscape, controlCharacter, invalidUTF8
    case depthLimit, byteLimit, stringLimit, numberLimit, keyLimit, nodeLimit
  }

  /// The kind of error.
  package let code: Code
  /// The offset of the error in the input, from 0.
  public let offset: Int
  /// The expected content as a phrase, such as `',' or '}' after a member`.
  package let expected: String
  /// The content that was found as a phrase, such as `'x'` or `end of input`.
  package let found: String
  /// The offset of an unterminated string at the end of the input; nil for other errors.
  let string: Int?
  /// The offset of the innermost open array or object; nil outside of containers.
  let container: Int?

  /// Whether a limit of ``JSONLimits`` was exceeded; otherwise the grammar was violated.
  package var isLimit: Bool { code.isLimit }
}

extension JSONSyntaxError.Code {
  var isLimit: Bool {
    switch self {
    case .depthLimit, .byteLimit, .stringLimit, .numberLimit, .keyLimit, .nodeLimit: true
    default: false
    }
  }
}
