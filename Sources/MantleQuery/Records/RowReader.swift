import Mantle

/// The identity of a row: its record, and an element of the record if a list is exploded.
package struct RowPosition: Hashable, Sendable {
  /// The offset of the record among the bytes of all sources.
  package let element: Int
  /// The index of the row among those of its record.
  package let number: Int
}

/// A row of the records that pass the filter.
struct QueriedRow {
  let subject: FilterSubject
  let position: RowPosition
  /// The indices of the elements of the exploded lists; nil if the query explodes none.
  let elements: [Int]?

  func find(_ path: FilterPath) -> FoundValue {
    (elements.map(path.entering) ?? path).find(in: subject)
  }
}

/// Reads the records of a source as the rows of a query.
struct RowReader: Sendable {
  let records: RecordList
  let query: Query
  /// The number of bytes in the sources before this one.
  let base: Int
  /// Whether the query uses the keys or the numbers of records.
  private let isNumbered: Bool

  init(_ records: RecordList, _ query: Query, base: Int) {
    (self.records, self.query, self.base) = (records, query, base)
    isNumbered = query.paths.contains(where: \.usesOwn)
  }

  /// The number of the first byte after the source.
  var end: Int { base + records.bytes.count }

  /// Reads a record.
  ///
  /// - Returns: The number of rows that pass the filter, and whether the record is malformed.
  func forEachRow(of record: JSONChild, _ body: (QueriedRow) -> Void) -> (passed: Int, isBroken: Bool) {
    if let needles = query.filter?.needles, !needles.occur(in: records.bytes, record.range) {
      // The program's filter looks for malformed records on its own.
      let isPlainFilter = query.columns.isEmpty && !query.isGrouped
      return (0, !isPlainFilter && FilterSubject(records.bytes, record.value).isBroken)
    }
    let subject = subject(record)
    if let filter = query.filter, !filter.holds(for: subject) { return (0, subject.isBroken) }
    let offset = base + record.value.lowerBound
    guard !query.lists.isEmpty else {
      body(QueriedRow(subject: subject, position: RowPosition(element: offset, number: 0), elements: nil))
      return (1, subject.isBroken)
    }
    let rows = explode(subject, [])
    for (number, elements) in rows.enumerated() {
      let position = RowPosition(element: offset, number: number)
      body(QueriedRow(subject: subject, position: position, elements: elements))
    }
    return (rows.count, subject.isBroken)
  }

  /// Reads a row again.
  func row(at position: RowPosition) -> QueriedRow {
    let subject = subject(records.record(at: position.element - base, isNumbered: isNumbered))
    guard !query.lists.isEmpty else { return QueriedRow(subject: subject, position: position, elements: nil) }
    let rows = explode(subject, [])
    let elements = position.number < rows.count ? rows[position.number] : []
    return QueriedRow(subject: subject, position: position, elements: elements)
  }

  private func subject(_ record: JSONChild) -> FilterSubject {
    var subject = FilterSubject(records.bytes, record.value)
    subject.model = subject.node.flatMap(records.model)
    if isNumbered {
      subject.index = record.ordinal
      subject.key = record.key.flatMap { try? JSONDocument(parsing: records.bytes, in: $0) }?.root.displayText
    }
    return subject
  }

  /// Returns the elements of the exploded lists in the rows of a record. A record without elements has a row.
  private func explode(_ subject: FilterSubject, _ elements: [Int]) -> [[Int]] {
    guard elements.count < query.lists.count,
      case .value(.node(let list), _) = query.lists[elements.count].entering(elements).find(in: subject),
      list.kind == .array
    else { return [elements] }
    let rows = list.elements.enumerated().flatMap { explode(subject, elements + [$0.offset]) }
    return rows.isEmpty ? [elements] : rows
  }

  /// The cells of a row.
  func cells(of row: QueriedRow) -> QueryRow {
    let cells = query.columns.map { QueryCell(of: row.find($0.path)) }
    return QueryRow(record: row.subject.range, isBroken: row.subject.isBroken, cells: cells)
  }

  /// The place of a row in the order of the query.
  func order(of row: QueriedRow) -> OrderKey { query.order { row.find($0) } }
}

extension Query {
  /// The place of a record in the order of the query. Exploded lists have no value.
  package func order(of record: FilterSubject) -> OrderKey { order { $0.entering([]).find(in: record) } }

  fileprivate func order(by find: (FilterPath) -> FoundValue) -> OrderKey {
    var key = OrderKey()
    for sort in sort {
      guard case .path(let path) = sort.subject else { continue }
      key.append(find(path), isDescending: sort.isDescending, isNatural: sort.isNatural)
    }
    return key
  }

  /// The paths in all clauses but the filter.
  fileprivate var paths: [FilterPath] {
    let sorted = sort.compactMap { key in
      if case .path(let path) = key.subject { path } else { nil }
    }
    return columns.map(\.path) + groups.map(\.path) + aggregates.compactMap(\.path) + sorted
  }
}

/// A row of a query's result.
package struct QueryRow: Sendable {
  /// The bytes of the row's record in its source; nil for a group.
  package let record: Range<Int>?
  /// Whether the record is not JSON, so that its values are guesses or missing.
  var isBroken = false
  package let cells: [QueryCell]
}
