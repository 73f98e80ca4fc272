extension LineEditor {
  /// The part of the line around the cursor that fits on the screen.
  public struct Window: Sendable, Hashable {
    public var spans: [Span]
    /// The column of the cursor, counted from the left edge of the window; always inside it.
    public var cursorColumn: Int
  }

  /// The line in a window of some cells, scrolled so that the cursor is inside. Control characters in the text show
  /// as escapes. `…` marks what is hidden at either side. O(cells).
  public func window(cells: Int, style: Style = Style(), escapes: Style = Style(.warning)) -> Window {
    let cells = max(1, cells)
    let after = Sanitized(text[cursor...], cells: cells)
    let start = text.index(cursor, offsetBy: -cells, limitedBy: text.startIndex) ?? text.startIndex
    let before = Sanitized(text[start..<cursor])
    let right = min(after.cellWidth, cells / 4)
    let room = cells - max(1, right)
    let left = before.spans(style, escapes: escapes)
    let isHidden = start > text.startIndex || before.cellWidth > room
    let shown = isHidden ? [Span("…", Style(.dimmed))] + left.suffix(cells: room - 1) : left
    let column = min(shown.cellWidth, cells - 1)
    let rest = Truncation.end.fit(after.spans(style, escapes: escapes), to: cells - column)
    return Window(spans: room == 0 ? rest : shown + rest, cursorColumn: room == 0 ? 0 : column)
  }
}
