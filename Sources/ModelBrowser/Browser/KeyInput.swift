import TerminalText

/// Turns single keys into commands: collects a count and keys until they form the key sequence of a command.
struct KeyInput: Sendable {
  /// The effect of a key press on the keys that are collected.
  enum Answer: Equatable {
    /// The keys are the beginning of a key sequence; more keys are needed.
    case pending
    case invoke(Invocation)
    /// The keys of a mapping were typed. The associated value is the keys that the mapping expands to.
    case typed([Key])
    /// No command has these keys, which are given as text.
    case unknown(String)
    /// The keys typed so far were discarded.
    case cancelled
  }

  private(set) var count: Int?
  /// The count after the first key of a sequence, such as the 3 of `d3j`; nil if no such count was typed.
  private var innerCount: Int?
  private(set) var keys: [Key] = []
  var bindings: KeyBindings
  /// The user's key mappings: the expansion of each mapped key sequence.
  private(set) var maps: [[Key]: [Key]] = [:]
  /// Whether mappings apply; the expansion of a mapping is not mapped again.
  var usesMaps = true

  init(_ bindings: KeyBindings) { self.bindings = bindings }

  /// The typed keys that do not form a command yet, such as `12z`.
  var pendingText: String { (count.map(String.init) ?? "") + keysText }

  private var keysText: String {
    KeyNotation.text(Array(keys.prefix(1))) + (innerCount.map(String.init) ?? "")
      + KeyNotation.text(Array(keys.dropFirst()))
  }

  /// The keys that can follow the typed ones; empty before the first key.
  var continuations: [String] { keys.isEmpty ? [] : bindings.continuations(of: keys) }

  mutating func map(_ keys: [Key], to meaning: [Key]) {
    if !keys.isEmpty { maps[keys] = meaning }
  }

  /// Removes the mapping of keys, and returns whether there was one.
  mutating func unmap(_ keys: [Key]) -> Bool { maps.removeValue(forKey: keys) != nil }

  /// Returns whether the typed keys followed by a key are the keys of a mapping, or the first of them.
  func isMapped(_ key: Key) -> Bool { usesMaps && maps.keys.contains { $0.starts(with: keys + [key]) } }

  /// Returns the keys of commands and mappings that start with the given keys and become unreachable if these are mapped.
  func hidden(by keys: [Key]) -> [String] {
    let mapped = maps.keys.filter { $0.count > keys.count && $0.starts(with: keys) }
    return Set(bindings.longer(than: keys) + mapped).map(KeyNotation.text).sorted()
  }

  mutating func feed(_ key: Key) -> Answer {
    if keys.isEmpty, Self.add(key, to: &count) { return .pending }
    if bindings.takesCount(behind: keys), Self.add(key, to: &innerCount) { return .pending }
    if key == .escape, !(keys.isEmpty && count == nil) {
      reset()
      return .cancelled
    }
    keys.append(key)
    if usesMaps, !maps.isEmpty {
      if let meaning = maps[keys] {
        let count = count.map { KeyNotation.keys(String($0)) } ?? []
        reset()
        return .typed(count + meaning)
      }
      if maps.keys.contains(where: { $0.starts(with: keys) }) { return .pending }
    }
    switch bindings.lookUp(keys) {
    case .prefix:
      return .pending
    case .none: return unknown()
    case .command(_, let binding) where innerCount != nil && !binding.takesInnerCount: return unknown()
    case .command(let command, let binding):
      let all = innerCount.map { min($0 * (count ?? 1), Self.largestCount) }
      let isForced = binding.argument == "!"
      let invocation = Invocation(
        command, count: all ?? count, argument: isForced ? "" : binding.argument ?? "", isForced: isForced)
      reset()
      return .invoke(invocation)
    }
  }

  private mutating func unknown() -> Answer {
    let text = keysText
    reset()
    return .unknown(text)
  }

  mutating func reset() {
    count = nil
    innerCount = nil
    keys = []
  }

  private static let largestCount = 999_999_999

  /// Appends a digit key to a count, and returns whether the key was such a digit. `0` does not start a count, because it is a
  /// command.
  private static func add(_ key: Key, to count: inout Int?) -> Bool {
    guard case .character(let character) = key, character.isASCII,
      let digit = character.wholeNumberValue, digit > 0 || count != nil
    else { return false }
    count = min((count ?? 0) * 10 + digit, largestCount)
    return true
  }

  /// The lines that list the key mappings, one line per mapping.
  var mapLines: [String] { maps.map { "\(KeyNotation.text($0)) → \(KeyNotation.text($1))" }.sorted() }

  /// Performs `:map KEYS COMMANDS`; without an argument, lists the mappings.
  mutating func map(_ argument: String, _ commands: CommandTable) -> Message {
    let words = argument.split(separator: " ", maxSplits: 1).map(String.init)
    if words.isEmpty {
      return .note(maps.isEmpty ? "No keys were mapped" : mapLines.joined(separator: " · "))
    }
    guard words.count == 2 else {
      return .error("Usage: :map KEYS COMMANDS  (:map X :filter has-error<Enter>)")
    }
    if let reason = reason(againstMapping: words[0], to: words[1], commands) {
      return .error("Not mapped: \(reason)")
    }
    let typed = KeyNotation.keys(words[0])
    let hidden = hidden(by: typed)
    map(typed, to: KeyNotation.keys(words[1]))
    let text = "\(words[0]) is mapped to \(words[1])"
    if hidden.isEmpty { return .note(text) }
    let more = hidden.count > 3 ? " and \(hidden.count - 3) more" : ""
    return .warning("\(text); it hides \(hidden.prefix(3).joined(separator: ", "))\(more)")
  }

  /// Performs `:unmap KEYS`, and returns the message about the result.
  mutating func unmap(_ argument: String) -> Message {
    unmap(KeyNotation.keys(argument))
      ? .note("\(argument) is no longer mapped")
      : .warning("\(argument) was not mapped  (:map lists the mapped keys)")
  }

  /// Returns why keys cannot be mapped to others; nil if they can.
  func reason(againstMapping typed: String, to meaning: String, _ commands: CommandTable) -> String? {
    if let name = KeyNotation.unknownName(in: typed) ?? KeyNotation.unknownName(in: meaning) {
      return "there is no key \(name)  (<Enter>, <C-a>, <F5>, <Alt-j>; <lt> is the character <)"
    }
    // A command line without `<Enter>` is not checked, because the user completes it.
    let keys = KeyNotation.keys(meaning)
    guard keys.first == .character(":"), let end = keys.firstIndex(of: .enter) else { return nil }
    let line = keys[1..<end].compactMap { key -> Character? in
      if case .character(let character) = key { character } else { nil }
    }
    guard line.count == end - 1, case .refused(let reason) = TypedCommand.read(String(line), commands)
    else { return nil }
    return reason
  }
}

/// The assignment of keys to commands.
struct KeyBindings: Sendable {
  /// The result of matching a key sequence against the bindings.
  enum Match {
    case none
    case prefix
    case command(Command, Command.Binding)
  }

  private var matches: [[Key]: Match] = [:]
  /// The keys after which a count may follow within a key sequence, such as `d`.
  private var counted: Set<[Key]> = []

  /// Creates the bindings of commands. A key sequence hides longer sequences that begin with it; tests of the command table
  /// forbid such sequences.
  ///
  /// - Parameter special: the commands whose keys take precedence over those of `commands`.
  init(_ commands: [Command], hiddenBy special: [Command] = []) {
    let hiding = special.flatMap(\.bindings).map { KeyNotation.keys($0.keys) }
    for (command, isSpecial) in commands.map({ ($0, false) }) + special.map({ ($0, true) }) {
      for binding in command.bindings {
        let keys = KeyNotation.keys(binding.keys)
        if !isSpecial, hiding.contains(where: keys.starts) { continue }
        for length in 1..<max(1, keys.count) { matches[Array(keys[..<length])] = .prefix }
        matches[keys] = .command(command, binding)
        if binding.takesInnerCount { counted.insert(Array(keys[..<1])) }
      }
    }
  }

  func lookUp(_ keys: [Key]) -> Match { matches[keys] ?? .none }

  func takesCount(behind keys: [Key]) -> Bool { counted.contains(keys) }

  /// Returns the keys that can follow the typed ones, with their commands: `k move up`, `a…z set mark`. Keys that the help
  /// does not list are included only without listed ones.
  func continuations(of keys: [Key]) -> [String] {
    let following = matches.compactMap {
      all, match -> (command: String, name: String, isListed: Bool, keys: String)? in
      guard case .command(let command, let binding) = match, all.count > keys.count, all.starts(with: keys)
      else { return nil }
      let isListed = command.listedBindings.contains { $0.keys == binding.keys }
      let name = command.name + (binding.argument == "!" ? "!" : "")
      return (command.name, name, isListed, KeyNotation.text(Array(all.dropFirst(keys.count))))
    }
    let hasListed = following.contains(where: \.isListed)
    let groups = Dictionary(grouping: following.filter { $0.isListed || !hasListed }, by: \.command)
    return groups.values.map { group in
      let keys = group.map(\.keys).sorted()
      let shown = keys.count > 3 ? "\(keys[0])…\(keys[keys.count - 1])" : keys.joined(separator: " ")
      return "\(shown) \(group[0].name)"
    }.sorted { ($0.lowercased(), $0) < ($1.lowercased(), $1) }
  }

  /// Returns the keys of the commands whose key sequence is longer than the given one and begins with it.
  func longer(than keys: [Key]) -> [[Key]] {
    matches.compactMap { all, match in
      if case .command = match, all.count > keys.count, all.starts(with: keys) { all } else { nil }
    }
  }
}
