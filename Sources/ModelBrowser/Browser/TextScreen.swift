import Mantle
import TerminalText
import TextCells

/// A read-only text that covers the screen until the user closes it: the help, the unsaved edits, or the output of a command.
struct TextScreen: Sendable {
  let title: String
  let lines: [[Span]]
  private(set) var top = 0
  private(set) var search = TypedSearch()

  init(title: String, lines: [[Span]]) {
    self.title = title
    self.lines = lines
  }

  /// Creates a screen of arbitrary texts, one per line; each text is sanitized and cut to 2000 cells.
  init(title: String, texts: [String]) {
    self.init(title: title, lines: texts.map { Sanitized($0, cells: 2000).spans() })
  }

  /// Handles a key while a screen of text is shown.
  static func type(_ browser: inout Browser, _ key: Key, _ screen: TextScreen) {
    var screen = screen
    // A command is typed only after the question or the list that the screen covers is shown again.
    if key == .character(":"), !screen.search.isTyping, browser.modeToReturnTo == nil {
      browser.mode = .browsing
      return browser.browse(key)
    }
    guard !screen.handle(key, height: max(1, browser.size.rows - 2)) else {
      browser.mode = .reading(screen)
      return
    }
    browser.mode = browser.modeToReturnTo ?? .browsing
    browser.modeToReturnTo = nil
    ListPane.refresh(&browser)
  }

  /// Handles a key that scrolls, searches or leaves the screen.
  ///
  /// - Returns: false when the key leaves the screen.
  mutating func handle(_ key: Key, height: Int) -> Bool {
    if search.isTyping {
      if search.type(key) { find(from: top, by: 1) }
      return true
    }
    switch key {
    case .character("q"), .escape, .function(1), .control("c"): return false
    case .control("e"), .enter: scroll(1, height)
    case .control("y"): scroll(-1, height)
    case .character("b"): scroll(-height, height)
    case .character("/"): search.begin()
    case .character("n"), .control("n"): find(from: top + 1, by: 1)
    case .character("N"): find(from: top - 1, by: -1)
    default: if let rows = key.scrolledLines(height: height, of: lines.count) { scroll(rows, height) }
    }
    return true
  }

  /// Scrolls to the first heading that contains a text, otherwise to the first line that does.
  ///
  /// - Returns: false if no line contains the text.
  mutating func go(to text: String, height: Int) -> Bool {
    search.look(for: text)
    guard let pattern = search.pattern else { return false }
    let heading = lines.firstIndex { line in
      line.contains { $0.style.bold && pattern.matches($0.text) }
    }
    guard let line = heading ?? lines.firstIndex(where: { pattern.matches($0.text) }) else {
      return false
    }
    top = max(0, min(line, lines.count - height))
    return true
  }

  private mutating func find(from start: Int, by step: Int) {
    guard let pattern = search.pattern else { return }
    for offset in lines.indices {
      let line = (start + offset * step + lines.count * 2) % lines.count
      guard pattern.matches(lines[line].text) else { continue }
      top = max(0, min(line, lines.count - 1))
      return
    }
  }

  private mutating func scroll(_ rows: Int, _ height: Int) {
    top = max(0, min(top + rows, lines.count - height))
  }
}

extension Key {
  /// Returns the number of lines that a key moves in lists and texts, negative for up; nil for other keys.
  ///
  /// - Parameters:
  ///   - height: the number of lines on the screen.
  ///   - count: the number of all lines.
  func scrolledLines(height: Int, of count: Int) -> Int? {
    switch self {
    case .character("j"), .down: 1
    case .character("k"), .up, .control("p"): -1
    case .control("d"): height / 2
    case .control("u"): -height / 2
    case .control("f"), .pageDown, .character(" "): height
    case .control("b"), .pageUp: -height
    case .character("g"), .home: -count
    case .character("G"), .end: count
    default: nil
    }
  }
}
