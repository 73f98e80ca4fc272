import Mantle

extension Browser {
  /// Takes over what a configuration file says.
  mutating func apply(_ configuration: Configuration) -> [Effect] {
    var effects: [Effect] = []
    for (name, isOn) in configuration.options { effects += set(name, isOn) }
    for (keys, meaning) in configuration.keys {
      self.keys.map(KeyNotation.keys(keys), to: KeyNotation.keys(meaning))
    }
    if let first = configuration.problems.first {
      let more = configuration.problems.count > 1 ? "  (and \(configuration.problems.count - 1) more)" : ""
      message = .warning(first + more)
    }
    return effects
  }

  /// Sets an option; a name that is none changes nothing.
  mutating func set(_ option: String, _ isOn: Bool) -> [Effect] {
    switch option {
    case "wrap": options.wrap = isOn
    case "detail": options.detail = isOn
    case "regex": options.regex = isOn
    case "mouse":
      options.mouse = isOn
      return [.mouse(isOn)]
    default: break
    }
    return []
  }

  /// What is set, as `:set` takes it.
  var setWords: String {
    [
      (options.wrap, "wrap"), (layout.detail != .hidden, "detail"), (options.mouse, "mouse"),
      (options.regex, "regex"),
    ].map { $0 ? $1 : "no" + $1 }.joined(separator: "  ")
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
