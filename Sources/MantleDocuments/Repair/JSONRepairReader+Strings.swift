import Mantle

// Strings with any kind of quotes.

extension JSONRepairReader {
  /// Reads a string.
  ///
  /// - Returns: the range of its content.
  mutating func string(isKey: Bool) -> Range<Int> {
    let start = position
    guard let opener = stringOpener(start) else { return start..<start }
    if opener.kind == .straight,
      let close = try? JSONScanner.string(text, start + 1, end).close, close < end,
      isEnd(close + 1, isKey: isKey, start + 1..<close)
    {
      position = close + 1
      soundStrings += 1
      return start + 1..<close
    }
    return looseString(opener, isKey: isKey)
  }

  // MARK: With mistakes

  /// The state while a string is read.
  private struct Inside {
    /// A mistake and the replacement of its bytes.
    struct Edit {
      let range: Range<Int>
      var replacement: [UInt8]
      var cause: DamagedRegion.Cause
      let code: JSONSyntaxError.Code

      init(
        _ range: Range<Int>, _ replacement: [UInt8], _ cause: DamagedRegion.Cause,
        _ code: JSONSyntaxError.Code
      ) {
        (self.range, self.replacement, self.cause, self.code) = (range, replacement, cause, code)
      }
    }

    var position: Int
    /// The edits up to the position.
    var edits: [Edit] = []
    /// The first line break, the number of edits before it, and whether a backslash precedes
    /// it.
    var lineBreak: (offset: Int, edits: Int, isEscaped: Bool)?

    /// Whether a quote inside of the string has no counterpart yet.
    var hasOpenQuote: Bool { !edits.count { $0.cause == .unescapedQuote }.isMultiple(of: 2) }
  }

  private enum Ending {
    case quote(at: Int, length: Int)
    /// The closing quote is missing after the content.
    case missing(content: Int)
    case endOfText
  }

  /// Reads a string whose end is uncertain, and returns its range.
  private mutating func looseString(_ opener: Opener, isKey: Bool) -> Range<Int> {
    let start = position
    var inside = Inside(position: start + opener.length)
    var ending = Ending.endOfText
    while inside.position < end {
      guard let found = look(opener, from: start, isKey: isKey, &inside) else { continue }
      ending = found
      break
    }
    if case .endOfText = ending, isKey, let key = missingQuote(start + opener.length..<end, isKey: true) {
      ending = .missing(content: key)
    }
    if case .endOfText = ending, let line = inside.lineBreak {
      // The quote is missing on the first line, so the following text is read again.
      patience -= end - line.offset
      inside.edits.removeLast(inside.edits.count - line.edits)
      if line.isEscaped { inside.edits.append(backslash(line.offset - 1)) }
      ending = .missing(content: contentEnd(from: start + opener.length, before: line.offset))
    }
    return close(opener, start, inside, ending, isKey: isKey)
  }

  /// Reads the byte at the current position and returns the end of the string if it is there.
  private func look(_ opener: Opener, from start: Int, isKey: Bool, _ inside: inout Inside) -> Ending? {
    let position = inside.position
    if let length = closerLength(opener, position) {
      return closer(opener, length, start + opener.length..<position, isKey: isKey, &inside)
    }
    switch text[position] {
    case ASCII.backslash where [ASCII.lineFeed, ASCII.carriageReturn].contains(byte(position + 1)):
      return escapedLineBreak(opener, isKey: isKey, &inside)
    case ASCII.backslash: escape(opener, &inside)
    case ASCII.quote:
      let cause = opener.kind == .straight ? .unescapedQuote : opener.cause
      let escaped = [ASCII.backslash, ASCII.quote]
      inside.edits.append(Inside.Edit(position..<position + 1, escaped, cause, .expectedCommaOrClose))
      inside.position += 1
    case ASCII.lineFeed, ASCII.carriageReturn:
      return lineBreak(opener, start + opener.length, isKey: isKey, &inside)
    case 0..<0x20:
      let run = position..<(text[position] == 0 ? endOfRun(position) : position + 1)
      let cause: DamagedRegion.Cause = run.count > 1 ? .nulBytes : .unescapedControl
      inside.edits.append(Inside.Edit(run, escaped(run), cause, .controlCharacter))
      inside.position = run.upperBound
    case 0x80...: character(&inside)
    default: inside.position += 1
    }
    return nil
  }

  /// Handles a quote that can end the string: it ends the string, or belongs to it, or
  /// another quote is missing before it.
  private func closer(
    _ opener: Opener, _ length: Int, _ content: Range<Int>, isKey: Bool, _ inside: inout Inside
  ) -> Ending? {
    let position = inside.position
    if isEnd(position + length, isKey: isKey, content) { return .quote(at: position, length: length) }
    let isDoubled = closerLength(opener, position + length) == length
    if isDoubled, isEnd(position + 2 * length, isKey: isKey, content) {
      guard text[position] == ASCII.quote, inside.hasOpenQuote else {
        return .quote(at: position, length: 2 * length)
      }
      // In `Me "too""` the first of the two quotes closes the quotation.
      inside.edits.append(quote(position))
    } else if content.isEmpty {
      inside.edits.append(
        Inside.Edit(position..<position + length, [], .surplusQuote, .expectedCommaOrClose))
    } else if let end = missingQuote(content, isKey: isKey) {
      return .missing(content: end)
    } else if text[position] == ASCII.quote {
      inside.edits.append(quote(position, length))
    }
    inside.position += length
    return nil
  }

  /// Reads a non-ASCII character.
  private func character(_ inside: inout Inside) {
    let position = inside.position
    let length = JSONScanner.utf8Length(text + position)
    if length > 0, position + length <= end {
      inside.position += length
    } else if isHalfCharacter(position) {
      inside.position = end
    } else {
      inside.edits.append(
        Inside.Edit(position..<position + 1, [0xEF, 0xBF, 0xBD], .invalidUTF8, .invalidUTF8))
      inside.position += 1
    }
  }

  /// Skips an escape sequence, and records an edit if it is invalid.
  private func escape(_ opener: Opener, _ inside: inout Inside) {
    let position = inside.position
    let next = byte(position + 1)
    switch next {
    case 0x22, 0x5C, 0x2F, 0x62, 0x66, 0x6E, 0x72, 0x74: inside.position += 2
    case 0x75 where (2..<6).allSatisfy({ ASCII.isHexDigit(byte(position + $0)) }): inside.position += 6
    case ASCII.singleQuote where opener.kind == .single:
      inside.edits.append(
        Inside.Edit(position..<position + 2, [ASCII.singleQuote], .singleQuotes, .invalidEscape))
      inside.position += 2
    default:
      inside.edits.append(backslash(position))
      inside.position += 1
    }
  }

  /// Returns the edit of a quote inside of a string.
  private func quote(_ offset: Int, _ length: Int = 1) -> Inside.Edit {
    let range = offset..<offset + length
    return Inside.Edit(range, escaped(range), .unescapedQuote, .expectedCommaOrClose)
  }

  /// Returns the edit of a backslash that represents itself.
  private func backslash(_ offset: Int) -> Inside.Edit {
    Inside.Edit(offset..<offset + 1, [ASCII.backslash, ASCII.backslash], .invalidEscape, .invalidEscape)
  }

  /// Handles a backslash at the end of a line: as in JSON5, the string continues on the next
  /// line, unless a key is there.
  private func escapedLineBreak(_ opener: Opener, isKey: Bool, _ inside: inout Inside) -> Ending? {
    let position = inside.position
    let next = skip(position + 1)
    if !isKey, closerLength(opener, next) != nil, keyAhead(next) != nil {
      inside.edits.append(backslash(position))
      return .missing(content: position + 1)
    }
    if inside.lineBreak == nil { inside.lineBreak = (position + 1, inside.edits.count, true) }
    let isPair = byte(position + 1) == ASCII.carriageReturn && byte(position + 2) == ASCII.lineFeed
    let length = isPair ? 3 : 2
    inside.edits.append(
      Inside.Edit(position..<position + length, [], .invalidEscape, .invalidEscape))
    inside.position += length
    return nil
  }

  /// Handles a line break in a string: the string continues after it, or its quote is
  /// missing.
  private func lineBreak(
    _ opener: Opener, _ content: Int, isKey: Bool, _ inside: inout Inside
  ) -> Ending? {
    let position = inside.position
    if opener.kind == .triple {
      inside.edits.append(
        Inside.Edit(
          position..<position + 1, escaped(position..<position + 1), .tripleQuotes, .controlCharacter))
      inside.position += 1
      return nil
    }
    let next = skip(position)
    let endsWithComma = byte(lastContent(before: position, from: content)) == ASCII.comma
    let isStructure =
      next >= end || [ASCII.closeBrace, ASCII.closeBracket, ASCII.openBrace].contains(text[next])
      || keyAhead(next) != nil || endsWithComma && stringOpener(next) != nil
    let isInKey = isKey && !isColonInside(content..<position) && isRestOfKey(next)
    if !isInKey && (isKey || isStructure) || patience < 0 {
      let key = isKey ? missingQuote(content..<position, isKey: true) : nil
      return .missing(content: key ?? contentEnd(from: content, before: position))
    }
    if inside.lineBreak == nil { inside.lineBreak = (position, inside.edits.count, false) }
    inside.edits.append(
      Inside.Edit(
        position..<position + 1, escaped(position..<position + 1), .unescapedControl, .controlCharacter))
    inside.position += 1
    return nil
  }

  /// Records the mistakes in a string and moves past it.
  private mutating func close(
    _ opener: Opener, _ start: Int, _ inside: Inside, _ ending: Ending, isKey: Bool
  ) -> Range<Int> {
    let content: Range<Int>
    let first = start + opener.length
    let code = expected
    var wrongQuote = 0
    switch ending {
    case .quote(let close, let length):
      content = first..<close
      position = close + length
      noteQuotes(opener, start, close..<close + length)
    case .missing(let end):
      wrongQuote = isKey && end > first ? wrongQuoteLength(atEndOf: first..<end) : 0
      content = first..<max(first, end - wrongQuote)
      position = content.upperBound
      noteQuotes(opener, start, nil)
    case .endOfText:
      content = min(first, end)..<end
      position = end
      noteQuotes(opener, start, nil)
    }
    note(edits(of: opener, in: content, inside, ending, isKey: isKey, code), of: opener, start)
    switch ending {
    case .quote: break
    case .missing where wrongQuote > 0:
      position += wrongQuote
      note(
        .wrongCharacter, content.upperBound..<position, with: "\"", at: content.upperBound,
        code: .expectedColon)
    case .missing:
      note(.missingQuote, position..<position, with: "\"", at: start, code: isKey ? .expectedColon : code)
    case .endOfText: cutOff(start, content)
    }
    return content
  }

  /// Returns the mistakes that belong to the string, after its end is known.
  private func edits(
    of opener: Opener, in content: Range<Int>, _ inside: Inside, _ ending: Ending, isKey: Bool,
    _ code: JSONSyntaxError.Code
  ) -> [Inside.Edit] {
    var edits = inside.edits.compactMap { edit -> Inside.Edit? in
      if edit.range.upperBound <= content.upperBound { return edit }
      // The backslash before a line break that does not belong to the string represents
      // itself.
      return content.contains(edit.range.lowerBound) ? backslash(edit.range.lowerBound) : nil
    }
    if opener.kind == .straight, case .quote(let close, 2) = ending {
      edits.append(
        Inside.Edit(close + 1..<close + 2, [], .surplusQuote, isKey ? .expectedColon : code))
    }
    // In `""a" and "b""` the second quote belongs to the string, because others do.
    if edits.first?.cause == .surplusQuote, edits.contains(where: { $0.cause == .unescapedQuote }) {
      edits[0].replacement = [ASCII.backslash, ASCII.quote]
      edits[0].cause = .unescapedQuote
    }
    return edits
  }

  /// Records the mistakes of a string. Several of one kind are one mistake, and triple quotes
  /// cover what they permit.
  private mutating func note(_ edits: [Inside.Edit], of opener: Opener, _ start: Int) {
    var counts = Dictionary(edits.map { ($0.cause, 1) }, uniquingKeysWith: +)
    for edit in edits {
      let isOfQuotes = opener.kind != .straight && edit.cause == opener.cause
      note(
        edit.cause, edit.range, with: edit.replacement, at: isOfQuotes ? start : edit.range.lowerBound,
        code: edit.code, occurrences: isOfQuotes ? 1 : counts.updateValue(0, forKey: edit.cause) ?? 1)
    }
  }

  /// Records quotes other than straight double quotes, which are replaced.
  private mutating func noteQuotes(_ opener: Opener, _ start: Int, _ close: Range<Int>?) {
    guard opener.kind != .straight else { return }
    let cause = opener.cause
    var first = start
    if opener.kind == .single, let last = regions.last, last.cause == .strayText, last.range.count == 1,
      last.range.upperBound == start, ASCII.isLetter(text[last.offset])
    {
      // The letter before the quotes, as in Python's `b'text'`, belongs to them.
      first = last.offset
      regions.removeLast()
    }
    note(cause, first..<start + opener.length, with: "\"", at: first, code: expected)
    if let close, close.count > 1 || text[close.lowerBound] != ASCII.quote {
      note(cause, close, with: "\"", at: first, code: expected)
    }
  }

  /// Handles a text that ends in a string: the incomplete string is used, and everything is
  /// closed.
  private mutating func cutOff(_ start: Int, _ content: Range<Int>) {
    guard pendingKey != nil || stack.last?.isObject != true else {
      // An incomplete key is useless.
      pendingKey = start
      return
    }
    let backslashes = content.reversed().prefix { text[$0] == ASCII.backslash }.count
    let half =
      backslashes.isMultiple(of: 2)
      ? content.suffix(3).first(where: isHalfCharacter) ?? end : content.upperBound - 1
    note(.missingQuote, half..<end, with: "\"", at: start, code: .unexpectedEnd)
    pendingKey = nil
  }

  /// Whether a UTF-8 character that is truncated at the end of the text begins at an offset.
  private func isHalfCharacter(_ offset: Int) -> Bool {
    let length: Int
    switch byte(offset) {
    case 0xC2...0xDF: length = 2
    case 0xE0...0xEF: length = 3
    case 0xF0...0xF4: length = 4
    default: return false
    }
    return end - offset < length && (offset + 1..<end).allSatisfy { (0x80...0xBF).contains(text[$0]) }
  }
}
