import MantleReports

extension OptionSyntax {
  static let model = OptionSyntax(
    name: "--model", value: "NAME", isRepeatable: true,
    help: "read the data as this model instead of choosing the ones that fit best")
  static let definitions = OptionSyntax(
    name: "--models", value: "PATH", isRepeatable: true,
    help:
      "a definition file (NAME.model.json), or a folder of them; those beside a file are found by themselves")
  static let place = OptionSyntax(
    name: "--at", value: "PLACE", isRepeatable: true,
    help: "where the values of the model are: items[], [].issue; once for each --model")
}

extension CommandSyntax {
  static let browse = CommandSyntax(
    name: nil,
    forms: ["mantle FILE [[--at PLACE] --model NAME]…", "… | mantle [[--at PLACE] --model NAME]…"],
    options: [.model, .place, .definitions],
    help: """
      Opens a JSON file, NDJSON, or an archive of the original Mantle as a tree of decoded models: every
      property with its value, source, transformer and problems, and the keys nothing maps. F1 shows the keys.
      """)

  static let check = CommandSyntax(
    name: .check, forms: ["mantle check [PATH…] [OPTION…]"],
    options: [
      .model, .place, .definitions,
      OptionSyntax(
        name: "--format", value: "FORM", choices: ReportFormName.allCases.map(\.rawValue),
        help: "how to report; text is the default"),
      OptionSyntax(name: "--notes", help: "list every default, alias and coercion too"),
      OptionSyntax(name: "--quiet", help: "report errors only"),
      OptionSyntax(name: "--no-unmapped", help: "do not report keys that nothing maps"),
      OptionSyntax(
        name: "--max-errors", value: "N",
        help: "list so many different problems of a file (default 1000; 0 lists all)"),
      OptionSyntax(name: "--warnings-as-errors", help: "report warnings as errors"),
      OptionSyntax(
        name: "--fail-on", value: "WHAT", choices: CheckPolicy.Failure.allCases.map(\.rawValue),
        isRepeatable: true, help: "fail on this besides errors"),
      OptionSyntax(name: "--require-model", help: "the same as --fail-on no-model"),
      OptionSyntax(
        name: "--allow", value: "RULE", isRepeatable: true,
        help: "accept a problem: CODE, CODE@PATH or CODE@Model.property; @FILE holds one to a line"),
      OptionSyntax(name: "--baseline", value: "FILE", help: "report only problems that are not in this file"),
      OptionSyntax(
        name: "--write-baseline", value: "FILE", help: "write all problems to this file, and report none"),
    ],
    help: """
      Decodes everything and lists every problem with line and column, and the unmapped keys. PATH is a file,
      a folder, whose .json, .ndjson, .jsonl, .archive and .plist files are checked, or @FILE, a list of paths.
      """)

  static let convert = CommandSyntax(
    name: .convert, forms: ["mantle convert IN OUT [OPTION…]"],
    options: [
      .model, .definitions,
      OptionSyntax(
        name: "--to", value: "FORM", choices: OutputFormat.allCases.map(\.rawValue),
        help: "what to write, where the suffix of OUT does not say it"),
    ],
    help: """
      Goes through the models: only mapped keys are written. `-` is standard input or output.
      """)

  static let explain = CommandSyntax(
    name: .explain, forms: ["mantle explain [CODE]"], options: [],
    help: "Says what the code of a problem means and what to do about it; without CODE, lists all codes.")
}

/// What `--help` prints, made from the table.
enum Usage {
  /// - Parameter command: nil for everything.
  static func lines(_ command: CommandName?) -> [String] {
    let commands = command.map { [CommandSyntax.of($0)] } ?? CommandSyntax.all
    var lines = usage(commands.flatMap(\.forms) + (command == nil ? ["mantle --version | --help"] : []))
    for command in commands {
      lines +=
        [""] + (command.name.map { ["\($0.rawValue):"] } ?? [])
        + command.help.split(separator: "\n").map(String.init)
      lines += options(command.options)
    }
    return lines + [
      "",
      "Exit status: 0 all is well, 1 problems in the data, 2 usage error, input that cannot be read or output",
      "that cannot be written; of several files, the worst.",
    ]
  }

  private static func usage(_ forms: [String]) -> [String] {
    forms.enumerated().map { ($0 == 0 ? "usage: " : "       ") + $1 }
  }

  private static func options(_ options: [OptionSyntax]) -> [String] {
    let width = options.map(\.title.count).max() ?? 0
    return options.map { option in
      let choices = option.choices.isEmpty ? "" : ": " + option.choices.joined(separator: ", ")
      let gap = String(repeating: " ", count: width - option.title.count)
      return "  \(option.title)\(gap)  \(option.help)\(choices)"
    }
  }
}
