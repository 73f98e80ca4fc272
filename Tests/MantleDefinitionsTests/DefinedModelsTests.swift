import Foundation
@testable import Mantle
import MantleFiles
import Testing

@testable import MantleChecking
@testable import MantleDefinitions
@testable import MantleDocuments

/// A definition reads and writes as a Swift model does.
struct DefinedModelsTests {
  private func models(_ text: String, root: String = "Root") -> DefinedModels {
    var inference = Inference()
    inference.read(JSONBytes(text))
    return DefinedModels(inference.definition(rootName: root))
  }

  /// What a definition says is the whole text is not lost with a required key; another text stays what it is.
  @Test(arguments: [
    (#"{"id": 1, "name": "a", "stops": [{"code": "x", "at": 1}]}"#, "Trip at "),
    (#"{"id": 1, "stops": [{"code": "x", "at": 1}, {"code": "y", "at": 2}]}"#, "Trip at "),
    (#"{"name": "a", "stops": [{"code": "x", "at": 1}]}"#, "Trip at "),
    ("{\"id\": 1, \"stops\": [{\"code\": \"x\", \"at\": 1}]}\n{\"id\": 2, \"stops\": []}\n", "Trip at []"),
    (#"{"total": 1, "page": 2, "stops": [{"code": "x", "at": 1}]}"#, "Stop at stops[]"),
    (#"{"id": "x", "label": true}"#, ""),
  ])
  func rootModelMatchesDespiteMissingKeys(text: String, words: String) throws {
    let definition = try Definition(
      JSONBytes(
        """
        {"mantle": 1, "root": "Trip", "models": [
          {"name": "Trip", "properties": [{"name": "id", "type": "integer"}, {"name": "name", "type": "string"},
            {"name": "stops", "type": "[Stop]"}]},
          {"name": "Stop", "properties": [{"name": "code", "type": "string"}, {"name": "at", "type": "integer"}]}]}
        """))
    let places = ModelChoice(of: DefinedModels(definition).descriptions, in: JSONBytes(text)).places
    #expect(places.map { "\($0.model.name) at \($0.path)" }.joined(separator: ", ") == words)
  }

  /// Parts of a definition may fit more of the text's keys than its root, which is what the text is all the same.
  @Test(arguments: [
    (#"{"kind":"pipeline","steps":[1],"clone":{}}"#, "Root"),
    (#"{"kind":"pipeline","type":"docker","name":"x"}"#, "Root"),
    // The root requires a key that is not there; of its parts, one cannot read the value.
    (#"{"type":"docker","name":"x"}"#, "Docker"),
    (#"{"type":"exec","name":"x"}"#, "Exec"),
  ])
  func rootModelIsPreferredToItsParts(text: String, name: String) throws {
    func part(_ name: String, _ word: String) -> String {
      #"{"name":"\#(name)","properties":[{"name":"type","type":"enum?","cases":["\#(word)"],"unknown":"refuse"},"#
        + #"{"name":"name","type":"string?"},{"name":"kind","type":"string?"}]}"#
    }
    let definition = try Definition(
      JSONBytes(
        #"{"mantle":1,"root":"Root","models":[{"name":"Root","properties":[{"name":"kind","type":"string"}]},"#
          + part("Docker", "docker") + "," + part("Exec", "exec") + "]}"))
    let choice = ModelChoice(of: DefinedModels(definition).descriptions, in: JSONBytes(text))
    #expect(choice.places.map { "\($0.model.name)\($0.path)" } == [name])
  }

  private func defined(_ properties: [(String, DefinedType)]) -> DefinedModels {
    DefinedModels(
      Definition(
        root: .model("Root"),
        models: [
          DefinedModel(
            name: "Root",
            properties: properties.map {
              DefinedProperty(name: $0.0, path: JSONKeyPath(key: $0.0), type: $0.1)
            })
        ]))
  }

  static let roundTrips: [(type: DefinedType, json: String)] = [
    (.string, #""a\"b""#), (.boolean, "true"), (.integer, "-9223372036854775808"), (.sized(.int8), "-128"),
    (.sized(.int16), "32767"), (.sized(.int32), "-2147483648"), (.sized(.uint8), "255"),
    (.sized(.uint16), "0"),
    (.sized(.uint32), "4294967295"), (.oneOf([.sized(.uint8), .string]), "7"),
    (.unsigned, "18446744073709551615"), (.double, "1.5"), (.decimal, "12.340000000000000000000001"),
    (.instant, #""2024-02-29T12:30:00Z""#), (.url, #""https://example.com/a?b=c#d""#),
    (.uuid(lowercase: true), #""123e4567-e89b-12d3-a456-426614174000""#),
    (.uuid(lowercase: false), #""123E4567-E89B-12D3-A456-426614174000""#),
    (.enumeration(["a", "b"]), #""a""#),
    (.transformed(.unixSeconds), "1772352000"), (.transformed(.unixMilliseconds), "1772352000123"),
    (.transformed(.iso8601Day), #""2024-02-29""#), (.transformed(.integerString), #""42""#),
    (.transformed(.decimalString), #""3.6""#), (.transformed(.boolString), #""true""#),
    (.transformed(.zeroOrOne), "1"), (.transformed(.absoluteURL), #""https://a.b/c""#),
    (.transformed(.lenientURL), #""https://a.b/c""#), (.transformed(.base64), #""aGk=""#),
    (.transformed(.hex), #""c0ffee""#),
    (.json, #"{"x":[1,null]}"#), (.array(.integer), "[1,2]"), (.array(.optional(.string)), #"["a",null]"#),
    (.dictionary(.double), #"{"a":1.5,"b":2.5}"#), (.optional(.integer), "null"), (.optional(.integer), "3"),
    (.oneOf([.integer, .string]), "3"), (.oneOf([.integer, .string]), #""x""#),
    (.array(.oneOf([.boolean, .array(.string)])), #"[true,["a"]]"#),
  ]

  @Test(arguments: roundTrips) func everyDefinedTypeRoundTrips(_ type: DefinedType, _ json: String) throws {
    let models = defined([("a", type)])
    let text = "{\"a\":\(json)}"
    let record = try models.decode("Root", from: try JSONDocument(text).root)
    #expect(String(decoding: try models.encode(record), as: UTF8.self) == text)
  }

  static let refusals: [(type: DefinedType, json: String, message: String)] = [
    (.string, "1", "expected string, found number 1"), (.integer, "1.5", "expected integer"),
    (.sized(.int8), "128", "expected "), (.sized(.uint32), "-1", "expected "),
    (.oneOf([.sized(.uint8), .boolean]), "256", "expected "),
    (.instant, #""yesterday""#, "expected ISO 8601 date with time, found \"yesterday\""),
    (.url, #""a b""#, "expected "),
    (.array(.integer), #"[1,"x"]"#, "expected integer, found \"x\""),
    (.oneOf([.integer, .boolean]), "\"x\"", "expected integer or boolean"),
    (.model("Root"), "{}", "no key `a`"), (.string, "null", "expected string, found null"),
  ]

  @Test(arguments: refusals) func mistypedValuesOfEveryTypeAreReported(
    _ type: DefinedType, _ json: String, _ message: String
  )
    throws
  {
    let models = defined([("a", type)])
    let node = try JSONDocument("{\"a\":\(json)}").root
    let failure = try #require(throws: DecodingFailure.self) { try models.decode("Root", from: node) }
    #expect(failure.diagnostics.count == 1)
    #expect(failure.diagnostics[0].message.contains(message))
    #expect(failure.diagnostics[0].model == "Root")
    #expect(failure.diagnostics[0].property == "a")
  }

  @Test func unknownCasesAreWarnings() throws {
    let description = try #require(defined([("a", .enumeration(["open", "closed"]))]).descriptions.first)
    let diagnostics = description.diagnose(try JSONDocument(#"{"a":"closd"}"#).root)
    #expect(diagnostics.map(\.severity) == [.warning])
    #expect(diagnostics.map(\.code) == [.unknownCase])
    #expect(diagnostics.first?.hint.map { "\($0)" }?.contains("closed") == true)
  }

  @Test func recursiveModelsDecode() throws {
    let models = models(#"{"v":1,"next":{"v":2,"next":{"v":3,"next":null}}}"#)
    let record = try models.decode(
      "Root", from: try JSONDocument(#"{"v":1,"next":{"v":2,"next":null}}"#).root)
    guard case .record(let next) = record["next"] else { return #expect(Bool(false), "no record") }
    #expect(next.model == "Root")
    guard case .integer(2) = next["v"] else { return #expect(Bool(false), "no value") }
  }

  /// The source of a definition has no errors and round-trips with the same values.
  @Test(arguments: ["issue.json", "issues.json", "issues.ndjson", "search.json", "transit/departures.json"])
  func inferredDefinitionAcceptsItsSource(_ name: String) throws {
    let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(
      path: "../../SampleData/\(name)")
    let bytes = try JSONBytes.map(path: url.path)
    var inference = Inference(workers: 2)
    inference.read(bytes)
    let models = DefinedModels(inference.definition(rootName: "Root"))
    let place = try #require(models.place(isSequence: inference.isSequence))
    let (diagnostics, summary) = Checker(bytes, places: [place]).diagnostics()
    #expect(diagnostics.filter { $0.severity > .note }.map { $0.line() } == [])
    #expect(summary.models > 0)
    #expect(summary.unmapped.isEmpty)
    for range in try values(in: bytes, isSequence: inference.isSequence) {
      for node in try JSONDocument(parsing: bytes, in: range).root.findAll(
        place.path(inside: inference.isSequence))
      {
        var writer = JSONWriter()
        try place.model.export(node, to: &writer)
        let written = try JSONDocument(writer.finish()).root
        let patch = written.withoutNulls
        #expect(try JSONDocument(patch).root.isEquivalent(to: JSONDocument(node.withoutNulls).root))
      }
    }
  }

  /// Models next to values of other kinds are read and written with these, and each of them is checked.
  @Test(arguments: [
    (#"["text", {"kind": "b", "n": 1}, "x", {"kind": "i", "n": 2}]"#, "[string | Root]", 4),
    (
      #"[1, "a", {"b": 1}, [2], null, true, {"b": "x", "c": []}]"#,
      "[(boolean | integer | string | [integer] | Root)?]", 7
    ),
    (#"[null, {"a": 1}, {"a": 2, "c": {"d": 1}}]"#, "[Root?]", 3),
    ("\"x\"\n{\"a\": 1, \"b\": 2}\n7\n", "integer | string | Root", 3),
    (#"{"x": "a", "y": {"k": {"n": 1}, "l": {"n": 2}}}"#, "Root", 1),
  ])
  func modelsNextToOtherValuesRoundTrip(text: String, root: String, count: Int) throws {
    var inference = Inference()
    inference.read(JSONBytes(text))
    let models = DefinedModels(inference.definition(rootName: "Root"))
    #expect(models.definition.root.text == root)
    let place = try #require(models.place(isSequence: inference.isSequence))
    #expect(ModelChoice(of: models.descriptions, in: JSONBytes(text)).places.map(\.path) == [place.path])
    let (diagnostics, summary) = Checker(JSONBytes(text), places: [place]).diagnostics()
    #expect(diagnostics.map { $0.line() } == [])
    #expect(summary.models == count)
    #expect(summary.unread.isEmpty)
    for range in try values(in: JSONBytes(text), isSequence: inference.isSequence) {
      let path = place.path(inside: inference.isSequence)
      for node in try JSONDocument(parsing: JSONBytes(text), in: range).root.findAll(path) {
        var writer = JSONWriter()
        try place.model.description(for: node).export(node, to: &writer)
        #expect(
          try JSONDocument(JSONDocument(writer.finish()).root.withoutNulls).root
            .isEquivalent(to: JSONDocument(node.withoutNulls).root))
      }
    }
  }

  /// The same model where another source has its values under other keys.
  @Test(arguments: [
    (#"{"name":"a","password":"x"}"#, "User"), (#"{"name":"a","secret":{"pwd":"x"}}"#, "User (old)"),
  ])
  func definedProfileRoundTrips(text: String, name: String) throws {
    let definition = try Definition(
      JSONBytes(
        #"""
        {"mantle":1,"root":"User","models":[{"name":"User","profiles":{"old":{"password":"secret.pwd"}},
          "properties":[{"name":"name","type":"string"},{"name":"password","type":"string","mutable":false}]}]}
        """#))
    let models = DefinedModels(definition)
    #expect(models.descriptions.map(\.name) == ["User", "User (old)"])
    let place = try #require(ModelChoice(of: models.descriptions, in: JSONBytes(text)).places.first)
    #expect(place.model.name == name)
    let (diagnostics, summary) = Checker(JSONBytes(text), places: [place]).diagnostics()
    #expect(diagnostics.isEmpty && summary.unmapped.isEmpty)
    let record = try models.decode(name, from: try JSONDocument(text).root)
    #expect(String(decoding: try models.encode(record), as: UTF8.self) == text)
  }

  @Test func unknownAlternativeIsAnError() throws {
    let models = models(#"["text", {"kind": "b", "n": 1}]"#)
    let place = try #require(models.place(isSequence: false))
    let (diagnostics, _) = Checker(JSONBytes(#"["a", 5, {"kind": "c"}]"#), places: [place]).diagnostics()
    #expect(
      diagnostics.map { $0.line() } == [
        "1:7: error: Root: expected string or Root, found number 5  [[1]]",
        "1:10: error: Root.n: expected integer, found no key `n`  [[2].n]",
      ])
  }

  @Test func sampleDefinitionAcceptsItsData() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(
      path: "../../SampleData/transit")
    let definition = try Definition(JSONBytes.map(path: folder.appending(path: "Departures.model.json").path))
    let place = try #require(DefinedModels(definition).place(isSequence: false))
    let bytes = try JSONBytes.map(path: folder.appending(path: "departures.json").path)
    let (diagnostics, summary) = Checker(bytes, places: [place]).diagnostics()
    #expect(diagnostics.map { $0.line() } == [])
    #expect(summary.unmapped.isEmpty)
    #expect(try Definition(JSONBytes(definition.fileText)) == definition)
  }

  private func values(in bytes: JSONBytes, isSequence: Bool) throws -> [Range<Int>] {
    guard isSequence else { return [0..<bytes.count] }
    let text = bytes.text(0..<bytes.count)
    var ranges: [Range<Int>] = []
    var start = 0
    for line in text.utf8.split(separator: 10, omittingEmptySubsequences: false) {
      if !line.isEmpty { ranges.append(start..<start + line.count) }
      start += line.count + 1
    }
    return ranges
  }
}

extension ModelPlace {
  /// The path inside one value of a sequence.
  fileprivate func path(inside isSequence: Bool) -> JSONKeyPath {
    JSONKeyPath(Array(path.components.dropFirst(isSequence ? 1 : 0)))
  }
}

extension JSONNode {
  /// Its JSON without members that are null: absent and null are one for a model.
  fileprivate var withoutNulls: [UInt8] {
    var writer = JSONWriter()
    writeWithoutNulls(to: &writer)
    return writer.finish()
  }

  private func writeWithoutNulls(to writer: inout JSONWriter) {
    switch kind {
    case .object:
      writer.beginObject()
      for (key, value) in members where value.kind != .null {
        writer.writeKey(key.displayText)
        value.writeWithoutNulls(to: &writer)
      }
      writer.endObject()
    case .array:
      writer.beginArray()
      for element in elements {
        writer.beginElement()
        element.writeWithoutNulls(to: &writer)
      }
      writer.endArray()
    default: writer.writeRawJSON(self)
    }
  }
}
