/// Functions that shorten values for messages.
package enum Shortened {
  /// The maximum length of a shortened value in characters.
  static let limit = 40
  /// The maximum number of bytes of a value that are inspected. A limit of bytes is needed because a character
  /// can consist of any number of bytes.
  private static let maximumBytes = 256

  /// Returns a string, cut off with `…` after ``limit`` characters.
  package static func text(_ text: String) -> String {
    shortened(text.utf8.prefix(maximumBytes), isCut: text.utf8.count > maximumBytes) { _ in 1 }
  }

  /// Returns a string in which `…` replaces the middle if the string is much longer than a line of a terminal.
  package static func middle(of text: String) -> String {
    let most = 4 * limit
    guard text.utf8.count > 2 * most, text.count > 2 * most else { return text }
    return text.prefix(most) + "…" + text.suffix(limit)
  }

  /// Returns the content of a JSON string, cut off with `…` after ``limit`` characters, without splitting an
  /// escape.
  static func json(_ text: UnsafeBufferPointer<UInt8>) -> String {
    shortened(text.prefix(maximumBytes), isCut: text.count > maximumBytes, length: lengthOfEscape)
  }

  /// Returns UTF-8 bytes as a string, cut off with `…` after ``limit`` characters.
  ///
  /// - Parameters:
  ///   - isCut: Whether the bytes are only a prefix of the value.
  ///   - length: A closure that returns the number of characters at the beginning of a string that must not be
  ///     split.
  private static func shortened(
    _ bytes: some BidirectionalCollection<UInt8>, isCut: Bool, length: (Substring) -> Int
  ) -> String {
    let text = String(decoding: isCut ? bytes.dropLast(bytes.lastScalarLength) : bytes[...], as: UTF8.self)
    // At the end of the prefix, more bytes may belong to the last character.
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
      // Stopping one character before the limit leaves room for the `…`.
      if count < limit { kept = end }
    }
    return isCut ? text[..<kept] + "…" : text
  }

  /// Returns the length in characters of the JSON escape at the beginning of a string; 1 if the string begins
  /// with any other character. The two escapes of a surrogate pair are treated as one.
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
  /// The number of bytes of the last UTF-8 sequence in the bytes, which may be incomplete.
  fileprivate var lastScalarLength: Int {
    let continuation = reversed().prefix { $0 & 0xC0 == 0x80 }.count
    return Swift.min(continuation + 1, count)
  }
}
