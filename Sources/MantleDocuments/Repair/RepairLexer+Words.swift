import Mantle

// Lexing of words: unquoted keys, placeholders and other text.

extension RepairLexer {
  /// Makes a token the word at its start: a key, a number, a literal, or unquoted text.
  func word(_ token: inout RepairToken, _ state: RepairState) {
    let start = token.range.lowerBound
    if state.wantsKey, key(&token, state) { return }
    func use(_ kind: RepairToken.Kind, to end: Int, _ edit: DamagedRegion? = nil) {
      (token.kind, token.range) = (kind, start..<end)
      token.regions += edit.map { [$0] } ?? []
    }
    func scalar(_ cause: DamagedRegion.Cause, _ end: Int, _ replacement: [UInt8]) {
      use(.scalar, to: end, region(cause, start..<end, replacement, state, code: wordCode(start)))
    }
    let null = Array("null".utf8)
    if let end = placeholderEnd(start) {
      let isKey = state.wantsKey && follows(end, ASCII.colon)
      if state.wantsKey, !isKey { return use(.stray, to: end) }
      let last = isValueEnd(end) || isKey ? end : textEnd(end, stopsAtColons: false)
      scalar(.placeholder, last, isKey ? quoted(start..<end) : null)
      token.cost = last == end ? 0 : 8
      token.kind = isKey ? .string : .scalar
      return
    }
    if let end = strayEnd(start) { return use(.stray, to: end) }
    if begins("[object ", at: start), byte(keyWordEnd(start + 8)) == ASCII.closeBracket {
      let end = keyWordEnd(start + 8) + 1
      return scalar(.unquotedText, end, quoted(start..<end))
    }
    let end = wordEnd(start)
    if strictScalar(start..<end) != nil, state.mode != .colon || !ASCII.isDigit(text[end - 1]) {
      return use(.scalar, to: end)
    }
    if let group = groupedNumberEnd(start..<end, state) {
      let digits = bytes.text(start..<group)
      let parts = digits.split { $0 == "," || $0 == " " }
      let isDecimal = parts.count == 2 && digits.contains(",") && parts[1].count != 3
      let number = parts.joined(separator: isDecimal ? "." : "")
      if Self.number(number) == number {
        let comma = digits.utf8.firstIndex(of: ASCII.comma)
        let error = start + (comma.map { digits.utf8.distance(from: digits.startIndex, to: $0) } ?? 0)
        let edit = region(
          .numberSpelling, start..<group, Array(number.utf8), state, at: error,
          code: comma == nil ? .expectedValue : nil)
        token.cost = 3
        return use(.scalar, to: group, edit)
      }
    }
    if strictScalar(start..<end) != nil { return use(.scalar, to: end) }
    if let (close, value) = call(start, end) { return scalar(.call, close, value) }
    let minus = "-+".utf8.contains(text[start]) && end == start + 1 ? wordEnd(skip(end)) : end
    for end in Set([end, minus]).sorted() {
      guard let (cause, value) = knownWord(start..<end) else { continue }
      let error = cause == .numberSpelling ? wordError(start..<end) : (code: wordCode(start), offset: start)
      let edit = region(cause, start..<end, Array(value.utf8), state, at: error.offset, code: error.code)
      token.cost = cause != .numberSpelling ? 0 : ASCII.isDigit(text[end - 1]) ? 3 : 5
      return use(.scalar, to: end, edit)
    }
    use(isSign(start) ? .stray : .word, to: isSign(start) ? signEnd(start) : end)
    token.isDoubtful = true
  }

  /// Returns whether a sign without a meaning in JSON is at an offset, and not the start of unquoted text.
  private func isSign(_ offset: Int) -> Bool {
    let byte = text[offset]
    return byte < 0x80 && !ASCII.isWord(byte) && byte != ASCII.slash && byte != ASCII.hash
      && byte != ASCII.minus
      && byte != UInt8(ascii: "$") && byte != UInt8(ascii: "%") && byte != 0x28
  }

  /// Returns the end of the HTML tag or entity, or of the run of equal signs, at an offset.
  private func signEnd(_ offset: Int) -> Int {
    let markup = [ASCII.less: ASCII.greater, ASCII.ampersand: ASCII.semicolon]
    if let close = markup[text[offset]] {
      let last = (offset..<min(end, offset + 32)).first { text[$0] == close }
      if let last { return last + 1 }
    }
    return endOfRun(offset)
  }

  /// Makes a token the key at its start that lacks one or both quotes; returns false if there is no such key.
  private func key(_ token: inout RepairToken, _ state: RepairState) -> Bool {
    let start = token.range.lowerBound
    let wrong = isKeyByte(text[start]) ? 0 : max(1, JSONScanner.utf8Length(text + start))
    let first = start + wrong
    let word = keyWordEnd(first)
    let isQuotedAtEnd = byte(word) == ASCII.quote
    let end = isQuotedAtEnd ? word + 1 : word
    let isWord = wrong == 0 || text[start] == ASCII.colon && !isQuotedAtEnd
    guard word > first, isQuotedAtEnd || isWord, [ASCII.colon, ASCII.equals].contains(byte(skip(end))),
      wrong > 0 || isQuotedAtEnd || byte(skip(end) + 1) != ASCII.slash
    else { return false }
    (token.kind, token.range) = (.string, start..<end)
    token.cost = isQuotedAtEnd ? 10 : 4
    let cause: DamagedRegion.Cause =
      !isWord ? .wrongCharacter : isQuotedAtEnd ? .missingQuote : .unquotedKey
    let edit =
      !isWord
      ? region(cause, start..<first, [ASCII.quote], state)
      : region(
        cause, start..<end, quoted(first..<word), state)
    token.regions.append(edit)
    return true
  }

  /// Returns the tokens that result if the text at a position is interpreted as an unquoted string.
  ///
  /// - Parameters:
  ///   - empty: a token at the position without content, with the edits of the space before it.
  ///   - isStray: whether the text may also be without a meaning.
  func texts(_ empty: RepairToken, isStray: Bool, _ state: RepairState) -> [RepairToken] {
    let start = empty.range.lowerBound
    guard state.wantsValue || state.wantsKey, start < end else { return [] }
    var found: [RepairToken] = []
    func add(_ cause: DamagedRegion.Cause, _ range: Range<Int>, to end: Int, cost: Int) {
      var token = empty
      (token.kind, token.range, token.cost) = (.string, start..<end, cost)
      let isContent = text[range.lowerBound] != ASCII.quote && cause == .missingQuote
      let content =
        isContent && isStringContent(range) ? [ASCII.quote] + bytes.slice(range) + [ASCII.quote] : nil
      token.regions.append(
        region(
          cause, start..<end, content ?? quoted(range), state,
          code: state.wantsKey ? .expectedKey : wordCode(start)))
      found.append(token)
    }
    let line = lineEnd(start)
    if state.wantsKey {
      guard let colon = (start..<min(line, start + 64)).first(where: { text[$0] == ASCII.colon }) else {
        return []
      }
      let words = start..<lastContent(before: colon, from: start) + 1
      let isPlain = !words.contains { "\"\\[]{}(),".utf8.contains(text[$0]) }
      if !words.isEmpty, isPlain { add(.unquotedKey, words, to: words.upperBound, cost: isStray ? 14 : 10) }
      return found
    }
    let isContainer = text[start] | 0x20 == ASCII.openBrace
    if !isContainer {
      let last = textEnd(start, stopsAtColons: false)
      // Numbers in an array are not text; the commas between them are missing.
      let isNumbers = (start..<last).allSatisfy { ASCII.isDigit(text[$0]) || text[$0] == ASCII.space }
      if !isNumbers || state.isObject {
        add(.unquotedText, start..<last, to: last, cost: isStray || isNumbers ? 17 : 11)
      }
    }
    // A wrong character may follow a number or literal.
    let word = wordEnd(start)
    for last in [word - 1, word - 2] where last > start && strictScalar(start..<last) != nil {
      var token = empty
      (token.kind, token.range, token.cost) = (.scalar, start..<last, 1)
      found.append(token)
      break
    }
    if empty.kind == .word, (2...8).contains(word - start) {
      var token = empty
      (token.kind, token.range, token.cost) = (.stray, start..<start + 1, 1)
      found.append(token)
    }
    var quotes = 0
    for position in start..<min(line, start + Self.view) where text[position] == ASCII.quote {
      let last = lastContent(before: position, from: start)
      if text[position - 1] == ASCII.backslash { continue }
      quotes += 1
      if isValueEnd(position + 1), last >= start, !",:{[".utf8.contains(text[last]) {
        if isContainer { continue }
        if quotes == 1 {
          add(.missingQuote, start..<position, to: position + 1, cost: 10)
        } else {
          add(.unquotedText, start..<position + 1, to: position + 1, cost: 14)
        }
      }
      if quotes > 3 { break }
    }
    return found
  }

  /// Returns whether a range is valid as the content of a JSON string.
  private func isStringContent(_ range: Range<Int>) -> Bool {
    (try? JSONDocument(parsing: JSONBytes([ASCII.quote] + bytes.slice(range) + [ASCII.quote]))) != nil
  }

  // MARK: - Ends

  /// Returns the end of the run of characters at an offset that are neither white space nor quotes nor punctuation.
  func wordEnd(_ offset: Int) -> Int {
    var position = offset
    while position < end {
      switch text[position] {
      case ASCII.comma, ASCII.semicolon, ASCII.colon, ASCII.equals, ASCII.quote, ASCII.openBrace,
        ASCII.openBracket,
        ASCII.closeBrace, ASCII.closeBracket, 0...ASCII.space:
        return max(position, min(offset + 1, end))
      case ASCII.slash where position > offset && "/*".utf8.contains(byte(position + 1)): return position
      case ASCII.hash where position > offset,
        ASCII.less where position > offset && ["<!--", "<<<<<<< "].contains { begins($0, at: position) }:
        return position
      case 0x80... where position > offset && (otherSpace(position) != nil || begins("，", at: position)):
        return position
      default: position += 1
      }
    }
    return position
  }

  /// Returns the end of the unquoted text at an offset: punctuation, a quote or the end of the line.
  ///
  /// - Parameter stopsAtColons: whether a colon ends the text, too.
  func textEnd(_ offset: Int, stopsAtColons: Bool) -> Int {
    var position = offset
    var last = min(offset + 1, end)
    while position < end {
      let byte = text[position]
      if ",{}[]\"\n".utf8.contains(byte) || byte == ASCII.colon && stopsAtColons { break }
      position += 1
      if !ASCII.isWhitespace(byte) { last = position }
    }
    return max(last, min(offset + 1, end))
  }

  /// Returns the end of the word at an offset, which may be an unquoted key.
  func keyWordEnd(_ offset: Int) -> Int {
    var position = offset
    while position < end, isKeyByte(text[position]) || isSlashInKey(position, offset) {
      if text[position] >= 0x80, otherSpace(position) != nil || begins("：", at: position) { break }
      position += 1
    }
    return position
  }

  /// Returns whether a slash is a part of a key such as `app.kubernetes.io/name`, and not the start of a comment.
  private func isSlashInKey(_ position: Int, _ start: Int) -> Bool {
    text[position] == ASCII.slash && position > start && ASCII.isWord(byte(position + 1))
  }

  /// Returns whether a byte can be part of an unquoted key.
  func isKeyByte(_ byte: UInt8) -> Bool { ASCII.isWord(byte) || "_$@-+.".utf8.contains(byte) || byte >= 0x80 }

  /// Returns the end of text at an offset that stands for omitted values: dots, optionally followed by words, or such
  /// words in brackets; nil if there is none.
  func strayEnd(_ offset: Int) -> Int? {
    let isEllipsis = begins("...", at: offset) || begins("…", at: offset)
    if isEllipsis {
      let dots = byte(offset) == ASCII.dot ? endOfRun(offset) : offset + 3
      let words = textEnd(dots, stopsAtColons: true)
      let isText = (dots..<max(dots, words)).contains { ASCII.isLetter(text[$0]) }
      return isText && words - dots <= 64 && isValueEnd(words) ? words : dots
    }
    let marks = [ASCII.openBracket: ASCII.closeBracket, ASCII.less: ASCII.greater, 0x28: 0x29]
    guard let close = marks[byte(offset)] else { return nil }
    let last = (offset..<min(end, offset + 48)).first { text[$0] == close || text[$0] == ASCII.lineFeed }
    guard let last, text[last] == close else { return nil }
    let words = bytes.text(offset + 1..<last)
    return !words.contains { "\",".contains($0) } && DamagedRegion.saysLeftOut(words) ? last + 1 : nil
  }

  /// The opening and closing marks of template placeholders.
  private static let placeholders = [
    ("{{", "}}"), ("${", "}"), ("$(", ")"), ("#{", "}"), ("{%", "%}"), ("<%", "%>"), ("%(", ")s"),
    ("@{", "}"),
  ]

  /// Returns the end of the placeholder at an offset, such as `${name}`; nil if there is none.
  func placeholderEnd(_ offset: Int) -> Int? {
    guard "{$#<%@".utf8.contains(byte(offset)), "{(%".utf8.contains(byte(offset + 1)),
      let mark = Self.placeholders.first(where: { begins($0.0, at: offset) })
    else { return nil }
    let content = skip(offset + 2)
    let close = bytes.firstOccurrence(of: Array(mark.1.utf8), from: content, to: min(end, offset + 256))
    guard let close, !hasLineFeed(offset..<close), !"\"{}".utf8.contains(byte(content)) else { return nil }
    return close + mark.1.utf8.count
  }

  /// Returns the end of the call or the parentheses around a value, `ObjectId("a")` or `("a")`, and the value as JSON;
  /// nil if there is no such value.
  private func call(_ start: Int, _ word: Int) -> (end: Int, value: [UInt8])? {
    var open = keyWordEnd(start)
    if bytes.text(start..<open) == "new" { open = keyWordEnd(skip(open)) }
    guard byte(open) == 0x28, open == start || !ASCII.isDigit(text[start]) else { return nil }
    var depth = 0
    let close = (open..<min(end, open + Self.view)).first { position in
      depth += text[position] == 0x28 ? 1 : text[position] == 0x29 ? -1 : 0
      return depth == 0
    }
    guard let close, isValueEnd(close + 1), knownWord(start..<close + 1) == nil else { return nil }
    let first = skip(open + 1)
    let range = first..<max(first, lastContent(before: close, from: open + 1) + 1)
    guard !range.isEmpty else { return (close + 1, Array("null".utf8)) }
    let isString =
      range.count > 1 && "'\"".utf8.contains(text[first]) && text[range.upperBound - 1] == text[first]
    let content = isString ? first + 1..<range.upperBound - 1 : range
    let isPlain = isString && !content.contains { text[$0] == text[first] || text[$0] == ASCII.backslash }
    return (close + 1, strictScalar(range) != nil ? bytes.slice(range) : quoted(isPlain ? content : range))
  }
}
