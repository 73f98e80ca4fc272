import ModelBrowser

/// The manual page in roff, generated from the tables of commands, options and keys.
enum ManualPage {
  static var text: String {
    var lines = [
      ".TH MANTLE 1 \"\" \"mantle \(Usage.version)\"", ".SH NAME",
      "mantle \\- look at JSON as models: browse, edit, check, convert, filter", ".SH SYNOPSIS",
    ]
    for form in CommandSyntax.all.flatMap(\.forms) { lines += [".nf", escaped(form), ".fi"] }
    lines.append(".SH COMMANDS")
    for command in CommandSyntax.all {
      lines += [".SS \(command.name ?? "The browser")", paragraph(command.help)]
      for option in command.options {
        lines += [".TP", ".B \(escaped(option.title))", escaped(option.fullHelp)]
      }
    }
    lines.append(".SH KEYS")
    for section in KeyReference.sections {
      lines.append(".SS \(escaped(section.title))")
      for entry in section.entries { lines += [".TP", ".B \(escaped(entry.keys))", escaped(entry.help)] }
    }
    lines += [".SH EXIT STATUS"] + Usage.exitStatus
    lines += section("FILES", of: files) + section("ENVIRONMENT", of: environment)
    return lines.joined(separator: "\n") + "\n"
  }

  private static let files = [
    ("NAME.model.json", "Definitions of models, which apply to the files in the same folder."),
    ("~/.config/mantle/models/*.model.json", "Definitions of models, which apply to all files."),
    ("~/.config/mantle/config.json", "Options, keys and colors of the browser (:config, :set save, :map)."),
    ("~/.local/state/mantle", "Journals of unsaved edits, positions in files, and typed lines."),
  ]

  private static let environment = [
    ("XDG_CONFIG_HOME, XDG_STATE_HOME", "Folders in place of ~/.config and ~/.local/state."),
    ("NO_COLOR", "If it is not empty, the browser shows no colors."),
    ("COLORFGBG", "The colors of the terminal, from which the standard theme finds the background."),
    ("TERM, COLORTERM", "The terminal and the number of its colors."),
    ("TMPDIR", "The folder for temporary files: standard input and decompressed files."),
    ("VISUAL, EDITOR", "The editor in which the browser opens a value."),
  ]

  private static func section(_ title: String, of entries: [(name: String, text: String)]) -> [String] {
    [".SH \(title)"] + entries.flatMap { [".TP", ".B \(escaped($0.name))", escaped($0.text)] }
  }

  private static func paragraph(_ text: String) -> String {
    text.split(separator: "\n").map { escaped(String($0)) }.joined(separator: "\n")
  }

  /// Returns a line escaped so that roff prints it unchanged.
  private static func escaped(_ text: String) -> String {
    let text = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
    return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
  }
}
