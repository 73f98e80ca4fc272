import MantlePlatform

/// The memory of the node table of a document or parser. It can grow and be reused, and its owner frees it.
struct NodeTable: ~Copyable, @unchecked Sendable {
  // Unchecked because only the owner of a table can modify the table, and documents never do.

  private(set) var nodes: UnsafeMutablePointer<NodeWord>
  private(set) var capacity: Int
  /// The number of nodes from the last parse, without the final entry that records the end of the text.
  var count = 0

  /// Allocates memory for the given number of nodes, but for at least eight.
  init(capacity: Int) {
    self.capacity = max(capacity, 8)
    nodes = Self.allocate(self.capacity)
  }

  deinit { free(nodes) }

  /// Enlarges the table to a capacity of at least `minimum` nodes and keeps the first `used` nodes.
  mutating func grow(to minimum: Int, keeping used: Int) {
    let larger = max(minimum, capacity * 2)
    let fresh = Self.allocate(larger)
    fresh.update(from: nodes, count: used)
    free(nodes)
    nodes = fresh
    capacity = larger
  }

  /// Sets the number of nodes and adds a final entry that records the end of the text.
  mutating func close(_ count: Int, textEnd: Int) {
    if count == capacity { grow(to: count + 1, keeping: count) }
    nodes[count] = NodeWord(.null, offset: textEnd, payload: 0)
    self.count = count
  }

  /// Releases the memory after the last node if that saves more than an eighth of the table.
  mutating func trim() {
    guard capacity > 64, count < capacity - capacity / 8 else { return }
    let smaller = max(count + 1, 8)
    guard let moved = realloc(nodes, smaller * MemoryLayout<NodeWord>.stride) else { return }
    nodes = moved.assumingMemoryBound(to: NodeWord.self)
    capacity = smaller
  }

  /// Allocates memory for a number of nodes. Large tables request large pages because the first access to
  /// each 4 KiB page would add half of the parsing time.
  private static func allocate(_ capacity: Int) -> UnsafeMutablePointer<NodeWord> {
    let size = capacity * MemoryLayout<NodeWord>.stride
    let isLarge = size >= 2 * largePage
    var memory: UnsafeMutableRawPointer?
    guard posix_memalign(&memory, isLarge ? largePage : 16, size) == 0, let memory else {
      return .allocate(capacity: capacity)  // traps because memory is exhausted
    }
    #if !canImport(Darwin)
      if isLarge { madvise(memory, size, MADV_HUGEPAGE) }
    #endif
    return memory.bindMemory(to: NodeWord.self, capacity: capacity)
  }

  /// The size of a large page in bytes.
  private static var largePage: Int { 1 << 21 }
}

/// An entry of the node table: eight bytes with the kind and location of a value.
///
/// The fields, from the lowest bit, are the offset of the value's first byte (32 bits), the payload (28), the
/// flag (1) and the kind (3). The offset is counted from the first byte of the document.
///
/// - String: the offset is that of the byte after the opening quote, and the payload is the length between
///   the quotes.
/// - Number: the payload is the length of the text.
/// - Container: the payload is the number of nodes in the subtree, including the container, so the next
///   sibling is at `index + payload`.
///
/// The flag marks strings with escapes, and numbers with a fraction or an exponent. A member consists of two
/// consecutive entries, the key (a string) and the value.
@frozen @usableFromInline package struct NodeWord {
  /// All fields of the entry, packed into 64 bits.
  @usableFromInline let bits: UInt64

  @inlinable @inline(__always) init(bits: UInt64) { self.bits = bits }

  /// Creates an entry from its fields. The payload must not exceed ``payloadLimit``, and the offset must not
  /// exceed ``offsetLimit``.
  @inlinable @inline(__always) init(_ kind: JSONKind, offset: Int, payload: Int, flag: Bool = false) {
    bits =
      UInt64(UInt32(truncatingIfNeeded: offset))
      | UInt64(UInt32(truncatingIfNeeded: payload)) << 32
      | (flag ? 1 << 60 : 0)
      | UInt64(kind.rawValue) << 61
  }

  /// The maximum payload. For a string, the maximum payload means that the string has at least this length
  /// and must be scanned again to determine its length.
  @inlinable @inline(__always) static var payloadLimit: Int { 0x0fff_ffff }

  /// The maximum offset: a document spans at most 4 GiB. Larger files are decoded element by element.
  @inlinable @inline(__always) static var offsetLimit: Int { 0xffff_ffff }

  /// The kind of the value, as the raw value of a ``JSONKind``.
  @inlinable @inline(__always) var kindCode: UInt8 { UInt8(truncatingIfNeeded: bits >> 61) }
  @inlinable @inline(__always) package var offset: Int { Int(bits & 0xffff_ffff) }
  @inlinable @inline(__always) var payload: Int { Int(bits >> 32 & 0x0fff_ffff) }
  @inlinable @inline(__always) package var flag: Bool { bits >> 60 & 1 != 0 }

  /// The offset of the value's first byte. For a string, this is the offset of the opening quote, whereas
  /// ``offset`` is the offset of the byte after the quote.
  @inlinable var startOffset: Int { kindCode == JSONKind.string.rawValue ? offset - 1 : offset }
}
