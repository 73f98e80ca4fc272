import Mantle
import TerminalText

// The text outside of all arrays and objects.

extension JSONRepairReader {
  /// Reads a token outside of all containers.
  mutating func root() {
    let byte = text[position]
    if rootValues == 0, isCurlNote() { return drop(position..<knownLineEnd(position), .textBefore) }
    switch byte {
    case ASCII.semicolon where regions.first?.cause == .textBefore && rootValues == 1:
      // This is the end of an assignment, whose beginning is reported.
      return drop(position..<position + 1, .textBefore)
    case ASCII.closeBrace, ASCII.closeBracket: return drop(position..<position + 1, .surplusBracket)
    case ASCII.comma where rootValues > 0 && text[skipped(position + 1)] | 0x20 == ASCII.openBrace:
      // These are the elements of a list without brackets.
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

  /// Whether the line is a note of `curl -v` about received data: `{ [5 bytes data]`.
  private func isCurlNote() -> Bool {
    guard text[position] | 0x20 == ASCII.closeBrace || text[position] == ASCII.openBrace else { return false }
    return bytes.text(position + 1..<min(end, position + 32)).prefix { $0 != "\n" }.hasSuffix(" bytes data]")
  }

  /// Opens the object whose members begin here without brackets, as in an excerpt of a larger
  /// text.
  private mutating func entersObjectWithoutBraces() -> Bool {
    guard stringOpener(position) != nil, keyAhead(position) != nil else { return false }
    note(.missingOpener, position..<position, with: "{", at: position, code: .expectedValue)
    stack.append(Frame(open: position, isObject: true, indent: lineIndent))
    stack[0].end = position
    return true
  }

  /// Returns the offset of the next token after whitespace, or of the last byte.
  private func skipped(_ offset: Int) -> Int { min(skip(offset), end - 1) }

  /// Whether text that is not a value begins here.
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
    // A number may begin a line of other text.
    let next = skip(word.upperBound)
    guard next < end, bytes.countLineFeeds(in: word.upperBound..<next) == 0 else { return false }
    return text[next] | 0x20 != ASCII.openBrace && stringOpener(next) == nil && !ASCII.isDigit(text[next])
  }

  /// Whether a line of three backquotes, which marks code in Markdown, begins here.
  private func isFence() -> Bool { (0..<3).allSatisfy { self.byte(position + $0) == ASCII.backquote } }

  /// Whether the brackets are a log prefix, with text that is not JSON inside and after them:
  /// `[INFO] …`.
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

  /// Whether an array or object follows. Otherwise a word is an unquoted value.
  private mutating func hasValueBehind() -> Bool { foreignTextEnd() < end }

  /// Returns the end of text that is not JSON: the beginning of a value in the line, or the
  /// end of the line.
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

  /// Returns the end of a value that is part of a sentence above a line that begins like
  /// JSON: `INFO: {"a": 1} got response`; nil if the value is the intended one.
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

  /// Whether a bracket begins a value rather than text.
  private func startsValue(_ offset: Int) -> Bool {
    let next = skip(offset + 1)
    let byte = byte(next)
    if text[offset] == ASCII.openBrace { return byte == ASCII.quote || byte == ASCII.closeBrace }
    return byte == ASCII.openBrace || byte == ASCII.openBracket || byte == ASCII.quote
      || byte == ASCII.closeBracket
  }

  /// Records that the whole text is of another kind.
  mutating func noteForeign(_ cause: DamagedRegion.Cause) {
    note(cause, 0..<end, with: "null", at: 0, code: cause == .empty ? .unexpectedEnd : .expectedValue)
    rootValues = 1
    position = end
  }
}
