import Mantle
import MantleReports
import ModelBrowser

/// `mantle help [TOPIC]`: a command, the keys of the browser, or a page of its help.
struct HelpCommand: ProgramCommand {
  private let lines: [String]

  static let syntax = CommandSyntax(
    name: "help", forms: ["mantle help [TOPIC]"], options: [],
    help:
      """
      Explains a command, `keys`, or a topic: \(KeyReference.topics.map(\.name).joined(separator: ", ")). `cookbook` shows what to
      type for what, and what it prints.
      """)

  private static let keys = "keys"
  private static let cookbook = "cookbook"

  init(_ parsed: ParsedWords) throws(CommandError) {
    guard let topic = try parsed.word(called: "TOPIC")?.shown.lowercased() else {
      lines = Usage.lines(nil)
      return
    }
    let command = CommandSyntax.all.first { $0.name == topic }.map { Usage.lines($0) + [""] } ?? []
    let page = KeyReference.topics.first { $0.name == topic }?.lines ?? []
    if !command.isEmpty || !page.isEmpty {
      lines = command + page
    } else if topic == Self.keys {
      lines = KeyReference.sections.flatMap { section in
        [section.title] + section.entries.flatMap { ["  \($0.keys)", "      \($0.help)"] } + [""]
      }
    } else if topic == Self.cookbook {
      lines = Cookbook.lines
    } else {
      let known =
        CommandSyntax.all.compactMap(\.name) + [Self.keys, Self.cookbook] + KeyReference.topics.map(\.name)
      let like = Spelling.nearest(to: topic, among: known).map { "; did you mean `\($0)`?" } ?? ""
      throw .usage("no help about `\(topic)`\(like)")
    }
  }

  func run(_ console: Console) -> ExitStatus {
    lines.forEach(console.print)
    return .success
  }
}

/// `mantle completion SHELL`: what the shell needs to complete the command line.
struct CompletionCommand: ProgramCommand {
  private let shell: ShellCompletion

  static let syntax = CommandSyntax(
    name: "completion", forms: ["mantle completion bash | zsh | fish"], options: [],
    help: """
      Writes a script that completes commands, options and files: source <(mantle completion bash);
      mantle completion fish > ~/.config/fish/completions/mantle.fish
      """)

  init(_ parsed: ParsedWords) throws(CommandError) {
    let shells = ShellCompletion.allCases.map(\.rawValue).joined(separator: ", ")
    guard parsed.values.count == 1, let shell = ShellCompletion(rawValue: parsed.values[0].shown) else {
      throw .usage("completion takes one of \(shells)")
    }
    self.shell = shell
  }

  func run(_ console: Console) -> ExitStatus {
    console.write(Array(shell.script.utf8))
    return .success
  }
}

/// `mantle man`: the manual page.
struct ManualCommand: ProgramCommand {
  static let syntax = CommandSyntax(
    name: "man", forms: ["mantle man"], options: [],
    help: "Writes the manual page: mantle man | man -l -, or to a file mantle.1 where man looks for it.")

  init(_ parsed: ParsedWords) throws(CommandError) {
    guard parsed.values.isEmpty else { throw .usage("man takes no words") }
  }

  func run(_ console: Console) -> ExitStatus {
    console.write(Array(ManualPage.text.utf8))
    return .success
  }
}

/// The recipes of the documentation, whose page is built into the program.
enum Cookbook {
  /// The page formatted for a terminal: headings without their Markdown markers, and commands after a `$`.
  static var lines: [String] {
    let page = String(decoding: PackageResources.Cookbook_md, as: UTF8.self)
    var (lines, block): ([String], Substring?) = ([], nil)
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        block = block == nil ? line.dropFirst(3) : nil
      } else if let language = block {
        lines.append((language == "sh" ? "  $ " : "    ") + line)
      } else {
        lines.append(String(line.drop { $0 == "#" }.drop { $0 == " " }))
      }
    }
    return lines
  }
}
