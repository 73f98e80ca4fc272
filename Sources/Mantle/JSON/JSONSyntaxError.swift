/// Why a text is not JSON: what was wrong, where, and what would have been right.
public struct JSONSyntaxError: Error, Sendable, Hashable {
  package enum Code: Sendable, Hashable {
    case unexpectedEnd, trailingContent
    case expectedValue, expectedKey, expectedColon, expectedCommaOrClose
    case invalidLiteral, invalidNumber, invalidEscape, controlCharacter, invalidUTF8
    case depthLimit, byteLimit, stringLimit, numberLimit, keyLimit, nodeLimit
  }

  package let code: Code
  /// The byte in the text where the problem shows, from 0.
  public let offset: Int
  /// What would have been right, as a phrase: `',' or '}' after a member`.
  package let expected: String
  /// What stood there, as a phrase: `'x'`, `end of input`.
  package let found: String
  /// Where the string begins that the text ends in; nil where it ends outside of strings, or not too early.
  package let string: Int?
  /// Where the innermost array or object that was still open begins; nil outside of any.
  package let container: Int?

  /// Whether a limit of ``JSONLimits`` was reached, rather than the grammar broken.
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
