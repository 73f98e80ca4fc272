import Mantle

extension PropertyList {
  /// The property list in the binary form. Integers, references and offsets have the smallest
  /// width that the format permits.
  var binary: [UInt8] {
    var writer = BinaryPropertyListWriter(self)
    for item in items { writer.append(item) }
    return writer.finish(top: top)
  }
}

/// A writer of binary property lists. Objects are appended in the order of their numbers.
private struct BinaryPropertyListWriter {
  /// The bytes of the property list file written so far.
  private var bytes = Array("bplist00".utf8)
  /// The byte offsets of the objects written so far.
  private var offsets: [Int] = []
  /// The references of all containers in the property list.
  private let references: [UInt32]
  /// The size of a reference, in bytes.
  private let referenceWidth: Int

  /// Creates a writer of a binary property list, and writes the header.
  init(_ list: PropertyList) {
    references = list.references
    referenceWidth = Self.width(of: list.items.count)
    offsets.reserveCapacity(list.items.count)
    bytes.reserveCapacity(24 * list.items.count)
  }

  /// Writes an object of the property list, and records its offset.
  mutating func append(_ item: PropertyList.Item) {
    offsets.append(bytes.count)
    switch item {
    case .null: bytes.append(0x00)
    case .bool(let value): bytes.append(value ? 0x09 : 0x08)
    case .integer(let value): appendInteger(value)
    case .unsigned(let value):
      if let value = Int64(exactly: value) { return appendInteger(value) }
      bytes.append(0x14)
      append(0, width: 8)
      append(value, width: 8)
    case .real(let value):
      bytes.append(0x23)
      append(value.bitPattern, width: 8)
    case .date(let seconds):
      bytes.append(0x33)
      append(seconds.bitPattern, width: 8)
    case .data(let value):
      appendMarker(0x40, count: value.count)
      bytes += value
    case .string(let value): appendString(value)
    case .uid(let value):
      let width = Self.width(of: Int(clamping: value))
      bytes.append(0x80 | UInt8(width - 1))
      append(value, width: width)
    case .array(let range): appendList(0xA0, count: range.count, range)
    case .set(let range): appendList(0xC0, count: range.count, range)
    case .dictionary(let range): appendList(0xD0, count: range.count / 2, range)
    }
  }

  /// Writes the offset table and the trailer, and returns the complete file.
  ///
  /// - Parameter top: the number of the root object.
  consuming func finish(top: Int) -> [UInt8] {
    let table = bytes.count
    let width = Self.width(of: table)
    for offset in offsets { append(UInt64(offset), width: width) }
    append(0, width: 6)
    bytes.append(UInt8(width))
    bytes.append(UInt8(referenceWidth))
    for number in [offsets.count, top, table] { append(UInt64(number), width: 8) }
    return bytes
  }

  /// Writes a string, in ASCII if possible and in big-endian UTF-16 otherwise.
  private mutating func appendString(_ value: String) {
    if value.utf8.allSatisfy({ $0 < 0x80 }) {
      appendMarker(0x50, count: value.utf8.count)
      return bytes.append(contentsOf: value.utf8)
    }
    appendMarker(0x60, count: value.utf16.count)
    for unit in value.utf16 { append(UInt64(unit), width: 2) }
  }

  /// Writes an array, set or dictionary: its marker with the count, and its references.
  private mutating func appendList(_ type: UInt8, count: Int, _ range: Range<Int>) {
    appendMarker(type, count: count)
    for number in references[range] { append(UInt64(number), width: referenceWidth) }
  }

  /// Writes an object's marker with the count of its bytes or elements.
  private mutating func appendMarker(_ type: UInt8, count: Int) {
    bytes.append(type | UInt8(min(count, 0x0f)))
    if count >= 0x0f { appendInteger(Int64(count)) }
  }

  /// Writes an integer object in the smallest width that can hold the value.
  private mutating func appendInteger(_ value: Int64) {
    let width = value < 0 ? 8 : Self.width(of: Int(value))
    bytes.append(0x10 | UInt8(width.trailingZeroBitCount))
    append(UInt64(bitPattern: value), width: width)
  }

  /// Writes a number in big-endian order, in the given number of bytes.
  @inline(__always)
  private mutating func append(_ value: UInt64, width: Int) {
    var shift = UInt64(8 * width)
    for _ in 0..<width {
      shift -= 8
      bytes.append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }

  /// Returns the smallest width for a number: 1, 2, 4 or 8 bytes, which every reader supports.
  private static func width(of value: Int) -> Int {
    value < 1 << 8 ? 1 : value < 1 << 16 ? 2 : value < 1 << 32 ? 4 : 8
  }
}
