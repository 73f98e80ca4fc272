import Mantle
import TerminalText

extension Browser.Options {
  /// Each option with what it is set to, in the order of ``Setting/names``.
  ///
  /// - Parameter detail: whether the pane is shown: while it was not chosen, that follows from the screen.
  fileprivate func settings(detail: Bool) -> [Setting] {
    [
      .flag("wrap", wrap), .flag("detail", detail), .flag("mouse", mouse), .flag("regex", regex),
      .flag("sticky", sticky), .flag("remember", remember), .flag("follow", follow), .flag("ascii", ascii),
      .theme(theme),
    ]
  }
}

extension Browser {
  /// Takes over what a configuration file says.
  mutating func apply(_ configuration: Configuration) -> [Effect] {
    var effects: [Effect] = []
    for setting in configuration.options { effects += set(setting) }
    if !configuration.colors.isEmpty { effects.append(.colors(configuration.colors)) }
    configurationProblems = configuration.problems
    for (keys, meaning) in configuration.keys {
      if let reason = reasonAgainstMapping(keys, to: meaning) {
        configurationProblems.append("\(keys) is not mapped: \(reason)")
      } else {
        self.keys.map(KeyNotation.keys(keys), to: KeyNotation.keys(meaning))
      }
    }
    if let first = configurationProblems.first {
      let more = configurationProblems.count - 1
      message = .warning(first + (more > 0 ? "  (\(more) more: :config lists them)" : ""))
    }
    return effects
  }

  /// Sets an option.
  mutating func set(_ setting: Setting) -> [Effect] {
    switch setting {
    case .theme(let theme):
      options.theme = theme
      return [.theme(theme)]
    case .flag("wrap", let isOn): options.wrap = isOn
    case .flag("detail", let isOn): options.detail = isOn
    case .flag("regex", let isOn): options.regex = isOn
    case .flag("sticky", let isOn): options.sticky = isOn
    case .flag("remember", let isOn): options.remember = isOn
    case .flag("follow", let isOn): options.follow = isOn
    case .flag("ascii", let isOn):
      options.ascii = isOn
      return [.ascii(isOn)]
    case .flag("mouse", let isOn):
      options.mouse = isOn
      return [.mouse(isOn)]
    case .flag: break
    }
    return []
  }

  var settings: [Setting] { options.settings(detail: layout.detail != .hidden) }

  /// The current settings, in the syntax of `:set`.
  var setWords: String { settings.map(\.description).joined(separator: "  ") }

  /// The settings that differ from their defaults.
  var changedSettings: [Setting] {
    let detail = options.detail ?? true
    let usual = Options().settings(detail: options.detail == nil ? detail : !detail)
    return zip(options.settings(detail: detail), usual).filter { $0 != $1 }.map(\.0)
  }

  /// `:map KEYS COMMANDS`, and `:map` alone, which lists them.
  mutating func map(_ argument: String) {
    let words = argument.split(separator: " ", maxSplits: 1).map(String.init)
    switch words.count {
    case 0:
      let all = keys.maps.map { "\(KeyNotation.text($0)) → \(KeyNotation.text($1))" }.sorted()
      message = .note(all.isEmpty ? "No keys were mapped" : all.joined(separator: " · "))
    case 2:
      if let reason = reasonAgainstMapping(words[0], to: words[1]) {
        message = .error("Not mapped: \(reason)")
        return
      }
      let typed = KeyNotation.keys(words[0])
      let hidden = keys.hidden(by: typed)
      keys.map(typed, to: KeyNotation.keys(words[1]))
      let more = hidden.count > 3 ? " and \(hidden.count - 3) more" : ""
      let words = "\(words[0]) is \(words[1]) now"
      message =
        hidden.isEmpty
        ? .note(words)
        : .warning("\(words); it hides \(hidden.prefix(3).joined(separator: ", "))\(more)")
    default: message = .error("Usage: :map KEYS COMMANDS  (:map X :filter has-error<Enter>)")
    }
  }

  private func reasonAgainstMapping(_ typed: String, to meaning: String) -> String? {
    if let name = KeyNotation.unknownName(in: typed) ?? KeyNotation.unknownName(in: meaning) {
      return "there is no key \(name)  (<Enter>, <C-a>, <F5>, <Alt-j>; <lt> is the sign itself)"
    }
    // A line that is left open takes more.
    let keys = KeyNotation.keys(meaning)
    guard keys.first == .character(":"), let end = keys.firstIndex(of: .enter) else { return nil }
    let line = keys[1..<end].compactMap { key -> Character? in
      if case .character(let character) = key { character } else { nil }
    }
    guard line.count == end - 1, case .refused(let reason) = TypedCommand.read(String(line), commands)
    else { return nil }
    return reason
  }

  /// `:unmap KEYS`.
  mutating func unmap(_ argument: String) {
    message =
      keys.unmap(KeyNotation.keys(argument))
      ? .note("\(argument) is what it was") : .warning("\(argument) was not mapped  (:map lists what is)")
  }

  /// A screen with the settings, the key mappings and the errors in the configuration file.
  var configurationScreen: TextScreen {
    let path = OwnFolders.configuration.map { $0 + "/config.json" } ?? "config.json"
    let maps = keys.maps.map { "  \(KeyNotation.text($0)) → \(KeyNotation.text($1))" }.sorted()
    let problems = configurationProblems.map { [Span(Sanitized("  " + $0).text, Style(.error))] }
    let lines: [[Span]] =
      (problems.isEmpty ? [] : [[Span("wrong in the file", Style(.label))]] + problems + [[]])
      + [[Span("options", Style(.label))], [Span("  " + setWords)], [], [Span("keys", Style(.label))]]
      + (maps.isEmpty ? ["  none were mapped"] : maps).map { Sanitized($0).spans() }
    return TextScreen(title: Sanitized(path).text, lines: lines)
  }
}
