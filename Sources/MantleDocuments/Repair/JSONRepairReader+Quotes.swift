import Mantle

// The quotes of strings.

extension JSONRepairReader {
  /// The opening quote of a string.
  struct Opener {
    /// The kinds of quotes.
    enum Kind { case straight, single, curly, back, triple }
    /// The kind of the quote.
    let kind: Kind
    /// The length of the quote in bytes.
    let length: Int

    /// The cause that an incorrect quote of this kind is reported with.
    var cause: DamagedRegion.Cause {
      switch kind {
      case .single: .singleQuotes
      case .back: .backquotes
      case .triple: .tripleQuotes
      case .curly, .straight: .curlyQuotes
      }
    }
  }

  /// Returns the opening quote at an offset; nil if there is none.
  func stringOpener(_ offset: Int) -> Opener? {
    switch byte(offset) {
    case ASCII.quote where isTripleQuote(offset):
      Opener(kind: .triple, length: 3)
    case ASCII.quote: Opener(kind: .straight, length: 1)
    case ASCII.singleQuote: Opener(kind: .single, length: 1)
    case ASCII.backquote where hasOther(offset): Opener(kind: .back, length: 1)
    case 0xE2 where byte(offset + 1) == 0x80 && (0x98...0x9F).contains(byte(offset + 2)):
      Opener(kind: .curly, length: 3)
    case 0xC2 where byte(offset + 1) == 0xAB: Opener(kind: .curly, length: 2)
    default: nil
    }
  }

  /// Whether another backquote follows.
  private func hasOther(_ offset: Int) -> Bool {
    bytes.firstOccurrence(of: [ASCII.backquote], from: offset + 1, to: min(end, offset + Self.farView)) != nil
  }

  /// Whether three quotes begin a string, rather than being an empty string followed by a
  /// superfluous quote or by a key.
  private func isTripleQuote(_ offset: Int) -> Bool {
    guard byte(offset + 1) == ASCII.quote, byte(offset + 2) == ASCII.quote else { return false }
    let word = keyWordEnd(offset + 3)
    let isBeforeKey = byte(word) == ASCII.quote && follows(word + 1, ASCII.colon)
    return !isBeforeKey && byte(offset + 3) != ASCII.comma && byte(offset + 3) | 0x20 != ASCII.closeBrace
  }

  /// Returns the length of the closing quote at an offset; nil if there is none.
  func closerLength(_ opener: Opener, _ offset: Int) -> Int? {
    switch (opener.kind, byte(offset)) {
    case (.straight, ASCII.quote), (.single, ASCII.singleQuote), (.back, ASCII.backquote),
      (.curly, ASCII.quote):
      1
    case (.triple, ASCII.quote):
      byte(offset + 1) == ASCII.quote && byte(offset + 2) == ASCII.quote && byte(offset + 3) != ASCII.quote
        ? 3 : nil
    case (.straight, 0xE2), (.curly, 0xE2):
      byte(offset + 1) == 0x80 && (0x98...0x9F).contains(byte(offset + 2)) && opener.kind == .curly ? 3 : nil
    case (.curly, 0xC2): byte(offset + 1) == 0xBB ? 2 : nil
    default: nil
    }
  }

  /// Reads a string whose quotes both have a backslash: `\"text\"`.
  mutating func escapedString() -> Bool {
    let start = position
    var close = start + 2
    while close < end, !(text[close] == ASCII.backslash && byte(close + 1) == ASCII.quote) {
      guard text[close] >= 0x20, text[close] != ASCII.quote else { return false }
      close += text[close] == ASCII.backslash ? 2 : 1
    }
    guard close < end, isEnd(close + 2, isKey: false, start + 2..<close),
      isContent(start + 2..<close)
    else { return false }
    note(.invalidEscape, start..<start + 1, with: [], at: start, code: expected, occurrences: 2)
    note(.invalidEscape, close..<close + 1, with: [], at: close, code: expected, occurrences: 0)
    position = close + 2
    valueEnded(at: position)
    return true
  }

  /// Whether a range is valid content of a JSON string.
  func isContent(_ range: Range<Int>) -> Bool {
    (try? JSONDocument(parsing: JSONBytes([ASCII.quote] + bytes.slice(range) + [ASCII.quote]))) != nil
  }
}
