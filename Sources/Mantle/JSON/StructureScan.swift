/// The brackets and commas in a block of 64 bytes, except those inside strings, as bit masks. Bit 0
/// represents the first byte of the block.
package struct StructureBlock {
  /// The offset of the block's first byte, which bit 0 represents.
  package let start: Int
  /// A bit mask of the opening brackets and braces outside of strings.
  package var openers: UInt64
  /// A bit mask of the closing brackets and braces outside of strings.
  package var closers: UInt64
  /// A bit mask of the bytes that are outside of strings and within the input.
  fileprivate var plain: UInt64

  /// Whether the block contains brackets or braces outside of strings.
  @inline(__always)
  var hasBrackets: Bool { openers | closers != 0 }

  /// Returns a bit mask of the commas outside of strings. It is computed on demand because most callers skip
  /// the commas of many blocks.
  @inline(__always)
  func commas(_ text: UnsafePointer<UInt8>) -> UInt64 {
    VectorOf64(text, at: start).matches(ASCII.comma) & plain
  }
}

/// A forward scan for brackets and commas outside of strings, 64 bytes at a time.
///
/// The last block may be read up to 63 bytes past `end`, which ``JSONBytes/padding`` allows. The masks exclude
/// these bytes.
package struct StructureScan: @unchecked Sendable {
  // Unchecked because the creator of a scan must keep the bytes alive.
  let text: UnsafePointer<UInt8>
  let end: Int
  /// The offset at which the next block starts.
  package private(set) var position: Int
  /// A mask for the string state at ``position``: all bits are 1 if the position is inside a string,
  /// otherwise 0.
  private var inString: UInt64 = 0
  /// The number 1 if a backslash at the end of the last block escapes the next byte, otherwise 0.
  private var escapedNext: UInt64 = 0

  /// Creates a scan of the bytes from one offset to another.
  ///
  /// - Parameter position: The first offset, which must be outside of strings.
  package init(_ text: UnsafePointer<UInt8>, from position: Int, to end: Int) {
    self.text = text
    self.end = end
    self.position = position
  }

  /// Returns the masks of the brackets and commas in the next 64 bytes, and advances past these bytes.
  @inline(__always)
  package mutating func next() -> StructureBlock {
    let bytes = VectorOf64(text, at: position)
    let quotes = bytes.matches(ASCII.quote) & ~Escapes.escaped(bytes, &escapedNext)
    let strings = Escapes.runningParity(quotes) ^ inString
    inString = UInt64(bitPattern: Int64(bitPattern: strings) >> 63)
    let valid: UInt64 = end &- position >= 64 ? ~0 : (1 << UInt64(end &- position)) &- 1
    let plain = ~strings & valid
    var block = StructureBlock(start: position, openers: 0, closers: 0, plain: plain)
    // Two of three blocks of typical records have no brackets, and testing for brackets is faster than
    // locating them.
    let brackets = bytes.lowercased
    if brackets.contains(ASCII.openBrace, or: ASCII.closeBrace) {
      block.openers = brackets.matches(ASCII.openBrace) & plain
      block.closers = brackets.matches(ASCII.closeBrace) & plain
    }
    position &+= 64
    return block
  }

  /// Skips blocks of white space, because skipping is faster than scanning the blocks for structure.
  @inline(__always)
  mutating func passWhitespace() {
    guard inString | escapedNext == 0 else { return }
    while end &- position >= 64, text.isWhitespaceFor64(at: position) { position &+= 64 }
  }
}

/// A backward scan for brackets and commas outside of strings, 64 bytes at a time. The scan must start outside
/// of strings.
///
/// The number of quotes between a byte and another byte that is known to be outside of strings determines
/// whether the first byte is inside a string. Therefore the end of the input can be scanned without scanning
/// its beginning.
struct BackwardStructureScan {
  let text: UnsafePointer<UInt8>
  /// The start of the block that was returned last; before the first call, the offset at which the scan
  /// starts.
  private(set) var position: Int
  private let floor: Int
  /// A mask for the string state at ``position``: all bits are 1 if the position is inside a string,
  /// otherwise 0.
  private var inString: UInt64 = 0
  /// The range of the consecutive backslashes that were counted last. Without this cache, many consecutive
  /// backslashes would be counted again for each block.
  private var backslashes = 0..<0

  /// Creates a backward scan of the bytes between two offsets.
  ///
  /// - Parameters:
  ///   - position: The upper offset, which must be outside of strings. The scan begins with the byte before it.
  ///   - floor: The lower offset, at which the scan ends.
  init(_ text: UnsafePointer<UInt8>, before position: Int, downTo floor: Int) {
    self.text = text
    self.position = position
    self.floor = floor
  }

  var isAtStart: Bool { position <= floor }

  /// Returns the masks of the brackets and commas in the 64 bytes before ``position``, and moves the position
  /// back to the first of these bytes.
  @inline(__always)
  mutating func previous() -> StructureBlock {
    let start = max(position &- 64, floor)
    let length = position &- start
    let valid: UInt64 = length >= 64 ? ~0 : (1 << UInt64(length)) &- 1
    let bytes = VectorOf64(text, at: start)
    var escapedNext: UInt64 = isEscaped(start) ? 1 : 0
    let quotes = bytes.matches(ASCII.quote) & ~Escapes.escaped(bytes, &escapedNext) & valid
    let parity = Escapes.runningParity(quotes)
    // Each quote in the block toggles the state, so the state before the block follows from the state after
    // it.
    let before = inString ^ (quotes.nonzeroBitCount & 1 == 0 ? 0 : ~0)
    inString = before
    let plain = ~(parity ^ before) & valid
    let brackets = bytes.lowercased
    position = start
    return StructureBlock(
      start: start, openers: brackets.matches(ASCII.openBrace) & plain,
      closers: brackets.matches(ASCII.closeBrace) & plain, plain: plain)
  }

  /// Returns whether an odd number of backslashes directly precedes an offset.
  @inline(__always)
  private mutating func isEscaped(_ offset: Int) -> Bool {
    guard offset > floor, text[offset &- 1] == ASCII.backslash else { return false }
    if !(backslashes.contains(offset &- 1)) { backslashes = run(before: offset) }
    return (offset &- backslashes.lowerBound) & 1 == 1
  }

  /// Returns the range of the consecutive backslashes directly before an offset.
  @inline(never)
  private func run(before offset: Int) -> Range<Int> {
    var start = offset
    while start > floor, text[start - 1] == ASCII.backslash { start -= 1 }
    return start..<offset
  }
}

/// A block of 64 bytes, whose comparisons use four SIMD vectors.
private struct VectorOf64 {
  private let a, b, c, d: ByteBlock

  @inline(__always)
  init(_ text: UnsafePointer<UInt8>, at offset: Int) {
    self.init(
      text.block(at: offset), text.block(at: offset &+ 16), text.block(at: offset &+ 32),
      text.block(at: offset &+ 48))
  }

  @inline(__always)
  private init(_ a: ByteBlock, _ b: ByteBlock, _ c: ByteBlock, _ d: ByteBlock) {
    (self.a, self.b, self.c, self.d) = (a, b, c, d)
  }

  /// The bytes with bit 5 set, which converts `[` to `{` and `]` to `}`, so that one comparison finds both
  /// brackets and braces.
  @inline(__always)
  var lowercased: VectorOf64 {
    let bit = ByteBlock(repeating: 0x20)
    return VectorOf64(a | bit, b | bit, c | bit, d | bit)
  }

  /// Returns a bit mask of the positions in the block at which a byte occurs.
  @inline(__always)
  func matches(_ byte: UInt8) -> UInt64 {
    bits(a.equals(byte)) | bits(b.equals(byte)) &<< 16 | bits(c.equals(byte)) &<< 32
      | bits(d.equals(byte)) &<< 48
  }

  /// Returns whether any of the 64 bytes equals the given byte.
  @inline(__always)
  func contains(_ byte: UInt8) -> Bool { Self.hasAny(places(of: byte)) }

  /// Returns whether any of the 64 bytes equals one of the two given bytes.
  @inline(__always)
  func contains(_ byte: UInt8, or other: UInt8) -> Bool {
    let any: ByteMask = places(of: byte) .| places(of: other)
    return Self.hasAny(any)
  }

  /// Returns a mask of the lanes in which at least one of the block's four vectors contains the byte.
  @inline(__always)
  private func places(of byte: UInt8) -> ByteMask {
    let any: ByteMask = a.equals(byte) .| b.equals(byte) .| c.equals(byte) .| d.equals(byte)
    return any
  }

  /// Returns whether any lane of the mask is set.
  @inline(__always)
  private static func hasAny(_ mask: ByteMask) -> Bool {
    let halves = unsafeBitCast(mask, to: SIMD2<UInt64>.self)
    return halves[0] | halves[1] != 0
  }
}

/// Bit arithmetic that finds escaped bytes and the contents of strings in 64 bytes, after Langdale and
/// Lemire, "Parsing Gigabytes of JSON per Second" (2019).
private enum Escapes {
  /// Returns a bit mask of the bytes that are escaped by a preceding backslash.
  ///
  /// - Parameter next: 1 if the first byte of the block is escaped; updated for the next block.
  @inline(__always)
  static func escaped(_ bytes: VectorOf64, _ next: inout UInt64) -> UInt64 {
    guard bytes.contains(ASCII.backslash) else {
      defer { next = 0 }
      return next
    }
    let backslashes = bytes.matches(ASCII.backslash) & ~next
    let follows = backslashes &<< 1 | next
    let even: UInt64 = 0x5555_5555_5555_5555
    // Adding a run of ones to its first bit carries out of its end, which distinguishes runs of odd length
    // from runs of even length.
    let oddStarts = backslashes & ~even & ~follows
    let (sum, carry) = oddStarts.addingReportingOverflow(backslashes)
    next = carry ? 1 : 0
    return (even ^ sum &<< 1) & follows
  }

  /// Returns the prefix parity of a bit mask: each bit of the result is the parity of this bit and all lower
  /// bits. Applied to a mask of quotes, the result marks the bytes inside strings.
  @inline(__always)
  static func runningParity(_ bits: UInt64) -> UInt64 {
    var parity = bits
    parity ^= parity &<< 1
    parity ^= parity &<< 2
    parity ^= parity &<< 4
    parity ^= parity &<< 8
    parity ^= parity &<< 16
    parity ^= parity &<< 32
    return parity
  }
}
