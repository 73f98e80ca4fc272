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
  /// Whether the result is an estimate, because there were too many values to store.
  var isEstimate: Bool { get }
}

extension Accumulator {
  var leftOut: Int { 0 }
  var isEstimate: Bool { false }

  mutating func finish() {}

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
    case .distinct: DistinctValues(bound: bound)
    case .first: ListedValues(.first)
    case .last: ListedValues(.last)
    case .list: ListedValues(.all)
    case .top: ValueTally()
    default: ValueSample(bound: bound)
    }
  }

  /// Whether the memory of the function's accumulator grows with the number of values.
  var keepsValues: Bool { self == .median || self == .distinct }
}
