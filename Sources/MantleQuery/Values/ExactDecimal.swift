import Mantle

/// A decimal number of any length, for exact calculations.
struct ExactDecimal: Hashable, Sendable {
  let isNegative: Bool
  /// The decimal digits, as values from 0 to 9, without leading zeros; empty for zero.
  let digits: [UInt8]
  /// The number of digits after the decimal point, including zeros before the first digit; negative if zeros follow
  /// the last digit before the point.
  let scale: Int

  /// Creates a nonnegative integer.
  init(_ count: Int) {
    let digits = count == 0 ? [] : "\(count)".utf8.map { $0 - UInt8(ascii: "0") }
    self.init(isNegative: false, digits: digits, scale: 0)
  }

  init(isNegative: Bool, digits: [UInt8], scale: Int) {
    (self.isNegative, self.digits, self.scale) = (isNegative, digits, scale)
  }

  /// The number as JSON, without an exponent.
  var text: String {
    guard !digits.isEmpty else { return "0" }
    let zero = UInt8(ascii: "0")
    // The place of the point among the digits. Zeros are at the places before and after the digits.
    let point = digits.count - scale
    let end = (digits.lastIndex { $0 > 0 } ?? 0) + 1
    var text = isNegative ? [UInt8(ascii: "-")] : []
    if point <= 0 { text.append(zero) }
    for place in min(point, 0)..<max(point, end) {
      if place == point { text.append(UInt8(ascii: ".")) }
      text.append(digits.indices.contains(place) ? zero + digits[place] : zero)
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The maximum number of digits of an exact quotient.
  private static let maximumDigits = 34

  /// Returns the number divided by an integer, as JSON: exact if the quotient has at most 34 digits, otherwise the
  /// nearest `Double`.
  func divided<Divisor: FixedWidthInteger>(by divisor: Divisor) -> String {
    var quotient: [UInt8] = []
    var (rest, scale) = (0 as Divisor, self.scale)
    func append(_ digit: UInt8) {
      let (digit, remainder) = (rest * 10 + Divisor(digit)).quotientAndRemainder(dividingBy: divisor)
      rest = remainder
      if digit > 0 || !quotient.isEmpty { quotient.append(UInt8(digit)) }
    }
    digits.forEach(append)
    while rest > 0, quotient.count <= max(Self.maximumDigits, digits.count) {
      append(0)
      scale += 1
    }
    let text = ExactDecimal(isNegative: isNegative, digits: quotient, scale: scale).text
    guard rest > 0, let near = Double(text), near.isFinite else { return text }
    return "\(near)"
  }
}
