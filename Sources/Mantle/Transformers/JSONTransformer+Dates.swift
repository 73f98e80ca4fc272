import Foundation

extension JSONTransformer where Value == Date {
  /// ISO 8601 / RFC 3339 text with a zone, e.g. `2011-04-22T13:33:48Z`. Written in UTC, with a fraction only
  /// where the date has one.
  public static var iso8601: JSONTransformer {
    JSONTransformer(
      "iso8601", shape: .date,
      decode: { try $0.iso8601Date() },
      encode: { try $1.iso8601($0) }
    )
    .worded(DateWords.describe, parse: DateWords.parse)
  }

  /// A number of seconds since 1970, fractions kept to the millisecond and finer. Written as an integer where
  /// the date has no fraction.
  public static var unixSeconds: JSONTransformer { unix("unixSeconds", ticksPerSecond: 1) }

  /// A number of milliseconds since 1970.
  public static var unixMilliseconds: JSONTransformer { unix("unixMilliseconds", ticksPerSecond: 1_000) }

  /// A number of microseconds since 1970.
  public static var unixMicroseconds: JSONTransformer { unix("unixMicroseconds", ticksPerSecond: 1_000_000) }

  /// The unix time formats as text, e.g. `"1418202490"` (SD-52); written back as text.
  public static var unixSecondsText: JSONTransformer { unixText("unixSecondsText", ticksPerSecond: 1) }

  /// Milliseconds since 1970 as text.
  public static var unixMillisecondsText: JSONTransformer {
    unixText("unixMillisecondsText", ticksPerSecond: 1_000)
  }

  private static func unix(_ name: String, ticksPerSecond: Double) -> JSONTransformer {
    JSONTransformer(
      name, shape: .date,
      decode: { json in
        guard json.is(.number) else {
          throw json.mismatch(expected: "number of \(UnixTime.unit(ticksPerSecond)) since 1970")
        }
        return Date(timeIntervalSince1970: try Double.decode(json) / ticksPerSecond)
      },
      encode: { try UnixTime.write($0, ticksPerSecond, &$1) }
    )
    .worded(DateWords.describe, parse: DateWords.parse)
  }

  private static func unixText(_ name: String, ticksPerSecond: Double) -> JSONTransformer {
    JSONTransformer(
      name, shape: .date,
      decode: { json in
        let text = try json.string()
        guard let number = JSONNumberText.double(text) else {
          throw json.mismatch(
            expected: "text of a number of \(UnixTime.unit(ticksPerSecond)) since 1970", code: .invalidValue)
        }
        return Date(timeIntervalSince1970: number / ticksPerSecond)
      },
      encode: { date, writer in
        var number = JSONWriter()
        try UnixTime.write(date, ticksPerSecond, &number)
        writer.string(String(decoding: number.finish(), as: UTF8.self))
      }
    )
    .worded(DateWords.describe, parse: DateWords.parse)
  }

  /// A fixed pattern (Unicode TR 35), e.g. `yyyy/MM/dd HH:mm:ss Z`, never lenient.
  ///
  /// Zone and locale default to UTC and POSIX, not to the machine's (SD-07). For a fixed format of ISO 8601
  /// use ``iso8601``: a pattern costs a thousand times as much.
  public static func pattern(
    _ pattern: String, zone: TimeZone = .gmt, locale: Locale = Locale(identifier: "en_US_POSIX"),
    calendar: Calendar = Calendar(identifier: .gregorian)
  ) -> JSONTransformer {
    let formatter = PatternFormatter(pattern, zone, locale, calendar)
    return JSONTransformer(
      "pattern \(pattern)", shape: .date,
      decode: { json in
        let text = try json.string()
        guard let date = formatter.date(text) else {
          throw json.mismatch(expected: "date like `\(pattern)`", code: .invalidValue)
        }
        return date
      },
      encode: { $1.string(formatter.text($0)) }
    )
    .worded(DateWords.describe, parse: DateWords.parse)
  }
}

extension Date {
  init(_ instant: ISO8601.Instant) {
    self.init(timeIntervalSince1970: Double(instant.seconds) + Double(instant.nanoseconds) / 1e9)
  }

  /// The instant to the microsecond, which is what a `Date` holds reliably in our century.
  var instant: ISO8601.Instant {
    let seconds = timeIntervalSince1970
    guard seconds.isFinite, abs(seconds) < 1e12 else {
      return ISO8601.Instant(seconds: .max / 2, nanoseconds: 0)
    }
    var whole = seconds.rounded(.down)
    var microseconds = ((seconds - whole) * 1e6).rounded()
    if microseconds >= 1e6 {
      whole += 1
      microseconds = 0
    }
    return ISO8601.Instant(seconds: Int(whole), nanoseconds: Int(microseconds) * 1_000)
  }
}

/// Dates as people read and type them.
enum DateWords {
  @Sendable static func describe(_ date: Date) -> String {
    ISO8601.text(date.instant).map { String(decoding: $0, as: UTF8.self) }
      ?? "\(date.timeIntervalSince1970) s since 1970"
  }

  @Sendable static func parse(_ text: String) throws -> Date {
    var text = text
    guard let instant = text.withUTF8({ ISO8601.instant($0) }) else {
      throw TransformError(expected: "date like 2011-04-22T13:33:48Z")
    }
    return Date(instant)
  }
}

/// Writing of unix time.
private enum UnixTime {
  static func unit(_ ticksPerSecond: Double) -> String {
    switch ticksPerSecond {
    case 1_000: "milliseconds"
    case 1_000_000: "microseconds"
    default: "seconds"
    }
  }

  /// An integer where the tick is whole to the microsecond, else the shortest number.
  static func write(_ date: Date, _ ticksPerSecond: Double, _ writer: inout JSONWriter) throws {
    let ticks = date.timeIntervalSince1970 * ticksPerSecond
    let rounded = ticks.rounded()
    if abs(ticks - rounded) < 1e-6 * ticksPerSecond, abs(rounded) < 9e18 {
      writer.integer(Int64(rounded))
    } else {
      try writer.number((ticks * 1e6 / ticksPerSecond).rounded() / 1e6 * ticksPerSecond)
    }
  }
}

/// A date formatter behind a lock-free interface: a fresh one is cheap to copy, a shared one is not safe to use.
private struct PatternFormatter: Sendable {
  private let make: @Sendable () -> DateFormatter

  init(_ pattern: String, _ zone: TimeZone, _ locale: Locale, _ calendar: Calendar) {
    make = {
      let formatter = DateFormatter()
      formatter.calendar = calendar
      formatter.locale = locale
      formatter.timeZone = zone
      formatter.dateFormat = pattern
      formatter.isLenient = false
      return formatter
    }
  }

  func date(_ text: String) -> Date? { make().date(from: text) }
  func text(_ date: Date) -> String { make().string(from: date) }
}
