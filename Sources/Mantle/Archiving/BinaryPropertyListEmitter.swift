/// Writes a binary property list object by object, in the order of their numbers.
///
/// The number of objects must be known beforehand, because it decides the width of a reference; whoever
/// emits has numbered the objects. Integers, references and offsets take the fewest bytes the format has.
struct BinaryPropertyListEmitter {
  private var bytes = Array("bplist00".utf8)
  private var offsets: [Int] = []
  private let referenceWidth: Int

  init(objectCount: Int) {
    referenceWidth = Self.width(of: objectCount)
    offsets.reserveCapacity(objectCount)
    bytes.reserveCapacity(objectCount * 8)
  }

  /// The number the next object gets.
  var nextNumber: Int { offsets.count }

  mutating func bool(_ value: Bool) {
    begin()
    bytes.append(value ? 0x09 : 0x08)
  }

  mutating func integer(_ value: Int64) {
    begin()
    appendInteger(value)
  }

  /// Values over `Int64.max` take 16 bytes.
  mutating func unsigned(_ value: UInt64) {
    begin()
    if let value = Int64(exactly: value) { return appendInteger(value) }
    bytes.append(0x14)
    append(0, width: 8)
    append(value, width: 8)
  }

  mutating func real(_ value: Double) {
    begin()
    bytes.append(0x23)
    append(value.bitPattern, width: 8)
  }

  /// - Parameter seconds: since 2001-01-01 00:00 UTC.
  mutating func date(_ seconds: Double) {
    begin()
    bytes.append(0x33)
    append(seconds.bitPattern, width: 8)
  }

  mutating func data(_ value: [UInt8]) {
    begin()
    appendMarker(0x40, count: value.count)
    bytes.append(contentsOf: value)
  }

  mutating func string(_ value: String) {
    begin()
    var text = value
    text.makeContiguousUTF8()
    if text.utf8.allSatisfy({ $0 < 0x80 }) {
      appendMarker(0x50, count: text.utf8.count)
      bytes.append(contentsOf: text.utf8)
    } else {
      appendMarker(0x60, count: text.utf16.count)
      for unit in text.utf16 { append(UInt64(unit), width: 2) }
    }
  }

  mutating func uid(_ value: Int) {
    begin()
    let width = Self.width(of: value)
    bytes.append(0x80 | UInt8(width - 1))
    append(UInt64(value), width: width)
  }

  /// Starts an array: `count` references follow.
  mutating func array(count: Int) {
    begin()
    appendMarker(0xA0, count: count)
  }

  /// Starts a set: `count` references follow.
  mutating func set(count: Int) {
    begin()
    appendMarker(0xC0, count: count)
  }

  /// Starts a dictionary: `count` references to keys and then as many to values follow.
  mutating func dictionary(count: Int) {
    begin()
    appendMarker(0xD0, count: count)
  }

  @inline(__always)
  mutating func reference(_ number: Int) { append(UInt64(number), width: referenceWidth) }

  /// The finished file, whose outermost object is `top`.
  consuming func finish(top: Int = 0) -> [UInt8] {
    let table = bytes.count
    let width = Self.width(of: table)
    bytes.reserveCapacity(table + width * offsets.count + BinaryPropertyList.trailerLength)
    for offset in offsets { append(UInt64(offset), width: width) }
    append(0, width: 6)
    bytes.append(UInt8(width))
    bytes.append(UInt8(referenceWidth))
    append(UInt64(offsets.count), width: 8)
    append(UInt64(top), width: 8)
    append(UInt64(table), width: 8)
    return bytes
  }

  private mutating func begin() { offsets.append(bytes.count) }

  private mutating func appendMarker(_ type: UInt8, count: Int) {
    if count < 0x0f {
      bytes.append(type | UInt8(count))
    } else {
      bytes.append(type | 0x0f)
      appendInteger(Int64(count))
    }
  }

  private mutating func appendInteger(_ value: Int64) {
    let exponent = value < 0 ? 3 : value < 1 << 8 ? 0 : value < 1 << 16 ? 1 : value < 1 << 32 ? 2 : 3
    bytes.append(0x10 | UInt8(exponent))
    append(UInt64(bitPattern: value), width: 1 << exponent)
  }

  @inline(__always)
  private mutating func append(_ value: UInt64, width: Int) {
    var shift = 8 * (width - 1)
    while shift >= 0 {
      bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(shift)))
      shift -= 8
    }
  }

  /// The bytes a number needs: 1, 2, 4 or 8, the widths every reader knows.
  private static func width(of value: Int) -> Int {
    value < 1 << 8 ? 1 : value < 1 << 16 ? 2 : value < 1 << 32 ? 4 : 8
  }
}
