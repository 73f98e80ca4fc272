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
  ///
  /// ```
  /// "2011-04-22T13:33:48Z"       →  "2011-04-22T13:33:48Z"
  /// "2011-04-22T15:33:48+02:00"  →  "2011-04-22T13:33:48Z"
  /// "2011-04-22"                 →  error; use iso8601Day
  /// ```
  ///
  /// A number is an error; see ``unixSeconds``. ``or(_:)`` accepts both forms: `.iso8601.or(.unixSeconds)`.
  public static var iso8601: JSONTransformer {
    JSONTransformer(
      "iso8601", shape: .date,
      decode: { try $0.iso8601Date() },
      writing: JSONWriting(write: { try $1.writeISO8601(JSONWriting<Date>.value(at: $0).pointee) })
    )
    .expecting(Date.iso8601Expectation).worded(DateWords.describe, parse: DateWords.parse)
  }

  /// A transformer for days in ISO 8601, such as `2011-04-22`, which represent the start of the day in UTC.
  ///
  /// Encoding a date at any other time of day is an error.
  ///
  /// ```swift
  /// Property(\.updatedAt, "due", .iso8601Day)  // "2011-04-22"
  /// ```
  public static var iso8601Day: JSONTransformer {
    let expected = "day like 2011-04-22"
    return JSONTransformer(
      "iso8601Day", shape: .date,
      decode: { json in
        guard json.is(.string) else { throw json.mismatch(expected: expected, hint: json.dayHint()) }
        guard let day = ISO8601.instant(ofDay: try json.string()) else {
          throw json.mismatch(expected: expected, code: .invalidValue, hint: json.dayHint())
        }
        return Date(day)
      },
      encode: { date, writer in
        guard let text = ISO8601.text(date.instant), text.count == 20, text.dropFirst(10) == dayStart else {
          throw TransformError(.outOfRange, expected: "the start of a day in the years 0 to 9999")
        }
        writer.writeString(String(decoding: text.prefix(10), as: UTF8.self))
      }
    )
    .expecting(expected)
  }

  /// The end of the ISO 8601 text of a date that is the start of a day: its time.
  private static var dayStart: ArraySlice<UInt8> { ArraySlice("T00:00:00Z".utf8) }
}

extension JSONTransformer where Value == Duration {
  /// A transformer for durations in a JSON number of milliseconds, which is decoded and encoded exactly.
  ///
  /// ```swift
  /// let wait = try JSONTransformer<Duration>.milliseconds.forward(json: "1500")  // 1.5 seconds
  /// ```
  ///
  /// `Duration` itself is decoded from a number of seconds and needs no transformer. A string is an error.
  public static var milliseconds: JSONTransformer {
    JSONTransformer(
      "milliseconds", shape: .number, decode: { try DurationText.decode($0, .milliseconds) },
      encode: { $1.numberText(DurationText.text(of: $0, .milliseconds)) }
    )
    .expecting(DurationText.Unit.milliseconds.expectation)
  }
}
