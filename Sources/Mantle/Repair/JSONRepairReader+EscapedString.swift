extension JSONRepairReader {
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
    note(.invalidEscape, start..<start + 1, with: [], at: start, expected, occurrences: 2)
    note(.invalidEscape, close..<close + 1, with: [], at: close, expected, occurrences: 0)
    position = close + 2
    valueEnded(at: position)
    return true
  }

  /// Whether a range is the content of a string as it stands.
  func isContent(_ range: Range<Int>) -> Bool {
    (try? JSONDocument(parsing: JSONBytes([ASCII.quote] + bytes.slice(range) + [ASCII.quote]))) != nil
  }
}
