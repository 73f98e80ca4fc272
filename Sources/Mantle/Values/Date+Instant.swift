import MantlePlatform

extension Date {
  /// The number of seconds from 1970-01-01 to the reference date of `Date`, 2001-01-01.
  private static let secondsTo2001 = 978_307_200

  /// Creates the date at an instant that was parsed from an ISO 8601 string.
  ///
  /// An instant in whole microseconds becomes the date that `Date(timeIntervalSince1970:)` creates; an
  /// instant with nanoseconds becomes the nearest representable date, which is computed from 2001, where a
  /// `Date` counts from, because computing it from 1970 would lose precision.
  package init(_ instant: ISO8601.Instant) {
    let fraction = Double(instant.nanoseconds) / 1e9
    let (seconds, overflows) = instant.seconds.subtractingReportingOverflow(Self.secondsTo2001)
    guard instant.nanoseconds % 1_000 != 0, !overflows else {
      self.init(timeIntervalSince1970: Double(instant.seconds) + fraction)
      return
    }
    self.init(timeIntervalSinceReferenceDate: Double(seconds) + fraction)
  }

  /// The instant of this date, with the fewest fraction digits (0, 3, 6 or 9) from which exactly this date
  /// can be restored.
  ///
  /// A date that is not finite or is more than 10¹² seconds (about 31,700 years) away from 2001 becomes an
  /// instant outside the years 0 to 9999, which cannot be written.
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
    // An instant in whole microseconds would be converted by counting from 1970, which loses precision; with
    // one more nanosecond, it is converted to the same date.
    if instant.nanoseconds % 1_000 == 0 { instant.nanoseconds += 1 }
    return instant
  }
}

extension ISO8601.Instant {
  /// Creates an instant from whole seconds since 1970 and a fraction of a second, which is rounded to a unit.
  ///
  /// - Parameter unit: The number of nanoseconds in the unit.
  fileprivate init(_ whole: Int, _ fraction: Double, roundedTo unit: Int) {
    let nanoseconds = Int((fraction * 1e9 / Double(unit)).rounded()) * unit
    let carries = nanoseconds >= 1_000_000_000
    self.init(seconds: whole + (carries ? 1 : 0), nanoseconds: carries ? 0 : nanoseconds)
  }
}

extension JSONCursor {
  /// Returns the date that an ISO 8601 / RFC 3339 string with a time zone represents.
  ///
  /// - Throws: A ``DecodingProblem`` if the value is not a string, or the string is not such a date.
  package func iso8601Date() throws -> Date {
    guard self.is(.string) else { throw mismatch(expected: Date.iso8601Expectation, hint: dateHint()) }
    guard let instant = ISO8601.instant(self) else {
      throw mismatch(expected: Date.iso8601Expectation, code: .invalidValue, hint: dateHint())
    }
    return Date(instant)
  }
}

extension JSONWriter {
  /// Writes a date as an ISO 8601 string in UTC, with a fraction only if the date is not in whole seconds.
  ///
  /// - Throws: A ``TransformError`` outside the years 0 to 9999, which four digits cannot express.
  public mutating func writeISO8601(_ date: Date) throws {
    guard ISO8601.write(date.instant, to: &self) else {
      throw TransformError(.outOfRange, expected: "a date in the years 0 to 9999")
    }
  }
}

extension Date {
  /// The phrase for the expected JSON in diagnostics about dates.
  static let iso8601Expectation = "ISO 8601 date with time"

  /// The range of dates with a four-digit year, 0001-01-01 to the end of 9999, in seconds since the
  /// reference date (2001-01-01).
  package static let yearsOfFourDigits = -63_114_076_800.0..<252_455_616_000.0
}
