import Mantle

/// The output of `--help`, generated from the table of commands.
enum Usage {
  /// The version of the program.
  static let version = "0.1.0"

  /// - Parameter command: the command to describe; nil for all commands.
  static func lines(_ command: CommandSyntax?) -> [String] {
    let commands = command.map { [$0] } ?? CommandSyntax.all
    let forms = commands.flatMap(\.forms) + (command == nil ? ["mantle --version | --help"] : [])
    var lines = forms.enumerated().map { ($0 == 0 ? "usage: " : "       ") + $1 }
    for command in commands {
      lines +=
        [""] + (command.name.map { ["\($0):"] } ?? [])
        + command.help.split(separator: "\n").map(String.init)
      lines += command.options.map { [$0.title, $0.fullHelp] }.aligned.map { "  \($0)" }
    }
    return lines + [
      "", "Exit status: \(exitStatus[0])", exitStatus[1],
    ]
  }

  /// The meaning of the exit status, in two lines.
  static let exitStatus = [
    "0 success; 1 problems in the data; 2 a usage error, or a file that cannot be read or written. Of several",
    "files, the highest status counts.",
  ]
}
