import Mantle

/// Exact decimal arithmetic. Only quotients with too many digits are rounded.
extension ExactDecimal {
  /// The maximum number of digits before or after the decimal point in calculations. Without a limit, a text of a few
  /// bytes, such as `1e999999999`, would require a gigabyte.
  static let maximumPlaces = 1_000

  /// Converts a compared number; nil for a number with too many digits.
  init?(_ number: ComparedNumber) {
    let decimal = JSONDecimal(Array(number.text.utf8))
    guard let exponent = decimal.exponent, abs(exponent) <= Self.maximumPlaces,
      decimal.digits.count <= Self.maximumPlaces
    else { return nil }
    self.init(
      isNegative: decimal.isNegative, digits: decimal.digits.map { $0 - UInt8(ascii: "0") },
      scale: decimal.digits.count - exponent)
  }

  /// Creates a number from its decimal digits, which may have leading zeros, and its scale.
  private init(_ isNegative: Bool, _ digits: some Sequence<UInt8>, _ scale: Int) {
    let digits = Array(digits.drop { $0 == 0 })
    self.init(isNegative: isNegative && !digits.isEmpty, digits: digits, scale: scale)
  }

  /// Creates a number from an integer that counts units of 10^-`scale`.
  init(_ units: Int128, scale: Int) {
    self.init(units < 0, "\(units.magnitude)".utf8.map { $0 - UInt8(ascii: "0") }, scale)
  }

  /// Whether the number exceeds the limit of ``maximumPlaces``.
  var isTooLong: Bool { digits.count > Self.maximumPlaces || abs(scale) > Self.maximumPlaces }

  /// Returns the digits of the number at a scale, with added zeros. The scale must be at least that of the number.
  private func digits(at scale: Int) -> [UInt8] {
    digits + [UInt8](repeating: 0, count: digits.isEmpty ? 0 : scale - self.scale)
  }

  /// The digits as an integer, without sign and decimal point; nil if there are too many digits.
  private var units: Int128? { digits.count < 37 ? digits.reduce(0) { $0 * 10 + Int128($1) } : nil }

  /// Returns the number as a count of units of 10^-`scale`, truncated; nil if it has too many digits.
  func units(at scale: Int) -> Int128? {
    let rounded = truncated(to: scale)
    let units = ExactDecimal(false, rounded.digits(at: scale), scale).units
    return units.map { isNegative ? -$0 : $0 }
  }

  // MARK: - Operations

  static prefix func - (number: ExactDecimal) -> ExactDecimal {
    ExactDecimal(!number.isNegative, number.digits, number.scale)
  }

  static func - (a: ExactDecimal, b: ExactDecimal) -> ExactDecimal { a + -b }

  static func + (a: ExactDecimal, b: ExactDecimal) -> ExactDecimal {
    let scale = max(a.scale, b.scale)
    let (x, y) = (a.digits(at: scale), b.digits(at: scale))
    if a.isNegative == b.isNegative { return ExactDecimal(a.isNegative, sum(x, y, sign: 1), scale) }
    let isLess = x.count == y.count ? x.lexicographicallyPrecedes(y) : x.count < y.count
    return isLess
      ? ExactDecimal(b.isNegative, sum(y, x, sign: -1), scale)
      : ExactDecimal(a.isNegative, sum(x, y, sign: -1), scale)
  }

  /// Returns the digits of the sum of two numbers; with a sign of -1, the digits of their difference, for which the
  /// first number must not be less than the second.
  private static func sum(_ x: [UInt8], _ y: [UInt8], sign: Int) -> [UInt8] {
    var (result, carry) = ([UInt8](), 0)
    for place in 0..<max(x.count, y.count) {
      let a = place < x.count ? Int(x[x.count - 1 - place]) : 0
      let b = place < y.count ? Int(y[y.count - 1 - place]) : 0
      let total = a + sign * b + carry + 10
      carry = total / 10 - 1
      result.append(UInt8(total % 10))
    }
    return (result + [UInt8(carry)]).reversed()
  }

  static func * (a: ExactDecimal, b: ExactDecimal) -> ExactDecimal {
    var sums = [Int](repeating: 0, count: a.digits.count + b.digits.count)
    for (i, x) in a.digits.enumerated() {
      for (j, y) in b.digits.enumerated() { sums[i + j + 1] += Int(x) * Int(y) }
    }
    for place in sums.indices.dropFirst().reversed() {
      sums[place - 1] += sums[place] / 10
      sums[place] %= 10
    }
    return ExactDecimal(a.isNegative != b.isNegative, sums.map { UInt8($0) }, a.scale + b.scale)
  }

  /// Returns the number divided by another one, as JSON: exact if the quotient has at most 34 digits, otherwise the
  /// nearest `Double`.
  ///
  /// - Parameter divisor: a number other than zero.
  /// - Returns: nil if the divisor has too many digits.
  func quotient(by divisor: ExactDecimal) -> String? {
    let shifted = ExactDecimal(isNegative != divisor.isNegative, digits, scale - divisor.scale)
    if divisor.digits.count < 18, let units = divisor.units { return shifted.divided(by: Int(units)) }
    return divisor.units.map { shifted.divided(by: $0) }
  }

  /// Returns the remainder of the division that rounds toward zero. It has the sign of the dividend, as in SQL.
  ///
  /// - Parameter divisor: A number other than zero.
  /// - Returns: nil if the divisor has too many digits.
  func remainder(by divisor: ExactDecimal) -> ExactDecimal? {
    let scale = max(scale, divisor.scale)
    guard let units = ExactDecimal(false, divisor.digits(at: scale), scale).units else { return nil }
    let rest = digits(at: scale).reduce(Int128(0)) { ($0 * 10 + Int128($1)) % units }
    return ExactDecimal(isNegative ? -rest : rest, scale: scale)
  }

  // MARK: - Rounding

  /// Returns the number truncated to a number of decimal places, which may be negative.
  func truncated(to places: Int) -> ExactDecimal {
    places < scale ? ExactDecimal(isNegative, digits.dropLast(scale - places), places) : self
  }

  /// Returns the number rounded to a number of decimal places. Halves are rounded away from zero, as in SQL.
  func rounded(to places: Int) -> ExactDecimal {
    guard places < scale else { return self }
    let half = ExactDecimal(isNegative, [5], places + 1)
    return (self + half).truncated(to: places)
  }

  /// The greatest integer that is not greater than the number.
  var floor: ExactDecimal {
    let whole = truncated(to: 0)
    return isNegative && whole != self && whole + -self != ExactDecimal(0) ? whole - ExactDecimal(1) : whole
  }
}
