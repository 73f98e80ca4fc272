import TextCells

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
/// Decoding reports the error as a ``Diagnostic`` with the code ``Diagnostic/Code/syntax``, a line and a
/// column.
public struct JSONSyntaxError: Error, Sendable, Hashable {
  /// The kind of error: the end of the input, a violation of the grammar, or an exceeded limit.
  package enum Code: Sendable, Hashable {
    case unexpectedEnd, trailingContent
    case expectedValue, expectedKey, expectedColon, expectedCommaOrClose
    case invalidLiteral, invalidNumber, invalidEscape, controlCharacter, invalidUTF8
    case depthLimit, byteLimit, stringLimit, numberLimit, keyLimit, nodeLimit
  }

  /// The kind of error, such as an invalid escape or an exceeded limit.
  package let code: Code
  /// The offset of the error in the input, from 0.
  public let offset: Int
  /// The expected content as a phrase, such as `',' or '}' after a member`.
  package let expected: String
  /// The content that was found as a phrase, such as `'x'` or `end of input`.
  package let found: String
  /// The offset of an unterminated string at the end of the input; nil for other errors.
  let string: Int?
  /// The offset of the innermost array or object that is still open at the error; nil outside of containers.
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

extension JSONSyntaxError: DescribedError {
  /// The error in one line, such as `expected ',' or '}' after a member, found 'x'`.
  public var description: String {
    switch code {
    case .unexpectedEnd: "unexpected end of input, expected \(expected)"
    case _ where isLimit: "\(found): \(expected)"
    default: "expected \(expected), found \(found)"
    }
  }
}

extension JSONSyntaxError {
  /// Creates an error from a scanner's failure, with a description that depends on the surrounding bytes.
  ///
  /// - Parameters:
  ///   - code: The kind of failure; at the end of the text it becomes `unexpectedEnd`.
  ///   - offset: The offset of the failure.
  ///   - bytes: The input.
  ///   - end: The end of the parsed text.
  ///   - container: The offset of the innermost open array or object.
  ///   - string: The offset of the unterminated string.
  ///   - limits: The limits of the parser, which the message for an exceeded limit contains.
  package init(
    _ code: Code, at offset: Int, in bytes: JSONBytes, end: Int, container: Int?, string: Int? = nil,
    limits: JSONLimits
  ) {
    let isAfterKey = code == .expectedColon
    let code = !code.isLimit && offset >= end ? .unexpectedEnd : code
    self.code = code
    self.offset = min(offset, end)
    self.container = container
    self.string = string
    let opener = container.map { bytes[$0] }
    if code.isLimit {
      (found, expected) = Self.excess(code, limits)
      return
    }
    found = Self.finding(code, in: bytes, at: offset, end: end)
    if code == .unexpectedEnd {
      expected =
        string != nil
        ? "'\"' to end the string"
        : isAfterKey ? "':' after a key" : Self.continuation(in: bytes, end: end, opener)
    } else {
      expected = Self.expectation(code, in: bytes, at: offset, opener)
    }
  }

  /// Returns a phrase for the content that an error expected, such as `a value`.
  private static func expectation(
    _ code: Code, in bytes: JSONBytes, at offset: Int, _ opener: UInt8?
  ) -> String {
    let isObject = opener == ASCII.openBrace
    switch code {
    case .expectedValue:
      return "a value"
    case .expectedKey:
      return previousByte(in: bytes, before: offset) == ASCII.openBrace
        ? "a string key or '}'" : "a string key"
    case .expectedColon:
      return "':' after a key"
    case .expectedCommaOrClose:
      return isObject ? "',' or '}' after a member" : "',' or ']' after an element"
    case .invalidLiteral:
      return "true, false or null"
    case .invalidNumber:
      return "a digit"
    case .invalidEscape:
      return "one of the escapes \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX"
    case .controlCharacter:
      return "control characters in a string to be escaped"
    case .invalidUTF8:
      return "UTF-8 text"
    case .trailingContent:
      return "nothing after the value"
    case .unexpectedEnd, .depthLimit, .byteLimit, .stringLimit, .numberLimit, .keyLimit, .nodeLimit:
      return ""
    }
  }

  /// Returns a phrase for the content that must follow an input that ends too early, outside of strings. The
  /// phrase depends on the last byte of the input.
  private static func continuation(in bytes: JSONBytes, end: Int, _ opener: UInt8?) -> String {
    guard let opener else { return "a value" }
    let isObject = opener == ASCII.openBrace
    switch previousByte(in: bytes, before: end) {
    case ASCII.colon: return "a value"
    case ASCII.comma: return isObject ? "a string key" : "a value"
    case ASCII.openBrace: return "a string key or '}'"
    case ASCII.openBracket: return "a value or ']'"
    default: return isObject ? "',' or '}'" : "',' or ']'"
    }
  }

  /// Returns a phrase for the content at the offset of the error, such as `'x'` or `end of input`.
  private static func finding(_ code: Code, in bytes: JSONBytes, at offset: Int, end: Int) -> String {
    switch code {
    case .unexpectedEnd:
      return "end of input"
    case .expectedValue where isTrailingComma(in: bytes, before: offset),
      .expectedKey where isTrailingComma(in: bytes, before: offset):
      return "a trailing comma before \(character(in: bytes, at: offset))"
    case .invalidLiteral:
      let word = bytes.slice(offset..<min(offset + 16, end)).prefix { ASCII.isWord($0) }
      return word.count > 1 ? "'\(String(decoding: word, as: UTF8.self))'" : character(in: bytes, at: offset)
    case .invalidEscape:
      let length = bytes[offset + 1] == 0x75 ? 6 : 2
      return "'" + bytes.text(offset..<min(offset + length, end)).sanitized + "'"
    case .expectedCommaOrClose, .trailingContent:
      let follows = ASCII.isDigit(bytes[offset]) && bytes[offset - 1] == ASCII.zero
      return follows ? "a number with a leading zero" : character(in: bytes, at: offset)
    default:
      return character(in: bytes, at: offset)
    }
  }

  /// Returns a phrase for the character at an offset: the character in quotes, or the value of its byte if it
  /// is not valid UTF-8.
  private static func character(in bytes: JSONBytes, at offset: Int) -> String {
    let byte = bytes[offset]
    guard byte >= 0x80 else {
      return byte == ASCII.lineFeed ? "a line break" : "'\(String(UnicodeScalar(byte)).sanitized)'"
    }
    let text = bytes.text(offset..<offset + 4)
    guard let scalar = text.unicodeScalars.first, scalar != "\u{FFFD}" else {
      return "byte 0x" + String(byte, radix: 16, uppercase: true)
    }
    return "'\(String(scalar).sanitized)'"
  }

  /// Returns whether a closing bracket is at an offset and a comma directly precedes it, apart from white
  /// space.
  private static func isTrailingComma(in bytes: JSONBytes, before offset: Int) -> Bool {
    bytes[offset] | 0x20 == ASCII.closeBrace && previousByte(in: bytes, before: offset) == ASCII.comma
  }

  /// Returns the last byte before an offset that is not white space; nil if there is none.
  private static func previousByte(in bytes: JSONBytes, before offset: Int) -> UInt8? {
    var position = offset - 1
    while position >= 0, ASCII.isWhitespace(bytes[position]) { position -= 1 }
    return position >= 0 ? bytes[position] : nil
  }

  /// Returns a phrase for the quantity that exceeds a limit, such as `string too long`, and a phrase for the
  /// limit.
  private static func excess(_ code: Code, _ limits: JSONLimits) -> (found: String, expected: String) {
    switch code {
    case .depthLimit: ("nested too deeply", "at most \(limits.depth) levels")
    case .byteLimit: ("text too long", "at most \(limits.bytes) bytes")
    case .stringLimit: ("string too long", "at most \(limits.stringBytes) bytes")
    case .numberLimit: ("number too long", "at most \(limits.numberBytes) bytes")
    case .keyLimit: ("object too large", "at most \(limits.keys) keys")
    default: ("too many values", "at most \(limits.nodes) values and keys")
    }
  }
}
