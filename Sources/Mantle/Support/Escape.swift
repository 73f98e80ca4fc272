/// Visible spellings of what must not be printed.
package enum Escape {
  package static func of(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    case "\u{1B}": "\\e"
    default: scalar.fileNameByte.map(ofByte) ?? "\\u{" + String(scalar.value, radix: 16) + "}"
    }
  }

  static func ofByte(_ byte: UInt8) -> String {
    "\\x" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16)
  }

  /// Stands for the rest of a character of too many scalars.
  static let more = "\\{…}"
}
