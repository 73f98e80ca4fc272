extension BinaryInteger {
  /// Returns the digits in upper case, padded with leading zeros to at least `count` digits.
  package func padded(to count: Int, radix: Int = 10) -> String {
    let digits = String(self, radix: radix, uppercase: true)
    return String(repeating: "0", count: max(0, count - digits.count)) + digits
  }
}

extension UInt8 {
  /// The byte in percent-encoding (RFC 3986 §2.1), such as `%0A`.
  package var percentEncoded: String { "%" + padded(to: 2, radix: 16) }
}

extension Unicode.Scalar {
  /// The scalar in Unicode notation, such as `U+00A0`.
  package var codePoint: String { "U+" + value.padded(to: 4, radix: 16) }
}
