import Mantle

// Lexing of strings with any kind of quotes.

extension RepairLexer {
  /// A kind of opening quote, with the closing quotes that match it.
  struct Opener {
    /// The cause that is reported for quotes of this kind; nil for straight double quotes.
    let cause: DamagedRegion.Cause?
    /// The length of the opening quote in bytes.
    let length: Int
    /// The closing quotes that match the opening quote.
    let closers: [[UInt8]]
    /// Whether a backslash in the string is an ordinary character, as in `r'C:\new'` of Python.
    var isRaw = false
    /// The first byte of the first of ``closers``.
    var first: UInt8 { closers[0][0] }
  }

  /// The kinds of opening quotes other than straight double quotes.
  private static let quotes: [(opener: [UInt8], quote: Opener)] = [
    ("'", DamagedRegion.Cause.singleQuotes, ["'"]), ("`", .backquotes, ["`"]),
    ("\"\"\"", .tripleQuotes, ["\"\"\""]),
    ("“", .curlyQuotes, ["”", "“", "\""]), ("”", .curlyQuotes, ["”", "“", "\""]),
    ("„", .curlyQuotes, ["“", "”", "\""]),
    ("‘", .curlyQuotes, ["’", "‘"]), ("’", .curlyQuotes, ["’"]), ("«", .curlyQuotes, ["»"]),
    ("\\\"", .invalidEscape, ["\\\"", "\""]), ("&quot;", .wrongCharacter, ["&quot;"]),
    ("%22", .wrongCharacter, ["%22"]),
    ("&#34;", .wrongCharacter, ["&#34;"]),
  ].map { opener, cause, closers in
    (
      Array(opener.utf8),
      Opener(cause: cause, length: opener.utf8.count, closers: closers.map { Array($0.utf8) })
    )
  }
  private static let straight = Opener(cause: nil, length: 1, closers: [[ASCII.quote]])

  /// Returns the kind of the opening quote at an offset; nil if there is none.
  func stringOpener(_ offset: Int, _ state: RepairState) -> Opener? {
    let first = byte(offset)
    if first == ASCII.quote,
      byte(offset + 1) != ASCII.quote || byte(offset + 2) != ASCII.quote || !isTriple(offset)
    {
      return Self.straight
    }
    if let quote = pythonQuote(offset, state) {
      let isRaw = (offset..<quote).contains { text[$0] | 0x20 == UInt8(ascii: "r") }
      return Opener(
        cause: .singleQuotes, length: quote + 1 - offset, closers: [[text[quote]]], isRaw: isRaw)
    }
    guard first >= 0x80 || "\"'`\\&%".utf8.contains(first) else { return nil }
    let found = Self.quotes.first { begins($0.opener, at: offset) }?.quote
    guard let found else { return nil }
    if first == ASCII.quote || first == ASCII.singleQuote || first >= 0x80 { return found }
    let range = (start: offset + found.length, limit: min(end, offset + Self.view))
    let isClosed = found.closers.contains {
      bytes.firstOccurrence(of: $0, from: range.start, to: range.limit) != nil
    }
    return isClosed ? found : nil
  }

  /// Returns the offset of the quote after a Python string prefix, as in `b'text'`; nil if there is none.
  private func pythonQuote(_ offset: Int, _ state: RepairState) -> Int? {
    let quote = (offset..<offset + 3).first { !"bBuUrRfF".utf8.contains(byte($0)) }
    guard let quote, quote > offset, "\"'".utf8.contains(byte(quote)) else { return nil }
    if state.wantsValue { return quote }
    // A key ends at the next quote, so a colon must follow it.
    let close = bytes.firstOccurrence(of: [text[quote]], from: quote + 1, to: min(end, quote + Self.view))
    return state.wantsKey && close.map { follows($0 + 1, ASCII.colon) } == true ? quote : nil
  }

  private func begins(_ mark: [UInt8], at offset: Int) -> Bool {
    offset + mark.count <= end && zip(mark, offset...).allSatisfy { text[$1] == $0 }
  }

  /// Returns whether the three quotes at an offset are the start of a string and not an empty string with a superfluous
  /// quote.
  private func isTriple(_ offset: Int) -> Bool {
    let next = byte(offset + 3)
    guard next != ASCII.comma, next | 0x20 != ASCII.closeBrace else { return false }
    let close = bytes.firstOccurrence(
      of: [0x22, 0x22, 0x22], from: offset + 3, to: min(end, offset + Self.view))
    return close != nil
  }

  /// A possible end of a string.
  struct End {
    /// The number of superfluous quotes between the opening quote and the content.
    var skipped = 0
    var content: Range<Int>
    /// The length in bytes of the closing quote; 0 if the quote is missing.
    var close: Int
    /// Whether a wrong character is in place of the closing quote.
    var isReplaced = false
    var isDoubtful = false
    var cost = 0
  }

  /// Returns the end of a string at its first closing quote, or at the end of the text.
  func firstEnd(_ opener: Opener, at offset: Int) -> End {
    let first = offset + opener.length
    if opener.cause == nil, let close = try? JSONScanner.string(text, first, end).close, close < end {
      return End(content: first..<close, close: 1)
    }
    var position = first
    var closer = closerLength(opener, position)
    while position < end, closer == nil {
      position += text[position] == ASCII.backslash ? 2 : 1
      closer = closerLength(opener, position)
    }
    position = min(position, end)
    let content = min(first, end)..<position
    // If the text ends with a bracket, it is probably not truncated within a string.
    let isOpen = closer == nil && byte(lastContent(before: end, from: first)) | 0x20 == ASCII.closeBrace
    let isDoubtful = isOpen || opener.cause != .tripleQuotes && hasLineFeed(content)
    return End(
      content: content, close: closer ?? 0, isDoubtful: isDoubtful,
      cost: isDoubtful ? 14 : closer == nil ? 9 : 0)
  }

  /// Returns the length of the closing quote at an offset that matches an opening quote; nil if there is none.
  private func closerLength(_ opener: Opener, _ offset: Int) -> Int? {
    guard offset < end, text[offset] >= 0x80 || text[offset] == ASCII.quote || text[offset] == opener.first
    else {
      return nil
    }
    return opener.closers.first { byte(offset) == $0[0] && begins($0, at: offset) }?.count
  }

  /// Returns the possible ends of a string other than the first closing quote: later quotes, or a missing quote.
  func otherEnds(_ opener: Opener, at offset: Int, _ state: RepairState) -> [End] {
    let (first, close) = (offset + opener.length, firstEnd(opener, at: offset).content.upperBound)
    var ends = laterEnds(opener, first, close, state)
    let stop = min(close, lineEnd(min(first, end)))
    let isKey = state.wantsKey
    if isKey {
      for colon in (first..<max(first, stop)).prefix(Self.view) where text[colon] == ASCII.colon {
        let last = lastContent(before: colon, from: first) + 1
        guard last > first else { break }
        ends.append(End(content: first..<last, close: 0, cost: 11))
        if !isKeyByte(text[last - 1]), last - 1 > first {
          ends.append(End(content: first..<last - 1, close: 0, isReplaced: true, cost: 10))
        }
        break
      }
    } else if opener.cause == nil || opener.cause == .singleQuotes {
      var last = stop
      for _ in 0..<12 {
        last = lastContent(before: last, from: first) + 1
        if last > first || stop == first {
          ends.append(End(content: first..<last, close: 0, cost: 11 + (last < stop ? 0 : 1)))
        }
        guard last > first, ",:{}[]".utf8.contains(text[last - 1]) else { break }
        last -= 1
      }
    }
    // If the string begins with two quotes, the first quote may be superfluous.
    if opener.cause == nil, close == first, first < end, text[first] == ASCII.quote,
      let inner = try? JSONScanner.string(text, first + 1, end).close, inner < end
    {
      let isDoubled = byte(inner + 1) == ASCII.quote
      ends.append(
        End(skipped: 1, content: first + 1..<inner, close: isDoubled ? 2 : 1, cost: 8))
    }
    return ends
  }

  /// Returns the later quotes that may end the string, judged by the text after them.
  private func laterEnds(_ opener: Opener, _ first: Int, _ close: Int, _ state: RepairState) -> [End] {
    var ends: [End] = []
    var position = close
    let limit = min(end, close + Self.view)
    var quotes = 0
    // A quote next to punctuation probably belongs to another string, and a key ends before a colon.
    var inner = !state.wantsKey ? 9 : follows(close + 1, ASCII.colon) ? 19 : 13
    while position < limit, ends.count < 6, inner < 40 {
      if let length = closerLength(opener, position) {
        quotes += 1
        let content = first..<position
        let isEnd = state.wantsKey ? follows(position + length, ASCII.colon) : isValueEnd(position + length)
        if isEnd, position > close || hasLineFeed(content) {
          let cost = isEmbedded(content) ? min(inner, 10) : inner
          ends.append(
            End(
              content: content, close: length,
              cost: cost + (!hasLineFeed(content) ? 0 : state.wantsKey ? 12 : 3)))
        }
        if closerLength(opener, position + length) == 1, !state.wantsKey, isValueEnd(position + 2 * length) {
          ends.append(End(content: content, close: 2 * length, cost: inner + 2))
        }
        inner += isBesidePunctuation(position, length, inList: !state.isObject) ? 6 : 1
        position += length
      } else {
        if text[position] == ASCII.lineFeed, quotes > 0, ends.count > 1 { break }
        position += text[position] == ASCII.backslash ? 2 : 1
      }
    }
    return ends
  }

  /// Returns whether the content of a string begins and ends with the brackets of an array or object.
  private func isEmbedded(_ content: Range<Int>) -> Bool {
    content.count > 1 && text[content.lowerBound] | 0x20 == ASCII.openBrace
      && text[content.upperBound - 1] == text[content.lowerBound] + 2
  }

  /// Returns whether JSON punctuation precedes or follows the quote at an offset. In a list, another quote after white
  /// space also counts.
  private func isBesidePunctuation(_ offset: Int, _ length: Int, inList: Bool) -> Bool {
    let next = skip(offset + length)
    return ",:{[}]".utf8.contains(text[offset - 1]) || ",:]}".utf8.contains(byte(next))
      || inList && byte(next) == ASCII.quote && next > offset + length
  }

  // MARK: - Edits

  /// Makes a token the string with the given opening quote and end, with the edits that make it valid JSON.
  func string(_ token: inout RepairToken, _ opener: Opener, _ end: End, _ state: RepairState) {
    let start = token.range.lowerBound
    let outer = start..<start + opener.length
    token.kind = .string
    let quote = end.content.upperBound..<end.content.upperBound + (end.isReplaced ? 1 : end.close)
    token.range = start..<quote.upperBound
    token.isDoubtful = end.isDoubtful
    token.cost = end.cost
    if end.skipped > 0 {
      token.regions.append(region(.surplusQuote, start + 1..<start + 2, [], state, at: start + 1))
    }
    if let cause = opener.cause {
      token.regions.append(region(cause, outer, [ASCII.quote], state))
    }
    let code = state.wantsKey ? JSONSyntaxError.Code.expectedColon : state.expected
    var edits = contentEdits(end.content, opener, state)
    // A truncated character is reported together with the missing quote.
    if let last = edits.last, last.cause == .missingQuote { edits[edits.count - 1].occurrences = 0 }
    token.regions += edits
    if end.isReplaced {
      token.regions.append(region(.wrongCharacter, quote, [ASCII.quote], state, code: code))
    } else if end.close == 0 {
      token.regions.append(region(.missingQuote, quote, [ASCII.quote], state, at: start, code: code))
    } else if let cause = opener.cause {
      var edit = region(cause, quote, [ASCII.quote], state, at: start)
      if cause == .wrongCharacter || cause == .invalidEscape { edit.occurrences = 0 }
      if text[quote.lowerBound] != ASCII.quote || quote.count > 1 { token.regions.append(edit) }
    } else if end.close == 2 {
      let second = quote.lowerBound + 1..<quote.upperBound
      var edit = region(.surplusQuote, second, [], state, code: code)
      if end.skipped > 0 { edit.occurrences = 0 }
      token.regions.append(edit)
    }
  }

  /// Returns the edits that make the content of a string valid JSON. Several edits of one kind count as one mistake.
  private func contentEdits(_ content: Range<Int>, _ opener: Opener, _ state: RepairState) -> [DamagedRegion]
  {
    let start = content.lowerBound - opener.length
    guard
      opener.cause != nil
        || (try? JSONScanner.string(text, content.lowerBound, end).close) != content.upperBound
    else { return [] }
    var edits: [DamagedRegion] = []
    var position = content.lowerBound
    while position < content.upperBound {
      guard let edit = contentEdit(position, content.upperBound, opener, start, state) else {
        position += contentLength(position)
        continue
      }
      edits.append(edit)
      position = edit.range.upperBound
    }
    var counts = Dictionary(edits.map { ($0.cause, 1) }, uniquingKeysWith: +)
    for index in edits.indices where edits[index].cause != opener.cause {
      edits[index].occurrences = counts.updateValue(0, forKey: edits[index].cause) ?? 1
    }
    return edits
  }

  /// Returns the length in bytes of the escape sequence or character at a position in a string.
  private func contentLength(_ position: Int) -> Int {
    if text[position] == ASCII.backslash { return byte(position + 1) == 0x75 ? 6 : 2 }
    return text[position] < 0x80 ? 1 : max(1, JSONScanner.utf8Length(text + position))
  }

  /// Returns the edit that makes the byte or escape sequence at a position in a string valid JSON; nil if it is valid.
  private func contentEdit(
    _ position: Int, _ end: Int, _ opener: Opener, _ start: Int, _ state: RepairState
  ) -> DamagedRegion? {
    let one = position..<position + 1
    if text[position] != ASCII.quote, let length = closerLength(opener, position),
      [.singleQuotes, .backquotes, .curlyQuotes].contains(opener.cause)
    {
      let quote = position..<position + length
      return region(.unescapedQuote, quote, escaped(quote), state, code: .expectedCommaOrClose)
    }
    switch text[position] {
    case ASCII.quote:
      let cause = opener.cause == .invalidEscape ? nil : opener.cause
      return region(
        cause ?? .unescapedQuote, one, [ASCII.backslash, ASCII.quote], state,
        at: cause == nil ? position : start, code: .expectedCommaOrClose)
    case ASCII.backslash: return escapeEdit(position, end, opener, state)
    case 0..<0x20:
      let run = text[position] == 0 ? position..<min(end, endOfRun(position)) : one
      let isTriple = opener.cause == .tripleQuotes && text[position] == ASCII.lineFeed
      let cause: DamagedRegion.Cause =
        isTriple ? .tripleQuotes : run.count > 1 ? .nulBytes : .unescapedControl
      return region(
        cause, run, escaped(run), state, at: isTriple ? start : position, code: .controlCharacter)
    case 0x80...:
      let length = JSONScanner.utf8Length(text + position)
      guard length == 0 || position + length > end else { return nil }
      // A truncated character at the end of the text is removed, because the end of the string is missing, too.
      if end == self.end, isHalfCharacter(position) {
        return region(.missingQuote, position..<end, [], state, code: .unexpectedEnd)
      }
      return region(.invalidUTF8, one, [0xEF, 0xBF, 0xBD], state, code: .invalidUTF8)
    default: return nil
    }
  }

  /// Returns the edit that makes the escape sequence at a position valid JSON; nil if it is valid.
  private func escapeEdit(_ position: Int, _ end: Int, _ opener: Opener, _ state: RepairState)
    -> DamagedRegion?
  {
    switch byte(position + 1) {
    case _ where opener.isRaw:
      let backslashes = [ASCII.backslash, ASCII.backslash]
      return region(.invalidEscape, position..<position + 1, backslashes, state, code: .invalidEscape)
    case _ where position + 1 >= end: break
    case 0x22, 0x5C, 0x2F, 0x62, 0x66, 0x6E, 0x72, 0x74: return nil
    case 0x75 where (2..<6).allSatisfy({ position + $0 < end && ASCII.isHexDigit(byte(position + $0)) }):
      return nil
    case ASCII.singleQuote where opener.cause == .singleQuotes:
      return region(.singleQuotes, position..<position + 2, [ASCII.singleQuote], state, code: .invalidEscape)
    case ASCII.lineFeed:
      return region(.invalidEscape, position..<position + 2, [], state, code: .invalidEscape)
    case 0x78 where (2..<4).allSatisfy({ position + $0 < end && ASCII.isHexDigit(byte(position + $0)) }):
      return region(
        .invalidEscape, position..<position + 2, Array(#"\u00"#.utf8), state, code: .invalidEscape)
    default: break
    }
    if position + 1 >= self.end {
      return region(.missingQuote, position..<end, [], state, code: .unexpectedEnd)
    }
    return region(
      .invalidEscape, position..<position + 1, [ASCII.backslash, ASCII.backslash], state, code: .invalidEscape
    )
  }

  /// Returns whether a UTF-8 character begins at an offset and is truncated by the end of the text.
  private func isHalfCharacter(_ offset: Int) -> Bool {
    let length = (0xC2...0xDF).contains(text[offset]) ? 2 : (0xE0...0xEF).contains(text[offset]) ? 3 : 4
    return (0xC2...0xF4).contains(text[offset]) && end - offset < length
      && (offset + 1..<end).allSatisfy { (0x80...0xBF).contains(text[$0]) }
  }

  /// Returns the bytes of a range as a JSON string.
  func quoted(_ range: Range<Int>) -> [UInt8] {
    var writer = JSONWriter(capacity: range.count + 16)
    writer.writeString(bytes.text(range))
    return writer.finish()
  }

  /// Returns the bytes of a range as the content of a JSON string.
  func escaped(_ range: Range<Int>) -> [UInt8] { Array(quoted(range).dropFirst().dropLast()) }
}
