extension JSONWriter {
  /// Whether exactly `null` was written since a mark.
  func endsWithNull(since mark: Int) -> Bool {
    count - mark == 4 && withUnsafeBytes { $0.suffix(4).elementsEqual("null".utf8) }
  }

  /// Writes text that needs no escapes, in quotes.
  mutating func stringASCII(_ text: [UInt8]) {
    text.withUnsafeBufferPointer { if let start = $0.baseAddress { string(start, $0.count) } }
  }
}
