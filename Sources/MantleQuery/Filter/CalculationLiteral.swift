import Mantle

extension FilterScanner {
  /// The operator after the current position and any blanks; nil if there is none.
  var nextOperator: Calculation.Operator? {
    let rest = characters[position...].drop(while: \.isWhitespace)
    return Calculation.Operator.allCases.first { rest.starts(with: $0.rawValue) }
  }

  /// Whether the rest of the text begins with something other than an operator; false if only blanks follow.
  var hasMoreWords: Bool {
    characters[position...].contains { !$0.isWhitespace } && nextOperator == nil
  }

  /// Parses a number, a duration or a date: `12.5`, `7d`, `2024-05-01`.
  mutating func literal() -> Calculation.Literal? {
    let start = position
    let digits = current == "-" ? next : current
    guard let digits, digits.isASCII, digits.isNumber else { return nil }
    let ends = characters[start...].prefix { !" ()[],=<>!~\"'*/%|".contains($0) && !$0.isWhitespace }
    // A sign after digits ends a number, but a date contains signs: 1+2, 2024-05-01.
    let sign = ends.first == "-" ? "-" : ""
    let plain = sign + ends.dropFirst(sign.count).prefix { $0.isNumber || $0 == "." }
    let isNumberAndSign = ends.dropFirst(plain.count).first.map { "+-".contains($0) } ?? false
    for text in isNumberAndSign ? [String(ends), plain] : [String(ends)] {
      guard let value = Self.measure(text) else { continue }
      position = start + text.count
      return Calculation.Literal(words: text, value: .value(value))
    }
    return nil
  }

  private static func measure(_ text: String) -> FilterValue? {
    if let number = ComparedNumber(text) { return .number(number) }
    if let seconds = FilterOperand.duration(of: text) {
      return ComparedNumber("\(Int(exactly: seconds).map(String.init) ?? "\(seconds)")").map { .number($0) }
    }
    return text.dateSeconds == nil ? nil : .date(text)
  }
}

extension Calculation.Literal {
  /// Creates the literal for a keyword, such as `null`, or for a date, such as `today`; nil for a word that is a name.
  ///
  /// - Parameters:
  ///   - words: the source text of the literal; nil to use the word.
  ///   - now: the seconds since 1970 that the date is relative to.
  init?(word: String, as words: String? = nil, now: Double) {
    let value: Calculation.Literal.Value
    switch word {
    case "null": value = .null
    case "absent": value = .absent
    case "true", "false": value = .value(.boolean(word == "true"))
    default:
      guard let start = FilterOperand.date(of: word, now: now)?.lowerBound else {
        return nil
      }
      guard let text = String(iso8601: start) else { return nil }
      value = .value(.date(text))
    }
    self.init(words: words ?? word, value: value)
  }
}
