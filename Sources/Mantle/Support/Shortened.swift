/// Shortening of values for diagnostics.
package enum Shortened {
  /// In characters.
  static let limit = 40
  /// A character may be of any length, so it is not only they that are counted.
  private static let mostBytes = 256

  /// The text in at most ``limit`` characters; where it is longer, its end is replaced by `…`.
  static func text(_ text: String) -> String {
    shortened(text.utf8.prefix(mostBytes), isCut: text.utf8.count > mostBytes) { _ in 1 }
  }

  /// The text without its middle, where it is much longer than what a line of a terminal holds.
  package static func middle(of text: String) -> String {
    let most = 4 * limit
    guard text.utf8.count > 2 * most, text.count > 2 * most else { return text }
    return text.prefix(most) + "…" + text.suffix(limit)
  }

  /// The same of text between the quotes of a JSON string, where an escape is not cut in two.
  static func json(_ text: UnsafeBufferPointer<UInt8>) -> String {
    shortened(text.prefix(mostBytes), isCut: text.count > mostBytes, length: lengthOfEscape)
  }

  /// - Parameter length: how many characters belong together at the start of a text.
  private static func shortened(
    _ bytes: some BidirectionalCollection<UInt8>, isCut: Bool, length: (Substring) -> Int
  ) -> String {
    let text = String(decoding: isCut ? bytes.dropLast(bytes.lastScalarLength) : bytes[...], as: UTF8.self)
    // Where the bytes were cut, more may belong to the last character.
    var rest = isCut ? text.dropLast() : text[...]
    var count = 0
    var kept = text.startIndex
    while !rest.isEmpty {
      let next = length(rest)
      guard let end = rest.index(rest.startIndex, offsetBy: next, limitedBy: rest.endIndex) else {
        return text[..<kept] + "…"
      }
      count += next
      if count > limit { return text[..<kept] + "…" }
      rest = rest[end...]
      // One less than the limit leaves room for the `…`.
      if count < limit { kept = end }
    }
    return isCut ? text[..<kept] + "…" : text
  }

  private static func lengthOfEscape(_ text: Substring) -> Int {
    let scalars = text.unicodeScalars
    guard scalars.first == "\\" else { return 1 }
    guard scalars.dropFirst().first == "u" else { return 2 }
    let isHighSurrogate =
      text.dropFirst(2).prefix(1).lowercased() == "d" && "89abAB".contains(text.dropFirst(3).prefix(1))
    return isHighSurrogate ? 12 : 6
  }
}

extension BidirectionalCollection<UInt8> {
  /// The length of the last scalar of UTF-8 text, whole or not.
  fileprivate var lastScalarLength: Int {
    let continuation = reversed().prefix { $0 & 0xC0 == 0x80 }.count
    return Swift.min(continuation + 1, count)
  }
}
