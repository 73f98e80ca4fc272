/// A command of the program: the syntax of its arguments, their parser, and the action.
protocol ProgramCommand: SendableMetatype {
  static var syntax: CommandSyntax { get }

  /// - Throws: a usage error.
  init(_ parsed: ParsedWords) throws

  func run(_ console: Console) throws -> ExitStatus
}

/// Every command there is. The browser, which has no name, comes first.
let programCommands: [any ProgramCommand.Type] = [
  BrowseCommand.self, CheckCommand.self, FixCommand.self, ConvertCommand.self, ExplainCommand.self,
  GetCommand.self, SetCommand.self, DeleteCommand.self, RenameCommand.self, FilterCommand.self,
  TableCommand.self, StatsCommand.self, SQLCommand.self, DiffCommand.self, PatchCommand.self,
  MergeCommand.self,
  InferCommand.self, ModelsCommand.self, SchemaCommand.self, HelpCommand.self, CompletionCommand.self,
  ManualCommand.self,
]
