import Foundation
import Mantle
import MantleArchiving
import MantleCommand
import MantleDefinitions
import MantleFiles
import MantleFormatters
import MantleStore
import ModelBrowser
import Testing

/// The examples on the landing pages of the products other than Mantle.
struct ProductExamples {
  struct Note: Model, Equatable {
    let id: Int
    let text: String
    var stars: Int

    static let properties = Properties(of: Note.self) {
      Property(\.id, "id").identity()
      Property(\.text, "text")
      Property(\.stars, "stars")
    }
    static let mapping = Mapping(Note.init, properties)
  }

  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "products-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  @Test func storeFetchesSavedModels() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "notes.sqlite")
    // snippet
    let store = try Store(at: file)
    try store.save(contentsOf: [
      Note(id: 1, text: "Buy milk", stars: 4),
      Note(id: 2, text: "Paint", stars: 1),
    ])
    let best = try store.fetchAll(Note.self, where: "stars > 2", order: "stars desc")
    // end
    #expect(best.map(\.id) == [1])
  }

  @Test func archiveFileRoundTrips() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "notes.archive")
    // snippet
    try Archive.write([Note(id: 1, text: "Buy milk", stars: 4)], to: file)
    let notes = try Archive.decode([Note].self, contentsOf: file)
    // end
    #expect(notes.map(\.id) == [1])
  }

  @Test func elementsDecodeFromAFile() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "notes.json")
    var lines: [String] = []
    func print(_ line: String) { lines.append(line) }
    // snippet
    try [Note(id: 1, text: "Buy milk", stars: 4)].write(to: file)
    for element in try Note.elements(contentsOf: file) { print(try element.result.get().text) }
    // end
    #expect(lines == ["Buy milk"])
  }

  @Test func patternFormatsDates() throws {
    // snippet
    let german = JSONTransformer<Date>.pattern("dd.MM.yyyy HH:mm")
    let noon = try german.forward(json: #""24.12.2026 12:00""#)
    let dictionary = try Note(id: 1, text: "Buy milk", stars: 4).jsonObject()
    // end
    #expect(try JSONTransformer.iso8601.reverse(noon) == #""2026-12-24T12:00:00Z""#)
    #expect(dictionary["stars"] as? Int == 4)
  }

  @Test func inferenceProducesSourceAndSchema() throws {
    // snippet
    var inference = Inference()
    inference.read(JSONBytes(#"[{"id": 1, "made": "2026-01-02T03:04:05Z"}]"#))
    let definition = inference.definition(rootName: "Order")
    let source = definition.swiftSource
    let schema = try Note.jsonSchema()
    // end
    #expect(source.contains("made: Date"))
    #expect(schema.contains("\"stars\""))
  }

  func program() -> Never {
    // snippet
    CommandLineProgram.main(models: [Note.modelDescription])
    // end
  }

  func browser(_ file: URL) throws {
    // snippet
    try TerminalBrowser.run(models: [Note.modelDescription], file: file)
    // end
  }
}
