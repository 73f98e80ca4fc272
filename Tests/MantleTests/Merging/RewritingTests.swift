import Mantle
import TestSupport
import Testing

/// A text becomes equal to another one, and only what differs changes.
@Suite struct RewritingTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let text: String
    let other: String
    let written: String

    init(_ text: String, _ other: String, _ written: String) {
      (self.text, self.other, self.written) = (text, other, written)
    }

    var testDescription: String { "\(text) → \(other)" }
  }

  static let cases: [Case] = [
    // What is equal stays as it is written.
    Case(#"{ "b" : 1.0, "a":"é" }"#, #"{"a":"\u00e9","b":1}"#, #"{ "b" : 1.0, "a":"é" }"#),
    Case(#"{"a" :1 , "b": 2}"#, #"{"a":1,"b":3}"#, #"{"a" :1 , "b": 3}"#),
    Case(#"{"a": 1}"#, #"{"a":1,"b":2}"#, #"{"a": 1, "b": 2}"#),
    Case(#"{"a":1, "b":2}"#, #"{"b":2}"#, #"{"b":2}"#),
    Case(#"{"a":1}"#, #"{"b":2,"c":3}"#, #"{"b":2,"c":3}"#),
    Case(#"{"a":1}"#, "[1]", "[1]"),
    Case("{}", #"{"b":2}"#, #"{"b":2}"#),
    Case(#"{"b":2}"#, "{}", "{}"),
    // Of a repeated key the last value counts, and so that one changes.
    Case(#"{"a":1,"a":2}"#, #"{"a":3}"#, #"{"a":1,"a":3}"#),
    Case(#"{"a":1,"b":0,"a":2}"#, #"{"b":0}"#, #"{"b":0}"#),
    // Lists: what was added in front, in the middle and behind, and what went.
    Case("[1, 2]", "[1,2,3]", "[1, 2, 3]"), Case("[1, 2]", "[0,1,2]", "[0, 1, 2]"),
    Case("[1, 2, 3]", "[1,3]", "[1, 3]"), Case("[1, 2, 3]", "[2,3]", "[2, 3]"),
    Case("[1, 2, 3]", "[7]", "[7]"), Case("[1, 2]", "[]", "[]"), Case("[]", "[1,2]", "[1,2]"),
    Case(
      #"[{"id": 1, "v": 1},  {"id": 2}]"#, #"[{"id":1,"v":2},{"id":2},{"id":3}]"#,
      #"[{"id": 1, "v": 2},  {"id": 2},  {"id": 3}]"#),
    Case(
      #"{"a": [1], "b": 2}"#, #"{"a":[1,{"x":1,"y":[]}],"b":2}"#, #"{"a": [1, {"x": 1, "y": []}], "b": 2}"#),
    Case(#"{"a": {}, "b": 2}"#, #"{"a":{"x":[1,2],"y":{}}}"#, #"{"a": {"x": [1, 2], "y": {}}}"#),
    Case("[\n  { \"a\": 1 }\n]", #"[{"a":1},{"a":[2,3]}]"#, "[\n  { \"a\": 1 },\n  { \"a\": [2, 3] }\n]"),
    // New containers take lines as what is there does, with its indentation and line breaks.
    Case(
      "{\n\t\"a\": {\n\t\t\"x\": 1\n\t}\n}\n", #"{"a":{"x":1,"y":{"z":[1]}},"b":[2]}"#,
      "{\n\t\"a\": {\n\t\t\"x\": 1,\n\t\t\"y\": {\n\t\t\t\"z\": [\n\t\t\t\t1\n\t\t\t]\n\t\t}\n\t},\n\t\"b\": [\n\t\t2\n\t]\n}\n"
    ),
    Case("{\r\n  \"a\": 1\r\n}", #"{"a":{"b":2}}"#, "{\r\n  \"a\": {\r\n    \"b\": 2\r\n  }\r\n}"),
    Case("[\n  {\"a\": 1}\n]", #"[{"a":1},{"b":[2]}]"#, "[\n  {\"a\": 1},\n  {\"b\": [2]}\n]"),
    Case("{\n  \"a\": {}\n}", #"{"a":{"b":1}}"#, "{\n  \"a\": {\n    \"b\": 1\n  }\n}"),
    Case(
      "[\n  {\n    \"a\": 1\n  }\n]", #"[{"a":1},{"b":2}]"#,
      "[\n  {\n    \"a\": 1\n  },\n  {\n    \"b\": 2\n  }\n]"),
  ]

  @Test(arguments: cases) func rewritingChangesOnlyDifferences(_ one: Case) throws {
    let bytes = JSONBytes(one.text)
    let (node, other) = (try JSONDocument(parsing: bytes).root, try JSONDocument(one.other).root)
    let written = try bytes.applying(node.splices(toEqual: other))
    #expect(String(decoding: written, as: UTF8.self) == one.written)
    #expect(try JSONDocument(written).root.isEquivalent(to: other))
  }

  @Test(.timeLimit(.minutes(5))) func manyMembersAreRewrittenInLinearTime() throws {
    let count = 20_000
    func text(_ value: Int) -> String {
      "{" + (0..<count).map { "\"k\($0)\": \(value)" }.joined(separator: ",") + "}"
    }
    let (node, other) = (try JSONDocument(text(1)).root, try JSONDocument(text(2)).root)
    #expect(try node.splices(toEqual: other).count == count)
  }

  /// Any two values, made at random: the outcome is equal to the other one.
  @Test func rewritingReachesAnyOtherValue() throws {
    var random = SeededGenerator(seed: 20)
    for _ in 0..<2000 {
      let (text, other) = (Self.value(3, &random), Self.value(3, &random))
      let bytes = JSONBytes(text)
      let target = try JSONDocument(other).root
      let written = try bytes.applying(try JSONDocument(parsing: bytes).root.splices(toEqual: target))
      let read = try? JSONDocument(written).root
      #expect(
        read?.isEquivalent(to: target) == true,
        "\(text) → \(other): \(String(decoding: written, as: UTF8.self))")
    }
  }

  private static func value(_ depth: Int, _ random: inout SeededGenerator) -> String {
    let blank = ["", " ", "\n"].randomElement(using: &random) ?? ""
    let count = Int.random(in: 0...3, using: &random)
    switch Int.random(in: 0...(depth > 0 ? 5 : 2), using: &random) {
    case 0: return ["1", "1.0", "2"].randomElement(using: &random) ?? "1"
    case 1: return ["null", "true"].randomElement(using: &random) ?? "null"
    case 2: return #""a""#
    case 3, 4:
      let members = (0..<count).map { _ in
        "\"\(["a", "b", "c"].randomElement(using: &random) ?? "a")\":" + blank + value(depth - 1, &random)
      }
      return "{" + blank + members.joined(separator: "," + blank) + blank + "}"
    default:
      let elements = (0..<count).map { _ in value(depth - 1, &random) }
      return "[" + blank + elements.joined(separator: blank + ",") + "]"
    }
  }
}
