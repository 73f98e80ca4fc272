/// Most of what is shown is printable ASCII, of which every byte is one character in one cell: it is measured and cut by
/// counting, and only the rest character by character.
extension StringProtocol {
  /// How many bytes at the beginning are printable ASCII and characters of their own, looking at so many at most. An
  /// ASCII character before anything else may be the base of a larger one and does not count.
  @inlinable package func plainPrefixCount(most: Int = .max) -> Int {
    utf8.withContiguousStorageIfAvailable { Self.plainPrefixCount($0, most) }
      ?? Array(utf8.prefix(Swift.min(most, utf8.count - 1) + 1)).withUnsafeBufferPointer {
        Self.plainPrefixCount($0, most)
      }
  }

  @inlinable static func plainPrefixCount(_ bytes: UnsafeBufferPointer<UInt8>, _ most: Int) -> Int {
    let end = Swift.min(bytes.count, most)
    var count = 0
    while count < end, bytes[count].isPrintableASCII { count += 1 }
    return count > 0 && count < bytes.count && bytes[count] >= 0x80 ? count - 1 : count
  }

  /// The text up to a number of bytes, all of which are ASCII.
  @inlinable package func asciiIndex(_ bytes: Int) -> Index { utf8.index(startIndex, offsetBy: bytes) }
}

extension UInt8 {
  @inlinable package var isPrintableASCII: Bool { self >= 0x20 && self < 0x7F }
}
