/// How far an index has come.
package struct JSONIndexProgress: Sendable, Hashable {
  /// How far the text has been looked at.
  package let scanned: Int
  /// Where it ends.
  package let end: Int
  /// How many children were met so far.
  package let count: Int
  /// Whether all were met.
  package let isComplete: Bool
}

/// Some children with their numbers, a few kilobytes apart, by which any other is found fast.
struct JSONCheckpoints: Sendable {
  struct Checkpoint: Sendable {
    let ordinal: Int
    let start: Int
  }

  private var checkpoints: [Checkpoint] = []
  /// The fewest bytes between two checkpoints.
  var interval = 1 << 13

  private static var limit: Int { 1 << 18 }

  mutating func add(ordinal: Int, start: Int) {
    if let last = checkpoints.last, start - last.start < interval { return }
    checkpoints.append(Checkpoint(ordinal: ordinal, start: start))
    if checkpoints.count >= Self.limit { thin() }
  }

  /// Takes over checkpoints behind all of these.
  mutating func append(_ others: JSONCheckpoints) {
    interval = max(interval, others.interval)
    for other in others.checkpoints { add(ordinal: other.ordinal, start: other.start) }
  }

  /// Leaves out every second one, so that memory stays bounded in texts of any size.
  private mutating func thin() {
    interval *= 2
    checkpoints = stride(from: 0, to: checkpoints.count, by: 2).map { checkpoints[$0] }
  }

  /// The last checkpoint at or before a child.
  func last(ordinal: Int) -> Checkpoint? { last { $0.ordinal <= ordinal } }

  /// The last checkpoint at or before an offset.
  func last(start: Int) -> Checkpoint? { last { $0.start <= start } }

  private func last(_ isBefore: (Checkpoint) -> Bool) -> Checkpoint? {
    let count = checkpoints.countOfPrefix(while: isBefore)
    return count > 0 ? checkpoints[count - 1] : nil
  }
}
