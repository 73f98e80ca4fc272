extension JSONWriter {
  /// Writes a string; only quotes, backslashes and control characters are escaped.
  @inlinable public mutating func string(_ text: String) {
    let written: Void? = text.utf8.withContiguousStorageIfAvailable { buffer in
      if let start = buffer.baseAddress { string(start, buffer.count) } else { raw("\"\"") }
    }
    if written == nil { bridgedString(text) }
  }

  /// Writes a string given as UTF-8 bytes, which are not checked.
  @inlinable @inline(__always)
  public mutating func string(_ text: UnsafePointer<UInt8>, _ length: Int) {
    reserve(length &+ 32)
    let output = UnsafeMutableRawPointer(bytes + used + 1)
    bytes[used] = 0x22
    let plain =
      length >= 16 ? Self.copyPlain(text, length, output) : Self.copyShortPlain(text, length, output)
    guard plain == length else { return escapedString(text, length, from: plain) }
    bytes[used &+ 1 &+ length] = 0x22
    used &+= length &+ 2
  }

  /// Copies sixteen bytes or more for as long as nothing has to be escaped.
  ///
  /// - Returns: how many bytes are copied and plain.
  @inlinable @inline(__always)
  static func copyPlain(
    _ text: UnsafePointer<UInt8>, _ length: Int, _ output: UnsafeMutableRawPointer
  ) -> Int {
    var position = 0
    while position < length {
      // The last block overlaps the one before it.
      let offset = min(position, length &- 16)
      let block = text.block(at: offset)
      if JSONEscapes.quarters(in: block) != 0 { return position }
      output.storeBytes(of: block, toByteOffset: offset, as: ByteBlock.self)
      position &+= 16
    }
    return length
  }

  /// The same for less than sixteen bytes: two words that may overlap, or three bytes at most.
  @inlinable @inline(__always)
  static func copyShortPlain(
    _ text: UnsafePointer<UInt8>, _ length: Int, _ output: UnsafeMutableRawPointer
  ) -> Int {
    let source = UnsafeRawPointer(text)
    if length >= 8 {
      let head = source.loadUnaligned(as: UInt64.self)
      let tail = source.loadUnaligned(fromByteOffset: length &- 8, as: UInt64.self)
      if JSONEscapes.areNeeded(in: head) || JSONEscapes.areNeeded(in: tail) { return 0 }
      copyEnds(source, output, length, UInt64.self)
      return length
    }
    if length >= 4 {
      let head = source.loadUnaligned(as: UInt32.self)
      let tail = source.loadUnaligned(fromByteOffset: length &- 4, as: UInt32.self)
      if JSONEscapes.areNeeded(in: UInt64(head) &<< 32 | UInt64(tail)) { return 0 }
      copyEnds(source, output, length, UInt32.self)
      return length
    }
    for position in 0..<length {
      if JSONEscapes.needsEscape(text[position]) { return position }
      output.storeBytes(of: text[position], toByteOffset: position, as: UInt8.self)
    }
    return length
  }

  /// Writes the rest of a string that has something to escape; the quote and what comes before are in place.
  @inline(never) @usableFromInline
  mutating func escapedString(_ text: UnsafePointer<UInt8>, _ length: Int, from start: Int) {
    used &+= 1 &+ start
    var position = start
    while position < length {
      // At most six bytes for one, or a block that is copied whole.
      reserve(32)
      if position &+ 16 <= length {
        let block = text.block(at: position)
        UnsafeMutableRawPointer(bytes + used).storeBytes(of: block, as: ByteBlock.self)
        let stops = JSONEscapes.quarters(in: block)
        let plain = stops == 0 ? 16 : stops.trailingZeroBitCount >> 2
        used &+= plain
        position &+= plain
        if stops == 0 { continue }
      }
      let byte = text[position]
      if JSONEscapes.needsEscape(byte) { escape(byte) } else { self.byte(byte) }
      position &+= 1
    }
    byte(0x22)
  }

  private mutating func escape(_ byte: UInt8) {
    self.byte(0x5C)
    switch byte {
    case 0x22, 0x5C: self.byte(byte)
    case 0x08: self.byte(0x62)
    case 0x09: self.byte(0x74)
    case 0x0A: self.byte(0x6E)
    case 0x0C: self.byte(0x66)
    case 0x0D: self.byte(0x72)
    default:
      raw("u00")
      self.byte(0x30 &+ byte >> 4)
      self.byte(byte & 15 < 10 ? 0x30 &+ byte & 15 : 0x57 &+ byte & 15)
    }
  }

  @inline(never) @usableFromInline mutating func bridgedString(_ text: String) {
    var native = text
    native.makeContiguousUTF8()
    native.withUTF8 { buffer in
      if let start = buffer.baseAddress { string(start, buffer.count) } else { raw("\"\"") }
    }
  }
}

/// Which bytes a JSON string may not hold as they are.
@usableFromInline enum JSONEscapes {
  @inlinable @inline(__always) static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == 0x22 || byte == 0x5C
  }

  /// Whether one of eight bytes must be escaped, by arithmetic on all at once: a byte that is too small, or
  /// becomes zero when compared, borrows into its top bit.
  @inlinable @inline(__always) static func areNeeded(in word: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = word ^ ones &* 0x22
    let backslashes = word ^ ones &* 0x5C
    let found =
      (word &- ones &* 0x20) & ~word | (quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes
    return found & (ones &* 0x80) != 0
  }

  @inlinable @inline(__always) static func quarters(in block: ByteBlock) -> UInt64 {
    // Flipping the top bit turns the unsigned comparison into a signed one, which is an instruction.
    let flipped = unsafeBitCast(block ^ ByteBlock(repeating: 0x80), to: SIMD16<Int8>.self)
    let controls: ByteMask = flipped .< SIMD16<Int8>(repeating: -0x60)
    let mask: ByteMask = block.equals(0x22) .| block.equals(0x5C) .| controls
    return Mantle.quarters(mask)
  }
}
