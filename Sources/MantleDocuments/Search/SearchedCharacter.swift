import LinearRegex
import Mantle

/// A character of a search string, in both cases if the search ignores case, with its representations in JSON.
struct SearchedCharacter: Sendable {
  let scalars: [Unicode.Scalar]
  /// The representations of the character in a JSON string, with lowercase hexadecimal digits.
  private let spellings: [[UInt8]]
  /// The representations of the character, or their prefixes, that a search for the literal search string does not
  /// find.
  let rareSpellings: [[UInt8]]

  init(_ scalar: Unicode.Scalar, ignoringCase: Bool) {
    scalars = [scalar] + (ignoringCase ? [scalar.otherCase].compactMap(\.self) : [])
    let raw = scalars.map { Array(String($0).utf8) }
    let slash = scalar == "/" ? [Array(#"\/"#.utf8)] : []
    let escapes = scalars.flatMap { [JSONText.escaped(String($0)), JSONText.unicodeEscaped(String($0))] }
    spellings = raw + slash + escapes.map { Array($0.utf8) }
    let escape = scalars.allSatisfy { $0.value < 0x100 } ? SearchPattern.escape : Array(#"\u"#.utf8)
    rareSpellings = [escape] + slash + (scalar.isASCII ? [] : raw.dropFirst())
  }

  /// Returns the offset after the character if a representation of it is at an offset; otherwise nil.
  fileprivate func end(at offset: Int, in bytes: JSONBytes, to end: Int) -> Int? {
    spellings.first { spelling in
      let folds = spelling[0] == UInt8(ascii: "\\")
      return offset + spelling.count <= end
        && spelling.indices.allSatisfy {
          let byte = bytes[offset + $0]
          return byte == spelling[$0] || folds && (0x41...0x46).contains(byte) && byte | 0x20 == spelling[$0]
        }
    }.map { offset + $0.count }
  }
}

extension SearchPattern {
  /// Returns whether the occurrence of a needle at an offset is a match.
  ///
  /// Each match is found at only one offset: its start, or its first character that is represented differently from
  /// the search string.
  package func matches(at offset: Int, in bytes: JSONBytes, _ range: Range<Int>) -> Bool {
    if let expression { return expression.matches(around: offset, in: bytes, range) }
    // In malformed text, a backslash may also precede other letters.
    let isEscaped =
      "\"\\/bfnrt".utf8.contains(bytes[offset]) && Self.isEscaped(offset, in: bytes, from: range.lowerBound)
    if isEscaped || isOtherEscape(at: offset, in: bytes) { return false }
    func has(_ needle: [UInt8], at start: Int) -> Bool {
      let end = start + needle.count
      return start >= range.lowerBound && end <= range.upperBound
        && bytes.firstOccurrence(of: needle, from: start, to: end, ignoringCase: ignoresCase) != nil
    }
    if needles.prefix(exactNeedles).contains(where: { has($0, at: offset) }) { return true }
    return characters.indices.contains { number in
      var end: Int? = offset
      for character in characters[number...] {
        end = end.flatMap { character.end(at: $0, in: bytes, to: range.upperBound) }
      }
      guard end != nil, number > 0 else { return end != nil }
      let prefix = Array(JSONText.escaped(String(text.unicodeScalars.prefix(number))).utf8)
      return has(prefix, at: offset - prefix.count)
    }
  }
}

extension SearchPattern {
  /// Returns whether a four-digit escape represents a character that is not in the search string. In non-English
  /// text, this test rejects nearly all occurrences of the needle ``escape``.
  private func isOtherEscape(at offset: Int, in bytes: JSONBytes) -> Bool {
    guard bytes[offset] == UInt8(ascii: "\\"), bytes[offset + 1] == UInt8(ascii: "u"),
      let value = UInt32(bytes.text(offset + 2..<offset + 6), radix: 16)
    else { return false }
    return !(0xD800..<0xE000 ~= value) && !scalars.contains(value)
  }

  /// Returns whether the byte at an offset is escaped, because an odd number of backslashes precedes it.
  static func isEscaped(_ offset: Int, in bytes: JSONBytes, from start: Int) -> Bool {
    var count = 0
    while offset - count > start, bytes[offset - count - 1] == UInt8(ascii: "\\") { count += 1 }
    return count % 2 == 1
  }
}
