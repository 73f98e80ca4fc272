import Mantle

extension Browser {
  /// The picture of the screen: a function of the browser, and of how far large containers are counted.
  ///
  /// - Complexity: O(size of the screen), plus parsing the records that come into sight.
  public func render() -> Frame { Screen(self).frame }

  /// The picture for a screen of another size than the last event said.
  public func render(_ size: ScreenSize) -> Frame {
    var copy = self
    copy.resize(size)
    return copy.render()
  }
}

/// A browser as it is drawn.
struct Screen {
  let browser: Browser

  init(_ browser: Browser) { self.browser = browser }

  private var outline: Outline { browser.outline }
  private var layout: Layout { browser.layout }
  private var size: ScreenSize { browser.size }

  var frame: Frame {
    if case .reading(let screen) = browser.mode { return screen.frame(size) }
    var canvas = Canvas(size)
    drawList(on: &canvas)
    drawDetail(on: &canvas)
    if layout.hasStatus { canvas.put(StatusBar(browser).spans, row: layout.bodyRows) }
    drawBottomLine(on: &canvas)
    if case .choosing(let chooser) = browser.mode { canvas.draw(chooser) }
    return canvas.frame
  }

  private func drawList(on canvas: inout Canvas) {
    let painter = RowPainter(
      width: layout.listColumns, outline: outline, pattern: browser.search.highlighted)
    let lines = outline.records.cache(LineCache.init)
    for (line, (row, isCursor)) in browser.view.visibleRows.enumerated() {
      let isOpen = outline.isOpen(row)
      if isCursor, case .editing(let edit) = browser.mode {
        let start = painter.start(of: edit, at: row, isOpen: isOpen)
        let window = edit.line.window(cells: max(1, layout.listColumns - start.cellWidth))
        canvas.put(start + window.spans, row: line)
        canvas.cursor = Frame.Position(
          row: line, column: min(start.cellWidth + window.cursorColumn, layout.listColumns - 1))
      } else {
        canvas.put(lines.line(row, isOpen: isOpen, isCursor: isCursor, painter), row: line)
      }
    }
  }

  private func drawDetail(on canvas: inout Canvas) {
    let area = layout.detailSize
    switch layout.detail {
    case .hidden: return
    case .right:
      let column = layout.listColumns
      let lines = detailLines(area)
      for row in 0..<layout.bodyRows {
        let line = row < lines.count ? lines[row] : []
        canvas.put([Span("│", Style(.dimmed))] + line, row: row, column: column)
      }
    case .below:
      let top = layout.listRows
      canvas.put([Span(String(repeating: "─", count: size.columns), Style(.dimmed))], row: top)
      for (row, line) in detailLines(area).enumerated() { canvas.put(line, row: top + 1 + row) }
    }
  }

  /// The part of the detail pane that is in sight.
  private func detailLines(_ area: ScreenSize) -> [[Span]] {
    let pane = DetailPane(
      outline: outline, row: browser.cursor, options: browser.options, width: area.columns,
      mostLines: browser.view.detailTop + area.rows)
    let lines = Array(pane.lines.dropFirst(browser.view.detailTop).prefix(area.rows))
    guard let pattern = browser.search.highlighted else { return lines }
    return lines.map { $0.flatMap(pattern.highlight) }
  }

  var detailLineCount: Int {
    DetailPane(
      outline: outline, row: browser.cursor, options: browser.options, width: layout.detailSize.columns
    ).lines.count
  }

  private func drawBottomLine(on canvas: inout Canvas) {
    let row = size.rows - 1
    switch browser.mode {
    case .typing(let prompt):
      let window = prompt.line.window(cells: max(1, size.columns - 1))
      canvas.clear(row: row)
      canvas.put([Span(prompt.purpose.sign)] + window.spans, row: row)
      canvas.cursor = Frame.Position(row: row, column: min(1 + window.cursorColumn, size.columns - 1))
    case .asking(let question):
      canvas.clear(row: row)
      canvas.put(Sanitized(question.line(cells: size.columns)).spans(Style(.warning, bold: true)), row: row)
    case .editing(let edit) where layout.hasMessage:
      canvas.put(edit.verdictSpans, row: row)
    default:
      if layout.hasMessage, let message = browser.message {
        canvas.put(message.spans(cells: size.columns), row: row)
      }
    }
  }
}
