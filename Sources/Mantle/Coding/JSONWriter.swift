import MantlePlatform

/// Builds JSON text in one growing buffer.
///
/// Containers are opened and closed, and before each member and element comes ``key(_:)`` or ``element()``,
/// which write the comma where one is needed. The methods that write values write nothing else. The writer
/// does not check that calls come in a sensible order.
///
/// For example:
///
///     var writer = JSONWriter()
///     writer.beginObject()
///     writer.key("number")
///     writer.integer(14)
///     writer.key("labels")
///     writer.beginArray()
///     writer.element()
///     writer.string("bug")
///     writer.endArray()
///     writer.endObject()        // {"number":14,"labels":["bug"]}
@frozen public struct JSONWriter: ~Copyable {
  // Every write is preceded by `reserve`, so `bytes[count]` up to what was asked for is in bounds.
  @usableFromInline var bytes: UnsafeMutablePointer<UInt8>
  @usableFromInline var capacity: Int
  @usableFromInline var used = 0
  /// What the encode call carries along; nil for the plain form.
  public var context: EncodingContext?
  /// The objects being written, one in another.
  @usableFromInline var ancestors = Ancestors()

  /// An empty writer with room for so many bytes before it grows for the first time.
  package init(capacity: Int = 4096) {
    self.capacity = max(capacity, 64)
    bytes = .allocate(capacity: self.capacity)
  }

  deinit { bytes.deallocate() }

  /// How many bytes were written.
  @inlinable package var count: Int { used }

  /// Forgets what was written and keeps the memory for the next text.
  @inlinable package mutating func removeAll() { used = 0 }

  /// Takes back everything after the first `count` bytes, such as a value whose encoding failed half-way.
  package mutating func truncate(to count: Int) { used = min(max(count, 0), used) }

  /// Takes a comma out of what was written; any other byte stays.
  mutating func removeComma(at index: Int) {
    guard index < used, bytes[index] == ASCII.comma else { return }
    memmove(bytes + index, bytes + index + 1, used - index - 1)
    used &-= 1
  }

  /// A copy of what was written.
  package func finish() -> [UInt8] { withUnsafeBytes { [UInt8]($0) } }

  /// A copy of what was written after the first `count` bytes.
  func bytes(since count: Int) -> [UInt8] { withUnsafeBytes { [UInt8]($0.dropFirst(count)) } }

  /// What was written, as text.
  package var text: String { withUnsafeBytes { String(decoding: $0, as: UTF8.self) } }

  /// Lends what was written for the duration of the call.
  package func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeRawBufferPointer(start: bytes, count: used))
  }

  /// Whether a line break is in what was written after the first `count` bytes.
  func hasLineBreak(since count: Int) -> Bool {
    guard count < used else { return false }
    return [ASCII.lineFeed, ASCII.carriageReturn].contains {
      memchr(bytes + count, Int32($0), used - count) != nil
    }
  }

  /// Makes room for so many more bytes.
  @inlinable @inline(__always) package mutating func reserve(_ additional: Int) {
    if additional > capacity &- used { grow(additional) }
  }

  @inline(never) @usableFromInline mutating func grow(_ additional: Int) {
    capacity = max(capacity * 2, used + additional + 64)
    let fresh = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    fresh.update(from: bytes, count: used)
    bytes.deallocate()
    bytes = fresh
  }
}

extension JSONWriter {
  // MARK: Structure

  @inlinable @inline(__always) mutating func byte(_ byte: UInt8) {
    reserve(1)
    bytes[used] = byte
    used &+= 1
  }

  /// Writes the comma that divides what follows from the sibling before it, if there is one.
  @inlinable @inline(__always) mutating func separate() {
    guard count > 0 else { return }
    let last = bytes[used &- 1]
    if last != 0x5B && last != 0x7B { byte(0x2C) }
  }

  /// Writes the bracket that opens an object.
  @inlinable public mutating func beginObject() { byte(0x7B) }
  /// Writes the bracket that closes an object.
  @inlinable public mutating func endObject() { byte(0x7D) }
  /// Writes the bracket that opens an array.
  @inlinable public mutating func beginArray() { byte(0x5B) }
  /// Writes the bracket that closes an array.
  @inlinable public mutating func endArray() { byte(0x5D) }

  /// Starts a member: the comma after the one before it, the key and the colon.
  public mutating func key(_ key: String) {
    separate()
    string(key)
    byte(0x3A)
  }

  /// Starts an element: the comma after the one before it.
  @inlinable public mutating func element() { separate() }

  // MARK: Text that is JSON already

  /// Writes bytes that are known to fit here, such as a key with its comma and colon.
  ///
  /// - Parameter fragment: `count` readable bytes.
  @inlinable @inline(__always)
  package mutating func fragment(_ fragment: UnsafePointer<UInt8>, _ count: Int) {
    reserve(count)
    memcpy(bytes + used, fragment, count)
    used &+= count
  }

  /// Writes a fragment that is followed by at least ``fragmentPadding`` readable bytes: short ones are copied
  /// as two blocks, which is cheaper than a call.
  @inlinable @inline(__always)
  mutating func paddedFragment(_ fragment: UnsafePointer<UInt8>, _ count: Int) {
    reserve(count &+ Self.fragmentPadding)
    let output = UnsafeMutableRawPointer(bytes + used)
    if count <= 32 {
      output.storeBytes(of: fragment.block(at: 0), as: ByteBlock.self)
      output.storeBytes(of: fragment.block(at: 16), toByteOffset: 16, as: ByteBlock.self)
    } else {
      memcpy(output, fragment, count)
    }
    used &+= count
  }

  @inlinable static var fragmentPadding: Int { 32 }

  /// Writes a piece of JSON that stands in the source code.
  @inlinable package mutating func raw(_ text: StaticString) {
    text.withUTF8Buffer { buffer in
      if let start = buffer.baseAddress { fragment(start, buffer.count) }
    }
  }

  /// Writes a JSON value given as bytes, as it is.
  public mutating func rawJSON(_ json: [UInt8]) {
    json.withUnsafeBufferPointer { buffer in
      if let start = buffer.baseAddress { fragment(start, buffer.count) }
    }
  }

  /// Writes a value of a document as it is written there.
  package mutating func rawJSON(_ node: JSONNode) {
    let range = node.byteRange
    reserve(range.count)
    node.document.bytes.withBytes(in: range) { buffer in
      if let start = buffer.baseAddress { fragment(start, buffer.count) }
    }
  }
}

extension JSONWriter {
  /// Whether exactly `null` was written since a mark.
  func endsWithNull(since mark: Int) -> Bool {
    guard count - mark == 4 else { return false }
    return UnsafeRawPointer(bytes + mark).loadUnaligned(as: UInt32.self) == UInt32(bigEndian: 0x6E75_6C6C)
  }

  /// Writes text that needs no escapes, in quotes.
  mutating func stringASCII(_ text: [UInt8]) {
    text.withUnsafeBufferPointer { if let start = $0.baseAddress { string(start, $0.count) } }
  }
}
