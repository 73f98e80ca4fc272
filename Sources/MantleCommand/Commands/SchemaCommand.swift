import Mantle
import MantleDefinitions
import MantlePlatform

/// `mantle schema`: a definition file as a JSON Schema.
struct SchemaCommand: ProgramCommand {
  private let source: InputSource

  static let syntax = CommandSyntax(
    name: "schema", forms: ["mantle schema [NAME.model.json]"], options: [],
    help: "Writes the models of a definition file as a JSON Schema (draft 2020-12).")

  init(_ parsed: ParsedWords, isInputPiped: Bool) throws(CommandError) {
    guard parsed.values.count == 1 || parsed.values.isEmpty && isInputPiped else {
      throw .usage("schema needs one definition file, found \(parsed.values.count) names")
    }
    source = parsed.values.first.map(InputSource.init) ?? .standardInput
  }

  func run(_ console: Console) throws -> ExitStatus {
    let input = try Input(source)
    do {
      let definition = try Definition(input.bytes, name: input.name)
      let schema = try definition.jsonSchema(title: definition.root.modelNames.first ?? "Root")
      console.write(Array(schema.utf8) + [UInt8(ascii: "\n")])
      return .success
    } catch let failure as DecodingFailure {
      for diagnostic in failure.diagnostics {
        diagnostic.lines(in: input.bytes, name: input.name).forEach(console.report)
      }
      return .dataProblems
    }
  }
}
