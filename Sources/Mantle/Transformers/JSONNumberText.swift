/// Text that is exactly one JSON number (RFC 8259 §6): no white space, no `+`, no hexadecimal, no words.
package enum JSONNumberText {
  package static func isNumber(_ text: String) -> Bool {
    guard let document = try? JSONDocument(text) else { return false }
    return document.root.kind == .number && document.root.rawText == text
  }

  static func double(_ text: String) -> Double? {
    guard isNumber(text), let value = Double(text), value.isFinite else { return nil }
    return value
  }
}
