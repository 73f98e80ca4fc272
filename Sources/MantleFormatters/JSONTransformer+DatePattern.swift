import Foundation
public import Mantle

extension JSONTransformer where Value == Date {
  /// A fixed pattern (Unicode TR 35), e.g. `yyyy/MM/dd HH:mm:ss Z`, never lenient.
  ///
  /// Zone and locale default to UTC and POSIX, not to the machine's. For a fixed format of ISO 8601
  /// use `iso8601`: a pattern costs a thousand times as much. Lossy: what the pattern does not say, such as a fraction of a
  /// second, is not written.
  public static func pattern(
    _ pattern: String, zone: TimeZone = .gmt, locale: Locale = Locale(identifier: "en_US_POSIX"),
    calendar: Calendar = Calendar(identifier: .gregorian)
  ) -> JSONTransformer {
    let dates = PatternedDates(pattern, zone, locale, calendar)
    let expected = "date like `\(dates.text(Date(timeIntervalSince1970: 1_303_479_228)))`"
    return JSONTransformer(
      "pattern \(pattern)", shape: .date,
      decode: { json in
        guard json.kind == .string else { throw json.mismatch(expected: expected) }
        guard let date = dates.date(try json.string()) else {
          throw json.mismatch(expected: expected, code: .invalidValue)
        }
        return date
      },
      encode: { $1.string(dates.text($0)) }
    )
    .worded(DateWords.describe, parse: DateWords.parse)
  }
}

/// Dates in a fixed pattern.
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

  /// The formatter passes over white space at either end; here it must be in the pattern.
  func date(_ text: String) -> Date? {
    formatters.withFormatter { formatter in
      guard let date = formatter.date(from: text) else { return nil }
      let isPadded = text.first?.isWhitespace == true || text.last?.isWhitespace == true
      return isPadded && formatter.string(from: date) != text ? nil : date
    }
  }

  func text(_ date: Date) -> String { formatters.withFormatter { $0.string(from: date) } }
}
