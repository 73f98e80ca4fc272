import TerminalText
import MantleDocuments
import MantleQuery

/// An incremental search in a screen or pane that has its own search.
struct TypedSearch: Sendable {
  private(set) var text = ""
  private(set) var isTyping = false

  var pattern: SearchPattern? { SearchPattern(text) }

  mutating func begin() { self = TypedSearch(text: "", isTyping: true) }

  /// Resumes typing with the current pattern.
  mutating func resume() { isTyping = true }

  mutating func look(for text: String) { self.text = text }

  /// Handles a key.
  ///
  /// - Returns: whether the text was extended, so that the search continues at the last match.
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
