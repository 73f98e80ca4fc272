import Mantle

/// Texts that are absolute URLs beyond doubt.
enum URLText {
  /// Whether a text is `scheme://host…` in characters that RFC 3986 allows where they stand.
  ///
  /// Narrower than the RFC: user information, IP literals in brackets and empty hosts are left to be plain text.
  /// What is accepted, Foundation's `URL` takes as it stands and gives back unchanged.
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

  /// What follows `scheme://`.
  private static func startOfHost(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
    var colon = 0
    while colon < min(text.count, 16), (text[colon] | 0x20) &- 0x61 < 26 { colon += 1 }
    guard colon > 1, colon < 16, text.count > colon + 2, text[colon] == 0x3A, text[colon + 1] == 0x2F,
      text[colon + 2] == 0x2F
    else { return nil }
    return colon + 3
  }

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

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    byte &- 0x30 <= 9 || (byte | 0x20) &- 0x61 < 26
  }

  private static func isHex(_ byte: UInt8) -> Bool { byte &- 0x30 <= 9 || (byte | 0x20) &- 0x61 < 6 }
}
