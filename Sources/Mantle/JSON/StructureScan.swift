/// The brackets and commas among 64 bytes, except those inside strings, as bit masks; bit 0 is the first
/// byte.
package struct StructureBlock {
  /// The offset of bit 0.
  package let start: Int
  /// The opening brackets.
  package var openers: UInt64
  /// The closing brackets.
  package var closers: UInt64
  /// The bytes outside of strings and within the input.
  fileprivate var plain: UInt64

  /// Whether the block contains brackets.
  @inline(__always)
  var hasBrackets: Bool { openers | closers != 0 }

  /// Returns the commas, which are computed on demand because many blocks do not need them.
  @inline(__always)
  func commas(_ text: UnsafePointer<UInt8>) -> UInt64 {
    VectorOf64(text, at: start).matches(ASCII.comma) & plain
  }
}

/// A forward scan that separates structure from the contents of strings, 64 bytes at a time.
///
/// Blocks are read up to 63 bytes past `end`, which ``JSONBytes/padding`` allows, and are masked.
package struct StructureScan: @unchecked Sendable {
  // Unchecked because the creator of a scan keeps the bytes alive.
  let text: UnsafePointer<UInt8>
  let end: Int
  /// The start of the next block.
  package private(set) var position: Int
  /// All ones inside a string, otherwise zero.
  private var inString: UInt64 = 0
  /// 1 if the next byte is escaped, otherwise 0.
  private var escapedNext: UInt64 = 0

  /// Creates a scan.
  ///
  /// - Parameter position: An offset outside of strings.
  package init(_ text: UnsafePointer<UInt8>, from position: Int, to end: Int) {
    self.text = text
    self.end = end
    self.position = position
  }

  /// Returns the next block and advances past it.
  @inline(__always)
  package mutating func next() -> StructureBlock {
    let bytes = VectorOf64(text, at: position)
    let quotes = bytes.matches(ASCII.quote) & ~Escapes.escaped(bytes, &escapedNext)
    let strings = Escapes.runningParity(quotes) ^ inString
    inString = UInt64(bitPattern: Int64(bitPattern: strings) >> 63)
    let valid: UInt64 = end &- position >= 64 ? ~0 : (1 << UInt64(end &- position)) &- 1
    let plain = ~strings & valid
    var block = StructureBlock(start: position, openers: 0, closers: 0, plain: plain)
    // Two of three blocks of records have no brackets, and checking that is faster than locating them.
    let brackets = bytes.lowercased
    if brackets.contains(ASCII.openBrace, or: ASCII.closeBrace) {
      block.openers = brackets.matches(ASCII.openBrace) & plain
      block.closers = brackets.matches(ASCII.closeBrace) & plain
    }
    position &+= 64
    return block
  }

  /// Skips blocks of white space, which is faster than scanning them for structure.
  @inline(__always)
  mutating func passWhitespace() {
    guard inString | escapedNext == 0 else { return }
    while end &- position >= 64, text.isWhitespaceFor64(at: position) { position &+= 64 }
  }
}

/// A backward scan, which starts outside of strings.
///
/// Whether a byte is inside a string follows from the number of quotes between it and a byte outside of
/// strings, so the end of the input can be scanned without its beginning.
struct BackwardStructureScan {
  let text: UnsafePointer<UInt8>
  /// The start of the blocks returned so far.
  private(set) var position: Int
  private let floor: Int
  /// All ones inside a string, otherwise zero.
  private var inString: UInt64 = 0
  /// The run of backslashes that was measured last. In an input that consists of backslashes, each block
  /// would measure it again.
  private var backslashes = 0..<0

  /// Creates a scan.
  ///
  /// - Parameter position: An offset outside of strings; the scan begins with the byte before it.
  init(_ text: UnsafePointer<UInt8>, before position: Int, downTo floor: Int) {
    self.text = text
    self.position = position
    self.floor = floor
  }

  var isAtStart: Bool { position <= floor }

  /// Returns the preceding block and moves before it.
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

  /// Whether an odd number of backslashes directly precedes an offset.
  @inline(__always)
  private mutating func isEscaped(_ offset: Int) -> Bool {
    guard offset > floor, text[offset &- 1] == ASCII.backslash else { return false }
    if !(backslashes.contains(offset &- 1)) { backslashes = run(before: offset) }
    return (offset &- backslashes.lowerBound) & 1 == 1
  }

  /// Returns the run of backslashes that ends at an offset.
  @inline(never)
  private func run(before offset: Int) -> Range<Int> {
    var start = offset
    while start > floor, text[start - 1] == ASCII.backslash { start -= 1 }
    return start..<offset
  }
}

/// 64 bytes that are processed together.
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

  /// The bytes with bit 5 set, which converts `[` to `{` and `]` to `}` and no other byte to either.
  @inline(__always)
  var lowercased: VectorOf64 {
    let bit = ByteBlock(repeating: 0x20)
    return VectorOf64(a | bit, b | bit, c | bit, d | bit)
  }

  /// Returns the positions of a byte as a bit mask.
  @inline(__always)
  func matches(_ byte: UInt8) -> UInt64 {
    bits(a.equals(byte)) | bits(b.equals(byte)) &<< 16 | bits(c.equals(byte)) &<< 32
      | bits(d.equals(byte)) &<< 48
  }

  /// Whether a byte occurs.
  @inline(__always)
  func contains(_ byte: UInt8) -> Bool { Self.hasAny(places(of: byte)) }

  /// Whether one of two bytes occurs.
  @inline(__always)
  func contains(_ byte: UInt8, or other: UInt8) -> Bool {
    let any: ByteMask = places(of: byte) .| places(of: other)
    return Self.hasAny(any)
  }

  /// Returns the lanes in which a byte occurs in any of the four vectors.
  @inline(__always)
  private func places(of byte: UInt8) -> ByteMask {
    let any: ByteMask = a.equals(byte) .| b.equals(byte) .| c.equals(byte) .| d.equals(byte)
    return any
  }

  /// Whether any lane of the mask is set.
  @inline(__always)
  private static func hasAny(_ mask: ByteMask) -> Bool {
    let halves = unsafeBitCast(mask, to: SIMD2<UInt64>.self)
    return halves[0] | halves[1] != 0
  }
}

/// Bit arithmetic on 64 bytes, after Langdale and Lemire, "Parsing Gigabytes of JSON per Second" (2019).
private enum Escapes {
  /// Returns the bytes that are escaped by a preceding backslash.
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

  /// Returns the prefix parity: each bit is the parity of all bits up to and including it.
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
