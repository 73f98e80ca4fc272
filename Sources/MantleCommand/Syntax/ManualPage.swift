import ModelBrowser

/// The manual page, in roff, made from the tables of commands, options and keys.
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
    return lines.joined(separator: "\n") + "\n"
  }

  private static func paragraph(_ text: String) -> String {
    text.split(separator: "\n").map { escaped(String($0)) }.joined(separator: "\n")
  }

  /// A line that roff prints as it is.
  private static func escaped(_ text: String) -> String {
    let text = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
    return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
  }
}
