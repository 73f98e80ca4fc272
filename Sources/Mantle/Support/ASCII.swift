/// The ASCII bytes of JSON's grammar, and classes of bytes.
enum ASCII {
  static var tab: UInt8 { 0x09 }
  static var lineFeed: UInt8 { 0x0A }
  static var carriageReturn: UInt8 { 0x0D }
  static var recordSeparator: UInt8 { 0x1E }
  static var space: UInt8 { 0x20 }
  static var quote: UInt8 { 0x22 }
  static var hash: UInt8 { 0x23 }
  static var ampersand: UInt8 { 0x26 }
  static var singleQuote: UInt8 { 0x27 }
  static var asterisk: UInt8 { 0x2A }
  static var plus: UInt8 { 0x2B }
  static var comma: UInt8 { 0x2C }
  static var minus: UInt8 { 0x2D }
  static var dot: UInt8 { 0x2E }
  static var slash: UInt8 { 0x2F }
  static var zero: UInt8 { 0x30 }
  static var colon: UInt8 { 0x3A }
  static var semicolon: UInt8 { 0x3B }
  static var less: UInt8 { 0x3C }
  static var equals: UInt8 { 0x3D }
  static var greater: UInt8 { 0x3E }
  static var openBracket: UInt8 { 0x5B }
  static var backslash: UInt8 { 0x5C }
  static var closeBracket: UInt8 { 0x5D }
  static var backquote: UInt8 { 0x60 }
  static var lowercaseE: UInt8 { 0x65 }
  static var openBrace: UInt8 { 0x7B }
  static var closeBrace: UInt8 { 0x7D }

  static func isDigit(_ byte: UInt8) -> Bool { byte &- zero < 10 }
  /// Whether the byte is `0`–`9`, `a`–`f` or `A`–`F`.
  static func isHexDigit(_ byte: UInt8) -> Bool { byte &- zero < 10 || (byte | 0x20) &- 0x61 < 6 }
  static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }
  /// Whether the byte is an ASCII letter or digit.
  static func isWord(_ byte: UInt8) -> Bool { isLetter(byte) || isDigit(byte) }
  /// Whether the byte is white space in JSON (RFC 8259 §2).
  static func isWhitespace(_ byte: UInt8) -> Bool {
    byte == space || byte == lineFeed || byte == carriageReturn || byte == tab
  }
}
