import Mantle

/// The groups of a query in the order of their first rows.
///
/// A row whose value is a list belongs to the group of each distinct element, just as a filter compares each element.
/// A table has at most 262,144 groups, whose keys take about 32 MB at most. Rows of further groups are only counted.
struct GroupTable: Sendable {
  /// A group: the rows that have the same values of the properties in the clause `group`.
  struct Group: Sendable {
    let key: OrderKey
    let cells: [QueryCell]
    /// For each sort key of the query, the group's position by this sort key; empty if the sort key is an aggregate.
    let order: [OrderKey]
    var rows = 0
    var states: [ValueState]
  }

  private(set) var groups: [Group] = []
  /// The number of rows whose group was not stored because the table was full.
  private(set) var rowsLeftOut = 0
  /// The number of rows that were added, including those whose group was not stored.
  private var passed = 0
  private var indices: [OrderKey: Int] = [:]
  /// The total size of the keys of all groups in bytes.
  private var size = 0
  private let query: Query
  private let plan: AggregationPlan
  private let maximumGroups: Int

  static let maximumGroups = 1 << 18
  private static let largestSize = 1 << 25

  /// Creates a table without rows for the groups of a query.
  ///
  /// - Parameter isPart: whether the table is for a part of the text. The size of the part limits the number of groups then.
  init(_ query: Query, _ plan: AggregationPlan, isPart: Bool = false) {
    (self.query, self.plan) = (query, plan)
    maximumGroups = isPart ? .max : Self.maximumGroups
    // Without properties to group by, there is one group, even if there are no rows.
    if query.groups.isEmpty, !isPart { _ = group(OrderKey(), []) }
  }

  mutating func add(_ row: QueriedRow) {
    passed += 1
    let values = query.groups.map { row.find($0.path) }
    guard let list = values.firstIndex(where: \.isList) else {
      return add(row, OrderKey(identityOf: values), values)
    }
    var known: Set<OrderKey> = []
    var rest = [values]
    for index in list..<values.count {
      rest = rest.flatMap { values in
        values[index].each.map { values[..<index] + [$0] + values[(index + 1)...] }
      }
    }
    for values in rest {
      let key = OrderKey(identityOf: values)
      if known.insert(key).inserted { add(row, key, values) }
    }
  }

  private mutating func add(_ row: QueriedRow, _ key: OrderKey, _ values: [FoundValue]) {
    let index = indices[key] ?? group(key, values)
    groups[index].rows += 1
    for (number, found) in self.values(of: row).enumerated() { groups[index].states[number].add(found) }
  }

  /// Returns the values that a row adds to the states of its group.
  private func values(of row: QueriedRow) -> [FoundValue] {
    // By index, because a copy of the values would retain and release each part of their path.
    plan.values.indices.map { row.find(plan.values[$0].path) }
  }

  /// Adds an empty group with the given values, and returns its index.
  private mutating func group(_ key: OrderKey, _ values: [FoundValue]) -> Int {
    let order = query.sort.map { sort in
      var order = OrderKey()
      if case .column(let column) = sort.subject, column < values.count {
        order.append(values[column], isDescending: sort.isDescending, isNatural: sort.isNatural)
      }
      return order
    }
    return insert(Group(key: key, cells: values.map { QueryCell(of: $0) }, order: order, states: emptyStates))
  }

  private var emptyStates: [ValueState] {
    plan.values.map { ValueState($0, bound: maximumGroups == .max ? .max : plan.bound) }
  }

  private mutating func insert(_ group: Group) -> Int {
    indices[group.key] = groups.count
    size += group.key.bytes.count
    groups.append(group)
    return groups.count - 1
  }

  /// Adds the groups of another table, whose rows come after the rows of this table.
  mutating func merge(_ other: GroupTable) {
    passed += other.passed
    rowsLeftOut += other.rowsLeftOut
    for group in other.groups {
      guard let index = indices[group.key] ?? room(for: group) else {
        rowsLeftOut += group.rows
        continue
      }
      groups[index].rows += group.rows
      for state in group.states.indices { groups[index].states[state].merge(group.states[state]) }
    }
  }

  /// Adds an empty group with the values of another table's group, and returns its index; nil if this table is full.
  private mutating func room(for group: Group) -> Int? {
    guard groups.count < maximumGroups, size < Self.largestSize else { return nil }
    return insert(Group(key: group.key, cells: group.cells, order: group.order, states: emptyStates))
  }

  /// Completes the values of the groups of a part after its last row.
  mutating func close() {
    for group in groups.indices {
      for state in groups[group].states.indices { groups[group].states[state].flush() }
    }
  }

  // MARK: - Results

  /// Prepares the results after the last row.
  mutating func finish(workers: Int) {
    let states = Array(0..<workers).map(groups.flatMap(\.states)) { _, state in
      var state = state
      state.finish()
      return state
    }
    let width = plan.values.count
    for (index, state) in states.enumerated() { groups[index / width].states[index % width] = state }
  }

  /// The rows of the result, sorted and limited.
  var rows: [QueryRow] {
    var rows = groups.map { group in
      (group: group, cells: group.cells + results(of: group))
    }
    if !query.sort.isEmpty {
      let keys = rows.map { order(of: $0.group, $0.cells) }
      rows = rows.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }.map { rows[$0] }
    }
    return rows.prefix(query.limit ?? .max).map { QueryRow(record: nil, cells: $0.cells) }
  }

  private func results(of group: Group) -> [QueryCell] {
    zip(query.aggregates, plan.sources).map { aggregate, source in
      if aggregate.function == .percent {
        let count = source.values.map { group.states[$0].values } ?? group.rows
        return .percent(count, of: passed)
      }
      guard let values = source.values else { return .number(group.rows) }
      return group.states[values].result(of: aggregate, source.accumulator)
    }
  }

  private func order(of group: Group, _ cells: [QueryCell]) -> OrderKey {
    var key = OrderKey()
    let properties = query.columnProperties
    for (number, sort) in query.sort.enumerated() {
      guard case .column(let column) = sort.subject else { continue }
      if column < query.groups.count {
        key.append(group.order[number])
      } else {
        key.append(
          cells[column], as: properties[column], isDescending: sort.isDescending, isNatural: sort.isNatural)
      }
    }
    return key
  }

  /// The aggregates that are estimates in at least one group.
  var estimates: [Query.Aggregate] {
    zip(query.aggregates, plan.sources).compactMap { aggregate, source in
      guard let values = source.values, let accumulator = source.accumulator else { return nil }
      return groups.contains { $0.states[values].isEstimate(of: aggregate.function, accumulator) }
        ? aggregate : nil
    }
  }

  /// The aggregates that exclude values that are not numbers, with the number of excluded values.
  var valuesLeftOut: [(aggregate: Query.Aggregate, count: Int)] {
    zip(query.aggregates, plan.sources).compactMap { aggregate, source in
      guard let values = source.values, let accumulator = source.accumulator else { return nil }
      let count = groups.reduce(0) { $0 + $1.states[values].leftOut(accumulator) }
      return count > 0 ? (aggregate, count) : nil
    }
  }
}
