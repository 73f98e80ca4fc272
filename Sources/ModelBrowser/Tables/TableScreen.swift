import Mantle
import MantleQuery
import TerminalText
import TextCells

/// The drawing of a list as a table: the conditions, the header, and the visible elements.
struct TableScreen: ~Copyable {
  private let browser: Browser
  private let table: Table
  private let grid: GridPainter
  private let painter: RowPainter

  init(_ browser: Browser, _ table: Table) {
    (self.browser, self.table) = (browser, table)
    grid = GridPainter(
      grid: table.grid, cells: browser.view.columnCells, pattern: browser.search.highlighted)
    painter = RowPainter(width: browser.layout.listColumns, outline: browser.outline, pattern: nil)
  }

  private var layout: Layout { browser.layout }

  func draw(on canvas: inout Canvas) {
    if layout.heading > 1 { canvas.put(conditions, row: layout.heading - 2) }
    if layout.heading > 0 {
      let head = [Span.blanks(table.headWidth - 3)] + Self.border
      let header = grid.header { column in column.path.flatMap { table.order?.keys.mark(of: $0.words) } ?? ""
      }
      canvas.put(head + header, row: layout.heading - 1)
    }
    let selected = browser.selected
    for (line, (row, isCursor)) in browser.view.visibleRows.enumerated() where row.isTableRow {
      var spans = self.line(row, isCursor: isCursor)
      if !isCursor, selected?.contains(row) == true {
        spans = spans.padded(to: layout.listColumns).map { $0.styled(Style(.selected)) }
      }
      canvas.put(spans, row: layout.heading + line)
    }
    if layout.footing > 0 { canvas.put(totals, row: layout.listEnd - 1) }
    if case .editing(let edit) = browser.mode { draw(edit, on: &canvas) }
  }

  private static let border = [Span(" │ ", Style(.dimmed))]

  /// The line with the filters, the sort keys, and the progress of sorting.
  private var conditions: [Span] {
    let keys = table.order?.keys ?? []
    let pieces =
      browser.outline.filters.map { "& \($0.words)" }
      + keys.map { ($0.isDescending ? "▼ " : "▲ ") + $0.words }
      + (table.order?.share.map { ["sorting \(Int($0 * 100)) %  Esc stops"] } ?? ["\\ removes"])
    return grid.caption(pieces, columns: layout.listColumns)
  }

  /// The line with the sums of columns.
  private var totals: [Span] {
    [.blanks(table.headWidth - 4), Span("Σ", Style(.label))] + Self.border
      + grid.footer { table.totals.text(below: $0.path) }
  }

  private func line(_ row: Row, isCursor: Bool) -> [Span] {
    let head = painter.gutter(row) + label(of: row, isCursor: isCursor) + Self.border
    guard row.node == nil else {
      return head
        + grid.row(isCursor: isCursor) { column in
          column.path.map { Table.cell($0, of: row, in: browser.outline) } ?? QueryCell(.absent)
        }
    }
    // An element that is not parsed as a whole has no cells.
    let value = ValueText(cells: browser.view.columnCells, outline: browser.outline).spans(of: row)
    return (head + value).prefix(cells: layout.listColumns)
  }

  private func label(of row: Row, isCursor: Bool) -> [Span] {
    let width = table.labelWidth
    let style = Style(.dimmed, reversed: isCursor)
    switch row.label {
    case .element(let index):
      let text = Truncation.start.fit(index.map(String.init) ?? "…", to: width)
      return [.blanks(width - text.cellWidth), Span(text, style)]
    case .key(let text), .property(let text):
      let name = Style(.name, reversed: isCursor)
      return Truncation.end.fit(Sanitized(text, cells: width).spans(name), to: width).padded(to: width)
    default: return [.blanks(width)]
    }
  }

  // MARK: - Editing

  /// Draws the line of an edit in its cell, or of a new element below the row.
  private func draw(_ edit: ValueEdit, on canvas: inout Canvas) {
    let isElement: Bool
    if case .member = edit.target { isElement = false } else { isElement = edit.insertion != nil }
    let place = table.grid.places(cells: browser.view.columnCells).first { $0.index == table.grid.cursor }
    let start = table.headWidth + (isElement ? 0 : place?.start ?? 0)
    let row = min(layout.heading + browser.view.cursorLine + (isElement ? 1 : 0), layout.listEnd - 1)
    if isElement { canvas.clear(row: row) }
    let caption = edit.caption.map { [Span($0 + " ", Style(.dimmed))] } ?? []
    canvas.put(
      edit.line, after: caption, row: row, column: start, before: layout.listColumns, least: place?.width ?? 0
    )
  }
}
