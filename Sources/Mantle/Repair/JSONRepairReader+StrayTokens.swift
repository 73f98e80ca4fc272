// Tokens that belong nowhere.

extension JSONRepairReader {
  /// Behind what means nothing in JSON and stands before another token: dots, a tag of HTML, or one sign however often; nil where
  /// there is no such thing.
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

  /// What tags and entities of HTML begin and end with.
  private static let markup = [ASCII.less: ASCII.greater, ASCII.ampersand: ASCII.semicolon]

  /// Where a sign or a word ends that means nothing in JSON; nil where there is no such thing.
  func strayEnd(_ offset: Int) -> Int? { signEnd(offset) ?? (isStrayWord(offset) ? wordEnd(offset) : nil) }

  /// Whether a word that is neither a literal nor a number begins here.
  func isStrayWord(_ offset: Int) -> Bool {
    guard stringOpener(offset) == nil, text[offset] | 0x20 != ASCII.openBrace else { return false }
    let word = offset..<wordEnd(offset)
    return strictScalar(word) == nil && knownWord(word) == nil
  }

  /// Passes over what is no member, and over one comma beside it.
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

  /// Passes over a word that stands right before a value, such as the `b` of Python's `b"text"`.
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

  /// Where a word or sign ends that stands before a value and is no part of it; nil where it is, or where there is no value.
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

  /// Whether an array or object stands at an offset, with a value's end behind it.
  private func beginsContainer(_ offset: Int) -> Bool {
    let isObject = byte(offset) == ASCII.openBrace
    guard isObject || byte(offset) == ASCII.openBracket, let closer = closerAhead(offset + 1),
      text[closer] == text[offset] + 2, isValueEnd(closer + 1)
    else { return false }
    let first = skip(offset + 1)
    return first == closer || beginsItem(first, isObject: isObject)
  }
}
