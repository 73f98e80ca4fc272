/// Writes a binary property list object by object, in the order of their numbers.
///
/// The number of objects must be known beforehand, because it decides the width of a reference; whoever
/// emits has numbered the objects. Integers, references and offsets take the fewest bytes the format has.
struct BinaryPropertyListEmitter {
  /// Zeros beyond ``used``, so that writing is an assignment.
  private var bytes: [UInt8]
  private var used = 0
  private var offsets: [Int] = []
  private let referenceWidth: Int

  init(objectCount: Int) {
    referenceWidth = Self.width(of: objectCount)
    offsets.reserveCapacity(objectCount)
    bytes = Array(repeating: 0, count: 64 + objectCount * 24)
    append(contentsOf: "bplist00".utf8)
  }

  /// The number the next object gets.
  var nextNumber: Int { offsets.count }

  mutating func bool(_ value: Bool) {
    begin()
    append(byte: value ? 0x09 : 0x08)
  }

  mutating func integer(_ value: Int64) {
    begin()
    appendInteger(value)
  }

  /// Values over `Int64.max` take 16 bytes.
  mutating func unsigned(_ value: UInt64) {
    begin()
    if let value = Int64(exactly: value) { return appendInteger(value) }
    append(byte: 0x14)
    append(0, width: 8)
    append(value, width: 8)
  }

  mutating func real(_ value: Double) {
    begin()
    append(byte: 0x23)
    append(value.bitPattern, width: 8)
  }

  /// - Parameter seconds: since 2001-01-01 00:00 UTC.
  mutating func date(_ seconds: Double) {
    begin()
    append(byte: 0x33)
    append(seconds.bitPattern, width: 8)
  }

  mutating func data(_ value: [UInt8]) {
    begin()
    appendMarker(0x40, count: value.count)
    append(contentsOf: value)
  }

  /// ASCII as it is, everything else as big-endian UTF-16.
  mutating func string(_ value: String) {
    begin()
    var text = value
    let isASCII = text.withUTF8 { bytes in
      guard bytes.reduce(0, |) < 0x80 else { return false }
      appendMarker(0x50, count: bytes.count)
      append(contentsOf: bytes)
      return true
    }
    if isASCII { return }
    appendMarker(0x60, count: text.utf16.count)
    for unit in text.utf16 { append(UInt64(unit), width: 2) }
  }

  mutating func uid(_ value: Int) {
    begin()
    let width = Self.width(of: value)
    append(byte: 0x80 | UInt8(width - 1))
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
    let table = used
    let width = Self.width(of: table)
    for offset in offsets { append(UInt64(offset), width: width) }
    append(0, width: 6)
    append(byte: UInt8(width))
    append(byte: UInt8(referenceWidth))
    append(UInt64(offsets.count), width: 8)
    append(UInt64(top), width: 8)
    append(UInt64(table), width: 8)
    bytes.removeLast(bytes.count - used)
    return bytes
  }

  private mutating func begin() { offsets.append(used) }

  private mutating func appendMarker(_ type: UInt8, count: Int) {
    if count < 0x0f {
      append(byte: type | UInt8(count))
    } else {
      append(byte: type | 0x0f)
      appendInteger(Int64(count))
    }
  }

  private mutating func appendInteger(_ value: Int64) {
    let exponent = value < 0 ? 3 : value < 1 << 8 ? 0 : value < 1 << 16 ? 1 : value < 1 << 32 ? 2 : 3
    append(byte: 0x10 | UInt8(exponent))
    append(UInt64(bitPattern: value), width: 1 << exponent)
  }

  @inline(__always)
  private mutating func append(byte: UInt8) {
    if used == bytes.count { grow(1) }
    bytes[used] = byte
    used += 1
  }

  private mutating func append(contentsOf content: some Collection<UInt8>) {
    let end = used + content.count
    if end > bytes.count { grow(content.count) }
    bytes.replaceSubrange(used..<end, with: content)
    used = end
  }

  @inline(__always)
  private mutating func append(_ value: UInt64, width: Int) {
    if used + width > bytes.count { grow(width) }
    var shift = UInt64(8 * width)
    for index in used..<used + width {
      shift -= 8
      bytes[index] = UInt8(truncatingIfNeeded: value >> shift)
    }
    used += width
  }

  @inline(never)
  private mutating func grow(_ additional: Int) {
    bytes.append(contentsOf: repeatElement(0, count: bytes.count + additional))
  }

  /// The bytes a number needs: 1, 2, 4 or 8, the widths every reader knows.
  private static func width(of value: Int) -> Int {
    value < 1 << 8 ? 1 : value < 1 << 16 ? 2 : value < 1 << 32 ? 4 : 8
  }
}
