import Mantle
import TerminalText

// One character in place of another one: `"a": 1. "b": 2`. The correct character is the one
// with which the following text can continue.

extension JSONRepairReader {
  /// Returns the length of a character without a meaning of its own in JSON; nil for others.
  func strayLength(_ offset: Int) -> Int? {
    let byte = byte(offset)
    guard byte > ASCII.space, byte | 0x20 != ASCII.openBrace, byte | 0x20 != ASCII.closeBrace,
      byte != ASCII.comma, !ASCII.isDigit(byte), stringOpener(offset) == nil
    else { return nil }
    guard byte >= 0x80 else { return 1 }
    let length = JSONScanner.utf8Length(text + offset)
    return length > 0 && offset + length <= end ? length : nil
  }

  /// Returns the length of a character after a value that may be in place of a comma or
  /// bracket. This includes a digit directly after a value in an object, because numbers in
  /// objects have keys.
  private func misplacedLength(_ offset: Int, in frame: Frame) -> Int? {
    if let length = strayLength(offset) { return length }
    let isAlone =
      ASCII.isDigit(byte(offset)) && !ASCII.isWord(byte(offset + 1)) && byte(offset + 1) != ASCII.dot
    return frame.isObject && isAlone && offset > start && !ASCII.isWhitespace(text[offset - 1]) ? 1 : nil
  }

  /// Whether a member or element certainly begins at an offset.
  func beginsItem(_ offset: Int, isObject: Bool) -> Bool {
    guard offset < end else { return false }
    if isObject { return stringOpener(offset) != nil && keyAhead(offset) != nil }
    if text[offset] | 0x20 == ASCII.openBrace { return true }
    return beginsValue(offset, before: ASCII.closeBracket)
  }

  /// Whether a string, number or literal is at an offset, followed by a comma or a bracket.
  func beginsValue(_ offset: Int, before closer: UInt8) -> Bool {
    guard offset < end else { return false }
    let follower: UInt8
    if stringOpener(offset) != nil {
      guard let next = closerAfterString(offset) else { return false }
      follower = byte(next)
    } else {
      let word = offset..<wordEnd(offset)
      guard strictScalar(word) != nil else { return false }
      follower = byte(skip(word.upperBound))
    }
    return follower == ASCII.comma || follower == closer
  }

  // MARK: After a value

  /// Returns the length of a character in place of a comma; nil if there is none.
  func wrongComma(_ offset: Int, in frame: Frame) -> Int? {
    let isOpener = frame.isObject && byte(offset) == ASCII.openBracket
    guard let length = isOpener ? 1 : misplacedLength(offset, in: frame),
      frame.isObject || !ASCII.isLetter(text[offset])
    else { return nil }
    return beginsItem(skip(offset + length), isObject: frame.isObject) ? length : nil
  }

  /// Whether a character is in place of the bracket that closes the innermost container.
  private func isWrongCloser(_ offset: Int, _ length: Int) -> Bool {
    let last = stack.count - 1
    let next = offset + length
    if last == 0, skip(next) < end { return false }
    guard goesOn(next, last - 1) else { return false }
    // If the text may continue in both containers, the following brackets decide.
    return !fits(next, container(last)) || closes(last, from: next)
  }

  /// Reads a character after a value that is in place of a comma or a closing bracket.
  mutating func wrongCharacter(_ top: Frame) -> Bool {
    guard text[position] != ASCII.semicolon, widePunctuation(position) == nil,
      keyAhead(position) == nil
    else { return false }
    let comma = wrongComma(position, in: top)
    guard let length = comma ?? misplacedLength(position, in: top) else { return false }
    if comma != nil {
      self.comma(text[position], length: length, .wrongCharacter)
    } else if isWrongCloser(position, length) {
      note(
        .wrongCharacter, position..<position + length, with: [top.closer], at: position,
        code: .expectedCommaOrClose
      )
      position += length - 1
      pop()
    } else {
      return false
    }
    return true
  }

  /// Returns the end of a number or literal whose last character is in place of a comma or a
  /// closing bracket; nil if there is none.
  func endBeforeWrongCharacter(_ word: Range<Int>) -> Int? {
    guard let top = stack.last, word.count > 1 else { return nil }
    let last = word.upperBound - 1
    // A decimal point belongs to a number if only digits follow, because the scanner
    // requires them.
    let scalar = bytes.text(word.lowerBound..<last)
    let isBehindLiteral = ASCII.isDigit(text[last]) && ASCII.isLetter(text[word.lowerBound])
    guard strictScalar(word.lowerBound..<last) != nil || Self.number(scalar) == scalar,
      strayLength(last) == 1 || isBehindLiteral
    else { return nil }
    let isComma = beginsItem(skip(word.upperBound), isObject: top.isObject)
    return isComma || isWrongCloser(last, 1) ? last : nil
  }

  /// Returns the end of a number or literal before a stray sign that is not part of a common
  /// notation; nil if there is none.
  func endBeforeStraySign(_ word: Range<Int>) -> Int? {
    let last = word.upperBound - 1
    guard word.count > 1, "()'`*\\|~^!?@#&<>".utf8.contains(text[last]) else { return nil }
    return strictScalar(word.lowerBound..<last) != nil && isValueEnd(word.upperBound) ? last : nil
  }

  // MARK: After a key

  /// Returns the length of the characters between a key and its value in place of a colon;
  /// nil if there are none.
  func wrongColon(_ offset: Int) -> Int? {
    guard offset < end else { return nil }
    if text[offset] | 0x20 == ASCII.openBrace { return opensNoValue(offset) ? 1 : nil }
    if let opener = stringOpener(offset) {
      let next = skip(offset + opener.length)
      return opener.length == 1 && byte(next) != text[offset] && beginsMemberValue(next) ? 1 : nil
    }
    let word = wordEnd(offset)
    if strictScalar(offset..<word) != nil, isValueEnd(word) { return nil }
    for length in [1, word - offset] where length <= 3 {
      if beginsMemberValue(skip(offset + length)) { return length }
    }
    return nil
  }

  /// Whether a bracket after a key precedes a member's value without enclosing it: `"a"[ "x",
  /// "b": 1}`.
  private func opensNoValue(_ offset: Int) -> Bool {
    let next = skip(offset + 1)
    guard beginsMemberValue(next) else { return false }
    if text[offset] == ASCII.openBrace { return keyAhead(next) == nil }
    return closerAhead(next).map { text[$0] == ASCII.closeBrace } ?? false
  }

  /// Whether the value of a member certainly begins at an offset.
  func beginsMemberValue(_ offset: Int) -> Bool {
    byte(offset) | 0x20 == ASCII.openBrace || beginsValue(offset, before: ASCII.closeBrace)
  }

  // MARK: Before a value

  /// Opens the object or array whose bracket was replaced by another character.
  mutating func entersBehindWrongCharacter() -> Bool {
    guard let length = strayLength(position), let top = stack.last, !top.isObject || pendingKey != nil else {
      return false
    }
    let first = skip(position + length)
    let isObject = beginsItem(first, isObject: true)
    // Unquoted text may be an element of an array, too.
    let isEmpty = opensNothing(first)
    guard isObject || top.isObject && (isEmpty || beginsItem(first, isObject: false)) else { return false }
    if isEmpty, text[first] == ASCII.closeBrace { return enter(length, isObject: true) }
    let closer = closerAhead(first)
    guard closer == nil ? isObject : isCloser(closer, ofObject: isObject) else { return false }
    return enter(length, isObject: isObject)
  }

  /// Opens a container whose bracket is missing, or was replaced by `length` bytes.
  private mutating func enter(_ length: Int, isObject: Bool) -> Bool {
    let bracket = isObject ? ASCII.openBrace : ASCII.openBracket
    note(
      length == 0 ? .missingOpener : .wrongCharacter, position..<position + length, with: [bracket],
      at: position, code: pendingKey == nil ? expected : .expectedValue)
    stack.append(Frame(open: position, isObject: isObject, indent: lineIndent))
    position += length
    stack[stack.count - 1].end = position
    pendingKey = nil
    return true
  }

  /// Converts the object just opened to an array, if a value is in place of its first key and
  /// its own bracket closes it, or if only objects follow.
  mutating func turnsIntoArray() -> Bool {
    let last = stack.count - 1
    guard stack[last].state == .empty, beginsItem(position, isObject: false),
      let closer = closerAhead(position), fits(closer + 1, container(last - 1)),
      text[closer] == ASCII.closeBracket || beginsObjects()
    else { return false }
    let open = stack[last].open
    note(.wrongBracket, open..<open + 1, with: "[", at: open, code: .expectedValue)
    stack[last].isObject = false
    return true
  }

  /// Whether several objects begin here: `{…}, {`.
  private func beginsObjects() -> Bool {
    guard text[position] == ASCII.openBrace, keyAhead(skip(position + 1)) != nil,
      let close = closerAhead(position + 1), text[close] == ASCII.closeBrace
    else { return false }
    let comma = skip(close + 1)
    return byte(comma) == ASCII.comma && follows(comma + 1, ASCII.openBrace)
  }

  /// Whether a closing bracket in place of a value can only close an array or object whose
  /// opening bracket is missing: `"a": }, "b": 1`.
  private func opensNothing(_ offset: Int) -> Bool {
    byte(offset) | 0x20 == ASCII.closeBrace && fits(offset + 1, .object)
      && !goesOn(offset + 1, stack.count - 2)
  }

  /// Opens the empty array or object whose opening bracket is missing.
  mutating func entersEmpty() -> Bool {
    opensNothing(position) && enter(0, isObject: text[position] == ASCII.closeBrace)
  }

  /// Returns whether a bracket at the offset closes the current container and is followed by valid text.
  private func isCloser(_ offset: Int?, ofObject isObject: Bool) -> Bool {
    guard let offset, text[offset] == (isObject ? ASCII.closeBrace : ASCII.closeBracket) else { return false }
    return fits(offset + 1, container(stack.count - 1))
  }

  /// Returns the length of the character in place of the opening quote of a key; 0 if there
  /// is none.
  func wrongQuoteLength(_ offset: Int) -> Int {
    guard !isKeyByte(byte(offset)), byte(offset) != ASCII.colon, byte(offset) != ASCII.equals,
      let length = strayLength(offset), isKeyByte(byte(offset + length))
    else { return 0 }
    return length
  }

  /// Returns the length of the character in place of the closing quote of a key; 0 if the
  /// character may belong to the key.
  func wrongQuoteLength(atEndOf key: Range<Int>) -> Int {
    let last = key.upperBound - 1
    return text[last] < 0x80 && !isKeyByte(text[last]) && strayLength(last) == 1 ? 1 : 0
  }

  /// Returns the closing quote of a text whose opening quote is missing, `one, two
  /// \"three\"", …` and `https://x.org/{/id}", …`; nil if there is none on the line, or if it
  /// begins a string.
  func endOfTextWithoutFirstQuote(_ offset: Int) -> Int? {
    let limit = min(end, offset + Self.view)
    var position = offset
    while position < limit, text[position] != ASCII.quote, text[position] != ASCII.lineFeed {
      position += text[position] == ASCII.backslash ? 2 : 1
    }
    guard position < limit, text[position] == ASCII.quote, isValueEnd(position + 1) else { return nil }
    let last = lastContent(before: position, from: offset)
    return last < offset || ",:{[".utf8.contains(text[last]) ? nil : position
  }

  // MARK: Skipped characters

  /// Combines a skipped character and an adjacent missing token into one mistake, in either
  /// order.
  ///
  /// - Returns: whether two mistakes were combined.
  mutating func replacesStray(_ region: DamagedRegion) -> Bool {
    let isMissing = isMissing(region)
    guard isMissing || isStray(region),
      let number = regions.indices.suffix(2).last(where: { isBeside(regions[$0], region) }),
      isMissing ? isStray(regions[number]) : self.isMissing(regions[number])
    else { return false }
    let (stray, missing) = isMissing ? (regions[number], region) : (region, regions[number])
    regions[number] = DamagedRegion(
      range: stray.range, replacement: missing.replacement, cause: .wrongCharacter,
      offset: stray.range.lowerBound, container: missing.container, code: missing.code)
    // The value whose bracket was missing ends after the character in its place.
    if missing.cause == .missingBracket, let last = stack.indices.last {
      stack[last].end = max(stack[last].end, stray.range.upperBound)
    }
    return true
  }

  /// Returns whether a region inserts one missing structural character.
  private func isMissing(_ region: DamagedRegion) -> Bool {
    [.missingBracket, .missingOpener, .missingComma, .missingColon].contains(region.cause)
      && region.range.isEmpty && region.replacement.count == 1 && region.occurrences > 0
  }

  /// Returns whether a region only removes one stray character.
  private func isStray(_ region: DamagedRegion) -> Bool {
    guard region.replacement.isEmpty else { return false }
    let causes: [DamagedRegion.Cause] = [.strayText, .surplusQuote, .surplusColon, .surplusBracket]
    return causes.contains(region.cause)
      && region.range.count == strayLength(region.range.lowerBound) ?? 1
  }

  /// Returns whether two regions are separated by white space at most.
  private func isBeside(_ one: DamagedRegion, _ other: DamagedRegion) -> Bool {
    isBlank(from: one.range.upperBound, to: other.range.lowerBound)
      || isBlank(from: other.range.upperBound, to: one.range.lowerBound)
  }
}
