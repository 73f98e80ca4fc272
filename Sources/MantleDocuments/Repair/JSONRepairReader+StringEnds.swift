import Mantle
import TerminalText

// The ends of strings, determined by the text after their quotes.

extension JSONRepairReader {
  /// Whether a quote ends its string, according to the text after it.
  func isEnd(_ offset: Int, isKey: Bool, _ content: Range<Int>) -> Bool {
    guard let top = stack.last else { return true }
    let next = skip(offset)
    guard next < end else { return true }
    let follower = text[next]
    if content.isEmpty, next == offset, isSecondQuote(offset, in: top) { return false }
    if isKey { return isKeyEnd(offset, next, content) }
    switch follower {
    case ASCII.comma, ASCII.semicolon:
      // At the end of a line they end the item, regardless of the next line.
      let behind = skip(next + 1)
      return isItem(behind, in: top) || follower == ASCII.comma && hasLineFeed(next + 1..<behind)
    case ASCII.closeBrace where byte(next + 1) == ASCII.closeBrace:
      return !(isInPlaceholder(content) && isTextUpToQuote(next + 2))
    case ASCII.closeBrace, ASCII.closeBracket: return true
    case ASCII.colon: return !isProse(behind: next)
    case ASCII.slash, ASCII.hash: return isComment(next)
    case _ where isCommentOfOtherLanguage(next): return true
    case ASCII.equals: return false
    default:
      if hasLineFeed(offset..<next) { return !isTextWithQuote(next) }
      if isEllipsis(next) || isStrayScalar(next, after: offset, in: top) { return true }
      if keyAhead(next) != nil, !isColonInText(next) {
        // In `"a," "b": 1` the comma and the quote are swapped.
        if stringOpener(next) != nil, next > offset { return true }
        return !endsWithComma(content) && (next > offset || !isColonInQuotes(next))
      }
      if isStrayWordBeforeEnd(offset, next, in: top) || joinedString(after: offset) != nil { return true }
      if widePunctuation(next) != nil || wrongComma(next, in: top) != nil { return true }
      guard !top.isObject else { return false }
      if next == offset {
        return stringOpener(next) != nil && !content.isEmpty && beginsItem(next, isObject: false)
      }
      return stringOpener(next) != nil || follower | 0x20 == ASCII.openBrace
    }
  }

  /// Returns the string that continues the one before an offset, as in `"a" + "b"` and `"a"
  /// "b"`; nil if there is none, or if the text before the offset is not the closing quote of
  /// a string.
  func joinedString(after offset: Int) -> (token: Int, content: Range<Int>)? {
    if let last = regions.last, last.range.upperBound == offset,
      last.cause == .surplusQuote || last.cause == .missingQuote
    {
      return nil
    }
    let token = skip(offset)
    let isAdded = [ASCII.plus, ASCII.dot, ASCII.ampersand].contains(byte(token))
    let next = isAdded ? skip(token + 1) : token
    guard isAdded || token > offset && stack.last?.isObject == true, byte(next) == ASCII.quote,
      let close = try? JSONScanner.string(text, next + 1, end).close, close < end
    else { return nil }
    let behind = skip(close + 1)
    let goesOn = isValueEnd(close + 1) || byte(behind) == ASCII.plus || byte(behind) == ASCII.quote
    return goesOn && keyAhead(next) == nil ? (token, next + 1..<close) : nil
  }

  /// Whether a word follows an empty string, up to another quote, so that the second quote is
  /// superfluous: `""name": 1`.
  private func isSecondQuote(_ offset: Int, in frame: Frame) -> Bool {
    guard isKeyByte(text[offset]), wrongComma(offset, in: frame) == nil,
      widePunctuation(offset) == nil
    else { return false }
    return byte(textEnd(offset, stopsAtColons: false)) == ASCII.quote
  }

  /// Returns whether a quote ends a key, given the next significant character and the key's content.
  private func isKeyEnd(_ offset: Int, _ next: Int, _ content: Range<Int>) -> Bool {
    switch text[next] {
    case ASCII.colon, ASCII.equals:
      return content.count < 256 || !content.contains { text[$0] == ASCII.lineFeed }
    case ASCII.quote where next == offset:
      return closerAfterString(next) != nil && !content.isEmpty && !isColonInside(content)
    case ASCII.openBrace, ASCII.openBracket, ASCII.comma, ASCII.closeBrace, ASCII.closeBracket: return true
    default: return next > offset || !isColonInside(content) && !isRestOfKey(next)
    }
  }

  /// Whether a key that began before a quote or line break ends after an offset: `"us"er":
  /// 1`.
  func isRestOfKey(_ offset: Int) -> Bool {
    guard offset < end, stringOpener(offset) == nil else { return false }
    let stop = textEnd(offset, stopsAtColons: true)
    return stop - offset <= Self.deepestLook && byte(stop) == ASCII.quote && follows(stop + 1, ASCII.colon)
  }

  /// Whether the beginning of a string contains a colon.
  func isColonInside(_ content: Range<Int>) -> Bool {
    content.prefix(256).contains { text[$0] == ASCII.colon }
  }

  /// Whether a template placeholder begins in a string and does not end in it: `{{ name |
  /// default "x" }}`.
  private func isInPlaceholder(_ content: Range<Int>) -> Bool {
    let near = content.suffix(256).dropLast()
    guard let opener = near.last(where: { text[$0] == ASCII.openBrace && text[$0 + 1] == ASCII.openBrace })
    else { return false }
    return !near.contains { $0 > opener && text[$0] == ASCII.closeBrace && text[$0 + 1] == ASCII.closeBrace }
  }

  /// Whether the text after a placeholder ends with a quote that ends a value, perhaps after
  /// more placeholders.
  private func isTextUpToQuote(_ offset: Int) -> Bool {
    var position = offset
    let limit = min(end, offset + 256)
    while let quote = (position..<limit).first(where: {
      text[$0] == ASCII.quote || text[$0] == ASCII.lineFeed
    }),
      text[quote] == ASCII.quote
    {
      guard isInPlaceholder(position..<quote) else { return isValueEnd(quote + 1) }
      guard let close = bytes.firstOccurrence(of: Array("}}".utf8), from: quote, to: limit) else {
        return false
      }
      position = close + 2
    }
    return false
  }

  /// Whether a line begins with words up to a quote that ends a value: the end of a string
  /// that contains line breaks and quotes.
  private func isTextWithQuote(_ offset: Int) -> Bool {
    guard ASCII.isLetter(text[offset]) else { return false }
    let stop = textEnd(offset, stopsAtColons: true)
    return byte(stop) == ASCII.quote && isValueEnd(stop + 1)
  }

  /// Whether a quoted word is part of a string, because prose follows its colon: `the "best":
  /// yes`.
  private func isColonInQuotes(_ offset: Int) -> Bool {
    let word = keyWordEnd(offset)
    return byte(word) == ASCII.quote && isProse(behind: skip(word + 1))
  }

  /// Whether prose follows a colon: a word that is not a JSON value, or a value with more
  /// words after it.
  private func isProse(behind colon: Int) -> Bool {
    let word = skip(colon + 1)
    guard ASCII.isWord(byte(word)), keyAhead(word) == nil else { return false }
    let end = wordEnd(word)
    return !isValueEnd(end) || strictScalar(word..<end) == nil && knownWord(word..<end) == nil
  }

  /// Whether the apparent closing quote of a string opens the next key, because its own quote
  /// is missing: `"a": "b, "c": 1`.
  private func endsWithComma(_ content: Range<Int>) -> Bool {
    !content.isEmpty
      && byte(lastContent(before: content.upperBound, from: content.lowerBound)) == ASCII.comma
  }

  /// Whether a single stray word is between a string and the token that ends the item.
  private func isStrayWordBeforeEnd(_ offset: Int, _ next: Int, in frame: Frame) -> Bool {
    guard stringOpener(next) == nil else { return false }
    let word = skip(signEnd(next) ?? wordEnd(next))
    guard word - next <= 16, word < end else { return false }
    let follower = text[word]
    if next > offset, follower == ASCII.comma {
      return beginsItem(skip(word + 1), isObject: frame.isObject)
    }
    return follower | 0x20 == ASCII.closeBrace || follower == ASCII.comma && isItem(skip(word + 1), in: frame)
  }

  /// Whether a stray number or literal follows a string: `"a" 2, "b": 3`.
  private func isStrayScalar(_ next: Int, after offset: Int, in frame: Frame) -> Bool {
    guard next > offset, frame.isObject, !ASCII.isLetter(text[next]), stringOpener(next) == nil else {
      return false
    }
    let word = next..<wordEnd(next)
    return strictScalar(word) != nil && isBeforeMember(word.upperBound)
  }

  /// Whether an unquoted word and its colon are part of a string, because no value follows:
  /// `"a" bug: x in y"`.
  private func isColonInText(_ offset: Int) -> Bool {
    guard stringOpener(offset) == nil, byte(keyWordEnd(offset)) != ASCII.quote else { return false }
    let value = skip(skip(keyWordEnd(offset)) + 1)
    return ASCII.isWord(byte(value)) && !beginsMemberValue(value) && isTextWithQuote(value)
  }

  /// Whether an element or member begins at an offset, or the container ends.
  private func isItem(_ offset: Int, in frame: Frame) -> Bool {
    guard offset < end else { return true }
    let byte = text[offset]
    if byte | 0x20 == ASCII.closeBrace || byte == ASCII.comma || isComment(offset) { return true }
    if stringOpener(offset) != nil || byte | 0x20 == ASCII.openBrace || isEllipsis(offset) { return true }
    if let sign = signEnd(offset), beginsItem(skip(sign), isObject: frame.isObject) { return true }
    let word = offset..<wordEnd(offset)
    if frame.isObject {
      return keyAhead(offset) != nil || word.count <= 16 && keyAhead(skip(word.upperBound)) != nil
        || strictScalar(word) != nil && isBeforeMember(word.upperBound)
    }
    // In `["a", b, "c"]` the word is unquoted, rather than a continuation of text.
    return strictScalar(word) != nil || knownWord(word) != nil
      || ASCII.isLetter(text[offset]) && isValueEnd(word.upperBound)
  }

  /// Whether a comma and a member follow, or the object ends.
  func isBeforeMember(_ offset: Int) -> Bool {
    let next = skip(offset)
    return byte(next) == ASCII.comma ? keyAhead(skip(next + 1)) != nil : byte(next) == ASCII.closeBrace
  }

  /// Returns the end of a string whose closing quote is missing, after its apparent closing
  /// quote was recognized as that of another string; nil if the string continues.
  func missingQuote(_ content: Range<Int>, isKey: Bool) -> Int? {
    if isKey {
      // In `"a: 1, "b": 2` the text up to the colon resembles a key.
      let head = content.prefix(Self.deepestLook)
      guard let colon = head.first(where: { text[$0] == ASCII.colon }), colon > content.lowerBound else {
        return nil
      }
      let name = content.lowerBound..<lastContent(before: colon, from: content.lowerBound) + 1
      let isName = !name.isEmpty && !name.contains { text[$0] < ASCII.space || text[$0] == ASCII.comma }
      let isWord = isName && !name.contains { text[$0] == ASCII.space }
      return isWord || isName && beginsMemberValue(skip(colon + 1)) ? name.upperBound : nil
    }
    let last = lastContent(before: content.upperBound, from: content.lowerBound)
    guard last >= content.lowerBound else { return nil }
    // The quote begins a key or a string after a comma or an opening bracket.
    let isOpening = keyAhead(content.upperBound) != nil || stack.last?.isObject == false
    guard isOpening else { return nil }
    switch text[last] {
    case ASCII.comma, ASCII.openBrace, ASCII.openBracket:
      return contentEnd(from: content.lowerBound, before: content.upperBound)
    default: return nil
    }
  }

  /// Returns the end of a string's content that is followed by punctuation without a quote:
  /// before a comma, and before brackets that close open containers.
  func contentEnd(from start: Int, before offset: Int) -> Int {
    func trimmed(_ offset: Int) -> Int { lastContent(before: offset, from: start) + 1 }
    var position = trimmed(offset)
    while position > start, text[position - 1] | 0x20 == ASCII.openBrace { position = trimmed(position - 1) }
    if position > start, text[position - 1] == ASCII.comma { position = trimmed(position - 1) }
    var brackets = position
    while brackets > start, text[brackets - 1] | 0x20 == ASCII.closeBrace,
      position - brackets < Self.deepestLook
    {
      brackets = trimmed(brackets - 1)
    }
    // Brackets that close those in the string itself belong to it: `/gists{/id},`.
    var depth = 0
    for offset in start..<brackets {
      if text[offset] | 0x20 == ASCII.openBrace { depth += 1 }
      if text[offset] | 0x20 == ASCII.closeBrace { depth = max(0, depth - 1) }
    }
    while depth > 0, brackets < position {
      if text[brackets] | 0x20 == ASCII.closeBrace { depth -= 1 }
      brackets += 1
    }
    let closers = (brackets..<position).map { text[$0] }.filter { !ASCII.isWhitespace($0) }
    let closeWhatIsOpen =
      closers.count <= stack.count && zip(closers, stack.reversed()).allSatisfy { $0 == $1.closer }
    return closeWhatIsOpen ? brackets : position
  }

  /// Returns the offset of the last byte before an offset that is not whitespace; the offset
  /// before the start if there is none.
  func lastContent(before offset: Int, from start: Int) -> Int {
    var position = offset - 1
    while position >= start, ASCII.isWhitespace(text[position]) { position -= 1 }
    return position
  }

  private func hasLineFeed(_ range: Range<Int>) -> Bool { range.contains { text[$0] == ASCII.lineFeed } }

  /// Whether a value ends at an offset.
  func isValueEnd(_ offset: Int) -> Bool {
    let next = skip(offset)
    guard next < end else { return true }
    return text[next] == ASCII.comma || text[next] | 0x20 == ASCII.closeBrace || hasLineFeed(offset..<next)
  }
}
