import Mantle
import MantleDefinitions
import MantleDocuments
import MantlePlatform

/// `mantle schema`: a definition file, or a model the program knows, as a JSON Schema or as Swift.
struct SchemaCommand: ProgramCommand {
  private let word: FileName
  private let form: DefinitionForm
  private let isImport: Bool
  private let options: ParsedWords

  /// Stands for definition files themselves.
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
        help: "the output format (default: a schema for export, a definition for import)"),
      .models, .force, .definitions,
    ],
    help: """
      Writes models as a JSON Schema (draft 2020-12): those of a definition file, or a model from the list of `mantle models`.
      `definition` is the schema of definition files, with which an editor completes and checks them.
      `import` reads a JSON Schema (draft 7 to 2020-12) and writes a definition. A message lists what a definition cannot express.
      """)

  init(_ parsed: ParsedWords) throws(CommandError) {
    isImport = parsed.values.first == "import"
    let words = isImport || parsed.values.first == "export" ? Array(parsed.values.dropFirst()) : parsed.values
    guard words.count == 1 || words.isEmpty && parsed.isInputPiped else {
      throw parsed.usage("needs one definition file or model, found \(words.count) names")
    }
    word = words.first ?? "-"
    options = parsed
    form = DefinitionForm(parsed) ?? (isImport ? .definition : .schema)
  }

  func run(_ console: Console) throws -> ExitStatus {
    if isImport { return try importSchema(console) }
    if word == Self.definition {
      return try write(try Definition.fileSchema() + "\n", to: console)
    }
    guard word == "-" || word.kind(followingLinks: true) != nil else {
      let model = try MantleCommand.model(named: word.shown, for: .file("./here"))
      return try write(Definition(describing: model), to: console)
    }
    let input = try Input(InputSource(word))
    do { return try write(Definition(input.bytes), to: console) } catch let failure as DecodingFailure {
      throw UnreadableText(
        lines: failure.diagnostics.flatMap { $0.lines(in: input.bytes, name: input.name) })
    }
  }

  private func importSchema(_ console: Console) throws -> ExitStatus {
    let input = try Input(InputSource(word))
    do {
      let (definition, losses) = try Definition.importing(schema: input.bytes, name: input.name)
      let counts = Dictionary(grouping: losses) { $0.detail }.mapValues(\.count)
      var said: Set<String?> = []
      for loss in losses where said.insert(loss.detail).inserted {
        let count = counts[loss.detail] ?? 1
        console.report(loss.line(in: input.name) + (count > 1 ? "  (\(count) times)" : ""))
      }
      return try write(definition, to: console)
    } catch let failure as DecodingFailure {
      throw UnreadableText(lines: failure.diagnostics.map { $0.line(in: input.name) })
    }
  }

  private func write(_ definition: Definition, to console: Console) throws -> ExitStatus {
    try write(try form.text(of: definition), to: console)
  }

  private func write(_ text: String, to console: Console) throws -> ExitStatus {
    try console.write(models: text, options, madeFrom: [InputSource(word)])
    return .success
  }
}
