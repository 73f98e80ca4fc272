import Mantle
@testable import MantleDefinitions
import Testing

@testable import MantleChecking

/// What the members of definition files do to data.
@Suite struct DefinedBehaviourTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let property: String
    let data: String
    /// The object that is written, or the beginning of the first message.
    let outcome: String

    var testDescription: String { "\(property) reading \(data)" }
  }

  static func models(_ members: String) throws -> DefinedModels {
    DefinedModels(
      try Definition(
        JSONBytes(
          "{\"mantle\":1,\"root\":\"A\",\"models\":[{\"name\":\"A\",\"properties\":[{\"name\":\"a\",\(members)}]}]}"
        )))
  }

  static let cases: [Case] = [
    Case(property: #""type":"integer","default":7"#, data: "{}", outcome: #"{"a":7}"#),
    Case(property: #""type":"integer","default":7"#, data: #"{"a":1}"#, outcome: #"{"a":1}"#),
    Case(
      property: #""type":"integer","default":7"#, data: #"{"a":null}"#,
      outcome: "A.a: expected integer, found null"),
    Case(
      property: #""type":"integer","default":7,"onNull":"absent""#, data: #"{"a":null}"#, outcome: #"{"a":7}"#
    ),
    Case(property: #""type":"integer","aliases":["b"]"#, data: #"{"b":1}"#, outcome: #"{"a":1}"#),
    Case(
      property: #""type":"integer?","aliases":["b"],"onNull":"next""#, data: #"{"a":null,"b":1}"#,
      outcome: #"{"a":1}"#),
    Case(property: #""type":"string?","onNil":"omit""#, data: #"{"a":null}"#, outcome: "{}"),
    Case(property: #""type":"string?""#, data: "{}", outcome: #"{"a":null}"#),
    Case(property: #""type":"string?","onNil":"keep""#, data: "{}", outcome: "{}"),
    Case(property: #""type":"string?","onNil":"keep""#, data: #"{"a":null}"#, outcome: #"{"a":null}"#),
    Case(property: #""type":"string?","onNil":"keep""#, data: #"{"a":"x"}"#, outcome: #"{"a":"x"}"#),
    Case(property: #""type":"json?","onNil":"keep""#, data: #"{"a":null}"#, outcome: #"{"a":null}"#),
    Case(
      property: #""type":"string?","onNil":"keep","minLength":2,"oneOf":["xx"]"#, data: #"{"a":null}"#,
      outcome: #"{"a":null}"#),
    Case(
      property: #""type":"string?","onNil":"keep","minLength":2"#, data: #"{"a":"x"}"#,
      outcome: #"A.a: expected at least 2 long, found "x""#),
    Case(
      property: #""type":"integer?","onNil":"keep","default":7"#, data: #"{"a":null}"#,
      outcome: #"{"a":null}"#),
    Case(property: #""type":"integer?","onNil":"keep","default":7"#, data: "{}", outcome: #"{"a":7}"#),
    Case(
      property: #""type":"integer?","onNil":"keep""#, data: #"{"a":"x"}"#,
      outcome: #"A.a: expected integer, found "x""#),
    Case(
      property: #""type":"string?","required":true"#, data: "{}",
      outcome: "A.a: expected string, found no key `a`"),
    Case(property: #""type":"string","direction":"read""#, data: #"{"a":"x"}"#, outcome: "{}"),
    Case(
      property: #""type":"string","default":"y","direction":"write""#, data: #"{"a":"x"}"#,
      outcome: #"{"a":"y"}"#),
    Case(
      property: #""type":"enum","cases":["on","off"],"unknown":"refuse""#, data: #"{"a":"onn"}"#,
      outcome: #"A.a: expected "on" or "off", found "onn""#),
    Case(property: #""type":"enum","cases":["on","off"]"#, data: #"{"a":"onn"}"#, outcome: #"{"a":"onn"}"#),
    Case(
      property: #""type":"integer","minimum":3"#, data: #"{"a":2}"#,
      outcome: "A.a: expected at least 3, found number 2"),
    Case(property: #""type":"decimal","maximum":0.1"#, data: #"{"a":0.1}"#, outcome: #"{"a":0.1}"#),
    Case(
      property: #""type":"double?","maximum":1"#, data: #"{"a":1.5}"#,
      outcome: "A.a: expected at most 1, found number 1.5"),
    Case(property: #""type":"double?","maximum":1"#, data: "{}", outcome: #"{"a":null}"#),
    Case(
      property: #""type":"string","minLength":2"#, data: #"{"a":"ü"}"#,
      outcome: #"A.a: expected at least 2 long, found "ü""#),
    Case(
      property: #""type":"[integer]","maxLength":1"#, data: #"{"a":[1,2]}"#,
      outcome: "A.a: expected at most 1 long, found array"),
    Case(
      property: #""type":"string","pattern":"^[a-z]+$""#, data: #"{"a":"aB"}"#,
      outcome: #"A.a: expected a string that matches `^[a-z]+$`, found "aB""#),
    Case(property: #""type":"string","pattern":"^[a-z]+$""#, data: #"{"a":"ab"}"#, outcome: #"{"a":"ab"}"#),
    Case(property: #""type":"double","oneOf":[1,2.5]"#, data: #"{"a":1.0}"#, outcome: #"{"a":1}"#),
    Case(
      property: #""type":"double","oneOf":[1,2.5]"#, data: #"{"a":3}"#,
      outcome: "A.a: expected 1 or 2.5, found number 3"),
  ]

  @Test(arguments: cases) func definedModelsDecodeOrReportErrors(_ one: Case) throws {
    let models = try Self.models(one.property)
    do {
      let record = try models.decode("A", from: try JSONDocument(one.data).root)
      #expect(String(decoding: try models.encode(record), as: UTF8.self) == one.outcome)
    } catch let failure as DecodingFailure {
      #expect(failure.diagnostics[0].line().contains(one.outcome), "\(failure.diagnostics[0].line())")
    }
  }

  /// Which rule of the definition says so, as there is no property in Swift to look it up.
  @Test(arguments: [
    (#""type":"integer","minimum":3"#, #"{"a":2}"#, "minimum"),
    (#""type":"string","maxLength":3"#, #"{"a":"long"}"#, "maxLength"),
    (#""type":"string","pattern":"^a$""#, #"{"a":"b"}"#, "pattern"),
    (#""type":"string","oneOf":["b","c"]"#, #"{"a":"d"}"#, "oneOf"),
  ]) func decodingErrorNamesTheBrokenRule(_ property: String, _ data: String, _ rule: String) throws {
    let models = try Self.models(property)
    let failure = try #require(throws: DecodingFailure.self) {
      try models.decode("A", from: try JSONDocument(data).root)
    }
    #expect(
      failure.diagnostics[0].help
        == "the rule `\(rule)` of the definition requires this: correct the value or the rule")
  }

  @Test func immutablePropertiesAreNotEditable() throws {
    #expect(
      try Self.models(#""type":"string","mutable":false"#).descriptions[0].properties[0].isEditable == false)
    #expect(try Self.models(#""type":"string""#).descriptions[0].properties[0].isEditable)
  }

  /// What has no end, is too large or contradicts itself is said, and nothing hangs or crashes.
  private static let hostile = [
    (#"[{"name":"A","properties":[{"name":"a","type":"A"}]}]"#, "without end"),
    (
      #"[{"name":"A","properties":[{"name":"a","type":"B | C"}]},{"name":"B","cluster":{"by":"x","models":{"c":"C"}}},{"name":"C","properties":[{"name":"a","type":"A"}]}]"#,
      "without end"
    ),
    (#"[{"name":"A","cluster":{"by":"x","models":{"a":"A"}}}]"#, "found the cluster `A`"),
    (#"[{"name":"A","cluster":{"by":"x","models":{}}}]"#, "at least one model"),
    (
      #"[{"name":"A","properties":[{"name":"a","type":"json"}],"cluster":{"by":"x","models":{"b":"B"}}},{"name":"B","properties":[]}]"#,
      "a cluster or properties, found both"
    ),
    (
      #"[{"name":"A","properties":[{"name":"a","type":"json"},{"name":"b","path":"a.b","type":"json"}]}]"#,
      "both are written at"
    ),
    (#"[{"name":"A","properties":[{"name":"a","type":"enum","cases":["x","x"]}]}]"#, "cases that differ"),
    (
      "[{\"name\":\"A\",\"properties\":[{\"name\":\"a\",\"type\":\"" + String(repeating: "[", count: 9_999)
        + "\"}]}]", "nested more than"
    ),
    (
      "[{\"name\":\"A\",\"properties\":["
        + (0..<1_025).map { "{\"name\":\"p\($0)\",\"type\":\"json\"}" }.joined(separator: ",") + "]}]",
      "at most 1024 properties"
    ),
    (
      "[{\"name\":\"A\",\"properties\":[{\"name\":\"a\",\"type\":\"enum\",\"cases\":["
        + (0..<1_025).map { "\"\($0)\"" }.joined(separator: ",") + "]}]}]",
      "at most 1024 cases"
    ),
    (
      "[{\"name\":\"A\",\"properties\":[{\"name\":\"a\",\"path\":\"" + String(repeating: "a.", count: 500_000)
        + "b\",\"type\":\"json\"}]}]", "at most 1024 steps"
    ),
    (
      "[{\"name\":\"A\",\"properties\":[]},"
        + (0..<1 << 14).map { "{\"name\":\"B\($0)\",\"properties\":[]}" }.joined(separator: ",") + "]",
      "at most 16384 models"
    ),
    (#"[{"name":"A","properties":[]},{"name":"UUID","properties":[]}]"#, "a name that is not a type"),
    (#"[{"name":"A","properties":[]},{"name":"int8","properties":[]}]"#, "a name that is not a type"),
    (
      #"[{"name":"A","properties":[{"name":"a","type":"Bb"}]},{"name":"Bbbbb","properties":[]}]"#,
      "found `Bb`"
    ),
  ]

  // Not parameterized, because the log would show a megabyte of arguments.
  @Test func hostileDefinitionsProduceDiagnostics() throws {
    for (models, words) in Self.hostile { try expectDiagnostics(models, words) }
  }

  private func expectDiagnostics(_ models: String, _ words: String) throws {
    let text = "{\"mantle\":1,\"root\":\"A\",\"models\":\(models)}"
    let failure = try #require(throws: DecodingFailure.self) { try Definition(JSONBytes(text)) }
    #expect(
      failure.diagnostics.contains { $0.line().contains(words) }, "\(failure.diagnostics.map { $0.line() })")
    #expect(failure.diagnostics.allSatisfy { $0.location != nil })
  }

  @Test func recursiveDefinitionsAreAccepted() throws {
    _ = try Self.models(#""type":"[A]""#)
    _ = try Self.models(#""type":"A?""#)
    _ = try Self.models(#""type":"A","default":{"a":{}}"#)
  }

  // MARK: - Clusters

  static let vehicles = """
    {"mantle":1,"root":"[Vehicle]","models":[
     {"name":"Vehicle","cluster":{"by":"type","models":{"bus":"Bus","train":"Train"}}},
     {"name":"Bus","properties":[{"name":"type","type":"string"},{"name":"doors","type":"integer"}]},
     {"name":"Train","properties":[{"name":"cars","type":"integer"}]}]}
    """

  @Test func definedClusterRoundTripsAsItsMembers() throws {
    let models = DefinedModels(try Definition(JSONBytes(Self.vehicles)))
    for text in [#"{"type":"bus","doors":2}"#, #"{"type":"train","cars":3}"#] {
      let record = try models.decode("Vehicle", from: try JSONDocument(text).root)
      #expect(String(decoding: try models.encode(record), as: UTF8.self).contains(text.suffix(8)))
    }
    let data = #"[{"type":"bus","doors":2},{"type":"train","doors":3},{"type":"tram"},{"doors":1}]"#
    let place = try #require(models.place(isSequence: false))
    #expect(place.model.name == "Vehicle")
    let (diagnostics, summary) = Checker(JSONBytes(data), places: [place]).diagnostics()
    #expect(
      diagnostics.map { $0.line() } == [
        "1:27: error: Train.cars: expected integer, found no key `cars`  [[1].cars]",
        "1:62: error: Vehicle: expected \"bus\" or \"train\", found \"tram\"  [[2].type]",
        "1:70: error: Vehicle: expected \"bus\" or \"train\", found no key `type`  [[3].type]",
      ])
    #expect(summary.unmapped.map { "\($0.path)" } == ["[].doors"])
  }

  @Test func otherwiseDecodesUnknownTags() throws {
    let text = Self.vehicles.replacing(#""train":"Train"}"#, with: #""train":"Train"},"otherwise":"Bus""#)
    let models = DefinedModels(try Definition(JSONBytes(text)))
    let record = try models.decode("Vehicle", from: try JSONDocument(#"{"type":"tram","doors":1}"#).root)
    #expect(record.model == "Bus")
  }
}
