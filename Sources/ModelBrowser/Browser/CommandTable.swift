import Mantle
import MantleFiles
import TerminalText

/// All commands, from which the key map, the command line, the help screen and the manual are made.
final class CommandTable: Sendable {
  let all: [Command]
  let bindings: KeyBindings
  /// The key bindings that apply while a table is shown.
  let tableBindings: KeyBindings
  /// The key bindings that apply while the result of a query is shown.
  let resultBindings: KeyBindings
  private let names: [String: Command]

  init(_ commands: [Command]) {
    all = commands
    let usual = commands.filter { $0.group != .table }
    bindings = KeyBindings(usual)
    tableBindings = KeyBindings(usual, hiddenBy: commands.filter { $0.group == .table })
    let ofResults = commands.filter(\.worksOnResults)
    resultBindings = KeyBindings(
      ofResults.filter { $0.group != .table }, hiddenBy: commands.filter { $0.group == .table })
    names = Dictionary(
      commands.flatMap { command in (command.names).map { ($0, command) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// Returns the command with a name on the command line, and whether a `!` at the end of the name forces the command; nil if
  /// there is no such command, or if it takes no `!`.
  func command(named name: String) -> (command: Command, isForced: Bool)? {
    if let command = names[name] { return (command, false) }
    guard name.hasSuffix("!"), let command = names[String(name.dropLast())], command.force != nil else {
      return nil
    }
    return (command, true)
  }

  /// Returns the command of an abbreviated name, such as `:nohl` or `:und`; nil if no command or several commands match.
  func command(beginning start: String) -> (command: Command, isForced: Bool)? {
    let isForced = start.hasSuffix("!")
    let word = isForced ? start.dropLast() : start[...]
    guard word.count > 1 else { return nil }
    let begun = names.filter { $0.key.hasPrefix(word) && (!isForced || $0.value.force != nil) }
    guard let first = begun.values.first, begun.values.allSatisfy({ $0 == first }) else { return nil }
    return (first, isForced)
  }

  /// Returns the command-line names in the order of the help screen: all names, or the first one of each command.
  func lineNames(all isAll: Bool) -> [String] { all.flatMap { isAll ? $0.names : Array($0.names.prefix(1)) } }
}

/// Parses a line that was typed after `:`.
enum TypedCommand {
  /// The result of parsing a command line.
  enum Answer: Equatable {
    case invoke(Invocation)
    case nothing
    /// The line is not a valid command; the string is the error message.
    case refused(String)
  }

  static func read(_ text: String, _ commands: CommandTable) -> Answer {
    let text = String(text.trimming { $0 == " " })
    guard !text.isEmpty else { return .nothing }
    // A place alone, such as the `3:14` of a message, is an argument of `:goto`.
    if isPlace(text), let goTo = commands.command(named: "goto")?.command {
      return .invoke(Invocation(goTo, argument: text))
    }
    var nameEnd = text.firstIndex(of: " ") ?? text.endIndex
    if text.first == "!" || text.first == "|" { nameEnd = text.index(after: text.startIndex) }
    let name = String(text[..<nameEnd])
    let argument = String(text[nameEnd...].trimming { $0 == " " })
    let known = CommandsElsewhere.advice(for: name)
    guard
      let (command, isForced) = commands.command(named: name)
        ?? (known == nil ? commands.command(beginning: name) : nil)
    else {
      let near = Spelling.nearest(to: name, among: commands.lineNames(all: true)).map {
        "did you mean :\($0)?"
      }
      return .refused("Not a command: :\(name)  (\(known ?? near ?? ":help lists them"))")
    }
    return check(command, name: name, argument: argument, isForced: isForced)
  }

  /// Returns whether a text is a place such as `12`, `3:14`, `50%`, `$`, `+3` or `-1`.
  private static func isPlace(_ text: String) -> Bool {
    if text == "$" { return true }
    let rest = text.first == "+" || text.first == "-" ? text.dropFirst() : text[...]
    return rest.first?.isNumber == true
      && rest.allSatisfy { $0.isASCII && ($0.isNumber || ":%".contains($0)) }
  }

  private static func check(
    _ command: Command, name: String, argument: String, isForced: Bool
  ) -> Answer {
    if command.argument == nil, !argument.isEmpty {
      return .refused(":\(name) takes no argument")
    }
    if let needed = command.argument, !needed.isOptional, argument.isEmpty {
      return .refused("Usage: :\(name) \(needed.form)")
    }
    var argument = argument
    if case .files? = command.argument?.completion, argument.hasPrefix("~/"), let home = OwnFolders.home {
      argument = home + argument.dropFirst()
    }
    return .invoke(Invocation(command, argument: argument, isForced: isForced))
  }
}

extension CommandTable {
  /// The commands of the browser. Each is one entry in the file of its group.
  static let standard = CommandTable(
    Command.motion + Command.folding + Command.search + Command.lists + [Command.compare, Command.merge]
      + Command.editing
      + Command.nesting
      + Command.selection
      + Command.copying
      + Command.view + Command.table + [Command.sql]
      + Command.saving + Command.file + Command.shell)
}

extension Browser {
  /// Opens a document with the standard commands.
  ///
  /// - Parameter size: the initial size of the screen; later sizes arrive as events.
  init(_ source: DocumentSource, size: ScreenSize) {
    self.init(source, size: size, commands: .standard)
  }
}
