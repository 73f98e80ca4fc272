import Mantle
import MantleQuery

/// A query whose result is kept in memory, which another thread runs.
struct ResultQuery: Sendable {
  private let kind: ResultTable.Kind
  private let records: RecordList
  private let query: Query

  /// - Returns: nil if the list is not read as its elements.
  init?(_ request: ResultTable.Request, of list: Row, in outline: Outline) throws(QueryError) {
    guard let records = RecordList(of: list, in: outline) else { return nil }
    let filter = outline.filter(of: list).map { " where \($0.test.words)" } ?? ""
    (kind, self.records) = (request.kind, records)
    query = try Query(QueryText(request.text + filter), names: outline.filterNames(of: list))
  }

  /// The titles of the columns of the result.
  var titles: [String] {
    switch kind {
    case .frequency, .ranges: query.titles + ["percent"]
    case .groups: query.titles
    case .statistics: [Statistics.titles[0], "histogram"] + Statistics.titles.dropFirst()
    }
  }

  /// Runs the query.
  ///
  /// - Parameter report: receives the rows so far, and at last all rows.
  func run(isCancelled: () -> Bool, report: (ResultTable.Found) -> Void) {
    let run = QueryRun(
      [(records, isOfStatistics ? query.statisticsWithHistograms : query)])
    var (toldAt, pause) = (ContinuousClock.now, Self.shortestPause)
    var all: [QueryRow] = []
    let summary = run.run { progress in
      guard toldAt.duration(to: .now) > pause else { return !isCancelled() }
      let begin = ContinuousClock.now
      report(
        ResultTable.Found(
          rows: shown(progress.rows, of: progress.passed), elements: progress.passed,
          share: progress.share))
      toldAt = .now
      // Putting rows together takes at most a fifth of the time.
      pause = max(Self.shortestPause, begin.duration(to: toldAt) * 4)
      return !isCancelled()
    } rows: { rows in
      all += rows
      return !isCancelled()
    }
    guard !summary.isStopped else { return }
    report(
      ResultTable.Found(
        rows: shown(all, of: summary.passed), elements: summary.passed, leftOut: summary.rowsLeftOut))
  }

  /// Each report draws the screen again.
  private static let shortestPause = Duration.milliseconds(250)

  private var isOfStatistics: Bool { if case .statistics = kind { true } else { false } }

  /// The rows of the table: those of the query with what it does not calculate.
  private func shown(_ rows: [QueryRow], of elements: Int) -> [QueryRow] {
    switch kind {
    case .groups: return rows
    case .frequency, .ranges: return Self.withPercent(rows, of: elements)
    case .statistics:
      return (rows.first.map { Statistics.rows(of: query, $0) } ?? []).map { row in
        let histogram = Self.histogram(row.cells[row.cells.count - 1])
        return QueryRow([row.cells[0], histogram] + row.cells[1..<row.cells.count - 1])
      }
    }
  }

  /// Adds to each value and its count the share of all elements.
  static func withPercent(_ rows: [QueryRow], of elements: Int) -> [QueryRow] {
    rows.map { row in
      let count = Double(row.cells[1].text) ?? 0
      let tenths = Int((count * 1000 / Double(max(1, elements))).rounded())
      return QueryRow(row.cells + [QueryCell(.number, "\(tenths / 10).\(tenths % 10)")])
    }
  }

  /// Counts as bars of eight heights; zero has none.
  private static func histogram(_ cell: QueryCell) -> QueryCell {
    let counts = cell.text.split { !$0.isNumber }.compactMap { Int($0) }
    guard let most = counts.max(), most > 0 else { return QueryCell(.absent) }
    let shown = counts.map { $0 == 0 ? " " : bars[Int((Double($0) / Double(most) * 7).rounded(.up))] }
    return QueryCell(.text, String(shown))
  }

  private static let bars = Array("▁▁▂▃▄▅▆▇")
}
