/// A value that can be written as bytes, to be read back by the process that wrote it.
protocol Storable {
  func store(in bytes: inout StoredBytes)
  init(from bytes: inout StoredBytes) throws(StoredBytes.Damaged)
}

/// Values as bytes, one after the other, in a form of our own that no other process and no other version reads.
struct StoredBytes {
  /// There are other bytes than were written.
  struct Damaged: Error {}

  private(set) var bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8] = []) { self.bytes = bytes }

  mutating func add(_ value: some Storable) { value.store(in: &self) }

  mutating func next<Value: Storable>() throws(Damaged) -> Value { try Value(from: &self) }

  mutating func addByte(_ byte: UInt8) { bytes.append(byte) }

  mutating func nextByte() throws(Damaged) -> UInt8 {
    guard position < bytes.count else { throw Damaged() }
    defer { position += 1 }
    return bytes[position]
  }
}

extension UInt8: Storable {
  func store(in bytes: inout StoredBytes) { bytes.addByte(self) }

  init(from bytes: inout StoredBytes) throws(StoredBytes.Damaged) { self = try bytes.nextByte() }
}

/// Seven bits to a byte, the last ones first; most numbers are small.
extension Int: Storable {
  func store(in bytes: inout StoredBytes) {
    var rest = UInt(bitPattern: self)
    while rest >= 0x80 {
      bytes.addByte(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.addByte(UInt8(rest))
  }

  init(from bytes: inout StoredBytes) throws(StoredBytes.Damaged) {
    var (value, shift): (UInt, UInt) = (0, 0)
    while true {
      let byte = try bytes.nextByte()
      value |= UInt(byte & 0x7F) << shift
      guard byte >= 0x80 else { break }
      shift += 7
    }
    self = Int(bitPattern: value)
  }
}

extension Bool: Storable {
  func store(in bytes: inout StoredBytes) { bytes.addByte(self ? 1 : 0) }

  init(from bytes: inout StoredBytes) throws(StoredBytes.Damaged) { self = try bytes.nextByte() == 1 }
}

extension String: Storable {
  func store(in bytes: inout StoredBytes) { bytes.add(Array(utf8)) }

  init(from bytes: inout StoredBytes) throws(StoredBytes.Damaged) {
    self = String(decoding: try bytes.next() as [UInt8], as: UTF8.self)
  }
}

extension Range<Int>: Storable {
  func store(in bytes: inout StoredBytes) {
    bytes.add(lowerBound)
    bytes.add(count)
  }

  init(from bytes: inout StoredBytes) throws(StoredBytes.Damaged) {
    let start: Int = try bytes.next()
    let (end, overflow) = start.addingReportingOverflow(try bytes.next())
    guard !overflow, start <= end else { throw StoredBytes.Damaged() }
    self = start..<end
  }
}

extension Optional: Storable where Wrapped: Storable {
  func store(in bytes: inout StoredBytes) {
    bytes.add(self != nil)
    if let value = self { bytes.add(value) }
  }

  init(from bytes: inout StoredBytes) throws(StoredBytes.Damaged) {
    self = try bytes.next() as Bool ? try bytes.next() as Wrapped : nil
  }
}

extension Array: Storable where Element: Storable {
  func store(in bytes: inout StoredBytes) {
    bytes.add(count)
    for element in self { bytes.add(element) }
  }

  init(from bytes: inout StoredBytes) throws(StoredBytes.Damaged) {
    self = []
    for _ in 0..<Swift.max(0, try bytes.next() as Int) { append(try bytes.next()) }
  }
}
