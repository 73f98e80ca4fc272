import Mantle
import MantleQuery
import TerminalText
import TextCells

/// A table that was left for the tree, and the cell its cursor was on.
struct SuspendedTable {
  var table: Table
  var cell: RowID

  func moved(_ move: (RowID) -> RowID?) -> SuspendedTable? {
    table.moved(move).map { SuspendedTable(table: $0, cell: move(cell) ?? cell) }
  }
}

/// The lines of the screen: the rows of the outline, or the elements of the list that is shown as a table.
extension Viewport {
  /// The scopes in which the names in commands are resolved.
  var scopes: NameScopes {
    NameScopes(outline: outline, cursor: cursor, table: table.flatMap { outline.list($0.list) })
  }

  /// Returns the row whose line on the screen shows a row: in a table, the element that contains the row.
  func line(of row: Row) -> Row {
    guard let table else { return row }
    return row.element(of: table.list) ?? table.row(true, of: row, in: outline) ?? row
  }

  /// Returns the rows of the screen lines from a row on, in a direction.
  func rows(from row: Row, forward: Bool) -> some Sequence<Row> {
    sequence(first: row) { row in
      if let table { return table.row(forward, of: row, in: outline) }
      return forward ? outline.next(after: row) : outline.previous(before: row)
    }
  }

  /// Returns the first or last row of the table; nil without a table or without rows.
  func tableEdge(first: Bool) -> Row? { table?.edge(first: first, in: outline) }

  /// Returns all rows of the table in their order.
  func tableRows(most: Int) throws -> [Row] {
    guard let first = tableEdge(first: true) else { return [] }
    var rows: [Row] = []
    for row in self.rows(from: first, forward: true) {
      try outline.records.goOn()
      guard rows.count < most else {
        throw Message.error("More than \(most) rows: leave some out with a filter (&), or :export FILE.csv")
      }
      rows.append(row)
    }
    return rows
  }

  /// The width of a line that is available to the columns of the table or the result.
  var columnCells: Int {
    max(1, layout.listColumns - (result != nil ? ResultTable.headWidth : table?.headWidth ?? 0))
  }

  /// Moves the cursor to a cell of the table after a command. Closes the table if the cursor has left its list.
  mutating func settle() {
    guard var table else { return }
    guard let element = cursor.element(of: table.list) else {
      if cursor.filteredAs != table.list { return closeTable(remembering: nil) }
      guard let origin = table.origin.flatMap({ outline.row($0) }) else { return }
      self.table?.origin = nil
      cursor = origin
      return settle()
    }
    table.origin = nil
    if let column = table.column(showing: cursor, in: element) {
      table.grid.select(column)
    } else if cursor.id == element.id {
      cursor = table.cellRow(of: element, in: outline) ?? element
    }
    table.grid.keepInSight(cells: columnCells)
    table.order?.follow(element.filterKey)
    self.table = table
  }

  /// Updates the order of the rows, as far as it is known. The cursor stays on its element, or on the first row if it has not
  /// moved since sorting began.
  mutating func take(_ elements: [Int], share: Double?) {
    let isAtFirst = table?.order?.isAtFirst ?? false
    table?.order?.take(elements, share: share)
    if isAtFirst, let first = tableEdge(first: true) { cursor = first }
    keepInSight()
  }

  /// Resolves the columns of the table again with the current model of the elements, and adds new columns.
  mutating func readTableAgain() {
    table?.resolveColumns(in: outline)
    table?.addNewColumns(in: outline)
  }

  /// Changes the columns of the result or the table; the cursor moves to the current column.
  mutating func changeGrid(_ change: (inout Grid) -> Void) {
    if var result {
      change(&result.grid)
      result.grid.keepInSight(cells: columnCells)
      return self.result = result
    }
    guard var table else { return }
    change(&table.grid)
    self.table = table
    cursor = line(of: cursor)
  }

  /// Widens the current column if it cuts off the value of the current cell.
  mutating func makeRoomForCell() {
    guard let column = table?.grid.current, let path = column.path else { return }
    let text = Table.cell(path, of: line(of: cursor), in: outline).shown
    let width = Sanitized(text, cells: Table.widest).cellWidth
    if width > column.width { table?.grid.setWidth(width) }
  }

  /// Returns to the tree, with the cursor on the row of the cell.
  ///
  /// - Parameter cell: the cell that `q` returns to from the tree; nil to forget the table.
  mutating func closeTable(remembering cell: RowID?) {
    tableToReturnTo = cell.flatMap { cell in table.map { SuspendedTable(table: $0, cell: cell) } }
    table = nil
    outline.reveal(cursor)
    keepInSight()
  }

  /// Returns to the table that was left, and to its cell.
  mutating func returnToTable() {
    guard let left = tableToReturnTo else { return }
    (table, tableToReturnTo) = (left.table, nil)
    cursor = outline.row(nearest: left.cell)
    detailTop = 0
  }
}
