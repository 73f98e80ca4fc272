/// The visible notation of characters and bytes that must not be printed.
package enum Escape {
  /// Returns the escape of a scalar, such as `\n`, `\e` or `\u{200b}`; a scalar that represents a byte of a
  /// file name becomes `\xff`.
  package static func of(_ scalar: Unicode.Scalar) -> String {
    if let letter = letters[scalar] { return "\\\(letter)" }
    return scalar.fileNameByte.map(ofByte) ?? "\\u{" + String(scalar.value, radix: 16) + "}"
  }

  /// The scalars whose escape is a letter.
  package static let letters: [Unicode.Scalar: Character] = ["\n": "n", "\r": "r", "\t": "t", "\u{1B}": "e"]

  /// Returns the escape of a byte that is not part of valid UTF-8, such as `\xff`.
  static func ofByte(_ byte: UInt8) -> String {
    "\\x" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16)
  }

  /// The replacement for the rest of a character with too many scalars.
  static let more = "\\{…}"
}
