import Mantle

/// An object that models refer to without owning it.
final class Referent: Sendable {}

/// The original's workhorse with its weak reference: what equality, hash and description are tried on.
struct ReferringModel: MappedHashable, MappedDescription {
  var name: String?
  var count: UInt = 1
  var nestedName: String?
  weak var weakModel: Referent?

  var dynamicName: String { "dynamic " + (name ?? "nil") }

  static let properties = Properties(of: ReferringModel.self) {
    Property(\.name, "username").validated(TestModel.shortName)
    Property(\.count, "count", .decimalString).default(1).merged { $0 + $1 }
    Property(\.nestedName, "nested.name")
    Property(local: \.weakModel) { nil }.named("weakModel").retention(.transient)
  }
  static let mapping = Mapping(ReferringModel.init, properties)
}

/// The workhorse's derived model: related by the names and types of its properties.
struct DerivedModel: Model, Equatable, Sendable {
  var name: String?
  var count: UInt = 1
  var nestedName: String?
  var role: String?
  var generation: Int = 0

  static let properties = Properties(of: DerivedModel.self) {
    Property(\.name, "username").validated(TestModel.shortName)
    Property(\.count, "count", .decimalString).default(1).merged { $0 + $1 }
    Property(\.nestedName, "nested.name")
    Property(\.role, "role")
    Property(\.generation, "generation").default(0)
  }
  static let mapping = Mapping(DerivedModel.init, properties)
}

/// One optional text, for comparing.
struct ComparedModel: MappedHashable, Sendable {
  let text: String?
  static let properties = Properties(of: ComparedModel.self) { Property(\.text, "text") }
  static let mapping = Mapping(ComparedModel.init, properties)
}

protocol Named {
  var name: String { get }
  var nickname: String { get }
}

extension Named {
  var nickname: String { "none" }
}

/// Every kind of stored property, and what is not stored.
struct StorageModel: MappedHashable, Named, @unchecked Sendable {
  var scalar = 1
  unowned var unownedObject: Referent
  var object: Referent
  /// Meets a requirement.
  var name = "name"
  var transient = "t"
  var hidden = "h"

  static let shared = Referent()

  static let properties = Properties(of: StorageModel.self) {
    Property(\.scalar, "scalar").default(1)
    Property(local: \.unownedObject) { StorageModel.shared }.named("unownedObject")
    Property(local: \.object) { StorageModel.shared }
    Property(\.name, "name").default("name")
    Property(\.transient, "transient").default("t").retention(.transient)
    Property(\.hidden, "hidden").default("h").retention(.excluded)
  }
  static let mapping = Mapping(StorageModel.init, properties)
}

/// A subclass whose property replaces the inherited one.
final class Truck: Vehicle, Model {
  override var wheels: Int {
    didSet { changes += 1 }
  }
  var changes = 0

  static let properties = Properties(of: Truck.self) {
    Property(\.wheels, "axles.wheels")
  }
  static let mapping = Mapping(assigning: Truck.init, properties, inheriting: Vehicle.fields.inherited())
}

/// A subclass that adds nothing.
final class PlainVehicle: Vehicle, Model {
  static let properties = Properties(of: PlainVehicle.self) {}
  static let mapping = Mapping(
    assigning: PlainVehicle.init, properties, inheriting: Vehicle.fields.inherited())
}
