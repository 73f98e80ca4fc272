/// JSON string escapes (RFC 8259 §7) turned into text.
enum Unescaping {
  /// The text of a string's bytes between its quotes, which the parser has checked.
  ///
  /// - Returns: nil where an escape is half a surrogate pair.
  static func string(_ source: UnsafeBufferPointer<UInt8>) -> String? {
    var isWhole = true
    let text = String(unsafeUninitializedCapacity: source.count) { target in
      // The result is never longer than the source: an escape of 6 bytes gives at most 3, a pair of 12 gives 4.
      var read = 0
      var written = 0
      while read < source.count {
        let byte = source[read]
        guard byte == UInt8(ascii: "\\") else {
          target[written] = byte
          written &+= 1
          read &+= 1
          continue
        }
        guard let scalar = scalar(source, at: &read) else {
          isWhole = false
          return 0
        }
        for unit in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
          target[written] = unit
          written &+= 1
        }
      }
      return written
    }
    return isWhole ? text : nil
  }

  /// Reads one escape (or a surrogate pair of two) and moves past it.
  private static func scalar(_ source: UnsafeBufferPointer<UInt8>, at read: inout Int) -> Unicode.Scalar? {
    let letter = source[read &+ 1]
    read &+= 2
    switch letter {
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{c}"
    case UInt8(ascii: "u"): break
    default: return Unicode.Scalar(letter)
    }
    let unit = hexadecimal(source, at: read)
    read &+= 4
    guard unit & 0xfc00 == 0xd800 else { return Unicode.Scalar(unit) }
    guard read &+ 6 <= source.count, source[read] == UInt8(ascii: "\\"), source[read &+ 1] == UInt8(ascii: "u")
    else { return nil }
    let low = hexadecimal(source, at: read &+ 2)
    guard low & 0xfc00 == 0xdc00 else { return nil }
    read &+= 6
    return Unicode.Scalar(0x10000 + ((unit & 0x3ff) << 10 | (low & 0x3ff)))
  }

  private static func hexadecimal(_ source: UnsafeBufferPointer<UInt8>, at start: Int) -> UInt32 {
    var value: UInt32 = 0
    for byte in source[start..<start &+ 4] {
      value = value << 4 | UInt32(byte & 15) &+ UInt32(byte >> 6) &* 9
    }
    return value
  }
}
