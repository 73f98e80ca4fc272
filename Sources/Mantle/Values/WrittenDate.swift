import MantlePlatform

/// A date in another form than ISO 8601, which is parsed token by token to find the date pattern that matches
/// it.
///
/// Recognized forms are numbers with separators (`2024/03/04 05:06`, `24.12.2025`), numbers without separators
/// (`20240304T050607Z`), and names of months: `Mon, 24 Sep 2012 03:35:21 +0000` (email, RFC 5322),
/// `Mon Sep 24 03:35:21 2012` (`ctime` in C) and `24/Sep/2012:03:35:21 +0000` (web server logs).
struct WrittenDate {
  /// The date pattern for the part of the string that is parsed so far. ``first`` and ``second`` are
  /// placeholders for numbers that are a day or a month, depending on later tokens.
  private var pattern = ""
  private var year: Int?
  /// The number of the month, from 1, if the month is given by its name.
  private var month: Int?
  private var weekday: Int?
  /// The day, or the month and the day, as one- and two-digit numbers in the order of the string.
  private var short: [Substring] = []
  private var time: [Int] = []
  private var hasZone = false
  /// The characters after the last number of the date; ``separator`` stores the characters between its first
  /// two numbers.
  private var literal = ""
  private var separator: String?
  /// The reason why no date pattern matches the string; nil if a pattern may match.
  private var problem: Hint?
  /// Whether the part of the string that is parsed so far can be part of a date.
  private var isDate = true

  private static let first = "\u{1}"
  private static let second = "\u{2}"

  init(_ text: String) {
    var rest = Substring(text)
    while isDate, let first = rest.first {
      let run =
        first.isASCII && (first.isLetter || first.isWholeNumber)
        ? rest.prefix {
          $0.isASCII && $0.isLetter == first.isLetter && $0.isWholeNumber == first.isWholeNumber
        } : rest.prefix(1)
      let before = rest
      rest = rest.dropFirst(run.count)
      if first.isLetter {
        addName(run, before: rest.first)
      } else if first.isWholeNumber {
        addNumber(run, before: rest.first)
      } else if time.count > 1, first == "+" || first == "-" {
        rest = rest.dropFirst(addOffset(before))
      } else if time.count > 1, first == "." || first == ",", rest.first?.isWholeNumber == true {
        let digits = rest.prefix(while: \.isWholeNumber).count
        rest = rest.dropFirst(digits)
        addFraction(digits, after: run)
      } else {
        pattern += run
        literal += run
      }
    }
  }

  /// Whether the day and the month are parsed, so that further numbers are a time or the year.
  private var hasDay: Bool { short.count > (month == nil ? 1 : 0) }

  // MARK: - Tokens

  /// Adds a run of letters to the pattern: a month, a weekday, the `T` before a time, a time zone, or AM and
  /// PM.
  private mutating func addName(_ name: Substring, before next: Character?) {
    if let number = EnglishNames.months.firstIndex(where: { name.hasPrefix($0) }) {
      month = number + 1
      if name.count > 3 { refuse("the names of months are read as `Jan` to `Dec`, with three letters") }
      pattern += "MMM"
    } else if let number = EnglishNames.weekdays.firstIndex(where: { name.hasPrefix($0) }) {
      weekday = number
      if name.count > 3 { refuse("the names of weekdays are read as `Mon` to `Sun`, with three letters") }
      pattern += "EEE"
    } else if name.uppercased() == "T", hasDay, time.isEmpty, next?.isWholeNumber == true {
      pattern += "'\(name)'"
    } else if let zone = ["Z": "XXX", "GMT": "zzz", "UTC": "'UTC'"][name], time.count > 1 {
      pattern += zone
      hasZone = true
    } else if ["am", "pm"].contains(name.lowercased()), !time.isEmpty {
      problem = "no pattern reads AM and PM: the hour is 00 to 23, without them"
    } else if time.count > 1 {
      let name = Shortened.text(String(name))
      refuse(
        name.count < 3
          ? Self.noZone(name) : "`\(name)` may be more than one zone: send an offset such as `+0200`")
    } else {
      isDate = false
    }
  }

  /// Adds a run of digits to the pattern: a number of the date or of the time.
  ///
  /// - Parameter next: The character after the digits, which distinguishes hours from days.
  private mutating func addNumber(_ digits: Substring, before next: Character?) {
    guard let number = Int(digits) else { return isDate = false }
    if pattern.isEmpty, digits.count == 8, (1900...2199).contains(number / 10_000) {
      year = number / 10_000
      short = [digits.dropFirst(4).prefix(2), digits.suffix(2)]
      pattern = "yyyyMMdd"
    } else if year == nil, digits.count == 4 || digits.count > 4 && pattern.isEmpty {
      if digits.count > 4 { refuse("a year takes four digits") }
      year = number
      addPartOfDay("yyyy")
    } else if hasDay, time.count < 3, next == ":" || pattern.hasSuffix("HH:") || pattern.hasSuffix("mm:") {
      if digits.count != 2 {
        // A date that begins with the year resembles ISO 8601, so its first wrong character is reported
        // instead.
        if pattern.hasPrefix("yyyy") { return isDate = false }
        refuse("hour and minute take two digits each")
      }
      pattern += ["HH", "mm", "ss"][time.count]
      time.append(number)
    } else if pattern == "yyyyMMdd'T'", digits.count == 6 {
      time = [number / 10_000, number / 100 % 100, number % 100]
      pattern += "HHmmss"
    } else if digits.count <= 2 {
      if digits.count == 1, literal.hasSuffix("  ") {
        refuse(
          "this is how C's `ctime` writes a date; `date -Is` and `git log --date=iso-strict` write ISO 8601"
        )
      }
      short.append(digits)
      addPartOfDay(short.count == 1 ? Self.first : Self.second)
    } else {
      isDate = false
    }
  }

  /// Adds a number of the date: the year, the month or the day. In a date without the name of a month, all
  /// separators must be equal.
  private mutating func addPartOfDay(_ part: String) {
    if !pattern.isEmpty, month == nil {
      if separator ?? literal != literal { isDate = false }
      separator = literal
    }
    literal = ""
    pattern += part
  }

  /// Adds a fraction of a second to the pattern.
  ///
  /// - Parameters:
  ///   - digits: The number of digits of the fraction.
  ///   - point: The separator before the digits.
  private mutating func addFraction(_ digits: Int, after point: Substring) {
    if ![1, 2, 3, 6].contains(digits) {
      refuse("no pattern reads \(digits) digits after the second: send 3 or 6, and a zone such as `Z`")
    }
    pattern += point + String(repeating: "S", count: digits)
  }

  /// Adds the offset from UTC at the start of a substring to the pattern.
  ///
  /// - Returns: The number of characters to skip after the sign.
  private mutating func addOffset(_ text: Substring) -> Int {
    let rest = text.dropFirst()
    let offset = rest.prefix { $0.isWholeNumber || $0 == ":" }
    let digits = offset.filter(\.isWholeNumber)
    let hasColon = offset.count == 5 && offset.dropFirst(2).first == ":"
    hasZone = true
    if digits.count == 4, hasColon || offset.count == 4, digits.prefix(2) < "24", digits.suffix(2) < "60" {
      pattern += hasColon ? "XXX" : "Z"
      return offset.count
    }
    refuse(Self.noZone(Shortened.text(String(text))))
    return rest.count
  }

  private static func noZone(_ zone: String) -> String {
    "`\(zone)` is not a time zone: write `Z` or an offset such as `+02:00`"
  }

  /// Records a reason why no pattern matches the date, unless a reason is already recorded.
  private mutating func refuse(_ why: String) { problem = problem ?? .sentence(why) }

  // MARK: - Result

  /// The suggestion for the string: the matching date patterns, or the mistake in the date; nil if the string
  /// is not a date.
  var hint: Hint? {
    guard isDate, time.count != 1, pattern.last != ":", !short.isEmpty else { return nil }
    let numbers = short.compactMap { Int($0) }
    guard let year else {
      return numbers.count > (month == nil ? 2 : 1) ? "a year takes four digits" : problem
    }
    if let month { return numbers.count == 1 ? hint(year, month, day: numbers[0]) : nil }
    return numbers.count == 2 ? hint(year, numbers) : nil
  }

  /// Returns the suggestion for a date in which the month is given by its name; nil if there is none.
  private func hint(_ year: Int, _ month: Int, day: Int) -> Hint? {
    if let why = ISO8601.mistake(year: year, month: month, day: day) { return .noSuchDate(why) }
    let real = ((ISO8601.days(year, month, day) + 3) % 7 + 7) % 7
    if problem == nil, let weekday, weekday != real {
      return .noSuchDate(
        "that day is a \(EnglishNames.weekdays[real]), not a \(EnglishNames.weekdays[weekday])")
    }
    return hint([pattern.replacing(Self.first, with: short[0].count == 1 ? "d" : "dd")])
  }

  /// Returns the suggestion for a date that consists of numbers; nil if there is none. If the year is last,
  /// both orders of day and month that produce a valid date are suggested.
  private func hint(_ year: Int, _ numbers: [Int]) -> Hint? {
    let isYearFirst = pattern.hasPrefix("yyyy")
    let isSeparated = separator?.count == 1 && (isYearFirst || separator != " ")
    guard isSeparated || pattern.hasPrefix("yyyyMMdd") else { return nil }
    let mistakes = [(0, 1), (1, 0)].map { day, month in
      ISO8601.mistake(year: year, month: numbers[month], day: numbers[day])
    }
    let orders = (isYearFirst ? 1...1 : 0...1).filter { mistakes[$0] == nil }
    guard !orders.isEmpty else {
      let why = isYearFirst || numbers[1] > 12 ? mistakes[1] : mistakes[0]
      return pattern == "yyyyMMdd" ? nil : why.map { .noSuchDate($0) }
    }
    if short.contains(where: { $0.count == 1 }) {
      let day = numbers.map { $0.padded(to: 2) }.joined(separator: "-")
      return .sentence(
        isYearFirst ? "month and day take two digits: `\(year)-\(day)`" : "day and month take two digits each"
      )
    }
    if let sign = separator?.first, !sign.isASCII, sign.isPunctuation, let scalar = sign.unicodeScalars.first
    {
      let number = isYearFirst ? 5 : 3
      return .sentence("character \(number), `\(sign)` (\(scalar.codePoint)), is not a hyphen: write `-`")
    }
    return hint(
      orders.map { order in
        pattern.replacing(Self.first, with: order == 0 ? "dd" : "MM")
          .replacing(Self.second, with: order == 0 ? "MM" : "dd")
      })
  }

  /// Returns the suggestion for a date whose day exists in the calendar: the mistake in the date if there is
  /// one, otherwise the transformer or the pattern for its format.
  ///
  /// - Parameter patterns: the date patterns that match the date.
  private func hint(_ patterns: [String]) -> Hint? {
    if let why = ISO8601.timeMistake(time) { return .noSuchDate(why) }
    if let problem { return problem }
    if patterns == ["yyyy-MM-dd"] { return .transformer(".iso8601Day", reads: "a day without a time") }
    if !hasZone, time.count == 3, patterns[0].hasPrefix("yyyy-MM-dd'") {
      return .noZone(pattern: patterns[0])
    }
    return .dateFormat(patterns: patterns)
  }
}

/// A namespace for converting dates to and from the text that the browser displays and accepts as input.
package enum DateWords {
  /// Returns the ISO 8601 form of a date; outside the years 0 to 9999, the seconds since 1970.
  @Sendable package static func describe(_ date: Date) -> String {
    ISO8601.text(date.instant).map { String(decoding: $0, as: UTF8.self) }
      ?? "\(date.timeIntervalSince1970) s since 1970"
  }

  /// Returns the date that an ISO 8601 string with a time zone represents.
  ///
  /// - Throws: A ``TransformError`` for every other string.
  @Sendable package static func parse(_ text: String) throws -> Date {
    var text = text
    guard let instant = text.withUTF8({ ISO8601.instant($0) }) else {
      throw TransformError(expected: "date like 2011-04-22T13:33:48Z")
    }
    return Date(instant)
  }
}
