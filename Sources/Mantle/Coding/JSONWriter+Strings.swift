extension JSONWriter {
  /// Writes a string in quotes; only quotes, backslashes and control characters are escaped (RFC 8259 §7).
  ///
  /// ```swift
  /// writer.writeString(#"a "quoted" word"#)  // "a \"quoted\" word"
  /// ```
  @inlinable public mutating func writeString(_ text: String) {
    let written: Void? = text.utf8.withContiguousStorageIfAvailable { buffer in
      if let start = buffer.baseAddress { string(start, buffer.count) } else { raw("\"\"") }
    }
    if written == nil { bridgedString(text) }
  }

  /// Writes a JSON string whose content is given as UTF-8 bytes, which are not validated.
  @inlinable @inline(__always)
  package mutating func string(_ text: UnsafePointer<UInt8>, _ length: Int) {
    reserve(length &+ 32)
    let output = bytes + used
    output[0] = 0x22
    var position = 0
    // Each block is copied before it is inspected, so the reserved capacity includes one extra block.
    while position &+ 16 <= length {
      let block = text.block(at: position)
      UnsafeMutableRawPointer(output + 1 + position).storeBytes(of: block, as: ByteBlock.self)
      if JSONEscapes.quarters(in: block) != 0 { return escapedString(text, length, from: position) }
      position &+= 16
    }
    if position < length, !JSONEscapes.copyTail(of: text, length, to: output + 1) {
      return escapedString(text, length, from: position)
    }
    output[1 &+ length] = 0x22
    used &+= length &+ 2
  }

  /// Writes the rest of a string that needs escapes, after its quote and first bytes are written.
  @inline(never) @usableFromInline
  mutating func escapedString(_ text: UnsafePointer<UInt8>, _ length: Int, from start: Int) {
    used &+= 1 &+ start
    var position = start
    while position < length {
      // An escaped byte takes at most six bytes, and a block of 16 bytes is copied as a whole.
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

/// A test for the bytes that must be escaped in a JSON string.
@usableFromInline enum JSONEscapes {
  @inlinable @inline(__always) static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == 0x22 || byte == 0x5C
  }

  /// Copies the last 1 to 16 bytes of a string, overlapping the previous copy.
  ///
  /// - Returns: false if one of the bytes needs an escape.
  @inlinable @inline(__always) static func copyTail(
    of text: UnsafePointer<UInt8>, _ length: Int, to output: UnsafeMutablePointer<UInt8>
  ) -> Bool {
    let start = UnsafeRawPointer(text), target = UnsafeMutableRawPointer(output)
    if length >= 16 {
      let block = text.block(at: length &- 16)
      target.storeBytes(of: block, toByteOffset: length &- 16, as: ByteBlock.self)
      return quarters(in: block) == 0
    }
    if length >= 8 {
      let first = start.loadUnaligned(as: UInt64.self)
      let last = start.loadUnaligned(fromByteOffset: length &- 8, as: UInt64.self)
      target.storeBytes(of: first, as: UInt64.self)
      target.storeBytes(of: last, toByteOffset: length &- 8, as: UInt64.self)
      return quarters(in: unsafeBitCast(SIMD2<UInt64>(first, last), to: ByteBlock.self)) == 0
    }
    if length >= 4 {
      let first = start.loadUnaligned(as: UInt32.self)
      let last = start.loadUnaligned(fromByteOffset: length &- 4, as: UInt32.self)
      target.storeBytes(of: first, as: UInt32.self)
      target.storeBytes(of: last, toByteOffset: length &- 4, as: UInt32.self)
      let words = SIMD4<UInt32>(first, last, first, last)
      return quarters(in: unsafeBitCast(words, to: ByteBlock.self)) == 0
    }
    for position in 0..<length {
      if needsEscape(text[position]) { return false }
      output[position] = text[position]
    }
    return true
  }

  @inlinable @inline(__always) static func quarters(in block: ByteBlock) -> UInt64 {
    // Flipping the top bit turns the unsigned comparison into a signed one, which is a single instruction.
    let flipped = unsafeBitCast(block ^ ByteBlock(repeating: 0x80), to: SIMD16<Int8>.self)
    let controls: ByteMask = flipped .< SIMD16<Int8>(repeating: -0x60)
    let mask: ByteMask = block.equals(0x22) .| block.equals(0x5C) .| controls
    return Mantle.quarters(mask)
  }
}
