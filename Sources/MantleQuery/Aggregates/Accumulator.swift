import Mantle

/// The state of some aggregates over the values of a group.
protocol Accumulator: Sendable {
  /// Adds a value that is present and readable.
  mutating func add(_ value: inout CountedValue)
  /// Adds the state of another accumulator of the same type, of the following rows.
  mutating func merge(_ other: Self)
  /// Returns the result of an aggregate.
  func result(of aggregate: Query.Aggregate) -> QueryCell
  /// The number of values that are left out because they are not numbers.
  var leftOut: Int { get }
  /// Whether too many values were added to keep them all, so that the result is an estimate.
  var isEstimate: Bool { get }
}

extension Accumulator {
  var leftOut: Int { 0 }
  var isEstimate: Bool { false }

  /// Adds the state of the following rows.
  mutating func merge(any other: any Accumulator) {
    if let other = other as? Self { merge(other) }
  }
}

extension AggregateFunction {
  /// The function whose accumulator has the result, too; nil if the numbers of values of each kind are enough.
  var source: AggregateFunction? {
    switch self {
    case .count, .percent, .nulls, .absent, .errors: nil
    case .mean: .sum
    case .quantile, .histogram: .median
    default: self
    }
  }

  /// Creates the empty accumulator of a ``source``.
  ///
  /// - Parameter bound: The number of values it keeps at most, if it keeps values.
  func accumulator(bound: Int) -> any Accumulator {
    switch self {
    case .sum: NumberSum()
    case .stddev: NumberSpread()
    case .min: ExtremeValue(isGreatest: false)
    case .max: ExtremeValue(isGreatest: true)
    case .distinct: DistinctValues(bound: bound)
    case .first: ListedValues(.first)
    case .last: ListedValues(.last)
    case .list: ListedValues(.all)
    case .top: ValueTally()
    default: ValueSample(bound: bound)
    }
  }

  /// Whether the memory of the accumulator grows with the number of values.
  var keepsValues: Bool { self == .median || self == .distinct }
}
