import Mantle
import MantleQuery

/// A query over the elements of a list of the tree, which another thread runs.
struct ListQuery: Sendable {
  private let records: RecordList
  private let query: Query
  private let filter: ElementFilter?
  /// The positions in the text of the elements of a list inside a record; nil if filters know elements by offsets.
  private let offsets: [Int]?

  /// - Parameters:
  ///   - text: The query without a filter.
  ///   - isFiltered: Whether the query has the filter of the list.
  /// - Returns: Nil if the list is not read as its elements.
  init?(_ text: String, of list: Row, isFiltered: Bool = true, in outline: Outline) throws(QueryError) {
    guard let records = RecordList(of: list, in: outline) else { return nil }
    self.records = records
    filter = outline.filter(of: list)
    let bytes = records.bytes
    offsets =
      list.container == nil
      ? bytes.children(at: 0).map { JSONChildIndex(bytes, $0).all.map(\.value.lowerBound) } : nil
    let condition = filter.flatMap { isFiltered ? " where \($0.test.words)" : nil } ?? ""
    query = try Query(QueryText(text + condition), names: outline.filterNames(of: list))
  }

  /// Finds the keys of all elements, and whether there are other values than objects.
  func keys(isCancelled: () -> Bool) -> (names: [String], hasOthers: Bool) {
    records.properties { !isCancelled() }
  }

  /// The number of bytes to read.
  var size: Int { records.bytes.count }

  /// Reads the cells of all rows.
  ///
  /// - Parameters:
  ///   - progress: Receives the share that was read; returns false to stop.
  ///   - take: Receives the rows in blocks; returns false to stop.
  /// - Returns: False if it was stopped.
  func read(progress: (Double) -> Bool, take: ([QueryRow]) -> Bool) -> Bool {
    !QueryRun([(records, query)]).run(progress: { progress($0.share) }, rows: take).isStopped
  }

  /// Sorts the elements that the filter shows.
  ///
  /// - Parameter report: Receives the first elements so far and the share that was read, or at last all elements and
  ///   nil.
  func sort(isCancelled: () -> Bool, report: ([Int], Double?) -> Void) {
    var all: [Int] = []
    var pace = ReportPace()
    let summary = QueryRun([(records, query)]).positions { progress in
      pace.take { report(progress.rows.compactMap(element), progress.share) }
      return !isCancelled()
    } take: { positions in
      all += positions.compactMap(element)
      return !isCancelled()
    }
    if !summary.isStopped { report(all, nil) }
  }

  private func element(_ position: RowPosition) -> Int? {
    let element =
      offsets.map { offsets in offsets.countOfPrefix { $0 < position.element } } ?? position.element
    return filter?.shows(element) == false ? nil : element
  }

  // MARK: - Results

  /// The columns of a result.
  ///
  /// - Parameter statistics: The statistics that the result consists of; nil for the rows of the query itself.
  func columns(_ statistics: Statistics?) -> ResultTable.Columns {
    let titles = statistics?.titles ?? query.titles
    let noun = query.isExploded && isOfGroups(statistics) ? "row" : "element"
    return ResultTable.Columns(
      titles: titles, properties: query.columnProperties, paths: query.columnPaths, counted: noun)
  }

  /// Whether the rows of the query are put together.
  private func isOfGroups(_ statistics: Statistics?) -> Bool { query.isGrouped || statistics != nil }

  /// Finds the rows of a result.
  ///
  /// - Parameter report: Receives the rows so far, and at last all rows.
  func find(_ statistics: Statistics?, isCancelled: () -> Bool, report: (ResultTable.Found) -> Void) {
    func shown(_ rows: [QueryRow]) -> [QueryRow] {
      guard let statistics else { return rows }
      return rows.flatMap { statistics.rows(of: query, $0) }.map { row in
        QueryRow(row.cells.enumerated().map { $0.offset == 1 ? $0.element.bars : $0.element })
      }
    }
    let isOfGroups = isOfGroups(statistics)
    var all: [QueryRow] = []
    var pace = ReportPace()
    let summary = QueryRun([(records, statistics?.query(of: query) ?? query)]).run { progress in
      pace.take {
        report(
          ResultTable.Found(
            rows: isOfGroups ? shown(progress.rows) : all,
            elements: isOfGroups ? progress.passed : progress.records,
            share: progress.share))
      }
      return !isCancelled()
    } rows: { rows in
      all += rows
      return !isCancelled()
    }
    guard !summary.isStopped else { return }
    report(
      ResultTable.Found(
        rows: shown(all), elements: isOfGroups ? summary.passed : summary.records,
        leftOut: summary.rowsLeftOut, estimates: summary.estimates))
  }
}

extension QueryCell {
  /// A list of counts as bars of eight heights; zero has none.
  fileprivate var bars: QueryCell {
    let counts = text.split { !$0.isNumber }.compactMap { Int($0) }
    guard let most = counts.max(), most > 0 else { return QueryCell(.absent) }
    let signs = Array("▁▁▂▃▄▅▆▇")
    let heights = counts.map { Int((Double($0) / Double(most) * 7).rounded(.up)) }
    return QueryCell(.text, String(heights.map { $0 == 0 ? " " : signs[$0] }))
  }
}
