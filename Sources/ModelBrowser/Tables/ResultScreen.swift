import Mantle
import MantleQuery
import TerminalText

/// The drawing of a query result: the title, the header, and rows with bars for their counts.
struct ResultScreen: ~Copyable {
  private let browser: Browser
  private let result: ResultTable
  private let grid: GridPainter

  init(_ browser: Browser, _ result: ResultTable) {
    (self.browser, self.result) = (browser, result)
    grid = GridPainter(
      grid: result.grid, cells: browser.view.columnCells, pattern: browser.search.highlighted)
  }

  private var layout: Layout { browser.layout }

  func draw(on canvas: inout Canvas) {
    if layout.heading > 1 { canvas.put(title, row: layout.heading - 2) }
    if layout.heading > 0 {
      let header = grid.header { result.keys.mark(of: $0.title) }
      let titles = [.blanks(ResultTable.headWidth)] + header
      let bars = result.barsTitle.map { [.blanks(Grid.gap), Span($0, Style(.dimmed))] } ?? []
      canvas.put((titles + bars).prefix(cells: layout.listColumns), row: layout.heading - 1)
    }
    for (line, index) in result.visible(layout.listRows).enumerated() {
      canvas.put(
        self.line(result.rows[index], isCursor: index == result.selected), row: layout.heading + line)
    }
  }

  /// The title: the kind and number of rows, the number of elements that were read, and their filters.
  private var title: [Span] {
    let words = browser.outline.filters.filter { $0.list == result.request.list }.map(\.words)
    let filters = (words + (result.request.rows?.conditions ?? [])).map { "& \($0)" }
    let (rows, elements) = (result.rows.count, result.found.elements)
    let counts = "\(Words.count(rows, result.request.noun)) of \(Words.count(elements, result.counted))"
    return grid.caption([result.request.title, counts] + filters + state, columns: layout.listColumns)
  }

  private var state: [String] {
    let leftOut = result.found.leftOut
    let estimates = Words.list(result.found.estimates, most: 2)
    let more =
      (leftOut > 0 ? ["too many groups: \(Words.count(leftOut, "element")) left out"] : [])
      + (estimates.isEmpty ? [] : ["estimates: \(estimates)"])
      + (result.isOfRows && result.rows.count >= Selection.most ? ["only the first rows"] : [])
    guard let share = result.found.share else { return more }
    let percent = "\(Int(share * 100)) %"
    return more + [browser.running[.result] == nil ? "stopped at \(percent)" : "\(percent)  Esc stops"]
  }

  private func line(_ row: QueryRow, isCursor: Bool) -> [Span] {
    let cells = grid.row(isCursor: isCursor) { result.cell($0, of: row) }
    let line = [.blanks(ResultTable.headWidth)] + cells
    let start = line.cellWidth + Grid.gap
    let room = layout.listColumns - 1 - start
    guard room >= Self.narrowest, let share = result.share(of: row) else { return line }
    let full = Int(share * Double(room))
    let bar = full == 0 && share > 0 ? "▏" : String(repeating: "█", count: full)
    return line.padded(to: start) + [Span(bar, Style(.number))]
  }

  /// The minimum number of cells in which bars are drawn.
  private static let narrowest = 5
}
