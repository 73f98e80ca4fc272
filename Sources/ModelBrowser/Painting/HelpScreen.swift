/// The help: every command with its keys and command line form, from the table of commands.
enum HelpScreen {
  static func make() -> TextScreen {
    TextScreen(title: "Help", lines: introduction + Command.Group.allCases.flatMap(section) + legend)
  }

  private static func section(_ group: Command.Group) -> [[Span]] {
    let commands = CommandTable.all.filter { $0.group == group }
    return [[], [Span(group.rawValue, Style(.name, bold: true))]] + commands.map(line)
  }

  private static func line(_ command: Command) -> [Span] {
    [Span("  "), Span(keys(command), Style(.keyword))].padded(to: keyColumn) + [Span(" " + command.help)]
  }

  /// All keys and forms of a command, e.g. `ZZ  :wq  :x`.
  static func keys(_ command: Command) -> String {
    var forms: [String] = []
    if command.bindings.count > 3, let first = command.bindings.first, let last = command.bindings.last {
      forms.append(written(first) + "…" + written(last))
    } else {
      forms = command.bindings.map(written)
    }
    for name in command.line?.names ?? [] { forms.append(":" + name) }
    if let argument = command.line?.argument, let last = forms.popLast() {
      forms.append(last + " " + argument)
    }
    return forms.joined(separator: "  ")
  }

  private static func written(_ binding: Command.Binding) -> String {
    KeyNotation.text(KeyNotation.keys(binding.keys))
  }

  private static let keyColumn = 30

  private static let introduction: [[Span]] = [
    [Span("A number before a command repeats it: 12j goes twelve rows down, 17G to the 17th element.")],
    [Span("Esc takes back what was typed and never leaves.")],
  ]

  private static let legend: [[Span]] = [
    [],
    [Span("Marks", Style(.name, bold: true))],
    legendLine("✗ !", "the value has an error, a warning"),
    legendLine("+", "edited and not yet saved"),
    legendLine("✎", "the property can be edited"),
    legendLine("← key", "the JSON key path, where it is not the property's name"),
    legendLine("unmapped", "keys of the JSON that no property reads, as raw JSON"),
    legendLine("\\n \\t \\u{…}", "how line breaks and controls are written while a text is edited"),
  ]

  private static func legendLine(_ mark: String, _ meaning: String) -> [Span] {
    [Span("  "), Span(mark, Style(.keyword))].padded(to: keyColumn) + [Span(" " + meaning)]
  }
}
