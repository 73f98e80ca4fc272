#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

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
