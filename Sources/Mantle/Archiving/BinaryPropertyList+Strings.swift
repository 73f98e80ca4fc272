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
    var text: [UInt8] = []
    text.reserveCapacity(range.count / 2 * 3)
    var isRepaired = false
    var position = range.lowerBound
    while position < range.upperBound {
      let unit = unit(at: position)
      position += 2
      switch unit {
      case 0..<0x80: text.append(UInt8(truncatingIfNeeded: unit))
      case 0xD800..<0xE000:
        let next = position < range.upperBound ? self.unit(at: position) : 0
        guard unit < 0xDC00, 0xDC00..<0xE000 ~= next else {
          isRepaired = true
          text.append(codePoint: 0xFFFD)
          continue
        }
        position += 2
        text.append(codePoint: 0x10000 + (unit - 0xD800) << 10 + (next - 0xDC00))
      default: text.append(codePoint: unit)
      }
    }
    return (String(decoding: text, as: UTF8.self), isRepaired)
  }

  @inline(__always)
  private func unit(at position: Int) -> UInt32 {
    UInt32(bytes[position]) << 8 | UInt32(bytes[position + 1])
  }
}

extension [UInt8] {
  /// The UTF-8 of a code point that is neither ASCII nor a surrogate.
  @inline(__always)
  fileprivate mutating func append(codePoint: UInt32) {
    func trail(_ shift: UInt32) -> UInt8 { 0x80 | UInt8(truncatingIfNeeded: codePoint >> shift & 0x3F) }
    if codePoint < 0x800 {
      append(0xC0 | UInt8(truncatingIfNeeded: codePoint >> 6))
    } else if codePoint < 0x10000 {
      append(0xE0 | UInt8(truncatingIfNeeded: codePoint >> 12))
      append(trail(6))
    } else {
      append(0xF0 | UInt8(truncatingIfNeeded: codePoint >> 18))
      append(trail(12))
      append(trail(6))
    }
    append(trail(0))
  }
}
