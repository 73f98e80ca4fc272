import Mantle
import TerminalText

/// The help: every command with its keys and command line form, from the table of commands.
struct HelpScreen {
  private let commands: CommandTable
  private let width: Int

  /// - Parameter width: how many cells a line has; longer explanations go on below.
  static func make(_ commands: CommandTable, width: Int) -> TextScreen {
    let help = HelpScreen(commands: commands, width: width)
    return TextScreen(
      title: "Help",
      lines: help.introduction + Command.Group.allCases.flatMap(help.section) + help.topics + help.legend)
  }

  private func section(_ group: Command.Group) -> [[Span]] {
    let commands = commands.all.filter { $0.group == group }
    return Self.heading(group.rawValue) + commands.flatMap { entry(Self.keys($0), $0.helpLine) }
  }

  private var topics: [[Span]] {
    HelpTopic.all.flatMap { topic in
      Self.heading("About \(topic.name)")
        + topic.lines.flatMap {
          Wrapping($0, width: max(Self.minimumRoom, width - 2)).map { [Span("  ")] + $0.spans() }
        }
    }
  }

  private static func heading(_ text: String) -> [[Span]] { [[], [Span(text, Style(.name, bold: true))]] }

  /// A key or mark with its meaning next to it, wrapped as needed.
  private func entry(_ key: String, _ meaning: String) -> [[Span]] {
    let column = min(Self.keyColumn, width / 2)
    let head = [Span("  "), Span(key, Style(.keyword))].padded(to: column) + [Span(" ")]
    let indentation = [Span.blanks(head.cellWidth)]
    let room = max(Self.minimumRoom, width - head.cellWidth)
    return Wrapping(meaning, width: room).enumerated().map { ($0 == 0 ? head : indentation) + $1.spans() }
  }

  /// The listed keys and the listed name of a command, such as `t  :type [TYPE]`.
  static func keys(_ command: Command) -> String {
    var forms: [String] = []
    let bindings = command.listedBindings
    if bindings.count > 3, let first = bindings.first, let last = bindings.last {
      forms.append(written(first) + "…" + written(last))
    } else {
      forms = bindings.map(written)
    }
    if let name = command.names.first { forms.append(":" + name + (command.force == nil ? "" : "[!]")) }
    if let argument = command.argument, let last = forms.popLast() {
      forms.append(last + " " + argument.form)
    }
    return forms.joined(separator: "  ")
  }

  private static func written(_ binding: Command.Binding) -> String {
    KeyNotation.text(KeyNotation.keys(binding.keys))
  }

  private static let keyColumn = 30
  private static let minimumRoom = 10

  private var introduction: [[Span]] {
    let keys = [
      ("↑ ↓  j k", "move"), ("→ ←  l h", "open, close"), ("/  n", "search, next match"),
      ("&state = open", "show only the elements that pass a filter; Esc shows all"),
      ("Tab", "show or hide the detail pane"), ("T", "show the list as a table"),
      ("gV", "count the values"),
      ("ge", "list the problems"), ("e", "edit the value"), ("u  ^R", "undo, redo"), (":w", "save"),
      ("q", "leave"),
    ]
    let words = [
      "A number before a command repeats it: 12j goes twelve rows down, 17G to the 17th element.",
      "Esc cancels; it never quits. After g, z, y, d, ] or [ the bottom line shows the keys that can follow.",
      "Tab after : lists the commands. Many other keys and names of vim and less work without being listed.",
    ]
    return [[Span("First keys", Style(.name, bold: true))]] + keys.flatMap { entry($0.0, $0.1) } + [[]]
      + words.flatMap { Wrapping($0, width: width).map { $0.spans() } }
  }

  private var legend: [[Span]] {
    let marks = [
      ("✗ !", "the value has an error, a warning"),
      ("+", "edited and not yet saved"),
      ("·  ?", "in a table: absent; a key that the model does not map"),
      ("⊘", "the model does not change the property; e asks first"),
      ("← key", "the JSON key path, where it is not the property's name"),
      ("absent", "properties that may be absent, and are: open it to give them a value"),
      ("unmapped", "keys of the JSON that no property reads, as raw JSON"),
      ("archive", "the object's class, version, migrations and kept keys in the archive"),
      ("\\n \\t \\u{…}", "how line breaks and controls are written while a text is edited"),
    ]
    return Self.heading("Marks") + marks.flatMap { entry($0.0, $0.1) }
  }
}
