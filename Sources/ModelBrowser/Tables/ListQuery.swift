import Mantle
import MantleQuery

/// A query over the elements of a list of the tree, which another thread runs.
struct ListQuery: Sendable {
  private let records: RecordList
  private let query: Query
  private let filter: ElementFilter?
  /// The offsets of the elements of a list inside a record, since filters identify these elements by their index; nil for a
  /// large container, whose elements are identified by their offset.
  private let offsets: [Int]?

  /// Creates a query over the children of a row.
  ///
  /// - Parameters:
  ///   - text: the query without a filter.
  ///   - isFiltered: whether to add the filter of the list to the query.
  /// - Returns: nil if the row has no children in its JSON.
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

  /// Finds the keys of all elements, the length of the longest array of scalars, and whether there are other elements.
  func keys(isCancelled: () -> Bool) -> (names: [String], arrays: Int, hasOthers: Bool) {
    records.properties { !isCancelled() }
  }

  /// The size in bytes of the text that the query reads.
  var size: Int { records.bytes.count }

  /// Reads the cells of all rows.
  ///
  /// - Parameters:
  ///   - progress: receives the share that was read; returns false to stop.
  ///   - take: receives the rows in blocks; returns false to stop.
  /// - Returns: false if reading was stopped.
  func read(progress: (Double) -> Bool, take: ([QueryRow]) -> Bool) -> Bool {
    !QueryRun([(records, query)]).run(progress: { progress($0.share) }, rows: take).isStopped
  }

  /// Sorts the elements that the filter shows.
  ///
  /// - Parameter report: receives the first elements of the order so far and the share that was read; at the end, all elements
  ///   and nil.
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

  /// Returns the columns of the query's result.
  ///
  /// - Parameter statistics: the statistics that the result consists of; nil for the rows of the query itself.
  func columns(_ statistics: Statistics?) -> ResultTable.Columns {
    let titles = statistics?.titles ?? query.titles
    let noun = query.isExploded && isOfGroups(statistics) ? "row" : "element"
    return ResultTable.Columns(
      titles: titles, properties: query.columnProperties, paths: query.columnPaths, counted: noun)
  }

  /// Returns whether a row of the result combines several rows, as in groups and statistics.
  private func isOfGroups(_ statistics: Statistics?) -> Bool { query.isGrouped || statistics != nil }

  /// Runs the query, and reports the rows of its result.
  ///
  /// - Parameters:
  ///   - statistics: the statistics that the result consists of; nil for the rows of the query itself.
  ///   - report: receives the rows found so far, and at the end all rows.
  func find(_ statistics: Statistics?, isCancelled: () -> Bool, report: (ResultTable.Found) -> Void) {
    func shown(_ rows: [QueryRow]) -> [QueryRow] {
      guard let statistics else { return rows }
      return rows.flatMap { statistics.rows(of: query, $0) }.map { row in
        QueryRow(zip(statistics.titles, row.cells).map { $0 == "histogram" ? $1.bars : $1 })
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
        leftOut: summary.rowsLeftOut, estimates: summary.estimates, valuesLeftOut: summary.valuesLeftOut))
  }
}

extension QueryCell {
  /// A list of counts as a histogram with bars of eight heights; a count of zero has no bar.
  fileprivate var bars: QueryCell {
    let counts = text.split { !$0.isNumber }.compactMap { Int($0) }
    guard let most = counts.max(), most > 0 else { return QueryCell(.absent) }
    let signs = Array("▁▁▂▃▄▅▆▇")
    let heights = counts.map { Int((Double($0) / Double(most) * 7).rounded(.up)) }
    return QueryCell(.text, String(heights.map { $0 == 0 ? " " : signs[$0] }))
  }
}
