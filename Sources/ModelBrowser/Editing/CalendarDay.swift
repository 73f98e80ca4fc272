import Mantle
import MantlePlatform

/// A day of the calendar, from which other days can be calculated.
struct CalendarDay: Hashable, Sendable {
  /// Days since 1970-01-01.
  let number: Int

  init(number: Int) { self.number = number }

  /// Parses the ISO 8601 date at the start of a text; nil if the text does not start with a date.
  init?(startOf text: String) {
    let day = text.prefix(10)
    guard day.utf8.count == 10, day.split(separator: "-").map(\.count) == [4, 2, 2],
      let seconds = String(day).iso8601Seconds
    else { return nil }
    number = Int(seconds / 86_400)
  }

  static var today: CalendarDay {
    CalendarDay(number: Int((Date().timeIntervalSince1970 / 86_400).rounded(.down)))
  }

  /// The day in the format `2026-11-22`.
  var text: String {
    let (year, month, day) = ISO8601.civil(number)
    return "\(year.padded(to: 4))-\(month.padded(to: 2))-\(day.padded(to: 2))"
  }

  /// The day of the week, from 0 for Monday to 6 for Sunday.
  var weekday: Int { ((number + 3) % 7 + 7) % 7 }

  func advanced(days: Int) -> CalendarDay {
    CalendarDay(number: number + max(-4_000_000, min(days, 4_000_000)))
  }

  /// Returns the same day of the month a number of months later, or the last day of a shorter month; nil if the year is out of
  /// range.
  func advanced(months: Int) -> CalendarDay? {
    let (year, month, day) = ISO8601.civil(number)
    let all = year * 12 + month - 1 + max(-200_000, min(months, 200_000))
    guard 0..<120_000 ~= all else { return nil }
    let last = ISO8601.daysIn(all % 12 + 1, of: all / 12)
    return CalendarDay(number: ISO8601.days(all / 12, all % 12 + 1, min(day, last)))
  }
}

/// Dates as users type them: `now`, `today`, `+3d`, `-2w`, `+1h`, `-30min`, `next monday`, `2026-11-22`, `2026-11-22 10:30`,
/// `2026-11-22T10:30`.
enum RelativeDate {
  /// Returns the date that a word such as `today` or `+1d` denotes, in the format of the ISO 8601 date that it replaces; nil
  /// for other words and strings.
  static func text(_ typed: String, inPlaceOf old: String) -> String? {
    guard old.iso8601Seconds != nil, CalendarDay(startOf: typed) == nil else { return nil }
    let text = text(typed, base: old, now: Int(Date().timeIntervalSince1970.rounded(.down)))
    return old.utf8.count == 10 ? text.map { String($0.prefix(10)) } : text
  }

  /// Returns the text of a date with another day or time.
  ///
  /// - Parameters:
  ///   - base: the current value, from which `+1d` counts and whose time of day is kept.
  ///   - now: the time that `now` denotes, in seconds since 1970.
  /// - Returns: nil for text that denotes neither a day nor a time.
  static func text(_ typed: String, base: String, now: Int) -> String? {
    let today = CalendarDay(number: Int((Double(now) / 86_400).rounded(.down)))
    let timeNow = "T\(clock(seconds: now - today.number * 86_400))Z"
    let words = words(of: typed.lowercased())
    guard let first = words.first else { return nil }
    let start = CalendarDay(startOf: base)
    let time = start == nil ? "T00:00:00Z" : String(base.dropFirst(10))
    let day: CalendarDay?
    switch (first, words.count) {
    case ("now", 1): return today.text + timeNow
    case ("today", 1): day = today
    case ("tomorrow", 1): day = today.advanced(days: 1)
    case ("yesterday", 1): day = today.advanced(days: -1)
    case ("next", 2): day = weekday(words[1]).map { next($0, after: today) }
    case (_, 1):
      if let (count, unit) = counted(first) {
        guard let seconds = seconds[unit] else {
          return (start ?? today).advanced(by: count, unit).map { $0.text + time }
        }
        return later(by: count * seconds, start ?? today, start == nil ? timeNow : time)
      }
      day = exactDay(first) ?? weekday(first).map { next($0, after: today) }
    case (_, 2):
      guard let day = exactDay(first), let clock = clock(words[1]) else { return nil }
      return "\(day.text)T\(clock)\(zone(of: time))"
    default: day = nil
    }
    return day.map { $0.text + time }
  }

  /// Parses a word that consists only of a day such as `2026-11-22`; returns nil for other words.
  private static func exactDay(_ word: String) -> CalendarDay? {
    word.utf8.count == 10 ? CalendarDay(startOf: word) : nil
  }

  /// Splits typed text into words; a `T` between a day and a time also separates them, as in ISO 8601.
  private static func words(of typed: String) -> [String] {
    let words = typed.split(separator: " ").map(String.init)
    guard words.count == 1, let day = CalendarDay(startOf: typed), typed.dropFirst(10).first == "t" else {
      return words
    }
    return [day.text, String(typed.dropFirst(11))]
  }

  /// Returns a time of day such as `10:30` or `10:30:15` with seconds; nil for other words.
  private static func clock(_ word: String) -> String? {
    let parts = word.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), parts.allSatisfy({ $0.utf8.count == 2 && Int($0) != nil }) else {
      return nil
    }
    return parts.count == 2 ? word + ":00" : word
  }

  private static func clock(seconds: Int) -> String {
    [seconds / 3600, seconds / 60 % 60, seconds % 60].map { $0.padded(to: 2) }.joined(separator: ":")
  }

  /// Parses an offset such as `+2h`, `-30min` or `+3d` into a number, limited to a billion, and a unit; returns nil for other
  /// words.
  private static func counted(_ word: String) -> (count: Int, unit: String)? {
    guard let sign = word.first, "+-".contains(sign) else { return nil }
    let digits = word.dropFirst().prefix { $0.isASCII && $0.isNumber }
    guard let count = Int(digits).map({ min($0, 1_000_000_000) }) else { return nil }
    return (sign == "-" ? -count : count, String(word.dropFirst(1 + digits.count)))
  }

  private static let seconds = ["h": 3600, "min": 60, "s": 1]

  /// Returns the date and time a number of seconds after a day and a time; nil for text that is not a time.
  ///
  /// - Parameter time: a time such as `T10:30:15Z`, whose fraction and time zone are retained.
  private static func later(by seconds: Int, _ day: CalendarDay, _ time: String) -> String? {
    guard let mark = time.first, mark == "T" || mark == "t", clock(String(time.dropFirst().prefix(8))) != nil,
      case let parts = time.dropFirst().prefix(8).split(separator: ":").compactMap({ Int($0) }),
      parts.count == 3
    else { return nil }
    let all = parts[0] * 3600 + parts[1] * 60 + parts[2] + seconds
    let days = Int((Double(all) / 86_400).rounded(.down))
    let clock = clock(seconds: all - days * 86_400)
    return "\(day.advanced(days: days).text)\(mark)\(clock)\(time.dropFirst(9))"
  }

  /// Returns the time zone at the end of a time of day; `Z` (UTC) if there is none.
  private static func zone(of time: String) -> String {
    time.lastIndex { "Zz+-".contains($0) }.map { String(time[$0...]) } ?? "Z"
  }

  private static func next(_ weekday: Int, after day: CalendarDay) -> CalendarDay {
    day.advanced(days: (weekday - day.weekday + 6) % 7 + 1)
  }

  private static let weekdays = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]

  private static func weekday(_ word: String) -> Int? {
    word.count < 3 ? nil : weekdays.firstIndex { $0.hasPrefix(word) }
  }
}

extension CalendarDay {
  /// Returns the day that is a number of days, weeks, months or years later; nil for another unit.
  fileprivate func advanced(by count: Int, _ unit: String) -> CalendarDay? {
    switch unit {
    case "d": advanced(days: count)
    case "w": advanced(days: count * 7)
    case "m": advanced(months: count)
    case "y": advanced(months: count * 12)
    default: nil
    }
  }
}

extension PropertyDescription {
  /// Returns the value that typed text denotes: the date of `tomorrow`, `+2w` or a day if the property is a date, or if its
  /// existing value is a string with a date; otherwise the text itself.
  ///
  /// - Parameter base: the existing value as it would be typed; nil for an absent value.
  func meaning(of typed: String, base: String?) -> String {
    if shape.isString { return RelativeDate.text(typed, inPlaceOf: base ?? "") ?? typed }
    guard shape.isDate else { return typed }
    // A typed day may already be a complete value of the property.
    if CalendarDay(startOf: typed) != nil, (try? replacement(for: typed)) != nil { return typed }
    let now = Int(Date().timeIntervalSince1970.rounded(.down))
    guard let text = RelativeDate.text(typed, base: base ?? "", now: now) else { return typed }
    if (try? replacement(for: text)) != nil { return text }
    // The property may hold days only.
    let day = String(text.prefix(10))
    return (try? replacement(for: day)) == nil ? text : day
  }
}
