extension BinaryInteger {
  /// The digits, with zeros before them where they are less than so many.
  package func padded(to count: Int, radix: Int = 10) -> String {
    let digits = String(self, radix: radix, uppercase: true)
    return String(repeating: "0", count: max(0, count - digits.count)) + digits
  }
}

extension UInt8 {
  /// `%0A`, as addresses write a byte.
  package var percentEncoded: String { "%" + padded(to: 2, radix: 16) }
}

extension Unicode.Scalar {
  /// Its number as Unicode writes it: `U+00A0`.
  var codePoint: String { "U+" + value.padded(to: 4, radix: 16) }
}
