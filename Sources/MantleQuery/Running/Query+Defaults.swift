import Mantle
import MantlePlatform

extension [Query] {
  /// Sets the columns to all properties of the models in several lists, or for plain objects to the union of their keys.
  ///
  /// - Parameter hasKeys: whether to add a column for the keys of values that are members.
  /// - Throws: an error if there are more than ``Query/maximumColumns``.
  package mutating func showAll(of lists: [RecordList], hasKeys: Bool) throws(TooManyColumns) {
    var known: Set<ExactText> = []
    let found = lists.map { $0.properties() }
    let properties = found.flatMap(\.names).filter { known.insert(ExactText($0)).inserted }
    let hasOthers = found.contains(where: \.hasOthers)
    let arrays = found.map(\.arrays).max() ?? 0
    let areArrays = (1...Query.maximumColumns).contains(arrays) && properties.isEmpty && !hasOthers
    if areArrays, lists.names.allSatisfy(\.areArrays) {
      for (index, names) in zip(indices, lists.names) { self[index].showAll(ofArrays: arrays, names) }
      return
    }
    guard properties.count <= Query.maximumColumns else { throw TooManyColumns(count: properties.count) }
    for (index, names) in zip(indices, lists.names) {
      self[index].showAll(
        properties, hasKeys: hasKeys && lists.contains(where: \.areMembers),
        hasOthers: hasOthers || arrays > 0, names: names)
    }
  }
}

/// The error for lists with too many distinct keys for a table, in which most cells would be empty.
package struct TooManyColumns: Error, CustomStringConvertible {
  /// The number of distinct keys in the lists.
  let count: Int

  package var description: String {
    "\(count) different keys are too many for a table, which has at most \(Query.maximumColumns) columns"
  }
}

extension Query {
  /// The maximum number of columns of a table whose columns are not specified.
  package static let maximumColumns = 2_000

  /// Sets the columns to the given properties or keys.
  ///
  /// - Parameters:
  ///   - properties: the property names from ``RecordList/properties(workers:)``.
  ///   - hasKeys: whether to add a column for the keys of values that are members.
  ///   - hasOthers: whether to add a column for values that are not objects.
  mutating func showAll(
    _ properties: [String], hasKeys: Bool = false, hasOthers: Bool, names: FilterNames
  ) {
    let known = Set(names.names(after: []).map(ExactText.init))
    columns = properties.map { Column(property: $0, known.contains(ExactText($0)) ? names : nil) }
    if columns.isEmpty || hasOthers { columns.insert(Column(label: "value", path: .own), at: 0) }
    if hasKeys { columns.insert(Column(label: "$key", path: .key), at: 0) }
  }
}

extension Query {
  /// Sets the columns to the elements of values that are arrays.
  fileprivate mutating func showAll(ofArrays count: Int, _ names: FilterNames) {
    columns = names.columns(ofArrays: count).map { Column(label: nil, path: $0) }
  }
}

/// Statistics of the columns of a query. The result has a row for each column.
package struct Statistics: Sendable {
  private let calculations: [(title: String, function: AggregateFunction, number: Double?)]

  /// The default statistics: counts, quantiles, extremes, sums and frequent values.
  package static let usual = Statistics(calculations: [
    ("count", .count, nil), ("null", .nulls, nil), ("absent", .absent, nil), ("errors", .errors, nil),
    ("distinct", .distinct, nil), ("min", .min, nil), ("q1", .quantile, 0.25), ("median", .median, nil),
    ("q3", .quantile, 0.75), ("max", .max, nil), ("mean", .mean, nil),
    ("stddev", .stddev, nil), ("sum", .sum, nil), ("top", .top, 3),
  ])
  /// The usual statistics with a histogram of the values. The figures that are read most often come first.
  package static let withHistograms = Statistics(calculations: [
    ("count", .count, nil), ("null", .nulls, nil), ("absent", .absent, nil), ("errors", .errors, nil),
    ("distinct", .distinct, nil), ("sum", .sum, nil), ("min", .min, nil), ("median", .median, nil),
    ("max", .max, nil), ("mean", .mean, nil), ("histogram", .histogram, nil), ("top", .top, 3),
    ("q1", .quantile, 0.25), ("q3", .quantile, 0.75), ("stddev", .stddev, nil),
  ])

  /// The titles of the columns of the table of statistics.
  package var titles: [String] { ["property"] + calculations.map(\.title) }

  /// Returns a query with a single group that computes all statistics of another query's columns. ``rows(of:_:)``
  /// splits the result into rows.
  ///
  /// - Parameter query: the query whose columns are described.
  package func query(of query: Query) -> Query {
    var copy = query
    copy.columns = []
    copy.aggregates = query.columns.flatMap { column in
      calculations.map { Query.Aggregate(function: $0.function, path: column.path, number: $0.number) }
    }
    return copy
  }

  /// Returns a row of statistics for each column of a query. A statistic that does not apply to the column's values is
  /// absent.
  ///
  /// - Parameter group: the only row of the result of ``query(of:)``.
  package func rows(of query: Query, _ group: QueryRow) -> [QueryRow] {
    query.columns.enumerated().map { index, column in
      let cells = group.cells.dropFirst(index * calculations.count).prefix(calculations.count)
      let shown = cells.map { $0.kind == .null ? QueryCell(.absent) : $0 }
      return QueryRow([QueryCell(.text, column.title)] + shown)
    }
  }
}

extension Query.Column {
  /// Creates the column of a property or a key.
  ///
  /// - Parameter names: the names that include the property; nil for a key that is not in the samples.
  fileprivate init(property name: String, _ names: FilterNames?) {
    let part = FilterNames.Part(step: .key(name), position: 0)
    // Without models the name is the key, which need not be searched for in the samples.
    let path = try? names?.path(name.filterName, [part], isLiteral: names?.hasModels == false)
    self.init(
      // The path of a key with special characters is escaped, but the title is not.
      label: path == nil || name != name.filterName ? name : nil,
      path: path ?? FilterPath(words: "." + name.filterName, routes: [[.key(name)]]))
  }
}

extension RecordList {
  /// Returns the properties of the model, or for plain objects the union of their keys in the order of first
  /// occurrence, the length of the longest array of scalars, and whether some values are neither objects nor such arrays.
  ///
  /// - Parameters:
  ///   - progress: called between parts of the text; returns false to stop.
  package func properties(
    workers: Int = ProcessInfo.processInfo.activeProcessorCount,
    progress: () -> Bool = { true }
  ) -> (names: [String], arrays: Int, hasOthers: Bool) {
    if let modelProperties { return (modelProperties, 0, false) }
    var (keys, arrays): ([String], Int) = ([], 0)
    var known: Set<ExactText> = []
    var hasOthers = false
    read(workers: workers) { records in
      var keys = KeyUnion()
      for record in records {
        if let node = subject(of: record).node { keys.add(node) }
      }
      return keys
    } _: { part, _ in
      keys += part.keys.filter { known.insert(ExactText($0)).inserted }
      arrays = max(arrays, part.arrays)
      hasOthers = hasOthers || part.hasOthers
      return progress()
    }
    return (keys.isEmpty ? bytes.titles : keys, arrays, hasOthers)
  }
}

/// The union of the keys of several objects. Each spelling of a key is decoded only once.
private struct KeyUnion {
  private(set) var keys: [String] = []
  /// The length of the longest array of scalars.
  private(set) var arrays = 0
  /// Whether one of the values was neither an object nor an array of scalars.
  private(set) var hasOthers = false
  private var known: Set<[UInt8]> = []
  /// The last object, because most objects have the keys of the object before them.
  private var last: JSONNode?

  mutating func add(_ object: JSONNode) {
    switch object.kind {
    case .object: addKeys(of: object)
    case .array where object.isArrayOfScalars: arrays = max(arrays, object.count, 1)
    default: hasOthers = true
    }
  }

  private mutating func addKeys(of object: JSONNode) {
    defer { last = object }
    if let last, object.hasKeys(of: last) { return }
    for (key, _) in object.members where known.insert(key.rawBytes).inserted { keys.append(key.displayText) }
  }
}

extension FilterNames {
  /// Returns a sort key of the query whose values are dates in a pattern that does not sort by time as text, and the
  /// pattern; nil if there is none.
  package func datesSortedAsText(by query: Query) -> (key: String, pattern: String)? {
    for case .path(let path) in query.sort.map(\.subject) where text(at: path) != nil {
      let patterns = scalars(at: path).map(\.displayText).filter { !$0.isEmpty }.map { Set($0.datePatterns) }
      let common = patterns.dropFirst().reduce(patterns.first ?? []) { $0.intersection($1) }
      if let pattern = common.min(), !common.contains(where: { $0.hasPrefix("yyyy") }) {
        return (path.words, pattern)
      }
    }
    return nil
  }
}
