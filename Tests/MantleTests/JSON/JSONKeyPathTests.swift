@testable import Mantle
import TestSupport
import Testing

@Suite struct JSONKeyPathTests {
  typealias Component = JSONKeyPath.Component

  static let texts: [(text: String, components: [Component])] = [
    ("", []), ("a", [.key("a")]), ("user.login", [.key("user"), .key("login")]),
    ("labels[0].name", [.key("labels"), .index(0), .key("name")]),
    ("labels[].name", [.key("labels"), .each, .key("name")]),
    ("[2]", [.index(2)]), ("[]", [.each]), ("[1][2]", [.index(1), .index(2)]), (#"a\.b"#, [.key("a.b")]),
    (#"a\[0]"#, [.key("a[0]")]), (#"a\\b"#, [.key(#"a\b"#)]), ("[\"\"]", [.key("")]),
    ("a[\"\"].b", [.key("a"), .key(""), .key("b")]),
    ("é.日本", [.key("é"), .key("日本")]), (" a . b ", [.key(" a "), .key(" b ")]), ("a]", [.key("a]")]),
    ("0", [.key("0")]),
    ("a.\u{301}", [.key("a"), .key("\u{301}")]), (#"\ "#, [.key(" ")]), ("\"q\"", [.key("\"q\"")]),
    (#"tab\t.\n"#, [.key("tab\t"), .key("\n")]), (#"["\u00e9\"\/"]"#, [.key("é\"/")]),
    (#"\ud83e\udd14\u{202e}"#, [.key("🤔\u{202E}")]), (#"\/a"#, [.key("/a")]), (#"\-a\b"#, [.key("-a\u{8}")]),
  ]

  @Test(arguments: texts) func keyPathParsesFromText(_ text: String, _ components: [Component]) throws {
    #expect(try JSONKeyPath(text).components == components)
    #expect(try JSONKeyPath(JSONKeyPath(text).description) == JSONKeyPath(components))
  }

  static let shortest: [(components: [Component], text: String)] = [
    ([.key("a"), .key("b")], "a.b"), ([.key("")], "[\"\"]"),
    ([.key(""), .key("a"), .key("")], "[\"\"].a[\"\"]"),
    ([.index(0), .key("a")], "[0].a"), ([.key("a.b")], #"a\.b"#), ([.key("]")], "]"),
    ([.each, .each], "[][]"), ([.key("/a"), .key("/b")], #"\/a./b"#), ([.key("-a-")], #"\-a-"#),
    ([.key("\r\n\t")], #"\r\n\t"#), ([.key("\u{1B}\u{202E}\u{9B}")], #"\e\u{202e}\u{9b}"#),
  ]

  @Test(arguments: shortest) func keyPathHasShortestDescription(_ components: [Component], _ text: String) {
    #expect(JSONKeyPath(components).description == text)
  }

  static let malformed: [(text: String, position: Int)] = [
    (".", 0), (".a", 0), ("a.", 2), ("a..b", 2), ("a[", 2), ("a[0", 3), ("a[x]", 2), ("a[-1]", 2),
    ("a[01]", 2),
    ("a[0]b", 4), ("a.[0]", 2), ("\\", 1), ("[\"a", 3), ("[\"a\"", 4), ("[99999999999999999999]", 1),
    ("[0].", 4), (#"\u12"#, 1), (#"\ud83e"#, 1), (#"\u{110000}"#, 1), (#"a\u{x}"#, 2), (#"\u{1"#, 4),
  ]

  @Test(arguments: malformed) func keyPathRejectsMalformedText(_ text: String, _ position: Int) {
    let error = #expect(throws: JSONKeyPathError.self) { try JSONKeyPath(text) }
    #expect(error?.position == position)
    #expect(error?.text == text)
  }

  /// A literal in source code never traps: a malformed one is a key.
  @Test func malformedLiteralBecomesAKey() {
    #expect(("a..b" as JSONKeyPath).components == [.key("a..b")])
    #expect(("a.b" as JSONKeyPath).components == [.key("a"), .key("b")])
  }

  /// Any path, whatever its keys, is read back from its text and from its pointer.
  @Test(arguments: UInt64(0)..<50) func randomPathsRoundTrip(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let pieces = [
      ".", "[", "]", "\\", "\"", "a", "0", "~", "/", "é", "\u{301}", " ", "[]", "1",
      "\t", "\r\n", "\u{0}", "\u{1B}", "\u{202E}", "\u{200D}", "\u{E0001}", "\u{10FF81}", "n", "u", "-", "{",
    ]
    let components = (0..<generator.below(6)).map { _ -> Component in
      switch generator.below(4) {
      case 0: .index(generator.below(1000))
      case 1: .each
      default: .key((0..<generator.below(5)).map { _ in generator.pick(pieces) }.joined())
      }
    }
    let path = JSONKeyPath(components)
    #expect(try JSONKeyPath(path.description) == path, "\(path)")
    let isPlain = !components.contains { component in
      if case .key(let key) = component, let index = Int(key), String(index) == key {
        true
      } else {
        component == .each
      }
    }
    if isPlain {
      let pointer = try #require(path.pointer)
      #expect(try JSONKeyPath(pointer: pointer) == path)
    }
    #expect((path.pointer == nil) == components.contains(.each))
  }

  /// The examples of RFC 6901, section 5.
  static let pointers: [(pointer: String, components: [Component])] = [
    ("", []), ("/foo", [.key("foo")]), ("/foo/0", [.key("foo"), .index(0)]), ("/", [.key("")]),
    ("/a~1b", [.key("a/b")]), ("/c%d", [.key("c%d")]), ("/e^f", [.key("e^f")]), ("/g|h", [.key("g|h")]),
    ("/i\\j", [.key("i\\j")]), ("/k\"l", [.key("k\"l")]), ("/ ", [.key(" ")]), ("/m~0n", [.key("m~n")]),
    ("/~01", [.key("~1")]), ("/01", [.key("01")]), ("/-", [.key("-")]), ("/a/", [.key("a"), .key("")]),
  ]

  @Test(arguments: pointers) func keyPathParsesPointers(_ pointer: String, _ components: [Component]) throws {
    let path = try JSONKeyPath(pointer: pointer)
    #expect(path.components == components)
    #expect(path.pointer == pointer)
  }

  @Test(arguments: ["a", "~", "/~", "/~2", "/a~"]) func keyPathRejectsMalformedPointers(_ pointer: String) {
    #expect(throws: JSONKeyPathError.self) { try JSONKeyPath(pointer: pointer) }
  }

  @Test func keyPathAppendsComponents() {
    let path: JSONKeyPath = "a"
    #expect(
      path.appending(key: "b.c").appending(index: 1).appending(.each).appending("x.y").description
        == #"a.b\.c[1][].x.y"#)
    #expect(JSONKeyPath().isEmpty && !path.isEmpty)
  }
}
