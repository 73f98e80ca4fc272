import Mantle
import MantleDocuments
import MantlePlatform

/// The execution of a query over one or several documents.
///
/// Records are read in parts, on all cores, and are not stored. A query without sort keys and groups reports rows as
/// they are read. Sorting stores 16 bytes for each row: the first bytes of its sort key and its offset. Rows with
/// equal first bytes are read again, and so are the rows of the result. For groups, only the states of the aggregates
/// are stored.
package struct QueryRun: Sendable {
  private let readers: [RowReader]
  private let query: Query
  private let workers: Int

  /// The progress of a query.
  package struct Progress<Row> {
    /// The fraction of the bytes that were read, from 0 to 1.
    package let share: Double
    /// The number of rows that have passed the filter so far.
    package let passed: Int
    /// The number of records so far with at least one row that has passed the filter.
    package let records: Int
    private let findRows: () -> [Row]

    /// The first rows of the result so far; empty if rows are reported as they are read.
    package var rows: [Row] { findRows() }

    fileprivate init(_ end: End, rows: @escaping () -> [Row]) {
      (share, passed, records) = end
      findRows = rows
    }
  }

  /// The results of a query other than its rows.
  package struct Summary: Sendable {
    /// The number of rows that passed the filter, before the limit.
    package fileprivate(set) var passed = 0
    /// The number of records with at least one row that passed the filter. It is less than the number of rows if lists
    /// are exploded.
    package fileprivate(set) var records = 0
    /// The number of malformed records, and the source and the offset of the first one.
    package fileprivate(set) var broken = 0
    package fileprivate(set) var firstBroken: (source: Int, offset: Int)?
    /// The number of rows whose group was not stored, because the maximum number of groups was reached.
    package fileprivate(set) var rowsLeftOut = 0
    /// The titles of aggregates that excluded values, with the number of excluded values.
    package fileprivate(set) var valuesLeftOut: [(title: String, count: Int)] = []
    /// The titles of aggregates that are estimates in at least one group, because there were too many values to store.
    package fileprivate(set) var estimates: [String] = []
    /// The indices of the sources with a list that has no closing bracket, as in a truncated document.
    package fileprivate(set) var cutOff: [Int] = []
    /// Whether the caller stopped the query.
    package fileprivate(set) var isStopped = false
  }

  /// Creates the execution of a query.
  ///
  /// - Parameters:
  ///   - sources: the records of each document, and the query resolved with the names of the document.
  ///   - skipsBroken: whether malformed records are skipped. Otherwise they are read through their repair.
  package init(
    _ sources: [(records: RecordList, query: Query)], skipsBroken: Bool = false,
    workers: Int = ProcessInfo.processInfo.activeProcessorCount
  ) {
    var readers: [RowReader] = []
    for source in sources {
      let base = readers.last?.end ?? 0
      readers.append(RowReader(source.records, source.query, base: base, skipsBroken: skipsBroken))
    }
    self.readers = readers
    query = sources.first?.query ?? Query()
    self.workers = max(1, workers)
  }

  /// Runs the query and reports the rows of its result.
  ///
  /// - Parameters:
  ///   - progress: Called between parts of the text; returns false to stop.
  ///   - take: receives the rows of the result in order, in blocks; returns false to stop.
  package func run(
    progress: (Progress<QueryRow>) -> Bool = { _ in true }, rows take: ([QueryRow]) -> Bool
  ) -> Summary {
    if query.isGrouped { return group(progress, take) }
    return find(progress, take) {
      $0.cells(of: $1)
    } again: {
      rows($0)
    }
  }

  /// Finds the identities of the result's rows of one document in order, without computing their cells. For a query
  /// with groups, these are the rows before grouping.
  ///
  /// - Parameters:
  ///   - progress: called between parts of the text; returns false to stop.
  ///   - take: receives the identities in blocks, as soon as their order is known; returns false to stop.
  package func positions(
    progress: (Progress<RowPosition>) -> Bool = { _ in true }, take: ([RowPosition]) -> Bool
  ) -> Summary {
    let (layout, readers) = (layout, readers)
    return find(progress, take) {
      $0.position(of: $1.place)
    } again: { entries in
      readers.first.map { reader in entries.map { reader.position(of: layout.place($0)) } } ?? []
    }
  }

  /// Finds the rows of a query without groups, and reports them in order.
  ///
  /// - Parameters:
  ///   - progress: called between parts of the text; returns false to stop.
  ///   - take: receives the output rows in blocks; returns false to stop.
  ///   - read: returns the output row for a row that was read.
  ///   - again: returns the output rows of sorted entries by reading their records a second time.
  private func find<Row: Sendable>(
    _ progress: (Progress<Row>) -> Bool, _ take: ([Row]) -> Bool,
    _ read: @escaping @Sendable (RowReader, QueriedRow) -> Row,
    again: @escaping (ArraySlice<UInt128>) -> [Row]
  ) -> Summary {
    query.sort.isEmpty ? stream(progress, take, read) : sort(progress, take, again)
  }

  // MARK: - Reading

  /// The fraction of the text that was read, and the numbers of rows and records in it that passed the filter.
  fileprivate typealias End = (share: Double, passed: Int, records: Int)

  /// The results of reading one part of the records.
  private struct Part<Found: Sendable>: Sendable {
    var found: Found
    var passed = 0
    var records = 0
    var broken = 0
    var firstBroken: Int?
  }

  /// Reads the rows of all sources.
  ///
  /// - Parameters:
  ///   - add: adds a row to a partial result, on any thread.
  ///   - close: completes a partial result after its last row, on any thread.
  ///   - use: receives the partial results in text order; returns false to stop.
  private func read<Found: Sendable>(
    into empty: @escaping @Sendable (RowReader) -> Found,
    _ add: @escaping @Sendable (RowReader, QueriedRow, inout Found) -> Void,
    close: @escaping @Sendable (inout Found) -> Void = { _ in },
    _ use: (Found, End) -> Bool
  ) -> Summary {
    var summary = Summary()
    let size = Double(max(1, readers.last?.end ?? 0))
    for (index, reader) in readers.enumerated() where !summary.isStopped {
      let isClosed = reader.records.read(workers: workers, holding: reader.needles) { records in
        var part = Part(found: empty(reader))
        var members: MemberTable?
        for record in records {
          let outcome = reader.forEachRow(of: record, after: &members) { add(reader, $0, &part.found) }
          part.passed += outcome.passed
          part.records += min(1, outcome.passed)
          guard outcome.isBroken else { continue }
          part.broken += 1
          part.firstBroken = part.firstBroken ?? record.child.value.lowerBound
        }
        close(&part.found)
        return part
      } _: { part, end in
        summary.passed += part.passed
        summary.records += part.records
        summary.broken += part.broken
        summary.firstBroken = summary.firstBroken ?? part.firstBroken.map { (index, $0) }
        summary.isStopped = !use(
          part.found, (Double(reader.base + end) / size, summary.passed, summary.records))
        return !summary.isStopped
      }
      if !isClosed { summary.cutOff.append(index) }
    }
    return summary
  }

  // MARK: - Unsorted rows

  private func stream<Row: Sendable>(
    _ progress: (Progress<Row>) -> Bool, _ take: ([Row]) -> Bool,
    _ found: @escaping @Sendable (RowReader, QueriedRow) -> Row
  ) -> Summary {
    var room = query.limit ?? .max
    var isFull = false
    var summary = read { _ in
      [Row]()
    } _: { reader, row, rows in
      rows.append(found(reader, row))
    } _: { rows, end in
      let rows = rows.prefix(room)
      room -= rows.count
      guard rows.isEmpty || take(Array(rows)) else { return false }
      isFull = room == 0
      return !isFull && progress(Progress(end) { [] })
    }
    if isFull { summary.isStopped = false }
    return summary
  }

  // MARK: - Groups

  private func group(_ progress: (Progress<QueryRow>) -> Bool, _ take: ([QueryRow]) -> Bool) -> Summary {
    let plans = readers.map { AggregationPlan($0.query.aggregates) }
    guard let plan = plans.first else { return Summary() }
    var table = GroupTable(query, plan)
    let bases = readers.map(\.base)
    var summary = read { reader in
      let plan = bases.firstIndex(of: reader.base).map { plans[$0] } ?? plan
      return GroupTable(reader.query, plan, isPart: true)
    } _: { _, row, part in
      part.add(row)
    } close: {
      $0.close()
    } _: { part, end in
      table.merge(part)
      return progress(Progress(end) { table.rows })
    }
    summary.rowsLeftOut = table.rowsLeftOut
    summary.valuesLeftOut = table.valuesLeftOut.map { ($0.aggregate.title, $0.count) }
    summary.estimates = table.estimates.map(\.title)
    guard !summary.isStopped else { return summary }
    table.finish(workers: workers)
    summary.isStopped = !take(table.rows)
    return summary
  }

  // MARK: - Sorting

  private var layout: SortedRuns.Layout { SortedRuns.Layout(isExploded: !query.lists.isEmpty) }

  private func sort<Row>(
    _ progress: (Progress<Row>) -> Bool, _ take: ([Row]) -> Bool,
    _ rows: @escaping (ArraySlice<UInt128>) -> [Row]
  ) -> Summary {
    let layout = layout
    var order = SortedRuns()
    var summary = read { _ in
      [UInt128]()
    } _: { reader, row, entries in
      entries.append(layout.entry(reader.order(of: row), row.place))
    } _: { entries, end in
      order.append(entries)
      return progress(Progress(end) { rows(Array(order.merged.prefix(Self.shownRows))[...]) })
    }
    guard !summary.isStopped else { return summary }
    summary.isStopped = !forEachBlock(of: order) { take(rows($0)) }
    return summary
  }

  /// The maximum number of rows of an incomplete result that are reported as progress.
  private static let shownRows = 100
  /// The number of rows of the sorted result whose records are read again at a time.
  private static let block = WorkingSize.scaled(1 << 10)

  /// Passes the sorted entries of the rows to a function in their final order, in blocks and up to the limit.
  ///
  /// - Returns: false if the function returned false to stop.
  private func forEachBlock(of order: SortedRuns, _ body: (ArraySlice<UInt128>) -> Bool) -> Bool {
    var room = query.limit ?? .max
    var block: [UInt128] = []
    // Entries with the same window, whose keys may differ after it.
    var ties: [UInt128] = []
    func hand(on entries: [UInt128], all: Bool) -> Bool {
      block += entries
      guard all || block.count >= Self.block else { return true }
      let rows = block.prefix(room)
      room -= rows.count
      block = []
      return rows.isEmpty || body(rows)
    }
    for entry in order.merged where room > block.count {
      if let last = ties.last, layout.window(last) != layout.window(entry) {
        guard hand(on: sorted(ties, depth: layout.window), all: false) else { return false }
        ties = []
      }
      if layout.goesOn(entry) {
        ties.append(entry)
      } else if !hand(on: [entry], all: false) {
        return false
      }
    }
    return hand(on: sorted(ties, depth: layout.window), all: true)
  }

  /// Returns entries whose sort keys have the same first bytes, sorted by the following bytes. The records are read
  /// again.
  ///
  /// - Parameter depth: the number of first bytes that are the same.
  private func sorted(_ ties: [UInt128], depth: Int) -> [UInt128] {
    guard ties.count > 1, let first = keys(ties.prefix(1), { $0 }).first else { return ties }
    // Long texts, such as addresses, often share a prefix.
    let shared = keys(ties[...]) { $0.sharedCount(with: first) }.min() ?? depth
    if shared == first.bytes.count { return ties }
    let layout = layout
    let entries = onAllCores(ties[...]) { reader, place in
      layout.entry(reader.order(of: reader.row(at: place)), place, depth: shared)
    }.sorted()
    var result: [UInt128] = []
    var start = 0
    while start < entries.count {
      let first = entries[start]
      let same = entries[start...].prefix { layout.window($0) == layout.window(first) }
      result += layout.goesOn(first) ? sorted(Array(same), depth: shared + layout.window) : Array(same)
      start = same.endIndex
    }
    return result
  }

  private func keys<Result: Sendable>(
    _ entries: ArraySlice<UInt128>, _ body: @escaping @Sendable (OrderKey) -> Result
  ) -> [Result] {
    onAllCores(entries) { reader, place in body(reader.order(of: reader.row(at: place))) }
  }

  /// Returns the cells of rows by reading their records again.
  private func rows(_ entries: ArraySlice<UInt128>) -> [QueryRow] {
    onAllCores(entries) { reader, place in reader.cells(of: reader.row(at: place)) }
  }

  private func onAllCores<Result: Sendable>(
    _ entries: ArraySlice<UInt128>, _ body: @escaping @Sendable (RowReader, RowPlace) -> Result
  ) -> [Result] {
    let (layout, readers) = (layout, readers)
    let pieces = entries.count < 64 ? [entries] : Array(entries).runs(of: 64) { _ in 1 }
    return Array(0..<workers).map(pieces) { _, piece in
      piece.map { entry in
        let place = layout.place(entry)
        let next = readers.countOfPrefix { $0.end <= place.record }
        return body(readers[min(next, readers.count - 1)], place)
      }
    }.flatMap(\.self)
  }
}
