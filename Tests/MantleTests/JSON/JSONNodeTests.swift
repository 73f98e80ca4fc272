import TestSupport
import Testing

@testable import Mantle

@Suite struct JSONNodeTests {
  static let sample = """
    {"id": 1, "user": {"login": "oct\\u006Fcat", "a.b": [true, null]}, "labels": [{"name": "bug"}, {"name": "p1"}],
     "empty": {}, "none": [ ], "id": 2.50, "é": "\\ud83d\\ude00"}
    """

  /// Elements are the same in any order of accesses.
  @Test func elementsCanBeAccessedInAnyOrder() throws {
    let root = try JSONDocument(
      "[" + (0..<200).map { $0 % 3 == 0 ? "[\($0)]" : "\($0)" }.joined(separator: ",") + "]"
    ).root
    let elements = Array(root.elements)
    for step in [1, 7, 113, 199] {
      var index = 0
      for _ in 0..<200 {
        #expect(root[index] == elements[index])
        index = (index + step) % 200
      }
    }
    #expect(root[200] == nil && root[-1] == nil && root[199] == elements[199])
  }

  /// Keys with escapes, repeated keys, and keys that are not there.
  @Test func memberTableMatchesObjectSubscript() throws {
    let members = (0..<100).map { "\"key\($0)\":\($0),\"\\u0061\($0 % 10)\":\($0)" }
    let many = "{" + members.joined(separator: ",") + "}"
    let objects = try [
      Self.sample, "{}", "[1]", many, many.replacing(":", with: ": [0, 1], \"x\":"),
      "{\"id\":1,\"a0\":[{}]}", "{\"id\":[2],\"a0\":3}", "{\"a0\":[2],\"id\":3}", "{\"id\":1,\"\\u00610\":2}",
      "{\"id\":1}", "{\"id\":1,\"id\":2}",
    ].map { try JSONDocument($0).root }
    for object in objects {
      for table in [MemberTable(of: object)]
        + objects.map({ MemberTable(of: object, like: MemberTable(of: $0)) })
      {
        let keys = ["id", "é", "", "key", "key7", "key99", "a0", "a9", "a10", "user", "x"]
        for key in keys { #expect(table[key] == object[key], "\(key)") }
      }
    }
  }

  @Test func nodesFindMembersAndElements() throws {
    let root = try JSONDocument(Self.sample).root
    #expect(root.kind == .object)
    #expect(root.count == 7)
    #expect(root["id"]?.numberText == "2.50", "the last duplicate counts")
    #expect(root.overriddenKeys.map(\.byteRange) == [1..<5])
    #expect(root.members.map(\.key.displayText) == ["id", "user", "labels", "empty", "none", "id", "é"])
    #expect(try root["user"]?["login"]?.stringValue == "octocat")
    #expect(try root["é"]?.stringValue == "😀")
    #expect(root["labels"]?[1]?["name"]?.displayText == "p1")
    #expect(root["labels"]?[2] == nil)
    #expect(root["labels"]?[-1] == nil)
    #expect(root["nothing"] == nil)
    #expect(root["id"]?["x"] == nil)
    #expect(root["user"]?["a.b"]?.elements.map(\.boolValue) == [true, nil])
    #expect(root["user"]?["a.b"]?[1]?.isNull == true)
    #expect(root["empty"]?.count == 0)
    #expect(root["none"]?.rawText == "[ ]")
    #expect(root[0] == nil)
  }

  /// The last member that is found for a key is the key's value, in whatever order the keys are.
  @Test(arguments: UInt64(0)..<20) func membersOfGivenKeysAreTheLastOnes(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let names = ["id", "a", "é", "e\u{301}", "", "a.b", "longer than a small string", "d"]
    let root = try JSONDocument(
      "{" + (0..<9).map { #""\#(names[random.below(7)])": \#($0)"# }.joined(separator: ", ")
        + #", "\u0069d": 9}"#
    ).root
    let keys = names.shuffled(using: &random)
    var found = [JSONNode?](repeating: nil, count: keys.count)
    root.forEachMember(of: keys) { found[$0] = $1 }
    #expect(found == keys.map { root[$0] })
    root["id"]?.forEachMember(of: keys) { _, _ in Issue.record("a number has no members") }
  }

  /// The same letters composed otherwise are another key.
  @Test func keysAreComparedByScalars() throws {
    let root = try JSONDocument("{\"\u{E9}\": 1, \"e\u{301}\": 2}").root
    #expect(root["\u{E9}"]?.rawText == "1")
    #expect(root["e\u{301}"]?.rawText == "2")
    #expect(root.overriddenKeys.isEmpty)
  }

  /// For every value: its raw text parses to itself, its path leads back to it, its parent holds it.
  @Test(arguments: UInt64(0)..<40) func nodePathAndParentAreConsistent(seed: UInt64) throws {
    var random = RandomJSON(seed: seed)
    let document = try JSONDocument(random.space() + random.value() + random.space())
    #expect(document.root.parent == nil)
    try Self.check(document.root, ancestors: [])
  }

  static func check(_ node: JSONNode, ancestors: [JSONNode]) throws {
    #expect(node.parent == ancestors.last)
    let reparsed = try JSONDocument(node.rawBytes)
    #expect(reparsed.range == 0..<node.byteRange.count)
    #expect(reparsed.root.byteRange == reparsed.range, "the range has no white space around the value")
    #expect(reparsed.root.isEquivalent(to: node))
    if !node.hasDuplicateOrLossyKeyAbove(ancestors) {
      #expect(node.document.root.find(node.path) == node)
      #expect(node.path.pointer.flatMap { node.document.root.find(pointer: $0) } == node)
    }
    for element in node.elements { try check(element, ancestors: ancestors + [node]) }
    for (key, value) in node.members {
      #expect(key.parent == node)
      #expect(key.path == value.path)
      try check(value, ancestors: ancestors + [node])
    }
  }

  @Test func nodePathsBeginWithTheBasePath() throws {
    let bytes = JSONBytes(#"[{"a": 1}, {"a": [5, {"b": 2}]}]"#)
    let element = try JSONDocument(parsing: bytes, in: 11..<31, basePath: "[1]")
    let node = element.root["a"]?[1]?["b"]
    #expect(node?.path == "[1].a[1].b")
    #expect(node?.byteRange == 27..<28)
    #expect(node?.location == SourceLocation(line: 1, column: 28, offset: 27))
    #expect(element.root.path == "[1]")
  }

  @Test func findAllReturnsEveryMatchingNode() throws {
    let root = try JSONDocument(Self.sample).root
    #expect(root.find("labels[].name") == nil)
    #expect(root.findAll("labels[].name").map(\.displayText) == ["bug", "p1"])
    #expect(root.findAll("labels[1].name").map(\.displayText) == ["p1"])
    #expect(root.findAll("user[]").isEmpty)
  }

  @Test func pointerTokensSelectKeysOrIndices() throws {
    let root = try JSONDocument(#"{"0": {"1": "key"}, "list": ["a", "b"], "a/b~": 3, "": 4}"#).root
    #expect(root.find(pointer: "/0/1")?.displayText == "key")
    #expect(root.find(pointer: "/list/1")?.displayText == "b")
    #expect(root.find(pointer: "/a~1b~0")?.rawText == "3")
    #expect(root.find(pointer: "/")?.rawText == "4")
    #expect(root.find(pointer: "") == root)
    #expect(root.find(pointer: "/list/01") == nil)
    #expect(root.find(pointer: "list") == nil)
  }

  static let surrogates: [(json: String, shown: String, offset: Int)] = [
    (#""\ud800""#, "\u{FFFD}", 1), (#""ab\udc00c""#, "ab\u{FFFD}c", 3),
    (#""\ud83d\ude00\ud83d""#, "😀\u{FFFD}", 13), (#""\ud800\ud83d\ude00""#, "\u{FFFD}😀", 1),
    (#""\ude00\ud83d""#, "\u{FFFD}\u{FFFD}", 1), (#""\ud800\n""#, "\u{FFFD}\n", 1),
  ]

  @Test(arguments: surrogates) func loneSurrogatesDifferFromReplacementCharacters(
    _ json: String, _ shown: String, _ offset: Int
  ) throws {
    let node = try JSONDocument(json).root
    #expect(node.displayText == shown)
    #expect(throws: LoneSurrogateError(offset: offset)) { try node.stringValue }
    let other = try JSONDocument("\"\u{FFFD}\"").root
    #expect(!node.isEquivalent(to: other))
    #expect(node.isEquivalent(to: node))
  }

  static let equal: [(String, String)] = [
    ("1", "1.0"), ("1", "10e-1"), ("100", "1e2"), ("0", "-0.0e7"), ("1e400", "10E+399"), ("0.10", "1e-1"),
    ("1e99999999999999999999", "1e99999999999999999999"),
    ("123456789012345678901234567890", "1.2345678901234567890123456789e29"),
    ("\"a\"", "\"\\u0061\""), ("\"😀\"", "\"\\uD83D\\uDE00\""), ("[1, 2]", "[1,2.0]"), ("{ }", "{}"),
    ("{\"a\":1,\"b\":2}", "{\"b\":2,\"a\":1}"), ("{\"a\":1,\"a\":2}", "{\"a\":2}"), ("\"/\"", "\"\\/\""),
  ]

  static let different: [(String, String)] = [
    ("1", "-1"), ("1", "1.0000000000000000000000001"), ("1", "\"1\""), ("true", "false"), ("null", "false"),
    ("1e1", "1e2"), ("0", "1e-400"), ("[1,2]", "[2,1]"), ("[1]", "[1,1]"), ("[]", "{}"), ("10", "1"),
    ("{\"a\":1}", "{\"a\":1,\"b\":1}"), ("{\"a\":1}", "{\"b\":1}"), ("\"\u{E9}\"", "\"e\u{301}\""),
    ("{\"a\":1,\"a\":2}", "{\"a\":1}"), ("9007199254740993", "9007199254740992"),
    ("1e99999999999999999999", "2e99999999999999999999"),
  ]

  @Test(arguments: equal) func equivalenceIgnoresSpellingAndOrder(_ a: String, _ b: String) throws {
    #expect(try JSONDocument(a).root.isEquivalent(to: JSONDocument(b).root))
    #expect(try JSONDocument(b).root.isEquivalent(to: JSONDocument(a).root))
  }

  @Test(arguments: different) func differentValuesAreNotEquivalent(_ a: String, _ b: String) throws {
    #expect(try !JSONDocument(a).root.isEquivalent(to: JSONDocument(b).root))
    #expect(try !JSONDocument(b).root.isEquivalent(to: JSONDocument(a).root))
  }

  /// A thousand times deeper than any call stack would bear if each level took a call.
  @Test func parsingDepthIsIndependentOfTheStack() throws {
    let depth = 300_000
    let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let error = #expect(throws: JSONSyntaxError.self) { try JSONDocument(text) }
    #expect(error?.code == .depthLimit)
    #expect(error?.offset == 1024)
    var limits = JSONLimits.default
    limits.depth = 1_000_000
    let document = try JSONDocument(text, limits: limits)
    #expect(document.root.byteRange == 0..<2 * depth)
    #expect(document.root.isEquivalent(to: try JSONDocument(text, limits: limits).root))
    #expect(JSONFormatter.compact.format(document.root).count == 2 * depth)
  }
}

extension JSONNode {
  /// Whether a path cannot lead here: a repeated key's earlier value, or a key no `String` holds.
  fileprivate func hasDuplicateOrLossyKeyAbove(_ ancestors: [JSONNode]) -> Bool {
    let chain = ancestors + [self]
    return zip(chain, chain.dropFirst()).contains { container, child in
      guard let key = container.members.first(where: { $0.value == child })?.key else { return false }
      return container.overriddenKeys.contains(key) || (try? key.stringValue) == nil
    }
  }
}
