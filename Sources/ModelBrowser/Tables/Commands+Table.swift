import Mantle
import MantleQuery
import TerminalText
import TextCells

extension Command {
  static let openTable = Command(
    "table", .view, keys: ["T"], line: ["table", "columns"], argument: Argument("[PROPERTY…]", .filter),
    "Toggle the table of the list"
  ) { try showTable(&$0, $1.argument) }

  static let table: [Command] =
    [
      grid("previous column", ["h", "<Left>"], "Move to the previous column") { $0.move(-$1) },
      grid("next column", ["l", "<Right>"], "Move to the next column") { $0.move($1) },
      grid("first column", ["0", "<Caret>"], "Move to the first column") { grid, _ in
        grid.move(-.max)
      },
      grid("last column", ["$"], "Move to the last column") { grid, _ in grid.move(.max) },
      Command("next columns", .table, keys: ["zl", "w", "<C-Right>"], "Scroll to the next columns") {
        pageColumns(&$0, $1.times)
      },
      Command("previous columns", .table, keys: ["zh", "b", "<C-Left>"], "Scroll to the previous columns") {
        pageColumns(&$0, -$1.times)
      },
      grid("hide column", ["-"], "Hide the column") { grid, count in for _ in 0..<count { grid.hide() } },
      grid("show columns", ["+"], "Show all columns") { grid, _ in grid.showAll() },
      Command(
        "pick column", .table, keys: ["C"], line: ["column"], argument: Argument("[NAME] [= VALUE]", .column),
        "Go to a column, or add one: :column gross = total * 1.19"
      ) { try pickColumn(&$0, $1.argument) },
      grid("move column left", ["H"], "Move the column left") { $0.shift(-$1) },
      grid("move column right", ["L"], "Move the column right") { $0.shift($1) },
      grid("freeze columns", ["f"], "Freeze the columns up to this one, or none") { grid, _ in grid.freeze()
      },
      grid("narrower", ["<"], "Make the column narrower") { $0.widen(by: -$1) },
      grid("wider", [">"], "Make the column wider") { $0.widen(by: $1) },
      Command("fit column", .table, keys: ["_"], "Fit the column to the visible rows") { browser, _ in
        fitColumn(&browser)
      },
      Command("expand column", .table, keys: ["(", "zo"], "Expand the objects of the column into columns") {
        browser, _ in
        let outline = browser.outline
        guard browser.view.table?.expand(in: outline) == true else {
          throw Message.warning("The values in this column have no properties or keys")
        }
        browser.view.changeGrid { _ in }
      },
      Command("collapse column", .table, keys: [")", "zc"], "Collapse the expanded columns") { browser, _ in
        if case .elements? = browser.view.result?.request.kind {
          _ = ResultTable.leave(&browser)
          return
        }
        guard browser.view.result == nil, browser.view.table?.grid.collapse() == true else {
          throw Message.warning("This column was not expanded from another one")
        }
        browser.view.changeGrid { _ in }
      },
      Command(
        "explode column", .table, keys: ["zA"], aliases: ["zM"],
        "Show a row for each element of the lists in the column"
      ) { browser, _ in try explodeColumn(&browser) },
      Command(
        "sort rows", .table, keys: ["s"], line: ["sort-rows"],
        "Sort by the column: ascending, descending, not at all"
      ) { browser, _ in try sort(&browser, adds: false) },
      Command("sort rows also", .table, keys: ["S"], "Sort by the column in addition") {
        browser, _ in try sort(&browser, adds: true)
      },
      Command("total", .table, keys: ["z+"], line: ["total"], "Toggle the sum of the column below the table")
      {
        browser, _ in try TableTotals.toggle(&browser)
      },
      Command("keep rows like", .table, keys: ["="], "Keep the rows with the value of the cell") {
        browser, _ in try filterByCell(&browser, keeps: true)
      },
      Command("leave out rows like", .table, keys: ["!"], "Exclude the rows with the value of the cell") {
        browser, _ in try filterByCell(&browser, keeps: false)
      },
      Command("conditions", .table, keys: ["\\"], "List the filters and sort keys (Enter removes one)") {
        browser, _ in
        guard let picker = ListPicker.conditions(of: browser) else {
          throw Message.note("There are no filters, and the rows are not sorted")
        }
        browser.mode = .choosing(picker)
      },
      Command(
        "copy part", .table,
        bindings: [("yr", "row"), ("yc", "column"), ("yt", "table")].map {
          Binding(keys: $0.0, argument: $0.1)
        }, line: ["copy"], argument: Argument("cell|row|column|table [tsv|csv|md|json]", .words(copiedParts)),
        "Copy the row, the column or the table as TSV"
      ) { try copyPart(&$0, $1.argument) },
      Command("open row", .table, keys: ["<Enter>"], "Open the row in the tree (q returns)") { browser, _ in
        if browser.view.result != nil { return try ResultTable.open(&browser) }
        if browser.isPicking { return browser.pick() }
        let cell = browser.cursor.id
        browser.view.closeTable(remembering: cell)
      },
      Command("leave table", .table, keys: ["q"], "Return to the tree") { browser, _ in
        if !ResultTable.leave(&browser) { browser.view.closeTable(remembering: nil) }
      },
    ] + ofColumns

  private static func grid(
    _ name: String, _ keys: [String], _ help: String, _ change: @escaping @Sendable (inout Grid, Int) -> Void
  ) -> Command {
    Command(name, .table, keys: keys, help) { browser, call in
      browser.view.changeGrid { change(&$0, call.times) }
    }
  }
}

/// Shows the list around the cursor as a table, or returns to the tree.
func showTable(_ browser: inout Browser, _ names: String) throws {
  if names.isEmpty, browser.view.table != nil { return browser.view.closeTable(remembering: nil) }
  var (list, paths): (Row, [FilterPath]?)
  if names.isEmpty {
    (list, paths) = (try browser.outline.listToShow(at: browser.cursor), nil)
  } else {
    let usual = try listAtCursor(browser)
    (list, paths) = try browser.view.scopes.read(for: usual) {
      known throws(FilterError) in
      try names.split(whereSeparator: { " ,".contains($0) }).map { name throws(FilterError) in
        try FilterPath(String(name), known)
      }
    }
  }
  browser.view.table = Table(list, paths, in: browser.outline)
  browser.view.tableToReturnTo = nil
  let element = browser.view.line(of: browser.cursor.element(of: list.filteredAs) ?? list)
  if browser.view.table?.column(showing: browser.cursor, in: element) == nil {
    browser.view.setCursor(element)
  }
  if paths == nil, list.childInterpretation.typeModel == nil { findKeys(&browser) }
  if browser.outline.filter(of: list) == nil, browser.outline.filterNames(of: list).hasTitleRow {
    try ElementFilter.narrow(&browser, "$index > 0")
  }
}

extension Browser {
  /// Shows delimited text (CSV) as a table, unless it has no rows.
  mutating func showDelimited() {
    guard document.isDelimited else { return }
    editor.view.table = nil
    try? showTable(&self, "")
  }
}

/// Searches all elements in the background for keys that the first elements lack.
private func findKeys(_ browser: inout Browser) {
  guard let id = browser.view.table?.list, let list = browser.outline.list(id),
    let query = try? ListQuery("", of: list, isFiltered: false, in: browser.outline)
  else { return }
  browser.start(.columns) { link in
    let found = query.keys(isCancelled: link.isCancelled)
    let keys = TableKeys(list: id, names: found.names, arrays: found.arrays, hasOthers: found.hasOthers)
    link.report(
      Report {
        let outline = $0.outline
        $0.editor.view.table?.add(keys, in: outline)
      })
  }
}

/// Toggles sorting by the current column: ascending, then descending, then unsorted.
private func sort(_ browser: inout Browser, adds: Bool) throws {
  if browser.view.result != nil { return ResultTable.sort(&browser, adds: adds) }
  guard let table = browser.view.table, let path = table.grid.current?.path else { return }
  browser.view.changeGrid { $0.makeRoomForSign() }
  try browser.sortTable(TableSort.turning(path.words, in: table.order?.keys ?? [], adds: adds))
}

/// Filters the table by the value of the current cell: keeps the rows that have the value, or hides them.
private func filterByCell(_ browser: inout Browser, keeps: Bool) throws {
  if let result = browser.view.result {
    guard let condition = result.conditionOfCell else { throw ResultTable.isNotOfElements }
    return try ResultTable.narrow(&browser, keeps ? condition : "not " + condition)
  }
  guard let path = browser.view.table?.grid.current?.path,
    let subject = browser.view.line(of: browser.cursor).subject
  else { return }
  let condition = path.filter(for: path.cell(in: subject))
  try ElementFilter.narrow(&browser, keeps ? condition : "not " + condition)
}

private let copiedParts = ["cell", "row", "column", "table"].flatMap { part in
  [part] + ["tsv", "csv", "md", "json"].map { "\(part) \($0)" }
}

/// Copies a part of the table in a format.
private func copyPart(_ browser: inout Browser, _ argument: String) throws {
  let words = argument.split(separator: " ").map(String.init)
  guard let part = words.first, copiedParts.contains(part),
    let format = words.count > 1 ? TableFormat(rawValue: words[1]) : .tsv, words.count < 3,
    let grid = browser.view.grid, let current = grid.current
  else { throw Message.error("Usage: :copy cell|row|column|table [tsv|csv|md|json]") }
  let columns = part == "cell" || part == "column" ? [current] : grid.shownColumns
  let rows = try browser.view.gridRows(in: columns, all: part == "column" || part == "table")
  let hasTitles = part == "table" || format == .md || format == .json
  let cell = part == "cell" && format == .json ? rows.first?.cells.first : nil
  let text =
    cell.map { String(decoding: $0.json, as: UTF8.self) + "\n" }
    ?? format.text(hasTitles ? columns.map(\.title) : [], rows)
  browser.request(
    .copy(text, what: part == "cell" || part == "row" ? part : "\(part), \(Words.count(rows.count, "row"))"))
}

/// Shows the rows of the table with a row for each element of the lists in the current column.
private func explodeColumn(_ browser: inout Browser) throws {
  guard let table = browser.view.table, let list = browser.outline.list(table.list),
    let current = table.grid.current, let path = current.path
  else { return }
  guard browser.view.cellsInSight(of: current).contains(where: { $0.kind == .list }) else {
    throw Message.warning("The visible values of this column are not lists")
  }
  let inner = browser.outline.filterNames(of: list).paths(inside: path).map {
    $0.words.dropFirst(path.words.count)
  }
  let columns = table.grid.shownColumns.compactMap(\.path?.words).flatMap { words in
    words == path.words ? (inner.isEmpty ? [""] : inner).map { "\(words)[]\($0)" } : [words]
  }
  let own = list.isList ? FilterPath.Own.index : .key
  let rows = ExplodedRows(path: path, columns: [own.rawValue] + columns)
  try ResultTable.show(&browser, rows.request(in: table.list))
}

/// Moves the cursor by pages of as many columns as are visible.
private func pageColumns(_ browser: inout Browser, _ pages: Int) {
  let seen = browser.view.grid?.places(cells: browser.view.columnCells).count ?? 0
  browser.view.changeGrid { $0.move(seen * max(-1 << 16, min(pages, 1 << 16))) }
}

/// Fits the width of the column to its widest visible value; if the column has that width already, restores its usual width.
private func fitColumn(_ browser: inout Browser) {
  guard let column = browser.view.grid?.current else { return }
  let cells = browser.view.cellsInSight(of: column)
  let most = browser.view.columnCells
  let widths = cells.map { Sanitized($0.shown, cells: most).cellWidth } + [column.title.cellWidth]
  let width = min(widths.max() ?? 0, most)
  browser.view.changeGrid { $0.setWidth(width == column.width ? column.usualWidth : width) }
}

/// Adds a calculated column, or replaces the column with the same title: `gross = total * 1.19`.
///
/// - Returns: false if the text is not a calculation.
private func addColumn(_ browser: inout Browser, _ text: String) throws -> Bool {
  let parts = text.split(separator: "=", maxSplits: 1).map { $0.trimmingPrefix { $0 == " " } }
  let isTitled = parts.count == 2 && parts[1].first != "="
  guard let table = browser.view.table, let list = browser.outline.list(table.list) else { return false }
  let names = browser.outline.filterNames(of: list)
  guard isTitled else {
    guard let path = try? FilterPath(text, names), path.isCalculated else { return false }
    browser.view.add(path, to: list)
    return true
  }
  let title = String(parts[0].reversed().drop { $0 == " " }.reversed())
  guard !names.hasKey(title) else {
    throw Message.error("\(title) is a property or key; the column needs another title")
  }
  do throws(FilterError) { _ = try FilterPath(String(parts[1]), names) } catch {
    throw Message.error("\(title) = \(parts[1]): \(error)")
  }
  let column = CalculatedColumn(list: table.list, title: title, text: String(parts[1]))
  browser.view.outline.calculations.removeAll { $0.list == column.list && $0.title == title }
  browser.view.outline.calculations.append(column)
  browser.view.add(try FilterPath(title.filterName, browser.outline.filterNames(of: list)), to: list)
  browser.message = .note("\(title) is calculated and not saved  (:export writes it)")
  return true
}

/// Goes to the column with a name or adds a calculated column; without text, lists the columns.
private func pickColumn(_ browser: inout Browser, _ name: String) throws {
  guard let grid = browser.view.grid else { return }
  if !name.isEmpty {
    let titles = grid.columns.map(\.title)
    if try addColumn(&browser, name) { return }
    guard let found = PathMatch(name).best(of: Array(titles.indices), path: { titles[$0] }).first else {
      throw Message.warning("There is no column \(name)")
    }
    return browser.view.changeGrid { $0.select(found) }
  }
  browser.mode = .choosing(.columns(of: grid))
}

extension Viewport {
  /// Adds a column to the table, or replaces the column with the same title, and puts the cursor on it.
  fileprivate mutating func add(_ path: FilterPath, to list: Row) {
    guard var table else { return }
    let column = Table.column(path, Table.measuredElements(of: list, in: outline), in: outline)
    table.grid.put(column)
    self.table = table
    cursor = line(of: cursor)
    keepInSight()
  }
}
