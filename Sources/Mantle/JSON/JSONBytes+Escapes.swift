extension JSONBytes {
  /// Returns JSON in the form in which a text near a range writes characters outside of ASCII: as escapes if the
  /// text contains such escapes and no such characters, and unchanged otherwise.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the JSON and a bounded part of the text.
  package func inOwnEscapes(_ json: [UInt8], near range: Range<Int>) -> [UInt8] {
    guard json.contains(where: { $0 >= 0x80 }), escapes(near: range) else { return json }
    var escaped: [UInt8] = []
    for unit in String(decoding: json, as: UTF8.self).utf16 {
      if unit < 0x80 {
        escaped.append(UInt8(truncatingIfNeeded: unit))
      } else {
        let digits = String(unit, radix: 16)
        escaped += Array(("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8)
      }
    }
    return escaped
  }

  /// The number of bytes before and after a range that show how a text is written.
  private static let sample = 1 << 15

  /// Whether a text near a range has escapes of characters outside of ASCII, and none of these characters.
  private func escapes(near range: Range<Int>) -> Bool {
    let part = clamp(range.lowerBound - Self.sample..<range.upperBound + Self.sample)
    return withBytes(in: part) { text in
      var hasEscape = false
      var index = 0
      while index < text.count {
        if text[index] >= 0x80 { return false }
        guard text[index] == UInt8(ascii: "\\") else {
          index += 1
          continue
        }
        if index + 5 < text.count, text[index + 1] == UInt8(ascii: "u") {
          let digits = String(decoding: text[index + 2..<index + 6], as: UTF8.self)
          if let unit = UInt16(digits, radix: 16), unit >= 0x80 { hasEscape = true }
        }
        index += 2
      }
      return hasEscape
    }
  }
}
