/// JSON strings made of text.
enum JSONText {
  /// The text in quotes, with what JSON demands escaped.
  static func quoted(_ text: String) -> String { "\"" + escaped(text) + "\"" }

  /// The text between the quotes.
  ///
  /// - Parameter onlyASCII: escape everything else too, as some writers do.
  static func escaped(_ text: String, onlyASCII: Bool = false) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where scalar.value < 0x20: result += hex(UInt16(scalar.value))
      case _ where onlyASCII && scalar.value > 0x7E:
        for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter { result += hex(unit) }
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func hex(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
