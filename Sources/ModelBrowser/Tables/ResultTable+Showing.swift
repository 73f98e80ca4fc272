import Mantle
import MantleDocuments
import MantleQuery
import TerminalText

/// Results of queries over a list: frequencies, groups and statistics.
extension ResultTable {
  /// Runs a query over a list, and shows its result.
  static func show(_ browser: inout Browser, _ request: ResultTable.Request) throws {
    let query = try query(browser, request)
    if browser.view.result == nil { browser.selection.end(at: browser.cursor.id) }
    browser.view.results.append(
      ResultTable(
        request, query.columns(request.statistics), origin: browser.cursor.id, State(browser.document)))
    run(&browser, query, request)
  }

  private static func query(_ browser: Browser, _ request: ResultTable.Request) throws -> ListQuery {
    guard let list = browser.outline.list(request.list),
      let query = try ListQuery(request.text, of: list, in: browser.outline)
    else { throw Message.warning("There is no list here") }
    return query
  }

  private static func run(_ browser: inout Browser, _ query: ListQuery, _ request: Request) {
    browser.view.lastResult?.sortedBy = request.keys
    browser.start(.result) { link in
      query.find(request.statistics, isCancelled: link.isCancelled) { found in
        link.report(Report(.part) { take(&$0, found) })
      }
      link.report(Report { end(&$0) })
    }
  }

  /// Replaces the rows of the last result by the rows found so far.
  private static func take(_ browser: inout Browser, _ found: ResultTable.Found) {
    browser.view.lastResult?.take(found)
    browser.view.changeGrid { _ in }
    let height = browser.layout.listRows
    browser.view.lastResult?.move(0, height: height)
  }

  /// Sorts the complete result again if the user changed the sort keys while the query was running.
  private static func end(_ browser: inout Browser) {
    if let result = browser.view.lastResult, result.keys != result.sortedBy { sort(&browser, result) }
  }

  /// Toggles sorting by the current column: ascending, then descending, then unsorted.
  static func sort(_ browser: inout Browser, adds: Bool) {
    guard var result = browser.view.result, let column = result.grid.current else { return }
    result.keys = TableSort.turning(column.title, in: result.keys, adds: adds)
    browser.view.result = result
    if browser.running[.result] == nil { sort(&browser, result) }
  }

  private static func sort(_ browser: inout Browser, _ result: ResultTable) {
    browser.view.lastResult?.sortedBy = result.keys
    browser.start(.result) { link in
      let sorted = result.sorted
      link.report(
        Report {
          take(&$0, sorted)
          end(&$0)
        })
    }
  }

  /// Stops the query whose result is shown.
  static func stop(_ browser: inout Browser) {
    guard browser.running[.result] != nil else { return }
    browser.cancel(.result)
    browser.message = .note("Stopped  (q leaves the table)")
  }

  /// The message for commands that require a table whose rows are elements.
  static let isNotOfElements = Message.warning(
    "These rows are not elements  (Enter shows the elements of the row, q returns)")

  // MARK: - Navigation between results

  /// Opens the current row: shows the elements that it stands for, or the frequencies of the property that it describes.
  static func open(_ browser: inout Browser) throws {
    guard let result = browser.view.result, let (condition, path) = result.destination else { return }
    let request = result.request
    guard let condition else {
      return try showFrequency(&browser, of: path, in: request.list, request.rows)
    }
    if let rows = request.rows, !result.isOfRows {
      return try show(&browser, rows.keeping(condition).request(in: request.list))
    }
    let (count, table) = (browser.outline.filters.count, browser.view.table)
    browser.view.lastResult?.filtersBefore = count
    let column = table?.grid.columns.firstIndex { $0.path?.words == path.words }
    if let column { browser.view.changeGrid { $0.select(column) } }
    if case .elements = result.request.kind, let list = browser.outline.list(result.request.list) {
      // The condition contains a key or an index of the list, so the filter must apply to the list.
      browser.view.setCursor(list)
    }
    try ElementFilter.narrow(&browser, condition, goal: path.words)
  }

  /// Shows how often each value of a property occurs.
  ///
  /// - Parameter rows: the rows whose values are counted; nil for the elements of the list.
  static func showFrequency(
    _ browser: inout Browser, of path: FilterPath, in list: ElementFilter.List, _ rows: ExplodedRows? = nil
  ) throws {
    try show(
      &browser,
      ResultTable.Request(
        kind: .groups([path]), list: list,
        text: rows.clauses + "group \(path.words) aggregate count, percent sort count desc",
        title: "values of \(path.words)", noun: "value",
        keys: [TableSort.Key(words: "count", isDescending: true)], rows: rows))
  }

  /// Groups the counted values of the shown result into ranges.
  static func showRanges(_ browser: inout Browser) throws {
    guard let result = browser.view.result, result.found.share == nil else {
      throw Message.warning("The values are still being counted")
    }
    if case .ranges(_, _, let unit?) = result.request.kind { return showLongerPeriods(&browser, than: unit) }
    guard let ranges = result.inRanges() else {
      throw Message.warning("Ranges need at least two different numbers or dates of one property")
    }
    browser.view.results.append(ranges)
  }

  /// Groups dates by the next longer unit; after years, by the shortest suitable unit again.
  private static func showLongerPeriods(_ browser: inout Browser, than unit: CalendarUnit) {
    let values = browser.view.results.dropLast().last
    guard let ranges = values?.inRanges(by: unit.next) else { return }
    browser.view.lastResult = ranges
  }

  /// Returns from the elements of a result's row to the result, or from a result to the view that it was opened from.
  ///
  /// - Returns: false if no result is open.
  static func leave(_ browser: inout Browser) -> Bool {
    guard let last = browser.view.lastResult else { return false }
    browser.cancel(.result)
    if let count = last.filtersBefore {
      while browser.outline.filters.count > count { ElementFilter.removeLast(&browser) }
      browser.view.lastResult?.filtersBefore = nil
    } else {
      browser.view.results.removeLast()
    }
    if browser.view.results.isEmpty || last.filtersBefore != nil {
      let origin = browser.outline.row(nearest: last.origin)
      if browser.view.table == nil {
        browser.editor.reveal(origin)
      } else {
        browser.view.setCursor(origin)
      }
    }
    refresh(&browser)
    return true
  }

  /// Closes all results, and returns to the table or the tree that they were opened from.
  static func leaveAll(_ browser: inout Browser) {
    browser.cancel(.result)
    browser.view.results = []
  }

  /// Runs the query of the result again if it was stopped or its elements were edited.
  private static func refresh(_ browser: inout Browser) {
    guard let result = browser.view.result,
      result.found.share != nil || result.state != State(browser.document)
    else { return }
    if case .ranges = result.request.kind {
      _ = leave(&browser)
      return
    }
    runAgain(&browser, result)
  }

  /// Runs the query of the result again if the text has changed, but not before the running query has ended, because a text may
  /// grow faster.
  static func keepUp(_ browser: inout Browser) {
    guard let result = browser.view.result, browser.running[.result] == nil,
      result.state != State(browser.document)
    else { return }
    // Ranges are computed from another result and not by a query.
    if case .ranges = result.request.kind { return }
    runAgain(&browser, result)
  }

  private static func runAgain(_ browser: inout Browser, _ result: ResultTable) {
    browser.attempt { browser in
      let state = State(browser.document)
      browser.view.result?.runAgain(for: state)
      do { run(&browser, try query(browser, result.request), result.request) } catch {
        leaveAll(&browser)
        throw error
      }
    }
  }

  /// Goes to the next row of the result that contains a pattern, skipping one match for each step that the search has left.
  static func find(_ browser: inout Browser, _ pattern: SearchPattern, forward: Bool) {
    guard let result = browser.view.result else { return }
    let matches = result.rows.indices.filter { index in
      result.rows[index].cells.contains { pattern.matches($0.shown) }
    }
    let before = matches.prefix { $0 < result.selected + (forward ? 1 : 0) }
    let after = matches[before.count...]
    let order = forward ? Array(after + before) : (after + before).reversed()
    guard !order.isEmpty else { return browser.message = .warning("Not found: \(pattern.text)") }
    let step = browser.search.stepsLeft
    if step >= (forward ? after.count : before.count) { browser.message = Search.wrapping(forward: forward) }
    let height = browser.layout.listRows
    browser.view.result?.move(order[step % order.count] - result.selected, height: height)
    browser.search.stepsLeft = 0
  }

  // MARK: - Keys

  /// Moves the cursor among the rows of the result.
  ///
  /// - Returns: false if no result is shown, or the key does not move.
  static func move(_ browser: inout Browser, _ key: Key) -> Bool {
    let height = browser.layout.listRows
    guard let result = browser.view.result,
      let lines = key.scrolledLines(height: height, of: result.rows.count)
    else { return false }
    let times = browser.keys.count ?? 1
    browser.view.result?.move(lines * times, height: height)
    browser.keys.reset()
    return true
  }

  /// Scrolls the rows for the mouse wheel; in a result, moves the cursor.
  static func scroll(_ browser: inout Browser, _ rows: Int) {
    let height = browser.layout.listRows
    if browser.view.result == nil { browser.view.scrollView(rows) }
    browser.view.result?.move(rows, height: height)
  }
}
