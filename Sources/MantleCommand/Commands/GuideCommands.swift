import Mantle
import MantleReports
import ModelBrowser

/// `mantle help [TOPIC]`: prints the help of a command, the keys of the browser, or a help page.
struct HelpCommand: ProgramCommand {
  private let lines: [String]

  static let syntax = CommandSyntax(
    name: "help", forms: ["mantle help [TOPIC]"], options: [],
    summary: "Explains a command, the keys of the browser, or a topic.",
    help:
      """
      Explains a command, `keys`, or a topic:
      \(KeyReference.topics.map(\.name).joined(separator: ", ")). `cookbook` shows
      commands with their output, and `definition` examples of definition files.
      """)

  private static let keys = "keys"
  private static let articles = ["cookbook": Article.cookbook, "definition": Article.definitionFiles]

  /// The names of all help topics: commands, pages of the browser's help, and articles.
  static var topics: [String] {
    let commands = CommandSyntax.all.map { $0.name ?? Usage.browser }
    return commands + [keys] + articles.keys.sorted()
      + KeyReference.topics.map(\.name).filter { !commands.contains($0) }
  }

  init(_ parsed: ParsedWords) throws(CommandError) {
    guard let topic = try parsed.word(called: "TOPIC")?.shown.lowercased() else {
      lines = Usage.overview
      return
    }
    let command = CommandSyntax.all.first { ($0.name ?? Usage.browser) == topic }
    let page = KeyReference.topics.first { $0.name == topic }?.lines ?? []
    let found = (command.map(Usage.reference) ?? []) + (command != nil && !page.isEmpty ? [""] : []) + page
    switch topic {
    case Self.keys: lines = Self.keyLines
    case _ where Self.articles[topic] != nil: lines = Self.articles[topic]?.lines ?? []
    case _ where !found.isEmpty: lines = found
    default:
      let near = Spelling.nearest(to: topic, among: Self.topics).map { "did you mean `\($0)`?" }
      let advice = near ?? CommandSynonyms.advice(for: topic) ?? "`mantle help help` lists the topics"
      throw .usage("no help about `\(topic)`; \(advice)")
    }
  }

  private static var keyLines: [String] {
    KeyReference.helpSections.flatMap { section in
      [section.title] + section.entries.map { ["  \($0.keys)", $0.help] }.aligned + [""]
    }
  }

  func run(_ console: Console) -> ExitStatus {
    lines.forEach(console.print)
    return .success
  }
}

/// `mantle completion SHELL`: prints the completion script of a shell.
struct CompletionCommand: ProgramCommand {
  private let text: String

  /// The argument in place of a shell name with which a completion script requests candidates.
  private static let words: FileName = "words"

  static let syntax = CommandSyntax(
    name: "completion", forms: ["mantle completion SHELL"], options: [],
    summary: "Writes a completion script for a shell.",
    help: """
      Writes a script that completes commands, options and files for bash, zsh or fish: source <(mantle completion bash);
      mantle completion fish > ~/.config/fish/completions/mantle.fish. In bash, it also completes models, codes, topics, and the
      places and names of the values in FILE. `mantle completion words WORD…` prints the completions of the last WORD.
      """)

  init(_ parsed: ParsedWords) throws(CommandError) {
    guard parsed.values.first != Self.words else {
      text = CompletionCandidates(Array(parsed.values.dropFirst())).all.map { $0 + "\n" }.joined()
      return
    }
    let shells = ShellCompletion.allCases.map(\.rawValue).joined(separator: ", ")
    guard parsed.values.count == 1, let shell = ShellCompletion(rawValue: parsed.values[0].shown) else {
      throw .usage("completion takes one of \(shells)")
    }
    text = shell.script
  }

  func run(_ console: Console) -> ExitStatus {
    console.write(Array(text.utf8))
    return .success
  }
}

/// `mantle man`: prints the manual page.
struct ManualCommand: ProgramCommand {
  static let syntax = CommandSyntax(
    name: "man", forms: ["mantle man"], options: [],
    summary: "Writes the manual page.",
    help:
      "Writes the manual page. `mantle man | man -l -` shows it; man also finds a file mantle.1 in its search path."
  )

  init(_ parsed: ParsedWords) throws(CommandError) {
    guard parsed.values.isEmpty else { throw .usage("man takes no arguments") }
  }

  func run(_ console: Console) -> ExitStatus {
    console.write(Array(ManualPage.text.utf8))
    return .success
  }
}

/// An article of the documentation that is embedded in the program.
struct Article {
  private let page: [UInt8]

  static let cookbook = Article(page: PackageResources.Cookbook_md)
  static let definitionFiles = Article(page: PackageResources.DefinitionFiles_md)

  /// The lines of the article as plain text: headings without Markdown markers, and commands after a `$`.
  var lines: [String] {
    var (lines, block): ([String], Substring?) = ([], nil)
    for line in String(decoding: page, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    {
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
