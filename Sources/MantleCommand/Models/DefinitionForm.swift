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

extension Definition {
  /// What to call the model of a file's values: `feeds/issues.json` holds an `Issue`.
  static func rootName(ofFile name: String) -> String {
    let last = name.split(separator: "/").last.map(String.init) ?? ""
    guard last.first != "<" else { return "Root" }
    return modelName(forElementsOf: String(last.prefix { $0 != "." }))
  }
}
