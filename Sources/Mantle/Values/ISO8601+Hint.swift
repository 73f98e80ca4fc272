extension JSONCursor {
  /// Returns a suggestion for a value that is not a date: the date that a number would represent,
  /// or the mistake in a string.
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
  /// Plausible numbers of seconds since 1970, from 1973 on; smaller numbers are rarely dates.
  private static let plausibleSeconds = 100_000_000..<100_000_000_000
  /// The same range of dates in milliseconds.
  private static let plausibleMilliseconds = 100_000_000_000..<100_000_000_000_000
  /// The same range of dates in microseconds.
  private static let plausibleMicroseconds = 100_000_000_000_000..<100_000_000_000_000_000

  /// Returns the date that a number would represent as a time since 1970.
  ///
  /// - Parameter isText: Whether the number is in a JSON string, which selects the transformer to
  ///   suggest.
  /// - Returns: Nil if the number is not plausible in any unit.
  static func sinceEpochHint(_ number: String, isText: Bool) -> Hint? {
    let whole = number.split(separator: ".", maxSplits: 1)
    guard let value = whole.first.flatMap({ Int($0) }), value > Int.min,
      whole.count < 2 || whole[1].allSatisfy(\.isWholeNumber)
    else { return nil }
    let size = abs(value)
    let unit: String
    let seconds: Int
    if plausibleSeconds.contains(size) {
      (unit, seconds) = ("seconds", value)
    } else if plausibleMilliseconds.contains(size) {
      (unit, seconds) = ("milliseconds", value / 1_000)
    } else if plausibleMicroseconds.contains(size) {
      (unit, seconds) = ("microseconds", value / 1_000_000)
    } else {
      return nil
    }
    let name = ".unix\(unit.capitalized)\(isText ? "Text" : "")"
    return date(seconds).map { .sinceEpoch(unit: unit, date: $0, transformer: name) }
  }

  /// Returns the ISO 8601 form of a number of seconds since 1970.
  private static func date(_ seconds: Int) -> String? {
    text(Instant(seconds: seconds, nanoseconds: 0)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the mistake in a string that is not a date with a time zone; if no particular mistake
  /// is recognized, an example of a date.
  static func hint(_ text: String) -> Hint {
    particularHint(text) ?? .sentence(misplaced(text).map { "\($0); \(example)" } ?? example)
  }

  /// Returns a suggestion for a recognized format or mistake; nil if there is none.
  private static func particularHint(_ text: String) -> Hint? {
    if text.isEmpty {
      return "the text is empty; where there is no date, send null and make the property optional"
    }
    if let other = otherFormHint(text) { return other }
    if let named = namedHint(text) { return named }
    if text.first?.isLetter != false { return nil }
    let numbers = text.prefix { $0 != "+" }.split { !$0.isWholeNumber }.map {
      (digits: $0.count, value: Int($0) ?? 0)
    }
    guard numbers.count >= 3 else { return nil }
    if numbers[0].digits > 4 { return "a year takes four digits" }
    if numbers[0].digits == 4 { return yearFirstHint(text, numbers.map(\.value)) }
    guard numbers[2].digits == 4, numbers[0].digits <= 2, numbers[1].digits <= 2 else { return nil }
    return yearLastHint(text, numbers.map(\.value))
  }

  /// The example that is shown when no format is recognized.
  private static let example = "a date in ISO 8601 is like 2011-04-22T13:33:48Z"

  /// Describes the first character that does not match `YYYY-MM-DDThh:mm:ss`; nil if the string
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
      guard let scalar = scalars.next() else { return "the text ends where \(sign) is expected" }
      let isDigit = ("0"..."9").contains(scalar)
      guard sign.first == "`" ? sign != "`\(scalar)`" : !isDigit else { continue }
      let found = scalar.value < 0x20 ? scalar.codePoint : "`\(scalar)`"
      return "character \(number + 1), \(found), stands where \(sign) is expected"
    }
    return nil
  }

  // MARK: - Formats

  /// Returns a suggestion for a string that begins with a four-digit year.
  ///
  /// - Parameter numbers: The numbers in the string, in order.
  private static func yearFirstHint(_ text: String, _ numbers: [Int]) -> Hint? {
    if let why = mistake(year: numbers[0], month: numbers[1], day: numbers[2])
      ?? timeMistake(numbers.dropFirst(3))
    {
      return .noSuchDate(why)
    }
    let letters = Array(text)
    guard letters.count >= 10 else {
      return .sentence("month and day take two digits: \(padded(numbers))")
    }
    let separator = letters[4]
    if let wrong = [4, 7].first(where: { !letters[$0].isASCII && letters[$0].isPunctuation }) {
      return .sentence(
        "character \(wrong + 1), `\(letters[wrong])` (\(codePoint(letters[wrong]))), is no hyphen: write `-`")
    }
    guard letters[7] == separator, !separator.isLetter else { return nil }
    if letters.count == 10 {
      return separator == "-"
        ? .transformer(".iso8601Day", reads: "a day without a time")
        : .dateFormat(patterns: ["yyyy\(separator)MM\(separator)dd"])
    }
    return timeHint(letters, day: "yyyy\(separator)MM\(separator)dd")
  }

  /// Returns a pattern for a time that follows a ten-character day.
  ///
  /// - Parameters:
  ///   - letters: All characters of the string.
  ///   - day: The pattern of the day.
  /// - Returns: Nil if the characters after the day are not a time.
  private static func timeHint(_ letters: [Character], day: String) -> Hint? {
    guard letters.count >= 16, letters[13] == ":",
      [11, 12, 14, 15].allSatisfy({ letters[$0].isWholeNumber })
    else { return nil }
    let hasSeconds = letters.count >= 19 && letters[16] == ":"
    guard hasSeconds || letters.count == 16 || letters[16] != ":" else { return nil }
    let rest = String(letters[(hasSeconds ? 19 : 16)...])
    let fraction =
      rest.first == "." || rest.first == "," ? rest.dropFirst().prefix { $0.isWholeNumber }.count : 0
    guard [0, 1, 2, 3, 6].contains(fraction) else {
      return "no pattern reads \(fraction) digits behind the second: send 3 or 6, and a zone such as `Z`"
    }
    let middle = letters[10] == "T" ? "'T'" : String(letters[10])
    let pattern =
      "\(day)\(middle)HH:mm" + (hasSeconds ? ":ss" : "")
      + (fraction > 0 ? String(rest.first ?? ".") + String(repeating: "S", count: fraction) : "")
    let zone = rest.dropFirst(fraction == 0 ? 0 : fraction + 1)
    if zone.isEmpty {
      let isStandard = letters[4] == "-" && (letters[10] == "T" || letters[10] == "t") && hasSeconds
      return isStandard ? .noZone(pattern: pattern) : .dateFormat(patterns: [pattern])
    }
    let name = zone.drop { $0 == " " }
    guard zone.count - name.count < 2, let zonePattern = zonePattern(name) else {
      return noZone(name.isEmpty ? zone : name)
    }
    return .dateFormat(patterns: [pattern + (zone.first == " " ? " " : "") + zonePattern])
  }

  /// Returns the part of a date pattern that matches a time zone; nil if the string is not exactly
  /// one known zone.
  private static func zonePattern(_ zone: Substring) -> String? {
    switch zone {
    case "Z": return "XXX"
    case "GMT": return "zzz"
    case "UTC": return "'UTC'"
    default: break
    }
    let digits = zone.dropFirst().filter { $0 != ":" }
    guard zone.first == "+" || zone.first == "-", digits.count == 4, digits.allSatisfy(\.isWholeNumber),
      digits.prefix(2) < "24", digits.suffix(2) < "60"
    else { return nil }
    if zone.count == 5 { return "Z" }
    return zone.count == 6 && zone.dropFirst(3).first == ":" ? "XXX" : nil
  }

  /// Returns the suggestion for a string in the position of a time zone that is not a zone.
  private static func noZone(_ zone: Substring) -> Hint {
    .sentence(
      "`\(Shortened.text(String(zone)))` is no zone: write `Z` or an offset such as `+02:00`")
  }

  /// Returns the `U+XXXX` form of the character's first scalar.
  private static func codePoint(_ character: Character) -> String {
    character.unicodeScalars.first?.codePoint ?? ""
  }

  /// Returns a suggestion for a string that ends its day with a four-digit year, such as
  /// `24/12/2025`.
  ///
  /// Both orders of day and month are suggested if both produce a valid date.
  private static func yearLastHint(_ text: String, _ numbers: [Int]) -> Hint? {
    guard let separator = text.first(where: { !$0.isWholeNumber }) else { return nil }
    let (day, time) = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false).pair
    guard day.count(where: { $0 == separator }) == 2, day.count(where: \.isWholeNumber) == day.count - 2
    else { return nil }
    guard day.count == 10 else { return "day and month take two digits each" }
    guard let tail = timePattern(time) else {
      let isHalf = time.lowercased().hasSuffix("m")
      return isHalf
        ? "no pattern reads AM and PM: the hour is 00 to 23, without them"
        : "hour and minute take two digits each"
    }
    var orders: [String] = []
    // Of the two orders, the one in which there is such a month.
    let (usualDay, usualMonth) = numbers[1] <= 12 ? (numbers[0], numbers[1]) : (numbers[1], numbers[0])
    for (order, day, month) in [("dd-MM", numbers[0], numbers[1]), ("MM-dd", numbers[1], numbers[0])]
    where mistake(year: numbers[2], month: month, day: day) == nil {
      orders.append(order.replacing("-", with: String(separator)) + "\(separator)yyyy" + tail)
    }
    if orders.isEmpty, let mistake = mistake(year: numbers[2], month: usualMonth, day: usualDay) {
      return .noSuchDate(mistake)
    }
    return .dateFormat(patterns: orders)
  }

  /// Returns a suggestion for formats that are recognized by more than their numbers: .NET's
  /// `/Date(…)/`, dates without separators, ordinal dates and week dates.
  private static func otherFormHint(_ text: String) -> Hint? {
    if text.hasPrefix("/Date("), let value = Int(text.dropFirst(6).prefix { $0.isWholeNumber || $0 == "-" }) {
      return date(value / 1000).map {
        .sentence(
          "this is .NET's form of \($0), in milliseconds since 1970; it needs a transformer of its own")
      }
    }
    let letters = Array(text)
    let digits = letters.prefix { $0.isWholeNumber }.count
    if digits == 8, let hint = denseHint(letters) { return hint }
    if letters.count == 8 || letters.count > 8 && letters[8] == "T", digits == 4, letters[4] == "-",
      letters[5..<8].allSatisfy(\.isWholeNumber)
    {
      return "this is a day of the year; only dates with month and day are read"
    }
    let hasYearLast = letters.dropFirst(6).prefix { $0.isWholeNumber }.count == 4
    if digits == 2, letters.count > 8, letters[2] == "-", letters[5] == "-", !hasYearLast {
      return .sentence("a year takes four digits")
    }
    guard digits == 4, letters.count >= 10, letters[4] == "-" else { return nil }
    if letters[5] == "W" {
      return .sentence("this is a week and a weekday; only dates with month and day are read")
    }
    guard letters[7] == "-", let wrong = [5, 6, 8, 9].first(where: { !letters[$0].isWholeNumber }) else {
      return nil
    }
    return .sentence("character \(wrong + 1), `\(letters[wrong])`, is no digit")
  }

  /// Returns a suggestion for dates without separators, such as `20240304` and `20240304T050607Z`.
  private static func denseHint(_ letters: [Character]) -> Hint? {
    let number = { (range: Range<Int>) in Int(String(letters[range])) ?? 0 }
    guard (1900...2199).contains(number(0..<4)) else { return nil }
    if let why = mistake(year: number(0..<4), month: number(4..<6), day: number(6..<8)) {
      return letters.count == 8 ? nil : .noSuchDate(why)
    }
    if letters.count == 8 { return .dateFormat(patterns: ["yyyyMMdd"]) }
    guard letters.count >= 15, letters[8] == "T", letters[9..<15].allSatisfy(\.isWholeNumber) else {
      return nil
    }
    let zone = String(letters[15...])
    guard !zone.isEmpty else { return .dateFormat(patterns: ["yyyyMMdd'T'HHmmss"]) }
    return zonePattern(zone[...]).map { .dateFormat(patterns: ["yyyyMMdd'T'HHmmss\($0)"]) }
      ?? noZone(zone[...])
  }

  /// Returns the pattern of a time: ` HH:mm` or ` HH:mm:ss` if each part has two digits, an empty
  /// pattern for an empty time; otherwise nil.
  private static func timePattern(_ time: Substring) -> String? {
    if time.isEmpty { return "" }
    let parts = time.split(separator: ":", omittingEmptySubsequences: false)
    let isTime = parts.allSatisfy { $0.count == 2 && $0.allSatisfy(\.isWholeNumber) }
    guard isTime, parts.count == 2 || parts.count == 3 else { return nil }
    return parts.count == 2 ? " HH:mm" : " HH:mm:ss"
  }

  // MARK: - Parts out of range

  /// The English names of the months, for messages.
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November",
    "December",
  ]

  /// Describes the part of a day that does not exist; nil if the day is valid.
  static func mistake(year: Int, month: Int, day: Int) -> String? {
    guard (1...12).contains(month) else { return "there is no month \(month)" }
    let days = daysIn(month, of: year)
    guard !(1...days).contains(day) else { return nil }
    return day == 0 ? "days begin with 1" : "\(months[month - 1]) \(year) has \(days) days, not \(day)"
  }

  /// Describes the first part of a time that is out of range; nil if the time is valid.
  ///
  /// - Parameter numbers: Hour, minute and second; missing parts are not checked.
  private static func timeMistake(_ numbers: ArraySlice<Int>) -> String? {
    let parts = zip(numbers, [("hour", 23), ("minute", 59), ("second", 59)])
    guard let (value, (name, most)) = parts.first(where: { $0 > $1.1 }) else { return nil }
    if name == "second", value == 60 {
      return "leap seconds are not read: write second 59, or the next minute"
    }
    if name == "hour", value == 24 { return "there is no hour 24: write hour 00 of the next day" }
    return "there is no \(name) \(value): the last is \(most)"
  }

  /// Returns the first three numbers as a day with two-digit month and day, in backquotes.
  private static func padded(_ numbers: [Int]) -> String {
    "`\(numbers[0])-\(numbers[1].padded(to: 2))-\(numbers[2].padded(to: 2))`"
  }
}

extension String {
  /// The maximum number of UTF-8 bytes of a string that can be a date.
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
    guard utf8.count == 8, utf8.allSatisfy({ $0 &- 0x30 <= 9 }), let number = Int(self) else { return false }
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
  /// Returns a suggestion for a value that is not a day; a date with a time is referred to
  /// ``JSONTransformer/iso8601``.
  func dayHint() -> Hint? {
    guard self.is(.string), let text = try? string() else { return dateHint() }
    if ISO8601.instant(self) != nil { return .transformer(".iso8601", reads: "a date with its time") }
    return ISO8601.hint(text)
  }
}

extension [Substring] {
  /// The first two elements, each empty if it is missing.
  fileprivate var pair: (Substring, Substring) { (first ?? "", count > 1 ? self[1] : "") }
}
