// What strings begin and end with.

extension JSONRepairReader {
  /// The quote a string begins with.
  struct Opener {
    enum Kind { case straight, single, curly, back, triple }
    let kind: Kind
    let length: Int

    /// What is wrong with it.
    var cause: DamagedRegion.Cause {
      switch kind {
      case .single: .singleQuotes
      case .back: .backquotes
      case .triple: .tripleQuotes
      case .curly, .straight: .curlyQuotes
      }
    }
  }

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

  /// Whether another backquote stands ahead.
  private func hasOther(_ offset: Int) -> Bool {
    bytes.firstOccurrence(of: [ASCII.backquote], from: offset + 1, to: min(end, offset + Self.farView)) != nil
  }

  /// Whether three quotes begin a string, rather than an empty one ending with one too many or before a key.
  private func isTripleQuote(_ offset: Int) -> Bool {
    guard byte(offset + 1) == ASCII.quote, byte(offset + 2) == ASCII.quote else { return false }
    let word = keyWordEnd(offset + 3)
    let isBeforeKey = byte(word) == ASCII.quote && follows(word + 1, ASCII.colon)
    return !isBeforeKey && byte(offset + 3) != ASCII.comma && byte(offset + 3) | 0x20 != ASCII.closeBrace
  }

  /// The length of the quote at an offset that can end a string; nil where there is none.
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

  /// `\"text\"`: a string both of whose quotes have a backslash.
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

  /// Whether a range is the content of a string as it stands.
  func isContent(_ range: Range<Int>) -> Bool {
    (try? JSONDocument(parsing: JSONBytes([ASCII.quote] + bytes.slice(range) + [ASCII.quote]))) != nil
  }
}
