import Mantle

/// The conversion of a binary property list (`bplist00`) to a ``PropertyList``.
///
/// Every offset, width, count and reference is validated, and nothing is recursive. The memory is limited
/// to a multiple of the file size, which only files with overlapping objects exceed. A damaged or malicious
/// file therefore leads to an ``ArchiveError``.
///
/// The layout, according to `CFBinaryPList.c`, is: a header of 8 bytes, the objects, the
/// offset table, and a trailer of 32 bytes.
struct BinaryPropertyListReader {
  /// The bytes of the property list file.
  private let bytes: [UInt8]
  /// The number of objects in the property list file.
  private let objectCount: Int
  /// The size of a reference to an object, in bytes.
  private let referenceWidth: Int
  /// The size of an entry in the offset table, in bytes.
  private let offsetWidth: Int
  /// The offset of the offset table, where the objects end.
  private let tableStart: Int
  /// The offset of the next byte to parse.
  private var position = 0
  /// The remaining memory that the objects may use.
  private var budget: ArchiveBudget
  /// The property list with the objects parsed so far.
  private var list = PropertyList()

  /// The first bytes of every binary property list, without the version.
  static let magic = Array("bplist".utf8)
  /// The size of a binary property list's header, in bytes.
  private static let headerLength = 8
  /// The size of a binary property list's trailer, in bytes.
  private static let trailerLength = 32

  /// Reads all objects of a binary property list file.
  ///
  /// - Throws: an ``ArchiveError`` if the bytes are not a binary property list, if the
  ///   version is unsupported, or if a part is damaged.
  /// - Complexity: O(*n*) in time and memory, where *n* is the size of the file.
  static func read(_ bytes: [UInt8]) throws(ArchiveError) -> PropertyList {
    var reader = try BinaryPropertyListReader(bytes)
    for number in 0..<reader.objectCount {
      do throws(ArchiveError) {
        _ = reader.list.add(try reader.object(number))
      } catch {
        throw ArchiveError(error.kind, offset: error.offset, object: number)
      }
    }
    return reader.list
  }

  /// Parses and validates the header and the trailer of a binary property list.
  private init(_ bytes: [UInt8]) throws(ArchiveError) {
    guard bytes.starts(with: Self.magic) else { throw ArchiveError(.notAPropertyList) }
    guard bytes.count > Self.headerLength + Self.trailerLength else {
      throw ArchiveError(.outOfBounds("the trailer"), offset: bytes.count)
    }
    guard bytes[6] == UInt8(ascii: "0"), bytes[7] <= UInt8(ascii: "1"), bytes[7] >= UInt8(ascii: "0") else {
      throw ArchiveError(.unsupportedVersion(String(decoding: bytes[6..<8], as: UTF8.self)), offset: 6)
    }
    let trailer = bytes.count - Self.trailerLength
    offsetWidth = Int(bytes[trailer + 6])
    referenceWidth = Int(bytes[trailer + 7])
    guard 1...8 ~= offsetWidth, 1...8 ~= referenceWidth else {
      throw ArchiveError(.invalidObject("invalid width of offsets or references"), offset: trailer + 6)
    }
    let count = bytes.bigEndian(at: trailer + 8, width: 8)
    let top = bytes.bigEndian(at: trailer + 16, width: 8)
    let table = bytes.bigEndian(at: trailer + 24, width: 8)
    guard table > Self.headerLength, table < trailer,
      count <= UInt64(trailer - Int(table)) / UInt64(offsetWidth)
    else { throw ArchiveError(.outOfBounds("the offset table"), offset: trailer + 24) }
    guard top < count else { throw ArchiveError(.danglingReference(top), offset: trailer + 16) }
    guard count < 1 << 31 else { throw ArchiveError(.limit("more than 2³¹ objects")) }
    self.bytes = bytes
    objectCount = Int(count)
    tableStart = Int(table)
    budget = .reading(fileOf: bytes.count)
    list.top = Int(top)
  }

  /// Parses the object with a given number in the offset table.
  ///
  /// - Throws: an ``ArchiveError`` for an unknown marker or width, and for an object that
  ///   exceeds the file.
  private mutating func object(_ number: Int) throws(ArchiveError) -> PropertyList.Item {
    let offset = bytes.bigEndian(at: tableStart + number * offsetWidth, width: offsetWidth)
    guard offset >= Self.headerLength, offset < tableStart else {
      throw ArchiveError(.outOfBounds("an object"))
    }
    position = Int(offset) + 1
    let marker = bytes[position - 1]
    let low = Int(marker & 0x0f)
    switch marker >> 4 {
    case 0x0 where low == 0: return .null
    case 0x0 where low == 8 || low == 9: return .bool(low == 9)
    case 0x1: return try integer(exponent: low)
    case 0x2 where low == 2:
      return .real(Double(Float(bitPattern: UInt32(truncatingIfNeeded: try self.number(4)))))
    case 0x2 where low == 3: return .real(Double(bitPattern: try self.number(8)))
    case 0x2: throw invalid("real of 2^\(low) bytes")
    case 0x3 where low == 3: return .date(Double(bitPattern: try self.number(8)))
    case 0x4: return .data(Array(bytes[try extent(low, unit: 1)]))
    case 0x5: return .string(try ascii(try extent(low, unit: 1)))
    case 0x6: return .string(utf16(try extent(low, unit: 2), number))
    case 0x8: return .uid(try uid(width: low + 1))
    case 0xA: return .array(try references(low))
    case 0xC: return .set(try references(low))
    case 0xD: return .dictionary(try references(low, of: "a dictionary"))
    default: throw invalid("unknown object type \(marker)")
    }
  }

  /// Parses an integer. Integers of one, two and four bytes are unsigned, those of eight and
  /// sixteen bytes are signed. The value must fit into 64 bits.
  private mutating func integer(exponent: Int) throws(ArchiveError) -> PropertyList.Item {
    switch exponent {
    case 0...2: return .integer(Int64(truncatingIfNeeded: try number(1 << exponent)))
    case 3: return .integer(Int64(bitPattern: try number(8)))
    case 4:
      let high = Int64(bitPattern: try number(8))
      let low = try number(8)
      if high == Int64(bitPattern: low) >> 63 { return .integer(Int64(bitPattern: low)) }
      guard high == 0 else { throw ArchiveError(.integerOutOfRange, offset: position - 17) }
      return .unsigned(low)
    default: throw invalid("integer of 2^\(exponent) bytes")
    }
  }

  /// Parses a UID. The format permits up to 16 bytes, but the value must fit into 64 bits.
  private mutating func uid(width: Int) throws(ArchiveError) -> UInt64 {
    for _ in 8..<max(width, 8) where try number(1) != 0 {
      throw ArchiveError(.integerOutOfRange, offset: position - 1)
    }
    return try number(min(width, 8))
  }

  /// Parses the references of an array or set, or those of all keys and values of a dictionary.
  private mutating func references(
    _ low: Int, of dictionary: String? = nil
  ) throws(ArchiveError) -> Range<Int> {
    var range = try extent(low, unit: referenceWidth)
    if let dictionary {
      guard range.count <= tableStart - range.upperBound else { throw outside(dictionary) }
      range = range.lowerBound..<range.upperBound + range.count
    }
    let start = list.references.count
    for position in stride(from: range.lowerBound, to: range.upperBound, by: referenceWidth) {
      let number = bytes.bigEndian(at: position, width: referenceWidth)
      guard number < objectCount else { throw ArchiveError(.danglingReference(number), offset: position) }
      list.references.append(UInt32(truncatingIfNeeded: number))
    }
    return start..<list.references.count
  }

  /// Parses the count of an object and returns the range of the bytes that the count covers. A low nibble of 15 means that the
  /// count follows as an integer.
  ///
  /// - Parameters:
  ///   - low: the low nibble of the marker.
  ///   - unit: the number of bytes for each item.
  private mutating func extent(_ low: Int, unit: Int) throws(ArchiveError) -> Range<Int> {
    let count = low == 0x0f ? try longCount() : low
    guard count <= (tableStart - position) / unit else { throw outside("an object with \(count) items") }
    try budget.spend(4 * count)
    return position..<position + count * unit
  }

  /// Parses a count that is stored as an integer object after the marker.
  private mutating func longCount() throws(ArchiveError) -> Int {
    guard position < tableStart, bytes[position] >> 4 == 0x1, bytes[position] & 0x0f <= 3 else {
      throw invalid("a count that is not an integer")
    }
    let width = 1 << Int(bytes[position] & 0x0f)
    position += 1
    guard let count = Int(exactly: try number(width)) else { throw outside("a count") }
    return count
  }

  /// Parses the next bytes as an unsigned big-endian number of the given width.
  private mutating func number(_ width: Int) throws(ArchiveError) -> UInt64 {
    guard width <= tableStart - position else { throw outside("a number") }
    position += width
    return bytes.bigEndian(at: position - width, width: width)
  }

  /// Returns the ASCII string in a range of bytes.
  ///
  /// - Throws: an ``ArchiveError`` for a byte that is not ASCII.
  private func ascii(_ range: Range<Int>) throws(ArchiveError) -> String {
    let slice = bytes[range]
    var all: UInt8 = 0
    for byte in slice { all |= byte }
    guard all < 0x80 else {
      throw ArchiveError(.invalidObject("a byte over 127 in an ASCII string"), offset: range.lowerBound)
    }
    return String(decoding: slice, as: UTF8.self)
  }

  /// Returns the big-endian UTF-16 string in a range of bytes, with unpaired surrogates replaced by U+FFFD.
  private mutating func utf16(_ range: Range<Int>, _ number: Int) -> String {
    let units = stride(from: range.lowerBound, to: range.upperBound, by: 2).lazy.map { [bytes] position in
      UInt16(bytes[position]) << 8 | UInt16(bytes[position + 1])
    }
    var text: [UInt8] = []
    text.reserveCapacity(range.count / 2 * 3)
    let isRepaired = transcode(
      units.makeIterator(), from: UTF16.self, to: UTF8.self, stoppingOnError: false
    ) { text.append($0) }
    if isRepaired { list.repaired.insert(number) }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the error for an invalid object at the current position.
  private func invalid(_ what: String) -> ArchiveError {
    ArchiveError(.invalidObject(what), offset: position - 1)
  }

  /// Returns the error for a part of the file that extends past the end of the objects.
  private func outside(_ what: String) -> ArchiveError {
    ArchiveError(.outOfBounds(what), offset: position)
  }
}

extension [UInt8] {
  /// Returns the unsigned big-endian number in `width` (1 to 8) bytes, starting at an index.
  @inline(__always)
  func bigEndian(at start: Int, width: Int) -> UInt64 {
    var value: UInt64 = 0
    for index in start..<start + width { value = value << 8 | UInt64(self[index]) }
    return value
  }
}
