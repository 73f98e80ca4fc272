import Foundation
import Mantle
import Testing

/// Paths over each element of an array.
struct EachElementTests {
  @Test("Every element's problem is reported, missing values included")
  func everyElementIsReported() throws {
    let text = #"{"labels":[{"name":1},{"name":"a"},{},3,{"name":null},null,{"name":"b"}]}"#
    let errors = try allErrors(decoding: Names.self, text)
    #expect(
      errors.map(\.path.description)
        == ["labels[0].name", "labels[2].name", "labels[3]", "labels[4].name", "labels[5]"])
    #expect(
      errors.map(\.code) == [.typeMismatch, .missing, .blockedPath, .unexpectedNull, .unexpectedNull])
    #expect(errors.allSatisfy { $0.property == "names" })
  }

  @Test("The policy applies to elements as in any array")
  func policyAppliesToEachElement() throws {
    let text = #"{"labels":[{"name":1},{"name":"a"},{},{"name":"b"}]}"#
    let lenient = try Names.report(json: text, options: .lenient)
    #expect(lenient.value?.names == ["a", "b"])
    #expect(lenient.diagnostics.filter { $0.code == .elementDropped }.count == 2)
    let held = try OptionalNames.report(json: text, options: DecodingOptions(.lenientKeepingIndices))
    #expect(held.value?.names == [nil, "a", nil, "b"])
  }

  @Test("An element without the value becomes nil among optionals and is kept")
  func missingValueIsNilAmongOptionals() throws {
    let model = try OptionalNames.decode(json: #"{"labels":[{"name":"a"},{},{"name":null}]}"#)
    #expect(model.names == ["a", nil, nil])
    #expect(try model.json() == #"{"labels":[{"name":"a"},{"name":null},{"name":null}]}"#)
  }

  @Test(
    "An absent or null list decodes as nil and round-trips",
    arguments: [(#"{"labels":null}"#, nil), (#"{"labels":[]}"#, [])] as [(String, [String]?)])
  func absentListStaysNil(_ text: String, _ names: [String]?) throws {
    let model = try MaybeNames.decode(json: text)
    #expect(model.names == names)
    #expect(try model.json() == text)
    #expect(try MaybeNames.decode(json: "{}").names == nil)
    let omitted = try MaybeNames(names: nil).json(EncodingOptions(nilEncoding: .omitted))
    #expect(omitted == "{}")
  }

  @Test("A transformer of an array also decodes an optional array")
  func arrayTransformerServesOptionalArray() throws {
    let text = #"{"items":[{"date":"2011-04-22T13:33:48Z"},{"date":"2012-04-22T13:33:48Z"}]}"#
    let model = try Dates.decode(json: text)
    #expect(model.dates?.count == 2)
    #expect(try model.json() == text)
    #expect(try Dates.decode(json: "{}").dates == nil)
    #expect(try allErrors(decoding: Dates.self, #"{"items":[{"date":1},{"date":2}]}"#).count == 2)
  }

  @Test("Nested lists are decoded but refused on output")
  func nestedListsDecodeButDoNotEncode() throws {
    #expect(
      try ReadNested.decode(json: #"{"a":[{"b":[{"c":1},{"c":2}]},{"b":[]},{"b":[{"c":3}]}]}"#).values == [
        1, 2, 3,
      ])
    #expect(throws: MappingError.self) { try WrittenNested.mapping.check() }
  }

  @Test("Colliding paths are a definition error")
  func collidingElementPathsAreRejected() throws {
    func mistake(_ first: JSONKeyPath, _ second: JSONKeyPath) -> MappingError? {
      let properties = Properties(of: Two.self) {
        Property(\.first, first)
        Property(\.second, second)
      }
      let mapping = Mapping(Two.init, properties)
      do {
        try mapping.check()
        return nil
      } catch { return error as? MappingError }
    }
    for (first, second) in [
      ("labels[].name", "labels[].color"), ("labels[0].x", "labels[].y"), ("items[0]", "items.count"),
      ("items.count", "items[0]"), ("items[0].x", "items[0]"), ("a", "a.b"), ("a.b[]", "a.b[]"),
    ] as [(JSONKeyPath, JSONKeyPath)] {
      #expect(mistake(first, second)?.reason == .collision(second), "\(first), \(second)")
    }
    for (first, second) in [
      ("labels[].name", "tags[].name"), ("items[0]", "items[1]"), ("items[0].x", "items[0].y"),
      ("a.b", "a.c"),
    ] as [(JSONKeyPath, JSONKeyPath)] {
      #expect(mistake(first, second) == nil, "\(first), \(second)")
    }
    #expect(mistake("[]", "a")?.properties == ["first"])
    // A model is an array or an object.
    for path in ["[0]", "[0].x"] as [JSONKeyPath] {
      #expect(mistake(path, "a")?.properties == ["first", "second"], "\(path)")
    }
  }

  @Test("Two properties may be decoded from one list")
  func twoPropertiesMayDecodeOneList() throws {
    let model = try NamesAndColors.decode(
      json: #"{"labels":[{"name":"a","color":"red"},{"name":"b","color":"blue"}]}"#)
    #expect(model.names == ["a", "b"])
    #expect(model.colors == ["red", "blue"])
  }
}

private struct Names: Model, Sendable {
  let names: [String]
  static let properties = Properties(of: Names.self) { Property(\.names, "labels[].name") }
  static let mapping = Mapping(Names.init, properties)
}

private struct OptionalNames: Model, Sendable {
  let names: [String?]
  static let properties = Properties(of: OptionalNames.self) { Property(\.names, "labels[].name") }
  static let mapping = Mapping(OptionalNames.init, properties)
}

private struct MaybeNames: Model, Sendable {
  let names: [String]?
  static let properties = Properties(of: MaybeNames.self) { Property(\.names, "labels[].name") }
  static let mapping = Mapping(MaybeNames.init, properties)
}

private struct Dates: Model, Sendable {
  let dates: [Date]?
  static let properties = Properties(of: Dates.self) {
    Property(\.dates, "items[].date", JSONTransformer.iso8601.array)
  }
  static let mapping = Mapping(Dates.init, properties)
}

private struct ReadNested: Model, Sendable {
  let values: [Int]
  static let properties = Properties(of: ReadNested.self) { Property(\.values, "a[].b[].c").decodeOnly() }
  static let mapping = Mapping(ReadNested.init, properties)
}

private struct WrittenNested: Model, Sendable {
  let values: [Int]
  static let properties = Properties(of: WrittenNested.self) { Property(\.values, "a[].b[].c") }
  static let mapping = Mapping(WrittenNested.init, properties)
}

private struct Two: Sendable {
  let first: [Int]
  let second: [Int]
}

private struct NamesAndColors: Model, Sendable {
  let names: [String]
  let colors: [String]
  static let properties = Properties(of: NamesAndColors.self) {
    Property(\.names, "labels[].name")
    Property(\.colors, "labels[].color").decodeOnly()
  }
  static let mapping = Mapping(NamesAndColors.init, properties)
}
