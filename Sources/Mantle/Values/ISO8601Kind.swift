/// The form of an ISO 8601 string, for callers that classify strings and do not need the instant.
package enum ISO8601Kind: Hashable, Sendable {
  /// An instant with a time zone. It is canonical if ``JSONTransformer/iso8601`` writes the same
  /// string.
  case instant(isCanonical: Bool)
  /// A day and a time without a time zone, which is not an instant.
  case local
  /// A valid day as `YYYY-MM-DD`.
  case day

  /// Returns the form of UTF-8 bytes; nil if they have none of the forms.
  ///
  /// ```swift
  /// var text = "2025-01-31"
  /// let kind = text.withUTF8 { ISO8601Kind.kind(of: $0) }  // .day
  /// ```
  package static func kind(of text: UnsafeBufferPointer<UInt8>) -> ISO8601Kind? {
    if let instant = ISO8601.instant(text) {
      // A `Date` is a `Double`: it keeps microseconds in the current centuries, but not every
      // nanosecond.
      let isHeld = instant.nanoseconds % 1_000 == 0
      return .instant(isCanonical: isHeld && ISO8601.text(instant).map { text.elementsEqual($0) } ?? false)
    }
    guard text.count >= 10, text.count <= 40 else { return nil }
    if text.count == 10 { return isInstant(text, completedBy: "T00:00:00Z") ? .day : nil }
    return text.count >= 19 && isInstant(text, completedBy: "Z") ? .local : nil
  }

  /// Whether the bytes followed by `end` are a date with a time zone.
  private static func isInstant(_ text: UnsafeBufferPointer<UInt8>, completedBy end: String) -> Bool {
    (Array(text) + Array(end.utf8)).withUnsafeBufferPointer { ISO8601.instant($0) != nil }
  }
}

extension String {
  /// The seconds since 1970 of an ISO 8601 date; nil for every other string.
  ///
  /// A day counts from its start, and a time without a time zone is interpreted as UTC.
  package var iso8601Seconds: Double? {
    guard utf8.count >= 10 else { return nil }
    var text = utf8.count == 10 ? self + "T00:00:00Z" : self
    if let instant = text.withUTF8({ ISO8601.instant($0) }) { return instant.secondsSince1970 }
    guard utf8.count >= 19 else { return nil }
    text += "Z"
    return text.withUTF8 { ISO8601.instant($0) }?.secondsSince1970
  }
}

extension ISO8601.Instant {
  /// The seconds since 1970, rounded to a `Double`.
  fileprivate var secondsSince1970: Double { Double(seconds) + Double(nanoseconds) / 1e9 }
}
