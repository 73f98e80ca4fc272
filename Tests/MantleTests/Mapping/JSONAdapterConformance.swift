import Foundation
import Mantle
import Testing

/// The cases about the JSON adapter that concern single values and objects.
struct JSONAdapterConformance {
  @Test("JA-01, JA-02, OA-01: null and a count as a string round-trip with null and its container")
  func nullAndCountAsStringRoundTrip() throws {
    let model = try TestModel.decode(json: #"{"username":null,"count":"5"}"#)
    #expect(model == TestModel(name: nil, count: 5))
    try expectJSON(model, is: #"{"username":null,"count":"5","nested":{"name":null}}"#)
  }

  @Test("JA-03, JA-04: a nested name round-trips")
  func nestedNameRoundTrips() throws {
    let text = #"{"username":"foo","nested":{"name":"bar"},"count":"0"}"#
    #expect(try TestModel.decode(json: text) == TestModel(name: "foo", count: 0, nestedName: "bar"))
    try expectRoundTrip(TestModel.self, text)
  }

  @Test("JA-07, UX-26: a string that blocks a nested path is an error")
  func blockedPathIsAnError() throws {
    let error = try onlyError(
      decoding: TestModel.self, #"{"username":"foo","nested":"bar","count":"0"}"#)
    #expect(error.code == .blockedPath)
    #expect(error.property == "nestedName")
    #expect(error.path == "nested")
    #expect(error.found == #""bar""#)
  }

  @Test("JA-08: a plain path does not fan out")
  func plainPathOverArrayIsAnError() throws {
    let error = try onlyError(
      decoding: PlainArrayModel.self, #"{"users":[{"name":"foo"},{"name":"bar"},{"name":"baz"}]}"#)
    #expect(error.code == .blockedPath)
    #expect(error.property == "names")
    #expect(error.path == "users")
  }

  @Test("OA-03: an each-element path round-trips")
  func eachElementPathRoundTrips() throws {
    let text = #"{"users":[{"name":"foo"},{"name":"bar"},{"name":"baz"}]}"#
    #expect(try EachElementModel.decode(json: text).names == ["foo", "bar", "baz"])
    try expectRoundTrip(EachElementModel.self, text)
  }

  @Test("JA-09: a null container makes its leaf nil")
  func nullContainerMakesItsLeafNil() throws {
    let model = try TestModel.decode(json: #"{"username":"foo","nested":null,"count":"0"}"#)
    #expect(model == TestModel(name: "foo", count: 0, nestedName: nil))
  }

  @Test("JA-10: unknown keys are ignored at every level")
  func unknownKeysAreIgnoredAtEveryLevel() throws {
    let model = try TestModel.decode(
      json: """
        {"foobar":"foo","count":"2","_":null,"username":"buzz",
         "nested":{"name":"bar","stuffToIgnore":5,"moreNonsense":null}}
        """)
    #expect(model == TestModel(name: "buzz", count: 2, nestedName: "bar"))
  }

  @Test("JA-11: the model's own validation error is reported")
  func validationErrorOfTheModelIsReported() throws {
    let error = try onlyError(decoding: TestModel.self, #"{"username":"this is too long a name"}"#)
    #expect(error.code == .validation)
    #expect(error.property == "name")
    #expect(error.underlying as? FixtureError == .nameTooLong)
  }

  @Test("JA-13, JA-15: a URL and a UUID are written as text")
  func urlsAndUUIDsAreEncodedAsStrings() throws {
    try expectJSON(URLModel(), is: #"{"URL":"http://github.com"}"#)
    try expectJSON(UUIDModel(), is: #"{"UUID":"4A275FBD-8217-4397-964B-403F4C2B8545"}"#)
  }

  @Test("JA-16: a boolean is encoded as a boolean")
  func booleanIsEncodedAsBoolean() throws {
    #expect(try BoolModel().json() == #"{"flag":false}"#)
  }

  @Test("JA-17: a computed property is written and not read")
  func computedPropertyIsEncodedButNotDecoded() throws {
    let model = try PageModel.decode(json: #"{"title":"T","homepage":"http://example.com"}"#)
    #expect(try model.json() == #"{"title":"T","homepage":"about:blank"}"#)
  }

  @Test(
    "JA-18, JA-19, JA-20: a mistyped value is an error that contains the value",
    arguments: [
      ("URL", "666", "number 666"), ("flag", #""Potentially""#, #""Potentially""#),
      ("string", "666", "number 666"),
    ])
  func mistypedValueIsAnErrorWithTheValue(_ key: String, _ json: String, _ found: String) throws {
    let text = "{\"\(key)\":\(json)}"
    let error =
      switch key {
      case "URL": try onlyError(decoding: URLModel.self, text)
      case "flag": try onlyError(decoding: BoolModel.self, text)
      default: try onlyError(decoding: StringModel.self, text)
      }
    #expect(error.code == .typeMismatch)
    #expect(error.found == found)
  }

  @Test("JA-23: excluded properties leave no empty container")
  func excludedPropertiesLeaveNoContainer() throws {
    let model = TestModel(name: "foo", count: 5)
    let context = EncodingOptions(excluding: ["count", "nestedName"])
    #expect(try model.json(context) == #"{"username":"foo"}"#)
    #expect(try model.json(EncodingOptions(including: ["name"])) == #"{"username":"foo"}"#)
  }

  @Test(
    "JA-24: an untyped property keeps any JSON",
    arguments: [#""Not an NSValue""#, "12.50", "null", #"[1,{"a":true}]"#])
  func untypedPropertyKeepsAnyJSON(_ value: String) throws {
    let text = "{\"anyObject\":\(value)}"
    let model = try AnyModel.decode(json: text)
    #expect(model.anyObject.text == value)
    #expect(try model.json() == text)
  }

  @Test("JA-25: a reverse transformer that fails names the property")
  func failingReverseTransformerNamesTheProperty() throws {
    let model = NestingModel(conforming: nil, nonConforming: NestingModel.Opaque(), property: nil)
    let error = #expect(throws: EncodingProblem.self) { try model.json() }
    #expect(error?.property == "nonConforming")
    #expect(error?.description.contains("NestingModel.nonConforming") == true)
  }

  @Test("JA-30: a plain type decodes without a base class")
  func plainTypeConformsToModel() throws {
    #expect(try ConformingModel.decode(json: #"{"name":"foo"}"#) == ConformingModel(name: "foo"))
  }

  @Test("JA-32: an absent key is validated")
  func absentKeyIsValidated() throws {
    let error = try onlyError(decoding: ValidationModel.self, "{}")
    #expect(error.underlying as? FixtureError == .nameMissing)
  }

  @Test("JA-46: decoding with `try?` gives the same value")
  func optionalTryGivesTheSameValue() {
    let text = #"[{"username":"foo"},{"username":"bar"}]"#
    #expect((try? [TestModel].decode(json: text))?.map(\.name) == ["foo", "bar"])
    #expect((try? [TestModel].decode(json: "[1]")) == nil)
  }

  @Test("JA-50, OA-06: mappings and transformers hold no cycle of references")
  func mappingsAndTransformersHaveNoReferenceCycle() throws {
    weak var mapping: Mapping<TestModel>?
    do {
      let freshProperties = Properties(of: TestModel.self) {
        Property(\.name, "username")
        Property(\.count, "count", .decimalString).default(1)
        Property(\.nestedName, "nested.name")
      }
      let fresh = Mapping(TestModel.init, freshProperties)
      try fresh.check()
      mapping = fresh
      #expect(mapping != nil)
    }
    #expect(mapping == nil)
  }

  @Test("JA-51: models that refer to each other decode")
  func mutuallyRecursiveModelsDecode() throws {
    let text = #"{"owner":{"name":"Cameron"},"users":[{"name":"Dimitri"},{"name":"John"}]}"#
    let group = try RecursiveGroup.decode(json: text)
    #expect(group.users.map(\.name) == ["Dimitri", "John"])
    #expect(group.owner?.groups.isEmpty == true)
  }

  @Test("JA-52, JA-53, JA-54: properties whose type is not a model decode by their type")
  func nonModelPropertiesDecodeByTheirType() throws {
    let model = try NestingModel.decode(
      json: """
        {"property":"property","conforming":{"username":"testName","count":"5"},"nonConforming":null}
        """)
    #expect(model.conforming == TestModel(name: "testName", count: 5))
    #expect(model.nonConforming == nil)
    #expect(model.property == "property")
    let error = try onlyError(decoding: NestingModel.self, #"{"nonConforming":{}}"#)
    #expect(error.property == "nonConforming")
    #expect(error.found == "empty object")
  }

  @Test("OA-02: a model built from properties is written")
  func modelBuiltFromPropertiesIsEncoded() throws {
    try expectJSON(
      TestModel(name: "foobar", count: 5),
      is: #"{"username":"foobar","count":"5","nested":{"name":null}}"#)
  }

  @Test("OA-04, OA-05: input without an object is an error", arguments: ["", " ", #""""#])
  func decodingRejectsInputWithoutAnObject(_ text: String) throws {
    let error = try onlyError(decoding: TestModel.self, text)
    #expect(error.code == (text.contains("\"") ? .typeMismatch : .syntax))
  }
}

/// A page whose address no JSON changes.
private struct PageModel: Model, Equatable, Sendable {
  let title: String
  var homepage: URL? { URL(string: "about:blank") }

  init(title: String) { self.title = title }

  private init(title: String, homepage _: URL?) { self.init(title: title) }

  static let properties = Properties(of: PageModel.self) {
    Property(\.title, "title")
    Property(\.homepage, "homepage").encodeOnly()
  }
  static let mapping = Mapping(PageModel.init(title:homepage:), properties)
}
