import Mantle

// Numbers and literals.

extension RepairLexer {
  /// Returns the end of a number with grouped digits, `1,000` or `1 000`, or with a decimal comma; nil for other
  /// numbers. In an array, a comma separates numbers.
  ///
  /// - Parameter word: the range of the first group of digits.
  func groupedNumberEnd(_ word: Range<Int>, _ state: RepairState) -> Int? {
    guard state.mode == .colon, ASCII.isDigit(text[word.lowerBound]), strictScalar(word) != nil else {
      return nil
    }
    var position = word.upperBound
    while byte(position) == ASCII.comma || byte(position) == ASCII.space, ASCII.isDigit(byte(position + 1)) {
      let digits = wordEnd(position + 1)
      guard byte(position) == ASCII.comma || digits == position + 4 else { break }
      position = digits
    }
    return position > word.upperBound && isValueEnd(position) ? position : nil
  }

  /// Returns the code of the error that a strict parser reports for a word at an offset.
  func wordCode(_ offset: Int) -> JSONSyntaxError.Code {
    ASCII.isLetter(byte(offset)) ? .invalidLiteral : .expectedValue
  }

  /// Returns the error that a strict parser reports for a word that is not a value, and the offset of the error.
  func wordError(_ word: Range<Int>) -> (code: JSONSyntaxError.Code, offset: Int) {
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

  /// Returns the range of a word if it is a JSON number or literal; nil for any other word.
  func strictScalar(_ word: Range<Int>) -> Range<Int>? {
    guard !word.isEmpty else { return nil }
    let first = text[word.lowerBound]
    if ASCII.isDigit(first) || first == ASCII.minus {
      // The scanner would include the dot after the word in the number.
      if byte(word.upperBound) == ASCII.dot {
        let number = bytes.text(word)
        return Self.number(number) == number ? word : nil
      }
      let end = try? JSONScanner.number(text, word.lowerBound, word.upperBound).end
      return end == word.upperBound ? word : nil
    }
    guard word.count == 4 || word.count == 5 else { return nil }
    return ["true", "false", "null"].contains(bytes.text(word)) ? word : nil
  }

  /// The literals of other languages with their JSON equivalents.
  private static let words: [String: (cause: DamagedRegion.Cause, meaning: String)] = {
    let table: [(DamagedRegion.Cause, String, String)] = [
      (.pythonLiteral, "null", "None NoneType"), (.pythonLiteral, "true", "True"),
      (.pythonLiteral, "false", "False"),
      (
        .notANumber, "null",
        "NaN nan Infinity -Infinity +Infinity inf -inf Inf -Inf -NaN +NaN"
      ),
      (.literalSpelling, "null", "undefined nil NULL Null <null> (null) nul nulll"),
      (.literalSpelling, "true", "TRUE tru ture truee yes Yes YES"),
      (.literalSpelling, "false", "FALSE fals flase falsee no No NO"),
    ]
    let pairs = table.flatMap { cause, meaning, words in
      words.split(separator: " ").map { (String($0), (cause, meaning)) }
    }
    return Dictionary(pairs) { first, _ in first }
  }()

  /// Returns the JSON equivalent of a literal or number of another language; nil for an unknown word.
  func knownWord(_ word: Range<Int>) -> (DamagedRegion.Cause, String)? {
    guard word.count <= 64 else { return nil }
    let text = bytes.text(word)
    return Self.words[text].map { ($0.cause, $0.meaning) } ?? Self.number(text).map { (.numberSpelling, $0) }
  }

  /// Returns the JSON form of a number in the notation of another language; nil for any other text.
  static func number(_ text: String) -> String? {
    let plainText = text.filter { $0 != " " }.map { character in
      "–—−－".contains(character) ? "-" : character.wholeNumberValue.map { "\($0)" } ?? "\(character)"
    }.joined()
    var digits = plainText.drop { "+-".contains($0) }
    let isNegative = plainText.prefix(plainText.count - digits.count).contains("-")
    guard let first = digits.first, first.isNumber && first.isASCII || first == "." && digits.count > 1
    else { return nil }
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
}
