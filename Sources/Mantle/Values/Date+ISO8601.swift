import MantlePlatform

extension JSONCursor {
  /// The instant of an ISO 8601 / RFC 3339 text with a zone.
  ///
  /// - Throws: a ``DecodingProblem`` for every other kind, and for a text that is none.
  package func iso8601Date() throws -> Date {
    guard self.is(.string) else { throw mismatch(expected: "ISO 8601 date with time", hint: dateHint()) }
    if let seconds = ISO8601.plainSeconds(utf8) { return Date(timeIntervalSince1970: Double(seconds)) }
    guard let instant = ISO8601.instant(self) else {
      throw mismatch(expected: "ISO 8601 date with time", code: .invalidValue, hint: dateHint())
    }
    return Date(instant)
  }
}

extension JSONWriter {
  /// Writes an instant as ISO 8601 text in UTC, with a fraction only where it has one.
  ///
  /// - Throws: a ``TransformError`` outside the years 0 to 9999, which the format cannot say.
  public mutating func iso8601(_ date: Date) throws {
    if let seconds = date.wholeSeconds, ISO8601.writePlain(seconds, to: &self) { return }
    guard let text = ISO8601.text(date.instant) else {
      throw TransformError(.outOfRange, expected: "a date in the years 0 to 9999")
    }
    stringASCII(text)
  }
}

extension Date {
  /// From 0001-01-01 to the end of 9999, in seconds from 2001 on: what texts in ISO 8601 can say.
  static let yearsOfFourDigits = -63_114_076_800.0..<252_455_616_000.0
}
