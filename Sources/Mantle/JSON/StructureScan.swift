/// Where the brackets and commas of 64 bytes are, those inside strings left out; bit 0 is the first byte.
struct StructureBlock {
  /// The offset of bit 0.
  let start: Int
  var openers: UInt64
  var closers: UInt64
  /// The bytes outside of strings, and within the text.
  fileprivate var plain: UInt64

  @inline(__always)
  var hasBrackets: Bool { openers | closers != 0 }

  /// The commas, looked for only where they can matter.
  @inline(__always)
  func commas(_ text: UnsafePointer<UInt8>) -> UInt64 {
    VectorOf64(text, at: start).matches(ASCII.comma) & plain
  }
}

/// Goes through a text 64 bytes at a time and tells structure from the insides of strings, without looking
/// at anything else.
///
/// Blocks read up to 63 bytes beyond `end`, which ``JSONBytes/padding`` allows, and mask them off.
struct StructureScan: @unchecked Sendable {
  // Unchecked: whoever makes a scan keeps the bytes it points into alive.
  let text: UnsafePointer<UInt8>
  let end: Int
  /// Where the next block starts.
  private(set) var position: Int
  /// All ones inside a string.
  private var inString: UInt64 = 0
  /// 1 when the next byte is escaped.
  private var escapedNext: UInt64 = 0

  /// - Parameter position: a place outside of strings.
  init(_ text: UnsafePointer<UInt8>, from position: Int, to end: Int) {
    self.text = text
    self.end = end
    self.position = position
  }

  @inline(__always)
  mutating func next() -> StructureBlock {
    let bytes = VectorOf64(text, at: position)
    let quotes = bytes.matches(ASCII.quote) & ~Escapes.escaped(bytes, &escapedNext)
    let strings = Escapes.runningParity(quotes) ^ inString
    inString = UInt64(bitPattern: Int64(bitPattern: strings) >> 63)
    let valid: UInt64 = end &- position >= 64 ? ~0 : (1 << UInt64(end &- position)) &- 1
    let plain = ~strings & valid
    var block = StructureBlock(start: position, openers: 0, closers: 0, plain: plain)
    // Two of three blocks of records have none, and to see that takes less than to tell where.
    let brackets = bytes.lowercased
    if brackets.contains(ASCII.openBrace, or: ASCII.closeBrace) {
      block.openers = brackets.matches(ASCII.openBrace) & plain
      block.closers = brackets.matches(ASCII.closeBrace) & plain
    }
    position &+= 64
    return block
  }

  /// Passes blocks of white space, which takes less than to look for structure in them.
  @inline(__always)
  mutating func passWhitespace() {
    guard inString | escapedNext == 0 else { return }
    while end &- position >= 64, text.isWhitespaceFor64(at: position) { position &+= 64 }
  }
}

/// The same from back to front, starting at a place outside of strings.
///
/// Whether a place is inside a string follows from the quotes between it and a place that is not; so the
/// end of a text can be read without its beginning.
struct BackwardStructureScan {
  let text: UnsafePointer<UInt8>
  /// Where the blocks seen so far begin.
  private(set) var position: Int
  private let floor: Int
  private var inString: UInt64 = 0
  /// The run of backslashes last looked at: in a text made of them each block would measure it again.
  private var backslashes = 0..<0

  /// - Parameter position: a place outside of strings; the byte there is not looked at.
  init(_ text: UnsafePointer<UInt8>, before position: Int, downTo floor: Int) {
    self.text = text
    self.position = position
    self.floor = floor
  }

  var isAtStart: Bool { position <= floor }

  @inline(__always)
  mutating func previous() -> StructureBlock {
    let start = max(position &- 64, floor)
    let length = position &- start
    let valid: UInt64 = length >= 64 ? ~0 : (1 << UInt64(length)) &- 1
    let bytes = VectorOf64(text, at: start)
    var escapedNext: UInt64 = isEscaped(start) ? 1 : 0
    let quotes = bytes.matches(ASCII.quote) & ~Escapes.escaped(bytes, &escapedNext) & valid
    let parity = Escapes.runningParity(quotes)
    // The state before the block is the state after it, turned over by each of the block's quotes.
    let before = inString ^ (quotes.nonzeroBitCount & 1 == 0 ? 0 : ~0)
    inString = before
    let plain = ~(parity ^ before) & valid
    let brackets = bytes.lowercased
    position = start
    return StructureBlock(
      start: start, openers: brackets.matches(ASCII.openBrace) & plain,
      closers: brackets.matches(ASCII.closeBrace) & plain, plain: plain)
  }

  /// Whether an odd number of backslashes comes right before an offset.
  @inline(__always)
  private mutating func isEscaped(_ offset: Int) -> Bool {
    guard offset > floor, text[offset &- 1] == ASCII.backslash else { return false }
    if !(backslashes.contains(offset &- 1)) { backslashes = run(before: offset) }
    return (offset &- backslashes.lowerBound) & 1 == 1
  }

  @inline(never)
  private func run(before offset: Int) -> Range<Int> {
    var start = offset
    while start > floor, text[start - 1] == ASCII.backslash { start -= 1 }
    return start..<offset
  }
}

/// 64 bytes looked at together.
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

  /// The bytes with bit 5 set, which turns `[` into `{` and `]` into `}`, and nothing else into either.
  @inline(__always)
  var lowercased: VectorOf64 {
    let bit = ByteBlock(repeating: 0x20)
    return VectorOf64(a | bit, b | bit, c | bit, d | bit)
  }

  @inline(__always)
  func matches(_ byte: UInt8) -> UInt64 {
    bits(a.equals(byte)) | bits(b.equals(byte)) &<< 16 | bits(c.equals(byte)) &<< 32
      | bits(d.equals(byte)) &<< 48
  }

  @inline(__always)
  func contains(_ byte: UInt8) -> Bool { Self.hasAny(places(of: byte)) }

  @inline(__always)
  func contains(_ byte: UInt8, or other: UInt8) -> Bool {
    let any: ByteMask = places(of: byte) .| places(of: other)
    return Self.hasAny(any)
  }

  /// Whether it is in any of four bytes that are sixteen apart.
  @inline(__always)
  private func places(of byte: UInt8) -> ByteMask {
    let any: ByteMask = a.equals(byte) .| b.equals(byte) .| c.equals(byte) .| d.equals(byte)
    return any
  }

  @inline(__always)
  private static func hasAny(_ mask: ByteMask) -> Bool {
    let halves = unsafeBitCast(mask, to: SIMD2<UInt64>.self)
    return halves[0] | halves[1] != 0
  }
}

/// Bit arithmetic over 64 bytes, after Langdale and Lemire, "Parsing Gigabytes of JSON per Second" (2019).
private enum Escapes {
  /// The bytes that a backslash before them escapes.
  ///
  /// - Parameter next: 1 when the block's first byte is escaped; becomes the same for the next block.
  @inline(__always)
  static func escaped(_ bytes: VectorOf64, _ next: inout UInt64) -> UInt64 {
    guard bytes.contains(ASCII.backslash) else {
      defer { next = 0 }
      return next
    }
    let backslashes = bytes.matches(ASCII.backslash) & ~next
    let follows = backslashes &<< 1 | next
    let even: UInt64 = 0x5555_5555_5555_5555
    // Adding a run of ones to its first bit carries out of its end: where odd runs start, that tells an
    // odd length from an even one.
    let oddStarts = backslashes & ~even & ~follows
    let (sum, carry) = oddStarts.addingReportingOverflow(backslashes)
    next = carry ? 1 : 0
    return (even ^ sum &<< 1) & follows
  }

  /// Each bit the parity of the bits up to and with it.
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
