/// Why a text is not JSON: what was wrong, where, and what would have been right.
public struct JSONSyntaxError: Error, Sendable, Hashable {
  package enum Code: String, Sendable, Hashable, CaseIterable {
    case unexpectedEnd = "unexpected-end"
    case expectedValue = "expected-value"
    case expectedKey = "expected-key"
    case expectedColon = "expected-colon"
    case expectedCommaOrClose = "expected-comma-or-close"
    case invalidLiteral = "invalid-literal"
    case invalidNumber = "invalid-number"
    case invalidEscape = "invalid-escape"
    case controlCharacter = "control-character"
    case invalidUTF8 = "invalid-utf8"
    case trailingContent = "trailing-content"
    case depthLimit = "depth-limit"
    case byteLimit = "byte-limit"
    case stringLimit = "string-limit"
    case numberLimit = "number-limit"
    case keyLimit = "key-limit"
    case nodeLimit = "node-limit"
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
