import Foundation
import Mantle
import TestSupport
import Testing

@testable import MantleDocuments

/// Edits of text with comments: each comment stays with its member, and nothing else changes.
struct CommentEditingTests {
  /// Returns the text without the value at a place.
  private static func deleting(_ place: String, in text: String) throws -> String {
    try edited(text) { reading in
      var results: [JSONPlaceFinder.Result] = []
      try reading.find(PlacePattern(place)) {
        results.append($0)
        return true
      }
      return try reading.splices(.remove, of: results)
    }
  }

  /// Returns the text with a new value at a place.
  private static func setting(_ place: String, in text: String) throws -> String {
    try edited(text) { reading in
      var spots: [EditSpot] = []
      let pattern = try PlacePattern(place)
      try reading.find(pattern) {
        spots += EditSpot.spots(of: $0, at: pattern, in: reading.bytes, createsParents: false)
        return true
      }
      return try spots.flatMap { try $0.splices(Array("9".utf8), in: reading.bytes) }
    }
  }

  private static func edited(_ text: String, _ splices: (TextReading) throws -> [JSONSplice]) throws -> String
  {
    let bytes = JSONBytes(text)
    let repair = JSONRepair(bytes)
    let reading = TextReading(
      repair.original.blanking(repair.regions.filter(\.cause.isOfJSONC)), name: "t.jsonc")
    let edited = try bytes.applying(repair.keepingComments(splices(reading)))
    return String(decoding: edited, as: UTF8.self)
  }

  private static let oneLine = "{\"a\":1/*one*/,\"b\":2/*two*/,\"c\":3/*three*/}"

  @Test(arguments: [
    (oneLine, "a", "{\"b\":2/*two*/,\"c\":3/*three*/}"),
    (oneLine, "b", "{\"a\":1/*one*/,\"c\":3/*three*/}"),
    (oneLine, "c", "{\"a\":1/*one*/,\"b\":2/*two*/}"),
    ("[1 /* one */, 2 /* two */, 3 /* three */]", "[2]", "[1 /* one */, 2 /* two */]"),
    ("[1, /* two */ 2, /* three */ 3]", "[1]", "[1, /* three */ 3]"),
    ("[1, /* two */ 2, /* three */ 3,]", "[2]", "[1, /* two */ 2,]"),
    ("{ \"e\": 0, /* c_e */ \"c\": 1 /* c_c */ }", "c", "{ \"e\": 0 }"),
    ("{ /* c_b */ \"b\": 0, /* c_d */ \"d\": 1 }", "b", "{ /* c_d */ \"d\": 1 }"),
    ("{ /* c_b */ \"b\": 0 /* b */ }", "b", "{  }"),
    ("{\n  \"a\": 1 // one\n  , \"b\": 2 // two\n}", "b", "{\n  \"a\": 1 // one\n}"),
    ("{\n  \"a\": 1, // one\n  // b\n  \"b\": 2 // two\n}\n", "b", "{\n  \"a\": 1 // one\n}\n"),
    ("{\n  \"a\": 1, // one\n  \"b\": 2, // two\n}\n", "b", "{\n  \"a\": 1, // one\n}\n"),
    ("{\n  // a\n  \"a\": 1, // one\n  // b\n  \"b\": 2\n}", "a", "{\n  // b\n  \"b\": 2\n}"),
    ("{ // all\n  \"a\": 1,\n  \"b\": 2\n}", "a", "{ // all\n  \"b\": 2\n}"),
    ("{\n  \"a\": 1, // one\n  \"b\": 2 }", "b", "{\n  \"a\": 1 // one\n }"),
    ("{\n  \"a\": 1,\n\n  // section\n\n  // b\n  \"b\": 2\n}", "b", "{\n  \"a\": 1\n\n  // section\n}"),
    ("{\n  \"a\": 1,\n\n  // section\n\n  \"b\": 2\n}", "a", "{\n  // section\n\n  \"b\": 2\n}"),
    ("{ \"a\": 1 // one\n, \"b\": 2 }", "b", "{ \"a\": 1 // one\n }"),
    ("{ \"a\": 1,\n\n// section\n\n\"b\": 2 }", "b", "{ \"a\": 1\n\n// section\n }"),
  ])
  func deletingRemovesTheCommentsOfTheMember(text: String, place: String, expected: String) throws {
    #expect(try Self.deleting(place, in: text) == expected)
  }

  @Test(arguments: [
    (oneLine, "d", "{\"a\":1/*one*/,\"b\":2/*two*/,\"c\":3/*three*/,\"d\":9}"),
    ("[1, 2 /* two */]", "[2]", "[1, 2 /* two */, 9]"),
    (
      "{\n  \"a\": 1,\n  /* t */ \"b\": 2,\n  \"c\": 3\n}", "d",
      "{\n  \"a\": 1,\n  /* t */ \"b\": 2,\n  \"c\": 3,\n  \"d\": 9\n}"
    ),
    ("{\n  \"a\": 1 // one\n}", "d", "{\n  \"a\": 1, // one\n  \"d\": 9\n}"),
    ("{\n  \"a\": 1, // one\n}", "d", "{\n  \"a\": 1, // one\n  \"d\": 9,\n}"),
    ("{\n  \"a\": 1, /* one */\n}", "d", "{\n  \"a\": 1, /* one */\n  \"d\": 9,\n}"),
    ("{ /* k */ \"a\": 1 }", "d", "{ /* k */ \"a\": 1, \"d\": 9 }"),
    ("{\n  // nothing\n}", "d", "{\n  // nothing\n  \"d\": 9\n}"),
    ("{ /* nothing */ }", "d", "{ /* nothing */ \"d\": 9 }"),
    ("{\"a\": /* v */ 1, \"b\": 2}", "d", "{\"a\": /* v */ 1, \"b\": 2, \"d\": 9}"),
  ])
  func addingKeepsCommentsWithTheirMembers(text: String, place: String, expected: String) throws {
    #expect(try Self.setting(place, in: text) == expected)
  }

  private static var rounds: Int {
    ProcessInfo.processInfo.environment["MANTLE_FUZZ_ROUNDS"].flatMap { Int($0) } ?? 400
  }

  /// Comments stay with their members: the edited text is the text of the edited members.
  @Test func editsKeepCommentsOfOtherMembers() throws {
    for seed in 0..<Self.rounds {
      var random = SeededGenerator(seed: UInt64(seed))
      let object = CommentedObject(&random)
      let number = random.below(object.children.count)
      let key = object.children[number].key
      var expected = object
      let edited: String
      switch random.below(3) {
      case 0 where object.children.count > 1:
        expected.children.remove(at: number)
        edited = try Self.deleting(key, in: object.text)
      case 1:
        expected.add(key: "new", value: "9")
        edited = try Self.setting("new", in: object.text)
      default:
        expected.children[number].value = "9"
        edited = try Self.setting(key, in: object.text)
      }
      #expect(edited == expected.text, "seed \(seed): \(object.text)")
    }
  }

  /// Wherever comments are, an edit changes one member only, and hides none behind a line comment.
  @Test func editsNextToAnyCommentsPreserveTheOtherMembers() throws {
    for seed in 0..<Self.rounds {
      var random = SeededGenerator(seed: UInt64(seed))
      func gap() -> String {
        (0..<random.below(4)).map { _ in ["// c\n", "/* c */", " ", "\n"][random.below(4)] }.joined()
      }
      var members = (0...random.below(4)).map { (key: "k\($0)", value: "\($0)") }
      let text = members.map { "\(gap())\"\($0.key)\":\(gap())\($0.value)\(gap())" }.joined(separator: ",")
      let object = "{\(text)\(random.below(3) == 0 ? "," + gap() : "")}"
      let number = random.below(members.count)
      let key = members[number].key
      let edited: String
      switch random.below(3) {
      case 0:
        members.remove(at: number)
        edited = try Self.deleting(key, in: object)
      case 1:
        members.append((key: "new", value: "9"))
        edited = try Self.setting("new", in: object)
      default:
        members[number].value = "9"
        edited = try Self.setting(key, in: object)
      }
      let repair = JSONRepair(JSONBytes(edited))
      let hasMistakes = repair.regions.contains { !$0.cause.isOfJSONC }
      #expect(!hasMistakes, "seed \(seed): \(object) became \(edited)")
      let found = try JSONDocument(parsing: repair.text).root.members.map {
        "\($0.key.displayText): \($0.value.rawText)"
      }
      #expect(found == members.map { "\($0.key): \($0.value)" }, "seed \(seed): \(object) became \(edited)")
    }
  }

  @Test(arguments: [
    "[ // list of things ]\n {\"a\": 1},\n {\"a\": 2}\n]\n", "[1 // a ] b\n]", "{ // }\n  \"a\": 1\n}\n",
    "{ /* } */ \"a\": 1\n}\n", "[ // ]\n1, // ]\n2 // ]\n]",
  ])
  func bracketsInCommentsCloseNothing(text: String) {
    let bytes = JSONBytes(text)
    let repair = bytes.repairOfOneValue(JSONLayout.detect(bytes))
    #expect(repair?.regions.map(\.cause).allSatisfy { $0 == .comment } == true)
  }
}
