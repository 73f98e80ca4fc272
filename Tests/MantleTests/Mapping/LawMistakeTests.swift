import Testing

@testable import Mantle
@testable import MantleArchiving
@testable import TerminalText

/// Mistakes that lose a value silently, and what tells them from what is meant.
@Suite struct LawMistakeTests {
  // MARK: Stored and not mapped

  @Test func unlistedPropertyOfAClassIsRejected() throws {
    let error = #expect(throws: MappingError.self) { try Forgotten.mapping.check() }
    #expect(error?.properties == ["due"])
    #expect("\(error as Any)".contains(#"add `Property(\.due, "due")`"#))
    #expect(try Forgotten.decode(json: #"{"a":1}"#).a == 1, "stored state outside the mapping is left alone")
  }

  @Test func unlistedPropertyOfAStructIsRejected() {
    let error = #expect(throws: MappingError.self) { try ForgottenOfStruct.mapping.check() }
    #expect(error?.properties == ["due"])
  }

  @Test func declaredUnmappedPropertyIsAccepted() throws {
    try Forgotten.mapping.unmapped(\.due).check()
    try Forgotten.mapping.unmapped().check()
    #expect(throws: MappingError.self) { try Forgotten.mapping.unmapped(\.a).check() }
  }

  // MARK: Nil that is left out

  @Test func omittedNilWithADefaultIsRejected() throws {
    let error = #expect(throws: MappingError.self) { try Omitting.mapping.check() }
    #expect(error?.properties == ["a"])
    #expect(throws: MappingError.self) { try Omitting.unlike.check() }
    try Omitting.same.check()
    try Omitting.without.check()
  }

  // MARK: Kinds of nil that JSON does not distinguish

  @Test(arguments: NilKinds.mappings.keys.sorted())
  private func ambiguousKindsOfNilAreRejected(_ name: String) throws {
    let error = #expect(throws: MappingError.self) { try NilKinds.mappings[name]?.check() }
    #expect("\(error as Any)".contains("would not be read again"), "\(error as Any)")
  }

  @Test func distinguishableKindsOfNilAreAccepted() throws {
    try Nested.mapping.check()
    try Plain.mapping.check()
  }

  @Test func omittedNilWithAnInitialValueIsRejected() throws {
    let error = #expect(throws: MappingError.self) { try Initialized.omitting.check() }
    #expect(error?.properties == ["a"])
    #expect("\(error as Any)".contains("an absent key means the initial value"), "\(error as Any)")
    try Initialized.mapping.check()
  }

  // MARK: Order behind a rule

  @Test func swapInModelWithRuleIsRejected() {
    let error = #expect(throws: MappingError.self) { try Span.mapping.check() }
    #expect(error?.reason == .swapped)
  }

  @Test func correctOrderInModelWithRuleIsAccepted() throws { try RightSpan.mapping.check() }

  // MARK: Patches

  @Test func patchSetsADefaultedOptionalToNil() throws {
    let (a, b) = (Defaulted(a: 3, inner: Inner(b: 1)), Defaulted(a: nil, inner: Inner(b: nil)))
    #expect(try a.applying(mergePatch: a.mergePatch(to: b)) == b)
    #expect(try b.applying(mergePatch: b.mergePatch(to: a)) == a)
    #expect(try a.applying(mergePatch: JSONValue(json: "{}")) == a)
  }

  // MARK: Archives

  @Test(arguments: [Nested(a: nil, d: nil), Nested(a: .some(nil), d: .some(nil)), Nested(a: 3, d: 4)])
  private func nestedOptionalsRoundTripThroughArchives(_ model: Nested) throws {
    #expect(try Archive.decode(Nested.self, from: Archive.bytes(of: model)) == model)
  }

  // MARK: Null for all

  @Test func nullUsesTheDefaultOfEveryProperty() throws {
    #expect(try Lenient.decode(json: #"{"a":null,"b":null}"#) == Lenient(a: 5, b: nil))
    #expect(throws: DecodingFailure.self) { try LenientRequired.decode(json: #"{"a":null}"#) }
  }

  // MARK: Written only

  @Test func encodeOnlyMembersCountAsMapped() throws {
    let json = try Sum(a: 1, b: 2).json()
    #expect(json == #"{"a":1,"b":2,"kind":"sum","total":3}"#)
    #expect(try Sum.decode(json: json, options: DecodingOptions(unknownKeys: .refused)) == Sum(a: 1, b: 2))
    #expect(MappedKeys(Sum.modelDescription).unmapped(in: try JSONDocument(Array(json.utf8)).root).isEmpty)
  }

  // MARK: Clusters

  @Test func clusterCasesRoundTripWithoutUnwrapping() throws {
    for shape in [Shape.left(Side(x: 1)), .right(Side(x: 1)), .up(Up(y: 2))] {
      #expect(try Shape.decode(json: shape.json()) == shape)
    }
    #expect(try Shape.right(Side(x: 1)).json() == #"{"k":"r","x":1}"#)
  }

  @Test func unknownDiscriminatorCountsAsMapped() throws {
    let object = try JSONDocument(#"{"k":"?","z":1}"#).root
    #expect(MappedKeys(Shape.modelDescription).unmapped(in: object).map(\.path) == ["z"])
  }

  @Test func encodingRejectsAMemberWithAnotherTag() {
    let error = #expect(throws: EncodingProblem.self) { try Naming.own(SelfNamed(k: "zz")).json() }
    #expect("\(error as Any)".contains("expected `own`"), "\(error as Any)")
    #expect(throws: Never.self) { try Naming.own(SelfNamed(k: "own")).json() }
  }

  @Test func encodingRejectsACaseWithoutAMember() {
    let error = #expect(throws: (any Error).self) { try Naming.other(SelfNamed(k: "x")).json() }
    #expect(
      "\(error as Any)".contains("Naming.other is not a member of the class cluster Naming"),
      "\(error as Any)")
  }

  // MARK: Words

  @Test func errorListsNumberedCases() {
    let error = #expect(throws: DecodingFailure.self) { try Ranked.decode(json: #"{"p":7}"#) }
    #expect("\(error as Any)".contains("expected 1 or 2, found number 7"), "\(error as Any)")
  }

  @Test func errorShowsInvalidPathOnce() {
    let error = #expect(throws: MappingError.self) { try BadPath.mapping.check() }
    #expect("\(error as Any)".contains(#"BadPath.a: key path "a..b""#), "\(error as Any)")
  }
}

private final class Forgotten: Model {
  var a = 0
  var due: Int?
  static let properties = Properties(of: Forgotten.self) { Property(\.a, "a") }
  static let mapping = Mapping(assigning: Forgotten.init, properties)
}

private struct ForgottenOfStruct: Model {
  let a: Int
  var due: Int?
  init(a: Int) { self.a = a }
  static let properties = Properties(of: ForgottenOfStruct.self) { Property(\.a, "a") }
  static let mapping = Mapping(ForgottenOfStruct.init, properties)
}

private final class Initialized: Model {
  var a: Int? = 5
  var b: Int?
  static let properties = Properties(of: Initialized.self) {
    Property(\.a, "a")
    Property(\.b, "b").encodeNil(as: .omitted)
  }
  static let mapping = Mapping(assigning: Initialized.init, properties)
  static let omitting = mapping.encodeNil(as: .omitted)
}

private struct Omitting: Model {
  let a: Int?
  static let properties = Properties(of: Omitting.self) { Property(\.a, "a").default(5) }
  static let mapping = Mapping(Omitting.init, properties).encodeNil(as: .omitted)
  static let unlike = Mapping(
    Omitting.init, Properties(of: Omitting.self) { Property(\.a, "a").required().encodeNil(as: .omitted) })
  static let same = Mapping(
    Omitting.init, Properties(of: Omitting.self) { Property(\.a, "a").default(5, for: .null) }
  ).encodeNil(as: .omitted)
  static let without = Mapping(
    Omitting.init, Properties(of: Omitting.self) { Property(\.a, "a").default(nil) }
  )
  .encodeNil(as: .omitted)
}

/// Mappings of one property each whose type, or whose meaning of null, hides a kind of nil.
private struct NilKinds: Model {
  let fields: [Field<Int>]
  let named: [String: Field<Int>]
  let optionals: [Int??]
  let inner: Field<Int?>
  let twice: Field<Field<Int>>
  let optional: Field<Int>?
  let deep: Int???
  let field: Field<Int>
  let two: Int??

  static let mappings = [
    "fields": only(Property(\.fields, "a")), "named": only(Property(\.named, "a")),
    "optionals": only(Property(\.optionals, "a")), "inner": only(Property(\.inner, "a")),
    "twice": only(Property(\.twice, "a")), "optional": only(Property(\.optional, "a")),
    "deep": only(Property(\.deep, "a")), "field": only(Property(\.field, "a").absent(when: .null)),
    "two": only(Property(\.two, "a").absent(when: .null)),
  ]
  static let mapping = only(Property(\.field, "a"))

  private static func only<Value>(_ property: Property<NilKinds, Value>) -> Mapping<NilKinds> {
    Mapping<NilKinds>(named: "NilKinds", listing: [property]) { _ in throw TransformError(expected: "none") }
  }
}

private struct Plain: Model {
  let field: Field<[Int?]>
  let list: [Int?]
  let named: [String: [Int?]?]
  static let properties = Properties(of: Plain.self) {
    Property(\.field, "field")
    Property(\.list, "list")
    Property(\.named, "named")
  }
  static let mapping = Mapping(Plain.init, properties)
}

private struct Span: Model {
  let from, to: Int
  init(to: Int, from: Int) throws {
    guard from < to else { throw TransformError(expected: "from before to") }
    (self.from, self.to) = (from, to)
  }
  static let properties = Properties(of: Span.self) {
    Property(\.from, "from")
    Property(\.to, "to")
  }
  static let mapping = Mapping(Span.init, properties)
}

private struct RightSpan: Model {
  let from, to: Int
  init(from: Int, to: Int) throws {
    guard from < to else { throw TransformError(expected: "from before to") }
    (self.from, self.to) = (from, to)
  }
  static let properties = Properties(of: RightSpan.self) {
    Property(\.from, "from")
    Property(\.to, "to")
  }
  static let mapping = Mapping(RightSpan.init, properties)
}

private struct Inner: Model, Equatable {
  let b: Int?
  static let properties = Properties(of: Inner.self) { Property(\.b, "b").required() }
  static let mapping = Mapping(Inner.init, properties)
}

private struct Defaulted: Model, Equatable {
  let a: Int?
  let inner: Inner
  static let properties = Properties(of: Defaulted.self) {
    Property(\.a, "a").default(5)
    Property(\.inner, "inner")
  }
  static let mapping = Mapping(Defaulted.init, properties)
}

private struct Nested: Model, Equatable, Sendable {
  let a: Int??
  let d: Int??
  static let properties = Properties(of: Nested.self) {
    Property(\.a, "a")
    Property(\.d, "d", JSONTransformer<Int>.integerString.optional)
  }
  static let mapping = Mapping(Nested.init, properties)
}

private struct Lenient: Model, Equatable {
  let a: Int
  let b: String?
  static let properties = Properties(of: Lenient.self, absent: .null) {
    Property(\.a).default(5)
    Property(\.b)
  }
  static let mapping = Mapping(Lenient.init, properties)
}

private struct LenientRequired: Model {
  let a: Int
  static let properties = Properties(of: LenientRequired.self, absent: .null) { Property(\.a, "a") }
  static let mapping = Mapping(LenientRequired.init, properties)
}

private struct Sum: Model, Equatable {
  let a, b: Int
  static let properties = Properties(of: Sum.self) {
    Property(\.a, "a")
    Property(\.b, "b")
  }
  static let mapping = Mapping(Sum.init, properties)
    .writing("kind") { _ in "sum" }
    .writing("total") { $0.a + $0.b }
}

private struct Side: Model, Equatable {
  let x: Int
  static let properties = Properties(of: Side.self) { Property(\.x, "x") }
  static let mapping = Mapping(Side.init, properties)
}

private struct Up: Model, Equatable {
  let y: Int
  static let properties = Properties(of: Up.self) { Property(\.y, "y") }
  static let mapping = Mapping(Up.init, properties)
}

private enum Shape: PolymorphicModel, Equatable {
  case left(Side)
  case right(Side)
  case up(Up)
  static let cluster = Cluster<Shape>(
    by: "k",
    [
      .model(Side.self, when: "l", wrap: Shape.left),
      .model(Side.self, when: "r", wrap: Shape.right),
      .model(Up.self, when: "u", wrap: Shape.up),
    ])
}

private struct SelfNamed: Model, Equatable {
  let k: String
  static let properties = Properties(of: SelfNamed.self) { Property(\.k, "k") }
  static let mapping = Mapping(SelfNamed.init, properties)
}

private enum Naming: PolymorphicModel {
  case own(SelfNamed), other(SelfNamed)
  static let cluster = Cluster<Naming>(by: "k", [.model(SelfNamed.self, when: "own", wrap: Naming.own)])
}

private enum Rank: Int, CaseIterable { case low = 1, high = 2 }

private struct Ranked: Model {
  let p: Rank
  static let properties = Properties(of: Ranked.self) { Property(\.p, "p", .numberedCases) }
  static let mapping = Mapping(Ranked.init, properties)
}

private struct BadPath: Model {
  let a: Int
  static let properties = Properties(of: BadPath.self) { Property(\.a, "a..b") }
  static let mapping = Mapping(BadPath.init, properties)
}
