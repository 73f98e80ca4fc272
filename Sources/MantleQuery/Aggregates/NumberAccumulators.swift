import Mantle
import MantlePlatform

/// The accumulator of the exact sum and mean of numbers.
struct NumberSum: Accumulator {
  private var sum = ExactSum()
  private var count = 0
  private(set) var leftOut = 0

  mutating func add(_ value: inout CountedValue) {
    guard case .number(let number) = value.measure, sum.add(number, times: value.count) else {
      leftOut += value.count
      return
    }
    count += value.count
  }

  mutating func merge(_ other: NumberSum) {
    sum.add(other.sum)
    count += other.count
    leftOut += other.leftOut
  }

  func result(of aggregate: Query.Aggregate) -> QueryCell {
    guard count > 0 else { return .null }
    let total = sum.value
    return .calculated(aggregate.function == .mean ? total.divided(by: count) : total.text)
  }
}

/// The sample standard deviation of numbers, computed by Welford's method. It has twelve digits, so that the order in
/// which parts of the data are merged does not affect the result.
struct NumberSpread: Accumulator {
  /// The first number. The others are stored as their distances from it, which are exact for numbers that are large but
  /// close together, such as timestamps.
  private var origin = 0.0
  private var count = 0.0
  /// The mean distance from the origin.
  private var mean = 0.0
  /// The sum of the squared deviations from the mean.
  private var squares = 0.0
  private(set) var leftOut = 0

  mutating func add(_ value: inout CountedValue) {
    guard case .number(let number) = value.measure, number.rounded.isFinite else {
      leftOut += value.count
      return
    }
    var same = NumberSpread()
    (same.origin, same.count) = (number.rounded, Double(value.count))
    merge(same)
  }

  mutating func merge(_ other: NumberSpread) {
    let leftOut = leftOut + other.leftOut
    defer { self.leftOut = leftOut }
    guard other.count > 0 else { return }
    guard count > 0 else { return self = other }
    let distance = other.origin - origin + other.mean - mean
    let total = count + other.count
    squares += other.squares + distance * distance * count * other.count / total
    mean += distance * other.count / total
    count = total
  }

  func result(of aggregate: Query.Aggregate) -> QueryCell {
    let deviation = (squares / (count - 1)).squareRoot()
    // The squares of numbers beyond 10^154 are infinite.
    guard count > 1, deviation.isFinite else { return .null }
    return .calculated("\(deviation.rounded(toDigits: 12))")
  }
}

/// Numbers, stored for medians and quantiles; dates are excluded if there are numbers.
///
/// Up to the bound, all values are stored. Whenever the bound is exceeded, every second stored value is dropped, and
/// from then on half as many of the added values are stored. With *n* stored values, the rank of a quantile is off by
/// about 1/√*n*.
struct ValueSample: Accumulator {
  /// A stored number or date.
  private struct Value: Comparable {
    let rounded: Double
    /// The exact value minus its nearest `Double`: in units for an integer, in nanoseconds for a date.
    var rest = 0

    static func < (a: Value, b: Value) -> Bool { (a.rounded, a.rest) < (b.rounded, b.rest) }

    init(_ number: ComparedNumber) { (rounded, rest) = (number.rounded, number.rest) }

    /// Creates a date from its nanoseconds since 1970.
    init(nanoseconds: Int128) {
      rounded = Double(nanoseconds) / 1e9
      rest = Int(truncatingIfNeeded: nanoseconds - Self.nanoseconds(rounded))
    }

    private static func nanoseconds(_ seconds: Double) -> Int128 { Int128((seconds * 1e9).rounded()) }

    /// The date in nanoseconds since 1970.
    var nanoseconds: Int128 { Self.nanoseconds(rounded) + Int128(rest) }

    /// The exact number: integers up to 2^100 are exact, and any other number is the shortest text of its `Double`. Nil for
    /// a number that is too large for a `Double`.
    var number: ComparedNumber? {
      guard rounded.isFinite else { return nil }
      let isLong = 0x1p53..<0x1p100 ~= rounded.magnitude
      let integer = isLong ? Int128(exactly: rounded).map { $0 + Int128(rest) } : nil
      return ComparedNumber(json: integer.map { "\($0)" } ?? QueryCell.number(rounded).text)
    }
  }

  /// Values that are stored up to a bound.
  private struct Sample: Sendable {
    let bound: Int
    var values: [Value] = []
    private(set) var count = 0
    /// The number of added values for each stored value: 1 if all values are stored, 2 if every second value is.
    private(set) var stride = 1

    init(bound: Int) { self.bound = bound }

    mutating func add(_ value: Value) {
      if count % stride == 0 { values.append(value) }
      count += 1
      guard values.count > bound else { return }
      values = values.indices.filter { $0.isMultiple(of: 2) }.map { values[$0] }
      stride *= 2
    }

    mutating func merge(_ other: Sample) {
      if stride == 1, values.count + other.values.count <= bound {
        count += other.values.count
        values += other.values
      } else {
        other.values.forEach { add($0) }
      }
    }
  }

  private var numbers: Sample
  private var dates: Sample
  private var others = 0
  private var areDates: Bool { numbers.count == 0 }
  private var sample: Sample { areDates ? dates : numbers }
  var leftOut: Int { others + (areDates ? 0 : dates.count) }

  init(bound: Int) { (numbers, dates) = (Sample(bound: bound), Sample(bound: bound)) }

  mutating func add(_ value: inout CountedValue) {
    switch value.measure {
    case .number(let number):
      let number = Value(number)
      for _ in 0..<value.count { numbers.add(number) }
    case .moment(let seconds):
      let date = Value(nanoseconds: value.found.nanoseconds ?? seconds.nanoseconds)
      for _ in 0..<value.count { dates.add(date) }
    case .text, .nothing: others += value.count
    }
  }

  mutating func merge(_ other: ValueSample) {
    others += other.others
    numbers.merge(other.numbers)
    dates.merge(other.dates)
  }

  mutating func finish() {
    numbers.values.sort()
    dates.values.sort()
  }

  func isEstimate(of function: AggregateFunction) -> Bool { sample.stride > 1 }

  func result(of aggregate: Query.Aggregate) -> QueryCell {
    if aggregate.function == .histogram { return histogram }
    return quantile(aggregate.function == .median ? 0.5 : aggregate.number ?? 0.5) ?? .null
  }

  private var histogram: QueryCell {
    let values = sample.values
    guard let least = values.min()?.rounded, let most = values.max()?.rounded else { return .null }
    var counts = [Int](repeating: 0, count: 8)
    for value in values {
      let position = (value.rounded - least) / (most - least) * 8
      // If all values are equal, they are counted in the first range. An infinite position is counted in the last range.
      counts[position < 8 ? Int(position) : least < most ? 7 : 0] += sample.stride
    }
    return QueryCell(list: counts.map { .number($0) })
  }

  private func quantile(_ probability: Double) -> QueryCell? {
    // After `finish`, this only detects that the values are sorted.
    let sorted = sample.values.sorted()
    guard !sorted.isEmpty else { return nil }
    let position = probability * Double(sorted.count - 1)
    let low = sorted[Int(position)]
    let high = sorted[min(Int(position) + 1, sorted.count - 1)]
    let part = position - position.rounded(.down)
    if areDates {
      let difference = Double(high.nanoseconds - low.nanoseconds)
      return QueryCell(nanoseconds: low.nanoseconds + Int128((difference * part).rounded()))
    }
    guard low < high, part > 0 else { return low.number.map { QueryCell(.number, $0.text) } }
    guard low.rounded.isFinite, high.rounded.isFinite else { return nil }
    if let number = Self.number(between: low, high, at: part) { return number }
    // Interpolation has binary rounding errors, so the result is rounded: 1.65 is between 1.1 and 2.2.
    let distance = high.rounded - low.rounded
    let value =
      distance.isFinite
      ? low.rounded + distance * part : low.rounded * (1 - part) + high.rounded * part
    return .number(value.magnitude < 1e15 ? value.rounded(toDigits: 15) : value)
  }

  /// Returns the exact number at a fraction of the way between two numbers; nil if the fraction is not a multiple of a
  /// quarter.
  private static func number(between low: Value, _ high: Value, at part: Double) -> QueryCell? {
    guard let quarters = Int(exactly: part * 4), let low = low.number, let high = high.number else {
      return nil
    }
    var sum = ExactSum()
    let isExact = (0..<4).allSatisfy { sum.add($0 < quarters ? high : low) }
    return isExact ? QueryCell(.number, sum.value.divided(by: 4)) : nil
  }
}

extension FoundValue {
  /// The nanoseconds since 1970 of a date in text form, which a `Double` cannot represent exactly; nil for other values.
  var nanoseconds: Int128? {
    switch self {
    case .value(.node(let node), _): node.kind == .string ? node.displayText.dateNanoseconds : nil
    case .value(.date(let text), _), .value(.text(let text), _): text.dateNanoseconds
    default: nil
    }
  }
}

extension Double {
  /// The seconds as a number of nanoseconds, with the precision of microseconds.
  var nanoseconds: Int128 { Int128((self * 1e6).rounded()) * 1000 }
}

extension ComparedNumber {
  /// The number minus its nearest `Double`, for an integer that a `Double` cannot represent; otherwise zero.
  fileprivate var rest: Int {
    guard abs(rounded) >= 0x1p53, let exact = Int128(text), let near = Int128(exactly: rounded) else {
      return 0
    }
    return Int(truncatingIfNeeded: exact - near)
  }
}

extension Double {
  /// Returns the number rounded to a number of significant digits.
  fileprivate func rounded(toDigits digits: Int) -> Double {
    guard isFinite, magnitude > 1e-290, magnitude < 1e290 else { return self }
    let places = Double(digits - 1) - log10(magnitude).rounded(.down)
    // Only powers of ten with a nonnegative exponent are exact.
    let scale = pow(10, places.magnitude)
    return places < 0 ? (self / scale).rounded() * scale : (self * scale).rounded() / scale
  }
}
