import Mantle

extension Query {
  /// Creates a query by resolving the names in its clauses.
  ///
  /// - Parameter names: the names that the clauses can refer to.
  package init(_ text: QueryText, names: FilterNames) throws(QueryError) {
    var lists = ExplodedLists()
    place = try text.place
    let explosions = try text.list(.explode, names) { parser throws(FilterError) in
      try lists.list(&parser)
    }
    explicitLists = explosions.map(\.path)
    keepsEmpty = explosions.contains(where: \.keepsEmpty)
    columns = try text.list(.columns, names) { parser throws(FilterError) in try parser.column(&lists) }
    groups = try text.list(.group, names) { parser throws(FilterError) in try parser.column(&lists) }
    // The other clauses can refer to the titles of columns.
    var names = names
    for column in columns + groups {
      if let title = column.label { names.define(title, as: column.path) }
    }
    filter = try text.parse(.filter, names) { parser throws(FilterError) in Filter(try parser.parse()) }
    rowCondition = try text.parse(.rows, names) { parser throws(FilterError) in
      try lists.condition(&parser)
    }
    aggregates = try text.list(.aggregate, names) { parser throws(FilterError) in try parser.aggregate(&lists)
    }
    if aggregates.isEmpty, !groups.isEmpty { aggregates = [Aggregate(function: .count, path: nil)] }
    if isGrouped, !columns.isEmpty {
      let reason = "a grouped table has the columns of group and aggregate only"
      throw QueryError(clause: .columns, error: FilterError(position: 0, reason: reason))
    }
    let query = self
    sort = try text.list(.sort, names) { parser throws(FilterError) in try parser.sortKey(query, &lists) }
    limit = try text.parse(.limit, names) { parser throws(FilterError) in try parser.limit() }
    self.lists = lists.paths
  }

  /// Creates the query for one calculated value of each record that passes a condition.
  package init(value: String, where condition: String?, names: FilterNames) throws(FilterError) {
    self.init(try condition.map { text throws(FilterError) in try Filter(text, names: names) })
    columns = [Column(label: nil, path: try FilterPath(value, names))]
  }

  /// Parses the text of a query and resolves its names.
  init(_ text: String, names: FilterNames) throws(QueryError) {
    self = try Query(QueryText(text), names: names)
  }
}

extension QueryText {
  /// Parses a clause of the query with the given function.
  ///
  /// - Returns: nil if the query does not have the clause.
  fileprivate func parse<Value>(
    _ clause: Query.Clause, _ names: FilterNames,
    _ body: (inout FilterParser) throws(FilterError) -> Value
  ) throws(QueryError) -> Value? {
    guard let part = parts[clause] else { return nil }
    var parser = FilterParser(part.text, names)
    do throws(FilterError) { return try body(&parser) } catch {
      let error = FilterError(
        position: part.position + error.position, reason: error.reason, isUnknownName: error.isUnknownName)
      throw QueryError(clause: clause, error: error)
    }
  }

  /// Parses the comma-separated items of a clause; empty if the query does not have the clause.
  fileprivate func list<Item>(
    _ clause: Query.Clause, _ names: FilterNames,
    _ item: (inout FilterParser) throws(FilterError) -> Item
  ) throws(QueryError) -> [Item] {
    try parse(clause, names) { parser throws(FilterError) in try parser.list(of: item) } ?? []
  }
}
