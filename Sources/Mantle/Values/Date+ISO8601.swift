import MantlePlatform

extension JSONCursor {
  /// Returns the instant of an ISO 8601 / RFC 3339 string with a time zone.
  ///
  /// - Throws: A ``DecodingProblem`` for every other kind of value, and for a string that is not
  ///   such a date.
  package func iso8601Date() throws -> Date {
    guard self.is(.string) else { throw mismatch(expected: Date.iso8601Expectation, hint: dateHint()) }
    guard let instant = ISO8601.instant(self) else {
      throw mismatch(expected: Date.iso8601Expectation, code: .invalidValue, hint: dateHint())
    }
    return Date(instant)
  }
}

extension JSONWriter {
  /// Writes an instant as an ISO 8601 string in UTC, with a fraction of a second only if it has
  /// one.
  ///
  /// - Throws: A ``TransformError`` outside the years 0 to 9999, which four digits cannot express.
  public mutating func iso8601(_ date: Date) throws {
    guard ISO8601.write(date.instant, to: &self) else {
      throw TransformError(.outOfRange, expected: "a date in the years 0 to 9999")
    }
  }
}

extension Date {
  /// The expected text as a phrase for diagnostics.
  static let iso8601Expectation = "ISO 8601 date with time"

  /// The range of dates with a four-digit year, 0001-01-01 to the end of 9999, in seconds since the
  /// reference date (2001-01-01).
  package static let yearsOfFourDigits = -63_114_076_800.0..<252_455_616_000.0
}
