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
      Property(\.first, "first").encodeNil(as: .omitted)
      Property(\.second, "second").encodeNil(as: .omitted)
      Property(\.street, "address.street")
      Property(\.city, "address.city")
      Property(\.zip, "address.zip").encodeNil(as: .omitted)
      Property(\.last, "last").encodeNil(as: .omitted)
    }
    static let mapping = Mapping(Note.init, properties)
  }

  /// A container that may stay empty is left out with what is in it.
  struct Wrapped: Model, Equatable {
    var inner: Int?
    var after: Int?

    static let properties = Properties(of: Wrapped.self) {
      Property(\.inner, "a.b").encodeNil(as: .omitted)
      Property(\.after, "c").encodeNil(as: .omitted)
    }
    static let mapping = Mapping(Wrapped.init, properties)
  }

  @Test(arguments: 0..<32) func encodingOmitsNilMembers(_ present: Int) throws {
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
  func emptyContainersAreOmitted(inner: Int?, after: Int?, json: String) throws {
    try expect(Wrapped(inner: inner, after: after), json)
  }

  private func expect<Root: Model & Equatable>(_ model: Root, _ json: String) throws {
    #expect(try model.json() == json)
    #expect(try written(model, with: EncodingOptions()) == json)
    #expect(try Root.decode(json: json) == model)
    // Inside a list the comma before an element is none of the model's.
    #expect(try [model, model].json() == "[\(json),\(json)]")
  }

  private func written<Root: Model>(_ model: Root, with context: EncodingOptions) throws -> String {
    var writer = JSONWriter()
    writer.context = EncodingContext(context)
    try Root.mapping.encode(model, to: &writer)
    return String(decoding: writer.finish(), as: UTF8.self)
  }

  @Test func mappingMayOmitEveryNil() throws {
    struct Pair: Model {
      var a: Int?
      var b: Int?
      static let properties = Properties(of: Pair.self) {
        Property(\.a, "a")
        Property(\.b, "b")
      }
      static let mapping = Mapping(Pair.init, properties).encodeNil(as: .omitted)
    }
    for (pair, json) in [
      (Pair(a: nil, b: nil), "{}"), (Pair(a: nil, b: 1), #"{"b":1}"#), (Pair(a: 1), #"{"a":1}"#),
    ] {
      #expect(try pair.json() == json)
      #expect(try written(pair, with: EncodingOptions()) == json)
    }
  }

  /// Values at indices, whose places are null if a later place has a value.
  struct Indexed: MappedHashable {
    var first: Int?
    var second: Int?
    var part: Int?
    var otherPart: Int?
    var deep: Int?
    var otherDeep: Int?

    static let properties = Properties(of: Indexed.self) {
      Property(\.first, "a[0]")
      Property(\.second, "a[1]")
      Property(\.part, "b[0].x")
      Property(\.otherPart, "b[1].x")
      Property(\.deep, "c[0][0]")
      Property(\.otherDeep, "c[0][1]")
    }
    static let mapping = Mapping(Indexed.init, properties)
  }

  struct Triple: MappedHashable {
    var a: Int?
    var b: Int?
    var c: Int?
    static let properties = Properties(of: Triple.self) {
      Property(\.a, "[0]")
      Property(\.b, "[1]")
      Property(\.c, "[2]")
    }
    static let mapping = Mapping(Triple.init, properties).encodeNil(as: .omitted)
  }

  @Test(arguments: 0..<64) func omittedElementsBeforeOthersAreNull(_ present: Int) throws {
    func value(_ bit: Int) -> Int? { present & 1 << bit == 0 ? nil : bit }
    let model = Indexed(
      first: value(0), second: value(1), part: value(2), otherPart: value(3), deep: value(4),
      otherDeep: value(5))
    #expect(try Indexed.decode(json: model.json(EncodingOptions(nilEncoding: .omitted))) == model)
    let triple = Triple(a: value(0), b: value(1), c: value(2))
    #expect(try Triple.decode(json: triple.json()) == triple)
    let other = Triple(a: nil, b: 2, c: 3)
    #expect(try other.applying(mergePatch: other.mergePatch(to: triple)) == triple)
  }

  @Test(
    arguments: [
      (nil, 2, 3, "[null,2,3]"), (1, nil, 3, "[1,null,3]"), (1, 2, nil, "[1,2]"), (nil, nil, nil, "[]"),
    ] as [(Int?, Int?, Int?, String)])
  func onlyTrailingNilElementsAreOmitted(_ a: Int?, _ b: Int?, _ c: Int?, _ json: String) throws {
    #expect(try Triple(a: a, b: b, c: c).json() == json)
  }
}

/// A null that is a value of any JSON is not nil, and is written whatever the null policy.
struct NullValueTests {
  struct Box: Model, Equatable {
    var any: JSONValue
    var other: JSONValue
    var maybe: JSONValue?

    static let properties = Properties(of: Box.self) {
      Property(\.any, "any")
      Property(\.other, "other").default(7)
      Property(\.maybe, "maybe")
    }
    static let mapping = Mapping(Box.init, properties)
  }

  @Test func untypedNullsAreNotOmitted() throws {
    let box = Box(any: nil, other: nil, maybe: nil)
    let text = #"{"any":null,"other":null}"#
    #expect(try box.json(EncodingOptions(nilEncoding: .omitted)) == text)
    #expect(try Box.decode(json: text) == box)
    for policy in [NilEncoding.omitted, .default] {
      let transformer = JSONTransformer<Box>.model(named: "Box") { Box.mapping.encodeNil(as: policy) }
      let json = try transformer.reverse(box)
      #expect(try transformer.forward(json: json) == box, "\(json)")
    }
  }
}
