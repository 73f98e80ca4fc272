/// A decoder that resolves the escapes of a JSON string that the parser has already validated.
///
/// Because the string is well formed, every escape is complete and the output is never longer than the input.
/// Surrogate escapes may be unpaired, because the grammar of JSON does not require pairs.
enum JSONStringDecoder {
  /// The result of decoding a string.
  struct Outcome {
    /// The number of bytes written to the output.
    var count: Int
    /// The offset of the first unpaired surrogate escape in the input; nil if there is none.
    var loneSurrogate: Int?
  }

  /// The representation of an unpaired surrogate in the output.
  enum LoneSurrogate {
    /// U+FFFD, the replacement character.
    case replaced
    /// Three bytes that are not valid UTF-8 but keep different strings distinct (WTF-8).
    case kept
  }

  /// Writes a string with its escapes resolved to a buffer.
  ///
  /// - Parameters:
  ///   - input: The bytes between the quotes.
  ///   - output: A buffer that is at least as large as the input.
  ///   - loneSurrogates: The representation of unpaired surrogates.
  static func decode(
    _ input: UnsafeBufferPointer<UInt8>, into output: UnsafeMutableBufferPointer<UInt8>,
    loneSurrogates: LoneSurrogate
  ) -> Outcome {
    var outcome = Outcome(count: 0)
    var position = 0
    while position < input.count {
      let run = plainRun(input, position)
      UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(output)[outcome.count...])
        .copyBytes(from: input[position..<position + run])
      outcome.count += run
      position += run
      guard position < input.count else { break }
      let (scalar, length) = escape(input, position)
      // Possible only if another process modifies the mapped file during decoding.
      guard position + length <= input.count else { break }
      let isLone = 0xD800..<0xE000 ~= scalar
      if isLone, outcome.loneSurrogate == nil { outcome.loneSurrogate = position }
      let written = isLone && loneSurrogates == .replaced ? 0xFFFD : scalar
      outcome.count += encode(written, into: output, at: outcome.count)
      position += length
    }
    return outcome
  }

  /// Returns the number of bytes without escapes, from an offset to the next backslash or to the end of the
  /// input.
  private static func plainRun(_ input: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int {
    guard let base = input.baseAddress else { return 0 }
    var position = start
    while position + 16 <= input.count {
      let backslashes: ByteMask = base.block(at: position).equals(ASCII.backslash)
      let found = quarters(backslashes)
      if found != 0 { return position + found.trailingZeroBitCount >> 2 - start }
      position += 16
    }
    while position < input.count, base[position] != ASCII.backslash { position += 1 }
    return position - start
  }

  /// Returns the scalar that an escape represents, and the length of the escape in bytes. The two escapes of
  /// a surrogate pair count as one escape.
  private static func escape(
    _ input: UnsafeBufferPointer<UInt8>, _ start: Int
  ) -> (scalar: UInt32, length: Int) {
    switch input[start + 1] {
    case 0x6E: return (0x0A, 2)
    case 0x74: return (0x09, 2)
    case 0x72: return (0x0D, 2)
    case 0x62: return (0x08, 2)
    case 0x66: return (0x0C, 2)
    case 0x75: break
    case let byte: return (UInt32(byte), 2)
    }
    let first = hex(input, start + 2)
    guard 0xD800..<0xDC00 ~= first, start + 12 <= input.count,
      input[start + 6] == ASCII.backslash, input[start + 7] == 0x75
    else { return (first, 6) }
    let second = hex(input, start + 8)
    guard 0xDC00..<0xE000 ~= second else { return (first, 6) }
    return (0x10000 + (first - 0xD800) << 10 + (second - 0xDC00), 12)
  }

  /// Returns the value of the four hexadecimal digits at an offset.
  private static func hex(_ input: UnsafeBufferPointer<UInt8>, _ start: Int) -> UInt32 {
    var value: UInt32 = 0
    for position in start..<start + 4 {
      let digit = UInt32(input[position])
      value = value << 4 | (digit & 15) + (digit >> 6) * 9
    }
    return value
  }

  /// Writes a scalar or a surrogate in UTF-8 and returns the number of bytes, from one to four.
  private static func encode(
    _ scalar: UInt32, into output: UnsafeMutableBufferPointer<UInt8>, at start: Int
  ) -> Int {
    func tail(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: 0x80 | scalar >> shift & 0x3F) }
    func lead(_ marker: UInt32, _ shift: UInt32) -> UInt8 {
      UInt8(truncatingIfNeeded: marker | scalar >> shift)
    }
    switch scalar {
    case 0..<0x80:
      output[start] = UInt8(truncatingIfNeeded: scalar)
      return 1
    case 0x80..<0x800:
      output[start] = lead(0xC0, 6)
      output[start + 1] = tail(0)
      return 2
    case 0x800..<0x10000:
      output[start] = lead(0xE0, 12)
      output[start + 1] = tail(6)
      output[start + 2] = tail(0)
      return 3
    default:
      output[start] = lead(0xF0, 18)
      output[start + 1] = tail(12)
      output[start + 2] = tail(6)
      output[start + 3] = tail(0)
      return 4
    }
  }
}
