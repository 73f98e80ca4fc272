import MantlePlatform

/// An immutable text in memory or in a mapped file, with room after its end.
///
/// At least `padding` readable bytes follow the last one, so scanning code may load whole vectors without
/// checking for the end first. They are zero, except that a mapped file which grows while it is open may
/// show its new bytes there; nothing may therefore rely on them to stop.
///
/// > Important: A mapped file that another process truncates loses its pages, and reading them raises
/// > SIGBUS. Programs that must survive this read the file into memory themselves: `JSONBytes([UInt8])`.
public final class JSONBytes: @unchecked Sendable {
  // Unchecked: the memory is written before the initialiser returns and never again.

  /// How many readable bytes follow the text.
  package static var padding: Int { 64 }

  /// The length of the text in bytes.
  public let count: Int
  /// Where lines begin, as far as they were asked for.
  let positions = PositionIndex()

  @usableFromInline let base: UnsafePointer<UInt8>
  private let owner: Owner
  /// The text this one was made from; nil for one that stands for itself.
  let origin: JSONOrigin?

  /// Who frees the memory, and how.
  private enum Owner {
    case heap
    /// Memory that was not allocated here, such as a mapped file.
    case foreign(release: @Sendable (UnsafeMutableRawPointer) -> Void)
  }

  private init(base: UnsafePointer<UInt8>, count: Int, owner: Owner, origin: JSONOrigin? = nil) {
    self.base = base
    self.count = count
    self.owner = owner
    self.origin = origin
  }

  /// Takes over memory with at least ``padding`` readable bytes behind the text.
  package convenience init(
    base: UnsafePointer<UInt8>, count: Int, release: @escaping @Sendable (UnsafeMutableRawPointer) -> Void
  ) {
    self.init(base: base, count: count, owner: .foreign(release: release))
  }

  /// Whether the memory is that of a mapped file.
  package var isMapping: Bool {
    if case .foreign = owner { true } else { false }
  }

  deinit {
    let memory = UnsafeMutableRawPointer(mutating: base)
    switch owner {
    case .heap: memory.deallocate()
    case .foreign(let release): release(memory)
    }
  }

  /// A copy of the given bytes.
  public convenience init(_ bytes: [UInt8]) {
    self.init(count: bytes.count) { $0.copyBytes(from: bytes) }
  }

  /// A copy of the text's UTF-8 bytes.
  public convenience init(_ text: String) { self.init(copying: text.utf8) }

  /// A copy of the given bytes, whatever keeps them.
  convenience init(copying bytes: some Collection<UInt8>) {
    self.init(count: bytes.count) { memory in
      let isCopied: Void? = bytes.withContiguousStorageIfAvailable { memory.copyBytes(from: $0) }
      if isCopied == nil { memory.copyBytes(from: bytes) }
    }
  }

  /// Memory of the right size with zeros after it, all of it to be filled by the closure.
  ///
  /// - Parameter origin: asked for when the memory is filled.
  convenience init(
    count: Int, origin: () -> JSONOrigin? = { nil }, filling fill: (UnsafeMutableRawBufferPointer) -> Void
  ) {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: count + Self.padding, alignment: 16)
    fill(UnsafeMutableRawBufferPointer(start: memory, count: count))
    memory.advanced(by: count).initializeMemory(as: UInt8.self, repeating: 0, count: Self.padding)
    self.init(
      base: UnsafePointer(memory.assumingMemoryBound(to: UInt8.self)), count: count, owner: .heap,
      origin: origin())
  }
}

extension JSONBytes {
  /// The byte at an offset, or 0 outside the text.
  package subscript(offset: Int) -> UInt8 {
    offset >= 0 && offset < count ? base[offset] : 0
  }

  /// The part of a range that lies inside the text.
  package func clamp(_ range: Range<Int>) -> Range<Int> { range.clamped(to: 0..<count) }

  /// A copy of a range; what lies outside the text is left out.
  package func slice(_ range: Range<Int>) -> [UInt8] {
    withBytes(in: range) { [UInt8]($0) }
  }

  /// A range as text, with U+FFFD for what is not UTF-8; what lies outside the text is left out.
  package func text(_ range: Range<Int>) -> String {
    withBytes(in: range) { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether the text starts with a byte order mark, which is not part of its JSON.
  package var hasByteOrderMark: Bool {
    self[0] == 0xEF && self[1] == 0xBB && self[2] == 0xBF
  }

  /// The length of the byte order mark.
  var markLength: Int { hasByteOrderMark ? 3 : 0 }

  /// Where the JSON begins, after a byte order mark and a prefix against script inclusion.
  package var textStart: Int { markLength + scriptGuardLength }

  /// The length of the prefix that keeps a response from being included as a script.
  package var scriptGuardLength: Int {
    let start = markLength
    // `)`, `f`, `t` or `w`
    guard [0x29, 0x66, 0x74, 0x77].contains(self[start]) else { return 0 }
    return Self.scriptGuards.first { slice(start..<start + $0.count).elementsEqual($0) }?.count ?? 0
  }

  private static let scriptGuards = [
    ")]}',", ")]}'", "while(1);", "while (1);", "for(;;);", "for (;;);", "throw 1; <dont be evil>",
  ].map { Array($0.utf8) }

  /// Lends the bytes of a range, clamped to the text, for the duration of the call.
  package func withBytes<Result, Failure>(
    in range: Range<Int>, _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let range = clamp(range)
    defer { withExtendedLifetime(self) {} }
    return try body(UnsafeBufferPointer(start: base + range.lowerBound, count: range.count))
  }
}
