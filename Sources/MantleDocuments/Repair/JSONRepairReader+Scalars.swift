import Mantle
import TerminalText

// Values and unquoted text.

extension JSONRepairReader {
  /// Reads a value, or opens an array or object.
  mutating func value() {
    if !stack.isEmpty { stack[stack.count - 1].valueStart = position }
    let byte = text[position]
    if var end = placeholderEnd(position) {
      while let next = placeholderEnd(textEnd(end, stopsAtColons: false)) { end = next }
      let behind = isValueEnd(end) ? end : textEnd(end, stopsAtColons: false)
      note(.placeholder, position..<behind, with: "null", at: position, code: wordCode(position))
      position = behind
      return valueEnded(at: position)
    }
    if let end = objectAsTextEnd(position) {
      note(
        .unquotedText, position..<end, with: quoted(position..<end), at: position, code: wordCode(position))
      position = end
      return valueEnded(at: position)
    }
    if byte == ASCII.openBrace || byte == ASCII.openBracket { return push(byte) }
    if byte == ASCII.backslash, self.byte(position + 1) == ASCII.quote {
      if escapedString() { return }
      drop(position..<position + 1, .invalidEscape)
    }
    if entersBehindWrongCharacter() || call() || function() { return }
    if stringOpener(position) != nil {
      if stack.last?.isObject == true, pendingKey != nil, keyAhead(position) != nil {
        return objectWithoutOpener()
      }
      _ = string(isKey: false)
      while let next = joinedString(after: position) {
        note(
          .joinedStrings, position - 1..<next.content.lowerBound, with: "", at: next.token,
          code: .expectedCommaOrClose)
        position = next.content.upperBound + 1
      }
    } else {
      skipStrayWord()
      if text[position] | 0x20 == ASCII.openBrace || stringOpener(position) != nil { return value() }
      scalar()
    }
    valueEnded(at: position)
  }

  /// Returns the end of `[object Object]`, JavaScript's default text for objects; nil if
  /// there is none.
  private func objectAsTextEnd(_ offset: Int) -> Int? {
    guard bytes.text(offset..<min(end, offset + 8)) == "[object " else { return nil }
    let word = keyWordEnd(offset + 8)
    return byte(word) == ASCII.closeBracket && isValueEnd(word + 1) ? word + 1 : nil
  }

  /// Opens the object whose bracket is missing before its first key: `"user": "login": "a"}`.
  private mutating func objectWithoutOpener() {
    note(.missingOpener, position..<position, with: "{", at: position, code: .expectedCommaOrClose)
    stack.append(Frame(open: position, isObject: true, indent: lineIndent))
    stack[stack.count - 1].end = position
    pendingKey = nil
  }

  /// Skips a function of JavaScript, `function (x) { … }`, which is not a value.
  private mutating func function() -> Bool {
    let word = keyWordEnd(position)
    guard word - position == 8, bytes.text(position..<word) == "function",
      let open = (word..<min(end, word + 256)).first(where: { text[$0] == ASCII.openBrace }),
      let close = closerAhead(open + 1), text[close] == ASCII.closeBrace, isValueEnd(close + 1)
    else { return false }
    note(.call, position..<close + 1, with: "null", at: position, code: wordCode(position))
    position = close + 1
    valueEnded(at: position)
    return true
  }

  /// Reads a call or parentheses around a value, `ObjectId("a")` and `("a")`, as the value.
  private mutating func call() -> Bool {
    let start = position
    var open = keyWordEnd(start)
    if bytes.text(start..<open) == "new" { open = keyWordEnd(skip(open)) }
    guard byte(open) == 0x28, open == start || !ASCII.isDigit(text[start]),
      let close = closingParenthesis(open),
      isValueEnd(close + 1), knownWord(start..<close + 1) == nil
    else { return false }
    let argument = skip(open + 1)..<max(skip(open + 1), lastContent(before: close, from: open + 1) + 1)
    note(.call, start..<close + 1, with: argumentValue(argument), at: start, code: wordCode(start))
    position = close + 1
    valueEnded(at: position)
    return true
  }

  /// Returns the value between parentheses as JSON; several values become a string.
  private func argumentValue(_ range: Range<Int>) -> [UInt8] {
    guard let first = range.first else { return Array("null".utf8) }
    if strictScalar(range) != nil { return bytes.slice(range) }
    if let opener = stringOpener(first), opener.length == 1, range.count > 1,
      text[range.upperBound - 1] == text[first]
    {
      let content = first + 1..<range.upperBound - 1
      if !content.contains(where: { text[$0] == text[first] || text[$0] == ASCII.backslash }) {
        return quoted(content)
      }
    }
    return quoted(range)
  }

  /// Returns the offset of the parenthesis that closes the one at `open`; nil if it is not within 1 KB.
  private func closingParenthesis(_ open: Int) -> Int? {
    var depth = 0
    for position in open..<min(end, open + 1 << 10) {
      if text[position] == 0x28 { depth += 1 }
      if text[position] == 0x29 { depth -= 1 }
      if depth == 0 { return position }
    }
    return nil
  }

  /// Reads a scalar that is not a string, and repairs it if necessary.
  private mutating func scalar() {
    let start = position
    var word = start..<wordEnd(start)
    if word.count == 1, text[start] == ASCII.minus || text[start] == ASCII.plus,
      ASCII.isDigit(byte(skip(start + 1)))
    {
      word = start..<wordEnd(skip(start + 1))
    }
    guard isTime(word) || !self.word(word) else { return }
    let range = start..<(endOfTextWithoutFirstQuote(start) ?? textEnd(start, stopsAtColons: false))
    if hasQuoteAtEnd(range) {
      let string = isContent(range) ? [ASCII.quote] + bytes.slice(range) + [ASCII.quote] : quoted(range)
      note(.missingQuote, start..<range.upperBound + 1, with: string, at: start, code: wordCode(start))
      position = range.upperBound + 1
      return
    }
    note(.unquotedText, range, with: quoted(range), at: start, code: wordCode(start))
    position = range.upperBound
  }

  /// Reads a word that is or represents a value, and a quote after it.
  ///
  /// - Returns: false if the word is the beginning of text.
  private mutating func word(_ word: Range<Int>) -> Bool {
    let start = word.lowerBound
    let hasQuote = hasQuoteAtEnd(word)
    if let end = endOfDigitGroups(word) {
      let digits = bytes.text(start..<end).filter { $0 != " " }
      note(.numberSpelling, start..<end, with: digits, at: start, code: wordCode(start))
      position = end
    } else if strictScalar(word) != nil {
      position = word.upperBound
      if hasQuote { drop(position..<position + 1, .surplusQuote) }
    } else if hasQuote {
      note(.missingQuote, start..<word.upperBound + 1, with: quoted(word), at: start, code: wordCode(start))
      position = word.upperBound + 1
    } else if let end = endBeforeWrongCharacter(word) {
      position = end
    } else if let end = endBeforeStraySign(word) {
      drop(end..<word.upperBound, .strayText)
    } else if let (cause, replacement) = knownWord(word) {
      let error = cause == .numberSpelling ? wordError(word) : (code: wordCode(start), offset: start)
      note(cause, word, with: replacement, at: error.offset, code: error.code)
      position = word.upperBound
    } else {
      return false
    }
    return true
  }

  /// Returns the end of a number whose digits are separated into groups of three: `1 000`. In
  /// an array, a group must not be a number itself.
  private func endOfDigitGroups(_ word: Range<Int>) -> Int? {
    guard word.count <= 3, word.allSatisfy({ ASCII.isDigit(text[$0]) }), text[word.lowerBound] != 0x30 else {
      return nil
    }
    var end = word.upperBound
    while byte(end) == ASCII.space, (1...3).allSatisfy({ ASCII.isDigit(byte(end + $0)) }),
      !ASCII.isDigit(byte(end + 4)), stack.last?.isObject == true || byte(end + 1) == 0x30
    {
      end += 4
    }
    return end > word.upperBound && isValueEnd(end) ? end : nil
  }

  /// Returns whether a quote follows the range and ends a value.
  private func hasQuoteAtEnd(_ range: Range<Int>) -> Bool {
    byte(range.upperBound) == ASCII.quote && isValueEnd(range.upperBound + 1)
  }

  /// Whether digits continue after a colon: `10:30`.
  private func isTime(_ word: Range<Int>) -> Bool {
    word.count <= 2 && byte(word.upperBound) == ASCII.colon && ASCII.isDigit(byte(word.upperBound + 1))
      && word.allSatisfy { ASCII.isDigit(text[$0]) }
  }

  /// Returns the error code of a strict parser for a word at an offset.
  private func wordCode(_ offset: Int) -> JSONSyntaxError.Code {
    switch text[offset] {
    case 0x74, 0x66, 0x6E, 0x54, 0x46, 0x4E: .invalidLiteral
    default: ASCII.isLetter(text[offset]) ? .invalidLiteral : .expectedValue
    }
  }

  /// Returns the error of a strict parser for a word that is not a value.
  private func wordError(_ word: Range<Int>) -> (code: JSONSyntaxError.Code, offset: Int) {
    let first = text[word.lowerBound]
    guard ASCII.isDigit(first) || first == ASCII.minus else {
      return (wordCode(word.lowerBound), word.lowerBound)
    }
    do throws(JSONScanner.Failure) {
      return (
        .expectedCommaOrClose, min(try JSONScanner.number(text, word.lowerBound, word.upperBound).end, end)
      )
    } catch {
      return (.invalidNumber, min(error.offset, word.upperBound))
    }
  }

  /// Returns the end of a run without whitespace, quotes and punctuation.
  func wordEnd(_ offset: Int) -> Int {
    var position = offset
    while position < end {
      switch text[position] {
      case ASCII.comma, ASCII.semicolon, ASCII.colon, ASCII.equals, ASCII.quote, ASCII.openBrace,
        ASCII.openBracket, ASCII.closeBrace, ASCII.closeBracket, ASCII.space, ASCII.tab, ASCII.lineFeed,
        ASCII.carriageReturn, 0:
        return position == offset ? position + 1 : position
      case ASCII.slash,
        ASCII.less where position > offset && isComment(position):
        return position
      case ASCII.hash where position > offset && byte(position + 1) == ASCII.space: return position
      case 0x80...
      where position > offset && (widePunctuation(position) != nil || otherSpace(position) != nil):
        return position
      default: position += 1
      }
    }
    return position
  }

  /// Returns the end of unquoted text: punctuation, a quote or the end of the line.
  func textEnd(_ offset: Int, stopsAtColons: Bool) -> Int {
    var position = offset
    var last = offset + 1
    while position < end {
      let byte = text[position]
      switch byte {
      case ASCII.comma, ASCII.closeBrace, ASCII.closeBracket, ASCII.lineFeed, ASCII.openBrace,
        ASCII.openBracket, ASCII.quote:
        return max(last, offset + 1)
      case ASCII.colon where stopsAtColons: return max(last, offset + 1)
      default:
        position += 1
        if !ASCII.isWhitespace(byte) { last = position }
      }
    }
    return max(last, min(offset + 1, end))
  }

  /// Returns the word if it is a JSON number or literal; otherwise nil.
  func strictScalar(_ word: Range<Int>) -> Range<Int>? {
    let first = text[word.lowerBound]
    if ASCII.isDigit(first) || first == ASCII.minus {
      let end = try? JSONScanner.number(text, word.lowerBound, word.upperBound).end
      return end == word.upperBound ? word : nil
    }
    guard word.count == 4 || word.count == 5 else { return nil }
    return ["true", "false", "null"].contains(bytes.text(word)) ? word : nil
  }

  /// Returns the meaning of a word in other languages as JSON; nil for an unknown word.
  func knownWord(_ word: Range<Int>) -> (DamagedRegion.Cause, String)? {
    guard word.count <= 64 else { return nil }
    let text = bytes.text(word)
    switch text {
    case "None", "NoneType": return (.pythonLiteral, "null")
    case "True", "False": return (.pythonLiteral, text.lowercased())
    case "NaN", "nan", "Infinity", "-Infinity", "+Infinity", "inf", "-inf", "Inf", "-Inf", "-NaN", "+NaN":
      return (.notANumber, "null")
    case "undefined", "nil", "NULL", "Null", "<null>", "(null)": return (.literalSpelling, "null")
    case "nul", "nulll": return (.literalSpelling, "null")
    case "TRUE", "tru", "ture", "truee", "yes", "Yes", "YES": return (.literalSpelling, "true")
    case "FALSE", "fals", "flase", "falsee", "no", "No", "NO": return (.literalSpelling, "false")
    default: return Self.number(text).map { (.numberSpelling, $0) }
    }
  }

  /// Returns the JSON number for a number in the notation of another language; nil for other
  /// text.
  static func number(_ text: String) -> String? {
    let plainText = text.filter { $0 != " " }.map { character in
      "–—−－".contains(character) ? "-" : character.wholeNumberValue.map { "\($0)" } ?? "\(character)"
    }.joined()
    var digits = plainText.drop { "+-".contains($0) }
    let isNegative = plainText.prefix(plainText.count - digits.count).contains("-")
    guard let first = digits.first, first.isNumber && first.isASCII || first == "." else { return nil }
    for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] where digits.lowercased().hasPrefix(prefix) {
      return Int(digits.dropFirst(2), radix: radix).map { (isNegative ? "-" : "") + String($0) }
    }
    if !digits.dropLast().contains(where: { $0.isLetter && !"eElLuU".contains($0) }) {
      while let last = digits.last, "lLuUfFdDmMnNeE".contains(last) || "+-".contains(last) {
        digits.removeLast()
      }
    }
    digits = Substring(digits.replacing("_", with: ""))
    while digits.hasPrefix("0"), digits.dropFirst().first?.isNumber == true { digits = digits.dropFirst() }
    var plain = digits.hasPrefix(".") ? "0" + digits : String(digits)
    if plain.hasSuffix(".") { plain += "0" }
    plain = plain.replacing(".e", with: ".0e")
    let bytes = JSONBytes(plain)
    let end = try? JSONScanner.number(bytes.base, 0, bytes.count).end
    return withExtendedLifetime(bytes) { end == bytes.count ? (isNegative ? "-" : "") + plain : nil }
  }

  /// Returns a character that resembles a comma or colon, and the character it represents;
  /// nil for others.
  func widePunctuation(_ offset: Int) -> (length: Int, meant: UInt8)? {
    switch (byte(offset), byte(offset + 1), byte(offset + 2)) {
    case (0xEF, 0xBC, 0x8C), (0xE3, 0x80, 0x81), (0xEF, 0xB9, 0x90): (3, ASCII.comma)
    case (0xD8, 0x8C, _): (2, ASCII.comma)
    case (0xEF, 0xBC, 0x9A), (0xEF, 0xB9, 0x95): (3, ASCII.colon)
    default: nil
    }
  }

  /// Returns the end of the template placeholder at an offset, such as `${name}`; nil if
  /// there is none.
  func placeholderEnd(_ offset: Int) -> Int? {
    // This is tested for every value, so nothing is allocated unless a placeholder begins.
    let ending: String
    switch (byte(offset), byte(offset + 1)) {
    case (ASCII.openBrace, ASCII.openBrace): ending = "}}"
    case (UInt8(ascii: "$"), ASCII.openBrace): ending = "}"
    case (UInt8(ascii: "$"), UInt8(ascii: "(")): ending = ")"
    case (UInt8(ascii: "#"), ASCII.openBrace): ending = "}"
    case (ASCII.openBrace, UInt8(ascii: "%")): ending = "%}"
    case (UInt8(ascii: "<"), UInt8(ascii: "%")): ending = "%>"
    case (UInt8(ascii: "%"), UInt8(ascii: "(")): ending = ")s"
    case (UInt8(ascii: "@"), ASCII.openBrace): ending = "}"
    default: return nil
    }
    let content = skip(offset + 2)
    let close = bytes.firstOccurrence(
      of: Array(ending.utf8), from: content, to: min(end, offset + 256))
    guard let close, bytes.countLineFeeds(in: offset..<close) == 0,
      ![ASCII.quote, ASCII.openBrace, ASCII.closeBrace].contains(byte(content))
    else { return nil }
    return close + ending.utf8.count
  }

  /// Returns some bytes as a JSON string.
  func quoted(_ range: Range<Int>) -> [UInt8] {
    var writer = JSONWriter(capacity: range.count + 16)
    writer.string(bytes.text(range))
    return writer.finish()
  }

  /// Returns some bytes as the content of a JSON string.
  func escaped(_ range: Range<Int>) -> [UInt8] { Array(quoted(range).dropFirst().dropLast()) }
}
