extension ISO8601 {
  /// Returns a suggestion for a date that contains the name of a month; nil if the string has no
  /// such name.
  ///
  /// Recognized forms are `Mon, 24 Sep 2012 03:35:21 +0000` (email, RFC 5322), `Mon Sep 24 03:35:21
  /// 2012` (`ctime` in C) and `24/Sep/2012:03:35:21 +0000` (web server logs).
  static func namedHint(_ text: String) -> Hint? {
    let words = text.split(separator: " ")
    if words.count > 5, words[5].hasPrefix("GMT"), EnglishNames.weekdays.contains(String(words[0])) {
      return "this is JavaScript's `toString()` of a date; its `toISOString()` writes what is expected"
    }
    var form = NamedDate()
    var rest = Substring(text)
    while let first = rest.first {
      let run =
        first.isASCII
        ? rest.prefix {
          $0.isASCII && $0.isLetter == first.isLetter && $0.isWholeNumber == first.isWholeNumber
            && (first.isLetter || first.isWholeNumber)
        } : ""
      let token = run.isEmpty ? rest.prefix(1) : run
      rest = rest.dropFirst(token.count)
      if first.isLetter {
        form.addName(token)
      } else if first.isWholeNumber {
        form.addNumber(token, before: rest.first)
      } else if first == "+" || first == "-", form.times > 1, let zone = rest.firstZone {
        form.pattern += "Z"
        rest = rest.dropFirst(zone.count)
      } else {
        form.pattern += token
      }
    }
    return form.hint
  }
}

extension Substring {
  /// The four digits of a time zone offset without a colon, if the substring begins with one.
  fileprivate var firstZone: Substring? {
    let digits = prefix { $0.isASCII && $0.isWholeNumber }
    return digits.count == 4 && digits.prefix(2) < "24" && digits.suffix(2) < "60" ? digits : nil
  }
}

/// The parts of a date with named months that have been parsed so far, and the pattern that matches
/// them.
private struct NamedDate {
  /// The date pattern that matches the parsed tokens.
  var pattern = ""
  /// The number of time components parsed so far: hour, minute and second.
  var times = 0
  private var year: Int?
  private var month: Int?
  private var day: Int?
  private var weekday: Int?
  /// The reason why no pattern can parse the date.
  private var problem: Hint?
  /// Whether every token so far can be part of a date.
  private var isDate = true

  /// Adds a run of letters: a month, a weekday, a time zone, or AM and PM.
  mutating func addName(_ name: Substring) {
    if let number = EnglishNames.months.firstIndex(where: { name.hasPrefix($0) }) {
      month = number + 1
      if name.count > 3 { refuse("the names of months are read as `Jan` to `Dec`, with three letters") }
      pattern += "MMM"
    } else if let number = EnglishNames.weekdays.firstIndex(where: { name.hasPrefix($0) }) {
      weekday = number
      if name.count > 3 { refuse("the names of weekdays are read as `Mon` to `Sun`, with three letters") }
      pattern += "EEE"
    } else if name == "GMT", times > 1 {
      pattern += "zzz"
    } else if name == "UTC", times > 1 {
      pattern += "'UTC'"
    } else if ["am", "pm"].contains(name.lowercased()), times > 0 {
      refuse("no pattern reads AM and PM: the hour is 00 to 23, without them")
    } else if times > 1 {
      refuse("`\(Shortened.text(String(name)))` may be more than one zone: send an offset such as `+0200`")
    } else {
      isDate = false
    }
  }

  /// Adds a run of digits.
  ///
  /// - Parameter next: The character after the digits, which distinguishes hours from days.
  mutating func addNumber(_ digits: Substring, before next: Character?) {
    let number = Int(digits)
    let isTime = next == ":" || pattern.hasSuffix("HH:") || pattern.hasSuffix("mm:")
    if digits.count == 4, year == nil {
      (year, pattern) = (number, pattern + "yyyy")
    } else if isTime, times < 3 {
      if digits.count != 2 { refuse("hour, minute and second take two digits each") }
      pattern += ["HH", "mm", "ss"][times]
      times += 1
    } else if day == nil, digits.count <= 2 {
      if digits.count == 1, pattern.hasSuffix("  ") {
        refuse(
          "this is how C's `ctime` writes a date; `date -Is` and `git log --date=iso-strict` write what is expected"
        )
      }
      (day, pattern) = (number, pattern + (digits.count == 1 ? "d" : "dd"))
    } else if year == nil, digits.count == 2 {
      refuse("a year takes four digits")
    } else {
      isDate = false
    }
  }

  /// Records the first reason why no pattern can parse the date.
  private mutating func refuse(_ why: String) { problem = problem ?? .sentence(why) }

  /// The suggestion for the parsed date: a pattern, or the reason why there is none; nil if the
  /// tokens are not a date.
  var hint: Hint? {
    guard isDate, let month, let day else { return nil }
    guard problem == nil, let year else { return problem }
    if let why = ISO8601.mistake(year: year, month: month, day: day) { return .noSuchDate(why) }
    let real = ((ISO8601.days(year, month, day) + 3) % 7 + 7) % 7
    if let weekday, weekday != real {
      return .noSuchDate("that day is a \(EnglishNames.weekdays[real]), no \(EnglishNames.weekdays[weekday])")
    }
    return .dateFormat(patterns: [pattern])
  }
}
