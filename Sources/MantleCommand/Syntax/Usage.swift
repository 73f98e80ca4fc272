import Mantle
import TerminalText
import TextCells

/// The output of `--help` and `mantle help`, generated from the table of commands.
///
/// `--help` fits a terminal of 24 lines and 80 columns. `mantle help COMMAND` prints the complete description.
enum Usage {
  /// The version of the program.
  static let version = "0.1.0"

  private static let width = 80
  /// The name by which `mantle help` refers to the browser, which has no command name.
  static let browser = "browser"

  /// The commands that the last line of the overview lists.
  private static let guides = ["help", "completion", "man"]

  /// The lines of the overview of all commands, one for each command.
  static var overview: [String] {
    let commands = CommandSyntax.all.filter { $0.name.map { !guides.contains($0) } ?? false }
    let rows = commands.map { ["  \($0.name ?? "")", $0.summary] }
    return [
      "usage: mantle FILE… [OPTION…]     browse and edit files (F1 shows the keys)",
      "       mantle COMMAND …           --help of a command lists its options", "",
    ] + rows.aligned + [
      "", "Further: mantle help TOPIC (`help help` lists all), man, completion, --version",
    ]
  }

  /// Returns the lines that `--help` prints: the syntax and the options of a command.
  static func lines(_ command: CommandSyntax) -> [String] {
    let options = command.options.map { ["  \($0.title)", $0.helpWithChoices] }.aligned
    return forms(command) + ["", command.summary] + options + [
      "", "`mantle help \(command.name ?? browser)` explains more.",
    ]
  }

  /// Returns the lines that `mantle help` prints: the complete description of a command.
  static func reference(_ command: CommandSyntax) -> [String] {
    var lines = forms(command) + [""] + wrapped(command.help)
    for option in command.options {
      lines += ["", "  \(option.title)"] + wrapped(option.fullHelp, indentedBy: 6)
    }
    return lines + [""] + wrapped("Exit status: " + exitStatus.joined(separator: " "))
  }

  private static func forms(_ command: CommandSyntax) -> [String] {
    command.forms.enumerated().map { ($0 == 0 ? "usage: " : "       ") + $1 }
  }

  private static func wrapped(_ text: String, indentedBy indentation: Int = 0) -> [String] {
    let blanks = String(repeating: " ", count: indentation)
    return Wrapping(text.replacing("\n", with: " "), width: width - indentation).map {
      let line = $0.text
      return blanks + line.dropLast(line.hasSuffix(" ") ? 1 : 0)
    }
  }

  /// The explanation of the exit status, in two lines.
  static let exitStatus = [
    "0 success; 1 problems in the data; 2 a usage error, or a file that cannot be read or written. Of several",
    "files, the highest status counts.",
  ]
}
