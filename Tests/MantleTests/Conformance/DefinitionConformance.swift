import Foundation
import Mantle
import Testing

/// Mistakes in a mapping that the compiler cannot see: each is found at first use, with a message that names the
/// property.
struct DefinitionConformance {
  @Test("Swapped properties of one type are found by the first data that tells them apart")
  func swapped() throws {
    let error = try #require(throws: MappingError.self) {
      _ = try Swapped.decode(json: #"{"first":"same","last":"same"}"#)
      _ = try Swapped.decode(json: #"{"first":"a","last":"b"}"#)
    }
    #expect(error.reason == .swapped)
    #expect(error.properties == ["last", "first"])
    #expect(
      error.description == """
        Swapped.last and Swapped.first: listed in the order opposite to the initialiser's parameters, \
        so their values are swapped
        """)
  }

  @Test("A sample finds swapped properties, and what the data lacks")
  func sample() throws {
    let error = try #require(throws: MappingError.self) {
      try SwappedInTests.mapping.check(sample: #"{"first":"a","last":"b"}"#)
    }
    #expect(error.properties == ["last", "first"])
    try ReadmeIssue.mapping.check(sample: SeedDocumentConformance.text)
    #expect(throws: DecodingFailure.self) { try ReadmeIssue.mapping.check(sample: "{}") }
    #expect(throws: DecodingFailure.self) { try ReadmeIssue.mapping.check(sample: "{") }
  }

  @Test("UX-41: colliding paths")
  func colliding() throws {
    let error = try #require(throws: MappingError.self) { try Colliding.decode(json: "{}") }
    #expect(
      error.description == """
        Colliding.user and Colliding.login: both are written at `user.login`; give one another path, \
        or make it decode-only
        """)
    #expect(throws: MappingError.self) { try Colliding(user: "a", login: "b").json() }
  }

  @Test("UX-39: an irreversible transformer on output")
  func irreversible() throws {
    let error = try #require(throws: MappingError.self) { try Irreversible(text: "a").json() }
    #expect(
      error.description == """
        Irreversible.text: the transformer `shout` has no reverse; make the property decode-only or give it one
        """)
  }

  @Test("A path over each element needs an array")
  func eachWithoutArray() throws {
    let error = try #require(throws: MappingError.self) { try EachOfOne.decode(json: "{}") }
    #expect(error.properties == ["name"])
    #expect(error.description.contains("`users[].name`"))
  }

  @Test("Names of overridable properties are those of the class, whatever the JSON keys")
  func namesOfClasses() {
    #expect(Car.propertyNames == ["wheels", "owner", "doors"])
  }

  @Test("A property whose name nothing tells needs one")
  func unknownName() throws {
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

  static let mapping = Mapping(Swapped.init) {
    Property(\.last, "last")
    Property(\.first, "first")
  }
}

private struct SwappedInTests: Model, Sendable {
  let first: String
  let last: String

  init(first: String, last: String) {
    self.first = first
    self.last = last
  }

  static let mapping = Mapping(SwappedInTests.init) {
    Property(\.last, "last")
    Property(\.first, "first")
  }
}

private struct Colliding: Model, Sendable {
  let user: String
  let login: String
  static let mapping = Mapping(Colliding.init) {
    Property(\.user, "user")
    Property(\.login, "user.login")
  }
}

private struct Irreversible: Model, Sendable {
  let text: String
  static let mapping = Mapping(Irreversible.init) {
    Property(\.text, "text", JSONTransformer(ForwardTransformer<String, String>("shout") { $0.uppercased() }))
  }
}

private struct EachOfOne: Model, Sendable {
  let name: String
  static let mapping = Mapping(EachOfOne.init) { Property(\.name, "users[].name") }
}

private class Nameless {
  var a = ""
  var b = ""

  static let mapping = Mapping.assigning(Nameless.init) {
    Property(\.a, "x")
    Property(\.b, "y")
  }

  static let named = Mapping.assigning(Nameless.init) {
    Property(\.a, "x").named("a")
    Property(\.b, "y").named("b")
  }
}
