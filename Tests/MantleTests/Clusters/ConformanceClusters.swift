import Foundation
import Mantle

@testable import TerminalText

/// Two values from the same members, at the top and nested.
struct MultiKeyModel: Model, Equatable, Sendable {
  struct Span: Equatable, Sendable {
    var location = 0
    var length = 0
  }

  var range = Span()
  var nestedRange = Span()

  static let properties = Properties(of: MultiKeyModel.self) {
    Property(\.range, from: Member<Int>("location"), Member<Int>("length")) {
      Span(location: $0 ?? -1, length: $1 ?? -1)
    } reverse: {
      ($0.location, $0.length)
    }.default(Span())
    Property(\.nestedRange, from: Member<Int>("nested.location"), Member<Int>("nested.length")) {
      Span(location: $0 ?? -1, length: $1 ?? -1)
    } reverse: {
      ($0.location, $0.length)
    }.default(Span())
  }
  static let mapping = Mapping(MultiKeyModel.init, properties)
}

/// What is either a test model, known by its user name, or nothing.
enum SubstitutingModel: PolymorphicModel, Equatable, Sendable {
  case test(TestModel)

  var test: TestModel {
    switch self {
    case .test(let model): model
    }
  }

  static let cluster = Cluster<SubstitutingModel>([
    .model(TestModel.self, having: "username", wrap: SubstitutingModel.test) { $0.test }
  ])
}

/// Sweets, told apart by flavour.
protocol Sweet: Sendable {}

struct Chocolate: Sweet, Model, Equatable {
  var bitterness: UInt
  static let properties = Properties(of: Chocolate.self) {
    Property(\.bitterness, "chocolate_bitterness", .decimalString)
  }
  static let mapping = Mapping(Chocolate.init, properties)
}

struct Strawberry: Sweet, Model, Equatable {
  var freshness: UInt
  static let properties = Properties(of: Strawberry.self) { Property(\.freshness, "strawberry_freshness") }
  static let mapping = Mapping(Strawberry.init, properties)
}

struct Unregistered: Sweet {}

enum Sweets {
  static let cluster = Cluster<any Sweet>(
    named: "Sweet", by: "flavor",
    [.subtype(Chocolate.self, when: "chocolate"), .subtype(Strawberry.self, when: "strawberry")])
}

/// A box of sweets of any kind.
struct SweetBox: Model, Sendable {
  let best: (any Sweet)?
  let sweets: [any Sweet]
  static let properties = Properties(of: SweetBox.self) {
    Property(\.best, "best", Sweets.cluster.transformer)
    Property(\.sweets, "sweets", Sweets.cluster.transformer.array)
  }
  static let mapping = Mapping(SweetBox.init, properties)
}

/// A class and two subclasses, mapped by assigning.
class Vehicle {
  var wheels = 4
  var owner: String?

  static let fieldsProperties = Properties(of: Vehicle.self) {
    Property(\.wheels, "wheels")
    Property(\.owner, "owner.name")
  }
  static let fields = Mapping(assigning: Vehicle.init, fieldsProperties)
}

final class Car: Vehicle, MappedHashable {
  var doors = 5
  static let properties = Properties(of: Car.self) {
    Property(\.doors, "doors")
  }
  static let mapping = Mapping(assigning: Car.init, properties, inheriting: Vehicle.fields.inherited())
}

final class Bicycle: Vehicle, MappedHashable {
  var hasBell = false

  override init() {
    super.init()
    wheels = 2
  }

  static let properties = Properties(of: Bicycle.self) {
    Property(\.hasBell, "bell")
  }
  static let mapping = Mapping(assigning: Bicycle.init, properties, inheriting: Vehicle.fields.inherited())
}

enum Vehicles {
  static let cluster = Cluster<Vehicle>([
    .subtype(Car.self, having: "doors"), .subtype(Bicycle.self, having: "bell"),
  ])
}
