import Mantle
import TerminalText

/// A table of the elements' properties, whose column names are in the list's own row, which stays visible.
extension RowPainter {
  /// Returns the table cells that follow the label; nil for a row without cells.
  func columnSpans(_ row: Row, behind start: [Span]) -> [Span]? {
    guard let columns else { return nil }
    if row.filteredAs == columns.list, outline.isOpen(row) {
      let head = columns.columns.map { [Span($0.path.words, Style(.name))] }
      let column = columnStart(of: row)
      let start = Truncation.end.fit(start + countSpans(row), to: column - 1)
      return start.padded(to: column) + cells(head, columns)
    }
    guard columns.hasElement(row), let list = row.parent, let node = row.node,
      node.kind == .object || columns.columns.contains(where: { Columns.value(of: $0.path, in: node) != nil })
    else { return nil }
    let values = columns.columns.map { column in
      Columns.value(of: column.path, in: node).map {
        Sanitized($0.text, cells: column.width + 1).spans(Style($0.role))
      } ?? []
    }
    return start.padded(to: columnStart(of: list)) + cells(values, columns)
  }

  /// Returns the column of the table's first cell: after the list's name and count, and after the number of
  /// the last element.
  private func columnStart(of list: Row) -> Int {
    let head = start(of: list) + countSpans(list)
    let last = list.container.map { outline.children(of: $0).count ?? 1_000_000 } ?? list.childRows.count
    let element = start(of: list).cellWidth - label(list).cellWidth + 2 + "[\(last)] ".cellWidth
    return min(max(head.cellWidth + 2, element), max(element, width / 2))
  }

  private func start(of row: Row) -> [Span] {
    gutter(row) + indentation(depth: row.depth) + marker(row, true) + label(row)
  }

  /// How many there are, without what they are.
  private func countSpans(_ list: Row) -> [Span] {
    Array(ValueText(cells: width, outline: outline).spans(of: list).prefix(1))
  }

  private func cells(_ texts: [[Span]], _ columns: Columns) -> [Span] {
    var line: [Span] = []
    for (text, column) in zip(texts, columns.columns) {
      let cell = Truncation.end.fit(text, to: column.width)
      let blanks = Span.blanks(column.width - cell.cellWidth)
      line += (column.isRightAligned ? [blanks] + cell : cell + [blanks]) + [Span("  ")]
    }
    return valueStart > 0 ? line.suffix(cells: max(0, line.cellWidth - valueStart)) : line
  }
}
