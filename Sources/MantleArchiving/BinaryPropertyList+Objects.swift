import Mantle

// Parses the marker, count and extent of one object. Every extent is checked to end before
// the offset table.
extension BinaryPropertyList {
  /// Parses the object at an offset.
  ///
  /// - Throws: an ``ArchiveError`` for an unknown marker or width, and for an object that
  ///   exceeds the file.
  func object(at start: Int) throws(ArchiveError) -> PropertyListObject {
    let marker = bytes[start]
    var position = start + 1
    let low = Int(marker & 0x0f)
    switch marker >> 4 {
    case 0x0: return try simple(low, position)
    case 0x1: return try integer(exponent: low, &position)
    case 0x2: return try real(exponent: low, &position)
    case 0x3 where low == 3: return .date(Double(bitPattern: try number(8, &position)))
    case 0x4: return .data(try extent(low, unit: 1, &position))
    case 0x5: return .ascii(try extent(low, unit: 1, &position))
    case 0x6: return .utf16(try extent(low, unit: 2, &position))
    case 0x8: return .uid(try uid(width: low + 1, &position))
    case 0xA: return .array(try references(low, &position))
    case 0xC: return .set(try references(low, &position))
    case 0xD: return try dictionary(low, &position)
    default:
      throw ArchiveError(.invalidObject("unknown object type \(marker)"), offset: start)
    }
  }

  /// Parses null or a boolean.
  private func simple(_ low: Int, _ position: Int) throws(ArchiveError) -> PropertyListObject {
    switch low {
    case 0x0: return .null
    case 0x8: return .bool(false)
    case 0x9: return .bool(true)
    default: throw invalid(position, "unknown object type \(low)")
    }
  }

  /// Parses an integer. Integers of one, two and four bytes are unsigned, those of eight and
  /// sixteen bytes are signed. The value must fit into 64 bits.
  private func integer(exponent: Int, _ position: inout Int) throws(ArchiveError) -> PropertyListObject {
    switch exponent {
    case 0...2: return .integer(Int64(truncatingIfNeeded: try number(1 << exponent, &position)))
    case 3: return .integer(Int64(bitPattern: try number(8, &position)))
    case 4:
      let high = Int64(bitPattern: try number(8, &position))
      let low = try number(8, &position)
      if high == Int64(bitPattern: low) >> 63 { return .integer(Int64(bitPattern: low)) }
      guard high == 0 else {
        throw ArchiveError(.integerOutOfRange, offset: position - 17)
      }
      return .unsigned(low)
    default: throw invalid(position, "integer of 2^\(exponent) bytes")
    }
  }

  /// Parses a floating-point number of four or eight bytes.
  private func real(exponent: Int, _ position: inout Int) throws(ArchiveError) -> PropertyListObject {
    switch exponent {
    case 2: return .real(Double(Float(bitPattern: UInt32(truncatingIfNeeded: try number(4, &position)))))
    case 3: return .real(Double(bitPattern: try number(8, &position)))
    default: throw invalid(position, "real of 2^\(exponent) bytes")
    }
  }

  /// Parses a UID. The format permits up to 16 bytes, but the value must fit into 64 bits.
  private func uid(width: Int, _ position: inout Int) throws(ArchiveError) -> UInt64 {
    for _ in 8..<max(width, 8) where try number(1, &position) != 0 {
      throw ArchiveError(.integerOutOfRange, offset: position - 1)
    }
    return try number(min(width, 8), &position)
  }

  /// Parses the references of a dictionary: all keys, followed by all values.
  private func dictionary(_ low: Int, _ position: inout Int) throws(ArchiveError) -> PropertyListObject {
    let keys = try references(low, &position)
    let values = PropertyListReferences(start: keys.start + keys.count * referenceWidth, count: keys.count)
    guard keys.count <= (tableStart - values.start) / referenceWidth else {
      throw outside(position, "a dictionary")
    }
    return .dictionary(keys: keys, values: values)
  }

  /// Parses the references of an array or set.
  private func references(_ low: Int, _ position: inout Int) throws(ArchiveError) -> PropertyListReferences {
    let range = try extent(low, unit: referenceWidth, &position)
    return PropertyListReferences(start: range.lowerBound, count: range.count / referenceWidth)
  }

  /// Parses a count and returns the range of the following bytes. A low nibble of 15 means
  /// that the count follows as an integer.
  ///
  /// - Parameter unit: the number of bytes for each item.
  private func extent(_ low: Int, unit: Int, _ position: inout Int) throws(ArchiveError) -> Range<Int> {
    let count = low == 0x0f ? try longCount(&position) : low
    guard count <= (tableStart - position) / unit else { throw outside(position, "\(count) items") }
    return position..<position + count * unit
  }

  /// Parses a count that is stored as an integer.
  private func longCount(_ position: inout Int) throws(ArchiveError) -> Int {
    guard position < tableStart, bytes[position] >> 4 == 0x1, bytes[position] & 0x0f <= 3 else {
      throw invalid(position, "a count that is not an integer")
    }
    let width = 1 << Int(bytes[position] & 0x0f)
    position += 1
    guard let count = Int(exactly: try number(width, &position)) else { throw outside(position, "a count") }
    return count
  }

  /// Parses an unsigned big-endian number.
  private func number(_ width: Int, _ position: inout Int) throws(ArchiveError) -> UInt64 {
    guard width <= tableStart - position else { throw outside(position, "a number") }
    position += width
    return bytes.bigEndian(at: position - width, width: width)
  }

  /// Returns the error for an invalid object.
  private func invalid(_ position: Int, _ what: String) -> ArchiveError {
    ArchiveError(.invalidObject(what), offset: position - 1)
  }

  /// Returns the error for a part that exceeds the file.
  private func outside(_ position: Int, _ what: String) -> ArchiveError {
    ArchiveError(.outOfBounds(what), offset: position)
  }
}

extension BinaryPropertyList {
  /// Decodes a string. An unpaired surrogate is replaced by U+FFFD.
  ///
  /// - Returns: the text, and whether a surrogate was replaced; nil if the object is not a
  ///   string.
  /// - Throws: ``ArchiveError/Kind/invalidObject(_:)`` if a string with the ASCII marker
  ///   contains a byte above 127.
  func string(_ object: PropertyListObject) throws(ArchiveError) -> (text: String, isRepaired: Bool)? {
    switch object {
    case .ascii(let range): return (try ascii(range), false)
    case .utf16(let range): return utf16(range)
    default: return nil
    }
  }

  /// Decodes an ASCII string.
  private func ascii(_ range: Range<Int>) throws(ArchiveError) -> String {
    let slice = bytes[range]
    var all: UInt8 = 0
    for byte in slice { all |= byte }
    guard all < 0x80 else {
      throw ArchiveError(.invalidObject("a byte over 127 in an ASCII string"), offset: range.lowerBound)
    }
    return String(decoding: slice, as: UTF8.self)
  }

  /// Decodes a UTF-16 string, and replaces unpaired surrogates.
  private func utf16(_ range: Range<Int>) -> (String, Bool) {
    let units = stride(from: range.lowerBound, to: range.upperBound, by: 2).lazy.map { position in
      UInt16(bytes[position]) << 8 | UInt16(bytes[position + 1])
    }
    var text: [UInt8] = []
    text.reserveCapacity(range.count / 2 * 3)
    let isRepaired = transcode(
      units.makeIterator(), from: UTF16.self, to: UTF8.self, stoppingOnError: false
    ) { text.append($0) }
    return (String(decoding: text, as: UTF8.self), isRepaired)
  }
}
