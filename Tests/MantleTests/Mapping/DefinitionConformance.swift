import Foundation
import Mantle
import Testing

/// Mistakes in a mapping that the compiler cannot see: each is found at first use, with a message that names the
/// property.
struct DefinitionConformance {
  @Test("Swapped properties of one type are found at first use, even with equal values")
  func swappedPropertiesAreFoundAtFirstUse() throws {
    let error = try #require(throws: MappingError.self) {
      _ = try Swapped.decode(json: #"{"first":"same","last":"same"}"#)
    }
    #expect(error.reason == .swapped)
    #expect(error.properties == ["last", "first"])
    #expect(
      error.description == """
        Swapped.last and Swapped.first: listed in the order opposite to the initializer's parameters, \
        so their values are swapped
        """)
  }

  @Test(
    "Every order that differs from the initializer's is found", arguments: [0, 1, 2])
  func rotatedPropertiesAreFoundAtFirstUse(_ equal: Int) throws {
    // Where two values are equal the rotation shows in the other two only.
    let values = ["a", "b", "c"].enumerated().map { $0.offset == equal ? "c" : $0.element }
    let text = "{\"first\":\"\(values[0])\",\"middle\":\"\(values[1])\",\"last\":\"\(values[2])\"}"
    let properties = Properties(of: FullName.self) {
      Property(\.middle, "middle")
      Property(\.last, "last")
      Property(\.first, "first")
    }
    let mapping = Mapping(FullName.init, properties)
    let error = try #require(throws: MappingError.self) { try mapping.check(sample: text) }
    #expect(error.reason == .swapped)
    #expect(Set(error.properties).count >= 2)
  }

  @Test("The error names every rotated property")
  func errorNamesEveryRotatedProperty() throws {
    let error = try #require(throws: MappingError.self) {
      _ = try Rotated.decode(json: #"{"first":"a","middle":"b","last":"c"}"#)
    }
    #expect(
      error.description == """
        Rotated.middle and Rotated.last and Rotated.first: listed in another order than the initializer's \
        parameters, so each gets another one's value
        """)
  }

  @Test("An initializer that changes values is not reported as a swap")
  func initializerThatChangesValuesIsAccepted() throws {
    for _ in 0..<3 {
      #expect(try Clamped.decode(json: #"{"low":7,"high":3,"middle":5}"#).high == 7)
    }
  }

  @Test("A definition error reaches the caller from any nesting level, under every policy")
  func definitionErrorReachesTheCaller() throws {
    let swapped = #"{"first":"a","last":"b"}"#
    for policy in [DecodingPolicy.strict, .lenient, .lenientKeepingIndices, .audit] {
      try expectDefinitionError([Hidden1].self, "[\(swapped)]", policy)
      try expectDefinitionError(Hidden2?.self, swapped, policy)
      try expectDefinitionError([String: Hidden3].self, "{\"a\":\(swapped)}", policy)
      try expectDefinitionError(HolderOfOptional.self, "{\"inner\":\(swapped)}", policy)
      try expectDefinitionError(HolderOfFailing.self, "{\"count\":\"\",\"inner\":{}}", policy)
      try expectDefinitionError([AssignedHolder].self, "[{\"inner\":\(swapped)}]", policy)
      try expectDefinitionError([Colliding].self, #"[{}]"#, policy)
    }
  }

  private func expectDefinitionError<Value: JSONConvertible>(
    _: Value.Type, _ text: String, _ policy: DecodingPolicy
  ) throws {
    for _ in 0..<2 {
      #expect(throws: MappingError.self, "\(Value.self), \(policy)") {
        _ = try Value.report(json: text, options: DecodingOptions(policy))
      }
      #expect(throws: MappingError.self, "\(Value.self), \(policy)") {
        _ = try Value.decode(json: text, options: DecodingOptions(policy))
      }
    }
  }

  @Test("The model's description reports the definition error")
  func diagnoseReportsDefinitionError() throws {
    let node = try JSONDocument("{}").root
    let diagnostic = try #require(Colliding.mapping.description.diagnose(node).first)
    #expect(diagnostic.code == .definition)
    #expect(diagnostic.detail?.contains("both are written at `user.login`") == true)
  }

  @Test("A check with a sample finds swapped properties and missing keys")
  func sampleRevealsSwappedProperties() throws {
    let error = try #require(throws: MappingError.self) {
      try SwappedInTests.mapping.check(sample: #"{"first":"a","last":"b"}"#)
    }
    #expect(error.properties == ["last", "first"])
    try ReadmeIssue.mapping.check(sample: SeedDocumentConformance.text)
    #expect(throws: DecodingFailure.self) { try ReadmeIssue.mapping.check(sample: "{}") }
    #expect(throws: DecodingFailure.self) { try ReadmeIssue.mapping.check(sample: "{") }
  }

  @Test("UX-41: colliding paths are a definition error")
  func collidingPathsAreDefinitionErrors() throws {
    let error = try #require(throws: MappingError.self) { try Colliding.decode(json: "{}") }
    #expect(
      error.description == """
        Colliding.user and Colliding.login: both are written at `user.login`; give one another path, \
        or make it decode-only
        """)
    #expect(throws: MappingError.self) { try Colliding(user: "a", login: "b").json() }
  }

  @Test("UX-39: an irreversible transformer on output is a definition error")
  func irreversibleTransformerIsADefinitionError() throws {
    let error = try #require(throws: MappingError.self) { try Irreversible(text: "a").json() }
    #expect(
      error.description == """
        Irreversible.text: the transformer `shout` has no reverse; make the property decode-only or give it one
        """)
  }

  @Test("A path over each element requires an array")
  func eachElementPathRequiresAnArray() throws {
    let error = try #require(throws: MappingError.self) { try EachOfOne.decode(json: "{}") }
    #expect(error.properties == ["name"])
    #expect(error.description.contains("`users[].name`"))
  }

  @Test(
    "A literal that is not a key path is a definition error", arguments: ["labels[", "a..b", "a.", "[x]"])
  func malformedPathLiteralIsADefinitionError(_ text: String) throws {
    let path = JSONKeyPath(stringLiteral: text)
    for property in [
      Property<FullName, String>(\.first, path), Property(\.first, "first", or: [path]),
      Property(\.first, path).decodeOnly(),
      Property(\.first, from: Member<String>("a"), Member<String>(path)) { a, _ in
        a ?? ""
      } reverse: {
        ($0, nil)
      },
    ] {
      let properties = Properties(of: FullName.self) { property }
      let mapping = Mapping({ FullName(first: $0, middle: "", last: "") }, properties)
      let error = try #require(throws: MappingError.self) { try mapping.check() }
      #expect(error.properties == ["first"])
      #expect(error.description.contains("key path \"\(text)\""))
    }
    #expect(try JSONDocument(#"{"labels[":1}"#).root.find("labels[")?.rawText == "1")
    let properties = Properties(of: FullName.self) { Property(\.first, JSONKeyPath(key: text)) }
    try Mapping({ FullName(first: $0, middle: "", last: "") }, properties).unmapped().check()
  }

  @Test("A malformed path of a cluster is a definition error")
  func malformedClusterPathsAreDefinitionErrors() {
    let member = ClusterMember<FullNamed>.model(FullNamed.self, when: "a", wrap: { $0 }, unwrap: { $0 })
    let keyed = ClusterMember<FullNamed>.model(FullNamed.self, having: "a..b", wrap: { $0 }, unwrap: { $0 })
    for cluster in [Cluster(by: "kind[", [member]), Cluster([keyed])] {
      #expect(throws: MappingError.self) { try cluster.transformer.forward(json: #"{"kind":"a"}"#) }
      #expect(throws: MappingError.self) {
        try cluster.transformer.array.forwarding(json: #"[{"kind":"a"}]"#)
      }
    }
  }

  @Test("A rule that sets a `let` is a definition error")
  func ruleThatSetsAConstantIsReported() throws {
    var model = Corrected(text: " a ", other: "b", number: .nan)
    #expect(throws: MappingError.self) { try model.normalize() }
    try model.validate()
    var sound = Corrected(text: "a", other: " b ", number: .nan)
    try sound.normalize()
    #expect(sound.other == "b")
    #expect(try Corrected.decode(json: #"{"text":" a ","other":" b ","number":1}"#).text == "a")
  }

  @Test("Overridable properties have the names of the class, whatever the JSON keys")
  func overridablePropertiesUseClassPropertyNames() {
    #expect(Car.propertyNames == ["wheels", "owner", "doors"])
  }

  @Test("A property whose name is unknown must be named")
  func propertyWithUnknownNameRequiresAName() throws {
    let error = try #require(throws: MappingError.self) { try Nameless.mapping.check() }
    #expect(error.properties == ["x"])
    #expect(error.description.contains(".named("))
    try Nameless.named.check()
    #expect(Nameless.named.description.properties.map(\.name) == ["a", "b"])
  }
}

private struct Swapped: Model, Sendable {
  let first: String
  let last: String

  init(first: String, last: String) {
    self.first = first
    self.last = last
  }

  static let properties = Properties(of: Swapped.self) {
    Property(\.last, "last")
    Property(\.first, "first")
  }
  static let mapping = Mapping(Swapped.init, properties)
}

private struct FullName: Sendable {
  var first: String
  var middle: String
  var last: String
}

private struct FullNamed: Model, Sendable {
  let name: String
  static let properties = Properties(of: FullNamed.self) { Property(\.name, "name") }
  static let mapping = Mapping(FullNamed.init, properties)
}

private struct Corrected: Model, Sendable {
  let text: String
  var other: String
  let number: Double
  static let properties = Properties(of: Corrected.self) {
    Property(\.text, "text").normalized { $0 = $0.trimmingCharacters(in: .whitespaces) }
    Property(\.other, "other").normalized { $0 = $0.trimmingCharacters(in: .whitespaces) }
    Property(\.number, "number").validated { _ in }
  }
  static let mapping = Mapping(Corrected.init, properties)
}

private struct Rotated: Model, Sendable {
  let first: String
  let middle: String
  let last: String

  static let properties = Properties(of: Rotated.self) {
    Property(\.middle, "middle")
    Property(\.last, "last")
    Property(\.first, "first")
  }
  static let mapping = Mapping(Rotated.init, properties)
}

private struct Clamped: Model, Sendable {
  let low: Int
  let high: Int
  let middle: Int

  init(low: Int, high: Int, middle: Int) {
    self.low = min(low, 1)
    self.high = max(low, high)
    self.middle = middle
  }

  static let properties = Properties(of: Clamped.self) {
    Property(\.low, "low")
    Property(\.high, "high")
    Property(\.middle, "middle")
  }
  static let mapping = Mapping(Clamped.init, properties)
}

/// A model with its properties swapped; one type for each place it is hidden in, for a mapping says it once found.
private struct Hidden1: Model, Sendable {
  let first: String
  let last: String
  static let properties = Properties(of: Hidden1.self) {
    Property(\.first, "first")
    Property(\.last, "last")
  }
  static let mapping = Mapping({ Hidden1(first: $1, last: $0) }, properties)
}

private struct Hidden2: Model, Sendable {
  let first: String
  let last: String
  static let properties = Properties(of: Hidden2.self) {
    Property(\.first, "first")
    Property(\.last, "last")
  }
  static let mapping = Mapping({ Hidden2(first: $1, last: $0) }, properties)
}

private struct Hidden3: Model, Sendable {
  let first: String
  let last: String
  static let properties = Properties(of: Hidden3.self) {
    Property(\.first, "first")
    Property(\.last, "last")
  }
  static let mapping = Mapping({ Hidden3(first: $1, last: $0) }, properties)
}

private struct HolderOfOptional: Model, Sendable {
  let inner: Hidden1?
  static let properties = Properties(of: HolderOfOptional.self) { Property(\.inner, "inner") }
  static let mapping = Mapping(HolderOfOptional.init, properties)
}

private struct HolderOfFailing: Model, Sendable {
  let count: Int
  let inner: Colliding
  static let properties = Properties(of: HolderOfFailing.self) {
    Property(\.count, "count")
    Property(\.inner, "inner")
  }
  static let mapping = Mapping(HolderOfFailing.init, properties)
}

private final class AssignedHolder: Model {
  var inner: Hidden2?
  static let properties = Properties(of: AssignedHolder.self) { Property(\.inner, "inner").named("inner") }
  static let mapping = Mapping(assigning: AssignedHolder.init, properties)
}

private struct SwappedInTests: Model, Sendable {
  let first: String
  let last: String

  init(first: String, last: String) {
    self.first = first
    self.last = last
  }

  static let properties = Properties(of: SwappedInTests.self) {
    Property(\.last, "last")
    Property(\.first, "first")
  }
  static let mapping = Mapping(SwappedInTests.init, properties)
}

private struct Colliding: Model, Sendable {
  let user: String
  let login: String
  static let properties = Properties(of: Colliding.self) {
    Property(\.user, "user")
    Property(\.login, "user.login")
  }
  static let mapping = Mapping(Colliding.init, properties)
}

private struct Irreversible: Model, Sendable {
  let text: String
  static let properties = Properties(of: Irreversible.self) {
    Property(\.text, "text", JSONTransformer(ForwardTransformer<String, String>("shout") { $0.uppercased() }))
  }
  static let mapping = Mapping(Irreversible.init, properties)
}

private struct EachOfOne: Model, Sendable {
  let name: String
  static let properties = Properties(of: EachOfOne.self) { Property(\.name, "users[].name") }
  static let mapping = Mapping(EachOfOne.init, properties)
}

private class Nameless {
  var a = ""
  var b = ""

  static let properties = Properties(of: Nameless.self) {
    Property(\.a, "x")
    Property(\.b, "y")
  }
  static let mapping = Mapping(assigning: Nameless.init, properties)

  static let namedProperties = Properties(of: Nameless.self) {
    Property(\.a, "x").named("a")
    Property(\.b, "y").named("b")
  }
  static let named = Mapping(assigning: Nameless.init, namedProperties)
}
