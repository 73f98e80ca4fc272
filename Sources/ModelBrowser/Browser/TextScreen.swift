/// A text that covers the screen until it is left: help, the unsaved edits.
struct TextScreen: Sendable {
  let title: String
  let lines: [[Span]]
  private(set) var top = 0

  init(title: String, lines: [[Span]]) {
    self.title = title
    self.lines = lines
  }

  /// Scrolls as the key says.
  ///
  /// - Returns: false when the key leaves the screen.
  mutating func handle(_ key: Key, height: Int) -> Bool {
    switch key {
    case .character("q"), .escape, .function(1), .control("c"), .enter: return false
    case .character("j"), .down, .control("e"), .control("n"): scroll(1, height)
    case .character("k"), .up, .control("y"), .control("p"): scroll(-1, height)
    case .control("d"): scroll(height / 2, height)
    case .control("u"): scroll(-height / 2, height)
    case .control("f"), .pageDown, .character(" "): scroll(height, height)
    case .control("b"), .pageUp, .character("b"): scroll(-height, height)
    case .character("g"), .home: top = 0
    case .character("G"), .end: scroll(lines.count, height)
    default: break
    }
    return true
  }

  private mutating func scroll(_ rows: Int, _ height: Int) {
    top = max(0, min(top + rows, lines.count - height))
  }
}
