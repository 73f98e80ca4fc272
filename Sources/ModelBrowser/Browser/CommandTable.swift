/// All commands: the key map, the command line, the help screen and the manual come from it.
final class CommandTable: Sendable {
  let all: [Command]
  let bindings: KeyBindings
  private let names: [String: Command]

  init(_ commands: [Command]) {
    all = commands
    bindings = KeyBindings(commands)
    names = Dictionary(
      commands.flatMap { command in (command.line?.names ?? []).map { ($0, command) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// The command of a name on the command line.
  func command(named name: String) -> Command? { names[name] }

  /// The names on the command line, in the order of the help screen.
  var lineNames: [String] { all.flatMap { $0.line?.names ?? [] } }
}
