/// A namespace for escapes: the visible notation of characters and bytes that must not be printed.
enum Escape {
  /// Returns the escape of a scalar, such as `\n`, `\e` or `\u{200b}`; a scalar that represents a byte of a
  /// file name becomes `\xff`.
  static func of(_ scalar: Unicode.Scalar) -> String {
    if let letter = letters[scalar] { return "\\\(letter)" }
    if let byte = scalar.fileNameByte { return "\\x" + String(byte, radix: 16) }
    return "\\u{" + String(scalar.value, radix: 16) + "}"
  }

  /// The scalars whose escape is a letter after the backslash, and this letter.
  static let letters: [Unicode.Scalar: Character] = ["\n": "n", "\r": "r", "\t": "t", "\u{1B}": "e"]

  /// The escape that replaces the remaining scalars of a character with too many scalars.
  static let more = "\\{…}"
}

// Fast paths for printable ASCII. Each byte is one character in one cell, so text is measured and cut by counting
// bytes. Only other text is processed character by character.
extension StringProtocol {
  /// Returns the number of bytes at the start of the string that are printable ASCII characters.
  ///
  /// An ASCII character before a non-ASCII byte is not counted, because it may be the base of a composed character.
  ///
  /// - Parameter most: The maximum number of bytes to inspect.
  @inlinable package func plainPrefixCount(most: Int = .max) -> Int {
    utf8.withContiguousStorageIfAvailable { Self.plainPrefixCount($0, most) }
      ?? Array(utf8.prefix(Swift.min(most, utf8.count - 1) + 1)).withUnsafeBufferPointer {
        Self.plainPrefixCount($0, most)
      }
  }

  /// Returns the number of bytes at the start of a buffer that are printable ASCII characters, as
  /// ``plainPrefixCount(most:)`` does.
  @inlinable package static func plainPrefixCount(_ bytes: UnsafeBufferPointer<UInt8>, _ most: Int) -> Int {
    let end = Swift.min(bytes.count, most)
    var count = 0
    while count < end, bytes[count].isPrintableASCII { count += 1 }
    return count > 0 && count < bytes.count && bytes[count] >= 0x80 ? count - 1 : count
  }

  /// Returns the index in the string after a number of bytes, all of which must be ASCII.
  @inlinable package func asciiIndex(_ bytes: Int) -> Index { utf8.index(startIndex, offsetBy: bytes) }
}

extension UInt8 {
  /// Whether the byte is an ASCII character from space to `~`.
  @inlinable package var isPrintableASCII: Bool { self >= 0x20 && self < 0x7F }
}
