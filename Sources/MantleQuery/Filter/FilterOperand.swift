import Mantle
import MantleDocuments
import MantlePlatform

/// The right-hand side of a comparison in all of its interpretations. The compared value determines which one applies.
package struct FilterOperand: Sendable {
  /// An operand that denotes a special value.
  enum Keyword: String, Sendable {
    case null, absent, unreadable
  }

  package let text: String
  package let isQuoted: Bool
  let keyword: Keyword?
  /// The kind of the empty list `[]` or object `{}` that the operand denotes; nil for other operands.
  let empty: JSONKind?
  let number: ComparedNumber?
  /// The period that the operand denotes as a date, in seconds since 1970: a moment (an empty range), a day, a month or
  /// a year. Nil if the operand is not a date. A year is a number, too: `2011` is compared with numbers and with dates.
  let date: Range<Double>?
  /// The operand as a duration in seconds; nil if it is not a duration.
  let duration: Double?
  /// The pattern that the operator `~` searches for; nil for an empty text, which every value contains.
  let matcher: SearchPattern?
  let now: Double
  /// The JSON value that the operator `===` compares with; nil for `unreadable` and for other operators.
  let json: JSONNode?
  /// The path or calculation whose values in each row are compared; nil for a constant operand.
  let calculation: FilterPath?

  /// Interprets the text of an operand.
  ///
  /// - Parameters:
  ///   - isQuoted: whether the text was in quotes, so that it is neither a number nor a date nor a keyword.
  init(_ text: String, isQuoted: Bool, matcher: SearchPattern?, now: Double) {
    self.text = text
    self.isQuoted = isQuoted
    self.matcher = matcher
    self.now = now
    (json, calculation) = (nil, nil)
    keyword = isQuoted ? nil : Keyword(rawValue: text)
    empty = isQuoted ? nil : text == "[]" ? .array : text == "{}" ? .object : nil
    date = isQuoted ? nil : Self.date(of: text, isYear: true, now: now)
    number = isQuoted ? nil : ComparedNumber(text)
    duration = isQuoted ? nil : Self.duration(of: text)
  }

  /// Creates the operand of `===`.
  ///
  /// - Parameter json: the value; nil for rows that are not valid JSON.
  init(json: JSONNode?) {
    self.json = json
    calculation = nil
    text = json?.displayText ?? Keyword.unreadable.rawValue
    keyword = json == nil ? .unreadable : nil
    (isQuoted, empty, number, date, duration, matcher, now) = (true, nil, nil, nil, nil, nil, 0)
  }

  /// Creates the operand for a path or calculation, which is evaluated for each row.
  init(_ calculation: FilterPath) {
    self.calculation = calculation
    (text, isQuoted, keyword, json, empty, number, date) = ("", true, nil, nil, nil, nil, nil)
    (duration, matcher, now) = (nil, nil, 0)
  }

  /// Creates an operand from a result of a calculation in one row: a number, or else text.
  init(number: ComparedNumber? = nil, text: String) {
    (self.number, self.text) = (number, text)
    date = number == nil ? Self.calendarDate(text) : nil
    isQuoted = date == nil && number == nil
    (keyword, json, empty, duration, matcher, now, calculation) = (nil, nil, nil, nil, nil, 0, nil)
  }

  var words: String {
    if let calculation { return calculation.wordsOnTheRight }
    if let json { return JSONFormatter.compact.text(json) }
    if keyword != nil { return text }
    if matcher?.expression != nil { return "/\(text.withEscapedSlashes)/" }
    return isQuoted || text.isEmpty || text.contains(where: { " ()=<>~,\"".contains($0) })
      ? text.inFilterQuotes : text
  }

  /// Whether the operand is a path or calculation, which is evaluated for each row.
  package var isCalculated: Bool { calculation != nil }

  /// Whether the operand is an unquoted value and neither a keyword nor an empty container.
  package var isPlain: Bool { !isQuoted && keyword == nil && empty == nil }

  /// Whether the operand can be interpreted as a number, a date or a duration.
  package var isMeasure: Bool { number != nil || date != nil || duration != nil }

  // MARK: - Dates

  /// Returns the period that an absolute or relative date denotes, in seconds since 1970; nil for other text.
  ///
  /// Parses `2024`, `2024-05`, `2024-05-01`, `2024-05-01T10:00:00Z`, `now`, `today`, `yesterday` or `tomorrow`, with an
  /// optional offset such as `-7d` or `+2h`.
  static func date(of text: String, isYear: Bool = false, now: Double) -> Range<Double>? {
    if let range = calendarDate(text, isYear: isYear) { return range }
    let words = ["now", "today", "yesterday", "tomorrow"]
    guard let word = words.first(where: { text.hasPrefix($0) }) else { return nil }
    let day = (now / 86_400).rounded(.down) * 86_400
    let start =
      switch word {
      case "now": now
      case "yesterday": day - 86_400
      case "tomorrow": day + 86_400
      default: day
      }
    let rest = text.dropFirst(word.count)
    guard let sign = rest.first else { return start..<(word == "now" ? start : start + 86_400) }
    guard sign == "+" || sign == "-", let shift = duration(of: String(rest.dropFirst())) else { return nil }
    let moment = start + (sign == "-" ? -shift : shift)
    return moment..<(word == "now" ? moment : moment + 86_400)
  }

  /// Returns the period that a date denotes, such as a day, a month or a year, in seconds since 1970; nil for
  /// other text.
  ///
  /// - Parameter isYear: whether a number such as `2011` is a year.
  static func calendarDate(_ text: String, isYear: Bool = false) -> Range<Double>? {
    guard text.utf8.count < 8 else {
      guard let start = text.dateSeconds else { return nil }
      return start..<(text.utf8.count == 10 ? start + 86_400 : start)
    }
    // A month has seven digits and signs, a year four. Most short texts are not dates.
    guard text.utf8.count == 7 || text.utf8.count == 4 && isYear else { return nil }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.first?.count == 4, let year = parts.first.flatMap({ Int($0) }) else { return nil }
    if parts.count == 1, isYear {
      return range("\(year.padded(to: 4))-01-01", "\((year + 1).padded(to: 4))-01-01")
    }
    guard parts.count == 2, parts[1].count == 2, let month = Int(parts[1]) else { return nil }
    let next = month == 12 ? (year + 1, 1) : (year, month + 1)
    return range("\(text)-01", "\(next.0.padded(to: 4))-\(next.1.padded(to: 2))-01")
  }

  private static func range(_ start: String, _ end: String) -> Range<Double>? {
    guard let start = start.iso8601Seconds, let end = end.iso8601Seconds, start <= end else { return nil }
    return start..<end
  }

  // MARK: - Durations

  private static let units: [String: Double] = [
    "ms": 0.001, "s": 1, "sec": 1, "m": 60, "min": 60, "h": 3600, "d": 86_400, "w": 604_800, "y": 31_557_600,
  ]

  /// Parses a duration: `90s`, `1h30m`, `7d`, `2w`, `01:30:00`, `PT1H30M`; nil for any other text.
  static func duration(of text: String) -> Double? {
    if let clock = clockDuration(text) { return clock }
    var text = text.lowercased()
    // In ISO 8601, the days precede the T: P3DT1H.
    if text.hasPrefix("p") { text = String(text.dropFirst()).replacing("t", with: "") }
    guard let first = text.first, first.isASCII, first.isNumber else { return nil }
    var total = 0.0
    var rest = text[...]
    while !rest.isEmpty {
      let digits = rest.prefix { $0.isASCII && $0.isNumber || $0 == "." }
      rest = rest.dropFirst(digits.count)
      let unit = rest.prefix { $0.isLetter }
      guard let amount = Double(digits), let seconds = units[String(unit)] else { return nil }
      total += amount * seconds
      rest = rest.dropFirst(unit.count)
    }
    return total
  }

  private static func clockDuration(_ text: String) -> Double? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), parts.allSatisfy({ (1...2).contains($0.count) }) else { return nil }
    let numbers = parts.compactMap { Double($0) }
    guard numbers.count == parts.count else { return nil }
    return numbers.reduce(0) { $0 * 60 + $1 } * (parts.count == 2 ? 60 : 1)
  }
}

extension String {
  /// Creates the ISO 8601 form of a moment; nil outside of the years with four digits.
  init?(iso8601 seconds: Double) {
    var writer = JSONWriter()
    guard (try? writer.writeISO8601(Date(timeIntervalSince1970: seconds))) != nil else { return nil }
    self.init(decoding: writer.finish().dropFirst().dropLast(), as: UTF8.self)
  }

  /// The text with a backslash before each unescaped slash.
  var withEscapedSlashes: String {
    var isEscaped = false
    return reduce(into: "") { text, character in
      if character == "/" && !isEscaped { text += "\\" }
      text.append(character)
      isEscaped = character == "\\" && !isEscaped
    }
  }
}
