import Mantle
import MantleQuery

/// The rows of a table as a query, which another thread runs: sorted, or with all cells.
struct TableQuery: Sendable {
  private let records: RecordList
  private let query: Query
  private let filter: ElementFilter?
  /// The positions in the text of the elements of a list inside a record; nil if filters know elements by offsets.
  private let offsets: [Int]?

  /// - Parameter columns: the values to read; none to sort only.
  /// - Returns: nil if the list is not read as its elements.
  init?(
    _ list: Row, _ keys: [TableOrder.Key], columns: [FilterPath] = [], in outline: Outline
  ) throws(QueryError) {
    guard list.model == nil, let records = RecordList(of: list, in: outline) else { return nil }
    self.records = records
    let text = list.container == nil ? outline.document.currentText(of: list, outline.records) : nil
    offsets = text.map { JSONBytes($0) }.flatMap { bytes in
      bytes.children(at: 0).map { JSONChildIndex(bytes, $0).all.map(\.value.lowerBound) }
    }
    filter = outline.filter(of: list)
    var clauses: [Query.Clause: String] = [:]
    clauses[.columns] = columns.isEmpty ? nil : columns.map(\.words).joined(separator: ", ")
    clauses[.sort] = keys.isEmpty ? nil : keys.map(\.clause).joined(separator: ", ")
    clauses[.filter] = columns.isEmpty ? nil : filter?.test.words
    query = try Query(QueryText(clauses), names: outline.filterNames(of: list))
  }

  private var run: QueryRun { QueryRun([(records, query)]) }

  /// Sorts the elements that the filter shows.
  ///
  /// - Parameter report: receives the first elements so far and the share that was read, or at last all elements and
  ///   nil; returns false to stop.
  func sort(report: ([Int], Double?) -> Bool) {
    var all: [Int] = []
    var toldAt = ContinuousClock.now
    let summary = run.positions { progress in
      // Each report rebuilds the rows on the screen.
      guard toldAt.duration(to: .now) > .milliseconds(250) else { return true }
      toldAt = .now
      return report(progress.rows.compactMap(element), progress.share)
    } take: { positions in
      all += positions.compactMap(element)
      return true
    }
    if !summary.isStopped { _ = report(all, nil) }
  }

  private func element(_ position: RowPosition) -> Int? {
    let element =
      offsets.map { offsets in offsets.countOfPrefix { $0 < position.element } } ?? position.element
    return filter?.shows(element) == false ? nil : element
  }

  /// The number of bytes to read.
  var size: Int { records.bytes.count }

  /// Reads the cells of all rows.
  ///
  /// - Parameters:
  ///   - progress: receives the share that was read; returns false to stop.
  ///   - take: receives the rows in blocks; returns false to stop.
  /// - Returns: false if it was stopped.
  func read(progress: (Double) -> Bool, take: ([QueryRow]) -> Bool) -> Bool {
    !run.run(progress: { progress($0.share) }, rows: take).isStopped
  }
}
