// Values, and text without quotes.

extension JSONRepairReader {
  /// Reads a value; an array or object is entered.
  mutating func value() {
    if !stack.isEmpty { stack[stack.count - 1].valueStart = position }
    let byte = text[position]
    if byte == ASCII.openBrace || byte == ASCII.openBracket { return push(byte) }
    if stringOpener(position) != nil {
      if stack.last?.isObject == true, pendingKey != nil, keyAhead(position) != nil {
        return objectWithoutOpener()
      }
      _ = string(isKey: false)
    } else {
      skipStrayWord()
      if text[position] | 0x20 == ASCII.openBrace || stringOpener(position) != nil { return value() }
      scalar()
    }
    valueEnded(at: position)
  }

  /// `"user": "login": "a"}`: the key of a member stands where the object should begin.
  private mutating func objectWithoutOpener() {
    note(.missingOpener, position..<position, with: "{", at: position, .expectedCommaOrClose)
    stack.append(Frame(open: position, isObject: true, indent: lineIndent))
    stack[stack.count - 1].end = position
    pendingKey = nil
  }

  /// Passes over a word that stands right before a value, such as the `b` of Python's `b"text"`.
  private mutating func skipStrayWord() {
    let word = position..<wordEnd(position)
    let isBeforeString = stringOpener(word.upperBound) != nil && keyAhead(word.upperBound) == nil
    let isBeforeValue = isBeforeString || byte(word.upperBound) | 0x20 == ASCII.openBrace
    guard isBeforeValue, strictScalar(word) == nil, !isValueEnd(word.upperBound + 1) else { return }
    drop(word, .strayText)
  }

  private mutating func scalar() {
    let start = position
    let word = start..<wordEnd(start)
    let isStrict = strictScalar(word) != nil
    if isStrict, byte(word.upperBound) == ASCII.quote, isValueEnd(word.upperBound + 1) {
      position = word.upperBound
      return drop(position..<position + 1, .surplusQuote)
    }
    if isStrict {
      position = word.upperBound
      return
    }
    if byte(word.upperBound) == ASCII.quote, isValueEnd(word.upperBound + 1) {
      note(.missingQuote, start..<word.upperBound + 1, with: quoted(word), at: start, wordCode(start))
      position = word.upperBound + 1
      return
    }
    if let (cause, replacement) = knownWord(word) {
      let error = cause == .numberSpelling ? wordError(word) : (code: wordCode(start), offset: start)
      note(cause, word, with: replacement, at: error.offset, error.code)
      position = word.upperBound
      return
    }
    let range = start..<textEnd(start, stopsAtColons: false)
    note(.unquotedText, range, with: quoted(range), at: start, wordCode(start))
    position = range.upperBound
  }

  private func wordCode(_ offset: Int) -> JSONSyntaxError.Code {
    switch text[offset] {
    case 0x74, 0x66, 0x6E, 0x54, 0x46, 0x4E: .invalidLiteral
    default: ASCII.isLetter(text[offset]) ? .invalidLiteral : .expectedValue
    }
  }

  /// What a strict parser says of a word that is no value.
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

  /// Where a run without white space, quotes and punctuation ends.
  func wordEnd(_ offset: Int) -> Int {
    var position = offset
    while position < end {
      switch text[position] {
      case ASCII.comma, ASCII.semicolon, ASCII.colon, ASCII.equals, ASCII.quote, ASCII.openBrace,
        ASCII.openBracket, ASCII.closeBrace, ASCII.closeBracket, ASCII.space, ASCII.tab, ASCII.lineFeed,
        ASCII.carriageReturn:
        return position == offset ? position + 1 : position
      case ASCII.slash where commentEnd(position) != nil && position > offset: return position
      default: position += 1
      }
    }
    return position
  }

  /// Where text without quotes ends: at punctuation, a quote or the end of the line.
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

  /// The word as it is, where it is a number or a literal of JSON.
  func strictScalar(_ word: Range<Int>) -> Range<Int>? {
    let first = text[word.lowerBound]
    if ASCII.isDigit(first) || first == ASCII.minus {
      let end = try? JSONScanner.number(text, word.lowerBound, word.upperBound).end
      return end == word.upperBound ? word : nil
    }
    guard word.count == 4 || word.count == 5 else { return nil }
    return ["true", "false", "null"].contains(bytes.text(word)) ? word : nil
  }

  /// What a word means elsewhere.
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

  /// The JSON of a number as other languages write it.
  private static func number(_ text: String) -> String? {
    let isNegative = text.hasPrefix("-")
    var digits = Substring(isNegative || text.hasPrefix("+") ? String(text.dropFirst()) : text)
    guard let first = digits.first, first.isNumber && first.isASCII || first == "." else { return nil }
    if digits.lowercased().hasPrefix("0x") {
      return Int(digits.dropFirst(2), radix: 16).map { (isNegative ? "-" : "") + String($0) }
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

  /// Some bytes as a JSON string.
  func quoted(_ range: Range<Int>) -> [UInt8] {
    var writer = JSONWriter(capacity: range.count + 16)
    writer.string(bytes.text(range))
    return writer.finish()
  }

  /// Some bytes as they stand in a JSON string.
  func escaped(_ range: Range<Int>) -> [UInt8] { Array(quoted(range).dropFirst().dropLast()) }
}
