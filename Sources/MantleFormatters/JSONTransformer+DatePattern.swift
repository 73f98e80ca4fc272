import Foundation
public import Mantle

extension JSONTransformer where Value == Date {
  /// Returns a transformer for dates in a fixed pattern (Unicode TR 35), such as `yyyy/MM/dd HH:mm:ss Z`.
  /// Parsing is never lenient.
  ///
  /// ```swift
  /// Property(\.day, "day", .pattern("dd.MM.yyyy"))
  /// ```
  ///
  /// Prefer `iso8601` for ISO 8601 because a pattern costs a thousand times as much. Parts
  /// of the date that the pattern does not contain, such as fractions of a second, are lost.
  ///
  /// - Parameters:
  ///   - pattern: The pattern of `DateFormatter.dateFormat`.
  ///   - zone: The time zone for patterns without one; UTC by default, whatever the zone of the machine.
  ///   - locale: The locale of names; POSIX by default, whatever the locale of the machine.
  ///   - calendar: The calendar; Gregorian by default.
  public static func pattern(
    _ pattern: String, zone: TimeZone = .gmt, locale: Locale = Locale(identifier: "en_US_POSIX"),
    calendar: Calendar = Calendar(identifier: .gregorian)
  ) -> JSONTransformer {
    let dates = PatternedDates(pattern, zone, locale, calendar)
    let expected = "date like `\(dates.text(Date(timeIntervalSince1970: 1_303_479_228)))`"
    return JSONTransformer(
      "pattern \(pattern)", shape: .date, decode: { try $0.text(expected: expected, dates.date) },
      encode: { $1.writeString(dates.text($0)) }
    )
    .expecting(expected).worded(DateWords.describe, parse: DateWords.parse)
  }
}

/// A conversion between dates and strings in a fixed date pattern.
private struct PatternedDates: Sendable {
  private let formatters: FormatterPool<DateFormatter>

  init(_ pattern: String, _ zone: TimeZone, _ locale: Locale, _ calendar: Calendar) {
    formatters = FormatterPool {
      let formatter = DateFormatter()
      formatter.calendar = calendar
      formatter.locale = locale
      formatter.timeZone = zone
      formatter.dateFormat = pattern
      formatter.isLenient = false
      return formatter
    }
  }

  /// Returns the date that a string represents; nil if the string does not match the date pattern.
  ///
  /// Unlike Foundation's formatter, this function rejects leading and trailing white space that is not in the
  /// pattern.
  func date(_ text: String) -> Date? {
    formatters.withFormatter { formatter in
      guard let date = formatter.date(from: text) else { return nil }
      let isPadded = text.first?.isWhitespace == true || text.last?.isWhitespace == true
      return isPadded && formatter.string(from: date) != text ? nil : date
    }
  }

  /// Returns a date as a string in the date pattern.
  func text(_ date: Date) -> String { formatters.withFormatter { $0.string(from: date) } }
}
