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
  private var count = 0.0
  private var mean = 0.0
  /// The sum of the squared deviations from the mean.
  private var squares = 0.0
  private(set) var leftOut = 0

  mutating func add(_ value: inout CountedValue) {
    guard case .number(let number) = value.measure, number.rounded.isFinite else {
      leftOut += value.count
      return
    }
    add(Double(value.count), of: number.rounded, squares: 0)
  }

  /// Adds numbers with the given count and mean, and the sum of their squared deviations from this mean.
  private mutating func add(_ number: Double, of otherMean: Double, squares others: Double) {
    let distance = otherMean - mean
    let total = count + number
    squares += others + distance * distance * count * number / total
    mean += distance * number / total
    count = total
  }

  mutating func merge(_ other: NumberSpread) {
    leftOut += other.leftOut
    if other.count > 0 { add(other.count, of: other.mean, squares: other.squares) }
  }

  func result(of aggregate: Query.Aggregate) -> QueryCell {
    guard count > 1 else { return .null }
    return .calculated("\((squares / (count - 1)).squareRoot().rounded(toDigits: 12))")
  }
}

/// Numbers and dates, stored for medians and quantiles.
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

    /// The exact number: integers up to 2^100 are exact, and any other number is the shortest text of its `Double`.
    var number: ComparedNumber? {
      let isLong = 0x1p53..<0x1p100 ~= rounded.magnitude
      let integer = isLong ? Int128(exactly: rounded).map { $0 + Int128(rest) } : nil
      return ComparedNumber(json: integer.map { "\($0)" } ?? QueryCell.number(rounded).text)
    }
  }

  private let bound: Int
  private var values: [Value] = []
  private var count = 0
  /// The number of added values for each stored value: 1 if all values are stored, 2 if every second value is.
  private var stride = 1
  private var areDates = true
  private(set) var leftOut = 0

  init(bound: Int) { self.bound = bound }

  mutating func add(_ value: inout CountedValue) {
    switch value.measure {
    case .number(let number):
      areDates = false
      add(Value(number), times: value.count)
    case .moment(let seconds):
      add(Value(nanoseconds: value.found.nanoseconds ?? seconds.nanoseconds), times: value.count)
    case .text, .nothing: leftOut += value.count
    }
  }

  private mutating func add(_ value: Value, times count: Int) {
    for _ in 0..<count { add(value) }
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
    if stride == 1, values.count + other.values.count <= bound {
      count += other.values.count
      values += other.values
    } else {
      other.values.forEach { add($0) }
    }
  }

  mutating func finish() { values.sort() }

  func isEstimate(of function: AggregateFunction) -> Bool { stride > 1 }

  func result(of aggregate: Query.Aggregate) -> QueryCell {
    if aggregate.function == .histogram { return histogram }
    return quantile(aggregate.function == .median ? 0.5 : aggregate.number ?? 0.5) ?? .null
  }

  private var histogram: QueryCell {
    guard let least = values.min()?.rounded, let most = values.max()?.rounded else { return .null }
    var counts = [Int](repeating: 0, count: 8)
    for value in values {
      let position = (value.rounded - least) / (most - least) * 8
      // If all values are equal, they are counted in the first range. An infinite position is counted in the last range.
      counts[position < 8 ? Int(position) : least < most ? 7 : 0] += stride
    }
    return QueryCell(list: counts.map { .number($0) })
  }

  private func quantile(_ probability: Double) -> QueryCell? {
    guard !values.isEmpty else { return nil }
    // After `finish`, this only detects that the values are sorted.
    let sorted = values.sorted()
    let position = probability * Double(sorted.count - 1)
    let low = sorted[Int(position)]
    let high = sorted[min(Int(position) + 1, sorted.count - 1)]
    let part = position - position.rounded(.down)
    if areDates {
      let difference = Double(high.nanoseconds - low.nanoseconds)
      return QueryCell(nanoseconds: low.nanoseconds + Int128((difference * part).rounded()))
    }
    guard low < high, part > 0 else { return low.number.map { QueryCell(.number, $0.text) } }
    if let number = Self.number(between: low, high, at: part) { return number }
    // Interpolation has binary rounding errors, so the result is rounded: 1.65 is between 1.1 and 2.2.
    let value = low.rounded + (high.rounded - low.rounded) * part
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
