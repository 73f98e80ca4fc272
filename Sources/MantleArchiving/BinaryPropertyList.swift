import Mantle

/// A binary property list (`bplist00`), which is parsed in place: objects are decoded on
/// access.
///
/// Every offset, width, count and reference is validated, nothing is recursive, and the list
/// needs no memory in addition to the bytes. A damaged or malicious file therefore leads to
/// an ``ArchiveError``. Shared objects and cycles are valid.
///
/// The layout, according to `CFBinaryPList.c`, is: a header of 8 bytes, the objects, the
/// offset table, and a trailer of 32 bytes.
struct BinaryPropertyList: Sendable {
  /// The contents of the file.
  let bytes: [UInt8]
  /// The number of objects.
  let objectCount: Int
  /// The number of the root object.
  let top: Int
  /// The size of a reference to an object, in bytes.
  let referenceWidth: Int
  /// The size of an entry in the offset table, in bytes.
  private let offsetWidth: Int
  /// The offset of the offset table, where the objects end.
  let tableStart: Int

  /// The first bytes of every binary property list, without the version.
  static let magic = Array("bplist".utf8)
  /// The size of the header, in bytes.
  static let headerLength = 8
  /// The size of the trailer, in bytes.
  static let trailerLength = 32

  /// Parses the header and the trailer.
  ///
  /// - Throws: an ``ArchiveError`` if the bytes are not a binary property list, if the
  ///   version is unsupported, or if the trailer is invalid.
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

  /// Returns an object.
  ///
  /// - Parameter number: the number of the object, less than ``objectCount``.
  /// - Complexity: O(1), regardless of the size of the object.
  func object(_ number: Int) throws(ArchiveError) -> PropertyListObject {
    let start = try offset(of: number)
    do {
      return try object(at: start)
    } catch {
      throw ArchiveError(error.kind, offset: error.offset, object: number)
    }
  }

  /// Returns the target of a UID; nil for every other object. Most accesses are UIDs, so they
  /// avoid the general parser.
  func uid(_ number: Int) throws(ArchiveError) -> UInt64? {
    let start = try offset(of: number)
    let marker = bytes[start]
    guard marker >> 4 == 0x8 else { return nil }
    let width = Int(marker & 0x0f) + 1
    if width <= 8, start + width < tableStart { return bytes.bigEndian(at: start + 1, width: width) }
    guard case .uid(let value) = try object(number) else { return nil }
    return value
  }

  /// Returns the offset of an object.
  @inline(__always)
  private func offset(of number: Int) throws(ArchiveError) -> Int {
    let offset = bytes.bigEndian(at: tableStart + number * offsetWidth, width: offsetWidth)
    guard offset >= Self.headerLength, offset < tableStart else {
      throw ArchiveError(.outOfBounds("an object"), object: number)
    }
    return Int(offset)
  }

  /// Returns the number of the object to which a reference leads.
  func reference(_ index: Int, of references: PropertyListReferences) throws(ArchiveError) -> Int {
    let position = references.start + index * referenceWidth
    let number = bytes.bigEndian(at: position, width: referenceWidth)
    guard number < objectCount else { throw ArchiveError(.danglingReference(number), offset: position) }
    return Int(number)
  }
}

extension [UInt8] {
  /// Returns the unsigned big-endian number of 1 to 8 bytes.
  @inline(__always)
  func bigEndian(at start: Int, width: Int) -> UInt64 {
    var value: UInt64 = 0
    for index in start..<start + width { value = value << 8 | UInt64(self[index]) }
    return value
  }
}

/// An object of a binary property list, whose contents are ranges of the file.
enum PropertyListObject: Equatable {
  /// Null.
  case null
  /// A boolean.
  case bool(Bool)
  /// A signed integer.
  case integer(Int64)
  /// An integer above `Int64.max`, which the format stores in 16 bytes.
  case unsigned(UInt64)
  /// A floating-point number.
  case real(Double)
  /// A date, in seconds since 2001-01-01 00:00 UTC.
  case date(Double)
  /// Bytes.
  case data(Range<Int>)
  /// An ASCII string.
  case ascii(Range<Int>)
  /// A string in big-endian UTF-16.
  case utf16(Range<Int>)
  /// A reference to an object of a keyed archive.
  case uid(UInt64)
  /// An array.
  case array(PropertyListReferences)
  /// A set.
  case set(PropertyListReferences)
  /// A dictionary, with as many keys as values.
  case dictionary(keys: PropertyListReferences, values: PropertyListReferences)
}

/// The range of consecutive object references in the file.
struct PropertyListReferences: Equatable {
  /// The offset of the first reference.
  let start: Int
  /// The number of references.
  let count: Int
}
