/// A namespace for the notation in which keys are written: `j`, `gg`, `^D`, `<Down>`, `<Alt-j>`, and
/// sequences such as `z<Left>`. Vim's `<C-d>`, `<M-j>` and `<CR>` are accepted, too.
///
/// The command table is written in this notation, and the help screen and the pending keys in the status
/// bar are printed in it.
package enum KeyNotation {
  /// Parses keys in this notation, such as `gg<Enter>`. An unknown name in angle brackets is parsed as a
  /// sequence of characters.
  package static func keys(_ text: String) -> [Key] {
    var keys: [Key] = []
    var rest = Substring(text)
    while let first = rest.first {
      if first == "<", let end = rest.firstIndex(of: ">"),
        let key = key(named: rest[rest.index(after: rest.startIndex)..<end])
      {
        keys.append(key)
        rest = rest[rest.index(after: end)...]
      } else if first == "^", let letter = rest.dropFirst().first {
        keys.append(.control(Character(letter.lowercased())))
        rest = rest.dropFirst(2)
      } else {
        keys.append(.character(first))
        rest = rest.dropFirst()
      }
    }
    return keys
  }

  private static func key(named name: Substring) -> Key? {
    if let key = named[String(name)] ?? aliases[name.uppercased()] { return key }
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].count == 1, let letter = parts[1].lowercased().first else { return nil }
    switch parts[0].uppercased() {
    // Terminals send the same bytes for these combinations and for the named keys.
    case "C", "CTRL":
      return ["i": .tab, "m": .enter, "j": .enter, "h": .backspace, "[": .escape][letter] ?? .control(letter)
    case "M", "A", "ALT": return .alt(letter)
    default: return nil
    }
  }

  /// Returns the first name in angle brackets that is not the name of a key; nil if there is none.
  package static func unknownName(in text: String) -> String? {
    var rest = Substring(text)
    while let start = rest.firstIndex(of: "<") {
      rest = rest[rest.index(after: start)...]
      let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "-" }
      guard !name.isEmpty, rest.dropFirst(name.count).first == ">" else { continue }
      if key(named: name) == nil { return "<\(name)>" }
    }
    return nil
  }

  /// Returns a sequence of keys in this notation, for display.
  package static func text(_ keys: [Key]) -> String { keys.map(text).joined() }

  package static func text(_ key: Key) -> String {
    switch key {
    case .character(" "): "Space"
    case .character(let character): String(character)
    case .control(let character): "^" + character.uppercased()
    case .alt(let character): "Alt-\(character)"
    case .function(let number): "F\(number)"
    default: names[key] ?? "?"
    }
  }

  private static let named: [String: Key] = {
    var keys: [String: Key] = [
      "Enter": .enter, "Tab": .tab, "BackTab": .backTab, "Backspace": .backspace, "Delete": .delete,
      "Insert": .insert, "Esc": .escape, "Up": .up, "Down": .down, "Left": .left, "Right": .right,
      "Home": .home, "End": .end,
      "PgUp": .pageUp, "PgDn": .pageDown, "S-Left": .shiftLeft, "S-Right": .shiftRight,
      "C-Left": .wordLeft, "C-Right": .wordRight, "Alt-Up": .altUp, "Alt-Down": .altDown,
      "Space": .character(" "), "Caret": .character("^"),
    ]
    for number in 1...12 { keys["F\(number)"] = .function(number) }
    return keys
  }()

  /// The names that other programs, such as vim, use for keys in angle brackets.
  private static let aliases: [String: Key] = [
    "CR": .enter, "RETURN": .enter, "BS": .backspace, "DEL": .delete, "INS": .insert, "S-TAB": .backTab,
    "LT": .character("<"),
    "PAGEUP": .pageUp, "PAGEDOWN": .pageDown, "BAR": .character("|"),
  ]

  private static let names = Dictionary(
    named.map { ($0.value, $0.key) }, uniquingKeysWith: { first, _ in first })
}
