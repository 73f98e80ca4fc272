import Mantle

extension Query {
  /// Shows all properties of the models, or of plain objects the union of their keys.
  ///
  /// - Parameters:
  ///   - properties: The result of ``RecordList/properties(workers:)``.
  ///   - hasOthers: Whether there are values without properties, which have a column of their own.
  package mutating func showAll(_ properties: [String], hasOthers: Bool, names: FilterNames) {
    columns = properties.map { Column(property: $0, names) }
    if columns.isEmpty || hasOthers { columns.insert(Column(label: "value", path: .own), at: 0) }
  }

  /// The statistics of all columns, one to a row, of a query that shows them.
  ///
  /// - Returns: The query of one group, whose cells ``Statistics/rows(of:)`` puts into rows.
  package var statistics: Query {
    var copy = self
    copy.columns = []
    copy.aggregates = columns.flatMap { column in
      Statistics.calculations.map { calculation in
        Aggregate(
          label: nil, function: calculation.function, path: column.path, number: calculation.number)
      }
    }
    return copy
  }
}

extension Query {
  /// The same, with the distribution of the values of each column.
  package var statisticsWithHistograms: Query {
    var copy = statistics
    copy.aggregates += columns.map { Aggregate(function: .histogram, path: $0.path) }
    return copy
  }
}

/// The statistics of columns.
package enum Statistics {
  fileprivate static let calculations: [(title: String, function: AggregateFunction, number: Double?)] = [
    ("count", .count, nil), ("null", .nulls, nil), ("absent", .absent, nil), ("errors", .errors, nil),
    ("distinct", .distinct, nil), ("min", .min, nil), ("q1", .quantile, 0.25), ("median", .median, nil),
    ("q3", .quantile, 0.75), ("max", .max, nil), ("mean", .mean, nil), ("top", .top, 3),
  ]

  /// The titles of the result.
  package static var titles: [String] { ["property"] + calculations.map(\.title) }

  /// Returns a row for each column of a query; a calculation that its values do not allow is absent.
  ///
  /// - Parameters:
  ///   - query: The query that shows the columns.
  ///   - group: The result of its ``Query/statistics``, or of its ``Query/statisticsWithHistograms``, which are then
  ///     the last cells.
  package static func rows(of query: Query, _ group: QueryRow) -> [QueryRow] {
    let histograms = group.cells.dropFirst(query.columns.count * calculations.count)
    return query.columns.enumerated().map { index, column in
      let cells =
        group.cells[(index * calculations.count)...].prefix(calculations.count)
        + histograms.dropFirst(index).prefix(1)
      let shown = cells.map { $0.kind == .null ? QueryCell(.absent) : $0 }
      return QueryRow(record: nil, cells: [QueryCell(.text, column.title)] + shown)
    }
  }
}

extension Query.Column {
  /// Creates the column of a property or a key, whether it is in the samples or not.
  fileprivate init(property name: String, _ names: FilterNames) {
    let part = FilterNames.Part(step: .key(name), position: 0)
    let path = try? names.path(name.filterName, [part], isLiteral: false)
    self.init(
      // The path of a key with signs has escapes, which the title has not.
      label: path == nil || name != name.filterName ? name : nil,
      path: path ?? FilterPath(words: "." + name.filterName, routes: [[.key(name)]]))
  }
}

extension RecordList {
  /// Returns the properties of the model, or of plain objects the union of their keys in the order of their first
  /// occurrence, and whether there are values that are no objects.
  package func properties(workers: Int) -> (names: [String], hasOthers: Bool) {
    if let modelProperties { return (modelProperties, false) }
    var keys: [String] = []
    var known: Set<String> = []
    var hasOthers = false
    read(workers: workers) { records in
      var keys = KeyUnion()
      for record in records {
        if let node = subject(of: record).node { keys.add(node) }
      }
      return keys
    } _: { part, _ in
      keys += part.keys.filter { known.insert($0).inserted }
      hasOthers = hasOthers || part.hasOthers
      return true
    }
    return (keys, hasOthers)
  }
}

/// The keys of objects, each once.
private struct KeyUnion {
  private(set) var keys: [String] = []
  /// Whether a value was no object.
  private(set) var hasOthers = false
  private var known: Set<String> = []
  /// The keys of the last object, which the next one usually has, too.
  private var last: [[UInt8]] = []

  mutating func add(_ object: JSONNode) {
    if object.kind != .object { hasOthers = true }
    var index = 0
    for (key, _) in object.members {
      let bytes = key.rawBytes
      defer { index += 1 }
      if index < last.count, last[index] == bytes { continue }
      last = last.prefix(index) + [bytes]
      let text = key.displayText
      if known.insert(text).inserted { keys.append(text) }
    }
  }
}
