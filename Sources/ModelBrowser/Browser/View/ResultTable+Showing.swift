import Mantle
import MantleQuery
import TerminalText

/// Results of queries over a list: frequencies, groups and statistics.
extension ResultTable {
  /// Runs a query over a list, and shows its result.
  static func show(_ browser: inout Browser, _ request: ResultTable.Request) throws {
    let query = try query(browser, request)
    if browser.editor.view.result == nil { browser.editor.selection.end(at: browser.cursor.id) }
    browser.editor.view.results.append(
      ResultTable(
        request, titles: query.titles, origin: browser.cursor.id, revision: browser.document.history.revision)
    )
    run(&browser, query)
  }

  private static func query(_ browser: Browser, _ request: ResultTable.Request) throws -> ResultQuery {
    guard let list = browser.outline.list(request.list),
      let query = try ResultQuery(request, of: list, in: browser.outline)
    else { throw Message.warning("There is no list here") }
    return query
  }

  private static func run(_ browser: inout Browser, _ query: ResultQuery) {
    browser.start(.result) { link in
      query.run(isCancelled: link.isCancelled) { link.report(.result($0)) }
      link.report(.done)
    }
  }

  /// Takes in rows of the last result.
  static func take(_ browser: inout Browser, _ found: ResultTable.Found) {
    guard !browser.editor.view.results.isEmpty else { return }
    browser.editor.view.results[browser.editor.view.results.count - 1].take(found)
    browser.editor.view.results[browser.editor.view.results.count - 1].keepInSight(browser.layout.listRows)
  }

  /// Sorts rows that were sorted otherwise while they were found.
  static func end(_ browser: inout Browser) {
    guard let result = browser.editor.view.results.last, result.needsSorting else { return }
    startSorting(&browser, result)
  }

  /// Sorts the rows by the current column: up, down, not at all.
  static func sort(_ browser: inout Browser, adds: Bool) {
    guard var result = browser.editor.view.result, let column = result.grid.current else { return }
    result.keys = TableOrder.turning(column.title, in: result.keys, adds: adds)
    browser.editor.view.result = result
    if browser.running[.result] == nil { startSorting(&browser, result) }
  }

  private static func startSorting(_ browser: inout Browser, _ result: ResultTable) {
    browser.start(.result) { link in
      link.report(.result(result.sorted))
      link.report(.done)
    }
  }

  /// Stops the query whose result is shown.
  static func stop(_ browser: inout Browser) {
    guard browser.running[.result] != nil else { return }
    browser.cancel(.result)
    browser.editor.message = .note("Stopped  (q leaves the table)")
  }

  // MARK: - From one to another

  /// Shows the elements behind the current cell, or the frequencies of the property in its row.
  static func open(_ browser: inout Browser) throws {
    guard let result = browser.editor.view.result else { return }
    switch result.destination {
    case .elements(let condition, let goal)?:
      browser.editor.view.results[browser.editor.view.results.count - 1].filtersBefore =
        browser.outline.filters.count
      let column = browser.editor.view.table?.grid.columns.firstIndex { $0.path?.words == goal }
      if let column { browser.editor.view.changeGrid { $0.select(column) } }
      try ElementFilter.narrow(&browser, condition, goal: goal)
    case .frequency(let path)?: try showFrequency(&browser, of: path, in: result.request.list)
    case nil: break
    }
  }

  /// Shows how often each value of a property occurs.
  static func showFrequency(_ browser: inout Browser, of path: FilterPath, in list: ElementFilter.List) throws
  {
    try show(
      &browser,
      ResultTable.Request(
        kind: .frequency(path), list: list, text: "group \(path.words) aggregate count sort count desc",
        keys: [TableOrder.Key(words: "count", isDescending: true)]))
  }

  /// Shows the values of the frequencies in ranges.
  static func showRanges(_ browser: inout Browser) throws {
    guard let result = browser.editor.view.result, case .frequency(let path) = result.request.kind else {
      throw Message.warning("Ranges are of a property  (Enter on its name shows its values)")
    }
    guard result.found.share == nil else { throw Message.warning("The values are still being counted") }
    guard let ranges = ValueRanges(of: result.found) else {
      throw Message.warning("Only numbers and dates are put into ranges")
    }
    let request = ResultTable.Request(
      kind: .ranges(path), list: result.request.list, text: result.request.text)
    var table = ResultTable(
      request, titles: result.titles, origin: result.origin, revision: result.revision)
    table.take(ResultTable.Found(rows: ranges.rows, elements: result.found.elements))
    browser.editor.view.results.append(table)
  }

  /// Returns to the result whose elements are shown, or from it to what it was opened from.
  ///
  /// - Returns: false if there is no result.
  static func leave(_ browser: inout Browser) -> Bool {
    guard let last = browser.editor.view.results.last else { return false }
    browser.cancel(.result)
    if let count = last.filtersBefore {
      while browser.outline.filters.count > count { ElementFilter.removeLast(&browser) }
      browser.editor.view.results[browser.editor.view.results.count - 1].filtersBefore = nil
    } else {
      browser.editor.view.results.removeLast()
    }
    if browser.editor.view.results.isEmpty || last.filtersBefore != nil {
      let origin = browser.outline.row(nearest: last.origin)
      if browser.editor.view.table == nil {
        browser.editor.reveal(origin)
      } else {
        browser.editor.view.setCursor(origin)
      }
    }
    refresh(&browser)
    return true
  }

  /// Returns from all results to the table or the tree.
  static func leaveAll(_ browser: inout Browser) {
    browser.cancel(.result)
    browser.editor.view.results = []
  }

  /// Runs the query of the result again if it was stopped or its elements were edited.
  private static func refresh(_ browser: inout Browser) {
    guard let result = browser.editor.view.result,
      result.found.share != nil || result.revision != browser.document.history.revision
    else { return }
    browser.attempt { browser in
      if case .ranges = result.request.kind {
        _ = leave(&browser)
        return
      }
      let revision = browser.document.history.revision
      browser.view.result?.revision = revision
      run(&browser, try query(browser, result.request))
    }
  }

  // MARK: - Keys

  /// Moves the cursor among the rows of the result.
  ///
  /// - Returns: false if no result is shown, or the key does not move.
  static func move(_ browser: inout Browser, _ key: Key) -> Bool {
    let height = browser.layout.listRows
    guard let result = browser.editor.view.result,
      let lines = key.scrolledLines(height: height, of: result.rows.count)
    else {
      return false
    }
    browser.editor.view.result?.move(lines * (browser.keys.count ?? 1), height: height)
    browser.keys.reset()
    return true
  }

  /// Moves the rows by the mouse wheel.
  static func scroll(_ browser: inout Browser, _ rows: Int) {
    let height = browser.layout.listRows
    if browser.editor.view.result == nil { browser.editor.view.scrollView(rows) }
    browser.editor.view.result?.move(rows, height: height)
  }
}
