/// A number with a decimal point and without an exponent, parsed in one pass: its value as a
/// `Double`, and whether the `Double` is written with the same digits.
///
/// Numbers whose result is not certain with 128-bit arithmetic are left to the slower general
/// parser.
struct PlainFraction {
  /// The nearest `Double`.
  let value: Double
  /// Whether the number has the fewest digits that distinguish its value from all others.
  let isShortest: Bool

  /// The maximum number of digits, which fit into 64 bits.
  private static let mostDigits = 19

  /// Parses a number.
  ///
  /// - Parameter text: a number in JSON syntax (RFC 8259 §6).
  /// - Returns: nil for a number that requires the general parser.
  init?(_ text: UnsafeBufferPointer<UInt8>) {
    let isNegative = text.first == 0x2D
    let start = isNegative ? 1 : 0
    // The additional byte is the decimal point.
    guard text.count - start <= Self.mostDigits + 1 else { return nil }
    var digits: UInt64 = 0
    // Ten to the power of the number of digits after the decimal point.
    var power: UInt64 = 1
    var step: UInt64 = 1
    var position = start
    while position < text.count {
      let digit = text[position] &- 0x30
      if digit <= 9 {
        digits = digits &* 10 &+ UInt64(digit)
        power &*= step
      } else if text[position] == 0x2E {
        step = 10
        // Numbers with many digits usually have most of them after the decimal point.
        while position + 9 <= text.count, let eight = Self.eightDigits(text.word(at: position + 1)) {
          digits = digits &* 100_000_000 &+ eight
          power &*= 100_000_000
          position += 8
        }
      } else {
        return nil
      }
      position += 1
    }
    while digits >= Self.sure, digits % 10 == 0, power > 1 { (digits, power) = (digits / 10, power / 10) }
    if digits < Self.sure {
      // Both operands are exact, so a single division rounds only once (Clinger 1990).
      let magnitude = Double(Int64(digits)) / Double(Int64(power))
      value = isNegative ? -magnitude : magnitude
      isShortest = true
      return
    }
    guard digits % 10 != 0, let magnitude = Magnitude(digits, over: power) else { return nil }
    value = isNegative ? -magnitude.value : magnitude.value
    isShortest = magnitude.isShortest
  }

  /// Returns the number that eight decimal digits represent; nil if one of the bytes is not a
  /// digit.
  ///
  /// - Parameter bytes: the bytes, the first in the least significant position.
  private static func eightDigits(_ bytes: UInt64) -> UInt64? {
    guard let digits = bytes.eightDigits else { return nil }
    // Adjacent digits are combined into numbers of two, four and eight digits.
    let pairs = (digits &* 10 &+ digits &>> 8) & 0x00FF_00FF_00FF_00FF
    let fours = (pairs &* 100 &+ pairs &>> 16) & 0x0000_FFFF_0000_FFFF
    return (fours &* 10_000 &+ fours &>> 32) & 0xFFFF_FFFF
  }

  /// The bound below which a number survives the conversion to `Double` and back: it has at
  /// most 15 digits.
  private static let sure: UInt64 = 1_000_000_000_000_000
}

/// The nearest `Double` to a quotient whose dividend does not end in zero.
private struct Magnitude {
  /// The nearest `Double`.
  let value: Double
  /// Whether the quotient has the fewest digits that distinguish the value from all others.
  let isShortest: Bool

  /// Divides the digits by a power of ten.
  ///
  /// - Returns: nil if the quotient is halfway between two doubles or two decimal
  ///   representations, or if the distances to the adjacent doubles differ.
  init?(_ digits: UInt64, over power: UInt64) {
    let estimate = Double(digits) / Double(power)
    // A double is an integer of 53 bits divided by two to the power of `shift`.
    let shift = 52 - Int(estimate.exponent)
    guard shift > 0, shift + 64 - digits.leadingZeroBitCount < 127 else { return nil }
    let integer = estimate.significandBitPattern | 1 << 52
    // The distance of the quotient above the double, multiplied by power × 2^shift. The
    // product of 53 and 64 bits has 117 bits.
    let unit = Int128(1) &<< Int128(shift)
    let power = Int128(power)
    var rest = Int128(digits) &* unit &- Int128(integer) &* power
    // The estimate results from three roundings, so it may be one of the adjacent doubles.
    let isAbove = rest > power / 2
    let isBelow = rest < -(power / 2)
    if isAbove { rest -= power }
    if isBelow { rest += power }
    guard rest.magnitude < (power / 2).magnitude else { return nil }
    value = isAbove ? estimate.nextUp : isBelow ? estimate.nextDown : estimate
    guard value.significandBitPattern != 0, value.exponent == estimate.exponent else { return nil }
    guard digits < 100_000_000_000_000_000 else {
      // No double is written with more than 17 digits.
      isShortest = false
      return
    }
    let last = Int128(digits % 10)
    let shorter = min((rest &- last &* unit).magnitude, (rest &+ (10 &- last) &* unit).magnitude)
    // In a tie, the choice between two doubles or representations depends on further rules.
    guard shorter != (power / 2).magnitude, rest.magnitude &* 2 != unit.magnitude else { return nil }
    isShortest = shorter > (power / 2).magnitude && rest.magnitude &* 2 < unit.magnitude
  }
}
