/// The progress of a ``JSONChildIndex`` in counting the children of its container.
package struct JSONIndexProgress: Sendable, Hashable {
  /// The offset up to which the container has been scanned.
  package let scanned: Int
  /// The offset at which the container ends at the latest.
  let end: Int
  /// The number of children that have been counted.
  package let count: Int
  /// Whether all children have been counted.
  package let isComplete: Bool
}

/// The offsets of some children, several kilobytes apart, from which a scan reaches any other child quickly.
struct JSONCheckpoints: Sendable {
  /// A checkpoint: the index of a child among its siblings, and the offset at which the child starts.
  struct Checkpoint: Sendable {
    let ordinal: Int
    let start: Int
  }

  private var checkpoints: [Checkpoint] = []
  /// The minimum number of bytes between two checkpoints.
  var interval = 1 << 13

  /// The maximum number of checkpoints. When it is reached, every second checkpoint is removed to save memory.
  private static var limit: Int { 1 << 18 }

  /// Adds a checkpoint, unless its distance from the previous checkpoint is less than ``interval``.
  mutating func add(ordinal: Int, start: Int) {
    if let last = checkpoints.last, start - last.start < interval { return }
    checkpoints.append(Checkpoint(ordinal: ordinal, start: start))
    if checkpoints.count >= Self.limit { thin() }
  }

  /// Appends checkpoints, which must follow all existing checkpoints.
  mutating func append(_ others: JSONCheckpoints) {
    interval = max(interval, others.interval)
    for other in others.checkpoints { add(ordinal: other.ordinal, start: other.start) }
  }

  /// Removes every second checkpoint and doubles the interval, which bounds the memory for inputs of any
  /// size.
  private mutating func thin() {
    interval *= 2
    checkpoints = stride(from: 0, to: checkpoints.count, by: 2).map { checkpoints[$0] }
  }

  /// Returns the last checkpoint at or before the child with an index; nil if there is none.
  func last(ordinal: Int) -> Checkpoint? { last { $0.ordinal <= ordinal } }

  /// Returns the last checkpoint at or before an offset; nil if there is none.
  func last(start: Int) -> Checkpoint? { last { $0.start <= start } }

  private func last(_ isBefore: (Checkpoint) -> Bool) -> Checkpoint? {
    let count = checkpoints.countOfPrefix(while: isBefore)
    return count > 0 ? checkpoints[count - 1] : nil
  }
}
