/// A text as a key: the same only where every code point is, while `String` takes canonically equivalent texts,
/// such as `é` and an `e` with a combining accent, for equal.
///
/// It also hashes bytes where `String` hashes their normal form, which for text beyond ASCII takes ten times as long.
package struct ExactText: Hashable, Sendable {
  package private(set) var text: String

  package init(_ text: String) {
    self.text = text
    self.text.makeContiguousUTF8()
  }

  package static func == (a: ExactText, b: ExactText) -> Bool { a.text.isExactly(b.text) }

  package func hash(into hasher: inout Hasher) {
    let isHashed: Void? = text.utf8.withContiguousStorageIfAvailable {
      hasher.combine(bytes: UnsafeRawBufferPointer($0))
    }
    if isHashed == nil { for byte in text.utf8 { hasher.combine(byte) } }
    hasher.combine(0xFF as UInt8)
  }
}

extension String {
  /// Whether both are the same code points.
  func isExactly(_ other: String) -> Bool {
    let isEqual = utf8.withContiguousStorageIfAvailable { bytes in
      other.utf8.withContiguousStorageIfAvailable { $0.count == bytes.count && $0.elementsEqual(bytes) }
    }
    return (isEqual ?? nil) ?? utf8.elementsEqual(other.utf8)
  }
}
