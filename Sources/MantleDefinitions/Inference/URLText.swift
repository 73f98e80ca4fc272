import Mantle
import MantlePlatform

/// The recognition of strings that are certainly absolute URLs.
enum URLText {
  /// Returns whether a string is `scheme://host…` with only those characters that RFC 3986 permits at
  /// each position.
  ///
  /// The test is stricter than the RFC: it rejects user information, IP literals in brackets
  /// and empty hosts. Foundation's `URL` accepts and preserves every accepted string.
  static func isPlainAbsolute(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let start = startOfHost(text) else { return false }
    guard start < text.count, ASCII.isWord(text[start]) else { return false }
    let hostBytes = hostBytes
    var end = start
    while end < text.count, hostBytes.contains(text[end]) { end += 1 }
    var rest = text[end...]
    if rest.first == 0x3A {
      let port = rest.dropFirst().prefix { ASCII.isDigit($0) }
      guard port.count <= 5, UInt16(String(decoding: port, as: UTF8.self)) != nil else { return false }
      rest = rest[port.endIndex...]
    }
    guard rest.isEmpty || rest.first == 0x2F || rest.first == 0x3F || rest.first == 0x23 else { return false }
    return isPathQueryFragment(rest)
  }

  /// Returns the offset after `scheme://`; nil without a scheme of two to fifteen letters.
  private static func startOfHost(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
    var colon = 0
    while colon < min(16, text.count), ASCII.isLetter(text[colon]) { colon += 1 }
    guard 2..<16 ~= colon, colon + 3 <= text.count, text[colon] == 0x3A, text[colon + 1] == 0x2F,
      text[colon + 2] == 0x2F
    else { return nil }
    return colon + 3
  }

  /// A set of ASCII bytes, in which a byte is found with two instructions.
  private struct ByteSet {
    private var bits: (UInt64, UInt64) = (0, 0)

    /// Creates the set of letters, digits and some other bytes.
    init(wordsAnd others: String) {
      for byte: UInt8 in 0..<128 where ASCII.isWord(byte) || others.utf8.contains(byte) {
        if byte < 64 { bits.0 |= 1 << UInt64(byte) } else { bits.1 |= 1 << UInt64(byte & 63) }
      }
    }

    @inline(__always) func contains(_ byte: UInt8) -> Bool {
      byte < 128 && (byte < 64 ? bits.0 : bits.1) >> UInt64(byte & 63) & 1 == 1
    }
  }

  /// The bytes that a host may contain.
  private static let hostBytes = ByteSet(wordsAnd: "-.")
  /// The bytes that a path, query or fragment may contain, apart from percent-encoding.
  private static let permitted = ByteSet(wordsAnd: "-._~!$&'()*+,;=:@/?")

  /// Returns whether the rest of the string is a valid path, query and fragment, including
  /// percent-encoding.
  private static func isPathQueryFragment(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    let permitted = permitted
    var fragments = 0
    var position = text.startIndex
    while position < text.endIndex {
      switch text[position] {
      case 0x25:
        guard position + 2 < text.endIndex, ASCII.isHexDigit(text[position + 1]),
          ASCII.isHexDigit(text[position + 2])
        else {
          return false
        }
        position += 2
      case 0x23: fragments += 1
      case let byte: if !permitted.contains(byte) { return false }
      }
      position += 1
    }
    return fragments <= 1
  }
}
