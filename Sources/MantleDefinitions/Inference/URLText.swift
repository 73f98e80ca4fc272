import Mantle
import MantlePlatform

/// The recognition of strings that are certainly absolute URLs.
enum URLText {
  /// Whether a string is `scheme://host…` with only those characters that RFC 3986 permits at
  /// each position.
  ///
  /// The test is stricter than the RFC: it rejects user information, IP literals in brackets
  /// and empty hosts. Foundation's `URL` accepts and preserves every accepted string.
  static func isPlainAbsolute(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let start = startOfHost(text) else { return false }
    let host = text[start...].prefix { ASCII.isWord($0) || $0 == 0x2D || $0 == 0x2E }
    guard let first = host.first, ASCII.isWord(first) else { return false }
    var rest = text[host.endIndex...]
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
    let colon = text.prefix(16).prefix { ASCII.isLetter($0) }.count
    guard (2..<16).contains(colon), text[colon...].starts(with: [0x3A, 0x2F, 0x2F]) else { return nil }
    return colon + 3
  }

  /// The bytes of a path, query or fragment, apart from percent-encoding.
  private static let permitted = (0...UInt8.max).map {
    ASCII.isWord($0) || "-._~!$&'()*+,;=:@/?".utf8.contains($0)
  }

  /// Whether the rest of the string is a valid path, query and fragment, including
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
      case let byte: if !permitted[Int(byte)] { return false }
      }
      position += 1
    }
    return fragments <= 1
  }
}
