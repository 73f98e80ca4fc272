import Mantle
import MantleQuery
import TerminalText

/// Results of queries over a list: frequencies, groups and statistics.
extension Browser {
  /// Runs a query over a list, and shows its result.
  mutating func show(_ request: ResultTable.Request) throws {
    let query = try query(request)
    if editor.view.result == nil { editor.selection.end(at: cursor.id) }
    editor.view.results.append(
      ResultTable(
        request, titles: query.titles, origin: cursor.id, revision: document.history.revision))
    run(query)
  }

  private func query(_ request: ResultTable.Request) throws -> ResultQuery {
    guard let list = outline.list(request.list), let query = try ResultQuery(request, of: list, in: outline)
    else { throw Message.warning("There is no list here") }
    return query
  }

  private mutating func run(_ query: ResultQuery) {
    start(.result) { link in
      query.run(isCancelled: link.isCancelled) { link.report(.result($0)) }
      link.report(.done)
    }
  }

  /// Takes in rows of the last result.
  mutating func takeResult(_ found: ResultTable.Found) {
    guard !editor.view.results.isEmpty else { return }
    editor.view.results[editor.view.results.count - 1].take(found)
    editor.view.results[editor.view.results.count - 1].keepInSight(layout.listRows)
  }

  /// Sorts rows that were sorted otherwise while they were found.
  mutating func endResult() {
    guard let result = editor.view.results.last, result.needsSorting else { return }
    startSorting(result)
  }

  /// Sorts the rows by the current column: up, down, not at all.
  mutating func sortResult(adds: Bool) {
    guard var result = editor.view.result, let column = result.grid.current else { return }
    result.keys = TableOrder.turning(column.title, in: result.keys, adds: adds)
    editor.view.result = result
    if running[.result] == nil { startSorting(result) }
  }

  private mutating func startSorting(_ result: ResultTable) {
    start(.result) { link in
      link.report(.result(result.sorted))
      link.report(.done)
    }
  }

  /// Stops the query whose result is shown.
  mutating func stopResult() {
    guard running[.result] != nil else { return }
    cancel(.result)
    editor.message = .note("Stopped  (q leaves the table)")
  }

  // MARK: - From one to another

  /// Shows the elements behind the current cell, or the frequencies of the property in its row.
  mutating func openResult() throws {
    guard let result = editor.view.result else { return }
    switch result.destination {
    case .elements(let condition, let goal)?:
      editor.view.results[editor.view.results.count - 1].filtersBefore = outline.filters.count
      let column = editor.view.table?.grid.columns.firstIndex { $0.path?.words == goal }
      if let column { editor.view.changeGrid { $0.select(column) } }
      try ElementFilter.narrow(&self, condition, goal: goal)
    case .frequency(let path)?: try showFrequency(of: path, in: result.request.list)
    case nil: break
    }
  }

  /// Shows how often each value of a property occurs.
  mutating func showFrequency(of path: FilterPath, in list: ElementFilter.List) throws {
    try show(
      ResultTable.Request(
        kind: .frequency(path), list: list, text: "group \(path.words) aggregate count sort count desc",
        keys: [TableOrder.Key(words: "count", isDescending: true)]))
  }

  /// Shows the values of the frequencies in ranges.
  mutating func showRanges() throws {
    guard let result = editor.view.result, case .frequency(let path) = result.request.kind else {
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
    editor.view.results.append(table)
  }

  /// Returns to the result whose elements are shown, or from it to what it was opened from.
  ///
  /// - Returns: false if there is no result.
  mutating func leaveResult() -> Bool {
    guard let last = editor.view.results.last else { return false }
    cancel(.result)
    if let count = last.filtersBefore {
      while outline.filters.count > count { ElementFilter.removeLast(&self) }
      editor.view.results[editor.view.results.count - 1].filtersBefore = nil
    } else {
      editor.view.results.removeLast()
    }
    if editor.view.results.isEmpty || last.filtersBefore != nil {
      let origin = outline.row(nearest: last.origin)
      if editor.view.table == nil { editor.reveal(origin) } else { editor.view.setCursor(origin) }
    }
    refreshResult()
    return true
  }

  /// Returns from all results to the table or the tree.
  mutating func leaveAllResults() {
    cancel(.result)
    editor.view.results = []
  }

  /// Runs the query of the result again if it was stopped or its elements were edited.
  private mutating func refreshResult() {
    guard let result = editor.view.result,
      result.found.share != nil || result.revision != document.history.revision
    else { return }
    attempt { browser in
      if case .ranges = result.request.kind {
        _ = browser.leaveResult()
        return
      }
      let revision = browser.document.history.revision
      browser.view.result?.revision = revision
      browser.run(try browser.query(result.request))
    }
  }

  // MARK: - Keys

  /// Moves the cursor among the rows of the result.
  ///
  /// - Returns: false if no result is shown, or the key does not move.
  mutating func moveInResult(_ key: Key) -> Bool {
    let height = layout.listRows
    guard let result = editor.view.result,
      let lines = key.scrolledLines(height: height, of: result.rows.count)
    else {
      return false
    }
    editor.view.result?.move(lines * (keys.count ?? 1), height: height)
    keys.reset()
    return true
  }

  /// Moves the rows by the mouse wheel.
  mutating func scrollRows(_ rows: Int) {
    let height = layout.listRows
    if editor.view.result == nil { editor.view.scrollView(rows) }
    editor.view.result?.move(rows, height: height)
  }
}
