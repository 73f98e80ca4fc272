import Mantle

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
    for (keys, meaning) in configuration.keys {
      self.keys.map(KeyNotation.keys(keys), to: KeyNotation.keys(meaning))
    }
    if let first = configuration.problems.first {
      let more = configuration.problems.count > 1 ? "  (and \(configuration.problems.count - 1) more)" : ""
      message = .warning(first + more)
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

  /// What is set, as `:set` takes it.
  var setWords: String {
    options.settings(detail: layout.detail != .hidden).map(\.description).joined(separator: "  ")
  }

  /// What is set otherwise than in a program that was just started without a configuration.
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
      keys.map(KeyNotation.keys(words[0]), to: KeyNotation.keys(words[1]))
      message = .note("\(words[0]) is \(words[1]) now")
    default: message = .error("Usage: :map KEYS COMMANDS  (:map X :filter has-error<Enter>)")
    }
  }
}
