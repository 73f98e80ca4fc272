import Mantle
import MantlePlatform

/// The exact sum and mean of numbers.
struct NumberSum: Accumulator {
  private var sum = ExactSum()
  private var count = 0
  private(set) var leftOut = 0

  mutating func add(_ value: inout CountedValue) {
    if case .number(let number) = value.measure, sum.add(number) { count += 1 } else { leftOut += 1 }
  }

  mutating func merge(_ other: NumberSum) {
    sum.add(other.sum)
    count += other.count
    leftOut += other.leftOut
  }

  func result(of aggregate: Query.Aggregate) -> QueryCell {
    guard count > 0 else { return .null }
    let total = sum.value
    return QueryCell(.number, aggregate.function == .mean ? total.divided(by: count) : total.text)
  }
}

/// The standard deviation of a sample of numbers, by the method of Welford.
struct NumberSpread: Accumulator {
  private var count = 0.0
  private var mean = 0.0
  /// The sum of the squared distances from the mean.
  private var squares = 0.0
  private(set) var leftOut = 0

  mutating func add(_ value: inout CountedValue) {
    guard case .number(let number) = value.measure, number.rounded.isFinite else {
      leftOut += 1
      return
    }
    count += 1
    let distance = number.rounded - mean
    mean += distance / count
    squares += distance * (number.rounded - mean)
  }

  mutating func merge(_ other: NumberSpread) {
    leftOut += other.leftOut
    guard other.count > 0 else { return }
    let distance = other.mean - mean
    let total = count + other.count
    squares += other.squares + distance * distance * count * other.count / total
    mean += distance * other.count / total
    count = total
  }

  func result(of aggregate: Query.Aggregate) -> QueryCell {
    count > 1 ? .number((squares / (count - 1)).squareRoot()) : .null
  }
}

/// Numbers and dates for medians and quantiles.
///
/// Up to the bound all values are kept. Beyond it, every second one is dropped and every second one of the following
/// is taken, and so on: of *n* kept values, the rank of a quantile is off by about 1/√*n*.
struct ValueSample: Accumulator {
  /// A number that is kept.
  private struct Value: Comparable {
    let rounded: Double
    /// The part of an integer that rounding removed.
    var rest = 0

    static func < (a: Value, b: Value) -> Bool { (a.rounded, a.rest) < (b.rounded, b.rest) }

    init(rounded: Double, rest: Int = 0) { (self.rounded, self.rest) = (rounded, rest) }

    init(_ integer: Int128) {
      rounded = Double(integer)
      rest = Int128(exactly: rounded).map { Int(truncatingIfNeeded: integer - $0) } ?? 0
    }

    /// The exact integer from 2^53 to 2^100, where `Double` lacks digits; nil for all other numbers.
    var integer: Int128? {
      guard 0x1p53..<0x1p100 ~= rounded.magnitude else { return nil }
      return Int128(exactly: rounded).map { $0 + Int128(rest) }
    }
  }

  private let bound: Int
  private var values: [Value] = []
  private var count = 0
  /// The step between kept values: 1 if all are kept, 2 if every second one is.
  private var stride = 1
  private var areDates = true
  private(set) var leftOut = 0
  var isEstimate: Bool { stride > 1 }

  init(bound: Int) { self.bound = bound }

  mutating func add(_ value: inout CountedValue) {
    switch value.measure {
    case .number(let number):
      areDates = false
      add(Value(rounded: number.rounded, rest: number.rest))
    case .moment(let seconds): add(Value(rounded: seconds))
    case .text, .nothing: leftOut += 1
    }
  }

  private mutating func add(_ value: Value) {
    if count % stride == 0 { values.append(value) }
    count += 1
    guard values.count > bound else { return }
    values = values.indices.filter { $0.isMultiple(of: 2) }.map { values[$0] }
    stride *= 2
  }

  mutating func merge(_ other: ValueSample) {
    leftOut += other.leftOut
    areDates = areDates && other.areDates
    other.values.forEach { add($0) }
  }

  func result(of aggregate: Query.Aggregate) -> QueryCell {
    if aggregate.function == .histogram { return histogram }
    guard let value = quantile(aggregate.function == .median ? 0.5 : aggregate.number ?? 0.5) else {
      return .null
    }
    if areDates { return QueryCell(seconds: value.rounded) }
    return value.integer.map { QueryCell(.number, "\($0)") } ?? .number(value.rounded)
  }

  private var histogram: QueryCell {
    guard let least = values.min()?.rounded, let most = values.max()?.rounded else { return .null }
    var counts = [Int](repeating: 0, count: 8)
    for value in values {
      let position = (value.rounded - least) / (most - least) * 8
      // One value is the first range; what is infinite is not in a range of its own.
      counts[position < 8 ? Int(position) : least < most ? 7 : 0] += stride
    }
    return QueryCell(list: counts.map { .number($0) })
  }

  private func quantile(_ probability: Double) -> Value? {
    guard !values.isEmpty else { return nil }
    let sorted = values.sorted()
    let position = probability * Double(sorted.count - 1)
    let low = sorted[Int(position)]
    let high = sorted[min(Int(position) + 1, sorted.count - 1)]
    let part = position - position.rounded(.down)
    guard low < high, part > 0 else { return low }
    if let first = low.integer, let last = high.integer {
      return Value(first + Int128((Double(last - first) * part).rounded()))
    }
    let difference = high.rounded - low.rounded
    return Value(rounded: (low.rounded + difference * part).roundedToDecimal)
  }
}

extension ComparedNumber {
  /// The difference between an integer and the nearest `Double`.
  fileprivate var rest: Int {
    guard abs(rounded) >= 0x1p53, let exact = Int128(text), let near = Int128(exactly: rounded) else {
      return 0
    }
    return Int(truncatingIfNeeded: exact - near)
  }
}

extension Double {
  /// The number with 15 significant digits: 1.65 between 1.1 and 2.2, where the sum of the parts has binary noise.
  fileprivate var roundedToDecimal: Double {
    guard isFinite, magnitude > 1e-290, magnitude < 1e15 else { return self }
    let scale = pow(10, 14 - log10(magnitude).rounded(.down))
    return (self * scale).rounded() / scale
  }
}
