import Foundation
import Mantle
import Testing

@testable import TerminalText

/// Several paths into one property, transformers by type, hooks: what took an adapter subclass.
struct AdapterConfigurationConformance {
  static let multiKey = #"{"location":20,"length":12,"nested":{"location":12,"length":34}}"#

  @Test("JA-05, JA-06: several paths round-trip as one value; nested members share their container")
  func severalPathsRoundTripAsOneValue() throws {
    let model = try MultiKeyModel.decode(json: Self.multiKey)
    #expect(model.range == MultiKeyModel.Span(location: 20, length: 12))
    #expect(model.nestedRange == MultiKeyModel.Span(location: 12, length: 34))
    #expect(try model.json() == Self.multiKey)
  }

  @Test(
    "UX-27, UX-29: an absent or null member is nil",
    arguments: [
      #"{"location":20}"#, #"{"location":20,"length":null}"#,
    ])
  func absentOrNullMemberIsNil(_ text: String) throws {
    #expect(try MultiKeyModel.decode(json: text).range == MultiKeyModel.Span(location: 20, length: -1))
  }

  @Test("UX-28: a property whose members are all absent keeps its default")
  func propertyWithoutAnyMemberKeepsItsDefault() throws {
    #expect(try MultiKeyModel.decode(json: "{}") == MultiKeyModel())
    let missing = try onlyError(decoding: RequiredPair.self, "{}")
    #expect(missing.code == .missing)
    #expect(missing.property == "pair")
  }

  @Test("UX-30: several paths decode into a dictionary")
  func severalPathsDecodeIntoADictionary() throws {
    let text = #"{"a":1,"b":{"c":2}}"#
    #expect(try Gathered.decode(json: text).values == ["a": 1, "b.c": 2])
    try expectRoundTrip(Gathered.self, text)
  }

  @Test("UX-31: the error for a blocked member names its path")
  func blockedMemberIsNamedByItsPath() throws {
    let error = try onlyError(decoding: MultiKeyModel.self, #"{"nested":7}"#)
    #expect(error.code == .blockedPath)
    #expect(error.property == "nestedRange")
    #expect(error.expected?.contains("nested.location") == true)
  }

  @Test("UX-31: the error for a mistyped member has its path")
  func mistypedMemberIsNamedByItsPath() throws {
    let error = try onlyError(decoding: MultiKeyModel.self, #"{"location":1,"length":"x"}"#)
    #expect(error.property == "range")
    #expect(error.path == "length")
    #expect(error.code == .typeMismatch)
  }

  @Test("UX-43, UX-44: nil members and nil values of several paths follow the null policy")
  func nilMembersFollowTheNullPolicy() throws {
    #expect(try HalfOpen(span: (1, nil)).json() == #"{"from":1,"to":null}"#)
    #expect(try HalfOpen(span: (1, nil)).json(EncodingOptions(nilEncoding: .omitted)) == #"{"from":1}"#)
    #expect(try HalfOpen(span: nil).json() == #"{"from":null,"to":null}"#)
    #expect(try HalfOpen(span: nil).json(EncodingOptions(nilEncoding: .omitted)) == "{}")
  }

  @Test("JA-12, UX-15, SD-23, SD-75: a registry chooses a transformer by the property's name")
  func registryChoosesTransformersByPropertyName() throws {
    let model = try TwoURLs.decode(
      json: #"{"URL":"http://github.com/1","other_url":"http://github.com/2 3"}"#)
    #expect(model.url.absoluteString == "http://github.com/1")
    #expect(model.otherURL.absoluteString == "http://github.com/2%203")
    let error = try onlyError(
      decoding: TwoURLs.self, #"{"URL":"http://github.com/1 2","other_url":"http://github.com/2"}"#)
    #expect(error.property == "url")
  }

  @Test("JA-14: UUIDs decode by their type and by the registry")
  func uuidsDecodeByTypeAndRegistry() throws {
    let model = try TwoUUIDs.decode(
      json: """
        {"UUID":"D278C472-6DC3-4EE1-A947-861E6AF311C3","otherUUID":"24E1E56A-3F37-4ECE-8310-931F6ACD401A"}
        """)
    #expect(model.uuid.uuidString == "D278C472-6DC3-4EE1-A947-861E6AF311C3")
    #expect(
      try model.json() == """
        {"UUID":"D278C472-6DC3-4EE1-A947-861E6AF311C3","otherUUID":"24e1e56a-3f37-4ece-8310-931f6acd401a"}
        """)
  }

  @Test("UX-13, SD-24: a property's own transformer overrides the registry")
  func ownTransformerOverridesTheRegistry() throws {
    let text = #"{"own":"abc","other":"abc"}"#
    #expect(try OwnTransformer.decode(json: text) == OwnTransformer(own: "cba", other: "ABC"))
    try expectRoundTrip(OwnTransformer.self, text)
  }

  @Test("UX-16: the registry overrides the nested model's own mapping")
  func registryOverridesTheNestedMapping() throws {
    #expect(try ByName.decode(json: #"{"conforming":"just a name"}"#).conforming.name == "just a name")
  }

  @Test("JA-21, JA-22: a hook adds a member to every object of one model")
  func hookAddsMemberOnEncoding() throws {
    let model = try Tagged.decode(json: #"{"username":"foo"}"#)
    #expect(try model.json() == #"{"username":"foo","test":true}"#)
  }

  @Test("JA-43, JA-44: the hook of a call reaches nested models in every container")
  func hookOfTheCallReachesNestedModels() throws {
    let context = EncodingOptions { model, additions in try additions.set("model", model) }
    #expect(
      try [Tagged(name: "n")].json(context) == #"[{"username":"n","test":true,"model":"Tagged"}]"#)
    let nested = NestingModel(conforming: TestModel(name: "a"), nonConforming: nil, property: nil)
    let json = try JSONValue(json: try nested.json(context))
    #expect(json.node.find("conforming.model")?.displayText == "TestModel")
    #expect(json.node.find("model")?.displayText == "NestingModel")
  }

  @Test("JA-21: a hook before decoding may replace the object")
  func hookReplacesObjectBeforeDecoding() throws {
    #expect(try Unwrapped.decode(json: #"{"data":{"name":"inside"}}"#).name == "inside")
    #expect(try Unwrapped.decode(json: #"{"name":"outside"}"#).name == "outside")
  }
}

private struct RequiredPair: Model, Sendable {
  let pair: [Int]
  static let properties = Properties(of: RequiredPair.self) {
    Property(\.pair, from: Member<Int>("a"), Member<Int>("b")) {
      [$0 ?? 0, $1 ?? 0]
    } reverse: {
      ($0[0], $0[1])
    }
  }
  static let mapping = Mapping(RequiredPair.init, properties)
}

private struct Gathered: Model, Equatable, Sendable {
  let values: [String: Int]
  static let properties = Properties(of: Gathered.self) {
    Property(\.values, from: Member<Int>("a"), Member<Int>("b.c")) { a, c in
      ["a": a, "b.c": c].compactMapValues { $0 }
    } reverse: {
      ($0["a"], $0["b.c"])
    }
  }
  static let mapping = Mapping(Gathered.init, properties)
}

private struct HalfOpen: Model, Sendable {
  let span: (from: Int, to: Int?)?
  static let properties = Properties(of: HalfOpen.self) {
    Property(\.span, from: Member<Int>("from"), Member<Int>("to")) { from, to in
      from.map { ($0, to) }
    } reverse: {
      ($0?.from, $0?.to)
    }
  }
  static let mapping = Mapping(HalfOpen.init, properties)
}

private struct TwoURLs: Model, Equatable, Sendable {
  let url: URL
  let otherURL: URL

  static let lenient = TransformerRegistry().choosing(for: URL.self) { $0 == "otherURL" ? .lenientURL : nil }

  static let properties = Properties(of: TwoURLs.self, transformers: lenient) {
    Property(\.url, "URL")
    Property(\.otherURL, "other_url")
  }
  static let mapping = Mapping(TwoURLs.init, properties)
}

private struct TwoUUIDs: Model, Equatable, Sendable {
  let uuid: UUID
  let otherUUID: UUID

  static let properties = Properties(
    of: TwoUUIDs.self,
    transformers: TransformerRegistry().choosing(for: UUID.self) { $0 == "otherUUID" ? .lowercaseUUID : nil }
  ) {
    Property(\.uuid, "UUID")
    Property(\.otherUUID, "otherUUID")
  }
  static let mapping = Mapping(TwoUUIDs.init, properties)
}

private struct OwnTransformer: Model, Equatable, Sendable {
  let own: String
  let other: String

  static let reversed = JSONTransformer(
    Transformer<String, String>("reversed", both: { String($0.reversed()) }))
  static let shouted = JSONTransformer(
    Transformer<String, String>("shouted", forward: { $0.uppercased() }, reverse: { $0.lowercased() }))

  static let properties = Properties(
    of: OwnTransformer.self, transformers: TransformerRegistry().using(shouted, for: String.self)
  ) {
    Property(\.own, "own", reversed)
    Property(\.other, "other")
  }
  static let mapping = Mapping(OwnTransformer.init, properties)
}

private struct ByName: Model, Equatable, Sendable {
  let conforming: ConformingModel
  static let properties = Properties(
    of: ByName.self,
    transformers: TransformerRegistry().using(
      .custom("by name", from: String.self, forward: { ConformingModel(name: $0) }, reverse: { $0.name }),
      for: ConformingModel.self)
  ) {
    Property(\.conforming, "conforming")
  }
  static let mapping = Mapping(ByName.init, properties)
}

private struct Tagged: Model, Equatable, Sendable {
  let name: String
  static let properties = Properties(of: Tagged.self) { Property(\.name, "username") }
  static let mapping = Mapping(Tagged.init, properties)
    .afterEncoding { _, additions in try additions.set("test", true) }
}

struct Unwrapped: Model, Equatable, Sendable {
  let name: String
  static let properties = Properties(of: Unwrapped.self) { Property(\.name, "name") }
  static let mapping = Mapping(Unwrapped.init, properties)
    .beforeDecoding { $0["data"].map { Array($0.rawText.utf8) } }
}
