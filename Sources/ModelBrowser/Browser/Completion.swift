import Mantle

/// Where the words come from that complete a command's argument.
enum CompletionSource: Sendable {
  case none
  case words([String])
  case models
  /// JSON key paths in the text.
  case places
  /// Properties of the model, as a filter has them.
  case properties
  case files
}

/// What Tab makes of a line: the words it could go on with, one after the other.
struct Completion: Sendable, Hashable {
  /// The line up to the word that is completed.
  let head: String
  /// Possible words, in order.
  let words: [String]
  /// The word on the line; nil while it is only what all of them begin with.
  private(set) var selected: Int?

  /// - Returns: nil where nothing begins like the word.
  init?(head: String, word: String, among candidates: [String]) {
    let words = candidates.filter { $0.hasPrefix(word) }
    guard !words.isEmpty else { return nil }
    self.head = head
    self.words = words
  }

  /// The line as it is now: with the chosen word, or with what all words have in common.
  var line: String { head + (selected.map { words[$0] } ?? commonStart) }

  private var commonStart: String {
    words.dropFirst().reduce(words[0]) { start, word in
      String(zip(start, word).prefix { $0 == $1 }.map(\.0))
    }
  }

  /// Goes on to the next word, or back to the one before.
  mutating func step(_ steps: Int) {
    guard let selected else {
      self.selected = steps > 0 ? 0 : words.count - 1
      return
    }
    self.selected = (selected + steps + words.count) % words.count
  }
}

extension Browser {
  /// Completes the line of a prompt, or goes on to the next possible word.
  mutating func complete(_ prompt: LinePrompt, _ steps: Int) -> [Effect] {
    var prompt = prompt
    if var completion = prompt.completion, completion.words.count > 1 {
      completion.step(steps)
      prompt.show(completion)
      mode = .typing(prompt)
      return []
    }
    let text = prompt.line.text
    switch prompt.purpose {
    case .search: return []
    case .filter: return complete(prompt, head: "", argument: text, .properties)
    case .command:
      guard let space = text.firstIndex(of: " ") else {
        return offer(commands.lineNames, for: text, after: "", prompt)
      }
      let source = commands.command(named: String(text[..<space]))?.line?.argument?.completion ?? .none
      let argument = text[space...].drop { $0 == " " }
      return complete(prompt, head: String(text[..<argument.startIndex]), argument: String(argument), source)
    }
  }

  private mutating func complete(
    _ prompt: LinePrompt, head: String, argument: String, _ source: CompletionSource
  ) -> [Effect] {
    switch source {
    case .none: return []
    case .words(let words): return offer(words, for: argument, after: head, prompt)
    case .models: return offer(document.models.map(\.name) + ["none"], for: argument, after: head, prompt)
    case .places: return offer(paths(beside: argument), for: argument, after: head, prompt)
    case .properties:
      let start = argument.lastIndex { " (".contains($0) }.map { argument.index(after: $0) }
      let word = start.map { String(argument[$0...]) } ?? argument
      let names = document.model?.properties.map(\.name) ?? []
      return offer(names, for: word, after: head + argument.dropLast(word.count), prompt)
    case .files:
      return [.listFolder(Self.folder(of: argument))]
    }
  }

  /// - Returns: no effects.
  private mutating func offer(
    _ candidates: [String], for word: String, after head: String, _ prompt: LinePrompt
  ) -> [Effect] {
    var prompt = prompt
    guard let completion = Completion(head: head, word: word, among: candidates) else { return [] }
    prompt.show(completion)
    mode = .typing(prompt)
    return []
  }

  /// The paths of the values beside the one a path leads to, as far as it is typed.
  private func paths(beside typed: String) -> [String] {
    let end = typed.lastIndex(of: ".")
    let parent = end.map { String(typed[..<$0]) } ?? ""
    guard let path = parent.isEmpty ? JSONKeyPath() : JSONKeyPath(copied: parent) else { return [] }
    let (row, rest) = outline.row(at: path)
    guard rest.isEmpty else { return [] }
    let front = end.map { String(typed[...$0]) } ?? ""
    return document.keys(of: row).map { front + JSONKeyPath([.key($0.text)]).description }.sorted()
  }

  /// The folder a path that is being typed is in; empty for the current one.
  static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }

  /// Goes on completing a path once it is known what is in its folder.
  mutating func receive(folder: String, names: [String]) {
    guard case .typing(let prompt) = mode else { return }
    let text = prompt.line.text
    guard let space = text.firstIndex(of: " ") else { return }
    let argument = text[space...].drop { $0 == " " }
    guard Self.folder(of: String(argument)) == folder else { return }
    let isHidden = argument.dropFirst(folder.count).first == "."
    let shown = names.filter { isHidden || !$0.hasPrefix(".") }.sorted()
    _ = offer(
      shown.map { folder + $0 }, for: String(argument), after: String(text[..<argument.startIndex]), prompt)
  }
}
