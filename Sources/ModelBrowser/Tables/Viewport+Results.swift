import Mantle
import MantleQuery

/// The results of queries, which are shown in place of the table or the tree that they were opened from.
extension Viewport {
  /// The result that was opened last, even while the elements of one of its rows are shown; nil if no result
  /// is open.
  var lastResult: ResultTable? {
    get { results.last }
    set { if let newValue, !results.isEmpty { results[results.count - 1] = newValue } }
  }

  /// The result that is shown; nil while a table, the tree or the elements of a result's row are shown.
  var result: ResultTable? {
    get { lastResult.flatMap { $0.filtersBefore == nil ? $0 : nil } }
    set { if result != nil { lastResult = newValue } }
  }

  /// The columns of the result or the table that is shown; nil while the tree is shown.
  var grid: Grid? { result?.grid ?? table?.grid }

  /// Returns the cells of the result or the table in some columns.
  ///
  /// - Parameter all: whether to return the cells of all rows, rather than of the current row only.
  func gridRows(in columns: [Grid.Column], all: Bool) throws -> [QueryRow] {
    if let result {
      return result.rows(all ? result.rows : [result.currentRow].compactMap(\.self), in: columns)
    }
    let elements = all ? try tableRows(most: Selection.most) : [line(of: cursor)]
    return table?.rows(elements, in: columns) ?? []
  }

  /// Returns the cells of a column in the visible rows.
  func cellsInSight(of column: Grid.Column) -> [QueryCell] {
    if let result { return result.visible(layout.listRows).map { result.cell(column, of: result.rows[$0]) } }
    return column.path.map { path in visibleRows.map { Table.cell(path, of: $0.row, in: outline) } } ?? []
  }

  /// Puts the cursor on a line of the table or the result.
  mutating func select(line: Int) {
    guard var result else { return moveTo(line: line) }
    result.move(result.top + line - result.selected, height: layout.listRows)
    self.result = result
  }
}
