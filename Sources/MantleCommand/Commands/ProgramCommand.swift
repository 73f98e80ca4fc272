/// A command of the program: its syntax, the parsed arguments, and the action.
protocol ProgramCommand: SendableMetatype {
  static var syntax: CommandSyntax { get }

  /// Creates the command from its parsed arguments.
  ///
  /// - Throws: a usage error.
  init(_ parsed: ParsedWords) throws

  func run(_ console: Console) throws -> ExitStatus
}

/// All commands of the program. The first one is the browser, which has no name.
let programCommands: [any ProgramCommand.Type] = [
  BrowseCommand.self, CheckCommand.self, FixCommand.self, ConvertCommand.self, ExplainCommand.self,
  GetCommand.self, SetCommand.self, DeleteCommand.self, RenameCommand.self, FilterCommand.self,
  TableCommand.self, StatsCommand.self, SQLCommand.self, DiffCommand.self, PatchCommand.self,
  MergeCommand.self,
  InferCommand.self, ModelsCommand.self, SchemaCommand.self, HelpCommand.self, CompletionCommand.self,
  ManualCommand.self,
]
