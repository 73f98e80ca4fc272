extension BinaryPropertyList {
  /// A string's text, and whether it had to be repaired: an unpaired surrogate becomes U+FFFD.
  ///
  /// - Throws: ``ArchiveError/Kind/invalidObject(_:)`` for a byte over 127 in a string that says it is ASCII.
  /// - Returns: nil when the object is not a string.
  func string(_ object: PropertyListObject) throws(ArchiveError) -> (text: String, isRepaired: Bool)? {
    switch object {
    case .ascii(let range): return (try ascii(range), false)
    case .utf16(let range): return utf16(range)
    default: return nil
    }
  }

  private func ascii(_ range: Range<Int>) throws(ArchiveError) -> String {
    let slice = bytes[range]
    var all: UInt8 = 0
    for byte in slice { all |= byte }
    guard all < 0x80 else {
      throw ArchiveError(.invalidObject("a byte over 127 in an ASCII string"), offset: range.lowerBound)
    }
    return String(decoding: slice, as: UTF8.self)
  }

  private func utf16(_ range: Range<Int>) -> (String, Bool) {
    var units: [UInt16] = []
    units.reserveCapacity(range.count / 2)
    for index in stride(from: range.lowerBound, to: range.upperBound, by: 2) {
      units.append(UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1]))
    }
    if let exact = String(validating: units, as: UTF16.self) { return (exact, false) }
    return (String(decoding: units, as: UTF16.self), true)
  }
}
