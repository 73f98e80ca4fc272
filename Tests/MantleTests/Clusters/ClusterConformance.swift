import Foundation
@testable import Mantle
import Testing

@testable import MantleChecking

/// Polymorphic models: the original's class clusters.
struct ClusterConformance {
  @Test("JA-26, JA-27: the JSON selects the cluster member, which round-trips")
  func jsonChoosesTheClusterMember() throws {
    let text = #"{"username":"foo","nested":{"name":"bar"},"count":"0"}"#
    let model = try SubstitutingModel.decode(json: text)
    #expect(model == .test(TestModel(name: "foo", count: 0, nestedName: "bar")))
    try expectRoundTrip(SubstitutingModel.self, text)
  }

  @Test("JA-28, JA-29, UX-45: a value is written by its own type, with its discriminator")
  func encodingUsesTheDynamicType() throws {
    let box = SweetBox(best: Chocolate(bitterness: 100), sweets: [Strawberry(freshness: 20)])
    #expect(
      try box.json() == """
        {"best":{"flavor":"chocolate","chocolate_bitterness":"100"},\
        "sweets":[{"flavor":"strawberry","strawberry_freshness":20}]}
        """)
    let again = try SweetBox.decode(json: try box.json())
    #expect(again.best as? Chocolate == Chocolate(bitterness: 100))
    #expect(again.sweets.first as? Strawberry == Strawberry(freshness: 20))
  }

  @Test("JA-31: JSON that selects no member is an error")
  func jsonThatSelectsNoMemberIsAnError() throws {
    let error = try onlyError(decoding: SubstitutingModel.self, "{}")
    #expect(error.code == .unknownCase)
    #expect(error.expected == "one of TestModel")
  }

  @Test("JA-31: an unknown or missing discriminator is an error with the known ones")
  func unknownOrMissingDiscriminatorIsReported() throws {
    let errors = try allErrors(
      decoding: SweetBox.self, #"{"best":{"flavor":"mint"},"sweets":[{"strawberry_freshness":1}]}"#)
    #expect(errors.map(\.code) == [.unknownCase, .missing])
    #expect(errors.map(\.path.description) == ["best.flavor", "sweets[0].flavor"])
    #expect(errors.allSatisfy { $0.expected == #""chocolate" or "strawberry""# })
    #expect(errors.first?.found == #""mint""#)
    #expect(errors.first?.help?.hasSuffix("add a member for it") == true)
    #expect(errors.last?.help?.hasPrefix("add the key `") == true)
    let slip = try allErrors(decoding: SweetBox.self, #"{"best":{"flavor":"choclate"},"sweets":[]}"#)
    #expect(slip.first?.help == #"did you mean "chocolate"?"#)
  }

  @Test(
    "A discriminator is a mapped key, and keys of single members do not suggest another model")
  func discriminatorCountsAsMappedKey() throws {
    let text =
      #"{"best":{"flavor":"chocolate","chocolate_bitterness":"1"},"sweets":[{"flavor":"strawberry","strawberry_freshness":2}]}"#
    let checker = Checker(JSONBytes(text), model: SweetBox.modelDescription)
    #expect(checker.diagnostics().summary.unmapped.isEmpty)
    let choice = ModelChoice(of: [SweetBox.modelDescription], in: JSONBytes(text))
    #expect(choice.places.map(\.model.name) == ["SweetBox"])
  }

  @Test("An unknown or malformed discriminator selects the fallback member")
  func invalidDiscriminatorSelectsTheFallback() throws {
    let cluster = Cluster<Bag>(
      by: "type",
      [
        .model(Bag.self, when: "bag", wrap: { $0 }, unwrap: { $0 }),
        .otherwise(Bag.self, wrap: { Bag(name: "other " + $0.name) }, unwrap: { _ in nil }),
      ])
    for tag in ["null", "{}", "[1]", #""\ud800""#, "1", "true", #""box""#] {
      #expect(
        try cluster.transformer.forward(json: "{\"type\":\(tag),\"name\":\"a\"}").name == "other a", "\(tag)")
    }
    #expect(try cluster.transformer.forward(json: #"{"name":"a"}"#).name == "other a")
    #expect(try cluster.transformer.forward(json: #"{"type":"bag","name":"a"}"#).name == "a")
  }

  @Test(
    "A malformed discriminator is an error at the discriminator if there is no fallback",
    arguments: [
      ("null", Diagnostic.Code.unexpectedNull), ("{}", .typeMismatch), ("[1]", .typeMismatch),
      ("1", .unknownCase),
    ])
  func invalidDiscriminatorIsAnErrorWithoutFallback(_ tag: String, _ code: Diagnostic.Code) throws {
    let cluster = Cluster<Bag>(by: "type", [.model(Bag.self, when: "bag", wrap: { $0 }, unwrap: { $0 })])
    let error = try onlyError(cluster.transformer, "{\"type\":\(tag),\"name\":\"a\"}")
    #expect(error.code == code)
    #expect(error.path == "type")
    #expect(error.expected == #""bag""#)
  }

  @Test("JA-48: one invalid element fails the array and is named by its index")
  func invalidElementIsNamedByIndex() throws {
    let error = try onlyError(
      decoding: [SubstitutingModel].self,
      #"[{"username":"foo","count":"1"},{"count":["This won't parse"]}]"#)
    #expect(error.path == "[1]")
    #expect(error.code == .unknownCase)
  }

  @Test("UX-22: a cluster may choose a cluster")
  func clusterMayContainAnotherCluster() throws {
    let text = #"{"kind":"sweet","flavor":"strawberry","strawberry_freshness":3}"#
    let kind = try AnyKind.decode(json: text)
    #expect(kind.value as? Strawberry == Strawberry(freshness: 3))
    #expect(try kind.json() == text)
  }

  @Test("UX-23: clusters that choose each other are an error, not a hang")
  func clustersThatChooseEachOtherAreRejected() throws {
    let error = #expect(throws: MappingError.self) {
      try AnyCircle.decode(json: #"{"kind":"other"}"#)
    }
    #expect(error?.reason == .cycle)
  }

  @Test(
    "UX-25: the input's kind is checked before a cluster chooses", arguments: ["null", "[]", "7", #""x""#])
  func clusterChecksTheKindOfInputFirst(_ text: String) throws {
    #expect(try onlyError(decoding: AnySweet.self, text).expected == "Sweet")
  }

  @Test("UX-46: a type outside the cluster cannot be written")
  func encodingRejectsUnregisteredType() throws {
    let box = SweetBox(best: nil, sweets: [Unregistered()])
    let problem = try #require(throws: EncodingProblem.self) { try box.json() }
    #expect(problem.property == "sweets")
    #expect(problem.underlying is UnregisteredTypeError)
  }

  @Test("UX-45, SD-30: a subclass inherits its base's mapping and is encoded by its own")
  func subclassInheritsBaseMapping() throws {
    let text = #"[{"wheels":3,"owner":{"name":"ann"},"doors":2},{"bell":true}]"#
    let vehicles = try [AnyVehicle].decode(json: text).map(\.value)
    let car = try #require(vehicles.first as? Car)
    #expect((car.wheels, car.owner, car.doors) == (3, "ann", 2))
    let bicycle = try #require(vehicles.last as? Bicycle)
    #expect((bicycle.wheels, bicycle.owner, bicycle.hasBell) == (2, nil, true))
    #expect(try car.json() == #"{"wheels":3,"owner":{"name":"ann"},"doors":2}"#)
    #expect(try bicycle.json() == #"{"wheels":2,"owner":{"name":null},"bell":true}"#)
  }

  @Test("UX-73: values of two classes differ even if their shared properties are equal")
  func valuesOfDifferentClassesAreNotEqual() {
    let car = Car()
    let bicycle = Bicycle()
    car.wheels = 2
    #expect(!isEqual(car, bicycle))
    #expect(!isEqual(bicycle, car))
    let other = Car()
    other.wheels = 2
    #expect(isEqual(car, other))
    #expect(car.hashValue == other.hashValue)
  }

  private func isEqual<Value: Equatable>(_ a: Value, _ b: any Equatable) -> Bool {
    (b as? Value).map { a == $0 } ?? false
  }
}

private enum Circles {
  static let first: Cluster<any Sweet> = Cluster(
    named: "First", by: "kind", [.cluster({ second }, when: "other", wrap: { $0 }, unwrap: { $0 })])
  static let second: Cluster<any Sweet> = Cluster(
    named: "Second", by: "kind", [.cluster({ first }, when: "other", wrap: { $0 }, unwrap: { $0 })])
}

/// A value of a cluster, read and written through the low-level door.
private protocol ClusterValue: JSONConvertible {
  associatedtype Base
  static var cluster: Cluster<Base> { get }
  var value: Base { get }
  init(value: Base)
}

extension ClusterValue {
  static func decode(_ json: JSONCursor) throws -> Self { Self(value: try cluster.decode(json)) }
  func encode(to writer: inout JSONWriter) throws { try Self.cluster.encode(value, to: &writer) }
}

private struct AnySweet: ClusterValue {
  let value: any Sweet
  static var cluster: Cluster<any Sweet> { Sweets.cluster }
}

private struct AnyKind: ClusterValue {
  let value: any Sweet
  static let cluster = Cluster<any Sweet>(
    named: "Outer", by: "kind",
    [.cluster({ Sweets.cluster }, when: "sweet", wrap: { $0 }, unwrap: { $0 })])
}

private struct AnyCircle: ClusterValue {
  let value: any Sweet
  static var cluster: Cluster<any Sweet> { Circles.first }
}

private struct AnyVehicle: ClusterValue {
  let value: Vehicle
  static var cluster: Cluster<Vehicle> { Vehicles.cluster }
}

private struct Bag: Model, Sendable {
  let name: String
  static let properties = Properties(of: Bag.self) { Property(\.name, "name") }
  static let mapping = Mapping(Bag.init, properties)
}
