import Mantle

/// The recognition of strings that are certainly absolute URLs.
enum URLText {
  /// Whether a string is `scheme://host…` with only those characters that RFC 3986 permits at
  /// each position.
  ///
  /// The test is stricter than the RFC: it rejects user information, IP literals in brackets
  /// and empty hosts. Foundation's `URL` accepts and preserves every accepted string.
  static func isPlainAbsolute(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let host = startOfHost(text), host < text.count, isAlphanumeric(text[host]) else { return false }
    var position = text.endOfHostCharacters(from: host)
    if position < text.count, text[position] == 0x3A {
      position += 1
      let port = position
      while position < text.count, text[position] &- 0x30 <= 9 { position += 1 }
      guard position > port, position - port <= 5,
        text[port..<position].reduce(0, { $0 * 10 + Int($1 - 0x30) }) <= UInt16.max
      else { return false }
    }
    guard position == text.count || text[position] == 0x2F || text[position] == 0x3F || text[position] == 0x23
    else { return false }
    return isPathQueryFragment(text, from: position)
  }

  /// Returns the offset after `scheme://`; nil without a scheme of two to fifteen letters.
  private static func startOfHost(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
    var colon = 0
    while colon < min(text.count, 16), (text[colon] | 0x20) &- 0x61 < 26 { colon += 1 }
    guard colon > 1, colon < 16, text.count > colon + 2, text[colon] == 0x3A, text[colon + 1] == 0x2F,
      text[colon + 2] == 0x2F
    else { return nil }
    return colon + 3
  }

  /// Whether the rest of the string is a valid path, query and fragment, including
  /// percent-encoding.
  private static func isPathQueryFragment(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Bool {
    var position = text.endOfURLCharacters(from: start)
    var hasFragment = false
    while position < text.count {
      switch text[position] {
      case 0x25:
        guard position + 2 < text.count, isHex(text[position + 1]), isHex(text[position + 2]) else {
          return false
        }
        position += 3
      case 0x23 where !hasFragment:
        hasFragment = true
        position += 1
      default: return false
      }
      position = text.endOfURLCharacters(from: position)
    }
    return true
  }

  /// Whether the byte is an ASCII letter or digit.
  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    byte &- 0x30 <= 9 || (byte | 0x20) &- 0x61 < 26
  }

  /// Whether the byte is a hexadecimal digit.
  private static func isHex(_ byte: UInt8) -> Bool { byte &- 0x30 <= 9 || (byte | 0x20) &- 0x61 < 6 }
}
