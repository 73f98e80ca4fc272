import Mantle
import TerminalText

/// The help: the commands with their keys and command line forms, from the table of commands.
struct HelpScreen {
  private let commands: CommandTable
  private let width: Int

  /// Returns the screen with all commands.
  ///
  /// - Parameter width: the width of a line in cells; longer explanations are wrapped.
  static func make(_ commands: CommandTable, width: Int) -> TextScreen {
    let help = HelpScreen(commands: commands, width: width)
    return TextScreen(
      title: "Help",
      lines: help.introduction + Command.Group.allCases.flatMap(help.section) + help.otherMeanings
        + help.topics + help.legend)
  }

  /// Returns the screen with the help about a topic.
  static func page(of topic: HelpTopic, _ commands: CommandTable, width: Int) -> TextScreen {
    TextScreen(
      title: "Help: \(topic.name)",
      lines: heading("About \(topic.name)").dropFirst()
        + topic.lines.flatMap { Wrapping($0, width: max(minimumRoom, width)).map { $0.spans() } })
  }

  /// Returns the help line of a command with a name or with keys, such as `:set` or `zt`; nil for anything else.
  static func line(of text: String, in commands: CommandTable) -> String? {
    let name = text.hasPrefix(":") ? String(text.dropFirst()) : text
    let bound = commands.all.first { $0.bindings.contains { $0.keys == text } }
    let command = bound ?? commands.command(named: name)?.command
    return command.map { "\(keys($0))  \($0.helpLine)" }
  }

  private func section(_ group: Command.Group) -> [[Span]] {
    let entries = HelpEntry.all(of: group, in: commands)
    return Self.heading(group.rawValue) + entries.flatMap { entry($0.keys, $0.help) }
  }

  private var otherMeanings: [[Span]] {
    Self.heading(KeyReference.otherMeanings)
      + KeyMeaning.all(in: commands).flatMap { entry($0.keys, $0.words) }
  }

  private var topics: [[Span]] {
    Self.heading("Topics") + HelpTopic.all.flatMap { entry(":help \($0.name)", $0.summary) }
      + entry(":help NAME", "Explain any other command, such as :recover or zt")
  }

  private static func heading(_ text: String) -> [[Span]] { [[], [Span(text, Style(.name, bold: true))]] }

  /// Returns the lines of a key or mark with its meaning next to it, wrapped as needed.
  private func entry(_ key: String, _ meaning: String) -> [[Span]] {
    let column = min(Self.keyColumn, width / 2)
    let head = [Span("  "), Span(key, Style(.keyword))].padded(to: column) + [Span(" ")]
    let indentation = [Span.blanks(head.cellWidth)]
    let room = max(Self.minimumRoom, width - head.cellWidth)
    return Wrapping(meaning, width: room).enumerated().map { ($0 == 0 ? head : indentation) + $1.spans() }
  }

  /// Returns the listed keys and the listed name of a command, such as `t  :type [TYPE]`.
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

  /// Returns the first listed key of a command, or its name on the command line.
  static func firstForm(_ command: Command) -> String {
    let bindings = command.listedBindings
    guard let first = bindings.first, let last = bindings.last else {
      return ":" + (command.names.first ?? "")
    }
    return bindings.count > 3 ? written(first) + "…" + written(last) : written(first)
  }

  private static func written(_ binding: Command.Binding) -> String {
    KeyNotation.text(KeyNotation.keys(binding.keys))
  }

  private static let keyColumn = 30
  private static let minimumRoom = 10

  private var introduction: [[Span]] {
    let keys = [
      ("↑ ↓  j k", "Move"), ("→ ←  l h", "Open, close"), ("/  n", "Search, next match"),
      ("&state = open", "Show only the elements that pass (Esc shows all)"),
      ("Tab", "Toggle the detail pane"), ("T", "Toggle the table of the list"),
      ("gV", "Count the values"),
      ("ge", "List the problems"), ("e", "Edit the value"), ("u  ^R", "Undo, redo"), (":w", "Save"),
      ("q", "Quit"),
    ]
    let words = [
      "A number before a command repeats it: 12j goes twelve rows down, 17G to the 17th element.",
      "Esc cancels; it never quits. After g, z, y, d, ] or [ the bottom line shows the keys that can follow.",
      "Tab after : lists all commands. Many other keys and names of vim and less work without being listed.",
    ]
    return [[Span("First keys", Style(.name, bold: true))]] + keys.flatMap { entry($0.0, $0.1) } + [[]]
      + words.flatMap { Wrapping($0, width: width).map { $0.spans() } }
  }

  private var legend: [[Span]] {
    let marks = [
      ("✗ !", "the value has an error, a warning"),
      ("+", "edited and not yet saved"),
      ("·  ?", "in a table: absent, or a key that no property maps"),
      ("⊘", "read-only in the model (e asks first)"),
      ("← key", "the JSON key path, if the property has another name"),
      ("absent", "absent properties: open the row to add one"),
      ("unmapped", "keys that no property maps, as raw JSON"),
      ("archive", "class, version, migrations and kept keys of an object"),
      ("\\n \\t \\u{…}", "line breaks and control characters in edited strings"),
    ]
    return Self.heading("Marks") + marks.flatMap { entry($0.0, $0.1) }
  }
}
