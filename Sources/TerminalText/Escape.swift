/// The visible notation of characters and bytes that must not be printed.
enum Escape {
  /// Returns the escape of a scalar, such as `\n`, `\e` or `\u{200b}`; a scalar that represents a byte of a
  /// file name becomes `\xff`.
  static func of(_ scalar: Unicode.Scalar) -> String {
    if let letter = letters[scalar] { return "\\\(letter)" }
    if let byte = scalar.fileNameByte { return "\\x" + String(byte, radix: 16) }
    return "\\u{" + String(scalar.value, radix: 16) + "}"
  }

  /// The scalars whose escape is a letter.
  static let letters: [Unicode.Scalar: Character] = ["\n": "n", "\r": "r", "\t": "t", "\u{1B}": "e"]

  /// The replacement for the rest of a character with too many scalars.
  static let more = "\\{…}"
}
