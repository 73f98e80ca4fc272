import Mantle

// Tokens without a meaning.

extension JSONRepairReader {
  /// Returns the end of signs before another token that have no meaning in JSON: dots, an
  /// HTML tag, or one repeated sign; nil if there are none.
  func signEnd(_ offset: Int) -> Int? {
    guard let length = strayLength(offset) else { return nil }
    if let dots = ellipsisEnd(offset) { return dots }
    if let close = Self.markup[byte(offset)].flatMap({ close in
      (offset..<min(end, offset + 32)).first { text[$0] == close }
    }) {
      return close + 1
    }
    guard byte(offset) >= 0x80 || !ASCII.isWord(byte(offset)) else { return nil }
    return length == 1 ? endOfRun(offset) : offset + length
  }

  /// The first and last bytes of HTML tags and entities.
  private static let markup = [ASCII.less: ASCII.greater, ASCII.ampersand: ASCII.semicolon]

  /// Returns the end of a sign or word without a meaning in JSON; nil if there is none.
  func strayEnd(_ offset: Int) -> Int? { signEnd(offset) ?? (isStrayWord(offset) ? wordEnd(offset) : nil) }

  /// Whether a word that is neither a literal nor a number begins here.
  func isStrayWord(_ offset: Int) -> Bool {
    guard stringOpener(offset) == nil, text[offset] | 0x20 != ASCII.openBrace else { return false }
    let word = offset..<wordEnd(offset)
    return strictScalar(word) == nil && knownWord(word) == nil
  }

  /// Skips text that is not a member, and one adjacent comma.
  mutating func dropStray(from start: Int, _ cause: DamagedRegion.Cause? = nil) {
    let last = stack.count - 1
    let code = expected
    doubt(stack[last])
    var range = start..<max(position, start + 1)
    position = range.upperBound
    skipSpace()
    if stack[last].state != .value, byte(position) == ASCII.comma {
      range = start..<position + 1
    } else if stack[last].state == .comma, position >= end || text[position] | 0x20 == ASCII.closeBrace {
      range = stack[last].comma..<range.upperBound
      stack[last].state = .value
    }
    position = max(position, range.upperBound)
    note(
      cause ?? (text[start] == ASCII.quote ? .missingKey : .strayText), range, with: "", at: start, code: code
    )
  }

  /// Skips a word directly before a value, such as the `b` of Python's `b"text"`.
  mutating func skipStrayWord() {
    if byte(position + 1) == ASCII.singleQuote, "ubrf".utf8.contains(text[position] | 0x20) {
      return drop(position..<position + 1, .strayText)
    }
    let word = position..<wordEnd(position)
    let isBeforeString = stringOpener(word.upperBound) != nil && keyAhead(word.upperBound) == nil
    let isBeforeValue = isBeforeString || byte(word.upperBound) | 0x20 == ASCII.openBrace
    // `"a": 9[1]`: a number in an object has no bracket at its end.
    let isStrayNumber = !isBeforeString && pendingKey != nil && word.count == 1
    if isBeforeValue, strictScalar(word) == nil || isStrayNumber, !isValueEnd(word.upperBound + 1) {
      return drop(word, .strayText)
    }
    guard strictScalar(word) == nil, let end = endBeforeValue(word),
      endOfTextWithoutFirstQuote(position) == nil
    else { return }
    drop(position..<end, stack.isEmpty ? .textBefore : .strayText)
    skipSpace()
  }

  /// Returns the end of a word or sign before a value that is not part of it; nil if it is
  /// part of the value, or if no value follows.
  private func endBeforeValue(_ word: Range<Int>) -> Int? {
    if let sign = signEnd(word.lowerBound) {
      let next = skip(sign)
      let isString = stringOpener(next) != nil
      if beginsContainer(next) || isString && beginsValue(next, before: container(stack.count - 1).closer) {
        return sign
      }
    }
    let end = byte(word.upperBound) == ASCII.semicolon ? word.upperBound + 1 : word.upperBound
    return beginsContainer(skip(end)) ? end : nil
  }

  /// Whether a complete array or object begins at an offset.
  private func beginsContainer(_ offset: Int) -> Bool {
    let isObject = byte(offset) == ASCII.openBrace
    guard isObject || byte(offset) == ASCII.openBracket, let closer = closerAhead(offset + 1),
      text[closer] == text[offset] + 2, isValueEnd(closer + 1)
    else { return false }
    let first = skip(offset + 1)
    return first == closer || beginsItem(first, isObject: isObject)
  }
}
