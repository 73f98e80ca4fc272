import Mantle

/// The request of a command line: help, the version, or a command to run.
enum Arguments {
  /// A request for the help of one command; nil for the overview of all commands.
  case help(CommandSyntax?)
  case version
  /// A command and its parsed arguments.
  case command(any ProgramCommand, ParsedWords)

  /// Parses a command line.
  init(_ words: [FileName], isInputPiped: Bool) throws {
    let named = words.first.flatMap { word in programCommands.first { $0.syntax.name == word.path } }
    let command = named ?? BrowseCommand.self
    let parsed = try ParsedWords(
      named == nil ? words : Array(words.dropFirst()), command.syntax, isInputPiped: isInputPiped)
    if parsed.asksForHelp {
      self = .help(named?.syntax)
    } else if parsed.asksForVersion {
      self = .version
    } else {
      self = .command(try command.init(parsed), parsed)
    }
  }
}
