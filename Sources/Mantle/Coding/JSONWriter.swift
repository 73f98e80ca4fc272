import MantlePlatform

/// A writer that builds JSON text in one growing buffer.
///
/// Containers are opened and closed explicitly. Call ``writeKey(_:)`` before each member and ``beginElement()``
/// before each element; these methods write the comma if one is needed. Methods that write values do not write
/// commas. The writer does not check that the calls are in a valid order.
///
/// A hand-written type receives a writer in `encode`:
///
/// ```swift
/// func encode(to writer: inout JSONWriter) throws {
///   writer.beginObject()
///   writer.writeKey("number")
///   writer.writeInteger(number)
///   writer.writeKey("labels")
///   writer.beginArray()
///   for label in labels {
///     writer.beginElement()
///     writer.writeString(label)
///   }
///   writer.endArray()
///   writer.endObject()  // {"number":14,"labels":["bug"]}
/// }
/// ```
///
/// Values of other types write themselves: `try url.encode(to: &writer)`. If `encode` throws an error, the whole
/// encode call fails, so no incomplete JSON is returned.
@frozen public struct JSONWriter: ~Copyable {
  // Every write is preceded by `reserve`, so writing the reserved number of bytes after `bytes[count]` is in
  // bounds.
  @usableFromInline var bytes: UnsafeMutablePointer<UInt8>
  @usableFromInline var capacity: Int
  @usableFromInline var used = 0
  /// The settings of the encode call for the value that is being written; nil for the defaults.
  @usableFromInline var context: EncodingContext?
  /// The class instances being encoded, used to detect reference cycles.
  @usableFromInline var ancestors = Ancestors()

  /// Creates an empty writer.
  ///
  /// - Parameter capacity: the number of bytes that fit before the buffer grows for the first time.
  package init(capacity: Int = 4096) {
    self.capacity = max(capacity, 64)
    bytes = .allocate(capacity: self.capacity)
  }

  deinit { bytes.deallocate() }

  /// The options of the encode call; nil for the defaults.
  ///
  /// A hand-written `encode` reads the caller's values from the options, such as
  /// `writer.options?.userInfo["region"]`.
  public var options: EncodingOptions? { context?.options }

  /// The number of bytes in the output.
  @inlinable package var count: Int { used }

  /// Discards the output and keeps the allocated memory.
  @inlinable package mutating func removeAll() { used = 0 }

  /// Discards all but the first `count` bytes, for example to undo a value whose encoding failed.
  package mutating func truncate(to count: Int) { used = min(max(count, 0), used) }

  /// Removes the comma at an index; any other byte is kept.
  mutating func removeComma(at index: Int) {
    guard index < used, bytes[index] == ASCII.comma else { return }
    memmove(bytes + index, bytes + index + 1, used - index - 1)
    used &-= 1
  }

  /// Returns a copy of the output.
  package func finish() -> [UInt8] { withUnsafeBytes { [UInt8]($0) } }

  /// Returns a copy of the output without its first `count` bytes.
  func bytes(since count: Int) -> [UInt8] { withUnsafeBytes { [UInt8]($0.dropFirst(count)) } }

  /// The output as a string.
  package var text: String { withUnsafeBytes { String(decoding: $0, as: UTF8.self) } }

  /// Calls a closure with the bytes of the output, which are valid during the call.
  package func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeRawBufferPointer(start: bytes, count: used))
  }

  /// Returns whether the output has a line break after its first `count` bytes.
  package func hasLineBreak(since count: Int) -> Bool {
    guard count < used else { return false }
    return [ASCII.lineFeed, ASCII.carriageReturn].contains {
      memchr(bytes + count, Int32($0), used - count) != nil
    }
  }

  /// Makes room in the buffer for `additional` more bytes.
  @inlinable @inline(__always) mutating func reserve(_ additional: Int) {
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

  /// Writes a comma before the next member or element, unless it is the first in its container.
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

  /// Begins a member: writes the comma after the previous member, the key and the colon.
  ///
  /// ```swift
  /// writer.writeKey("title")
  /// writer.writeString("Fix")
  /// ```
  public mutating func writeKey(_ key: String) {
    separate()
    writeString(key)
    byte(0x3A)
  }

  /// Begins an element: writes the comma after the previous element.
  ///
  /// ```swift
  /// for number in [1, 2] {
  ///   writer.beginElement()
  ///   writer.writeInteger(number)
  /// }
  /// ```
  @inlinable public mutating func beginElement() { separate() }

  // MARK: Encoded text

  /// Writes bytes that are valid JSON at this position, such as a key with its comma and colon.
  ///
  /// - Parameter fragment: a pointer to `count` readable bytes.
  @inlinable @inline(__always)
  package mutating func fragment(_ fragment: UnsafePointer<UInt8>, _ count: Int) {
    reserve(count)
    memcpy(bytes + used, fragment, count)
    used &+= count
  }

  /// Writes a fragment that is followed by at least ``fragmentPadding`` readable bytes: short fragments are
  /// copied as two blocks, which is faster than a function call.
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

  /// Writes a fragment of JSON that is a literal in the source code.
  @inlinable package mutating func raw(_ text: StaticString) {
    text.withUTF8Buffer { buffer in
      if let start = buffer.baseAddress { fragment(start, buffer.count) }
    }
  }

  /// Writes a JSON value given as bytes, which are not validated.
  ///
  /// The caller guarantees that the bytes are one JSON value; otherwise the whole output is invalid.
  /// ``JSONValue`` is a checked alternative.
  public mutating func writeRawJSON(_ json: [UInt8]) {
    json.withUnsafeBufferPointer { buffer in
      if let start = buffer.baseAddress { fragment(start, buffer.count) }
    }
  }

  /// Writes the source text of a value of a document.
  package mutating func writeRawJSON(_ node: JSONNode) {
    let range = node.byteRange
    reserve(range.count)
    node.document.bytes.withBytes(in: range) { buffer in
      if let start = buffer.baseAddress { fragment(start, buffer.count) }
    }
  }
}

extension JSONWriter {
  /// Returns whether the output after the first `mark` bytes is exactly `null`.
  func endsWithNull(since mark: Int) -> Bool {
    guard count - mark == 4 else { return false }
    return UnsafeRawPointer(bytes + mark).loadUnaligned(as: UInt32.self) == UInt32(bigEndian: 0x6E75_6C6C)
  }
}
