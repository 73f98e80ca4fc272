extension JSONBytes {
  /// Returns new JSON for insertion near a range of the input, with its non-ASCII characters in the style of
  /// the input there. They become `\u` escapes if the input contains such escapes and no unescaped non-ASCII
  /// characters; otherwise the new JSON is unchanged.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the new JSON plus a bounded part of the input.
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

  /// The number of bytes before and after a range that are inspected to detect whether the input escapes
  /// non-ASCII characters.
  private static let sample = 1 << 15

  /// Returns whether the input near a range contains escapes of non-ASCII characters, but no unescaped
  /// non-ASCII characters.
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
