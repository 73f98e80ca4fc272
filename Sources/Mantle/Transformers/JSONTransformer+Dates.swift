import MantlePlatform

extension JSONTransformer where Value == Date {
  /// A transformer for ISO 8601 / RFC 3339 dates with a time zone, such as `2011-04-22T13:33:48Z`.
  ///
  /// Dates are written in UTC, with a fraction only if they have one: in milliseconds, microseconds or
  /// nanoseconds, whichever is the coarsest exact unit.
  ///
  /// ```swift
  /// Property(\.updatedAt, "updated_at", .iso8601)
  /// ```
  public static var iso8601: JSONTransformer {
    JSONTransformer(
      "iso8601", shape: .date,
      decode: { try $0.iso8601Date() },
      writing: JSONWriting(write: { try $1.iso8601(JSONWriting<Date>.value(at: $0).pointee) })
    )
    .worded(DateWords.describe, parse: DateWords.parse)
  }

  /// A transformer for days in ISO 8601, such as `2011-04-22`, which represent the start of the day in UTC.
  ///
  /// Encoding a date at any other time of day is an error.
  public static var iso8601Day: JSONTransformer {
    JSONTransformer(
      "iso8601Day", shape: .date,
      decode: { json in
        guard json.is(.string) else {
          throw json.mismatch(expected: "day like 2011-04-22", hint: json.dayHint())
        }
        guard let day = ISO8601.instant(ofDay: try json.string()) else {
          throw json.mismatch(expected: "day like 2011-04-22", code: .invalidValue, hint: json.dayHint())
        }
        return Date(day)
      },
      encode: { date, writer in
        guard let text = ISO8601.text(date.instant), text.count == 20, text.dropFirst(10) == dayStart else {
          throw TransformError(.outOfRange, expected: "the start of a day in the years 0 to 9999")
        }
        writer.string(String(decoding: text.prefix(10), as: UTF8.self))
      }
    )
  }

  /// The part of the written date that identifies the start of a day.
  private static var dayStart: ArraySlice<UInt8> { ArraySlice("T00:00:00Z".utf8) }
}

extension Date {
  /// The number of seconds from 1970-01-01 to the reference date of `Date`, 2001-01-01.
  private static let secondsTo2001 = 978_307_200

  /// Creates the date of an instant.
  ///
  /// Up to microseconds, this is the same date as `Date(timeIntervalSince1970:)` creates; with nanoseconds,
  /// it is the nearest representable date. Counting from 1970 would lose precision because a `Date` counts
  /// from 2001.
  init(_ instant: ISO8601.Instant) {
    let fraction = Double(instant.nanoseconds) / 1e9
    let (seconds, overflows) = instant.seconds.subtractingReportingOverflow(Self.secondsTo2001)
    guard instant.nanoseconds % 1_000 != 0, !overflows else {
      self.init(timeIntervalSince1970: Double(instant.seconds) + fraction)
      return
    }
    self.init(timeIntervalSinceReferenceDate: Double(seconds) + fraction)
  }

  /// The instant with the fewest fraction digits (0, 3, 6 or 9) that converts back to this date.
  ///
  /// A date that is not finite or is billions of years away becomes an instant outside the writable years.
  var instant: ISO8601.Instant {
    let seconds = timeIntervalSinceReferenceDate
    guard seconds.isFinite, abs(seconds) < 1e12 else {
      return ISO8601.Instant(seconds: .max / 2, nanoseconds: 0)
    }
    let floor = seconds.rounded(.down)
    let whole = Int(floor) + Self.secondsTo2001
    let fraction = seconds - floor
    if fraction == 0 { return ISO8601.Instant(seconds: whole, nanoseconds: 0) }
    for unit in [1_000_000, 1_000] {
      let instant = ISO8601.Instant(whole, fraction, roundedTo: unit)
      if Date(instant) == self { return instant }
    }
    var instant = ISO8601.Instant(whole, fraction, roundedTo: 1)
    // Whole microseconds would be converted by counting from 1970; one more nanosecond gives the same date.
    if instant.nanoseconds % 1_000 == 0 { instant.nanoseconds += 1 }
    return instant
  }
}

extension ISO8601.Instant {
  /// Creates an instant from whole seconds and a fraction that is rounded to a unit.
  ///
  /// - Parameter unit: The unit in nanoseconds.
  fileprivate init(_ whole: Int, _ fraction: Double, roundedTo unit: Int) {
    let nanoseconds = Int((fraction * 1e9 / Double(unit)).rounded()) * unit
    let carries = nanoseconds >= 1_000_000_000
    self.init(seconds: whole + (carries ? 1 : 0), nanoseconds: carries ? 0 : nanoseconds)
  }
}

/// Conversion of dates to and from text for display and input.
package enum DateWords {
  /// Returns the ISO 8601 form of a date; outside the years 0 to 9999, the seconds since 1970.
  @Sendable package static func describe(_ date: Date) -> String {
    ISO8601.text(date.instant).map { String(decoding: $0, as: UTF8.self) }
      ?? "\(date.timeIntervalSince1970) s since 1970"
  }

  /// Returns the date of an ISO 8601 string with a time zone.
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
