import Mantle
import Testing

/// A key that stands twice is reported wherever a model, a dictionary or a `Codable` type reads the object.
struct DuplicateKeyTests {
  @Test(
    "Each duplicate key is a warning at the value that is used",
    arguments: [
      (#"{"id":1,"id":2}"#, ["id"]),
      (#"{"id":1,"id":2,"id":3}"#, ["id", "id"]),
      (#"{"id":1,"\u0069d":2}"#, ["id"]),
      (#"{"id":1,"unmapped":1,"unmapped":2}"#, ["unmapped"]),
      (#"{"id":1,"user":{"login":"a","login":"b"}}"#, ["user.login"]),
      (#"{"id":1,"user":{"login":"a"},"user":{"login":"b"}}"#, ["user"]),
      (#"{"id":1,"counts":{"a":1,"a":2}}"#, ["counts.a"]),
      (#"{"id":1,"settings":{"theme":"a","theme":"b"}}"#, ["settings.theme"]),
      (#"{"id":1,"labels":[{"name":"a"},{"name":"b","name":"c"}]}"#, ["labels[1].name"]),
    ])
  func eachDuplicateKeyIsAWarning(_ text: String, _ paths: [String]) throws {
    try expect(Structured.self, text, paths)
    try expect(Assigned.self, text, paths)
  }

  private func expect<Value: JSONConvertible>(_: Value.Type, _ text: String, _ paths: [String]) throws {
    let decoded = try Value.report(json: text)
    let duplicates = decoded.diagnostics.filter { $0.code == .duplicateKey }
    #expect(duplicates.map(\.path.description) == paths, "\(Value.self)")
    #expect(duplicates.allSatisfy { $0.severity == .warning && $0.model == String(describing: Value.self) })
    #expect(decoded.value != nil)
  }

  @Test("The last of several duplicate keys is used")
  func lastDuplicateKeyCounts() throws {
    let text = #"{"id":1,"user":{"login":"a","login":"b"},"counts":{"a":1,"a":2},"id":3}"#
    let value = try Structured.decode(json: text)
    #expect(value.id == 3)
    #expect(value.login == "b")
    #expect(value.counts == ["a": 2])
  }

  @Test("The default of an assigned property is noted like any other default")
  func defaultOfAssignedPropertyIsNoted() throws {
    for diagnostics in [
      try Assigned.report(json: "{}").diagnostics, try Structured.report(json: #"{"id":1}"#).diagnostics,
    ] {
      let notes = diagnostics.filter { $0.code == .defaultUsed }
      #expect(notes.map(\.path) == ["counts"])
      #expect(notes.first?.property == "counts")
    }
  }
}

private struct Settings: Codable, Sendable, Equatable {
  var theme: String
}

private struct Structured: Model, Sendable {
  let id: Int
  let login: String?
  let counts: [String: Int]
  let settings: Settings?
  let names: [String]?

  static let properties = Properties(of: Structured.self) {
    Property(\.id, "id")
    Property(\.login, "user.login")
    Property(\.counts, "counts").default([:])
    Property(\.settings, "settings", .codable)
    Property(\.names, "labels[].name")
  }
  static let mapping = Mapping(Structured.init, properties)
}

private final class Assigned: Model {
  var id = 0
  var login: String?
  var counts: [String: Int] = [:]
  var settings: Settings?
  var names: [String]?

  static let properties = Properties(of: Assigned.self) {
    Property(\.id, "id").named("id")
    Property(\.login, "user.login").named("login")
    Property(\.counts, "counts").default([:]).named("counts")
    Property(\.settings, "settings", .codable).named("settings")
    Property(\.names, "labels[].name").named("names")
  }
  static let mapping = Mapping(assigning: Assigned.init, properties)
}
