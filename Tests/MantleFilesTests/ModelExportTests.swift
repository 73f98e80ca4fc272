import Mantle
import Testing

@testable import MantleDocuments
@testable import MantleFiles

/// What becomes of a text that is written as its models.
@Suite struct ModelExportTests {
  struct Tag: Model {
    let name: String
    let count: Int

    static let properties = Properties(of: Tag.self) {
      Property(\.name, "name")
      Property(\.count, "count")
    }
    static let mapping = Mapping(Tag.init, properties)
  }

  private static let tag = #"{"name":"a","count":1}"#
  private static let odd = #"{"error":"x"}"#

  private static func written(
    _ text: String, at path: JSONKeyPath, isGuess: Bool = true, isList: Bool = false,
    as form: ModelExport.Form
  ) throws -> String? {
    let place = ModelPlace(Tag.modelDescription, at: path, isGuess: isGuess)
    let export = ModelExport(
      JSONBytes(Array(text.utf8), isNDJSON: isList), name: nil, places: [place], as: form, workers: 2)
    var text: [UInt8] = []
    let summary = export.run(into: { text += $0 }) { _ in true }
    return summary.map { _ in String(decoding: text, as: UTF8.self) }
  }

  struct Price: Model {
    let amount: Double
    let count: Int

    static let properties = Properties(of: Price.self) {
      Property(\.amount, "amount")
      Property(\.count, "count")
    }
    static let mapping = Mapping(Price.init, properties)
  }

  /// Numbers keep their spelling.
  @Test(arguments: [
    (ModelExport.Form.lines, "{\"amount\":10.00,\"count\":1}\n{\"amount\":1e3,\"count\":2}\n"),
    (
      .json,
      "[\n  {\n    \"amount\": 10.00,\n    \"count\": 1\n  },\n  {\n    \"amount\": 1e3,\n    \"count\": 2\n  }\n]\n"
    ),
  ]) func exportKeepsTheSpellingOfNumbers(_ form: ModelExport.Form, _ expected: String) {
    let text = #"[{"amount": 10.00, "count": 1, "x": 1.0}, {"count": 2, "amount": 1e3}]"#
    let place = ModelPlace(Price.modelDescription, at: "[]")
    let export = ModelExport(JSONBytes(text), name: nil, places: [place], as: form, workers: 1)
    var written: [UInt8] = []
    #expect(export.run(into: { written += $0 }) { _ in true } != nil)
    #expect(String(decoding: written, as: UTF8.self) == expected)
  }

  /// Values after a large first value are exported, too.
  @Test(arguments: [ModelExport.Form.json, .lines]) func exportsValuesAfterLargeValue(
    _ form: ModelExport.Form
  )
    throws
  {
    let many = Array(repeating: Self.tag, count: 50_000).joined(separator: ",\n")
    let pages = try #require(try Self.written("[\(many)]\n[\(Self.tag)]\n[\(many)]\n", at: "[]", as: form))
    #expect(pages.split(separator: "\"name\"").count - 1 == 100_001)
    let padding = String(repeating: " ", count: 1 << 21)
    let objects = "{\"name\":\"a\",\n\(padding)\"count\":1}\n\(Self.tag)\n"
    let text = try #require(try Self.written(objects, at: "", isGuess: false, isList: true, as: form))
    #expect(text.split(separator: "\"name\"").count - 1 == 2)
  }

  /// An element that is no model of the list leaves nothing of itself.
  @Test(arguments: [0, 1, 3]) func exportOmitsElementsThatAreNotModels(_ place: Int) throws {
    var elements = Array(repeating: Self.tag, count: 3)
    elements.insert(Self.odd, at: place)
    let text = "[\(elements.joined(separator: ","))]"
    let json = try #require(try Self.written(text, at: "[]", as: .json))
    #expect(try JSONDocument(json).root.count == 3)
    let lines = try #require(try Self.written(text, at: "[]", as: .lines))
    #expect(lines == String(repeating: Self.tag + "\n", count: 3))
  }

  /// Reading without writing has the same to say.
  @Test func checkReportsTheSameDiagnosticsAsExport() {
    let text = #"[{"name":"a","name":"b","count":1},{"name":"a","count":"x"}]"#
    let place = ModelPlace(Tag.modelDescription, at: "[]")
    let export = ModelExport(JSONBytes(text), name: nil, places: [place], as: .json, workers: 1)
    var (written, checked): ([Diagnostic], [Diagnostic]) = ([], [])
    _ = export.run(into: { _ in }) {
      written += $0; return true
    }
    _ = export.check {
      checked += $0; return true
    }
    #expect(written.map(\.code) == [.duplicateKey, .typeMismatch])
    #expect(checked.map(\.code) == written.map(\.code))
  }
}
