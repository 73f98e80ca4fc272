import Mantle
import MantleFiles
import TerminalText
import TextCells

extension Browser.Options {
  /// The key paths of the Boolean options, in the order of their names in ``Setting/flags``.
  private static let flags: [WritableKeyPath<Self, Bool> & Sendable] = [
    \.wrap, \.showsDetail, \.mouse, \.regex, \.sticky, \.remember, \.follow, \.copy, \.ascii,
  ]

  private var showsDetail: Bool {
    get { detail ?? true }
    set { detail = newValue }
  }

  /// Returns each option with its value, in the order of ``Setting/names``.
  ///
  /// - Parameter isDetailShown: whether the detail pane is visible; without a setting, this depends on the screen size.
  fileprivate func settings(isDetailShown: Bool) -> [Setting] {
    var options = self
    options.detail = isDetailShown
    return zip(Setting.flags, Self.flags).map { .flag($0, options[keyPath: $1]) } + [.theme(theme)]
  }

  /// Sets an option to the value of a setting.
  ///
  /// - Returns: the effect that applies the option to the terminal; nil if the option affects only the browser.
  fileprivate mutating func set(_ setting: Setting) -> Effect? {
    switch setting {
    case .theme(let theme):
      self.theme = theme
      return .theme(theme)
    case .flag(let name, let isOn):
      if let index = Setting.flags.firstIndex(of: name) { self[keyPath: Self.flags[index]] = isOn }
      return name == "ascii" ? .ascii(isOn) : name == "mouse" ? .mouse(isOn) : nil
    }
  }
}

extension Browser {
  mutating func set(_ setting: Setting) {
    if let effect = options.set(setting) { request(effect) }
  }

  /// Applies the options, colors and key mappings of a configuration file.
  mutating func apply(_ configuration: Configuration) {
    for setting in configuration.options { set(setting) }
    if !configuration.colors.isEmpty { request(.colors(configuration.colors)) }
    configurationProblems = configuration.problems
    for (keys, meaning) in configuration.keys {
      if let reason = self.keys.reason(againstMapping: keys, to: meaning, commands) {
        configurationProblems.append("\(keys) is not mapped: \(reason)")
      } else {
        self.keys.map(KeyNotation.keys(keys), to: KeyNotation.keys(meaning))
      }
    }
    if let first = configurationProblems.first {
      let more = configurationProblems.count - 1
      editor.message = .warning(first + (more > 0 ? "  (\(more) more: :config lists them)" : ""))
    }
  }

  var settings: [Setting] { options.settings(isDetailShown: layout.detail != .hidden) }

  /// The current value of each option, in the syntax of `:set`.
  var setWords: String { settings.map(\.description).joined(separator: "  ") }

  /// The options whose values differ from their defaults.
  var changedSettings: [Setting] {
    let detail = options.detail ?? true
    let usual = Options().settings(isDetailShown: options.detail == nil ? detail : !detail)
    return zip(options.settings(isDetailShown: detail), usual).filter { $0 != $1 }.map(\.0)
  }

  /// A screen with the settings, the key mappings and the errors in the configuration file.
  var configurationScreen: TextScreen {
    let path = OwnFolders.configurationFile ?? "config.json"
    let problems = configurationProblems.map { [Span(Sanitized("  " + $0).text, Style(.error))] }
    let lines: [[Span]] =
      (problems.isEmpty ? [] : [[Span("mistakes in the file", Style(.label))]] + problems + [[]])
      + [[Span("options", Style(.label))], [Span("  " + setWords)], [], [Span("keys", Style(.label))]]
      + (keys.mapLines.isEmpty ? ["no keys are mapped"] : keys.mapLines).map { Sanitized("  " + $0).spans() }
    return TextScreen(title: Sanitized(path).text, lines: lines)
  }
}
