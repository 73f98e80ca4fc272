/// A number with a point and no exponent, read in one pass: its value as a `Double`, and whether that is written with the same
/// digits.
///
/// What takes more than 128 bits to be sure about is left to the slow way.
struct PlainFraction {
  /// The nearest `Double`.
  let value: Double
  /// Whether the number's digits are the fewest that tell its value from all others.
  let isShortest: Bool

  private static let mostDigits = 19

  /// - Parameter text: a number by JSON's grammar.
  /// - Returns: nil for a number that must be looked at more closely.
  init?(_ text: UnsafeBufferPointer<UInt8>) {
    let isNegative = text.first == 0x2D
    let start = isNegative ? 1 : 0
    // One more for the point: so many digits fit into 64 bits.
    guard text.count - start <= Self.mostDigits + 1 else { return nil }
    var digits: UInt64 = 0
    // Ten to the power of how many digits stand behind the point.
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
        // Many digits mostly stand behind the point.
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
      // Both are doubles without rounding, so one division rounds once (Clinger 1990).
      let magnitude = Double(Int64(digits)) / Double(Int64(power))
      value = isNegative ? -magnitude : magnitude
      isShortest = true
      return
    }
    guard digits % 10 != 0, let magnitude = Magnitude(digits, over: power) else { return nil }
    value = isNegative ? -magnitude.value : magnitude.value
    isShortest = magnitude.isShortest
  }

  /// The number that eight bytes are in decimal digits, the first lowest in the word; nil where one of them is none.
  private static func eightDigits(_ bytes: UInt64) -> UInt64? {
    guard let digits = bytes.eightDigits else { return nil }
    // Neighbours are put together to numbers of two digits, then of four, then of eight.
    let pairs = (digits &* 10 &+ digits &>> 8) & 0x00FF_00FF_00FF_00FF
    let fours = (pairs &* 100 &+ pairs &>> 16) & 0x0000_FFFF_0000_FFFF
    return (fours &* 10_000 &+ fours &>> 32) & 0xFFFF_FFFF
  }

  /// Numbers of up to 15 digits come back from a `Double` as they are.
  private static let sure: UInt64 = 1_000_000_000_000_000
}

/// The nearest `Double` to a quotient whose dividend does not end in zero.
private struct Magnitude {
  let value: Double
  let isShortest: Bool

  /// - Returns: nil where the quotient lies between two doubles or two texts, and where the doubles on both sides are not
  ///   equally far away.
  init?(_ digits: UInt64, over power: UInt64) {
    let estimate = Double(digits) / Double(power)
    // A double is an integer of 53 bits over two to the power of this.
    let shift = 52 - Int(estimate.exponent)
    guard shift > 0, shift + 64 - digits.leadingZeroBitCount < 127 else { return nil }
    let integer = estimate.significandBitPattern | 1 << 52
    // How far the quotient is above the double. Both sides are multiplied by power × 2^shift; 53 bits times 64 are 117.
    let unit = Int128(1) &<< Int128(shift)
    let power = Int128(power)
    var rest = Int128(digits) &* unit &- Int128(integer) &* power
    // Of three roundings, the estimate may be the next one.
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
    // On the border, which of two doubles or texts is taken depends on more.
    guard shorter != (power / 2).magnitude, rest.magnitude &* 2 != unit.magnitude else { return nil }
    isShortest = shorter > (power / 2).magnitude && rest.magnitude &* 2 < unit.magnitude
  }
}
