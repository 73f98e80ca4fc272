import Mantle
import Testing

/// What becomes of keys that no property is read from, and how much is reported.
@Suite struct UnknownKeyTests {
  struct Person: Model {
    let name: String
    let city: String?
    let friends: [Person]
    let kind: String

    static let properties = Properties(of: Person.self) {
      Property(\.name, "name", or: ["title"])
      Property(\.city, "address.city")
      Property(\.friends, "friends").default([])
      Property(\.kind, "kind").encodeOnly().default("person")
    }
    static let mapping = Mapping(Person.init, properties)
  }

  static let json = #"""
    {"name":"a","nmae":1,"kind":"person","address":{"city":"b","zip":"c"},"friends":[{"title":"d","age":2}]}
    """#
  static let paths = ["nmae", "address.zip", "friends[0].age"]

  @Test(arguments: [
    (DecodingOptions.UnknownKeys.noted, Diagnostic.Severity.note), (.warned, .warning), (.refused, .error),
  ])
  func unknownKeysAreReportedInEveryModel(
    _ unknown: DecodingOptions.UnknownKeys, _ severity: Diagnostic.Severity
  ) throws {
    let decoded = try Person.report(json: Self.json, options: DecodingOptions(unknownKeys: unknown))
    let found = decoded.diagnostics.filter { $0.code == .unmappedKey }
    #expect(found.map(\.path.description) == Self.paths)
    #expect(found.allSatisfy { $0.severity == severity && $0.model == "Person" })
    #expect(found.first?.help == "the model has `name`")
    #expect((decoded.value == nil) == (unknown == .refused))
  }

  /// Of a key and its alias, one is decoded and the other one is lost.
  @Test(arguments: [
    (#"{"name":"a","title":"b","kind":"x"}"#, ["title"]), (#"{"title":"b"}"#, []),
    (#"{"title":"b","friends":[{"title":"d","name":"e"}]}"#, ["friends[0].title"]),
  ])
  func ignoredAliasesAreReported(_ json: String, _ paths: [String]) throws {
    let decoded = try Person.report(json: json, options: DecodingOptions(unknownKeys: .noted))
    let found = decoded.diagnostics.filter { $0.code == .unmappedKey }
    #expect(found.map(\.path.description) == paths)
    #expect(found.allSatisfy { $0.message.contains("another key of the same property") }, "\(found)")
  }

  @Test func unknownKeysAreIgnoredByDefault() throws {
    #expect(try Person.decode(json: Self.json).name == "a")
    #expect(try Person.report(json: Self.json).diagnostics.allSatisfy { $0.code != .unmappedKey })
  }

  @Test(arguments: [DecodingPolicy.strict, .lenient]) func refusedKeysAreThrown(_ policy: DecodingPolicy)
    throws
  {
    let failure = #expect(throws: DecodingFailure.self) {
      try Person.decode(json: Self.json, options: DecodingOptions(policy, unknownKeys: .refused))
    }
    #expect(failure?.diagnostics.map(\.path.description) == Self.paths)
    #expect(
      try Person.decode(json: Self.json, options: DecodingOptions(.audit, unknownKeys: .refused)).name == "a")
    #expect(
      try Person.decode(json: #"{"name":"a"}"#, options: DecodingOptions(policy, unknownKeys: .refused)).name
        == "a")
  }

  /// A model that stands for the same object as the one it is in knows its own keys; both know no others.
  @Test(arguments: [
    (#"{"id":1,"radius":2}"#, []), (#"{"id":1,"radius":2,"x":3}"#, ["x"]),
    (#"{"id":1,"radius":2,"more":{"id":1,"radius":2,"y":3}}"#, ["more.y"]),
  ])
  func flattenedModelsKnowEachOthersKeys(json: String, unknown: [String]) throws {
    let decoded = try Round.report(json: json, options: DecodingOptions(unknownKeys: .warned))
    #expect(decoded.diagnostics.filter { $0.code == .unmappedKey }.map(\.path.description) == unknown)
    #expect(decoded.value?.circle.radius == 2)
  }

  final class Round: Model {
    let id: Int
    let circle: Circle
    let more: Round?

    init(id: Int, circle: Circle, more: Round?) { (self.id, self.circle, self.more) = (id, circle, more) }

    static let properties = Properties(of: Round.self) {
      Property(\.id, "id")
      Property(\.circle, "")
      Property(\.more, "more")
    }
    static let mapping = Mapping(Round.init, properties)
  }

  enum Shape: PolymorphicModel {
    case circle(Circle)

    static let cluster = Cluster<Shape>(
      by: "kind",
      [
        .model(
          Circle.self, when: "circle", wrap: Shape.circle,
          unwrap: { if case .circle(let circle) = $0 { circle } else { nil } })
      ])
  }

  struct Circle: Model {
    let radius: Int
    static let properties = Properties(of: Circle.self) { Property(\.radius, "radius") }
    static let mapping = Mapping(Circle.init, properties)
  }

  struct Columns: Model {
    let names: [String]
    let cells: [[Int]]
    let first: Int?
    let second: Int?
    let ids: [Int]
    let zero: Int?
    let whole: [Circle]

    static let properties = Properties(of: Columns.self) {
      Property(\.names, "labels[].name")
      Property(\.cells, "rows[].data.cells").default([])
      Property(\.first, "pair[0]")
      Property(\.second, "pair[1].b")
      Property(\.ids, "both[].id").default([])
      Property(\.zero, "both[0].zero").decodeOnly()
      Property(\.whole, "circles[]").default([])
    }
    static let mapping = Mapping(Columns.init, properties)
  }

  @Test(arguments: [
    (#"{"labels":[{"name":"a"},{"name":"b"}],"pair":[1,{"b":2}]}"#, []),
    (#"{"labels":[{"name":"a"},{"name":"b","x":1}]}"#, ["labels[1].x"]),
    (
      #"{"labels":[],"rows":[{"data":{"cells":[1]},"x":1},{"data":{"x":1,"cells":[]}}]}"#,
      ["rows[0].x", "rows[1].data.x"]
    ),
    (#"{"labels":[],"pair":[1,{"b":2,"x":1}]}"#, ["pair[1].x"]),
    (#"{"labels":[],"pair":[1,{"b":2},{"x":1}]}"#, ["pair[2].x"]),
    (#"{"labels":[],"circles":[{"radius":1,"x":1}]}"#, ["circles[0].x"]),
    (#"{"labels":[],"both":[{"id":1,"zero":0},{"id":2,"x":1}]}"#, ["both[1].x"]),
  ])
  func unknownKeysInArraysOfPathsAreReported(json: String, unknown: [String]) throws {
    let decoded = try Columns.report(json: json, options: DecodingOptions(unknownKeys: .refused))
    #expect(decoded.diagnostics.filter { $0.code == .unmappedKey }.map(\.path.description) == unknown)
    #expect((decoded.value == nil) == !unknown.isEmpty)
  }

  @Test func discriminatorIsAKnownKey() throws {
    let options = DecodingOptions(unknownKeys: .refused)
    _ = try Shape.decode(json: #"{"kind":"circle","radius":1}"#, options: options)
    #expect(throws: DecodingFailure.self) {
      try Shape.decode(json: #"{"kind":"circle","radius":1,"colour":2}"#, options: options)
    }
  }

  struct Whole: Model {
    let all: JSONValue
    static let properties = Properties(of: Whole.self) { Property(\.all, "") }
    static let mapping = Mapping(Whole.init, properties)
  }

  @Test func wholeObjectPropertyMakesEveryKeyKnown() throws {
    _ = try Whole.decode(json: Self.json, options: DecodingOptions(unknownKeys: .refused))
  }

  struct Numbers: Model {
    let values: [Int]
    static let properties = Properties(of: Numbers.self) { Property(\.values, "values") }
    static let mapping = Mapping(Numbers.init, properties)
  }

  static let wrong = #"{"values":[\#(Array(repeating: "true", count: 1_000).joined(separator: ","))]}"#

  @Test func errorsBeyondTheLimitAreCounted() throws {
    let options = DecodingOptions(maximumDiagnostics: 10)
    let failure = #expect(throws: DecodingFailure.self) {
      try Numbers.decode(json: Self.wrong, options: options)
    }
    #expect(failure?.diagnostics.count == 10)
    #expect(failure?.omittedCount == 990)
    #expect(failure?.description.hasSuffix("\n990 more errors") == true)
    let decoded = try Numbers.report(json: Self.wrong, options: options)
    #expect(decoded.value == nil)
    #expect(decoded.diagnostics.count == 10)
    #expect(decoded.omittedCount == 990)
  }

  @Test func diagnosticLimitDoesNotChangeTheValue() throws {
    let decoded = try Numbers.report(
      json: Self.wrong, options: DecodingOptions(.lenient, maximumDiagnostics: 10))
    #expect(decoded.value?.values == [])
    #expect(decoded.diagnostics.count == 10)
    #expect(decoded.diagnostics.allSatisfy { $0.severity == .warning })
    #expect(decoded.omittedCount == 1_990)
    let failure = #expect(throws: DecodingFailure.self) {
      try Numbers.decode(json: #"{"values":7}"#, options: DecodingOptions(.lenient, maximumDiagnostics: 1))
    }
    #expect(failure?.diagnostics.count == 1)
  }

  @Test func selectionAcceptsKeyPaths() throws {
    let person = try Person.decode(json: Self.json)
    #expect(
      try person.json(EncodingOptions(including: Person.selection(of: \.name, \.city)))
        == #"{"name":"a","address":{"city":"b"}}"#)
    let error = #expect(throws: MappingError.self) { try Person.selection(of: \.name.count) }
    #expect(error?.description.contains("lists no property of this key path") == true)
  }
}
