import Mantle
import TerminalText
import TextCells

/// The drawing of a list of places: a title, groups with their counts, and their items.
struct ListScreen: ~Copyable {
  let browser: Browser
  let pane: ListPane

  func draw(on canvas: inout Canvas) {
    let size = browser.size
    canvas.clear(row: 0)
    canvas.put([Span(title, Style(.name, bold: true))], row: 0)
    let height = pane.height(in: size)
    for (row, line) in pane.lines(from: pane.top, most: height).enumerated() {
      let isSelected = pane.top + row == pane.selected
      var spans = Truncation.end.fit(self.spans(line), to: size.columns)
      if isSelected {
        spans = spans.styled { $0.reversed = true }.padded(to: size.columns, Style(reversed: true))
      }
      canvas.put(spans, row: row + 1)
    }
    drawDetail(on: &canvas, rows: height + 2..<max(height + 2, size.rows - 2))
    drawHints(on: &canvas)
  }

  /// Draws both values of the selected difference in full.
  private func drawDetail(on canvas: inout Canvas, rows: Range<Int>) {
    guard !rows.isEmpty else { return }
    canvas.put(
      [Span(String(repeating: "─", count: browser.size.columns), Style(.dimmed))], row: rows.lowerBound - 1)
    guard let entry = pane.selectedItem?.target.difference else { return }
    for (row, line) in zip(rows, entry.lines(width: browser.size.columns)) { canvas.put(line, row: row) }
  }

  private var title: String {
    let count = pane.groups.reduce(0) { $0 + $1.count }
    let more = ListPane.isFilling(browser, pane.kind) ? "…" : ""
    let order = pane.isSortedByCount ? " · by count" : ""
    let narrowing = pane.narrowing.text.isEmpty ? "" : " · with \(JSONText.quoted(pane.narrowing.text))"
    let names = pane.kind == .differences ? browser.comparison?.names(in: browser.document) : nil
    let sides = names.map { " · \($0.own) │ \($0.other)" } ?? ""
    return Sanitized(
      " \(pane.kind.rawValue): \(count)\(more)\(sides)\(narrowing)\(order)", cells: browser.size.columns
    ).text
  }

  private func spans(_ line: ListPane.Line) -> [Span] {
    let group = pane.groups[line.group]
    guard let item = line.item else {
      let fold = pane.isOpen(line.group) ? "▾ " : "▸ "
      let sign = group.severity.map {
        [Span($0.symbol + " ", Style($0.role))]
      }
      return [Span(fold)] + (sign ?? []) + Sanitized(group.title, cells: 400).spans(Style(bold: true))
        + [Span("  \(group.count)", Style(.number))] + summary(of: group)
    }
    if case .difference(let part) = group.items[item].target { return spans(part) }
    let known = group.items[item]
    let isShort = known.text == nil || pane.kind == .paths
    let text = isShort ? ListPane.text(browser, of: known, group.severity) : known.text ?? ""
    return [Span("    ")] + Sanitized(text, cells: 400).spans()
  }

  /// Returns the value that contains the items of a group, as its row shows it.
  private func summary(of group: ListPane.Group) -> [Span] {
    guard let path = group.path, let place = browser.comparison?.place else { return [] }
    let (row, rest) = browser.outline.row(at: JSONKeyPath(place.components + path.components))
    guard rest.isEmpty, row.isContainer, group.title.first != "+" else { return [] }
    return [Span("  ")]
      + Sanitized(ListPane.valueText(row, in: browser.outline), cells: browser.size.columns).spans(
        Style(.dimmed))
  }

  /// Returns the line of a difference: its location, and both values side by side.
  private func spans(_ part: JSONDifference.Part) -> [Span] {
    let label = browser.size.columns / 4
    let cells = max(1, (browser.size.columns - label - 9) / 2)
    let sides = part.sides(cells: cells)
    func column(_ text: String, _ cells: Int, _ style: Style) -> [Span] {
      Truncation.end.fit(Sanitized(text, cells: cells * 2).spans(style), to: cells).padded(to: cells, style)
    }
    return [Span("  \(part.mark) ")] + column(part.label, label, Style(.name))
      + [Span(" ")] + column(sides.old, cells, Style(.error)) + [Span(" │ ", Style(.dimmed))]
      + column(sides.new, cells, Style(.success))
  }

  /// The keys that the bottom line explains, including the keys of this kind of list.
  private var keys: String {
    let own =
      switch pane.kind {
      case .differences: "o take the right side · x keep this one · O take all · u undo · "
      case .types, .problems: "c convert · u undo · "
      case .changes: "u undo · "
      default: ""
      }
    return
      "q leave · Enter go there · \(own)/ narrow · s sort · hl fold · gl back here · ]l [l next, previous"
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
    let line = Message.note(keys).spans(cells: browser.size.columns)
    canvas.put(line.map { $0.styled(Style(.dimmed)) }, row: row)
  }
}
