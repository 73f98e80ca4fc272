import ModelBrowser

/// `mantle completion SHELL`: what the shell needs to complete the command line.
struct CompletionCommand: ProgramCommand {
  private let shell: ShellCompletion

  static let syntax = CommandSyntax(
    name: "completion", forms: ["mantle completion bash | zsh | fish"], options: [],
    help: """
      Writes a script that completes commands, options and files: source <(mantle completion bash);
      mantle completion fish > ~/.config/fish/completions/mantle.fish
      """)

  init(_ parsed: ParsedWords, isInputPiped: Bool) throws(CommandError) {
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

  init(_ parsed: ParsedWords, isInputPiped: Bool) throws(CommandError) {
    guard parsed.values.isEmpty else { throw .usage("man takes no words") }
  }

  func run(_ console: Console) -> ExitStatus {
    console.write(Array(ManualPage.text.utf8))
    return .success
  }
}
