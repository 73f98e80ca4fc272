import Mantle
import MantleDefinitions
import MantleDocuments
import MantlePlatform

/// The output formats of commands that write models.
enum DefinitionForm: String, CaseIterable {
  case definition, swift, schema, table

  /// Creates the output format for the suffix of a file name; nil for other suffixes.
  init?(suffixOf name: String) {
    switch name.lowercased() {
    case let name where name.hasSuffix(".model.json"): self = .definition
    case let name where name.hasSuffix(".schema.json"): self = .schema
    case let name where name.hasSuffix(".swift"): self = .swift
    case let name where name.hasSuffix(".txt"): self = .table
    default: return nil
    }
  }

  /// Creates the output format from the option `--format` or from the suffix of the output; nil if neither determines
  /// it.
  init?(_ options: ParsedWords) {
    let form = options.choice("--format") ?? options.output.flatMap { DefinitionForm(suffixOf: $0.shown) }
    guard let form else { return nil }
    self = form
  }

  /// Returns inferred models in this format.
  ///
  /// - Parameter inputs: the texts that the models were inferred from, in order.
  func text(of models: InferredModels, _ inputs: [JSONBytes]) throws -> String {
    try text(of: self == .definition ? models.summarised : models.definition) { model, property in
      models.evidence[model]?[property]?.words(inputs)
    }
  }

  /// Returns a definition in this format.
  ///
  /// - Parameter evidence: returns the remarks about a property, which a table shows after its type.
  func text(
    of definition: Definition, evidence: (_ model: String, _ property: String) -> String? = { _, _ in nil }
  ) throws -> String {
    switch self {
    case .definition: JSONText.visible(definition.fileText)
    case .swift: definition.swiftSource
    case .schema:
      JSONText.visible(try definition.jsonSchema(title: definition.root.modelNames.first ?? "Root") + "\n")
    case .table: definition.table(evidence: evidence)
    }
  }
}

extension Console {
  /// Writes models to the output file, or to standard output. A file that already has this text is not written.
  ///
  /// - Parameter sources: the inputs that the models were made from, which must not be overwritten.
  func write(
    models text: String, _ options: ParsedWords, madeFrom sources: [InputSource]
  ) throws {
    let bytes = Array(text.utf8)
    guard let output = options.output else { return write(bytes) }
    if sources.contains(.file(output)) {
      throw CommandError(message: "\(output.shown): not written: OUT is also an input file")
    }
    if !options.isForced, output.kind(followingLinks: true) == S_IFREG {
      let old = try Input(.file(output)).bytes
      if old.slice(0..<old.count) == bytes { return }
    }
    try OutputFile(name: output, isForced: options.isForced).write(JSONBytes(bytes))
  }
}

extension OptionSyntax {
  /// The option that names the output file of a command that writes models.
  static let models = OptionSyntax(
    name: "--output", value: "OUT", help: "write to this file",
    details: "The suffix determines the format: .model.json, .swift, .schema.json or .txt.")

  /// The option that allows replacing any existing file.
  static let replacing = OptionSyntax(
    name: "--force", help: "replace an existing or protected file")
}

extension Inference {
  /// Infers models with names that are based on the file name: an object in `feeds/departures.json` is a
  /// `Departures`, and an element of a list or a line of NDJSON is a `Departure`. If the file name does not suggest a
  /// name, an object is a `Root`, an element an `Element`, and a line a `Row`. A row of an SQLite file has the name
  /// of its table.
  func models(
    ofFile name: String, overrides: InferenceOverrides = InferenceOverrides(),
    propertyNames: PropertyNames = .identifiers
  ) -> InferredModels {
    let parts = name.split(separator: "/")
    let last = parts.last ?? ""
    let word = String(last.prefix { $0 != "." })
    let isList = isSequence || name.isNDJSONName
    let isTable = parts.count > 1 && FileName(String(parts[parts.count - 2])).isNamedDatabase
    let isNamed = last.first != "<" && (isTable || Definition.isNamed(word))
    let element = isNamed ? Definition.modelName(forElementsOf: word) : isList ? "Row" : "Element"
    let root = isList ? element : isNamed ? Definition.modelName(for: word) : "Root"
    return models(
      rootName: root, elementName: element, overrides: overrides, propertyNames: propertyNames)
  }
}
