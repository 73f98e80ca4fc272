/// JSON strings made of text.
package enum JSONText {
  /// The text in quotes, with what JSON demands escaped.
  package static func quoted(_ text: String) -> String {
    var writer = JSONWriter(capacity: text.utf8.count + 64)
    writer.string(text)
    return writer.text
  }

  /// The text between the quotes.
  package static func escaped(_ text: String) -> String { String(quoted(text).dropFirst().dropLast()) }

  /// The text between the quotes with everything but ASCII escaped too, as some writers do.
  package static func asciiEscaped(_ text: String) -> String {
    escaped(text).unicodeScalars.reduce(into: "") { result, scalar in
      if scalar.value < 0x7F { return result.unicodeScalars.append(scalar) }
      for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
        result += escape(unit)
      }
    }
  }

  /// JSON with every character escaped that a terminal obeys or hides.
  package static func visible(_ json: String) -> String {
    json.unicodeScalars.reduce(into: "") { result, scalar in
      guard scalar.value >= 0x7F, scalar.isHidden else { return result.unicodeScalars.append(scalar) }
      result += Array(UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter).map(escape).joined()
    }
  }

  /// The escape of a unit of UTF-16, whether it needs one or not.
  package static func escape(_ unit: UInt16) -> String {
    "\\u" + unit.padded(to: 4, radix: 16).lowercased()
  }
}
