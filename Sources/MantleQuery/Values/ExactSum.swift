import Mantle

/// The exact sum of JSON numbers, none of which is rounded.
///
/// Sums of sums do not depend on the order, so threads may add up parts of a text.
struct ExactSum: Hashable, Sendable {
  /// The sum of the usual numbers, in billionths. A text of 100 GB has too few of them for an overflow.
  private var billionths: Int128 = 0
  /// The sums of the other numbers in parts of nine digits: part *i* is in units of 10^(9 × *i*). Nothing is carried
  /// from one part to the next before the sum is read.
  private var parts: [Int: Int] = [:]

  /// The number of digits before or after the decimal point beyond which a number is not added: a text of a few
  /// bytes, such as `1e999999999`, would otherwise need a gigabyte.
  private static let maximumPlaces = 5_000
  private static let part = 1_000_000_000

  /// Adds a number.
  ///
  /// - Returns: False if the number has too many places to be added.
  mutating func add(_ number: ComparedNumber) -> Bool {
    if let usual = Self.billionths(number.text) {
      billionths += usual
      return true
    }
    let decimal = JSONDecimal(Array(number.text.utf8))
    guard let exponent = decimal.exponent, exponent <= Self.maximumPlaces,
      exponent - decimal.digits.count >= -Self.maximumPlaces
    else { return false }
    for (index, digit) in decimal.digits.enumerated() {
      let power = exponent - 1 - index
      let part = Self.part(of: power)
      let amount = Int(digit - UInt8(ascii: "0")) * Self.powers[power - part * 9]
      parts[part, default: 0] += decimal.isNegative ? -amount : amount
    }
    return true
  }

  mutating func add(_ other: ExactSum) {
    billionths += other.billionths
    parts.merge(other.parts, uniquingKeysWith: +)
  }

  /// The sum.
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

  /// Returns the parts with nine digits each, and the carry out of the last one.
  private static func carried(_ sums: [Int]) -> [Int] {
    var carry = 0
    var parts = sums.map { sum in
      let total = sum + carry
      // The remainder is not negative, so that only the last part has a sign.
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

  /// 1 to 100,000,000.
  private static let powers = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000]

  /// Returns a number of at most 18 digits, with at most nine after the point and no exponent, in billionths; nil
  /// for any other.
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
