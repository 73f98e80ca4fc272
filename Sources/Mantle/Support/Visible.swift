/// Text from a file, made harmless for a terminal and a log.
enum Visible {
  /// The text with control, bidirectional and other invisible characters written as `\u{…}`.
  static func text(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if isHarmless(scalar) {
        result.append(scalar)
      } else {
        result.append(contentsOf: escape(scalar).unicodeScalars)
      }
    }
    return String(result)
  }

  /// Whether a character only shows itself.
  static func isHarmless(_ scalar: UnicodeScalar) -> Bool {
    switch scalar.value {
    case 0x20...0x7E: true
    case 0...0x9F, 0x200B, 0x200E...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0x061C, 0xFEFF: false
    default: true
    }
  }

  /// A character's number as `\u{…}`, and the usual short names `\n \r \t`.
  static func escape(_ scalar: UnicodeScalar) -> String {
    switch scalar {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    default: "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
    }
  }
}
