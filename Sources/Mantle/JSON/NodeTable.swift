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
  /// How many nodes the last parse left.
  var count = 0

  init(capacity: Int) {
    self.capacity = max(capacity, 8)
    nodes = .allocate(capacity: self.capacity)
  }

  deinit { nodes.deallocate() }

  /// Makes room for at least `minimum` nodes, keeping the first `used`.
  mutating func grow(to minimum: Int, keeping used: Int) {
    resize(max(minimum, capacity * 2), keeping: used)
  }

  /// Gives back the memory behind the last node, if it is worth the trouble.
  mutating func trim() {
    if capacity > 64, count < capacity - capacity / 8 { resize(max(count, 8), keeping: count) }
  }

  private mutating func resize(_ newCapacity: Int, keeping used: Int) {
    // `realloc` moves large tables by remapping their pages rather than by copying.
    let bytes = newCapacity * MemoryLayout<NodeWord>.stride
    if let moved = realloc(nodes, bytes) {
      nodes = moved.assumingMemoryBound(to: NodeWord.self)
    } else {
      let fresh = UnsafeMutablePointer<NodeWord>.allocate(capacity: newCapacity)
      fresh.update(from: nodes, count: used)
      nodes.deallocate()
      nodes = fresh
    }
    capacity = newCapacity
  }
}
