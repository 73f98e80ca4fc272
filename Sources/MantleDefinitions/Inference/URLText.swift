import Mantle

/// Texts that are absolute URLs beyond doubt.
enum URLText {
  /// Whether a text is `scheme://host…` in characters that RFC 3986 allows where they stand.
  ///
  /// Narrower than the RFC: user information, IP literals in brackets and empty hosts are left to be plain text.
  /// What is accepted, Foundation's `URL` takes as it stands and gives back unchanged.
  static func isPlainAbsolute(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let colon = text.prefix(16).firstIndex(of: 0x3A), colon > 1, text.count > colon + 3,
      text[colon + 1] == 0x2F, text[colon + 2] == 0x2F,
      text[..<colon].allSatisfy({ $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A })
    else { return false }
    var position = colon + 3
    guard isAlphanumeric(text[position]) else { return false }
    while position < text.count, isHost(text[position]) { position += 1 }
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

  private static func isHost(_ byte: UInt8) -> Bool { isAlphanumeric(byte) || byte == 0x2D || byte == 0x2E }

  private static func isHex(_ byte: UInt8) -> Bool { byte &- 0x30 <= 9 || (byte | 0x20) &- 0x61 < 6 }
}
