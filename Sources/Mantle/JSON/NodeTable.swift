import MantlePlatform

/// The memory behind a node table: grows, is reused, and is freed with its owner.
struct NodeTable: ~Copyable, @unchecked Sendable {
  // Unchecked: whoever owns the table has the only way to change it, and documents never do.

  private(set) var nodes: UnsafeMutablePointer<NodeWord>
  private(set) var capacity: Int
  /// How many nodes the last parse left, without the entry behind them.
  var count = 0

  init(capacity: Int) {
    self.capacity = max(capacity, 8)
    nodes = Self.allocate(self.capacity)
  }

  deinit { free(nodes) }

  /// Makes room for at least `minimum` nodes, keeping the first `used`.
  mutating func grow(to minimum: Int, keeping used: Int) {
    let larger = max(minimum, capacity * 2)
    let fresh = Self.allocate(larger)
    fresh.update(from: nodes, count: used)
    free(nodes)
    nodes = fresh
    capacity = larger
  }

  /// Ends the table behind its last node with an entry that says where the text ends.
  mutating func close(_ count: Int, textEnd: Int) {
    if count == capacity { grow(to: count + 1, keeping: count) }
    nodes[count] = NodeWord(.null, offset: textEnd, payload: 0)
    self.count = count
  }

  /// Gives back the memory behind the last node, if it is worth the trouble.
  mutating func trim() {
    guard capacity > 64, count < capacity - capacity / 8 else { return }
    let smaller = max(count + 1, 8)
    guard let moved = realloc(nodes, smaller * MemoryLayout<NodeWord>.stride) else { return }
    nodes = moved.assumingMemoryBound(to: NodeWord.self)
    capacity = smaller
  }

  /// Large tables ask for large pages: touching new 4 KiB pages one by one costs half as much as parsing.
  private static func allocate(_ capacity: Int) -> UnsafeMutablePointer<NodeWord> {
    let size = capacity * MemoryLayout<NodeWord>.stride
    let isLarge = size >= 2 * largePage
    var memory: UnsafeMutableRawPointer?
    guard posix_memalign(&memory, isLarge ? largePage : 16, size) == 0, let memory else {
      return .allocate(capacity: capacity)  // which says that memory is exhausted, and stops
    }
    #if !canImport(Darwin)
      if isLarge { madvise(memory, size, MADV_HUGEPAGE) }
    #endif
    return memory.bindMemory(to: NodeWord.self, capacity: capacity)
  }

  private static var largePage: Int { 1 << 21 }
}

/// One entry of the node table: 8 bytes that say what a value is and where it stands.
///
/// Layout, from the lowest bit: offset of the value's first byte (32), payload (28), flag (1), kind (3).
/// The offset counts from the first byte of the document. For strings it is the byte after the opening
/// quote and the payload is the length between the quotes; for numbers the payload is the length of the
/// text; for containers it is the number of nodes in the subtree, the container's own included, so the
/// next sibling is `index + payload`. The flag marks strings with escapes and numbers with a fraction or
/// an exponent. Object members are two consecutive entries, the key (a string node) and the value.
@frozen @usableFromInline struct NodeWord {
  @usableFromInline let bits: UInt64

  @inlinable @inline(__always) init(bits: UInt64) { self.bits = bits }

  @inlinable @inline(__always) init(_ kind: JSONKind, offset: Int, payload: Int, flag: Bool = false) {
    bits =
      UInt64(UInt32(truncatingIfNeeded: offset))
      | UInt64(UInt32(truncatingIfNeeded: payload)) << 32
      | (flag ? 1 << 60 : 0)
      | UInt64(kind.rawValue) << 61
  }

  /// The largest payload; a string of this length or more stores it and is measured again when read.
  @inlinable @inline(__always) static var payloadLimit: Int { 0x0fff_ffff }

  /// The largest offset: one document spans at most 4 GiB. Larger files are read element by element.
  @inlinable @inline(__always) static var offsetLimit: Int { 0xffff_ffff }

  @inlinable @inline(__always) var kindCode: UInt8 { UInt8(truncatingIfNeeded: bits >> 61) }
  @inlinable @inline(__always) var offset: Int { Int(bits & 0xffff_ffff) }
  @inlinable @inline(__always) var payload: Int { Int(bits >> 32 & 0x0fff_ffff) }
  @inlinable @inline(__always) var flag: Bool { bits >> 60 & 1 != 0 }
}
