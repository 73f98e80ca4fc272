import Synchronization

/// The child of a large container that a path was last worked out for: the next path starts there.
///
/// Paths are mostly asked for in the order of the document, but by one caller for each element: without this, those of
/// 32,000 issues with a remark each took 31 s, since every path was counted from the first element on.
struct LastChild: ~Copyable, Sendable {
  /// The numbers of the nodes of container and child; the child's place among its siblings.
  private let value = Atomic(WordPair(first: .max, second: 0))

  /// The child found last, if it was in this container.
  func child(in container: Int) -> (index: Int, ordinal: Int)? {
    let known = value.load(ordering: .relaxed)
    guard Int(known.first >> 32) == container, known.first != .max else { return nil }
    return (Int(known.first & 0xffff_ffff), Int(known.second))
  }

  func remember(_ child: Int, _ ordinal: Int, in container: Int) {
    guard child < 0xffff_ffff else { return }
    value.store(
      WordPair(first: UInt(container) << 32 | UInt(child), second: UInt(ordinal)), ordering: .relaxed)
  }
}
