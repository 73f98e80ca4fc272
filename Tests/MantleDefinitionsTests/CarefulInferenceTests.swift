import Mantle
import Testing

@testable import MantleChecking
@testable import MantleDefinitions

/// What inference says holds of the data it was said of.
@Suite struct CarefulInferenceTests {
  private func definition(_ text: String) -> Definition {
    var inference = Inference()
    inference.read(JSONBytes(text))
    return inference.definition(rootName: "Root")
  }

  private func errors(_ text: String) throws -> [Diagnostic] {
    let place = try #require(DefinedModels(definition(text)).place(isSequence: false))
    return Checker(JSONBytes(text), places: [place], minimumSeverity: .error).diagnostics().diagnostics
  }

  /// Texts, numbers and lists beside objects: the definition that they gave is the one they are read with.
  @Test(arguments: [
    ("[\"join\",{\"room\":1}]\n[\"msg\",{\"room\":2}]\n", "Root at [][]"),
    (#"[["join",{"room":1}],["msg",{"room":2}]]"#, "Root at [][]"),
    ("{\"1\":{\"1\":31}}\n{\"1\":2.5}\n{\"1\":{\"op\":3}}\n", "Root at [][]"),
    ("null\n\"a\"\n", "string at []"),
    ("{\"id\":1,\"at\":2}\nfalse\n[{\"op\":1},{\"op\":2}]\n", "Root at []"),
    (#"["a",{"id":1,"at":2},null]"#, "Root at []"),
  ])
  func mixedValuesAreDecodedAsInferred(_ text: String, _ words: String) throws {
    let models = DefinedModels(definition(text)).descriptions.map(\.meant)
    let places = ModelChoice(of: models, in: JSONBytes(text)).places
    #expect(places.map { "\($0.model.name) at \($0.path)" } == [words])
    let (diagnostics, _) = Checker(JSONBytes(text), places: places, minimumSeverity: .error).diagnostics()
    #expect(diagnostics.map { $0.line() } == [])
  }

  /// Keys are told apart by how they begin, how long they are, and what is behind that, however they are written.
  @Test func keysWithCommonPrefixAreDistinguished() {
    let keys = [
      "", "a", "ab", "abcdefg", "abcdefgh", "abcdefghi", "abcdefghj", "abcdefghij", "é", "éabcdefghi",
    ]
    let object = "{" + keys.map { "\"\($0)\": 1" }.joined(separator: ",") + "}"
    let escaped = object.replacing("ab", with: #"\u0061b"#)
    let found = definition("[\(object),\(escaped),\(object)]").models[0].properties
    #expect(Set(found.map(\.keyPath.description)).count == keys.count)
    #expect(found.allSatisfy { $0.type == .integer }, "\(found.map(\.type.text))")
  }

  /// A number beyond 64 bits with a sign, beside a text.
  @Test func largeNumbersMixedWithStringsDecode() throws {
    #expect(try errors(#"[{"id":10000000000000000000},{"id":"x"}]"#).isEmpty)
  }

  /// A key that every object has is the name of a property, however different the others are.
  @Test func keyPresentInEveryObjectMakesAModel() {
    let text =
      #"[{"at":1,"a":1,"b":2},{"at":2,"c":1,"d":3},{"at":3,"e":5,"f":1},{"at":4,"g":5,"h":1}]"#
    #expect(definition(text).root == .array(.model("Root")))
    #expect(definition(text.replacing("\"at\"", with: "\"1\"")).models.count == 1)
    // Keys that differ altogether are data still.
    #expect(
      definition(#"[{"a":1,"b":2},{"c":1,"d":3},{"e":5,"f":1},{"g":5,"h":1}]"#).root
        == .array(.dictionary(.integer)))
  }

  /// Values that are too deep to be read do not change the inferred types of others.
  @Test func valuesBeyondDepthLimitKeepOtherTypes() throws {
    let deep = (0..<100).reduce("{\"id\":1,\"replies\":[]}") { inner, _ in
      "{\"id\":1,\"replies\":[\(inner)]}"
    }
    let thread = definition("[\(deep)]")
    #expect(thread.models.first?.properties.map(\.type) == [.integer, .array(.model("Root"))])
    #expect(
      thread.models.first?.properties.last?.notes == ["values more than 128 levels deep were not inspected"])
    let list = (0..<200).reduce("null") { inner, number in "{\"v\":\(number),\"next\":\(inner)}" }
    #expect(definition(list).models.first?.properties.map(\.type) == [.integer, .model("Root").asOptional])
    #expect(try errors(list).isEmpty)
    // What inference writes can be read.
    let brackets = definition(String(repeating: "[", count: 300) + String(repeating: "]", count: 300))
    #expect(throws: Never.self) { try Definition(JSONBytes(brackets.fileText)) }
  }

  /// Only what gives every text back is advised.
  @Test(arguments: [
    (
      #"[{"p":"12.50"},{"p":"8.00"}]"#,
      "every value is a number in quotes, but a number would lose the trailing zeros"
    ),
    (#"[{"p":"12.5"},{"p":"8"}]"#, "every value is a number in quotes: could be read with `decimalString`"),
    (
      #"[{"p":"1"},{"p":"8"}]"#, "every value is a whole number in quotes: could be read with `integerString`"
    ),
    (#"[{"zip_code":"10013"},{"zip_code":"80331"}]"#, nil),
    (#"[{"d":"5/3/2023"},{"d":"12/25/2023"}]"#, nil),
    (
      #"[{"d":"05/03/2023"},{"d":"12/25/2023"}]"#,
      "every value is a date: could be read with `date(MM/dd/yyyy)`"
    ),
    (
      #"[{"iat":1700000000},{"iat":1700000001}]"#,
      "looks like seconds since 1970: could be read with `unixSeconds`"
    ),
    (
      #"[{"ts":1700000000000000}]"#,
      "looks like microseconds since 1970: could be read with `unixMicroseconds`"
    ),
    (
      #"[{"w":"2024-W05-3"},{"w":"1999-W53"}]"#, "every value is an ISO 8601 week, for which there is no type"
    ),
    (#"[{"w":"2024-W54"}]"#, nil), (#"[{"w":"2024-W05-8"}]"#, nil), (#"[{"w":"2024-W05-"}]"#, nil),
    (
      #"[{"d":"P1Y2M3W4DT5H6M7.5S"},{"d":"PT0S"},{"d":"P1D"}]"#,
      "every value is an ISO 8601 duration, for which there is no type"
    ),
    (#"[{"d":"PT"}]"#, nil), (#"[{"d":"P1H"}]"#, nil), (#"[{"d":"P1DT"}]"#, nil), (#"[{"d":"P1D2Y"}]"#, nil),
    (#"[{"d":"PD"}]"#, nil), (#"[{"d":"P1"}]"#, nil),
  ]) func onlyLosslessTypesAreSuggested(_ text: String, _ note: String?) {
    #expect(definition(text).models.first?.properties.first?.notes == (note.map { [$0] } ?? []))
  }

  @Test func overridesThatChangeTextAreReported() throws {
    let overrides = try InferenceOverrides(
      JSONBytes(#"{"/-/p":{"as":"decimalString"},"/-/q":{"as":"integerString"}}"#))
    #expect(
      overrides.changedTexts(in: JSONBytes(#"[{"p":"12.50","q":"1"}]"#), isSequence: false)
        == [#"/-/p: with `decimalString`, "12.50" would be written as "12.5" at line 1"#])
    #expect(overrides.changedTexts(in: JSONBytes("[{\"p\":\"1.0\"}]\n[]\n"), isSequence: true).count == 1)
  }

  @Test func overridesRejectTakenAndInvalidNames() throws {
    var inference = Inference()
    inference.read(JSONBytes(#"[{"id":1,"total":2}]"#))
    func models(_ name: String) throws -> InferredModels {
      let overrides = try InferenceOverrides(JSONBytes("{\"/-/id\":{\"property\":\"\(name)\"}}"))
      return inference.models(rootName: "Root", overrides: overrides)
    }
    #expect(try models("total").unusedOverrides == ["Root.id: another property is already named `total`"])
    #expect(try models("total").definition.models[0].properties.map(\.name) == ["id", "total"])
    #expect(try models("number").definition.models[0].properties.map(\.name) == ["number", "total"])
    #expect(throws: DecodingFailure.self) { try models("1 bad") }
    #expect(throws: DecodingFailure.self) {
      try InferenceOverrides(JSONBytes(#"{"/a":{"as":"map"},"/a":{"as":"model"}}"#))
    }
  }

  @Test func definitionTableEscapesControlCharacters() {
    let table = definition(#"[{"a\u001b[31mred":1,"x\ny":"z"}]"#).table()
    #expect(!table.contains("\u{1B}") && table.split(separator: "\n").count == 4)
  }

  /// Properties behind paths and aliases are in the schema.
  @Test func schemasDescribeNestedPaths() throws {
    let definition = try Definition(
      JSONBytes(
        #"""
        {"mantle":1,"root":"P","models":[{"name":"P","properties":[
          {"name":"login","path":"user.login","type":"string"},{"name":"first","path":"tags[0]","type":"string?"},
          {"name":"num","path":"num","aliases":["number"],"type":"integer"},
          {"name":"when","type":"integer","default":0,"onNull":"absent"}]}]}
        """#))
    let validator = try SchemaValidator(definition.jsonSchema(title: "P"))
    func isFine(_ text: String) throws -> Bool { try validator.mistakes(in: JSONDocument(text).root).isEmpty }
    #expect(try isFine(#"{"user":{"login":"x"},"tags":["a",1],"number":1,"when":null}"#))
    #expect(try isFine(#"{"user":{"login":"x"},"num":1}"#))
    #expect(try !isFine(#"{"user":5,"num":1}"#))
    #expect(try !isFine(#"{"user":{},"num":1}"#))
    #expect(try !isFine(#"{"user":{"login":"x"}}"#))
    #expect(try !isFine(#"{"user":{"login":"x"},"num":1,"tags":[5]}"#))
  }

  /// Elements beside one that a path leads to are not mapped, and maps of plain values have no keys that are not.
  @Test func unmappedElementsAreCounted() throws {
    func unmapped(_ definition: Definition, _ text: String) throws -> [String] {
      let models = DefinedModels(definition).descriptions
      let place = try #require(ModelChoice(of: models, in: JSONBytes(text)).places.first)
      return Checker(JSONBytes(text), places: [place]).diagnostics().summary.unmapped.map {
        "\($0.count) \($0.path)"
      }
    }
    let paths = try Definition(
      JSONBytes(
        #"""
        {"mantle":1,"root":"[Q]","models":[{"name":"Q","properties":[
          {"name":"first","path":"tags[0]","type":"string"},{"name":"p","path":"l[1].name","type":"string"}]}]}
        """#))
    let text = #"[{"tags":["x","y","z"],"l":[5,{"name":"a","b":1},7]}]"#
    #expect(try unmapped(paths, text) == ["2 [].tags[]", "2 [].l[]", "1 [].l[].b"])
    let map = #"{"2024-01-01":1,"2024-01-02":2}"#
    #expect(try unmapped(definition(map), map) == [])
  }
}
