import Mantle
import Testing

@testable import MantleDefinitions

/// What a person decides by JSON Pointer counts, each time the data is read.
@Suite struct OverridesTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let overrides: String
    let data: String
    let expected: String

    var testDescription: String { overrides }
  }

  private func models(_ data: String, _ overrides: String) throws -> InferredModels {
    var inference = Inference()
    inference.read(JSONBytes(data))
    return inference.models(rootName: "Root", overrides: try InferenceOverrides(JSONBytes(overrides)))
  }

  static let rows: [Row] = [
    Row(overrides: "{}", data: #"{"a":{"x":1,"y":2}}"#, expected: "Root Root{a:A} A{x:integer y:integer}"),
    Row(
      overrides: #"{"/a":{"as":"map"}}"#, data: #"{"a":{"x":1,"y":2}}"#, expected: "Root Root{a:{integer}}"),
    Row(
      overrides: #"{"/a":{"as":"model","name":"Days"}}"#, data: #"{"a":{"1":1,"2":2}}"#,
      expected: "Root Root{a:Days} Days{_1:integer _2:integer}"),
    Row(
      overrides: #"{"/-/at":{"as":"unixSeconds","property":"changed"}}"#, data: #"[{"at":1},{"at":null}]"#,
      expected: "[Root] Root{changed:unixSeconds?}"),
    Row(
      overrides: #"{"/-/s":{"as":"enum"}}"#, data: #"[{"s":"b"},{"s":"a"}]"#, expected: "[Root] Root{s:enum}"),
    Row(
      overrides: #"{"/-/s":{"as":"string"}}"#,
      data: "[" + (0..<20).map { #"{"s":"\#($0 % 2 == 0 ? "a" : "b")"}"# }.joined(separator: ",") + "]",
      expected: "[Root] Root{s:string}"),
    Row(
      overrides: #"{"/m/-/v":{"as":"decimal"}}"#, data: #"{"m":{"1":{"v":1},"2":{"v":2}}}"#,
      expected: "Root Root{m:{MItem}} MItem{v:decimal}"),
    Row(
      overrides: #"{"/-":{"as":"model"}}"#,
      data: "["
        + (0..<12).map { $0 % 2 == 0 ? #"{"type":"a","x":1,"y":2}"# : #"{"type":"b","z":1}"# }
        .joined(separator: ",") + "]",
      expected: "[Root] Root{type:enum x:integer? z:integer? y:integer?}"),
    Row(
      overrides: #"{"/a":{"as":"[map]"}}"#, data: #"{"a":[{"x":1,"y":2}]}"#,
      expected: "Root Root{a:[{integer}]}"),
    Row(
      overrides: #"{"/a":{"as":"[model]","name":"Way"}}"#, data: #"{"a":[{"1":1,"2":2}]}"#,
      expected: "Root Root{a:[Way]} Way{_1:integer _2:integer}"),
    Row(
      overrides: #"{"/-":{"as":"cluster"}}"#, data: #"[{"type":"a","x":1},{"type":"b","y":2}]"#,
      expected: "[Root] Root{by type a=A b=B} A{type:string x:integer} B{type:string y:integer}"),
    // Objects that would be one model are two where they have two names; a name of a list is that of its elements.
    Row(
      overrides: #"{"/a":{"name":"From"},"/b":{"name":"To"}}"#,
      data: #"{"a":{"x":1,"y":2,"z":3},"b":{"x":1,"y":2,"z":3}}"#,
      expected: "Root Root{a:From b:To} From{x:integer y:integer z:integer} To{x:integer y:integer z:integer}"
    ),
    Row(
      overrides: #"{"/a":{"name":"Way"}}"#, data: #"{"a":[{"x":1,"y":2}]}"#,
      expected: "Root Root{a:[Way]} Way{x:integer y:integer}"),
    // A name that a person gives is given first.
    Row(
      overrides: #"{"/z/b":{"name":"A"}}"#, data: #"{"a":{"x":1},"z":{"b":{"y":1}}}"#,
      expected: "Root Root{a:RootA z:Z} RootA{x:integer} Z{b:A} A{y:integer}"),
    Row(overrides: #"{"/a~0b":{"as":"double"}}"#, data: #"{"a~b":1}"#, expected: "Root Root{aB:double}"),
  ]

  @Test(arguments: rows) func overridesDecideTheInferredTypes(_ row: Row) throws {
    let models = try models(row.data, row.overrides)
    #expect(ClusterInferenceTests.brief(models.definition) == row.expected)
    #expect(models.unusedOverrides == [])
  }

  @Test func overridesOfMissingPlacesAreReported() throws {
    #expect(
      try models(#"{"a":1}"#, #"{"/b":{"as":"double"}}"#).unusedOverrides == [
        "/b: no such place in the data"
      ])
  }

  @Test(arguments: [
    (#"{"/a":{"as":"map"}}"#, "/a: there are no objects here that could be a `map`"),
    (#"{"/a":{"as":"model"}}"#, "/a: there are no objects here that could be a `model`"),
    (
      #"{"/n":{"as":"cluster"}}"#,
      "/n: not all objects here have a string under one key such as `type`, `kind`, `event`, `op` or `action`"
    ),
    (#"{"/n":{"as":"enum"}}"#, "/n: there are no strings here, or too many different ones for an `enum`"),
  ]) func overridesWithoutMatchingDataAreReported(_ overrides: String, _ words: String) throws {
    #expect(try models(#"{"a":["x"],"n":1}"#, overrides).unusedOverrides == [words])
  }

  /// Two models cannot have one name.
  @Test(arguments: [
    (
      #"{"a":{"x":1},"b":{"y":2}}"#, "/b: the name `X` is not used: another model has this name",
      "Root Root{a:X b:B} X{x:integer} B{y:integer}"
    )
  ]) func duplicateModelNamesAreReported(_ data: String, _ words: String, _ expected: String) throws {
    let models = try models(data, #"{"/a":{"name":"X"},"/b":{"name":"X"}}"#)
    #expect(models.unusedOverrides == [words])
    #expect(ClusterInferenceTests.brief(models.definition) == expected)
  }

  @Test func overridesSilenceAdvice() throws {
    let (data, advised) = (#"{"created_at":1700000000}"#, "could be read with `unixSeconds`")
    #expect(try models(data, "{}").definition.fileText.contains(advised))
    let decided = try models(data, #"{"/created_at":{"as":"unixSeconds"}}"#).definition
    #expect(!decided.fileText.contains(advised))
    // A definition whose type was changed by hand keeps the note; what is made of it does not.
    let file = try models(data, "{}").definition.fileText.replacing("\"integer\"", with: "\"unixSeconds\"")
    let changed = try Definition(JSONBytes(file))
    #expect(changed.fileText.contains(advised))
    #expect(!changed.swiftSource.contains(advised) && !changed.table().contains(advised))
  }

  @Test func overrideErrorExplainsFormUsedAsKey() throws {
    let failure = try #require(throws: DecodingFailure.self) {
      try InferenceOverrides(JSONBytes(#"{"/a":{"map":true}}"#))
    }
    #expect(failure.diagnostics.first?.help == "write the form as a value: \"as\": \"map\"")
  }

  @Test(arguments: [
    (#"{"/a":{"as":"strng"}}"#, "1:13"), (#"{"a":{"as":"string"}}"#, "1:2"), (#"{"/a":{"as":1}}"#, "1:13"),
    (#"{"/a":{"bogus":1}}"#, "1:8"), (#"{"/a":{"map":true}}"#, "1:8"), ("[]", "1:1"),
    (#"{"/a":{"as":"[map"}}"#, "1:13"), (#"{"/a":{"name":"user"}}"#, "1:15"),
    (#"{"/a":{"name":"My User"}}"#, "1:15"),
  ]) func overrideErrorsHaveLocations(_ text: String, _ place: String) throws {
    let failure = try #require(throws: DecodingFailure.self) { try InferenceOverrides(JSONBytes(text)) }
    #expect(failure.diagnostics.map { $0.location.map { "\($0.line):\($0.column)" } } == [place])
  }

  /// No Swift string holds half a surrogate pair.
  @Test(arguments: [
    (#"[{"a":"x\ud800y"},{"a":"z"}]"#, "json"), (#"[{"a":"\ud83c\udf0a"},{"a":"\ufffd"}]"#, "string"),
  ]) func stringWithLoneSurrogateIsInferredAsJSON(_ data: String, _ type: String) throws {
    let property = try #require(try models(data, "{}").definition.models.first?.properties.first)
    #expect(property.type.text == type)
    #expect(property.notes.isEmpty == (type == "string"))
  }

  @Test func duplicateKeyCountsOnceAsEvidence() {
    let data = JSONBytes(#"{"a":1,"a":2,"a":3}"#)
    var inference = Inference()
    inference.read(data)
    let evidence = inference.models(rootName: "Root").evidence["Root"]?["a"]
    #expect(evidence?.words([data]) == "1 of 1, first at line 1")
  }

  @Test func evidenceCountsValuesAndTheirFirstLine() throws {
    let data = JSONBytes("[{\"a\":\"x\"},\n{\"a\":null,\"b\":1},\n{\"a\":\"y\"}]")
    var inference = Inference()
    inference.read(data)
    let models = inference.models(rootName: "Root")
    #expect(models.evidence["Root"]?["a"]?.words([data]) == "3 of 3, 2 distinct, null in 1, first at line 1")
    #expect(models.evidence["Root"]?["b"]?.words([data]) == "1 of 3, first at line 2")
    let documented = models.documented([data]).model("Root")?.properties.map(\.documentation)
    #expect(documented == ["3 of 3, 2 distinct, null in 1", "1 of 3, first at line 2"])
  }
}
