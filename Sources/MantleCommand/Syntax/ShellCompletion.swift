/// The shells with completion scripts, which are generated from the table of commands and options.
enum ShellCompletion: String, CaseIterable {
  case bash, zsh, fish

  /// The completion script of the shell. It is installed in the shell's completion directory, or loaded by `source
  /// <(mantle completion bash)`.
  var script: String {
    switch self {
    case .bash: Self.bashScript
    case .zsh: Self.zshScript
    case .fish: Self.fishScript
    }
  }

  private static var names: String { CommandSyntax.all.compactMap(\.name).joined(separator: " ") }

  private static func options(_ command: CommandSyntax) -> [OptionSyntax] {
    command.options + [
      OptionSyntax(name: "--help", help: "show this help"),
      OptionSyntax(name: "--version", help: "show the version"),
    ]
  }

  /// The commands with the patterns that select them in a shell's `case` statement. The pattern of the browser is last,
  /// because it matches everything.
  private static var patterns: [(pattern: String, command: CommandSyntax)] {
    (CommandSyntax.all.dropFirst() + CommandSyntax.all.prefix(1)).map { ($0.name ?? "*", $0) }
  }

  private static var bashScript: String {
    """
    # bash completion of mantle
    _mantle() {
      local word=${COMP_WORDS[COMP_CWORD]}
      [[ $word == = ]] && word=
      mapfile -t COMPREPLY < <(
        mantle completion words -- "${COMP_WORDS[@]:1:COMP_CWORD-1}" "$word" 2>/dev/null)
      if [[ $COMP_CWORD -eq 1 || ${#COMPREPLY[@]} -eq 0 && $word != -* ]]; then
        COMPREPLY+=($(compgen -f -- "$word"))
      fi
    }
    complete -o filenames -F _mantle mantle

    """
  }

  private static var zshScript: String {
    let cases = patterns.map { pattern, command in
      let specifications = options(command).map { option in
        let value = option.value.map { value in
          ":\(value):" + (option.choices.isEmpty ? "_files" : "(\(option.choices.joined(separator: " ")))")
        }
        let text = option.help.filter { !"[]':\\".contains($0) }
        return "'\(option.isRepeatable ? "*" : "")\(option.name)[\(text)]\(value ?? "")'"
      }
      return "  \(pattern)) _arguments \(specifications.joined(separator: " ")) '*:file:_files' ;;"
    }
    return """
      #compdef mantle
      if (( CURRENT == 2 )); then
        compadd -- \(names)
      fi
      case $words[2] in
      \(cases.joined(separator: "\n"))
      esac

      """
  }

  private static var fishScript: String {
    var lines = ["# fish completion of mantle"]
    for command in CommandSyntax.all {
      let condition =
        command.name.map { "__fish_seen_subcommand_from \($0)" }
        ?? "not __fish_seen_subcommand_from \(names)"
      if let name = command.name {
        lines.append(
          "complete -c mantle -n __fish_use_subcommand -a \(name) -d '\(quoted(command.summary))'"
        )
      }
      for option in options(command) {
        let value =
          option.value == nil
          ? "" : option.choices.isEmpty ? " -r" : " -xa '\(option.choices.joined(separator: " "))'"
        lines.append(
          "complete -c mantle -n '\(condition)' -l \(option.name.dropFirst(2))\(value) -d '\(quoted(option.help))'"
        )
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func quoted(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
  }
}
