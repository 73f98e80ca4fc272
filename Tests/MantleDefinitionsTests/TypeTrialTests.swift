import Mantle
import Testing

@testable import MantleDefinitions

/// What the values of a place could be read as is tried on the values themselves.
@Suite struct TypeTrialTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let data: String
    let tokens: [String]
    /// Those that are proven, and behind the bar those with an objection.
    let expected: String

    var testDescription: String { data }
  }

  /// Only a trial of every value says `all`.
  @Test func partialTrialReportsTheNumberOfValues() throws {
    let elements = (0..<20_000).map { #"{"at": \#($0), "text": "\#(String(repeating: "x", count: 60))"}"# }
    let text = "[\(elements.joined(separator: ","))]"
    let words = try TypeTrial(of: ["-", "at"], in: JSONBytes(text)).outcome("integer").words
    #expect(words.wholeMatch(of: /the first \d+ values/) != nil, "\(words)")
    let few = TypeTrial(of: ["-", "at"], in: JSONBytes("[\(elements.prefix(9).joined(separator: ","))]"))
    #expect(try few.outcome("integer").words == "all 9 values")
  }

  /// A new case is added to the cases of a definition.
  @Test func trialAddsNewCasesToEnumeration() throws {
    let text = #"""
      {"mantle":1,"root":"[A]","models":[{"name":"A","properties":[{"name":"s","type":"enum?","cases":["open","paid"],"unknown":"refuse"}]}]}
      """#
    let definition = try Definition(JSONBytes(text))
    let (type, models) = try TypeTrial(of: ["-", "s"], in: JSONBytes(#"[{"s":"open"},{"s":"void"}]"#)).type(
      "enum")
    let changed = try #require(definition.changing("s", of: "A", to: type, adding: models))
    #expect(
      changed.models[0].properties[0].type
        == .optional(.enumeration(["open", "paid", "void"], unknown: .refuse)))
  }

  static let rows: [Row] = [
    Row(
      data: #"[{"a":1700000000},{"a":1700000001}]"#, tokens: ["-", "a"],
      expected: "unixSeconds unixMilliseconds unixMicroseconds integer unsigned double decimal json |"),
    Row(
      data: #"[{"a":1},{"a":null},{"a":-2}]"#, tokens: ["-", "a"],
      expected: "integer double decimal json |"),
    Row(
      data: #"[{"a":0},{"a":-700000000}]"#, tokens: ["-", "a"],
      expected: "integer double decimal unixSeconds unixMilliseconds unixMicroseconds json |"),
    Row(
      data: #"{"a":1.50}"#, tokens: ["a"], expected: "json | integer double decimal"),
    Row(
      data: #"[{"a":"K\u00f6ln"},{"a":"Bonn\/Rhein"}]"#, tokens: ["-", "a"],
      expected: "enum string json | date"),
    Row(
      data: #"[{"a":"19470604"},{"a":"20240229"}]"#, tokens: ["-", "a"],
      expected:
        "date(yyyyMMdd) integerString decimalString doubleString enum string base64 base64URL hex json | date"
    ),
    Row(
      data: #"{"a":"1714557600"}"#, tokens: ["a"],
      expected:
        "unixSecondsString unixMillisecondsString integerString decimalString doubleString enum string hex json | date"
    ),
    Row(
      data: #"{"a":"12.50"}"#, tokens: ["a"], expected: "enum string json | date decimalString doubleString"),
    Row(
      data: #"{"a":"2024-01-02"}"#, tokens: ["a"], expected: "iso8601Day enum string json | date"),
    Row(data: #"{"a":"https://a.b"}"#, tokens: ["a"], expected: "url enum string json | date"),
    Row(
      data: "{\"a\":[\"x\"]}\n{\"a\":[]}", tokens: ["-", "a"], expected: "[enum] [string] json |"),
    Row(
      data: #"{"a":[{"x":1,"y":2}]}"#, tokens: ["a"], expected: "[model] [map] json |"),
    Row(
      data: #"{"a":["x","y","x"]}"#, tokens: ["a"], expected: "[enum] [string] json |"),
    Row(data: #"{"a":true}"#, tokens: ["a"], expected: "boolean json |"),
    Row(data: #"{"m":{"k":{"a":1},"l":{"a":2}}}"#, tokens: ["m"], expected: "model map json |"),
    Row(
      data: #"{"m":{"k":{"a":1},"l":{"a":"x"}}}"#, tokens: ["m", "-", "a"],
      expected: "json | date enum string integer double"),
  ]

  @Test(arguments: rows) func trialsFindTheTypesThatFit(_ row: Row) {
    let outcomes = TypeTrial(of: row.tokens, in: JSONBytes(row.data)).outcomes
    let proven = outcomes.filter(\.isProven).map(\.type),
      others = outcomes.filter { !$0.isProven }.map(\.type)
    #expect((proven + ["|"] + others).joined(separator: " ") == row.expected)
  }

  @Test(arguments: [
    ("unixSeconds", "[1700000000]", "the only value: 1700000000 is 2023-11-14T22:13:20Z"),
    ("integer", "[1,\n\"x\"]", "expected integer, found \"x\" at line 2"),
    ("decimalString", #"["1.0"]"#, #""1.0" would be written as "1" at line 1"#),
    ("enum", #"["b","a","b"]"#, "2 cases: a, b"),
    ("map", #"[{"x":1,"y":2}]"#, "the only value, with keys such as x, y"),
    ("enum", #"["\u00e4"]"#, "1 case: ä"), ("url", "[]", "there are no values to test the type on"),
    ("[model]", #"[[{"x":1,"y":2}]]"#, "the only value, of elements with keys such as x, y"),
    (
      "enum", "[" + (0..<60).map { "\"t\($0)\"" }.joined(separator: ",") + "]",
      "60 different strings, more than the 32 cases of an `enum`"
    ),
    ("enum", #"["a",1]"#, "not all values are strings"),
  ]) func trialOutcomeHasADescription(_ type: String, _ data: String, _ words: String) throws {
    #expect(try TypeTrial(of: ["-"], in: JSONBytes(data)).outcome(type).words == words)
  }

  /// The models that a new type names are added to those of the definition.
  @Test func changingTypeAddsItsModels() throws {
    let definition = try Definition(
      JSONBytes(
        #"{"mantle":1,"root":"A","models":[{"name":"A","properties":[{"name":"m","type":"M?"}]},{"name":"M","properties":[]}]}"#
      ))
    let trial = TypeTrial(of: ["m"], in: JSONBytes(#"{"m":{"k":{"a":1},"l":{"a":2}}}"#))
    let (type, models) = try trial.type("map")
    let changed = try #require(definition.changing("m", of: "A", to: type, adding: models))
    #expect(
      ClusterInferenceTests.brief(changed) == "A A{m:{M2}?} M{} M2{a:integer}")
    #expect(definition.changing("n", of: "A", to: type, adding: []) == nil)
  }
}
