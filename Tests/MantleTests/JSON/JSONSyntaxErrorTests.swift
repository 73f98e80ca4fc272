@testable import Mantle
import Testing

/// What a mistake looks like to the person who made it.
@Suite struct JSONSyntaxErrorTests {
  static let messages: [(text: String, message: String)] = [
    ("", "unexpected end of input, expected a value"),
    ("[1, 2", "unexpected end of input, expected ',' or ']'"),
    ("[1, ", "unexpected end of input, expected a value"),
    ("[", "unexpected end of input, expected a value or ']'"),
    ("{", "unexpected end of input, expected a string key or '}'"),
    ("{\"a\" ", "unexpected end of input, expected ':' after a key"),
    ("{\"a\": ", "unexpected end of input, expected a value"),
    ("{\"a\": 1, ", "unexpected end of input, expected a string key"),
    ("{\"a\": \"b", "unexpected end of input, expected '\"' to end the string"),
    ("\"\\u12", "unexpected end of input, expected '\"' to end the string"),
    ("{\"a\": 1", "unexpected end of input, expected ',' or '}'"),
    ("{\"a\": 1 x", "expected ',' or '}' after a member, found 'x'"),
    ("[1 2]", "expected ',' or ']' after an element, found '2'"),
    ("[01]", "expected ',' or ']' after an element, found a number with a leading zero"),
    ("01", "expected nothing after the value, found a number with a leading zero"),
    ("{x: 1}", "expected a string key or '}', found 'x'"),
    ("{\"a\": 1,}", "expected a string key, found a trailing comma before '}'"),
    ("{\"a\": 1, \n}", "expected a string key, found a trailing comma before '}'"),
    ("[1,]", "expected a value, found a trailing comma before ']'"),
    ("[1,}", "expected a value, found a trailing comma before '}'"),
    ("[,1]", "expected a value, found ','"),
    ("[1,,2]", "expected a value, found ','"),
    ("{\"a\":}", "expected a value, found '}'"),
    ("{\"a\" 1}", "expected ':' after a key, found '1'"),
    ("[True]", "expected true, false or null, found 'True'"),
    ("[1.]", "expected a digit, found ']'"),
    ("[\"\\x\"]", "expected one of the escapes \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX, found '\\x'"),
    ("[\"a\nb\"]", "expected control characters in a string to be escaped, found a line break"),
    ("[\"a\u{1}\"]", "expected control characters in a string to be escaped, found '\\u{1}'"),
    ("[é]", "expected a value, found 'é'"),
    ("[] \u{202E}", "expected nothing after the value, found '\\u{202e}'"),
  ]

  @Test(arguments: messages) func syntaxErrorsHaveExplanations(_ text: String, _ message: String) {
    let error = #expect(throws: JSONSyntaxError.self) { try JSONDocument(text) }
    #expect(error?.description == message)
  }

  @Test func syntaxErrorConvertsToADiagnostic() throws {
    let bytes = JSONBytes("{\n  \"é\": [1, 2\n")
    let error = try #require(throws: JSONSyntaxError.self) { try JSONDocument(parsing: bytes) }
    let diagnostic = error.diagnostic(in: bytes, basePath: "x")
    #expect(diagnostic.severity == .error)
    #expect(diagnostic.code == .syntax)
    #expect(diagnostic.location == SourceLocation(line: 3, column: 1, offset: 16))
    #expect(diagnostic.path == "x")
    #expect(diagnostic.expected == "',' or ']'")
    #expect(diagnostic.found == "end of input")
    #expect(diagnostic.detail == "array opened at 2:8")
  }

  /// A text that ends inside a string says where the string began, key or value, however long it is.
  @Test(arguments: [
    ("\"ab", "the string begins at 1:1"),
    ("{\"a\": \"b\\", "the string begins at 1:7, object opened at 1:1"),
    ("[1,\n  \"\(String(repeating: "x", count: 100))", "the string begins at 2:3, array opened at 1:1"),
    ("{\"a\": 1, \"b", "the string begins at 1:10, object opened at 1:1"),
    ("[\"a\", \"\\u00", "the string begins at 1:7, array opened at 1:1"),
    ("{\"a\": [1", "array opened at 1:7"),
  ])
  func errorNamesStartOfUnterminatedString(_ text: String, _ detail: String) throws {
    let bytes = JSONBytes(text)
    let error = try #require(throws: JSONSyntaxError.self) { try JSONDocument(parsing: bytes) }
    #expect(error.code == .unexpectedEnd)
    #expect(error.diagnostic(in: bytes).detail == detail)
  }

  /// Limits beyond what a node can hold are the largest ones it can, however they are set.
  @Test func limitsAreClampedToTheMaximum() {
    var limits = JSONLimits()
    (limits.bytes, limits.nodes, limits.numberBytes) = (.max, .max, .max)
    #expect(limits == JSONLimits(numberBytes: .max))
    #expect(limits == JSONLimits(bytes: .max, numberBytes: .max, nodes: .max))
    #expect(limits.bytes == 0xffff_ffff)
    #expect(limits.nodes == (1 << 28) - 1)
  }

  static let limits: [(text: String, limits: JSONLimits, code: JSONSyntaxError.Code, offset: Int)] = [
    ("[[1]]", JSONLimits(depth: 1), .depthLimit, 1), ("[1]", JSONLimits(depth: 0), .depthLimit, 0),
    ("[1, 2]", JSONLimits(bytes: 5), .byteLimit, 5),
    ("\"abcd\"", JSONLimits(stringBytes: 3), .stringLimit, 0),
    ("[12345]", JSONLimits(numberBytes: 4), .numberLimit, 1),
    ("{\"a\":1,\"b\":2}", JSONLimits(keys: 1), .keyLimit, 0),
    ("[1,2,3]", JSONLimits(nodes: 3), .nodeLimit, 5),
    ("{\"abcd\":1}", JSONLimits(stringBytes: 3), .stringLimit, 1),
  ]

  @Test(arguments: limits) func parserReportsExceededLimits(
    _ text: String, _ limits: JSONLimits, _ code: JSONSyntaxError.Code, _ offset: Int
  ) throws {
    let bytes = JSONBytes(text)
    let error = try #require(throws: JSONSyntaxError.self) {
      try JSONDocument(parsing: bytes, limits: limits)
    }
    #expect(error.code == code)
    #expect(error.offset == offset)
    #expect(error.diagnostic(in: bytes).code == .limit)
  }

  /// Values exactly at the limits are fine.
  @Test func parserAcceptsValuesAtTheLimits() throws {
    let limits = JSONLimits(depth: 2, bytes: 21, stringBytes: 3, numberBytes: 3, keys: 1, nodes: 5)
    let text = "{\"abc\":[123,\"def\"]}"
    #expect(try JSONDocument(text, limits: limits).root.count == 1)
  }

  /// A part of a text ends where its range ends, whatever follows.
  @Test func parsingARangeIgnoresLaterBytes() throws {
    let bytes = JSONBytes("[1, {\"a\": 2}, \"x\" ]")
    #expect(try JSONDocument(parsing: bytes, in: 4..<12).root.rawText == "{\"a\": 2}")
    #expect(try JSONDocument(parsing: bytes, in: 3..<12).root.byteRange == 4..<12)
    #expect(try JSONDocument(parsing: bytes, in: 13..<18).root.displayText == "x")
    for end in 5..<12 {
      let error = #expect(throws: JSONSyntaxError.self) { try JSONDocument(parsing: bytes, in: 4..<end) }
      #expect(error?.code == .unexpectedEnd)
      #expect(error?.offset == end)
    }
    let trailing = #expect(throws: JSONSyntaxError.self) { try JSONDocument(parsing: bytes, in: 4..<13) }
    #expect(trailing?.code == .trailingContent)
    #expect(trailing?.offset == 12)
  }

  /// A start after the end of the text reads nothing.
  @Test(arguments: [2, 3, 1 << 40]) func startBeyondEndIsUnexpectedEnd(start: Int) throws {
    var parser = JSONParser()
    let error = #expect(throws: JSONSyntaxError.self) { try parser.parse(JSONBytes("[]"), from: start) }
    #expect(error?.code == .unexpectedEnd && error?.offset == 2)
  }

  /// One parser reads value after value.
  @Test func parserParsesConsecutiveValues() throws {
    let bytes = JSONBytes("\u{FEFF}{\"a\": 1}\n[2]3 \"x\" nul")
    var parser = JSONParser()
    var ends: [Int] = []
    var offset = 0
    for _ in 0..<4 {
      offset = try parser.parse(bytes, from: offset)
      ends.append(offset)
    }
    #expect(ends == [11, 15, 16, 20])
    let error = #expect(throws: JSONSyntaxError.self) { _ = try parser.parse(bytes, from: offset) }
    #expect(error?.offset == bytes.count)
  }

  static let excerpts: [(text: String, offset: Int, width: Int, line: String, caret: String)] = [
    ("ab\ncdef\ngh", 5, 78, "cdef", "  ^"), ("ab", 2, 78, "ab", "  ^"), ("", 0, 78, "", "^"),
    ("a\tb\u{1B}[c", 3, 78, "a b\\e[c", "   ^"),
    ("日本x", 6, 78, "日本x", "    ^"), ("e\u{301}x", 3, 78, "e\u{301}x", " ^"),
    ("\u{FEFF}ab", 4, 78, "ab", " ^"), ("ab\r\ncd", 1, 78, "ab", " ^"),
    ("0123456789012345678901234567890123456789", 20, 18, "…0123456789012345…", "           ^"),
    ("0123456789012345678901234567890123456789", 1, 18, "0123456789012345…", " ^"),
    ("0123456789012345678901234567890123456789", 39, 18, "…4567890123456789", "                ^"),
  ]

  @Test(arguments: excerpts) func excerptShowsLineAndCaret(
    _ text: String, _ offset: Int, _ width: Int, _ line: String, _ caret: String
  ) {
    let excerpt = SourceExcerpt(JSONBytes(text), at: offset, width: width)
    #expect(excerpt.line == line)
    #expect(excerpt.caret == caret)
  }
}
