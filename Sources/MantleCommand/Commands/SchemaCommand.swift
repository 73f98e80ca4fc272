import Mantle
import MantleDefinitions
import MantlePlatform

/// `mantle schema`: a definition file, or a model the program knows, as a JSON Schema.
struct SchemaCommand: ProgramCommand {
  private let word: FileName

  /// Stands for definition files themselves.
  private static let definition: FileName = "definition"

  static let syntax = CommandSyntax(
    name: "schema", forms: ["mantle schema [export] [NAME.model.json|MODEL|definition]"],
    options: [.definitions],
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
  }

  func run(_ console: Console) throws -> ExitStatus {
    if word == Self.definition { return try write(Definition.fileSchema(), to: console) }
    guard word == "-" || word.kind(followingLinks: true) != nil else {
      let model = try MantleCommand.model(named: word.shown, for: .file("./here"))
      return try write(Definition(describing: model).jsonSchema(title: model.name), to: console)
    }
    let input = try Input(InputSource(word))
    do {
      let definition = try Definition(input.bytes, name: input.name)
      return try write(definition.jsonSchema(title: definition.root.modelNames.first ?? "Root"), to: console)
    } catch let failure as DecodingFailure {
      for diagnostic in failure.diagnostics {
        diagnostic.lines(in: input.bytes, name: input.name).forEach(console.report)
      }
      return .dataProblems
    }
  }

  private func write(_ schema: String, to console: Console) throws -> ExitStatus {
    console.write(Array(schema.utf8) + [UInt8(ascii: "\n")])
    return .success
  }
}
