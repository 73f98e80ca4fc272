import Mantle

/// The running state from which one or several aggregates compute their results for the values of a group.
protocol Accumulator: Sendable {
  /// Adds a value, which must be present and readable, to the state.
  mutating func add(_ value: inout CountedValue)
  /// Adds the state of another accumulator of the same type, whose values come from the following rows.
  mutating func merge(_ other: Self)
  /// Sorts the stored values, so that several results do not sort them again.
  mutating func finish()
  /// Returns the result of an aggregate.
  func result(of aggregate: Query.Aggregate) -> QueryCell
  /// The number of values that the result excludes, because they are not numbers.
  var leftOut: Int { get }
  /// Returns whether the result of a function is an estimate, because there were too many values to store.
  func isEstimate(of function: AggregateFunction) -> Bool
}

extension Accumulator {
  var leftOut: Int { 0 }

  func isEstimate(of function: AggregateFunction) -> Bool { false }

  mutating func finish() {}

  /// Adds several values, which is faster than adding each to all accumulators in turn.
  mutating func add(_ values: inout [CountedValue]) {
    for index in values.indices { add(&values[index]) }
  }

  /// Adds the state of another accumulator, whose values come from the following rows.
  mutating func merge(any other: any Accumulator) {
    if let other = other as? Self { merge(other) }
  }
}

extension AggregateFunction {
  /// The function whose accumulator also has the result of this function: `sum` for `mean`, `median` for `quantile`.
  /// Nil if the function needs no accumulator, because values are only counted by kind.
  var source: AggregateFunction? {
    switch self {
    case .count, .percent, .nulls, .absent, .errors: nil
    case .mean: .sum
    case .max: .min
    case .quantile, .histogram: .median
    default: self
    }
  }

  /// Creates an empty accumulator for the function, which must be a ``source``.
  ///
  /// - Parameter bound: the maximum number of values that the accumulator stores, if it stores values.
  func accumulator(bound: Int) -> any Accumulator {
    switch self {
    case .sum: NumberSum()
    case .stddev: NumberSpread()
    case .min: ExtremeValues()
    case .distinct: ValueTally(bound: bound, most: 0)
    case .first: ListedValues(.first)
    case .last: ListedValues(.last)
    case .list: ListedValues(.all)
    case .top: ValueTally(bound: bound, most: Self.mostCounted)
    default: ValueSample(bound: bound)
    }
  }

  private static let mostCounted = 10_000

  /// Whether the memory of the function's accumulator grows with the number of values.
  var keepsValues: Bool { self == .median || self == .distinct || self == .top }

  /// Whether the result depends on the order of the values.
  var isOrdered: Bool { self == .first || self == .last || self == .list }
}
