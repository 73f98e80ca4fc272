import Mantle
import TerminalText
import TextCells

/// A frame that is being drawn: each line is filled from left to right.
struct Canvas {
  private let size: ScreenSize
  private var lines: [Line]
  var cursor: Frame.Position?

  /// A line of the frame, with its cached width.
  private struct Line {
    var spans: [Span] = []
    var width = 0

    mutating func append(_ piece: [Span], upTo columns: Int) {
      let total = width + piece.cellWidth
      spans += piece
      if total <= columns { width = total } else { cut(to: columns) }
    }

    mutating func fill(to column: Int) {
      if width > column { cut(to: column) }
      if width < column { append([.blanks(column - width)], upTo: column) }
    }

    private mutating func cut(to columns: Int) {
      spans = spans.prefix(cells: columns)
      width = spans.cellWidth
    }
  }

  init(_ size: ScreenSize) {
    self.size = size
    lines = Array(repeating: Line(), count: max(1, size.rows))
  }

  var frame: Frame { Frame(size: size, lines: lines.map(\.spans), cursor: cursor) }

  /// Puts spans on a line, starting at a column that must not precede existing text; cuts them at the right edge.
  mutating func put(_ spans: [Span], row: Int, column: Int = 0) {
    guard lines.indices.contains(row) else { return }
    if column > 0 { lines[row].fill(to: column) }
    lines[row].append(spans, upTo: size.columns)
  }

  /// Puts a mark into the last of the given number of columns. Text that reaches the mark ends with an ellipsis before it.
  mutating func put(mark: Span, row: Int, columns: Int) {
    guard lines.indices.contains(row) else { return }
    if lines[row].width >= columns, let last = lines[row].spans.last, last.text.last != " " {
      put([Span("…", last.style)], row: row, column: columns - 2)
    }
    put([mark], row: row, column: columns - 1)
  }

  /// The minimum width in cells of a text field that is followed by other text, if there is room.
  static let minimumField = 12

  /// Draws a row that contains an underlined text field, and puts the cursor into the field.
  ///
  /// - Parameters:
  ///   - line: the edited text with its cursor.
  ///   - start: the text before the field.
  ///   - end: the column before which the row ends.
  ///   - least: the minimum width of the field.
  ///   - rest: the text after the field.
  mutating func put(
    _ line: LineEditor, after start: [Span], row: Int, column: Int = 0, before end: Int, least: Int = 0,
    then rest: [Span] = []
  ) {
    let fieldColumn = column + start.cellWidth
    let room = max(1, end - fieldColumn)
    let cells = max(min(room, Self.minimumField), room - rest.cellWidth)
    let window = line.window(cells: cells)
    let field = window.spans.padded(to: min(max(window.spans.cellWidth + 1, least), cells))
    put(start + field.styled { $0.underlined = true } + rest, row: row, column: column)
    cursor = Frame.Position(
      row: min(row, size.rows - 1), column: min(fieldColumn + window.cursorColumn, end - 1))
  }

  mutating func clear(row: Int) {
    if lines.indices.contains(row) { lines[row] = Line() }
  }

  /// Draws a pick list below a row, or in the lower part of the screen if there is no row or no room.
  mutating func draw(_ chooser: ListPicker, below line: Int?, above bottom: Int) {
    let (top, items) = chooser.place(on: size, below: line, above: bottom)
    if top > 0 {
      clear(row: top - 1)
      put(
        Sanitized(chooser.heading).spans(Style(.status, bold: true, underlined: true)).padded(
          to: size.columns, Style(.status, underlined: true)), row: top - 1)
    }
    draw(
      chooser.items.map { ($0.label, $0.detail) }, items,
      selected: chooser.selection == nil ? nil : chooser.selected, from: top)
  }

  /// Draws the words that complete a line, with their descriptions, above a row.
  mutating func draw(_ completion: Completion, above bottom: Int) {
    let shown = min(completion.words.count, max(1, bottom / 2))
    let first = max(0, min((completion.selected ?? 0) - shown / 2, completion.words.count - shown))
    draw(
      Array(zip(completion.words, completion.notes)), first..<first + shown, selected: completion.selected,
      from: bottom - shown)
  }

  private mutating func draw(
    _ entries: [(label: String, detail: String)], _ shown: Range<Int>, selected: Int?, from top: Int
  ) {
    let labelWidth = entries.map(\.label.cellWidth).max() ?? 0
    for (line, index) in shown.enumerated() {
      let (entry, isSelected) = (entries[index], index == selected)
      var spans = [Span(isSelected ? " ▸ " : "   ")] + Sanitized(entry.label).spans(Style(.name))
      spans = spans.padded(to: labelWidth + 5) + Sanitized(entry.detail).spans(Style(.dimmed))
      spans = Truncation.end.fit(spans, to: size.columns).padded(to: size.columns)
      // The selected entry has one style over its full width, like the row under the cursor.
      if isSelected { spans = spans.map { $0.styled(Style(reversed: true)) } }
      clear(row: top + line)
      put(spans, row: top + line)
    }
  }
}

extension TextScreen {
  /// Returns the frame that shows the text: the visible lines, and a bar with the title, the position and the search.
  func frame(_ size: ScreenSize) -> Frame {
    var canvas = Canvas(size)
    let height = max(1, size.rows - 2)
    for (row, line) in lines.dropFirst(top).prefix(height).enumerated() {
      canvas.put(search.pattern.map { line.flatMap($0.highlight) } ?? line, row: row)
    }
    let last = min(lines.count, top + height)
    let position = lines.count > height ? "  \(last)/\(lines.count)" : ""
    let typed =
      search.isTyping || !search.text.isEmpty ? "  /\(Sanitized(search.text).text)" : "  / searches"
    if size.rows >= 2 {
      let bar = [Span(" \(title)\(position)  q leaves\(typed)", Style(.status, reversed: true))]
      canvas.put(
        bar.padded(to: size.columns, Style(.status, reversed: true)), row: min(height, size.rows - 1))
    }
    return canvas.frame
  }
}
