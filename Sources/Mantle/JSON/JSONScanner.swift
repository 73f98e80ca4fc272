/// A scanner for the tokens of JSON (RFC 8259).
///
/// Every function may read up to 32 bytes past `end`, which ``JSONBytes`` keeps readable, and no function
/// loops past it: a token that continues past the end is returned with a position after `end`, which the
/// caller treats as the end of the input.
package enum JSONScanner {
  package typealias Text = UnsafePointer<UInt8>

  /// The error of a scan: the reason why the scan stopped, and its offset.
  package struct Failure: Error {
    let code: JSONSyntaxError.Code
    package let offset: Int
    /// Whether the scan failed because the input ended inside a string.
    var isInString = false
  }

  // MARK: White space

  /// Returns the offset of the first byte at or after `position` that is not white space.
  @inline(__always)
  package static func skipWhitespace(_ text: Text, _ position: Int, _ end: Int) -> Int {
    if text[position] > ASCII.space { return position }
    if text[position] == ASCII.space && text[position &+ 1] > ASCII.space { return position &+ 1 }
    return skipLongWhitespace(text, position, end)
  }

  /// Skips white space in blocks of 16 bytes and returns the offset of the first byte that is not white
  /// space.
  @inline(never)
  private static func skipLongWhitespace(_ text: Text, _ start: Int, _ end: Int) -> Int {
    var position = start
    while position < end {
      let others = ~quarters(text.block(at: position).isWhitespace)
      if others != 0 { return position &+ others.trailingZeroBitCount >> 2 }
      position &+= 16
      // Long runs may extend to gigabytes; four blocks at a time are three times as fast.
      while end &- position >= 64, text.isWhitespaceFor64(at: position) { position &+= 64 }
    }
    return position
  }

  // MARK: Strings

  /// Returns the offset of a string's closing quote, and whether the string contains escapes.
  ///
  /// - Parameter start: The offset after the opening quote.
  @inline(__always)
  package static func string(
    _ text: Text, _ start: Int, _ end: Int
  ) throws(Failure) -> (close: Int, hasEscapes: Bool) {
    // Most strings are short and have no escapes, so two blocks are checked without a loop.
    if let stop = firstStop(text, start) ?? firstStop(text, start &+ 16) {
      return text[stop] == ASCII.quote ? (stop, false) : try longString(text, stop, end)
    }
    return try longString(text, start &+ 32, end)
  }

  /// Scans a string that is long, has escapes, or contains non-ASCII characters. Returns the offset of its
  /// closing quote and whether it contains escapes.
  @inline(never)
  private static func longString(
    _ text: Text, _ start: Int, _ end: Int
  ) throws(Failure) -> (close: Int, hasEscapes: Bool) {
    var position = start
    var hasEscapes = false
    while position < end {
      let stops = quarters(stringStops(text, position))
      guard stops != 0 else {
        position &+= 16
        continue
      }
      position &+= stops.trailingZeroBitCount >> 2
      let byte = text[position]
      if byte == ASCII.quote { return (position, hasEscapes) }
      if position >= end { break }
      if byte == ASCII.backslash {
        hasEscapes = true
        position = try escape(text, position, end)
      } else if byte >= 0x80 {
        position = try utf8(text, position, end)
      } else {
        throw Failure(code: .controlCharacter, offset: position)
      }
    }
    throw Failure(code: .unexpectedEnd, offset: end, isInString: true)
  }

  /// Returns a mask of the 16 bytes at a position. It marks the bytes that a scan of plain characters must
  /// stop at: quotes, backslashes, control characters and non-ASCII bytes.
  @inline(__always)
  private static func stringStops(_ text: Text, _ position: Int) -> ByteMask {
    let block = text.block(at: position)
    return block.equals(ASCII.quote) .| block.equals(ASCII.backslash) .| block.isBelowOrNonASCII(0x20)
  }

  /// Returns the offset of the first of 16 bytes that a scan of plain characters must stop at; nil if there is
  /// none.
  ///
  /// The mask is evaluated in halves because in a function as long as the parser the compiler does not inline
  /// the narrowing of `quarters`, which makes parsing 2 % slower.
  @inline(__always)
  private static func firstStop(_ text: Text, _ position: Int) -> Int? {
    let halves = unsafeBitCast(stringStops(text, position), to: SIMD2<UInt64>.self)
    let isEarly = halves[0] != 0
    let half = isEarly ? halves[0] : halves[1]
    guard half != 0 else { return nil }
    return position &+ (isEarly ? 0 : 8) &+ half.trailingZeroBitCount &>> 3
  }

  /// Returns the offset after the escape that starts at `position`. An unpaired surrogate such as `\ud800` is
  /// grammatically valid.
  @inline(__always)
  private static func escape(_ text: Text, _ position: Int, _ end: Int) throws(Failure) -> Int {
    switch text[position &+ 1] {
    case 0x22, 0x5C, 0x2F, 0x62, 0x66, 0x6E, 0x72, 0x74:  // " \ / b f n r t
      return position &+ 2
    case 0x75:  // u
      for digit in 2..<6 where !ASCII.isHexDigit(text[position &+ digit]) {
        throw position &+ digit >= end
          ? Failure(code: .unexpectedEnd, offset: end, isInString: true)
          : Failure(code: .invalidEscape, offset: position)
      }
      return position &+ 6
    default:
      throw position &+ 1 >= end
        ? Failure(code: .unexpectedEnd, offset: end, isInString: true)
        : Failure(code: .invalidEscape, offset: position)
    }
  }

  /// Returns the offset after consecutive non-ASCII characters.
  ///
  /// Each character is validated according to RFC 3629: overlong forms, surrogates and values above U+10FFFF
  /// are errors.
  @inline(never)
  private static func utf8(_ text: Text, _ start: Int, _ end: Int) throws(Failure) -> Int {
    var position = start
    while position < end && text[position] >= 0x80 {
      let length = utf8Length(text + position)
      guard length > 0 else { throw Failure(code: .invalidUTF8, offset: position) }
      position &+= length
    }
    return position
  }

  /// Returns the length of the character that starts with a non-ASCII byte; 0 if it is malformed.
  ///
  /// The function reads no further than the first invalid byte, and at most three bytes after the first byte.
  @inline(__always)
  package static func utf8Length(_ text: Text) -> Int {
    let lead = text[0]
    let second = text[1]
    switch lead {
    case 0xC2...0xDF:
      return isContinuation(second) ? 2 : 0
    case 0xE0...0xEF:
      let overlong = lead == 0xE0 && second < 0xA0
      let surrogate = lead == 0xED && second > 0x9F
      if !isContinuation(second) || overlong || surrogate { return 0 }
      return isContinuation(text[2]) ? 3 : 0
    case 0xF0...0xF4:
      let overlong = lead == 0xF0 && second < 0x90
      let tooLarge = lead == 0xF4 && second > 0x8F
      if !isContinuation(second) || overlong || tooLarge { return 0 }
      return isContinuation(text[2]) && isContinuation(text[3]) ? 4 : 0
    default:
      return 0
    }
  }

  /// Returns whether the byte continues a UTF-8 sequence.
  @inline(__always)
  private static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }

  // MARK: Numbers

  /// Returns the offset after a number, and whether it has a fraction or an exponent.
  @inline(__always)
  package static func number(
    _ text: Text, _ start: Int, _ end: Int
  ) throws(Failure) -> (end: Int, isFractional: Bool) {
    var position = start
    if text[position] == ASCII.minus { position &+= 1 }
    if text[position] == ASCII.zero {
      position &+= 1
    } else {
      position = try digits(text, position, end)
    }
    let next = text[position]
    if next == ASCII.dot || next | 0x20 == ASCII.lowercaseE {
      return (try fraction(text, position, end), true)
    }
    return (position, false)
  }

  /// Returns the offset after a fraction, an exponent, or both.
  @inline(never)
  private static func fraction(_ text: Text, _ start: Int, _ end: Int) throws(Failure) -> Int {
    var position = start
    if text[position] == ASCII.dot {
      position = try manyDigits(text, position &+ 1, end)
    }
    if text[position] | 0x20 == ASCII.lowercaseE {
      position &+= 1
      if text[position] == ASCII.plus || text[position] == ASCII.minus { position &+= 1 }
      position = try digits(text, position, end)
    }
    return position
  }

  /// Returns the offset after one or more digits, skipping eight at a time because fractions are often as
  /// long as those of a `Double`.
  @inline(__always)
  private static func manyDigits(_ text: Text, _ start: Int, _ end: Int) throws(Failure) -> Int {
    var position = start
    while position &+ 8 <= end, areEightDigits(text, position) { position &+= 8 }
    let isOver = position > start && (position >= end || !ASCII.isDigit(text[position]))
    return isOver ? position : try digits(text, position, end)
  }

  /// Returns whether the eight bytes at an offset are digits.
  @inline(__always)
  private static func areEightDigits(_ text: Text, _ position: Int) -> Bool {
    UnsafeRawPointer(text + position).loadUnaligned(as: UInt64.self).eightDigits != nil
  }

  /// Returns the offset after one or more digits.
  @inline(__always)
  private static func digits(_ text: Text, _ start: Int, _ end: Int) throws(Failure) -> Int {
    guard ASCII.isDigit(text[start]) else {
      throw start >= end
        ? Failure(code: .unexpectedEnd, offset: end) : Failure(code: .invalidNumber, offset: start)
    }
    var position = start &+ 1
    while ASCII.isDigit(text[position]) && position < end { position &+= 1 }
    return position
  }
}
