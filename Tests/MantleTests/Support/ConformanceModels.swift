import Foundation
import Mantle

/// What the fixtures' own rules throw.
enum FixtureError: Error, Equatable {
  case nameTooLong, nameMissing
}

/// The defaults of the fixtures.
enum Fixed {
  static let url = URL(string: "http://github.com") ?? URL(filePath: "/")
  static let uuid = UUID(
    uuid: (0x4A, 0x27, 0x5F, 0xBD, 0x82, 0x17, 0x43, 0x97, 0x96, 0x4B, 0x40, 0x3F, 0x4C, 0x2B, 0x85, 0x45))
}

/// A model without properties.
struct EmptyModel: Model, Equatable, Sendable {
  static let properties = Properties(of: EmptyModel.self) {}
  static let mapping = Mapping(EmptyModel.init, properties)
}

/// The original's workhorse: a short name, a count given as text, and a name from inside an object.
struct TestModel: Model, Equatable, Sendable {
  var name: String?
  var count: UInt = 1
  var nestedName: String?

  var dynamicName: String { "dynamic " + (name ?? "nil") }

  static let properties = Properties(of: TestModel.self) {
    Property(\.name, "username").validated(shortName)
    Property(\.count, "count", .decimalString).default(1).merged { $0 + $1 }
    Property(\.nestedName, "nested.name")
  }
  static let mapping = Mapping(TestModel.init, properties)

  static func shortName(_ name: String?) throws {
    if let name, name.count >= 10 { throw FixtureError.nameTooLong }
  }
}

extension JSONTransformer where Value == UInt {
  /// An unsigned integer as its decimal text.
  static var decimalString: JSONTransformer {
    .custom(
      "decimal text", from: String.self,
      forward: { text in
        guard let value = UInt(text) else { throw TransformError(expected: "text of an integer") }
        return value
      },
      reverse: { String($0) })
  }
}

/// Whose names are listed below an array, which a plain path does not enter.
struct PlainArrayModel: Model, Equatable, Sendable {
  let names: [String]?
  static let properties = Properties(of: PlainArrayModel.self) { Property(\.names, "users.name") }
  static let mapping = Mapping(PlainArrayModel.init, properties)
}

/// The same with an explicit path over each element.
struct EachElementModel: Model, Equatable, Sendable {
  let names: [String]
  static let properties = Properties(of: EachElementModel.self) { Property(\.names, "users[].name") }
  static let mapping = Mapping(EachElementModel.init, properties)
}

/// A model that needs a name.
struct ValidationModel: Model, Equatable, Sendable {
  var name: String?
  static let properties = Properties(of: ValidationModel.self) {
    Property(\.name, "name").validated { name in
      if name == nil { throw FixtureError.nameMissing }
    }
  }
  static let mapping = Mapping(ValidationModel.init, properties)
}

/// One that gives itself a name.
struct SelfValidatingModel: Model, Equatable, Sendable {
  var name: String?
  static let properties = Properties(of: SelfValidatingModel.self) {
    Property(\.name, "name").normalized { $0 = $0 ?? "foobar" }
  }
  static let mapping = Mapping(SelfValidatingModel.init, properties)
}

/// A URL with a default.
struct URLModel: Model, Equatable, Sendable {
  var url = Fixed.url
  static let properties = Properties(of: URLModel.self) { Property(\.url, "URL").default(Fixed.url) }
  static let mapping = Mapping(URLModel.init, properties)
}

/// A UUID with a default.
struct UUIDModel: Model, Equatable, Sendable {
  var uuid = Fixed.uuid
  static let properties = Properties(of: UUIDModel.self) { Property(\.uuid, "UUID").default(Fixed.uuid) }
  static let mapping = Mapping(UUIDModel.init, properties)
}

struct BoolModel: Model, Equatable, Sendable {
  var flag = false
  static let properties = Properties(of: BoolModel.self) { Property(\.flag, "flag").default(false) }
  static let mapping = Mapping(BoolModel.init, properties)
}

struct StringModel: Model, Equatable, Sendable {
  var string: String
  static let properties = Properties(of: StringModel.self) { Property(\.string, "string") }
  static let mapping = Mapping(StringModel.init, properties)
}

/// A property that takes any JSON.
struct AnyModel: Model, Equatable, Sendable {
  var anyObject: JSONValue
  static let properties = Properties(of: AnyModel.self) { Property(\.anyObject, "anyObject") }
  static let mapping = Mapping(AnyModel.init, properties)
}

/// No base class, no default, no transformer: the least a model can be.
struct ConformingModel: Model, Equatable, Sendable {
  let name: String
  static let properties = Properties(of: ConformingModel.self) { Property(\.name, "name") }
  static let mapping = Mapping(ConformingModel.init, properties)
}

/// A user and the groups it is in, which name their users.
struct RecursiveUser: Model, Equatable, Sendable {
  let name: String
  let groups: [RecursiveGroup]
  static let properties = Properties(of: RecursiveUser.self) {
    Property(\.name, "name")
    Property(\.groups, "groups").default([])
  }
  static let mapping = Mapping(RecursiveUser.init, properties)
}

struct RecursiveGroup: Model, Equatable, Sendable {
  let owner: RecursiveUser?
  let users: [RecursiveUser]
  static let properties = Properties(of: RecursiveGroup.self) {
    Property(\.owner, "owner")
    Property(\.users, "users")
  }
  static let mapping = Mapping(RecursiveGroup.init, properties)
}

/// A nested model, a nested value that no mapping describes, and a text.
struct NestingModel: Model, Equatable, Sendable {
  /// A type that is no model: it is only ever nil in JSON.
  struct Opaque: Equatable, Sendable {}

  let conforming: TestModel?
  let nonConforming: Opaque?
  let property: String?

  static let properties = Properties(of: NestingModel.self) {
    Property(\.conforming, "conforming")
    Property(\.nonConforming, "nonConforming", .nothing)
    Property(\.property, "property")
  }
  static let mapping = Mapping(NestingModel.init, properties)
}

extension JSONTransformer where Value == NestingModel.Opaque {
  /// Refuses every value.
  static var nothing: JSONTransformer {
    .custom(
      "nothing", from: JSONValue.self, forward: { _ in throw TransformError(expected: "null") },
      reverse: { _ in throw TransformError(expected: "nil") })
  }
}
