/// The edits, as a layer over bytes that never change: sparse, keyed by where in the original they are.
struct Overlay: Sendable {
  /// A place in the original that can be edited.
  enum Slot: Hashable, Sendable {
    /// The value that starts at this offset of the original.
    case value(Int)
    case gap(Gap)
  }

  /// A place between the children of a large container.
  struct Gap: Hashable, Sendable {
    /// The offset of the container.
    let container: Int
    /// The offset of the child before; nil for the place before the first one.
    let after: Int?
  }

  /// What is at a place instead of the original.
  enum Content: Hashable, Sendable {
    case bytes([UInt8])
    case removed(container: Int)
    case inserted([Insertion])
  }

  /// A child that is not in the original.
  struct Insertion: Hashable, Sendable {
    /// Unique in the session: what row identifiers name it by.
    let serial: Int
    var bytes: [UInt8]
  }

  private(set) var slots: [Slot: Content] = [:]

  var isEmpty: Bool { slots.isEmpty }

  subscript(slot: Slot) -> Content? { slots[slot] }

  func insertions(in gap: Gap) -> [Insertion] {
    guard case .inserted(let insertions) = slots[.gap(gap)] else { return [] }
    return insertions
  }

  func isRemoved(_ offset: Int) -> Bool { if case .removed = slots[.value(offset)] { true } else { false } }

  mutating func set(_ slot: Slot, to content: Content?) { slots[slot] = content }
}
