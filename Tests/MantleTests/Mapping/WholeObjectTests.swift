import Mantle
import Testing

/// A property that stands for the whole object: the empty path.
struct WholeObjectTests {
  private static let text = #"{"id":1,"name":"a","user":{"login":"ann","id":7},"list":[1,2,3],"more":null}"#

  @Test("The keys of a whole-object property are written once, wherever it is listed")
  func wholeObjectKeysAreWrittenOnce() throws {
    let first = try First.decode(json: Self.text)
    let last = try Last.decode(json: Self.text)
    #expect(try JSONValue(json: first.json()) == JSONValue(json: Self.text))
    #expect(try JSONValue(json: first.json()) == JSONValue(json: last.json()))
    #expect(try JSONDocument(first.json()).root.overriddenKeys.isEmpty)
  }

  @Test("The model's other properties override the whole object, nested keys included")
  func ownPropertiesOverrideWholeObject() throws {
    var model = try First.decode(json: Self.text)
    model.name = "b"
    model.login = "bob"
    model.second = 9
    #expect(
      try JSONValue(json: model.json())
        == JSONValue(json: #"{"id":1,"name":"b","user":{"login":"bob","id":7},"list":[1,9,3],"more":null}"#))
  }

  @Test("Two flattened parts may share a key")
  func flattenedPartsShareAKey() throws {
    let model = try Composed.decode(json: #"{"x":1,"y":2,"z":3}"#)
    #expect(model == Composed(a: PartA(x: 1, y: 2), b: PartB(y: 2, z: 3)))
    #expect(try model.json() == #"{"x":1,"y":2,"z":3}"#)
  }
}

private struct First: Model, Sendable {
  let raw: JSONValue
  var name: String
  var login: String
  var second: Int
  static let properties = Properties(of: First.self) {
    Property(\.raw, "")
    Property(\.name, "name")
    Property(\.login, "user.login")
    Property(\.second, "list[1]")
  }
  static let mapping = Mapping(First.init, properties)
}

private struct Last: Model, Sendable {
  let name: String
  let login: String
  let second: Int
  let raw: JSONValue
  static let properties = Properties(of: Last.self) {
    Property(\.name, "name")
    Property(\.login, "user.login")
    Property(\.second, "list[1]")
    Property(\.raw, "")
  }
  static let mapping = Mapping(Last.init, properties)
}

private struct Composed: Model, Equatable, Sendable {
  let a: PartA
  let b: PartB
  static let properties = Properties(of: Composed.self) {
    Property(\.a, "")
    Property(\.b, "")
  }
  static let mapping = Mapping(Composed.init, properties)
}

private struct PartA: Model, Equatable, Sendable {
  let x: Int
  let y: Int
  static let properties = Properties(of: PartA.self) {
    Property(\.x, "x")
    Property(\.y, "y")
  }
  static let mapping = Mapping(PartA.init, properties)
}

private struct PartB: Model, Equatable, Sendable {
  let y: Int
  let z: Int
  static let properties = Properties(of: PartB.self) {
    Property(\.y, "y")
    Property(\.z, "z")
  }
  static let mapping = Mapping(PartB.init, properties)
}
