/// What an ISO 8601 text says, without saying it: for those who ask what texts could be read as.
package enum ISO8601Kind: Hashable, Sendable {
  /// An instant; canonical where ``JSONTransformer/iso8601`` writes the very same text.
  case instant(isCanonical: Bool)
  /// Day and time without a zone: what instant it means is not said.
  case local
  /// `YYYY-MM-DD`, a day that exists.
  case day

  /// Nil for a text that is none of them.
  package static func kind(of text: UnsafeBufferPointer<UInt8>) -> ISO8601Kind? {
    if ISO8601.plainSeconds(text) != nil { return .instant(isCanonical: true) }
    if let instant = ISO8601.instant(text) {
      // A `Date` holds microseconds in the years around ours, and not all nanoseconds.
      let isHeld = instant.nanoseconds % 1_000 == 0
      return .instant(isCanonical: isHeld && ISO8601.text(instant).map { text.elementsEqual($0) } ?? false)
    }
    guard text.count >= 10, text.count <= 40 else { return nil }
    if text.count == 10 { return isInstant(text, completedBy: "T00:00:00Z") ? .day : nil }
    return text.count >= 19 && isInstant(text, completedBy: "Z") ? .local : nil
  }

  private static func isInstant(_ text: UnsafeBufferPointer<UInt8>, completedBy end: String) -> Bool {
    (Array(text) + Array(end.utf8)).withUnsafeBufferPointer { ISO8601.instant($0) != nil }
  }
}

extension String {
  /// The seconds since 1970 of a text that is an ISO 8601 date: of a day, its beginning; without a zone, in UTC; nil for
  /// every other text.
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
  fileprivate var secondsSince1970: Double { Double(seconds) + Double(nanoseconds) / 1e9 }
}
