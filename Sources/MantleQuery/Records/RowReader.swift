import Mantle

/// The identity of a row in one document, which edits do not change: its record, and an element of the record if a
/// list is exploded.
package struct RowPosition: Hashable, Sendable {
  /// The number that identifies the record: the offset of its value, or a negative number if it was inserted.
  package let element: Int
  /// The index of the row among the rows of its record, which has several rows only if a list is exploded.
  let number: Int
}

/// The position of a row in the order of all rows.
struct RowPlace: Hashable, Sendable {
  /// The place of the record, in the order of the records of all sources.
  let record: Int
  /// The index of the row among the rows of its record.
  let number: Int
}

/// A row that a query reads from a record.
struct QueriedRow {
  let subject: FilterSubject
  let place: RowPlace
  /// The indices of the current elements of the exploded lists; nil if the query explodes no list.
  let elements: [Int]?

  func find(_ path: FilterPath) -> FoundValue {
    if let elements { path.entering(elements).find(in: subject) } else { path.find(in: subject) }
  }

  func passes(_ condition: Filter.Condition) -> Bool {
    let entered = elements.map { elements in condition.mapPaths { $0.entering(elements) } }
    return (entered ?? condition).holds(for: subject)
  }
}

/// Reads the rows of a query from the records of one source.
struct RowReader: Sendable {
  let records: RecordList
  let query: Query
  /// The number that is added to the places of this source to make them unique: the end of the places of the previous
  /// source.
  let base: Int
  /// Whether rows of malformed records are skipped.
  private let skipsBroken: Bool
  /// Whether the query needs the keys or the indices of records.
  private let isNumbered: Bool
  /// Whether the query has enough paths that indexing the members is faster than searching for each path.
  private let hasManyPaths: Bool

  private static let fewPaths = 4

  init(_ records: RecordList, _ query: Query, base: Int, skipsBroken: Bool) {
    (self.records, self.query, self.base, self.skipsBroken) = (records, query, base, skipsBroken)
    isNumbered = query.paths.contains(where: \.usesOwn)
    hasManyPaths = query.paths.count > Self.fewPaths
  }

  /// Byte strings of which a matching record contains at least one; nil if all records must be read to count malformed ones.
  var needles: FilterNeedles? { query.columns.isEmpty && !query.isGrouped ? query.filter?.needles : nil }

  /// The place after the last record of the source, at which the places of the next source begin.
  var end: Int { base + records.bytes.count + records.edits.insertions.count }

  /// Visits the rows of a record.
  ///
  /// - Parameter members: the members of the previous record, which are replaced by those of this record.
  /// - Returns: the number of rows that pass the filter, and whether the record is malformed.
  func forEachRow(
    of record: ListedRecord, after members: inout MemberTable?, _ body: (QueriedRow) -> Void
  ) -> (passed: Int, isBroken: Bool) {
    var subject = records.subject(of: record)
    if skipsBroken, !subject.isJSON { return (0, true) }
    if let filter = query.filter, !filter.holds(for: subject) { return (0, subject.isBroken) }
    if hasManyPaths {
      subject.findMembers(like: members)
      members = subject.members
    }
    var passed = 0
    for (number, elements) in rows(of: subject).enumerated() {
      let place = RowPlace(record: base + record.place, number: number)
      let row = QueriedRow(subject: subject, place: place, elements: elements)
      if let condition = query.rowCondition, !row.passes(condition) { continue }
      passed += 1
      body(row)
    }
    return (passed, subject.isBroken)
  }

  /// Returns the row at a place by reading its record a second time.
  func row(at place: RowPlace) -> QueriedRow {
    var subject = records.subject(of: records.record(at: place.record - base, isNumbered: isNumbered))
    if hasManyPaths { subject.findMembers() }
    let rows = rows(of: subject)
    // The text may have changed since the row was read first.
    let elements = rows.indices.contains(place.number) ? rows[place.number] : rows.last ?? []
    return QueriedRow(subject: subject, place: place, elements: elements)
  }

  /// Returns the identity of the row at a place.
  func position(of place: RowPlace) -> RowPosition {
    RowPosition(element: records.edits.element(at: place.record - base), number: place.number)
  }

  /// Returns the indices of the exploded elements for each row of a record; nil for the only row if the query explodes
  /// no list.
  private func rows(of subject: FilterSubject) -> [[Int]?] {
    query.lists.isEmpty ? [nil] : explode(subject, [])
  }

  /// Returns the indices of the exploded elements for each row of a record. A value that is not a list has one row.
  /// Null, an absent value and an empty list have one row if the query keeps them, and otherwise none.
  ///
  /// - Parameter elements: the indices of the elements at the outer levels.
  private func explode(_ subject: FilterSubject, _ elements: [Int]) -> [[Int]] {
    guard elements.count < query.lists.count else { return [elements] }
    let none = query.keepsEmpty ? [elements] : []
    switch query.lists[elements.count].entering(elements).find(in: subject) {
    case .value(.node(let list), _) where list.kind == .array:
      let rows = list.elements.enumerated().flatMap { explode(subject, elements + [$0.offset]) }
      return rows.isEmpty ? none : rows
    case .null, .absent: return none
    default: return [elements]
    }
  }

  /// Returns the cells of a row for the query's columns.
  func cells(of row: QueriedRow) -> QueryRow {
    // By index, because a copy of a column would retain and release each part of its path.
    let cells = query.columns.indices.map { QueryCell(of: row.find(query.columns[$0].path)) }
    let range = row.subject.bytes === records.bytes ? row.subject.range : nil
    return QueryRow(record: range, isBroken: row.subject.isBroken, cells: cells)
  }

  /// Returns the sort key of a row.
  func order(of row: QueriedRow) -> OrderKey {
    query.orders(row.find).reduce(into: OrderKey()) { $0.append($1) }
  }
}

extension Query {
  /// Returns the values that a record is sorted by, one key for each path in the query's sort clause.
  package func orders(of record: FilterSubject) -> [OrderKey] { orders { $0.find(in: record) } }

  fileprivate func orders(_ find: (FilterPath) -> FoundValue) -> [OrderKey] {
    sort.compactMap { sort in
      guard case .path(let path) = sort.subject else { return nil }
      var key = OrderKey()
      key.append(find(path), isDescending: sort.isDescending, isNatural: sort.isNatural)
      return key
    }
  }

  /// The paths in all clauses of the query except the filter.
  fileprivate var paths: [FilterPath] {
    let sorted = sort.compactMap { key in
      if case .path(let path) = key.subject { path } else { nil }
    }
    return columns.map(\.path) + groups.map(\.path) + aggregates.compactMap(\.path) + sorted
  }
}

/// A row of a query's result.
package struct QueryRow: Sendable {
  /// The range of the row's record in its source; nil for a group or an edited record.
  package let record: Range<Int>?
  /// Whether the record is malformed, so that its values are missing or result from a repair.
  package var isBroken = false
  package let cells: [QueryCell]
}

extension [QueryRow] {
  /// Returns the rows sorted by some of their columns; equal rows keep their order.
  ///
  /// - Parameter properties: the properties whose values the columns contain; nil for other columns.
  package func sorted(
    by keys: [(column: Int, isDescending: Bool)], properties: [PropertyDescription?], isNatural: Bool
  ) -> [QueryRow] {
    let orders = map { row in
      keys.reduce(into: OrderKey()) {
        let property = properties.indices.contains($1.column) ? properties[$1.column] : nil
        $0.append(
          row.cells[$1.column], as: property, isDescending: $1.isDescending, isNatural: isNatural)
      }
    }
    return indices.sorted { (orders[$0], $0) < (orders[$1], $1) }.map { self[$0] }
  }
}

extension QueryRow {
  /// Creates a row of values that do not come from one record, such as a group.
  package init(_ cells: [QueryCell]) { self.init(record: nil, cells: cells) }
}

/// Sample values of several lists, from which a query of all lists takes its names: one value for each new set of keys.
struct KnownSamples {
  private(set) var nodes: [JSONNode] = []
  private var keys: Set<ExactText> = []

  /// Adds the samples of a list.
  mutating func add(_ list: RecordList) {
    for sample in list.samples where addKeys(of: sample) || nodes.isEmpty { nodes.append(sample) }
  }

  /// Adds the keys of a value at any depth to the known keys, and returns whether any of them is new.
  private mutating func addKeys(of sample: JSONNode) -> Bool {
    var isNew = false
    var waiting = [sample]
    while let node = waiting.popLast() {
      for (key, value) in node.members {
        if keys.insert(ExactText(key.displayText)).inserted { isNew = true }
        if value.kind.isContainer { waiting.append(value) }
      }
      waiting += node.elements.filter(\.kind.isContainer)
    }
    return isNew
  }
}
