/// Functions that escape text for JSON strings (RFC 8259 §7).
package enum JSONText {
  /// Returns a text as a JSON string: in quotes, with the escapes that JSON requires.
  package static func quoted(_ text: String) -> String {
    var writer = JSONWriter(capacity: text.utf8.count + 64)
    writer.writeString(text)
    return writer.text
  }

  /// Returns a text with the escapes that JSON requires, without quotes.
  package static func escaped(_ text: String) -> String {
    // Scalars are dropped because a quote and a combining accent after it form one `Character`.
    String(quoted(text).unicodeScalars.dropFirst().dropLast())
  }

  /// Returns the text with each UTF-16 code unit as a `\u` escape.
  package static func unicodeEscaped(_ text: String) -> String { text.utf16.map(escape).joined() }

  /// Returns JSON in which characters that a terminal interprets or does not display are escaped.
  package static func visible(_ json: String) -> String {
    json.unicodeScalars.reduce(into: "") { result, scalar in
      guard scalar.value >= 0x7F, scalar.isHidden else { return result.unicodeScalars.append(scalar) }
      result += Array(UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter).map(escape).joined()
    }
  }

  /// Returns the `\u` escape of a UTF-16 code unit, whether or not it is required.
  static func escape(_ unit: UInt16) -> String {
    "\\u" + unit.padded(to: 4, radix: 16).lowercased()
  }
}
