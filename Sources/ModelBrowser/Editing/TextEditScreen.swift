import Mantle
import TerminalText

/// Draws a text that is being edited: its visible rows with highlighted matches, and the cursor.
struct TextEditScreen {
  let edit: TextEdit
  let title: String
  let layout: Layout

  func draw(on canvas: inout Canvas) {
    let size = layout.textSize
    canvas.put(
      Truncation.start.fit(
        Sanitized(title, cells: size.columns).spans(Style(.name, bold: true)), to: size.columns),
      row: 0)
    for (index, row) in edit.rows(from: edit.topIndex, size).enumerated() {
      let spans = row.spans()
      canvas.put(edit.search.pattern.map { spans.flatMap($0.highlight) } ?? spans, row: index + 1)
      if row.range.contains(edit.line.cursor) || row.range.upperBound == edit.line.cursor && isLast(row) {
        canvas.cursor = Frame.Position(
          row: min(index + 1, layout.size.rows - 1),
          column: min(edit.cursorColumn(size), layout.size.columns - 1))
      }
    }
  }

  private func isLast(_ row: Wrapping.Line) -> Bool {
    row.range.upperBound == edit.text.endIndex && edit.text[row.range].last?.isLineBreak != true
  }

  /// The bottom line: the searched string, or the value that the text becomes.
  var bottomLine: [Span] {
    let isMissed = !edit.isFound && !edit.search.text.isEmpty
    let missed = isMissed ? [Span("  not in this text", Style(.warning))] : []
    guard edit.search.isTyping || isMissed else { return edit.value.verdictSpans }
    return [Span("/")] + Sanitized(edit.search.text).spans() + missed
  }
}
