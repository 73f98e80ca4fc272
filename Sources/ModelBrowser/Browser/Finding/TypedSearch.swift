import TerminalText
import MantleDocuments
import MantleQuery

/// A text that is looked for while it is typed, in a screen or pane with a search of its own.
struct TypedSearch: Sendable {
  private(set) var text = ""
  private(set) var isTyping = false

  var pattern: SearchPattern? { SearchPattern(text) }

  mutating func begin() { self = TypedSearch(text: "", isTyping: true) }

  /// Goes on with the text that is there.
  mutating func resume() { isTyping = true }

  mutating func look(for text: String) { self.text = text }

  /// Takes a key.
  ///
  /// - Returns: whether the text has become longer, and is to be looked for from where the last match was.
  mutating func type(_ key: Key) -> Bool {
    switch key {
    case .enter: isTyping = false
    case .escape, .control("c"): self = TypedSearch()
    case .backspace: text = String(text.dropLast())
    case .control("u"): text = ""
    case .character(let character):
      text.append(character)
      return true
    default: break
    }
    return false
  }
}
