/// The value of a JSON number of any length, for exact comparisons.
///
/// ```swift
/// JSONDecimal(Array("1.0".utf8)) == JSONDecimal(Array("1e0".utf8))  // true
/// ```
package struct JSONDecimal: Hashable {
  package let isNegative: Bool
  /// The digits of the number in ASCII, without leading and trailing zeros; empty for zero.
  package let digits: [UInt8]
  /// The exponent *e* of the value 0.*digits* × 10^*e*; nil if it exceeds `Int`.
  package let exponent: Int?

  /// Returns whether two JSON numbers have the same value. Numbers with an exponent that exceeds `Int` are
  /// equal only if their texts are equal.
  package static func areEqual(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    if a == b { return true }
    let (left, right) = (JSONDecimal(a), JSONDecimal(b))
    // Numbers whose exponents exceed `Int` are considered equal only if their bytes are equal.
    return left == right && left.exponent != nil
  }

  /// Parses the text of a JSON number.
  ///
  /// - Parameter text: A number that conforms to RFC 8259 §6.
  package init(_ text: [UInt8]) {
    let exponentStart = text.firstIndex { $0 | 0x20 == ASCII.lowercaseE } ?? text.endIndex
    var (digits, leadingZeros, wholeCount, isFraction) = ([UInt8](), 0, 0, false)
    digits.reserveCapacity(exponentStart)
    for byte in text[..<exponentStart] where byte != ASCII.minus {
      guard byte != ASCII.dot else {
        isFraction = true
        continue
      }
      if !isFraction { wholeCount += 1 }
      if digits.isEmpty, byte == ASCII.zero { leadingZeros += 1 } else { digits.append(byte) }
    }
    while digits.last == ASCII.zero { digits.removeLast() }
    self.digits = digits
    isNegative = text.first == ASCII.minus && !digits.isEmpty
    if digits.isEmpty {
      exponent = 0
    } else {
      let written =
        exponentStart == text.endIndex
        ? 0 : Int(String(decoding: text[(exponentStart + 1)...], as: UTF8.self))
      let sum = written?.addingReportingOverflow(wholeCount - leadingZeros)
      exponent = sum.flatMap { $0.overflow ? nil : $0.partialValue }
    }
  }

  /// Returns a canonical text of a JSON number. Numbers of the same value have the same canonical text, unless
  /// their exponents exceed `Int`.
  static func identity(_ text: [UInt8]) -> [UInt8] {
    let isPlain =
      text.count <= longestPlain && !text.contains { $0 == ASCII.dot || $0 | 0x20 == ASCII.lowercaseE }
    if isPlain, text != [ASCII.minus, ASCII.zero] { return text }
    let number = JSONDecimal(text)
    guard let exponent = number.exponent else { return text }
    if number.digits.isEmpty { return [ASCII.zero] }
    let sign = number.isNegative ? [ASCII.minus] : []
    if exponent >= number.digits.count, exponent < longestPlain {
      return sign + number.digits + [UInt8](repeating: ASCII.zero, count: exponent - number.digits.count)
    }
    return sign + [ASCII.dot] + number.digits + [ASCII.lowercaseE] + Array(String(exponent).utf8)
  }

  /// Returns the decimal text of the number multiplied by a power of ten, such as `1500` for 1.5 shifted by 3.
  ///
  /// - Parameter shift: The exponent of the power of ten.
  /// - Returns: Nil if the product is not an integer, or if more than 400 zeros follow its significant
  ///   digits.
  func wholeText(shiftedBy shift: Int = 0) -> String? {
    if digits.isEmpty { return "0" }
    guard let exponent, abs(exponent / 2) < 1 << 40 else { return nil }
    let zeroCount = exponent + shift - digits.count
    guard (0...400).contains(zeroCount) else { return nil }
    let zeros = [UInt8](repeating: ASCII.zero, count: zeroCount)
    return (isNegative ? "-" : "") + String(decoding: digits + zeros, as: UTF8.self)
  }

  /// The maximum length of the text of an integer that is its own canonical text.
  private static let longestPlain = 64
}

extension JSONDecimal: Comparable {
  /// Returns whether the first value is less than the second; an exponent beyond `Int` is treated as very
  /// large.
  package static func < (a: JSONDecimal, b: JSONDecimal) -> Bool {
    if a.isNegative != b.isNegative { return a.isNegative }
    return a.isNegative ? b.isCloserToZero(than: a) : a.isCloserToZero(than: b)
  }

  private func isCloserToZero(than other: JSONDecimal) -> Bool {
    if digits.isEmpty || other.digits.isEmpty { return digits.isEmpty && !other.digits.isEmpty }
    let (own, others) = (exponent ?? .max, other.exponent ?? .max)
    return own == others ? digits.lexicographicallyPrecedes(other.digits) : own < others
  }
}
