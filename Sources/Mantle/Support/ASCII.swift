/// The ASCII bytes that the parsers of the package recognize, and tests for classes of bytes.
package enum ASCII {
  @inlinable package static var tab: UInt8 { 0x09 }
  @inlinable package static var lineFeed: UInt8 { 0x0A }
  @inlinable package static var carriageReturn: UInt8 { 0x0D }
  @inlinable package static var recordSeparator: UInt8 { 0x1E }
  @inlinable package static var space: UInt8 { 0x20 }
  @inlinable package static var quote: UInt8 { 0x22 }
  @inlinable package static var hash: UInt8 { 0x23 }
  @inlinable package static var ampersand: UInt8 { 0x26 }
  @inlinable package static var singleQuote: UInt8 { 0x27 }
  static var asterisk: UInt8 { 0x2A }
  @inlinable package static var plus: UInt8 { 0x2B }
  @inlinable package static var comma: UInt8 { 0x2C }
  @inlinable package static var minus: UInt8 { 0x2D }
  @inlinable package static var dot: UInt8 { 0x2E }
  @inlinable package static var slash: UInt8 { 0x2F }
  @usableFromInline static var zero: UInt8 { 0x30 }
  @inlinable package static var colon: UInt8 { 0x3A }
  @inlinable package static var semicolon: UInt8 { 0x3B }
  @inlinable package static var less: UInt8 { 0x3C }
  @inlinable package static var equals: UInt8 { 0x3D }
  @inlinable package static var greater: UInt8 { 0x3E }
  @inlinable package static var openBracket: UInt8 { 0x5B }
  @inlinable package static var backslash: UInt8 { 0x5C }
  @inlinable package static var closeBracket: UInt8 { 0x5D }
  static var lowercaseE: UInt8 { 0x65 }
  @inlinable package static var openBrace: UInt8 { 0x7B }
  @inlinable package static var closeBrace: UInt8 { 0x7D }

  @inlinable @inline(__always) package static func isDigit(_ byte: UInt8) -> Bool { byte &- zero < 10 }
  /// Returns whether the byte is `0`–`9`, `a`–`f` or `A`–`F`.
  @inlinable @inline(__always) package static func isHexDigit(_ byte: UInt8) -> Bool {
    byte &- zero < 10 || (byte | 0x20) &- 0x61 < 6
  }
  @inlinable @inline(__always) package static func isLetter(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 0x61 < 26
  }
  /// Returns whether the byte is an ASCII letter or digit.
  @inlinable @inline(__always) package static func isWord(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte)
  }
  /// Returns whether the byte is white space in JSON (RFC 8259 §2).
  @inlinable @inline(__always) package static func isWhitespace(_ byte: UInt8) -> Bool {
    byte == space || byte == lineFeed || byte == carriageReturn || byte == tab
  }
}

extension StringProtocol {
  /// Returns the string without the leading and trailing characters that satisfy a predicate.
  package func trimming(while isOuter: (Character) -> Bool) -> SubSequence {
    let rest = drop(while: isOuter)
    guard let last = rest.lastIndex(where: { !isOuter($0) }) else { return rest }
    return self[rest.startIndex...last]
  }
}

extension BinaryInteger {
  /// Returns the digits of the integer in upper case, padded with leading zeros to at least `count` digits.
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

extension UInt64 {
  /// The numeric values of eight ASCII digits, one in each byte of the integer; nil if any byte is not a digit.
  @inlinable @inline(__always) var eightDigits: UInt64? {
    let digits = self ^ 0x3030_3030_3030_3030
    // A byte is now 0–9 if it was a digit. Any other byte has one of its upper four bits set, or adding 6 sets
    // one.
    return (digits | (digits &+ 0x0606_0606_0606_0606)) & 0xF0F0_F0F0_F0F0_F0F0 == 0 ? digits : nil
  }
}
