import Mantle
import Testing

/// Texts every reader must take and texts none may, after RFC 8259 section by section.
@Suite struct JSONGrammarTests {
  static let valid: [String] = [
    // Any value may stand at the top (section 2).
    "null", "true", "false", "0", "\"\"", "[]", "{}", " \t\n\r[]\r\n\t ",
    // Objects (section 4): empty keys, repeated keys, keys with escapes.
    "{\"\":0}", "{\"a\":1,\"a\":2}", "{\"a\":{\"a\":{}}}", "{ \"a\" : 1 , \"b\" : [ ] }",
    "{\"\\u0061\":1}", "{\"a\":[],\"b\":{}}",
    // Arrays (section 5).
    "[1]", "[1,2]", "[[],[[]]]", "[null,true,false]", "[\n\n]", "[1\n,2]", "[ 1 ]",
    // Numbers (section 6).
    "-0", "-1", "10", "1.5", "-0.0", "1e1", "1E1", "1e+1", "1e-1", "0e0", "0E+00", "1.25e-10",
    "123456789012345678901234567890", "0.0000000000000000000000001", "1e400", "-1e-400",
    // Strings (section 7).
    "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\u0000\"", "\"\\uD834\\uDD1E\"", "\"\\ud834\\udd1e\"", "\"\u{7F}\"",
    "\"\u{2028}\u{2029}\"", "\"é\"", "\"€\"", "\"𝄞\"", "\"\u{10FFFF}\"", "\"\u{FFFF}\"", "\"'\"",
    "\"0123456789abcde\"", "\"0123456789abcdef\"", "\"0123456789abcdef0123456789abcdef0123456789\"",
    // Half a surrogate pair as an escape is grammatical (section 8.2).
    "\"\\ud800\"", "\"\\udc00\\ud800\"", "\"\\ud800a\"",
    // A byte order mark may be ignored (section 8.1).
    "\u{FEFF}1", "\u{FEFF} [] ",
  ]

  static let invalid: [(text: String, offset: Int)] = [
    ("", 0), (" ", 1), ("\u{FEFF}", 3), ("[\u{FEFF}]", 1),
    // Structure.
    ("[", 1), ("]", 0), ("{", 1), ("}", 0), ("[1", 2), ("[1,", 3), ("[1,]", 3), ("[,1]", 1), ("[,]", 1),
    ("[1 2]", 3), ("[1,,2]", 3), ("[1}", 2), ("{]", 1), ("[1]]", 3), ("[1] x", 4), ("1 2", 2), ("[]{}", 2),
    ("{\"a\"", 4), ("{\"a\":", 5), ("{\"a\":1", 6), ("{\"a\":1,", 7), ("{\"a\":1,}", 7), ("{\"a\":}", 5),
    ("{\"a\" 1}", 5), ("{\"a\",1}", 4), ("{a:1}", 1), ("{1:1}", 1), ("{'a':1}", 1), ("{,}", 1),
    ("{\"a\":1 \"b\":2}", 7), ("{\"a\":1,,}", 7), ("{\"a\"::1}", 5), ("{null:1}", 1), ("{\"a\":1]", 6),
    ("{\"a\":1}}", 7), ("{[]:1}", 1), ("[\"a\":1]", 4), (":", 0), (",", 0), ("[1:2]", 2),
    // Words.
    ("nul", 3), ("nulll", 4), ("True", 0), ("NULL", 0), ("truE", 0), ("fals", 4), ("falsey", 5), ("nan", 0),
    ("[tru]", 1), ("[nul\u{0}]", 1), ("undefined", 0), ("Infinity", 0), ("[fals", 5),
    // Numbers.
    ("-", 1), ("+1", 0), ("01", 1), ("-01", 2), ("00", 1), ("1.", 2), (".5", 0), ("1.e1", 2), ("1e", 2),
    ("1e+", 3), ("1E-", 3), ("1e1.5", 3), ("0x10", 1), ("1_000", 1), ("1.2.3", 3), ("--1", 1), ("-a", 1),
    ("[-]", 2), ("1,5", 1), ("[1.]", 3), ("[1e]", 3), ("0e", 2), ("-Infinity", 1), ("1a", 1), ("\u{661}", 0),
    // Strings.
    ("\"", 1), ("\"a", 2), ("'a'", 0), ("\"a\nb\"", 2), ("\"a\tb\"", 2), ("\"\u{0}\"", 1), ("\"\u{1F}\"", 1),
    ("\"\\a\"", 1), ("\"\\x41\"", 1), ("\"\\'\"", 1), ("\"\\u12\"", 1), ("\"\\u12g4\"", 1),
    ("\"\\U0041\"", 1),
    ("\"\\", 2), ("\"\\\"", 3), ("\"\\u", 3), ("\"\\u00", 5), ("\"\\u{41}\"", 1), ("\"\\\n\"", 1),
    ("\"a\"b", 3), ("\"0123456789abcdef\n\"", 17), ("\"0123456789abcdef0123456789abcdef", 33),
    // What other formats allow.
    ("[1] // x", 4), ("/**/1", 0), ("# x", 0), ("[\u{A0}1]", 1), ("[\u{2028}]", 1), ("[\u{B}1]", 1),
    ("\u{0}", 0), ("[]\u{0}", 2), ("1\u{0}", 1), ("(1)", 0), ("[1;2]", 2), ("é", 0), ("{\"a\"=1}", 4),
  ]

  @Test(arguments: valid) func parserAcceptsValidDocuments(_ text: String) throws {
    let document = try JSONDocument(text)
    #expect(document.bytes.hasByteOrderMark == text.unicodeScalars.starts(with: ["\u{FEFF}"]))
    #expect(ReferenceValidator.accepts(Array(text.utf8)))
  }

  @Test(arguments: invalid) func parserRejectsInvalidDocuments(_ text: String, _ offset: Int) throws {
    let error = #expect(throws: JSONSyntaxError.self) { try JSONDocument(text) }
    #expect(error?.offset == offset, "\(error?.description ?? "")")
    #expect(!ReferenceValidator.accepts(Array(text.utf8)))
  }

  /// Numbers no `Double` holds and texts no `String` holds are documents all the same, kept as written.
  @Test(arguments: ["1e400", "123123123123123123123123123", "\"\\ud800\"", "-0", "1.000"])
  func unrepresentableValuesKeepTheirText(_ text: String) throws {
    #expect(try JSONDocument(text).root.rawText == text)
  }

  static let malformed: [[UInt8]] = [
    [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC2], [0xC2, 0x41], [0xE0, 0x80, 0x80], [0xE0, 0x9F, 0xBF],
    [0xE2, 0x82], [0xE2, 0x41, 0x82], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xF0, 0x80, 0x80, 0x80],
    [0xF0, 0x8F, 0xBF, 0xBF], [0xF0, 0x9F, 0x98], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFE],
    [0xFF], [0xF8, 0x88, 0x80, 0x80, 0x80], [0xC3, 0xA9, 0x80],
  ]

  /// Wherever in a block of sixteen the bad character starts, it is found where it starts.
  @Test(arguments: malformed) func parserRejectsMalformedUTF8(_ bytes: [UInt8]) {
    for prefix in [0, 1, 13, 14, 15, 16, 17, 30, 31, 32, 33, 63] {
      let text = [0x22] + [UInt8](repeating: 0x61, count: prefix) + bytes + [0x22]
      let error = #expect(throws: JSONSyntaxError.self) { try JSONDocument(text) }
      #expect(error?.code == .invalidUTF8)
      #expect(error?.offset == prefix + 1 + (bytes == [0xC3, 0xA9, 0x80] ? 2 : 0))
    }
  }

  static let wellFormed: [String] = [
    "\u{80}", "\u{7FF}", "\u{800}", "\u{D7FF}", "\u{E000}", "\u{FFFD}", "\u{10000}", "\u{10FFFF}",
    "é日😀é日😀é日😀é日😀",
  ]

  @Test(arguments: wellFormed) func parserAcceptsWellFormedUTF8(_ text: String) throws {
    for prefix in [0, 1, 13, 14, 15, 16, 17, 30, 31, 32, 33] {
      let padded = String(repeating: "a", count: prefix) + text
      #expect(try JSONDocument("\"\(padded)\"").root.stringValue == padded)
    }
  }
}
