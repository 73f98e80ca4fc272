import Mantle
import MantleQuery

/// The sums of columns, which are shown below the rows of a table.
struct TableTotals: Sendable {
  /// The paths of the columns with a sum.
  private(set) var paths: [String] = []
  /// The sums by path; empty while they are calculated for the first time.
  private var sums: [String: QueryCell] = [:]
  /// The state of the list that the sums belong to; nil before the first calculation.
  private var state: State?

  /// The state that the sums depend on.
  private struct State: Sendable, Equatable {
    let list: TableSort.State
    let revision: Int
  }

  var isEmpty: Bool { paths.isEmpty }

  /// Returns the text below a column: its sum, or `…` before it is known; nil for a column without a sum.
  func text(below path: FilterPath?) -> String? {
    guard let words = path?.words, paths.contains(words) else { return nil }
    return sums[words]?.shown ?? "…"
  }

  mutating func rename(_ words: String, to new: String) {
    guard let index = paths.firstIndex(of: words) else { return }
    paths[index] = new
    sums[new] = sums.removeValue(forKey: words)
  }

  // MARK: - Calculating

  /// Adds or removes the sum of the current column.
  static func toggle(_ browser: inout Browser) throws {
    guard let words = browser.view.table?.grid.current?.path?.words else { return }
    if let index = browser.view.table?.totals.paths.firstIndex(of: words) {
      browser.view.table?.totals.paths.remove(at: index)
      return
    }
    browser.view.table?.totals.paths.append(words)
    browser.view.table?.totals.state = nil
  }

  /// Calculates the sums again if the shown elements or their values have changed.
  static func keepUp(_ browser: inout Browser) {
    guard let table = browser.view.table, !table.totals.isEmpty else {
      if browser.running[.total] != nil { browser.cancel(.total) }
      return
    }
    let list = table.state(in: browser.outline)
    let state = State(list: list, revision: browser.document.history.revision)
    guard state != table.totals.state, !list.isFiltering, browser.running[.total] == nil else { return }
    browser.view.table?.totals.state = state
    browser.attempt { try run(&$0, table) }
  }

  private static func run(_ browser: inout Browser, _ table: Table) throws {
    let paths = table.totals.paths
    let text = "aggregate " + paths.map { "sum(\($0))" }.joined(separator: ", ")
    guard let list = browser.outline.list(table.list),
      let query = try ListQuery(text, of: list, in: browser.outline)
    else { return }
    browser.start(.total) { link in
      query.find(nil, isCancelled: link.isCancelled) { found in
        guard found.share == nil, let row = found.rows.first else {
          return link.report(.progress(found.share ?? 1))
        }
        link.report(Report { take(&$0, Dictionary(zip(paths, row.cells)) { $1 }, found.valuesLeftOut) })
      }
    }
  }

  /// Shows the sums. The sum of a column without numbers is removed.
  private static func take(
    _ browser: inout Browser, _ sums: [String: QueryCell], _ leftOut: [(title: String, count: Int)]
  ) {
    guard var table = browser.view.table else { return }
    let new = table.totals.paths.filter { table.totals.sums[$0] == nil }
    table.totals.sums = sums
    for path in new {
      if sums[path]?.kind == .null {
        table.totals.paths.removeAll { $0 == path }
        browser.message = .warning("\(path) has no numbers to add")
      } else if let count = leftOut.first(where: { $0.title == "sum(\(path))" })?.count {
        browser.message = .note("sum(\(path)) leaves out \(Words.count(count, "value")): not a number")
      }
    }
    table.makeRoomForTotals()
    browser.view.table = table
    browser.resize(browser.size)
    browser.view.keepInSight()
  }
}

extension Table {
  /// Widens the columns whose sum does not fit.
  fileprivate mutating func makeRoomForTotals() {
    for (index, column) in grid.columns.enumerated() {
      let width = totals.text(below: column.path)?.cellWidth ?? 0
      if width > column.width { grid.setWidth(width, of: index) }
    }
  }
}
