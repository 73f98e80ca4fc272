// What stands outside of all arrays and objects.

extension JSONRepairReader {
  mutating func root() {
    let byte = text[position]
    if rootValues == 0, isCurlNote() { return drop(position..<knownLineEnd(position), .textBefore) }
    switch byte {
    case ASCII.semicolon where regions.first?.cause == .textBefore && rootValues == 1:
      // The end of an assignment; said where it begins.
      return drop(position..<position + 1, .textBefore)
    case ASCII.closeBrace, ASCII.closeBracket: return drop(position..<position + 1, .surplusBracket)
    case ASCII.comma where rootValues > 0 && text[skipped(position + 1)] | 0x20 == ASCII.openBrace:
      // The elements of a list without its brackets.
      return drop(position..<position + 1, .missingList, with: "\n")
    case ASCII.comma, ASCII.semicolon: return drop(position..<position + 1, .surplusComma)
    default: break
    }
    if rootValues == 0, entersObjectWithoutBraces() { return }
    if isText() {
      let end = foreignTextEnd()
      return drop(position..<end, rootValues == 0 || end < knownLineEnd(position) ? .textBefore : .textAfter)
    }
    let isSeparated =
      regions.last.map {
        [.textBefore, .missingList].contains($0.cause) && isBlank(from: $0.range.upperBound, to: position)
      } ?? false
    if rootValues > 0, indent < 0, !isSeparated, !allowsValuesOnOneLine {
      note(.secondValue, position..<position, with: "\n", at: position, code: .trailingContent)
    }
    value()
  }

  /// `{ [5 bytes data]`, as curl -v says what it sent and got.
  private func isCurlNote() -> Bool {
    guard text[position] | 0x20 == ASCII.closeBrace || text[position] == ASCII.openBrace else { return false }
    return bytes.text(position + 1..<min(end, position + 32)).prefix { $0 != "\n" }.hasSuffix(" bytes data]")
  }

  /// Enters the object whose members stand here without brackets, as they are cut out of a larger text.
  private mutating func entersObjectWithoutBraces() -> Bool {
    guard stringOpener(position) != nil, keyAhead(position) != nil else { return false }
    note(.missingOpener, position..<position, with: "{", at: position, code: .expectedValue)
    stack.append(Frame(open: position, isObject: true, indent: lineIndent))
    stack[0].end = position
    return true
  }

  /// The next token behind white space, or the last byte.
  private func skipped(_ offset: Int) -> Int { min(skip(offset), end - 1) }

  /// Whether text that is no value begins here.
  private mutating func isText() -> Bool {
    let byte = text[position]
    if byte == ASCII.openBrace { return false }
    if byte == ASCII.openBracket { return isLogPrefix() }
    if isFence() { return true }
    if stringOpener(position) != nil { return false }
    let word = position..<wordEnd(position)
    guard strictScalar(word) != nil || knownWord(word) != nil else {
      return hasValueBehind() || rootValues > 0
    }
    // A number that begins a line of other text.
    let next = skip(word.upperBound)
    guard next < end, bytes.countLineFeeds(in: word.upperBound..<next) == 0 else { return false }
    return text[next] | 0x20 != ASCII.openBrace && stringOpener(next) == nil && !ASCII.isDigit(text[next])
  }

  /// Whether a line begins here that marks code in Markdown.
  private func isFence() -> Bool { (0..<3).allSatisfy { self.byte(position + $0) == ASCII.backquote } }

  /// `[INFO] …`: brackets around something that is no JSON, and text behind them.
  private func isLogPrefix() -> Bool {
    var position = position + 1
    while position < end, position - self.position < 64, text[position] != ASCII.closeBracket {
      switch text[position] {
      case ASCII.quote, ASCII.comma, ASCII.lineFeed, ASCII.openBrace, ASCII.openBracket: return false
      default: position += 1
      }
    }
    let word = skip(self.position + 1)
    guard byte(position) == ASCII.closeBracket, word < position, strictScalar(word..<position) == nil else {
      return false
    }
    return ASCII.isLetter(byte(skip(position + 1)))
  }

  /// Whether an array or object comes later: else a word is a value without quotes.
  private mutating func hasValueBehind() -> Bool { foreignTextEnd() < end }

  /// Where text ends that is no JSON: where a value begins in the line, or at the line's end.
  private mutating func foreignTextEnd() -> Int {
    let line = knownLineEnd(position)
    var position = position + 1
    var isAssigned = false
    while position < line {
      if text[position] | 0x20 == ASCII.openBrace, isAssigned || startsValue(position) {
        guard let end = endInSentence(position, line) else { return position }
        position = end
      }
      if !ASCII.isWhitespace(text[position]) { isAssigned = text[position] == ASCII.equals }
      position += 1
    }
    return max(line, self.position + 1)
  }

  /// `INFO: {"a": 1} got response`: where a value ends that words stand behind, above a line that begins as JSON; nil
  /// where it is the value that is meant.
  private func endInSentence(_ offset: Int, _ line: Int) -> Int? {
    guard let close = closerAhead(offset + 1), close < line else { return nil }
    let word = skip(close + 1)
    guard word < line, ASCII.isLetter(text[word]) else { return nil }
    let limit = min(end, line + 1 << 10)
    var next = line
    while next < limit, ASCII.isWhitespace(text[next]) { next += 1 }
    while next < limit, text[next] | 0x20 != ASCII.openBrace {
      next = bytes.firstOccurrence(of: [ASCII.lineFeed], from: next, to: limit) ?? limit
      while next < limit, ASCII.isWhitespace(text[next]) { next += 1 }
    }
    return next < limit ? word : nil
  }

  /// Whether a bracket begins a value rather than some text.
  private func startsValue(_ offset: Int) -> Bool {
    let next = skip(offset + 1)
    let byte = byte(next)
    if text[offset] == ASCII.openBrace { return byte == ASCII.quote || byte == ASCII.closeBrace }
    return byte == ASCII.openBrace || byte == ASCII.openBracket || byte == ASCII.quote
      || byte == ASCII.closeBracket
  }

  /// Notes a text of another kind, all of it.
  mutating func noteForeign(_ cause: DamagedRegion.Cause) {
    note(cause, 0..<end, with: "null", at: 0, code: cause == .empty ? .unexpectedEnd : .expectedValue)
    rootValues = 1
    position = end
  }
}
