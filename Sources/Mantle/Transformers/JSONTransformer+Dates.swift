import MantlePlatform

extension JSONTransformer where Value == Date {
  /// ISO 8601 / RFC 3339 text with a zone, e.g. `2011-04-22T13:33:48Z`. Written in UTC, with a fraction only
  /// where the date has one: milliseconds, microseconds or nanoseconds, whichever say it.
  public static var iso8601: JSONTransformer {
    JSONTransformer(
      "iso8601", shape: .date,
      decode: { try $0.iso8601Date() },
      writing: JSONWriting(write: { try $1.iso8601(JSONWriting<Date>.value(at: $0).pointee) })
    )
    .worded(DateWords.describe, parse: DateWords.parse)
  }

  /// A day as ISO 8601 text, e.g. `2011-04-22`: the instant at which it begins in UTC. A date at another time of
  /// day cannot be written.
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
        writer.stringASCII(Array(text.prefix(10)))
      }
    )
  }

  private static var dayStart: ArraySlice<UInt8> { ArraySlice("T00:00:00Z".utf8) }
}

extension Date {
  /// The seconds from 1970 to 2001, from where a `Date` counts.
  private static let secondsTo2001 = 978_307_200

  /// Up to microseconds the date that `Date(timeIntervalSince1970:)` makes; with nanoseconds the nearest one there is. Counted
  /// from 1970 a `Double` cannot tell all dates apart that a `Date` can, which counts from 2001.
  init(_ instant: ISO8601.Instant) {
    let fraction = Double(instant.nanoseconds) / 1e9
    let (seconds, overflows) = instant.seconds.subtractingReportingOverflow(Self.secondsTo2001)
    guard instant.nanoseconds % 1_000 != 0, !overflows else {
      self.init(timeIntervalSince1970: Double(instant.seconds) + fraction)
      return
    }
    self.init(timeIntervalSinceReferenceDate: Double(seconds) + fraction)
  }

  /// The seconds since 1970 where the date is a whole number of them.
  var wholeSeconds: Int? {
    let seconds = timeIntervalSinceReferenceDate
    guard abs(seconds) < 1e12 else { return nil }
    let whole = Int(seconds)
    return Double(whole) == seconds ? whole + Self.secondsTo2001 : nil
  }

  /// The instant with the fewest digits, in threes, that is this date again, to the nanosecond.
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
    // Microseconds would be read as counted from 1970; a nanosecond more is the same date.
    if instant.nanoseconds % 1_000 == 0 { instant.nanoseconds += 1 }
    return instant
  }
}

extension ISO8601.Instant {
  /// - Parameter unit: in nanoseconds.
  fileprivate init(_ whole: Int, _ fraction: Double, roundedTo unit: Int) {
    let nanoseconds = Int((fraction * 1e9 / Double(unit)).rounded()) * unit
    let carries = nanoseconds >= 1_000_000_000
    self.init(seconds: whole + (carries ? 1 : 0), nanoseconds: carries ? 0 : nanoseconds)
  }
}

/// Dates as people read and type them.
package enum DateWords {
  @Sendable package static func describe(_ date: Date) -> String {
    ISO8601.text(date.instant).map { String(decoding: $0, as: UTF8.self) }
      ?? "\(date.timeIntervalSince1970) s since 1970"
  }

  @Sendable package static func parse(_ text: String) throws -> Date {
    var text = text
    guard let instant = text.withUTF8({ ISO8601.instant($0) }) else {
      throw TransformError(expected: "date like 2011-04-22T13:33:48Z")
    }
    return Date(instant)
  }
}
