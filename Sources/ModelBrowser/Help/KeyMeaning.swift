import TerminalText

/// A key that has different meanings on several screens.
struct KeyMeaning {
  let keys: String
  let meanings: [(screen: String, help: String)]

  /// The meanings in one line: `tree: Move to the first row · table: Move the column left`.
  var words: String { meanings.map { "\($0.screen): \($0.help)" }.joined(separator: " · ") }

  /// Returns the keys of tables and lists that have another meaning in the tree.
  static func all(in commands: CommandTable) -> [KeyMeaning] {
    let tables = commands.all.filter { $0.group == .table }.flatMap { command in
      command.listedBindings.map { (keys: $0.keys, screen: "table", help: command.help) }
    }
    let lists = ListPane.ownKeys.map { (keys: String($0.key), screen: "lists", help: $0.help) }
    var found: [KeyMeaning] = []
    for keys in (tables + lists).map(\.keys) where !found.contains(where: { $0.keys == keys }) {
      guard case .command(let command, _) = commands.bindings.lookUp(KeyNotation.keys(keys)) else { continue }
      let others = (tables + lists).filter { $0.keys == keys }.map { ($0.screen, $0.help) }
      found.append(KeyMeaning(keys: keys, meanings: [("tree", command.help)] + others))
    }
    return found.map { KeyMeaning(keys: KeyNotation.text(KeyNotation.keys($0.keys)), meanings: $0.meanings) }
  }
}
