import Foundation
import Mantle
import Testing

/// What the original did when writing, by its source, and what writing does here.
struct WritingConformance {
  @Test(
    "UX-35, UX-36, UX-37, UX-38: nil follows one policy, with or without a transformer, and leaves no container"
  )
  func nilIsEncodedByPolicy() throws {
    #expect(
      try Nils().json()
        == #"{"plain":null,"url":null,"date":null,"a":{"b":null},"always":null}"#)
    #expect(try Nils().json(EncodingOptions(nilEncoding: .omitted)) == #"{"always":null}"#)
    let omitting = Nils.mapping.encodeNil(as: .omitted)
    var writer = JSONWriter()
    try omitting.encode(Nils(), to: &writer)
    #expect(String(decoding: writer.finish(), as: UTF8.self) == #"{"always":null}"#)
    #expect(
      try Nils(plain: "p").json(EncodingOptions(nilEncoding: .omitted)) == #"{"plain":"p","always":null}"#)
  }

  @Test("UX-35: nil may be encoded as the property's default, for a call or a property")
  func nilMayBeEncodedAsTheDefault() throws {
    let model = Defaulted(name: nil, count: nil, other: nil)
    #expect(try model.json() == #"{"name":"unnamed","count":null,"other":null}"#)
    let context = EncodingOptions(nilEncoding: .default)
    #expect(try model.json(context) == #"{"name":"unnamed","count":0,"other":null}"#)
  }

  @Test("UX-39: a one-way transformer on a written property is a definition error that names it")
  func oneWayTransformerOnWrittenPropertyIsAnError() throws {
    let properties = Properties(of: Upper.self) { Property(\.text, "text", Upper.oneWay) }
    let mapping = Mapping(Upper.init, properties)
    let error = #expect(throws: MappingError.self) { try mapping.check() }
    #expect(error?.properties == ["text"])
    #expect(error?.description.contains("Upper.text") == true)
    let decoded = Properties(of: Upper.self) { Property(\.text, "text", Upper.oneWay).decodeOnly() }
    try Mapping(Upper.init, decoded).check()
  }

  @Test("UX-47: unknown names in a selection are refused; the original ignores them")
  func selectionRejectsUnknownNames() throws {
    let model = TestModel(name: "foo")
    #expect(throws: MappingError.self) { try model.json(EncodingOptions(excluding: ["no such"])) }
    #expect(throws: MappingError.self) { try model.json(EncodingOptions(including: ["name", "username"])) }
  }

  @Test("UX-48: an excluded property is not encoded as null")
  func excludedPropertyIsNotWritten() throws {
    let json = try Nils().json(EncodingOptions(excluding: ["url", "nested", "always"]))
    #expect(json == #"{"plain":null,"date":null}"#)
  }

  @Test("UX-49: a transitory property that is mapped is written")
  func mappedTransitoryPropertyIsWritten() throws {
    let model = try Cached.decode(json: #"{"value":1,"cache":"c"}"#)
    #expect(try model.json() == #"{"value":1,"cache":"c"}"#)
  }

  @Test("UX-53: models of any kind are written inside arrays")
  func modelsInArraysAreWritten() throws {
    let values = [ConformingModel(name: "a"), ConformingModel(name: "b")]
    #expect(try values.json() == #"[{"name":"a"},{"name":"b"}]"#)
    #expect(try ["k": values].json() == #"{"k":[{"name":"a"},{"name":"b"}]}"#)
  }

  @Test("UX-54: keys are encoded in mapping order, whatever their order in the JSON")
  func keysAreWrittenInMappingOrder() throws {
    let model = try Nils.decode(json: #"{"always":"z","a":{"b":"n"},"plain":"p"}"#)
    #expect(try model.json() == #"{"plain":"p","url":null,"date":null,"a":{"b":"n"},"always":"z"}"#)
  }

  @Test("UX-69: URLs are written absolute, UUIDs in upper case")
  func urlsAreAbsoluteAndUUIDsUppercase() throws {
    let relative = URL(string: "b/c", relativeTo: URL(string: "http://example.com/a/"))
    #expect(try relative.json() == #""http://example.com/a/b/c""#)
    #expect(
      try UUID.decode(json: "\"\(Fixed.uuid.uuidString.lowercased())\"").json()
        == "\"\(Fixed.uuid.uuidString)\"")
  }

  @Test("SD-62, SD-61: bytes to model and model to bytes in one call")
  func bytesRoundTripInOneCall() throws {
    let bytes = Array(#"{"username":"foo","count":"2","nested":{"name":null}}"#.utf8)
    let model = try TestModel.decode(json: bytes)
    #expect(try model.jsonBytes() == bytes)
    #expect(throws: DecodingFailure.self) { try TestModel.decode(json: [0xff, 0x00]) }
  }

  @Test("SD-63, SD-20, SD-22: a local property is neither read nor written")
  func localPropertyIsNeitherDecodedNorEncoded() throws {
    let model = try Stamped.decode(json: #"{"name":"n","stamp":99}"#)
    #expect(model == Stamped(name: "n", stamp: 7))
    #expect(try model.json() == #"{"name":"n"}"#)
  }
}

private struct Nils: Model, Equatable, Sendable {
  var plain: String?
  var url: URL?
  var date: Date?
  var nested: String?
  var always: String?
  static let properties = Properties(of: Nils.self) {
    Property(\.plain, "plain")
    Property(\.url, "url")
    Property(\.date, "date", .iso8601)
    Property(\.nested, "a.b")
    Property(\.always, "always").encodeNil(as: .null)
  }
  static let mapping = Mapping(Nils.init, properties)
}

private struct Defaulted: Model, Equatable, Sendable {
  let name: String?
  let count: Int?
  let other: Int?
  static let properties = Properties(of: Defaulted.self) {
    Property(\.name, "name").default("unnamed").encodeNil(as: .default)
    Property(\.count, "count").default(0)
    Property(\.other, "other")
  }
  static let mapping = Mapping(Defaulted.init, properties)
}

private struct Upper: Equatable, Sendable {
  let text: String
  static let oneWay = JSONTransformer(ForwardTransformer<String, String>("upper") { $0.uppercased() })
}

private struct Cached: Model, Equatable, Sendable {
  let value: Int
  let cache: String?
  static let properties = Properties(of: Cached.self) {
    Property(\.value, "value")
    Property(\.cache, "cache").retention(.transient)
  }
  static let mapping = Mapping(Cached.init, properties)
}

private struct Stamped: Model, Equatable, Sendable {
  let name: String
  let stamp: Int
  static let properties = Properties(of: Stamped.self) {
    Property(\.name, "name")
    Property(local: \.stamp) { 7 }
  }
  static let mapping = Mapping(Stamped.init, properties)
}
