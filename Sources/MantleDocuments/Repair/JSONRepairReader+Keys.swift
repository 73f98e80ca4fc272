import Mantle
import TerminalText

// Keys, and the tokens between them and their values.

extension JSONRepairReader {
  /// A key that was read.
  struct Key {
    /// The offset after the key.
    let end: Int
    /// The hash of the key.
    let hash: Int
  }

  /// Reads a key; returns nil if there is none. In that case ``position`` is after the
  /// skipped text.
  mutating func readKey() -> Key? {
    let start = position
    if stringOpener(start) != nil {
      let known = regions.count
      let content = string(isKey: true)
      let end = position
      // It is unknown which key is meant.
      if let frame = stack.last, regions.dropFirst(known).contains(where: \.cause.isContentOfString) {
        doubt(frame)
      }
      guard isKeyEnd(end) else { return nil }
      position = start
      beginItem()
      position = end
      return Key(end: end, hash: hash(content))
    }
    if let end = placeholderEnd(start) {
      beginItem()
      note(.placeholder, start..<end, with: quoted(start..<end), at: start, code: .expectedKey)
      position = end
      return Key(end: end, hash: hash(start..<end))
    }
    let first = start + wrongQuoteLength(start)
    let word = keyWordEnd(first)
    let isQuotedAtEnd = byte(word) == ASCII.quote
    let end = isQuotedAtEnd ? word + 1 : word
    guard word > first, isQuotedAtEnd || first == start,
      follows(end, ASCII.colon) || follows(end, ASCII.equals)
    else {
      position = textEnd(start, stopsAtColons: false)
      return nil
    }
    let code = expected == .expectedCommaOrClose ? .expectedCommaOrClose : JSONSyntaxError.Code.expectedKey
    beginItem()
    note(
      first > start ? .wrongCharacter : isQuotedAtEnd ? .missingQuote : .unquotedKey, start..<end,
      with: quoted(first..<word), at: start, code: code)
    position = end
    return Key(end: end, hash: hash(first..<word))
  }

  /// Whether the text after a string shows that it is a key: a colon, or a value without a
  /// colon.
  private func isKeyEnd(_ offset: Int) -> Bool {
    let next = skip(offset)
    guard next < end else { return true }
    switch text[next] {
    case ASCII.colon, ASCII.equals: return true
    case ASCII.comma, ASCII.semicolon, ASCII.closeBrace, ASCII.closeBracket:
      return isInsteadOfColon(next) || follows(next + 1, ASCII.colon)
    default: return keyAhead(next) == nil || strayBeforeColon(next) != nil
    }
  }

  /// Reads the colon after a key, or what is in its place.
  mutating func readColon(_ key: Key) {
    expectation = .expectedColon
    skipSpace()
    defer { expectation = .expectedValue }
    guard position < end else { return }
    switch text[position] {
    case ASCII.colon:
      if byte(position + 1) == ASCII.equals {
        note(.equalsSign, position..<position + 2, with: ":", at: position, code: .expectedValue)
        position += 1
      }
      position += 1
    case ASCII.equals where strayBeforeColon(position) == nil:
      let signs = endOfRun(position)
      let length = (byte(signs) == ASCII.greater ? signs + 1 : signs) - position
      note(.equalsSign, position..<position + length, with: ":", at: position, code: .expectedColon)
      position += length
    case _ where isInsteadOfColon(position):
      note(.wrongCharacter, position..<position + 1, with: ":", at: position, code: .expectedColon)
      position += 1
    case _ where widePunctuation(position)?.meant == ASCII.colon:
      let end = position + (widePunctuation(position)?.length ?? 1)
      note(.widePunctuation, position..<end, with: ":", at: position, code: .expectedColon)
      position = end
    case _ where strayBeforeColon(position) != nil: dropUpToColon()
    default:
      if let length = wrongColon(position) {
        note(.wrongCharacter, position..<position + length, with: ":", at: position, code: .expectedColon)
        position += length
        break
      }
      note(.missingColon, key.end..<key.end, with: ":", at: position, code: .expectedColon)
    }
    expectation = .expectedValue
    skipSpace()
    while byte(position) == ASCII.colon || byte(position) == ASCII.equals {
      drop(position..<position + 1, .surplusColon)
      skipSpace()
    }
  }

  /// Reads a colon without a key. The key is missing if a value follows; otherwise the colon
  /// is superfluous.
  mutating func colonWithoutKey(_ top: Frame) {
    let next = skip(position + 1)
    guard top.isObject, top.state != .value, text[position] == ASCII.colon, beginsMemberValue(next),
      keyAhead(next) == nil
    else { return drop(position..<position + 1, .surplusColon) }
    doubt(top)
    beginItem()
    // The name of the key is unknown.
    note(.missingKey, position..<position, with: "\"…\"", at: position, code: expected)
    position += 1
    skipSpace()
    value()
  }

  /// Returns the stray text between a key and its colon; nil if there is none.
  private func strayBeforeColon(_ offset: Int) -> Range<Int>? {
    let end = strayEnd(offset) ?? (ASCII.isDigit(text[offset]) ? wordEnd(offset) : offset + 1)
    return follows(end, ASCII.colon) ? offset..<end : nil
  }

  /// Removes stray characters between a key and its colon, and skips past the colon.
  private mutating func dropUpToColon() {
    guard let stray = strayBeforeColon(position) else { return }
    drop(stray, text[position] | 0x20 == ASCII.closeBrace ? .surplusBracket : .strayText)
    skipSpace()
    position += 1
  }

  /// Whether a comma or bracket is between a key and its value.
  private func isInsteadOfColon(_ offset: Int) -> Bool {
    switch byte(offset) {
    case ASCII.comma, ASCII.semicolon, ASCII.closeBrace, ASCII.closeBracket:
      let next = skip(offset + 1)
      guard next < end, keyAhead(next) == nil else { return false }
      if let follower = closerAfterString(next) {
        return byte(follower) == ASCII.comma || byte(follower) == ASCII.closeBrace
      }
      return text[next] | 0x20 == ASCII.openBrace && text[offset] != ASCII.comma
        || strictScalar(next..<wordEnd(next)) != nil
    default: return false
    }
  }
}
