import Mantle
import MantleDefinitions
import MantlePlatform

/// `mantle schema`: a definition file, or a model the program knows, as a JSON Schema or as Swift.
struct SchemaCommand: ProgramCommand {
  private let word: FileName
  private let form: DefinitionForm

  /// Stands for definition files themselves.
  private static let definition: FileName = "definition"

  static let syntax = CommandSyntax(
    name: "schema", forms: ["mantle schema [export] [NAME.model.json|MODEL|definition] [OPTION…]"],
    options: [
      OptionSyntax(
        name: "--as", value: "FORM", choices: DefinitionForm.allCases.map(\.rawValue),
        help: "what to write instead of a JSON Schema"),
      .definitions,
    ],
    help: """
      Writes models as a JSON Schema (draft 2020-12): those of a definition file, or a model that `mantle models` lists.
      `definition` stands for definition files themselves: with their schema, an editor completes them.
      """)

  init(_ parsed: ParsedWords, isInputPiped: Bool) throws(CommandError) {
    let words = parsed.values.first == "export" ? Array(parsed.values.dropFirst()) : parsed.values
    guard words.count == 1 || words.isEmpty && isInputPiped else {
      throw .usage("schema needs one definition file or model, found \(words.count) names")
    }
    word = words.first ?? "-"
    form = parsed.choice("--as") ?? .schema
  }

  func run(_ console: Console) throws -> ExitStatus {
    if word == Self.definition {
      console.write(Array((try Definition.fileSchema() + "\n").utf8))
      return .success
    }
    guard word == "-" || word.kind(followingLinks: true) != nil else {
      let model = try MantleCommand.model(named: word.shown, for: .file("./here"))
      return try write(Definition(describing: model), to: console)
    }
    let input = try Input(InputSource(word))
    do {
      return try write(Definition(input.bytes, name: input.name), to: console)
    } catch let failure as DecodingFailure {
      for diagnostic in failure.diagnostics {
        diagnostic.lines(in: input.bytes, name: input.name).forEach(console.report)
      }
      return .dataProblems
    }
  }

  private func write(_ definition: Definition, to console: Console) throws -> ExitStatus {
    console.write(Array(try form.text(of: definition).utf8))
    return .success
  }
}
