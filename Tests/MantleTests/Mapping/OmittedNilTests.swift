import Testing

@testable import Mantle

/// Properties that are left out where they are nil, wherever they stand: with and without a context, which take two ways
/// of writing.
struct OmittedNilTests {
  struct Note: Model, Equatable {
    var first: String?
    var second: String?
    var street: String?
    var city: String
    var zip: String?
    var last: String?

    static let properties = Properties(of: Note.self) {
      Property(\.first, "first").onNil(.omit)
      Property(\.second, "second").onNil(.omit)
      Property(\.street, "address.street")
      Property(\.city, "address.city")
      Property(\.zip, "address.zip").onNil(.omit)
      Property(\.last, "last").onNil(.omit)
    }
    static let mapping = Mapping(Note.init, properties)
  }

  /// A container that may stay empty is left out with what is in it.
  struct Wrapped: Model, Equatable {
    var inner: Int?
    var after: Int?

    static let properties = Properties(of: Wrapped.self) {
      Property(\.inner, "a.b").onNil(.omit)
      Property(\.after, "c").onNil(.omit)
    }
    static let mapping = Mapping(Wrapped.init, properties)
  }

  @Test(arguments: 0..<32) func leavesOut(_ present: Int) throws {
    func value(_ bit: Int) -> String? { present & 1 << bit == 0 ? nil : "v\(bit)" }
    let note = Note(
      first: value(0), second: value(1), street: value(2), city: "X", zip: value(3), last: value(4))
    var members: [String] = []
    if let first = note.first { members.append(#""first":"\#(first)""#) }
    if let second = note.second { members.append(#""second":"\#(second)""#) }
    let zip = note.zip.map { #","zip":"\#($0)""# } ?? ""
    let street = note.street.map { #""\#($0)""# } ?? "null"
    members.append(#""address":{"street":\#(street),"city":"X"\#(zip)}"#)
    if let last = note.last { members.append(#""last":"\#(last)""#) }
    try expect(note, "{" + members.joined(separator: ",") + "}")
  }

  @Test(
    arguments: [
      (nil, nil, "{}"), (1, nil, #"{"a":{"b":1}}"#), (nil, 2, #"{"c":2}"#),
      (1, 2, #"{"a":{"b":1},"c":2}"#),
    ] as [(Int?, Int?, String)])
  func emptyContainers(inner: Int?, after: Int?, json: String) throws {
    try expect(Wrapped(inner: inner, after: after), json)
  }

  private func expect<Root: Model & Equatable>(_ model: Root, _ json: String) throws {
    #expect(try model.json() == json)
    #expect(try written(model, with: EncodingContext()) == json)
    #expect(try Root.decode(json: json) == model)
    // Inside a list the comma before an element is none of the model's.
    #expect(try [model, model].json() == "[\(json),\(json)]")
  }

  private func written<Root: Model>(_ model: Root, with context: EncodingContext) throws -> String {
    var writer = JSONWriter()
    writer.context = context
    try Root.mapping.encode(model, to: &writer)
    return String(decoding: writer.finish(), as: UTF8.self)
  }

  @Test func aMappingWideOmission() throws {
    struct Pair: Model {
      var a: Int?
      var b: Int?
      static let properties = Properties(of: Pair.self) {
        Property(\.a, "a")
        Property(\.b, "b")
      }
      static let mapping = Mapping(Pair.init, properties).onNil(.omit)
    }
    for (pair, json) in [
      (Pair(a: nil, b: nil), "{}"), (Pair(a: nil, b: 1), #"{"b":1}"#), (Pair(a: 1), #"{"a":1}"#),
    ] {
      #expect(try pair.json() == json)
      #expect(try written(pair, with: EncodingContext()) == json)
    }
  }
}
