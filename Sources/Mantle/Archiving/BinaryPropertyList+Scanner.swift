extension BinaryPropertyList {
  /// Reads one object's marker, count and extent, and checks that all of it lies before `end`.
  struct Scanner {
    let bytes: [UInt8]
    var position: Int
    let end: Int
    let object: Int

    mutating func object(referenceWidth: Int) throws(ArchiveError) -> PropertyListObject {
      let start = position
      let marker = bytes[position]
      position += 1
      let low = Int(marker & 0x0f)
      switch marker >> 4 {
      case 0x0: return try simple(low)
      case 0x1: return try integer(exponent: low)
      case 0x2: return try real(exponent: low)
      case 0x3 where low == 3: return .date(Double(bitPattern: try number(8)))
      case 0x4: return .data(try extent(low, unit: 1))
      case 0x5: return .ascii(try extent(low, unit: 1))
      case 0x6: return .utf16(try extent(low, unit: 2))
      case 0x8: return .uid(try uid(width: low + 1))
      case 0xA: return .array(try references(low, width: referenceWidth))
      case 0xC: return .set(try references(low, width: referenceWidth))
      case 0xD: return try dictionary(low, width: referenceWidth)
      default:
        throw ArchiveError(.invalidObject("unknown object type \(marker)"), offset: start, object: object)
      }
    }

    private func simple(_ low: Int) throws(ArchiveError) -> PropertyListObject {
      switch low {
      case 0x0: return .null
      case 0x8: return .bool(false)
      case 0x9: return .bool(true)
      default: throw invalid("unknown object type \(low)")
      }
    }

    /// One, two and four bytes are unsigned, eight are signed, sixteen are signed and here must fit 64 bits.
    private mutating func integer(exponent: Int) throws(ArchiveError) -> PropertyListObject {
      switch exponent {
      case 0...2: return .integer(Int64(truncatingIfNeeded: try number(1 << exponent)))
      case 3: return .integer(Int64(bitPattern: try number(8)))
      case 4:
        let high = Int64(bitPattern: try number(8))
        let low = try number(8)
        if high == Int64(bitPattern: low) >> 63 { return .integer(Int64(bitPattern: low)) }
        guard high == 0 else {
          throw ArchiveError(.integerOutOfRange, offset: position - 17, object: object)
        }
        return .unsigned(low)
      default: throw invalid("integer of 2^\(exponent) bytes")
      }
    }

    private mutating func real(exponent: Int) throws(ArchiveError) -> PropertyListObject {
      switch exponent {
      case 2: return .real(Double(Float(bitPattern: UInt32(truncatingIfNeeded: try number(4)))))
      case 3: return .real(Double(bitPattern: try number(8)))
      default: throw invalid("real of 2^\(exponent) bytes")
      }
    }

    /// Widths up to 16 bytes are defined; a value beyond 64 bits can lead nowhere.
    private mutating func uid(width: Int) throws(ArchiveError) -> UInt64 {
      for _ in 8..<max(width, 8) where try number(1) != 0 {
        throw ArchiveError(.integerOutOfRange, offset: position - 1, object: object)
      }
      return try number(min(width, 8))
    }

    private mutating func dictionary(_ low: Int, width: Int) throws(ArchiveError) -> PropertyListObject {
      let keys = try references(low, width: width)
      let values = PropertyListReferences(start: keys.start + keys.count * width, count: keys.count)
      guard keys.count <= (end - values.start) / width else { throw outside("a dictionary") }
      return .dictionary(keys: keys, values: values)
    }

    private mutating func references(_ low: Int, width: Int) throws(ArchiveError) -> PropertyListReferences {
      let range = try extent(low, unit: width)
      return PropertyListReferences(start: range.lowerBound, count: range.count / width)
    }

    /// The bytes of `count` units, where a low nibble of 15 says that the count follows as an integer.
    private mutating func extent(_ low: Int, unit: Int) throws(ArchiveError) -> Range<Int> {
      let count = low == 0x0f ? try longCount() : low
      guard count <= (end - position) / unit else { throw outside("\(count) items") }
      return position..<position + count * unit
    }

    private mutating func longCount() throws(ArchiveError) -> Int {
      guard position < end, bytes[position] >> 4 == 0x1, bytes[position] & 0x0f <= 3 else {
        throw invalid("a count that is not an integer")
      }
      let width = 1 << Int(bytes[position] & 0x0f)
      position += 1
      guard let count = Int(exactly: try number(width)) else { throw outside("a count") }
      return count
    }

    private mutating func number(_ width: Int) throws(ArchiveError) -> UInt64 {
      guard width <= end - position else { throw outside("a number") }
      position += width
      return bytes.bigEndian(at: position - width, width: width)
    }

    private func invalid(_ what: String) -> ArchiveError {
      ArchiveError(.invalidObject(what), offset: position - 1, object: object)
    }

    private func outside(_ what: String) -> ArchiveError {
      ArchiveError(.outOfBounds(what), offset: position, object: object)
    }
  }
}
