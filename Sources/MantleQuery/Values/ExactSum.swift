import Mantle

/// The exact sum of JSON numbers. No number is rounded.
///
/// The result does not depend on the order of additions, so threads can sum up parts of a text.
struct ExactSum: Hashable, Sendable {
  /// The sum of the numbers with few digits, in billionths. Even a text of 100 GB has too few numbers for an overflow.
  private var billionths: Int128 = 0
  /// The sum of all other numbers, in parts of nine digits: part *i* is in units of 10^(9 × *i*). Carries are
  /// computed only when the sum is read.
  private var parts: [Int: Int] = [:]

  /// The maximum number of digits before or after the decimal point of a number that is added. Without a limit, a
  /// text of a few bytes, such as `1e999999999`, would require a gigabyte.
  private static let maximumPlaces = 5_000
  private static let part = 1_000_000_000

  /// Adds a number, once or several times.
  ///
  /// - Returns: false if the number was not added because it has too many digits.
  mutating func add(_ number: ComparedNumber, times count: Int = 1) -> Bool {
    if let usual = Self.billionths(number.text) {
      billionths += usual * Int128(count)
      return true
    }
    let decimal = JSONDecimal(Array(number.text.utf8))
    guard let exponent = decimal.exponent, exponent <= Self.maximumPlaces,
      exponent - decimal.digits.count >= -Self.maximumPlaces
    else { return false }
    for (index, digit) in decimal.digits.enumerated() {
      let power = exponent - 1 - index
      let part = Self.part(of: power)
      let amount = Int(digit - UInt8(ascii: "0")) * Self.powers[power - part * 9] * count
      parts[part, default: 0] += decimal.isNegative ? -amount : amount
    }
    return true
  }

  mutating func add(_ other: ExactSum) {
    billionths += other.billionths
    parts.merge(other.parts, uniquingKeysWith: +)
  }

  /// The sum of all numbers that were added.
  var value: ExactDecimal {
    var parts = parts
    var (rest, part) = (billionths, -1)
    while rest != 0 {
      parts[part, default: 0] += Int(rest % Int128(Self.part))
      rest /= Int128(Self.part)
      part += 1
    }
    guard let low = parts.keys.min(), let high = parts.keys.max() else {
      return ExactDecimal(isNegative: false, digits: [], scale: 0)
    }
    let sums = (low...high).map { parts[$0] ?? 0 }
    let isNegative = Self.carried(sums).last ?? 0 < 0
    let carried = Self.carried(isNegative ? sums.map { -$0 } : sums)
    let digits = carried.reversed().flatMap { sum in
      Self.powers.reversed().map { UInt8(sum / $0 % 10) }
    }.drop { $0 == 0 }
    return ExactDecimal(isNegative: isNegative, digits: Array(digits), scale: -9 * low)
  }

  /// Returns the parts of a sum reduced to nine digits each, with the carry as an additional part.
  private static func carried(_ sums: [Int]) -> [Int] {
    var carry = 0
    var parts = sums.map { sum in
      let total = sum + carry
      // Remainders are nonnegative, so that only the carry has a sign.
      let remainder = (total % part + part) % part
      carry = (total - remainder) / part
      return remainder
    }
    while carry != 0, carry != -1 {
      let remainder = (carry % part + part) % part
      parts.append(remainder)
      carry = (carry - remainder) / part
    }
    return parts + [carry]
  }

  private static func part(of power: Int) -> Int { (power >= 0 ? power : power - 8) / 9 }

  /// The powers of ten from 1 to 100,000,000.
  private static let powers = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000]

  /// Returns the number in billionths if it has at most 18 digits, at most nine of them after the point, and no
  /// exponent; nil for any other number.
  private static func billionths(_ text: String) -> Int128? {
    var (value, digits, fraction) = (0, 0, 0)
    var (isNegative, isFraction) = (false, false)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        digits += 1
        if isFraction { fraction += 1 }
        if digits > 18 || fraction > 9 { return nil }
        value = value * 10 + Int(byte & 0xF)
      case UInt8(ascii: "-"): isNegative = true
      case UInt8(ascii: "."): isFraction = true
      default: return nil
      }
    }
    let whole = fraction == 9 ? 1 : powers[8 - fraction] * 10
    return Int128(isNegative ? -value : value) * Int128(whole)
  }
}
