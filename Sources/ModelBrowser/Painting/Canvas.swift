/// A frame while it is drawn: lines that pieces are put on from left to right.
struct Canvas {
  private let size: ScreenSize
  private var lines: [[Span]]
  var cursor: Frame.Position?

  init(_ size: ScreenSize) {
    self.size = size
    lines = Array(repeating: [], count: max(1, size.rows))
  }

  var frame: Frame { Frame(size: size, lines: lines, cursor: cursor) }

  /// Puts spans on a line from a column on, which must not be left of what is there; cut at the right edge.
  mutating func put(_ spans: [Span], row: Int, column: Int = 0) {
    guard lines.indices.contains(row) else { return }
    let line = column > 0 ? lines[row].prefix(cells: column).padded(to: column) : lines[row]
    lines[row] = (line + spans).prefix(cells: size.columns)
  }

  mutating func clear(row: Int) {
    if lines.indices.contains(row) { lines[row] = [] }
  }

  /// Puts spans over what is there.
  mutating func cover(_ spans: [Span], row: Int, column: Int) {
    guard lines.indices.contains(row) else { return }
    let left = lines[row].prefix(cells: column).padded(to: column)
    let whole = lines[row].cellWidth
    let right = lines[row].suffix(cells: max(0, whole - column - spans.cellWidth))
    lines[row] = (left + spans + right).prefix(cells: size.columns)
  }
}

extension Canvas {
  /// Draws a list to pick from in the lower part of the screen.
  mutating func draw(_ chooser: Chooser) {
    let labelWidth = chooser.items.map(\.label.cellWidth).max() ?? 0
    let room = max(1, size.rows - 3)
    let shown = min(chooser.items.count, room)
    let first = max(0, min(chooser.selected - shown / 2, chooser.items.count - shown))
    let top = max(0, size.rows - 2 - shown)
    if top > 0 {
      clear(row: top - 1)
      put(Sanitized(chooser.title).spans(Style(.status, bold: true)), row: top - 1)
    }
    for (line, item) in chooser.items[first..<first + shown].enumerated() {
      let isSelected = first + line == chooser.selected
      var spans = [Span(isSelected ? " ▸ " : "   ")] + Sanitized(item.label).spans(Style(.name))
      spans = spans.padded(to: labelWidth + 5) + Sanitized(item.detail).spans(Style(.dimmed))
      spans = spans.padded(to: size.columns).map { span in
        var style = span.style
        style.reversed = isSelected
        return Span(span.text, style)
      }
      clear(row: top + line)
      put(spans, row: top + line)
    }
  }
}

extension TextScreen {
  /// The screen as a picture: title, the lines in sight, how far down they are.
  func frame(_ size: ScreenSize) -> Frame {
    var canvas = Canvas(size)
    let height = max(1, size.rows - 2)
    for (row, line) in lines.dropFirst(top).prefix(height).enumerated() { canvas.put(line, row: row) }
    let last = min(lines.count, top + height)
    let position = lines.count > height ? "  \(last)/\(lines.count)" : ""
    if size.rows >= 2 {
      let bar = [Span(" \(title)\(position)  q leaves", Style(.status, reversed: true))]
      canvas.put(
        bar.padded(to: size.columns, Style(.status, reversed: true)), row: min(height, size.rows - 1))
    }
    return canvas.frame
  }
}
