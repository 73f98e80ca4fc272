import Mantle
import MantleDefinitions
import MantleDocuments
import MantlePlatform

/// `mantle schema`: exports a definition file or a known model as JSON Schema or Swift, or imports a JSON Schema.
struct SchemaCommand: ProgramCommand {
  private let word: FileName
  private let form: DefinitionForm
  private let isImport: Bool
  private let options: ParsedWords

  /// The argument that requests the JSON Schema of definition files, instead of the schema of a model.
  private static let definition: FileName = "definition"

  static let syntax = CommandSyntax(
    name: "schema",
    forms: [
      "mantle schema [export] [NAME.model.json|MODEL|definition] [OPTION…]",
      "mantle schema import [FILE] [OPTION…]",
    ],
    options: [
      OptionSyntax(
        name: "--format", alias: "--as", value: "FORM", choices: DefinitionForm.allCases.map(\.rawValue),
        help: "set the output format",
        details: "Without this option, export writes a schema and import a definition."),
      .models, .replacing, .definitions,
    ],
    summary: "Writes models as a JSON Schema, or reads a JSON Schema.",
    help: """
      Writes models as a JSON Schema (draft 2020-12): those of a definition file, or a model from the list of `mantle models`.
      `definition` is the schema of definition files, with which an editor completes and checks them.
      `import` reads a JSON Schema (draft 7 to 2020-12) and writes a definition. A message lists what a definition cannot express.
      """)

  init(_ parsed: ParsedWords) throws(CommandError) {
    isImport = parsed.values.first == "import"
    let words = isImport || parsed.values.first == "export" ? Array(parsed.values.dropFirst()) : parsed.values
    guard words.count == 1 || words.isEmpty && parsed.isInputPiped else {
      throw parsed.usage("needs one definition file or model, found \(words.count) arguments")
    }
    word = words.first ?? "-"
    options = parsed
    form = DefinitionForm(parsed) ?? (isImport ? .definition : .schema)
  }

  func run(_ console: Console) throws -> ExitStatus {
    try console.write(models: text(console), options, madeFrom: [InputSource(word)])
    return .success
  }

  private func text(_ console: Console) throws -> String {
    if isImport { return try form.text(of: imported(console)) }
    return word == Self.definition ? try Definition.fileSchema() + "\n" : try form.text(of: definition())
  }

  /// Returns the definition of a definition file or of a known model.
  private func definition() throws -> Definition {
    guard word == "-" || word.kind(followingLinks: true) != nil else {
      return Definition(describing: try ProgramModels.model(named: word.shown, for: .file("./here")))
    }
    let input = try Input(InputSource(word))
    do { return try Definition(input.bytes) } catch let failure as DecodingFailure {
      throw UnreadableText(
        lines: failure.diagnostics.flatMap { $0.lines(in: input.bytes, name: input.name) })
    }
  }

  /// Returns the definition that describes the same values as a JSON Schema, and reports the parts of the schema that a
  /// definition cannot express.
  private func imported(_ console: Console) throws -> Definition {
    let input = try Input(InputSource(word))
    do {
      let (definition, losses) = try Definition.importing(schema: input.bytes, name: input.name)
      let counts = Dictionary(grouping: losses) { $0.detail }.mapValues(\.count)
      var said: Set<String?> = []
      for loss in losses where said.insert(loss.detail).inserted {
        let count = counts[loss.detail] ?? 1
        console.report(loss.line(in: input.name) + (count > 1 ? "  (\(count) times)" : ""))
      }
      return definition
    } catch let failure as DecodingFailure {
      throw UnreadableText(lines: failure.diagnostics.map { $0.line(in: input.name) })
    }
  }
}
