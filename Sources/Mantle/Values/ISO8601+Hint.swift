extension JSONCursor {
  /// Returns a suggestion for a value that is not a date, although a date is expected: the date that a number
  /// would represent, or the mistake in a string.
  @inline(never) func dateHint() -> Hint? {
    switch kind {
    case .number:
      numberText.flatMap { ISO8601.sinceEpochHint($0, isText: false) }
        ?? "write the date in quotes, such as \"2025-01-31T12:00:00Z\"; as a time since 1970 the number is not plausible"
    case .string:
      surroundingSpaceHint()
        ?? (try? string()).flatMap { ISO8601.sinceEpochHint($0, isText: true) ?? ISO8601.hint($0) }
    default: hint(wanting: .date)
    }
  }
}

extension ISO8601 {
  /// The numbers of seconds since 1970 that are plausible as dates, from the year 1973 on; smaller numbers
  /// are rarely dates.
  private static let plausibleSeconds = 100_000_000..<100_000_000_000

  /// Returns a suggestion with the date that a number represents if it counts seconds, milliseconds or
  /// microseconds since 1970.
  ///
  /// - Parameter isText: Whether the number is in a JSON string, which selects the transformer to
  ///   suggest.
  /// - Returns: Nil if the number is not plausible in any unit.
  static func sinceEpochHint(_ number: String, isText: Bool) -> Hint? {
    let whole = number.split(separator: ".", maxSplits: 1)
    guard let value = whole.first.flatMap({ Int($0) }), value > Int.min,
      whole.count < 2 || whole[1].allSatisfy(\.isWholeNumber)
    else { return nil }
    for (unit, scale) in [("seconds", 1), ("milliseconds", 1_000), ("microseconds", 1_000_000)]
    where plausibleSeconds.contains(abs(value) / scale) {
      let name = ".unix\(unit.capitalized)\(isText ? "String" : "")"
      return date(value / scale).map { .sinceEpoch(unit: unit, date: $0, transformer: name) }
    }
    return nil
  }

  /// Returns the ISO 8601 form of a number of seconds since 1970; nil outside the years 0 to 9999.
  private static func date(_ seconds: Int) -> String? {
    text(Instant(seconds: seconds, nanoseconds: 0)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns a message about a string that is not a date with a time zone: the mistake in the string, or an
  /// example of a date if no particular mistake is recognized.
  static func hint(_ text: String) -> Hint {
    if text.isEmpty {
      return "the string is empty; for a missing date send null, and make the property optional"
    }
    return foreignHint(text) ?? WrittenDate(text).hint
      ?? .sentence(misplaced(text).map { "\($0); \(example)" } ?? example)
  }

  /// The message with an example of a date, for strings in which no format is recognized.
  private static let example = "a date in ISO 8601 is like 2011-04-22T13:33:48Z"

  /// Returns a message about the first character that does not match `YYYY-MM-DDThh:mm:ss`; nil if the string
  /// does not begin like a date.
  private static func misplaced(_ text: String) -> String? {
    guard let first = text.unicodeScalars.first, first.value < 0x20 || first.properties.numericType != nil
    else { return nil }
    let parts = ["the year", "the month", "the day", "the hour", "the minute", "the second"]
    let signs = ["`-`", "`-`", "`T`", "`:`", "`:`"]
    let expected = parts.indices.flatMap { part in
      Array(repeating: "a digit of \(parts[part])", count: part == 0 ? 4 : 2) + signs[part..<min(part + 1, 5)]
    }
    var scalars = text.unicodeScalars.makeIterator()
    for (number, sign) in expected.enumerated() {
      guard let scalar = scalars.next() else { return "the string ends where \(sign) is expected" }
      let isDigit = ("0"..."9").contains(scalar)
      guard sign.first == "`" ? sign != "`\(scalar)`" : !isDigit else { continue }
      let found = scalar.value < 0x20 ? scalar.codePoint : "`\(scalar)`"
      return "character \(number + 1), \(found), was found where \(sign) is expected"
    }
    return nil
  }

  /// Returns a suggestion for dates that no date pattern can parse: dates in the forms of .NET and
  /// JavaScript, ordinal dates, week dates, and days with a letter among their digits. Nil for other strings.
  private static func foreignHint(_ text: String) -> Hint? {
    if text.hasPrefix("/Date("), let value = Int(text.dropFirst(6).prefix { $0.isWholeNumber || $0 == "-" }) {
      return date(value / 1000).map {
        .sentence(
          "this is .NET's form of \($0), in milliseconds since 1970; it needs a custom transformer")
      }
    }
    let words = text.split(separator: " ")
    if words.count > 5, words[5].hasPrefix("GMT"), EnglishNames.weekdays.contains(String(words[0])) {
      return "this is JavaScript's `toString()` of a date; its `toISOString()` writes the expected form"
    }
    let letters = Array(text)
    guard letters.count >= 8, letters[4] == "-", letters[..<4].allSatisfy(\.isWholeNumber) else { return nil }
    if letters[5..<8].allSatisfy(\.isWholeNumber), letters.dropFirst(8).first ?? "T" == "T" {
      return "this is a day of the year; only dates with month and day are read"
    }
    guard letters.count >= 10 else { return nil }
    if letters[5] == "W" { return "this is a week and a weekday; only dates with month and day are read" }
    guard letters[7] == "-", let wrong = [5, 6, 8, 9].first(where: { !letters[$0].isWholeNumber }),
      !letters[5].isLetter || !letters[6].isLetter
    else { return nil }
    return .sentence("character \(wrong + 1), `\(letters[wrong])`, is not a digit")
  }

  // MARK: - Parts out of range

  /// The English names of the months, for messages.
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November", "December",
  ]

  /// Returns a message about the month or day that does not exist in the calendar; nil if the date is valid.
  static func mistake(year: Int, month: Int, day: Int) -> String? {
    guard (1...12).contains(month) else { return "there is no month \(month)" }
    let days = daysIn(month, of: year)
    guard !(1...days).contains(day) else { return nil }
    return day == 0 ? "days begin with 1" : "\(months[month - 1]) \(year) has \(days) days, not \(day)"
  }

  /// Returns a message about the first part of a time that is out of range; nil if the time is valid.
  ///
  /// - Parameter numbers: The hour, the minute and the second; missing parts are not checked.
  static func timeMistake(_ numbers: [Int]) -> String? {
    let parts = zip(numbers, [("hour", 23), ("minute", 59), ("second", 59)])
    guard let (value, (name, most)) = parts.first(where: { $0 > $1.1 }) else { return nil }
    if name == "second", value == 60 {
      return "leap seconds are not read: write second 59, or the next minute"
    }
    if name == "hour", value == 24 { return "there is no hour 24: write hour 00 of the next day" }
    return "there is no \(name) \(value): the last is \(most)"
  }
}

extension String {
  /// The maximum number of UTF-8 bytes of a string that is inspected for a date.
  package static let longestDate = 40

  /// The patterns by which a date formatter can parse the string; empty for ISO 8601 and for
  /// strings that are not dates.
  ///
  /// More than one pattern means that the order of day and month is ambiguous.
  package var datePatterns: [String] {
    guard utf8.count <= Self.longestDate, !isISO8601 else { return [] }
    if isDayInDigits { return ["yyyyMMdd"] }
    let isWeekday = EnglishNames.weekdays.contains { hasPrefix($0) }
    let hasTime = split(separator: " ").contains { word in
      word.split(separator: ":").count == 3 && word.allSatisfy { $0.isNumber || $0 == ":" }
    }
    guard isWeekday ? hasTime : first?.isNumber == true && contains(where: { !$0.isNumber }),
      case .dateFormat(let patterns) = ISO8601.hint(self)
    else { return [] }
    return patterns
  }

  /// Whether the string is eight digits that form a valid day between 1800 and 2099.
  private var isDayInDigits: Bool {
    guard utf8.count == 8, utf8.allSatisfy(ASCII.isDigit), let number = Int(self) else { return false }
    let (year, month, day) = (number / 10_000, number / 100 % 100, number % 100)
    return (1800..<2100).contains(year) && (1...12).contains(month)
      && (1...ISO8601.daysIn(month, of: year)).contains(day)
  }

  /// Whether the string is an ISO 8601 date with a time zone.
  private var isISO8601: Bool {
    var text = self
    return text.withUTF8 { ISO8601.instant($0) != nil }
  }
}

extension JSONCursor {
  /// Returns a suggestion for a value that is not a day, although a day is expected. For a date with a time,
  /// it suggests ``JSONTransformer/iso8601``.
  func dayHint() -> Hint? {
    guard self.is(.string), let text = try? string() else { return dateHint() }
    if ISO8601.instant(self) != nil { return .transformer(".iso8601", reads: "a date with its time") }
    return ISO8601.hint(text)
  }
}
