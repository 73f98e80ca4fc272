/// The words that say what to do with a file instead of opening it.
enum CommandName: String, CaseIterable {
  case check, convert, explain, get, set, filter, diff, infer, models, schema, completion, man
}

/// One option: all that parsing, `--help` and usage errors know of it.
struct OptionSyntax {
  let name: String
  /// What stands for its value in the help; nil for an option without one.
  var value: String?
  /// The values it may have, where they are few.
  var choices: [String] = []
  var isRepeatable = false
  let help: String

  /// The name and the value as the help shows them.
  var title: String { value.map { "\(name) \($0)" } ?? name }
}

/// One command: its forms, its options and what it does.
struct CommandSyntax {
  /// Nil for the browser, which has no name.
  let name: CommandName?
  let forms: [String]
  let options: [OptionSyntax]
  let help: String

  static func of(_ name: CommandName?) -> CommandSyntax {
    switch name {
    case nil: browse
    case .check: check
    case .convert: convert
    case .explain: explain
    case .get: GetCommand.syntax
    case .set: SetCommand.syntax
    case .filter: FilterCommand.syntax
    case .diff: DiffCommand.syntax
    case .infer: InferCommand.syntax
    case .models: ModelsCommand.syntax
    case .schema: SchemaCommand.syntax
    case .completion: CompletionCommand.syntax
    case .man: ManualCommand.syntax
    }
  }

  static let all = [browse] + CommandName.allCases.map { of($0) }

  func option(_ name: String) -> OptionSyntax? { options.first { $0.name == name } }
}
