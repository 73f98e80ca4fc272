@testable import Mantle
import Testing

/// What every model can do: list, compare, hash, copy and describe its properties, and be built from them.
struct ModelConformance {
  static var values: [PropertyValue] {
    [
      PropertyValue("name", "foobar"), PropertyValue("count", UInt(5)),
      PropertyValue("nestedName", "fuzzbuzz"),
    ]
  }

  @Test("MD-01: an empty model has no properties")
  func emptyModelHasNoProperties() throws {
    #expect(EmptyModel.propertyNames.isEmpty)
    #expect(try EmptyModel.decode(json: #"{"a":1}"#).json() == "{}")
  }

  @Test("MD-02, MD-25: properties are listed in order; computed ones are not")
  func propertyNamesAreListedInOrder() {
    #expect(ReferringModel.propertyNames == ["name", "count", "nestedName", "weakModel"])
  }

  @Test("MD-03, MD-04, MD-05: a new model has its defaults, also in its property values")
  func newModelHasItsDefaults() throws {
    let values = ReferringModel().propertyValues
    #expect(values.map(\.name) == ReferringModel.propertyNames)
    let byName = Dictionary(uniqueKeysWithValues: values.map { ($0.name, $0) })
    #expect(byName["name"]?.value(as: String?.self) == .some(nil))
    #expect(byName["count"]?.value(as: UInt.self) == 1)
    #expect(byName["nestedName"]?.value(as: String?.self) == .some(nil))
    #expect(byName["weakModel"]?.value(as: Referent?.self).map { $0 == nil } == true)
    #expect(byName["count"]?.value(as: Int.self) == nil)
  }

  @Test("MD-06: building from no values gives the default model")
  func buildingWithoutValuesGivesTheDefaults() throws {
    #expect(try ReferringModel.build(from: []) == ReferringModel())
  }

  @Test("MD-07, MD-08, MD-09, MD-10, MD-14, SD-79: a model built from named values returns them")
  func propertyValuesBuildAnEqualModel() throws {
    let referent = Referent()
    let model = try ReferringModel.build(from: Self.values + [PropertyValue("weakModel", referent)])
    #expect(model.name == "foobar")
    #expect(model.count == 5)
    #expect(model.nestedName == "fuzzbuzz")
    #expect(model.weakModel === referent)
    #expect(try ReferringModel.build(from: model.propertyValues) == model)
    let names = model.propertyValues.map { ($0.name, $0.value(as: String?.self)) }
    #expect(names.first { $0.0 == "name" }?.1 == "foobar")
  }

  @Test("MD-11, MD-12, MD-13, MD-15, MD-16, MD-17, CM-02: equality and hash compare the values")
  func equalityAndHashCompareValues() throws {
    let model = try ReferringModel.build(from: Self.values)
    let other = try ReferringModel.build(from: Self.values)
    let copy = model
    #expect(model == copy)
    #expect(model == other)
    #expect(model.hashValue == other.hashValue)
    #expect(model != ReferringModel())
    #expect(model.description != ReferringModel().description)
  }

  @Test("MD-18, UX-77: a copy is independent, and need not be valid")
  func copyIsIndependent() throws {
    let model = ReferringModel(name: "far too long a name")
    var copy = model
    copy.count = 7
    #expect(model.count == 1)
    #expect(copy.name == model.name)
  }

  @Test("MD-19, UX-74: a transitory property takes no part in equality and hash")
  func equalityIgnoresTransitoryProperties() throws {
    let referent = Referent()
    let model = ReferringModel(name: "a", weakModel: referent)
    var copy = model
    copy.weakModel = nil
    #expect(copy == model)
    #expect(copy.hashValue == model.hashValue)
  }

  @Test("MD-20, UX-72: an invalid value, an unknown name, a wrong type and a missing value are all reported")
  func buildingReportsEveryInvalidValue() throws {
    let long = try #require(throws: ValidationFailure.self) {
      try ReferringModel.build(from: [PropertyValue("name", "this is too long a name")])
    }
    #expect(long.problems.map(\.property) == ["name"])
    #expect(long.problems.first?.underlying as? FixtureError == .nameTooLong)
    let all = try #require(throws: ValidationFailure.self) {
      try StringModel.build(from: [PropertyValue("strin", "x"), PropertyValue("string", 7)])
    }
    #expect(all.problems.map(\.property) == ["strin", "string"])
    #expect(
      all.problems.map { $0.underlying as? PropertyValueError } == [
        .unknownName, .wrongType(expected: "String"),
      ])
    let missing = try #require(throws: ValidationFailure.self) { try StringModel.build(from: []) }
    #expect(missing.problems.first?.underlying as? PropertyValueError == .missing)
  }

  @Test("MD-22, MD-23, MD-24, MD-27, MD-29, UX-79: stored properties are permanent unless they say otherwise")
  func storedPropertiesArePermanentByDefault() throws {
    let model = StorageModel(unownedObject: StorageModel.shared, object: StorageModel.shared)
    let storage = model.propertyValues.map { ($0.name, $0.retention) }
    #expect(storage.map(\.0) == ["scalar", "unownedObject", "object", "name", "transient"])
    #expect(storage.map(\.1) == [.permanent, .permanent, .permanent, .permanent, .transient])
  }

  @Test("MD-28: a requirement met by a default is not a property")
  func requirementMetByDefaultIsNotAProperty() {
    #expect(!StorageModel.propertyNames.contains("nickname"))
  }

  @Test("MD-26, DM-04: an overriding property takes the inherited one's place, and is listed once")
  func overridingPropertyReplacesInherited() throws {
    #expect(Truck.propertyNames == ["wheels", "owner"])
    let truck = try Truck.decode(json: #"{"axles":{"wheels":6},"wheels":3}"#)
    #expect(truck.wheels == 6)
    #expect(truck.changes == 1)
    #expect(try truck.json() == #"{"axles":{"wheels":6},"owner":{"name":null}}"#)
    #expect(truck.propertyValues.map(\.retention) == [.permanent, .permanent])
  }

  @Test("DM-01, DM-02, DM-03: a mapping inherits properties, alone or with additions, or from nothing")
  func mappingInheritsPropertiesOfTheBase() throws {
    #expect(PlainVehicle.propertyNames == ["wheels", "owner"])
    #expect(Car.propertyNames == ["wheels", "owner", "doors"])
    let aloneProperties = Properties(of: Car.self) { Property(\.doors, "doors") }
    let alone = Mapping(assigning: Car.init, aloneProperties, inheriting: nil)
    #expect(alone.description.properties.map(\.name) == ["doors"])
  }

  @Test(
    "DM-06, DM-07, DM-08: a call may exclude properties",
    arguments: [
      ([], #"{"username":"a","count":"1","nested":{"name":null}}"#),
      (["count"], #"{"username":"a","nested":{"name":null}}"#),
      (["name", "count", "nestedName"], "{}"),
    ])
  func encodingExcludesSelectedProperties(_ names: [String], _ json: String) throws {
    #expect(try TestModel(name: "a").json(EncodingOptions(excluding: PropertySelection(names))) == json)
  }

  @Test("DM-05: excluding an unknown property is an error; the original ignores it")
  func excludingUnknownPropertyIsAnError() {
    #expect(throws: MappingError.self) { try TestModel(name: "a").json(EncodingOptions(excluding: ["hi"])) }
  }

  @Test(
    "CM-01, CM-03, CM-04, CM-05, CM-06: equality compares optional strings",
    arguments: [(nil, nil, true), ("a", "b", false), ("a", nil, false), ("ab", "ab", true)]
      as [(String?, String?, Bool)])
  func equalityComparesOptionalStrings(_ a: String?, _ b: String?, _ areEqual: Bool) {
    let first = ComparedModel(text: a)
    let second = ComparedModel(text: b.map { String(Array($0)) })
    #expect((first == second) == areEqual)
    #expect((second == first) == areEqual)
  }

  @Test("UX-75: equal values of two properties do not cancel in the hash")
  func hashDoesNotCancel() {
    struct Pair: MappedHashable, Sendable {
      let a: String
      let b: String
      static let properties = Properties(of: Pair.self) {
        Property(\.a, "a")
        Property(\.b, "b")
      }
      static let mapping = Mapping(Pair.init, properties)
    }
    let hashes = Set(["x", "y", "z"].map { Pair(a: $0, b: $0).hashValue })
    #expect(hashes.count == 3)
  }

  @Test("UX-76: the description has the model's name and its permanent properties")
  func descriptionListsPermanentProperties() {
    let model = ReferringModel(name: "foo", count: 2, weakModel: Referent())
    #expect(model.description == #"ReferringModel(name: "foo", count: 2, nestedName: nil)"#)
  }

  @Test("UX-78: a copied value shares the objects it holds")
  func copiedModelSharesItsObjects() {
    let model = StorageModel(unownedObject: StorageModel.shared, object: Referent())
    let copy = model
    #expect(copy.object === model.object)
  }

  @Test("MP-01, SD-31: the identity mapping round-trips, also with two changes")
  func identityMappingRoundTrips() throws {
    let values = Plain(name: "n", count: 2, nestedName: "x", weight: 1.5)
    #expect(try values.json() == #"{"name":"n","count":2,"nestedName":"x","weight":1.5}"#)
    try expectRoundTrip(Plain.self, #"{"name":"n","count":2,"nestedName":null,"weight":1}"#)
    var writer = JSONWriter()
    try Plain.changed.encode(values, to: &writer)
    #expect(
      String(decoding: writer.finish(), as: UTF8.self)
        == #"{"name":"n","number":2,"nested":{"name":"x"},"weight":1.5}"#)
  }
}

private struct Plain: Model, Equatable, Sendable {
  let name: String
  let count: Int
  let nestedName: String?
  let weight: Double
  var dynamicName: String { "dynamic" }

  static let properties = Properties(of: Plain.self) {
    Property(\.name)
    Property(\.count)
    Property(\.nestedName)
    Property(\.weight)
  }
  static let mapping = Mapping(Plain.init, properties)

  static let changedProperties = Properties(of: Plain.self) {
    Property(\.name)
    Property(\.count, "number")
    Property(\.nestedName, "nested.name")
    Property(\.weight)
  }
  static let changed = Mapping(Plain.init, changedProperties)
}
