import Foundation
import Mantle
import MantleArchiving
import Testing

@testable import MantleCommand

/// The model that is used if several have one name.
struct ModelLibraryTests {
  private struct Order: Model, ArchivableModel {
    var number: Int

    static let archive = ModelArchive("XYOrder")
    static let properties = Properties(of: Order.self) { Property(\.number, "number") }
    static let mapping = Mapping(Order.init, properties)
  }

  /// Calls a closure with a folder that has definitions of an `Order` and of a `Purchase` that is archived as an `XYOrder`.
  private func withFolder(_ body: (FileName, InputSource) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("mantle-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let text = """
      {"mantle": 1, "root": "[Order]", "models": [
        {"name": "Order", "properties": [{"name": "number", "type": "integer"}]},
        {"name": "Purchase", "archive": {"class": "XYOrder"}, "properties": [{"name": "number", "type": "integer"}]},
        {"name": "Other", "properties": [{"name": "number", "type": "integer"}]}]}
      """
    try Data(text.utf8).write(to: folder.appendingPathComponent("o.model.json"))
    try body(FileName(folder.path), .file(FileName(folder.path + "/o.json")))
  }

  private func models(_ library: inout ModelLibrary, _ source: InputSource) -> [String] {
    let compiled = Set(library.entries.filter { $0.file == nil }.map(\.model.identity))
    return library.models(for: source).map { (compiled.contains($0.identity) ? "built-in " : "") + $0.name }
  }

  @Test func compiledModelHidesDiscoveredDefinition() throws {
    try withFolder { folder, source in
      var library = ModelLibrary([Order.modelDescription])
      #expect(models(&library, source) == ["Other", "built-in Order"])
      let file = folder.shown + "/o.model.json"
      #expect(
        library.takeHidden() == [
          "\(file): not used for Order, Purchase: the models of this program have precedence"
            + "  (--models \(file) uses the file)"
        ])
      #expect(library.takeHidden().isEmpty)
    }
  }

  @Test func requestedDefinitionHidesCompiledModel() throws {
    for word in ["/o.model.json", ""] {
      try withFolder { folder, source in
        var library = ModelLibrary([Order.modelDescription])
        try library.add(FileName(folder.shown + word))
        #expect(models(&library, source) == ["Order", "Purchase", "Other"])
        #expect(library.takeHidden().isEmpty)
      }
    }
  }

  @Test func sampleModelsDoNotHideDefinitions() throws {
    try withFolder { _, source in
      var library = ModelLibrary([], samples: [Order.modelDescription])
      #expect(models(&library, source) == ["Order", "Purchase", "Other", "built-in Order"])
      #expect(library.takeHidden().isEmpty)
    }
  }
}
