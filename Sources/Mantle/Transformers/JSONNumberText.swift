/// Strings that are exactly one JSON number (RFC 8259 §6): no white space, no `+`, no hexadecimal digits, no
/// `NaN`.
package enum JSONNumberText {
  /// Returns whether a string is exactly one JSON number.
  package static func isNumber(_ text: String) -> Bool {
    guard let document = try? JSONDocument(text) else { return false }
    return document.root.kind == .number && document.root.rawText == text
  }

  /// Returns the value of a string that is a JSON number; nil for every other string and for a number that is
  /// too large.
  static func double(_ text: String) -> Double? {
    guard isNumber(text), let value = Double(text), value.isFinite else { return nil }
    return value
  }
}
