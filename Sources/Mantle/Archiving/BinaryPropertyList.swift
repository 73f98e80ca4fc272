/// A binary property list (`bplist00`), read in place: nothing is decoded until it is asked for.
///
/// Every offset, width, count and reference is checked against the bytes that are there, nothing recurses,
/// and the value itself takes no memory beyond the bytes, so a damaged or hostile file gives an
/// ``ArchiveError`` and nothing worse. Objects may be shared and may form cycles; both are legal.
///
/// Layout (CFBinaryPList.c): 8 bytes magic, objects, offset table, 32 bytes trailer.
struct BinaryPropertyList: Sendable {
  let bytes: [UInt8]
  let objectCount: Int
  let top: Int
  let referenceWidth: Int
  private let offsetWidth: Int
  /// Where the offset table starts and objects end.
  let tableStart: Int

  static let magic = Array("bplist".utf8)
  static let headerLength = 8
  static let trailerLength = 32

  /// - Complexity: O(1).
  init(_ bytes: [UInt8]) throws(ArchiveError) {
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
      throw ArchiveError(.invalidObject("offset or reference width"), offset: trailer + 6)
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
    self.objectCount = Int(count)
    self.top = Int(top)
    self.tableStart = Int(table)
  }

  /// The object with the given number, which must be below ``objectCount``.
  ///
  /// - Complexity: O(1), whatever the object's size.
  func object(_ number: Int) throws(ArchiveError) -> PropertyListObject {
    let start = try offset(of: number)
    do {
      return try object(at: start)
    } catch {
      throw ArchiveError(error.kind, offset: error.offset, object: number)
    }
  }

  /// The target of a UID; nil for every other object. The commonest question, so it has a short way.
  func uid(_ number: Int) throws(ArchiveError) -> UInt64? {
    let start = try offset(of: number)
    let marker = bytes[start]
    guard marker >> 4 == 0x8 else { return nil }
    let width = Int(marker & 0x0f) + 1
    if width <= 8, start + width < tableStart { return bytes.bigEndian(at: start + 1, width: width) }
    guard case .uid(let value) = try object(number) else { return nil }
    return value
  }

  @inline(__always)
  private func offset(of number: Int) throws(ArchiveError) -> Int {
    let offset = bytes.bigEndian(at: tableStart + number * offsetWidth, width: offsetWidth)
    guard offset >= Self.headerLength, offset < tableStart else {
      throw ArchiveError(.outOfBounds("an object"), object: number)
    }
    return Int(offset)
  }

  /// The number of the object a reference leads to.
  func reference(_ index: Int, of references: PropertyListReferences) throws(ArchiveError) -> Int {
    let position = references.start + index * referenceWidth
    let number = bytes.bigEndian(at: position, width: referenceWidth)
    guard number < objectCount else { throw ArchiveError(.danglingReference(number), offset: position) }
    return Int(number)
  }
}

extension [UInt8] {
  /// The unsigned big-endian number of `width` (1 to 8) bytes.
  @inline(__always)
  func bigEndian(at start: Int, width: Int) -> UInt64 {
    var value: UInt64 = 0
    for index in start..<start + width { value = value << 8 | UInt64(self[index]) }
    return value
  }
}

/// One object of a binary property list, its content still in the file.
enum PropertyListObject: Equatable {
  case null
  case bool(Bool)
  case integer(Int64)
  /// An integer over `Int64.max`, which the format keeps in 16 bytes.
  case unsigned(UInt64)
  case real(Double)
  /// Seconds since 2001-01-01 00:00 UTC.
  case date(Double)
  case data(Range<Int>)
  case ascii(Range<Int>)
  /// Big-endian UTF-16, two bytes a unit.
  case utf16(Range<Int>)
  case uid(UInt64)
  case array(PropertyListReferences)
  case set(PropertyListReferences)
  case dictionary(keys: PropertyListReferences, values: PropertyListReferences)
}

/// A run of object references in the file.
struct PropertyListReferences: Equatable {
  let start: Int
  let count: Int
}
