/// The form of an ISO 8601 string, for callers that classify strings as dates and do not need the instant.
package enum ISO8601Kind: Hashable, Sendable {
  /// An instant with a time zone. It is canonical if ``JSONTransformer/iso8601`` writes the same
  /// string.
  case instant(isCanonical: Bool)
  /// A day and a time without a time zone, which is not an instant.
  case local
  /// A valid day as `YYYY-MM-DD`.
  case day

  /// Returns the form of a string in UTF-8; nil if the string is not an ISO 8601 date.
  ///
  /// ```swift
  /// var text = "2025-01-31"
  /// let kind = text.withUTF8 { ISO8601Kind.kind(of: $0) }  // .day
  /// ```
  package static func kind(of text: UnsafeBufferPointer<UInt8>) -> ISO8601Kind? {
    guard let (instant, hasZone) = read(text) else { return nil }
    guard hasZone else { return text.count == dayLength ? .day : .local }
    // A `Date` is a `Double`: it keeps microseconds in the current centuries, but not every
    // nanosecond.
    let isHeld = instant.nanoseconds % 1_000 == 0
    let isPlain = text.count == 20 && text[10] == 0x54 && text[19] == 0x5a
    return .instant(
      isCanonical: isPlain || isHeld && ISO8601.text(instant).map { text.elementsEqual($0) } ?? false)
  }

  /// Returns the instant of UTF-8 bytes, and whether they have a time zone; nil if they have none of the forms.
  ///
  /// A day counts from its start, and a time without a time zone is interpreted as UTC.
  static func read(_ text: UnsafeBufferPointer<UInt8>) -> (instant: ISO8601.Instant, hasZone: Bool)? {
    if let instant = ISO8601.instant(text) { return (instant, true) }
    // Most strings are not dates, and most of these fail here.
    guard text.count == dayLength || (19...40).contains(text.count), text[4] == 0x2d, text[7] == 0x2d else {
      return nil
    }
    let end = text.count == dayLength ? "T00:00:00Z" : "Z"
    let instant = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: text.count + end.utf8.count) {
      _ = $0.initialize(from: text)
      _ = UnsafeMutableBufferPointer(rebasing: $0[text.count...]).initialize(from: end.utf8)
      return ISO8601.instant(UnsafeBufferPointer($0))
    }
    return instant.map { ($0, false) }
  }

  /// The length of a day as `YYYY-MM-DD`.
  static let dayLength = 10
}

extension String {
  /// The number of seconds from 1970 to the ISO 8601 date in this string; nil for every other string.
  ///
  /// A day without a time represents the start of that day, and a date without a time zone is interpreted as
  /// UTC.
  package var iso8601Seconds: Double? {
    var text = self
    guard let instant = text.withUTF8({ ISO8601Kind.read($0) })?.instant else { return nil }
    return Double(instant.seconds) + Double(instant.nanoseconds) / 1e9
  }

  /// The number of nanoseconds from 1970 to the ISO 8601 date in this string; nil for every other string.
  /// Unlike ``iso8601Seconds``, the number is exact.
  package var iso8601Nanoseconds: Int128? {
    var text = self
    guard let instant = text.withUTF8({ ISO8601Kind.read($0) })?.instant else { return nil }
    return Int128(instant.seconds) * 1_000_000_000 + Int128(instant.nanoseconds)
  }
}
