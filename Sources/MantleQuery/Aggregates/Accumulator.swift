import Mantle

/// What is kept of the values of a group for some aggregates.
protocol Accumulator: Sendable {
  /// Takes in a value that is present and readable.
  mutating func add(_ value: CountedValue)
  /// Takes in what another accumulator of the same type has kept of the following rows.
  mutating func merge(_ other: Self)
  /// Returns the result of an aggregate.
  func result(of aggregate: Query.Aggregate) -> QueryCell
  /// The number of values that are left out because they are not numbers.
  var leftOut: Int { get }
}

extension Accumulator {
  var leftOut: Int { 0 }

  /// Takes in what is kept of the following rows.
  mutating func merge(any other: any Accumulator) {
    if let other = other as? Self { merge(other) }
  }
}

/// The kind of an accumulator; several aggregates of a property share one.
enum AccumulatorKind: Hashable, Sendable {
  case sum, spread, least, greatest, sample, distinct, first, last, list, tally

  /// Creates an empty accumulator.
  ///
  /// - Parameter bound: The number of values it keeps at most, if it keeps values.
  func make(bound: Int) -> any Accumulator {
    switch self {
    case .sum: NumberSum()
    case .spread: NumberSpread()
    case .least: ExtremeValue(isGreatest: false)
    case .greatest: ExtremeValue(isGreatest: true)
    case .sample: ValueSample(bound: bound)
    case .distinct: DistinctValues(bound: bound)
    case .first: ListedValues(.first)
    case .last: ListedValues(.last)
    case .list: ListedValues(.all)
    case .tally: ValueTally()
    }
  }

  var needs: ValueNeeds {
    switch self {
    case .sum, .spread, .sample: .measure
    case .least, .greatest: .order
    case .distinct, .tally: .identity
    case .first, .last, .list: []
    }
  }

  /// Whether memory grows with the number of values.
  var keepsValues: Bool { self == .sample || self == .distinct }
}

extension AggregateFunction {
  /// The accumulator the function needs; nil if the numbers of values of each kind are enough.
  var accumulator: AccumulatorKind? {
    switch self {
    case .count, .nulls, .absent, .errors: nil
    case .distinct: .distinct
    case .sum, .mean: .sum
    case .stddev: .spread
    case .min: .least
    case .max: .greatest
    case .median, .quantile, .histogram: .sample
    case .first: .first
    case .last: .last
    case .list: .list
    case .top: .tally
    }
  }
}
