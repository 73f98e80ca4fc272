import MantlePlatform

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
