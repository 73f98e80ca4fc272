import Mantle

/// A writer of binary property lists, which writes objects in the order of their numbers.
///
/// The number of objects must be known in advance, because it determines the width of
/// references. Integers, references and offsets have the smallest width that the format
/// permits.
struct BinaryPropertyListEmitter {
  /// The output, followed by zeros after ``used``, so that writing a byte is an assignment.
  private var bytes: [UInt8]
  /// The number of bytes written.
  private var used = 0
  /// The offsets of the objects written.
  private var offsets: [Int] = []
  /// The size of a reference, in bytes.
  private let referenceWidth: Int

  /// Creates a writer and writes the header.
  init(objectCount: Int) {
    referenceWidth = Self.width(of: objectCount)
    offsets.reserveCapacity(objectCount)
    bytes = Array(repeating: 0, count: 64 + objectCount * 24)
    append(contentsOf: "bplist00".utf8)
  }

  /// The number of the next object.
  var nextNumber: Int { offsets.count }

  /// Writes a boolean.
  mutating func bool(_ value: Bool) {
    begin()
    append(byte: value ? 0x09 : 0x08)
  }

  /// Writes a signed integer.
  mutating func integer(_ value: Int64) {
    begin()
    appendInteger(value)
  }

  /// Writes an integer, which takes 16 bytes if it exceeds `Int64.max`.
  mutating func unsigned(_ value: UInt64) {
    begin()
    if let value = Int64(exactly: value) { return appendInteger(value) }
    append(byte: 0x14)
    append(0, width: 8)
    append(value, width: 8)
  }

  /// Writes a floating-point number of eight bytes.
  mutating func real(_ value: Double) {
    begin()
    append(byte: 0x23)
    append(value.bitPattern, width: 8)
  }

  /// Writes a date.
  ///
  /// - Parameter seconds: the number of seconds since 2001-01-01 00:00 UTC.
  mutating func date(_ seconds: Double) {
    begin()
    append(byte: 0x33)
    append(seconds.bitPattern, width: 8)
  }

  /// Writes bytes.
  mutating func data(_ value: [UInt8]) {
    begin()
    appendMarker(0x40, count: value.count)
    append(contentsOf: value)
  }

  /// Writes a string, in ASCII if possible and in big-endian UTF-16 otherwise.
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

  /// Writes a reference to an object of a keyed archive.
  mutating func uid(_ value: Int) {
    begin()
    let width = Self.width(of: value)
    append(byte: 0x80 | UInt8(width - 1))
    append(UInt64(value), width: width)
  }

  /// Starts an array. Write `count` references afterwards.
  mutating func array(count: Int) {
    begin()
    appendMarker(0xA0, count: count)
  }

  /// Starts a set. Write `count` references afterwards.
  mutating func set(count: Int) {
    begin()
    appendMarker(0xC0, count: count)
  }

  /// Starts a dictionary. Write `count` references to the keys and then `count` references to
  /// the values afterwards.
  mutating func dictionary(count: Int) {
    begin()
    appendMarker(0xD0, count: count)
  }

  /// Writes a reference to an object of the list being started.
  @inline(__always)
  mutating func reference(_ number: Int) { append(UInt64(number), width: referenceWidth) }

  /// Returns the complete file.
  ///
  /// - Parameter top: the number of the root object.
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

  /// Stores the offset of the object that starts.
  private mutating func begin() { offsets.append(used) }

  /// Writes a marker with a count.
  private mutating func appendMarker(_ type: UInt8, count: Int) {
    if count < 0x0f {
      append(byte: type | UInt8(count))
    } else {
      append(byte: type | 0x0f)
      appendInteger(Int64(count))
    }
  }

  /// Writes an integer in the smallest width.
  private mutating func appendInteger(_ value: Int64) {
    let exponent = value < 0 ? 3 : value < 1 << 8 ? 0 : value < 1 << 16 ? 1 : value < 1 << 32 ? 2 : 3
    append(byte: 0x10 | UInt8(exponent))
    append(UInt64(bitPattern: value), width: 1 << exponent)
  }

  /// Writes a byte.
  @inline(__always)
  private mutating func append(byte: UInt8) {
    if used == bytes.count { grow(1) }
    bytes[used] = byte
    used += 1
  }

  /// Writes several bytes.
  private mutating func append(contentsOf content: some Collection<UInt8>) {
    let end = used + content.count
    if end > bytes.count { grow(content.count) }
    bytes.replaceSubrange(used..<end, with: content)
    used = end
  }

  /// Writes a big-endian number.
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

  /// Extends the buffer to at least twice its size.
  @inline(never)
  private mutating func grow(_ additional: Int) {
    bytes.append(contentsOf: repeatElement(0, count: bytes.count + additional))
  }

  /// Returns the width of a number: 1, 2, 4 or 8 bytes, which every reader supports.
  private static func width(of value: Int) -> Int {
    value < 1 << 8 ? 1 : value < 1 << 16 ? 2 : value < 1 << 32 ? 4 : 8
  }
}
