import Mantle
import TerminalText
import TextCells

extension Browser {
  /// Returns the frame of the screen, which depends only on the browser and on how far large containers have been counted.
  ///
  /// - Complexity: O(size of the screen), plus parsing the records that come into sight.
  func render() -> Frame { Screen(self).frame }
}

/// The drawing of a browser.
///
/// The type is noncopyable, like the other screens that hold a browser: they are never copied, and the compiler would generate
/// fifty kilobytes of copying code for each.
struct Screen: ~Copyable {
  let browser: Browser

  init(_ browser: Browser) { self.browser = browser }

  private var outline: Outline { browser.outline }
  private var layout: Layout { browser.layout }
  private var size: ScreenSize { browser.size }

  var frame: Frame {
    if case .reading(let screen) = browser.mode { return screen.frame(size) }
    var canvas = Canvas(size)
    if case .listing(let pane) = browser.mode {
      ListScreen(browser: browser, pane: pane).draw(on: &canvas)
      if layout.hasStatus { canvas.put(StatusBar(browser).spans, row: layout.bodyRows) }
      return canvas.frame
    }
    switch browser.mode {
    case .filling(let form): FormScreen(form: form, layout: layout).draw(on: &canvas)
    case .writing(let edit): textScreen(edit).draw(on: &canvas)
    default:
      drawList(on: &canvas)
      drawDetail(on: &canvas)
    }
    if case .typing(let prompt) = browser.mode, let completion = prompt.completion, completion.hasMenu {
      canvas.draw(completion, above: layout.bodyRows)
    }
    if layout.hasStatus { canvas.put(StatusBar(browser).spans, row: layout.bodyRows) }
    drawBottomLine(on: &canvas)
    if case .choosing(let chooser) = browser.mode {
      let line = chooser.isOfValue ? layout.heading + browser.view.cursorLine : nil
      canvas.draw(chooser, below: line, above: layout.bodyRows)
    }
    return canvas.frame
  }

  private func textScreen(_ edit: TextEdit) -> TextEditScreen {
    TextEditScreen(edit: edit, title: browser.document.pathText(of: browser.cursor), layout: layout)
  }

  private func drawList(on canvas: inout Canvas) {
    if let result = browser.view.result { return ResultScreen(browser, result).draw(on: &canvas) }
    if let table = browser.view.table { return TableScreen(browser, table).draw(on: &canvas) }
    let painter = RowPainter(
      width: layout.listColumns, outline: outline, pattern: browser.search.highlighted,
      valueStart: browser.view.valueStart)
    var rows = browser.view.visibleRows
    if case .editing(let edit) = browser.mode {
      let place = edit.insertion.flatMap { outline.insertionPlace($0, of: browser.cursor) }
      guard let line = place.map({ self.line(of: $0, among: rows) }) ?? rows.firstIndex(where: \.isCursor)
      else {
        return
      }
      let start = painter.start(
        of: edit, at: browser.cursor, isOpen: outline.isOpen(browser.cursor), in: place?.parent)
      canvas.put(edit.line, after: start, row: line, before: layout.listColumns)
      // A new value has a line of its own; an edited value replaces the line of its row.
      if place == nil { rows.remove(at: line) }
      rows = Array(rows.prefix(layout.listRows - 1))
      for (index, (row, _)) in rows.enumerated() {
        canvas.put(
          painter.line(row, isOpen: outline.isOpen(row), isCursor: false),
          row: index < line ? index : index + 1)
      }
      return
    }
    let selected = browser.selected
    for (line, (row, isCursor)) in rows.enumerated() {
      var spans = painter.line(row, isOpen: outline.isOpen(row), isCursor: isCursor)
      if !isCursor, selected?.contains(row) == true {
        spans = spans.padded(to: layout.listColumns).map { $0.styled(Style(.selected)) }
      }
      canvas.put(spans, row: line)
    }
    drawMargins(rows.map(\.row), painter, on: &canvas)
  }

  /// Draws the pinned ancestors of the first visible row, and a mark for the cursor's position in the file at the right.
  private func drawMargins(_ rows: [Row], _ painter: RowPainter, on canvas: inout Canvas) {
    let sticky = browser.options.sticky ? browser.view.stickyRows(over: rows) : []
    for (line, row) in sticky.enumerated() {
      canvas.clear(row: line)
      let spans = painter.line(row, isOpen: true, isCursor: false).padded(to: layout.listColumns)
      canvas.put(
        spans.map { $0.styled(Style(.label, bold: true, underlined: line == sticky.count - 1)) }, row: line)
    }
    guard let first = rows.first, let last = rows.last, layout.listColumns > Self.minimumForMark,
      first.parent != nil || outline.next(after: last) != nil, let share = outline.share(of: browser.cursor)
    else { return }
    let line = min(layout.listRows - 1, Int(share * Double(layout.listRows)))
    canvas.put(mark: Span("▐", Style(.label)), row: line, columns: layout.listColumns)
  }

  private static let minimumForMark = 30

  /// Returns the screen line on which a new element or member is drawn while it is typed.
  private func line(of place: EditBuilder.InsertionPlace, among rows: [(row: Row, isCursor: Bool)]) -> Int {
    func end(of row: Row) -> Int? {
      rows.lastIndex { row.id.contains($0.row.id) }.map { $0 + 1 }
    }
    let start = rows.firstIndex { $0.row.id == place.parent.id }.map { $0 + 1 }
    let line = place.isAtEnd ? end(of: place.parent) : place.after.map(end) ?? start
    let cursor = rows.firstIndex(where: \.isCursor) ?? 0
    return min(line ?? cursor + 1, layout.listRows - 1)
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
      let top = layout.listEnd
      canvas.put([Span(String(repeating: "─", count: size.columns), Style(.dimmed))], row: top)
      for (row, line) in detailLines(area).enumerated() { canvas.put(line, row: top + 1 + row) }
    }
  }

  /// Returns the visible lines of the detail pane.
  private func detailLines(_ area: ScreenSize) -> [[Span]] {
    let pane = detailPane(maximumLines: browser.view.detailTop + area.rows)
    let lines = Array(pane.lines.dropFirst(browser.view.detailTop).prefix(area.rows))
    guard let pattern = browser.search.highlighted else { return lines }
    return lines.map { $0.flatMap { $0.style.role == .label ? [$0] : pattern.highlight($0) } }
  }

  /// The number of lines that the detail pane can be scrolled through.
  var detailLineCount: Int { detailPane(maximumLines: Self.maximumDetailLines).lines.count }

  private static let maximumDetailLines = 2000

  private func detailPane(maximumLines: Int) -> DetailPane {
    DetailPane(
      outline: outline, row: browser.cursor, options: browser.options, findings: browser.findings,
      types: browser.types, width: layout.detailSize.columns, maximumLines: maximumLines)
  }

  private func drawBottomLine(on canvas: inout Canvas) {
    let row = size.rows - 1
    switch browser.mode {
    case .typing(let prompt):
      let place = prompt.scopePath(in: browser).map { Truncation.start.fit($0, to: size.columns / 3) }
      let isFilter = prompt.purpose == .filter
      let sign = isFilter ? place.map { "& \($0): " } ?? "&" : prompt.purpose.sign
      let window = prompt.line.window(cells: max(1, size.columns - sign.cellWidth))
      canvas.clear(row: row)
      var line = [Span(sign)] + window.spans
      if !isFilter, let words = place.map({ "  in \($0)" }), line.cellWidth + words.cellWidth < size.columns {
        line = line.padded(to: size.columns - words.cellWidth) + [Span(words, Style(.dimmed))]
      }
      canvas.put(line, row: row)
      canvas.cursor = Frame.Position(
        row: row, column: min(sign.cellWidth + window.cursorColumn, size.columns - 1))
    case .asking(let question): draw(question.rows(cells: size.columns, most: maximumWordRows), on: &canvas)
    case .editing(let edit) where layout.hasMessage:
      canvas.put(edit.verdictSpans, row: row)
    case .writing(let edit) where layout.hasMessage:
      canvas.put(textScreen(edit).bottomLine, row: row)
    case .filling(let form) where layout.hasMessage:
      canvas.put(form.bottomLine, row: row)
    default:
      if layout.hasMessage, let message = browser.message {
        draw(message.rows(cells: size.columns, most: maximumWordRows), on: &canvas)
      } else if layout.hasMessage {
        drawContinuations(on: &canvas)
      }
    }
  }

  /// Draws the keys that can follow the typed keys; before the first key, the keys of the screen.
  private func drawContinuations(on canvas: inout Canvas) {
    guard case .browsing = browser.mode else { return }
    let lines = browser.keys.continuations.reduce(into: [String]()) { lines, piece in
      let longer = lines.last.map { "\($0) · \(piece)" }
      if let longer, longer.cellWidth <= size.columns {
        lines[lines.count - 1] = longer
      } else {
        lines.append(piece)
      }
    }
    guard !lines.isEmpty else {
      let line = Message.note(KeyLine(browser).text).spans(cells: size.columns)
      return draw([line.map { $0.styled(Style(.dimmed)) }], on: &canvas)
    }
    let spans = lines.prefix(maximumWordRows).map { Sanitized($0, cells: size.columns).spans(Style(.dimmed)) }
    draw(spans, on: &canvas)
  }

  /// The maximum number of rows of a message or a question: three on a screen with enough rows, otherwise one.
  private var maximumWordRows: Int { size.rows >= 12 ? 3 : 1 }

  private func draw(_ words: [[Span]], on canvas: inout Canvas) {
    let first = size.rows - words.count
    for (number, spans) in words.enumerated() {
      canvas.clear(row: first + number)
      canvas.put(spans, row: first + number)
    }
    guard words.count > 1 else { return }
    canvas.clear(row: first - 1)
    canvas.put(StatusBar(browser).spans, row: first - 1)
  }
}
