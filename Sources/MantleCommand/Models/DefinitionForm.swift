import Mantle
import MantleDefinitions

/// The forms in which inferred models are written.
enum DefinitionForm: String, CaseIterable {
  case definition, swift, schema, table

  /// The form a file name's suffix stands for.
  init?(suffixOf name: String) {
    switch name.lowercased() {
    case let name where name.hasSuffix(".model.json"): self = .definition
    case let name where name.hasSuffix(".schema.json"): self = .schema
    case let name where name.hasSuffix(".swift"): self = .swift
    case let name where name.hasSuffix(".txt"): self = .table
    default: return nil
    }
  }

  func text(of definition: Definition) throws -> String {
    switch self {
    case .definition: definition.fileText
    case .swift: definition.swiftSource
    case .schema: try definition.jsonSchema(title: definition.root.modelNames.first ?? "Root")
    case .table: definition.table
    }
  }
}

extension Inference {
  /// The models with names that follow from the file's: an object in `feeds/departures.json` is a `Departures`, an element
  /// of a list a `Departure`.
  func definition(ofFile name: String) -> Definition {
    let last = name.split(separator: "/").last.map(String.init) ?? ""
    guard last.first != "<" else { return definition(rootName: "Root") }
    let word = String(last.prefix { $0 != "." })
    return definition(
      rootName: Definition.modelName(for: word), elementName: Definition.modelName(forElementsOf: word))
  }
}
