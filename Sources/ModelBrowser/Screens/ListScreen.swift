import Mantle
import TerminalText

/// A list of places as it is drawn: a title, groups with their counts, and their items.
struct ListScreen: ~Copyable {
  let browser: Browser
  let pane: ListPane

  func draw(on canvas: inout Canvas) {
    let size = browser.size
    canvas.clear(row: 0)
    canvas.put([Span(title, Style(.name, bold: true))], row: 0)
    let height = max(0, size.rows - 3)
    for (row, line) in pane.lines(from: pane.top, most: height).enumerated() {
      let isSelected = pane.top + row == pane.selected
      var spans = Truncation.end.fit(self.spans(line), to: size.columns)
      if isSelected {
        spans = spans.styled { $0.reversed = true }.padded(to: size.columns, Style(reversed: true))
      }
      canvas.put(spans, row: row + 1)
    }
    drawHints(on: &canvas)
  }

  private var title: String {
    let count = pane.groups.reduce(0) { $0 + $1.count }
    let more = ListPane.isFilling(browser, pane.kind) ? "…" : ""
    let order = pane.isSortedByCount ? " · by count" : ""
    let narrowing = pane.narrowing.text.isEmpty ? "" : " · with \(JSONText.quoted(pane.narrowing.text))"
    return Sanitized(
      " \(pane.kind.rawValue): \(count)\(more)\(narrowing)\(order)", cells: browser.size.columns
    ).text
  }

  private func spans(_ line: ListPane.Line) -> [Span] {
    let group = pane.groups[line.group]
    guard let item = line.item else {
      let fold = pane.isOpen(line.group) ? "▾ " : "▸ "
      let sign = group.severity.map {
        [Span($0 == .error ? "✗ " : "! ", Style($0 == .error ? .error : .warning))]
      }
      return [Span(fold)] + (sign ?? []) + Sanitized(group.title, cells: 400).spans(Style(bold: true))
        + [Span("  \(group.count)", Style(.number))]
    }
    let known = group.items[item]
    let isShort = known.text == nil || pane.kind == .paths
    let text = isShort ? ListPane.text(browser, of: known, group.severity) : known.text ?? ""
    return [Span("    ")] + Sanitized(text, cells: 400).spans()
  }

  private func drawHints(on canvas: inout Canvas) {
    let row = browser.size.rows - 1
    canvas.clear(row: row)
    guard !pane.narrowing.isTyping else {
      let text = Sanitized("/" + pane.narrowing.text, cells: browser.size.columns - 1)
      canvas.put(text.spans(), row: row)
      canvas.cursor = Frame.Position(row: row, column: min(text.text.cellWidth, browser.size.columns - 1))
      return
    }
    if let message = browser.message {
      canvas.put(message.spans(cells: browser.size.columns), row: row)
      return
    }
    let revert = pane.takesBack ? " · u take back" : ""
    let text =
      "Enter go there · gl back here · ]l [l next, previous · / narrow · s sort · h l fold\(revert) · q leave"
    canvas.put([Span(Truncation.end.fit(text, to: browser.size.columns), Style(.dimmed))], row: row)
  }
}
