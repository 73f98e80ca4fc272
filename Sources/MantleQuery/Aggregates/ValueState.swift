import Mantle

/// The state of all aggregates that one property has in one group.
struct ValueState: Sendable {
  private(set) var values = 0
  private(set) var nulls = 0
  private(set) var absent = 0
  private(set) var unreadable = 0
  private var accumulators: [any Accumulator]
  /// The last values, which wait to be added to the accumulators; nil if each value is added at once.
  private var waiting: RepeatedValues?

  init(_ plan: AggregationPlan.Values, bound: Int) {
    accumulators = plan.functions.map { $0.accumulator(bound: bound) }
    waiting = plan.countsRepetitions ? RepeatedValues() : nil
  }

  mutating func add(_ found: FoundValue) {
    switch found {
    case .absent: absent += 1
    case .null: nulls += 1
    case .unreadable, .failed: unreadable += 1
    case .several(let values) where values.isEmpty: absent += 1
    case .several(let values): values.forEach { add($0) }
    case .value:
      values += 1
      if waiting?.add(found) != nil {
        if waiting?.isFull == true { flush() }
      } else {
        var value = CountedValue(found)
        for index in accumulators.indices { accumulators[index].add(&value) }
      }
    }
  }

  /// Adds the waiting values to the accumulators, which must be done after the last value.
  mutating func flush() {
    guard var values = waiting?.values else { return }
    waiting = RepeatedValues()
    for index in accumulators.indices { accumulators[index].add(&values) }
  }

  mutating func merge(_ other: ValueState) {
    values += other.values
    nulls += other.nulls
    absent += other.absent
    unreadable += other.unreadable
    for index in accumulators.indices { accumulators[index].merge(any: other.accumulators[index]) }
  }

  /// Prepares the results after the last value.
  mutating func finish() {
    for index in accumulators.indices { accumulators[index].finish() }
  }

  func result(of aggregate: Query.Aggregate, _ accumulator: Int?) -> QueryCell {
    if let accumulator { return accumulators[accumulator].result(of: aggregate) }
    return switch aggregate.function {
    case .nulls: .number(nulls)
    case .absent: .number(absent)
    case .errors: .number(unreadable)
    default: .number(values)
    }
  }

  /// Returns whether the result is an estimate, because there were too many values to store.
  func isEstimate(of function: AggregateFunction, _ accumulator: Int) -> Bool {
    accumulators[accumulator].isEstimate(of: function)
  }

  /// Returns the number of values that an aggregate excludes, because they are not numbers.
  func leftOut(_ accumulator: Int) -> Int { accumulators[accumulator].leftOut }
}

/// The distinct properties of a query's aggregates, and the accumulators that each property needs.
struct AggregationPlan: Sendable {
  /// A property, and the functions that need an accumulator of its values.
  struct Values: Sendable {
    let path: FilterPath
    /// The functions with an accumulator of their own; each is an ``AggregateFunction/source``.
    fileprivate(set) var functions: [AggregateFunction] = []

    /// Whether repetitions of a value are counted before the value is added, which is only worthwhile if values are
    /// identified, and only possible if their order does not matter.
    var countsRepetitions: Bool {
      functions.contains { $0 == .distinct || $0 == .top } && !functions.contains(where: \.isOrdered)
    }
  }

  let values: [Values]
  /// For each aggregate, the index of its property, which is nil for an aggregate of rows, and the index of its
  /// accumulator, which is nil if it needs none.
  private(set) var sources: [(values: Int?, accumulator: Int?)] = []
  /// The maximum number of values that an accumulator stores for each group.
  let bound: Int

  /// The maximum number of values that all accumulators of a group store together. They take a gigabyte, which is
  /// enough for exact statistics of 30 properties with a million values each.
  private static let most = 1 << 26

  init(_ aggregates: [Query.Aggregate]) {
    var values: [Values] = []
    var indices: [ExactText: Int] = [:]
    for aggregate in aggregates {
      guard let path = aggregate.path else {
        sources.append((nil, nil))
        continue
      }
      let index = indices[ExactText(path.words)] ?? values.count
      if index == values.count {
        indices[ExactText(path.words)] = index
        values.append(Values(path: path))
      }
      sources.append((index, aggregate.function.source.map { values[index].add($0) }))
    }
    let keeping = values.flatMap(\.functions).count { $0.keepsValues }
    self.values = values
    bound = min(1 << 20, max(1 << 12, Self.most / max(1, keeping)))
  }
}

extension AggregationPlan.Values {
  /// Adds the accumulator of a function, unless it exists.
  ///
  /// - Returns: the index of the accumulator.
  fileprivate mutating func add(_ function: AggregateFunction) -> Int {
    if let index = functions.firstIndex(of: function) { return index }
    // The tally of the most frequent values also has the number of distinct ones.
    if function == .distinct, let index = functions.firstIndex(of: .top) { return index }
    if function == .top, let index = functions.firstIndex(of: .distinct) {
      functions[index] = .top
      return index
    }
    functions.append(function)
    return functions.count - 1
  }
}
