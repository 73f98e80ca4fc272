import Mantle
import MantleQuery

/// The source of the words that complete a command's argument.
enum CompletionSource: Sendable {
  case none
  case words([String])
  case models
  /// The argument is a type that the property under the cursor can have.
  case types
  /// The argument is a key path of the document.
  case places
  /// The argument is a filter, whose last name or value is completed.
  case filter
  /// The argument is a path or a titled calculation, such as `gross = total * 1.19`; the names in it are
  /// completed.
  case column
  /// The argument is the name of a property or key, followed by one of its values.
  case assignment
  case files
}

/// The completion of a line with Tab, which cycles through the possible words.
struct Completion: Sendable, Hashable {
  /// The line up to the word that is completed.
  let head: String
  /// The words that can complete the line, in the order in which Tab offers them.
  let words: [String]
  /// The description of each word; empty if the words have none.
  private(set) var notes: [String] = []
  /// The index of the word on the line; nil while the line ends with the common prefix of all words.
  private(set) var selected: Int?

  /// Creates a completion with the candidates that start with the typed word; nil if there are none.
  init?(head: String, word: String, among candidates: [String]) {
    let words = candidates.filter { $0.hasPrefix(word) }
    guard !words.isEmpty else { return nil }
    self.head = head
    self.words = words
  }

  /// Creates a completion with words that replace the typed text but do not begin with it.
  init?(head: String, for words: [String]) {
    guard !words.isEmpty else { return nil }
    (self.head, self.words, selected) = (head, words, 0)
  }

  /// The completed line: with the selected word, or with the common prefix of all words.
  var line: String { head + (selected.map { words[$0] } ?? commonStart) }

  private var commonStart: String {
    words.dropFirst().reduce(words[0]) { start, word in
      String(zip(start, word).prefix { $0 == $1 }.map(\.0))
    }
  }

  /// Whether the words are shown as a menu with their descriptions.
  var hasMenu: Bool { words.count > 1 && !notes.isEmpty }

  /// Returns the completion with a description of each word.
  func noting(_ note: (String) -> String) -> Completion {
    var noted = self
    noted.notes = words.map(note)
    return noted
  }

  /// Moves the selection by a number of completions, backward if it is negative, and wraps around at the ends.
  mutating func step(_ steps: Int) {
    guard let selected else {
      self.selected = steps > 0 ? 0 : words.count - 1
      return
    }
    self.selected = (selected + steps + words.count) % words.count
  }
}

/// Finds the words with which Tab can complete a typed line.
struct Completer {
  let scopes: NameScopes
  let commands: CommandTable
  private var outline: Outline { scopes.outline }
  private var cursor: Row { scopes.cursor }

  func complete(_ text: String, _ purpose: LinePrompt.Purpose) -> Completion? {
    switch purpose {
    case .search: return complete(search: text)
    case .filter: return complete(head: "", filter: text)
    case .command:
      guard let (head, argument) = Self.argument(of: text) else { return complete(name: text) }
      return complete(head: head, argument: argument, source(after: head))
    }
  }

  /// Returns the folder whose listing completes a command line; nil if the command takes no path.
  func folder(of line: String) -> String? {
    guard let (head, argument) = Self.argument(of: line), case .files = source(after: head) else {
      return nil
    }
    return Self.folder(of: argument)
  }

  private func source(after head: String) -> CompletionSource {
    commands.command(named: String(head.prefix { $0 != " " }))?.command.argument?.completion ?? .none
  }

  /// Completes the name of a command: with a name that the help lists or, failing that, with any other name.
  /// Returns nil if no name begins with the typed text.
  private func complete(name: String) -> Completion? {
    let found = [false, true].lazy.compactMap {
      Completion(head: "", word: name, among: commands.lineNames(all: $0))
    }.first
    return found?.noting { word in
      let command = commands.command(named: word)?.command
      return (command?.argument.map { $0.form + "  " } ?? "") + (command?.helpLine ?? "")
    }
  }

  private func complete(head: String, argument: String, _ source: CompletionSource) -> Completion? {
    switch source {
    case .none, .files: nil
    case .words(let words): Completion(head: head, word: argument, among: words)
    case .models:
      Completion(
        head: head, word: argument, among: outline.document.models.map(\.name) + ["none", "inferred"])
    case .types:
      Completion(
        head: head, word: argument,
        among: outline.document.typeChoices(of: cursor, in: outline.document.base).map(\.type))
    case .places:
      Completion(head: head, word: argument, among: paths(beside: argument))
        ?? Completion(head: head, for: paths(like: argument))
    case .filter: complete(head: head, filter: argument)
    case .column: complete(head: head, column: argument)
    case .assignment: complete(head: head, assignment: argument)
    }
  }

  /// Completes the last property name or value in a filter; returns nil if none matches.
  private func complete(head: String, filter text: String) -> Completion? {
    for names in names {
      guard let (start, words) = FilterParser.completion(of: text, names) else { return nil }
      let (front, word) = (head + text[..<start], String(text[start...]))
      if let found = Completion(head: front, word: word, among: words) { return found }
    }
    return nil
  }

  /// Completes the last name or value in a column: in its path, or in its calculation such as `gross = total
  /// * 1.19`. Returns nil if none matches.
  private func complete(head: String, column text: String) -> Completion? {
    guard let sign = text.firstIndex(of: "=") else { return complete(head: head, filter: text) }
    let calculation = text[text.index(after: sign)...].drop { $0 == " " }
    return complete(head: head + text[..<calculation.startIndex], filter: String(calculation))
  }

  /// The names that a filter can use, one set for each list: first for the list that a filter applies to by
  /// default, then for each scope in which names are resolved.
  private var names: some Sequence<FilterNames> {
    let usual = scopes.usual.map { [outline.filterNames(of: $0)] } ?? []
    return usual + scopes.all.map(\.names)
  }

  /// Completes an assignment: the name of a property or key, or the value after the name. Returns nil if none
  /// matches.
  private func complete(head: String, assignment text: String) -> Completion? {
    guard let space = text.firstIndex(of: " ") else { return complete(head: head, filter: text) }
    let value = text[space...].drop { $0 == " " }
    for names in names {
      let values = FilterParser.values(of: String(text[..<space]), names)
      let front = head + text[..<value.startIndex]
      if let found = Completion(head: front, word: String(value), among: values) { return found }
    }
    return nil
  }

  /// Completes the text of a search with the name of a property; returns nil if none matches.
  private func complete(search text: String) -> Completion? {
    let word = String(text.drop { $0 == " " })
    let list = scopes.usual ?? outline.root
    return Completion(
      head: String(text.dropLast(word.count)), word: word,
      among: outline.filterNames(of: list).names(after: []))
  }

  /// Returns the paths of all children of the parent that a typed path names.
  private func paths(beside typed: String) -> [String] {
    let end = typed.lastIndex(of: ".")
    let parent = end.map { String(typed[..<$0]) } ?? ""
    guard let path = parent.isEmpty ? JSONKeyPath() : JSONKeyPath(copied: parent) else { return [] }
    let (row, rest) = outline.row(at: path)
    guard rest.isEmpty else { return [] }
    let front = end.map { String(typed[...$0]) } ?? ""
    return outline.keys(of: row).map { front + JSONKeyPath([.key($0.text)]).description }.sorted()
  }

  /// Returns the paths that contain the typed letters in order, the best match first.
  private func paths(like typed: String) -> [String] {
    Array(
      PathMatch(typed).best(of: PathList(around: cursor, in: outline).found.map(\.path)) { $0 }.prefix(
        Self.mostLike))
  }

  private static let mostLike = 50

  // MARK: - Files

  /// Completes a partially typed path with the entries of its folder; returns nil if no entry matches.
  static func complete(_ text: String, folder: String, names: [String]) -> Completion? {
    guard let (head, path) = argument(of: text), Self.folder(of: path) == folder else { return nil }
    let isHidden = path.dropFirst(folder.count).first == "."
    let shown = names.filter { isHidden || !$0.hasPrefix(".") }.sorted()
    return Completion(head: head, word: path, among: shown.map { folder + $0 })
  }

  /// Returns the folder of a partially typed path; empty for the current folder.
  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }

  /// Splits a command line into its argument and the text before it; returns nil if no argument has begun.
  private static func argument(of line: String) -> (head: String, argument: String)? {
    guard let space = line.firstIndex(of: " ") else { return nil }
    let argument = line[space...].drop { $0 == " " }
    return (String(line[..<argument.startIndex]), String(argument))
  }
}
