import Mantle
import MantleDefinitions
import MantleDocuments
import Testing

@testable import MantleQuery

/// Queries call those values unreadable that decoding reports.
@Suite struct ReadableValueTests {
  private struct Tolerant: MappedHashable, Sendable {
    var one: [String]
    var at: String?
    static let properties = Properties(of: Tolerant.self) {
      Property(\.one, "one").oneOrMany()
      Property(\.at, "at").absent(when: .empty)
    }
    static let mapping = Mapping(Tolerant.init, properties)
  }

  private static let types = [
    "string", "integer", "double", "decimal", "boolean", "date", "url", "uuid", "json", "string?", "[string]",
    "{integer}", "A", "[A]", "string | [string]", "boolean | A", "double | string | A", "integer | [A]",
    "[string | A]", "date | integer",
  ]

  private static let values = [
    "\"x\"", "\"\"", "1", "1.5", "true", "[]", "[\"x\"]", "[1]", "{}", "{\"id\":1}", "[{\"id\":1}]",
    "\"2024-03-01T10:00:00Z\"", "\"https://a.example\"", "\"4D8E2F0A-5B7C-4E1D-9A3B-2C6F8E0D1A2B\"",
  ]

  private static func place(_ type: String) throws -> ModelPlace {
    let definition = """
      {"mantle": 1, "root": "Row", "models": [
        {"name": "Row", "properties": [{"name": "p", "type": "\(type)"}]},
        {"name": "A", "properties": [{"name": "id", "type": "integer?"}]}]}
      """
    return try #require(DefinedModels(Definition(JSONBytes(definition))).place(isSequence: true))
  }

  private static func isUnreadable(_ property: String, in row: String, _ place: ModelPlace) throws -> Bool {
    let query = "where \(property) = unreadable aggregate count"
    return try QueryRunTests.result(query, of: row + "\n" + row, model: place).text == "{\"count\":2}\n"
  }

  @Test(arguments: types) func unreadableValuesMatchModelDiagnostics(_ type: String) throws {
    let place = try Self.place(type)
    for value in Self.values {
      let row = "{\"p\":\(value)}"
      let problems = place.model.diagnose(try JSONDocument(row).root, minimumSeverity: .warning)
      // Of lists and objects only the kind is inspected.
      if problems.contains(where: { $0.path.components.count > 1 }) { continue }
      #expect(try Self.isUnreadable("p", in: row, place) == !problems.isEmpty, "\(row) as \(type)")
    }
  }

  @Test(arguments: [
    ("one", "\"x\"", false), ("one", "[\"x\"]", false), ("one", "{}", true), ("at", "\"\"", false),
    ("at", "1", true),
  ]) func toleratedValuesAreReadable(_ property: String, _ value: String, _ expected: Bool) throws {
    let place = ModelPlace(Tolerant.modelDescription, at: JSONKeyPath([.each]))
    let row = property == "one" ? "{\"one\":\(value)}" : "{\"one\":[],\"at\":\(value)}"
    #expect(try Self.isUnreadable(property, in: row, place) == expected, "\(row)")
  }
}
