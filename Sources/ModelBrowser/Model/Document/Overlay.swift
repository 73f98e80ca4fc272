import Mantle
import MantleDocuments

/// The edits as a sparse layer over immutable bytes, keyed by their place in the original.
///
///     offset     0    5    10   15
///     original   [111, 222, 333]
///     edits      value at 6 → removed      gap after 11 → inserted 444
///     text       [111, 333, 444]
///
/// A slot is the place of one edit: a value of the original, by its offset, or a gap between two children. Offsets are
/// those of the original, so that no edit moves the slot of another one.
struct Overlay: Sendable {
  /// A place in the original that can be edited.
  enum Slot: Hashable, Sendable {
    /// A value of the original: a record, or a value that is removed.
    case value(ChildID)
    case gap(Gap)
  }

  /// A place between the children of a large container.
  struct Gap: Hashable, Sendable {
    /// The offset of the container in the original.
    let container: Int
    /// The child before the gap; nil for the gap before the first child.
    let after: ChildID?

    /// The offset of the child before the gap; -1 for the gap before the first child.
    var anchor: Int { after?.offset ?? -1 }
  }

  /// The content that replaces the original at a slot.
  enum Content: Hashable, Sendable {
    case text(RecordText)
    case removed(container: Int)
    case inserted([Insertion])

    var insertions: [Insertion] {
      if case .inserted(let insertions) = self { insertions } else { [] }
    }
  }

  /// A child that is not in the original.
  struct Insertion: Hashable, Sendable {
    /// The number of the insertion, which is unique in the session and identifies the row.
    let serial: Int
    /// The key of a member; nil in a list.
    let key: String?
    var value: [UInt8]
    /// The child of the original that was moved here; nil for a new value.
    var origin: ChildID?

    /// The number that identifies the element even after a move: the offset of its origin, or a negative number.
    var elementKey: Int { origin?.offset ?? ~serial }
  }

  private(set) var slots: [Slot: Content] = [:]

  subscript(slot: Slot) -> Content? { slots[slot] }

  func insertions(in gap: Gap) -> [Insertion] {
    guard case .inserted(let insertions) = slots[.gap(gap)] else { return [] }
    return insertions
  }

  func isRemoved(_ child: ChildID) -> Bool {
    if case .removed = slots[.value(child)] { true } else { false }
  }

  /// Returns the gap, the index and the insertion with a serial number; nil if the serial number is unknown.
  ///
  /// - Complexity: O(1), and O(edits) once after each edit.
  func insertion(_ serial: Int) -> (gap: Gap, index: Int, insertion: Insertion)? {
    guard let (gap, index) = structure.insertions[serial] else { return nil }
    return (gap, index, insertions(in: gap)[index])
  }

  /// Returns the insertion of an element with an element key; nil if the key is unknown.
  ///
  /// - Complexity: O(edits).
  func insertion(knownAs element: Int) -> Insertion? {
    for case .inserted(let insertions) in slots.values {
      if let found = insertions.first(where: { $0.elementKey == element }) { return found }
    }
    return nil
  }

  /// Returns the number of inserted minus removed children of a container before an offset of the original.
  ///
  /// - Complexity: O(log edits), and O(edits log edits) once after each edit.
  func shift(before offset: Int, in container: Int) -> Int {
    guard let shifts = structure.containers[container]?.shifts else { return 0 }
    let count = shifts.countOfPrefix { $0.offset < offset }
    return count == 0 ? 0 : shifts[count - 1].sum
  }

  /// Returns the current index of a child of the original; nil until the index is counted.
  func ordinal(of child: JSONChild, _ index: JSONChildIndex, in container: Int) -> Int? {
    (child.ordinal ?? index.ordinal(of: child)).map {
      $0 + shift(before: child.value.lowerBound, in: container)
    }
  }

  /// Returns the current index of the first insertion in a gap; nil until the index is counted.
  func firstOrdinal(in gap: Gap, _ index: JSONChildIndex) -> Int? {
    guard let after = gap.after else { return 0 }
    return ordinal(of: after.child, index, in: gap.container).map { $0 + (isRemoved(after) ? 0 : 1) }
  }

  /// Returns the nearest gap of a container that has insertions; nil if there is none. Forward, this is the first such gap
  /// after the child at the offset or after a later child; backward, the last such gap after a child before the offset or at
  /// the start of the container.
  ///
  /// - Complexity: O(log edits), and O(edits log edits) once after each edit.
  func filledGap(from offset: Int, forward: Bool, in container: Int) -> Gap? {
    let gaps = filledGaps(in: container)
    let next = gaps.countOfPrefix { $0.anchor < offset }
    let index = forward ? next : next - 1
    return gaps.indices.contains(index) ? gaps[index] : nil
  }

  /// Returns the gaps of a container that have insertions, in text order.
  func filledGaps(in container: Int) -> [Gap] { structure.containers[container]?.gaps ?? [] }

  /// Returns the offsets of the children of a container that were removed.
  func removedChildren(of container: Int) -> [Int] {
    slots.compactMap { slot, content in
      if case .value(let child) = slot, content == .removed(container: container) {
        child.offset
      } else {
        nil
      }
    }
  }

  /// The offsets of the containers with inserted or removed children.
  var structuredContainers: [Int] { Array(structure.containers.keys) }

  /// Returns whether children of a container were inserted or removed.
  func hasStructure(in container: Int) -> Bool { structure.containers[container] != nil }

  mutating func set(_ slot: Slot, to content: Content?) {
    slots[slot] = content
    knownStructure = Locked(nil)
  }

  private var knownStructure = Locked<Structure?>(nil)

  private var structure: Structure {
    knownStructure.withLock { known in
      if let known { return known }
      let structure = Structure(slots)
      known = structure
      return structure
    }
  }
}

/// The insertions and removals of an overlay, in the order of the text.
private struct Structure {
  /// The inserted and removed children of one container.
  struct Container {
    /// The gaps that have insertions.
    var gaps: [Overlay.Gap] = []
    /// The number of inserted minus removed children up to each offset.
    var shifts: [(offset: Int, sum: Int)] = []
  }

  private(set) var containers: [Int: Container] = [:]
  private(set) var insertions: [Int: (gap: Overlay.Gap, index: Int)] = [:]

  init(_ slots: [Overlay.Slot: Overlay.Content]) {
    for (slot, content) in slots {
      switch (slot, content) {
      case (.gap(let gap), .inserted(let inserted)):
        containers[gap.container, default: Container()].gaps.append(gap)
        containers[gap.container]?.shifts.append((gap.anchor, inserted.count))
        for (index, insertion) in inserted.enumerated() { insertions[insertion.serial] = (gap, index) }
      case (.value(let child), .removed(let container)):
        containers[container, default: Container()].shifts.append((child.offset, -1))
      default: break
      }
    }
    for container in containers.keys { containers[container]?.sort() }
  }
}

extension Structure.Container {
  fileprivate mutating func sort() {
    gaps.sort { $0.anchor < $1.anchor }
    shifts.sort { $0.offset < $1.offset }
    for index in shifts.indices.dropFirst() { shifts[index].sum += shifts[index - 1].sum }
  }
}

extension Overlay.Slot {
  /// The offset in the original text at which the slot's content begins.
  var start: Int {
    switch self {
    case .value(let child): child.offset
    case .gap(let gap): gap.after?.child.range.upperBound ?? gap.container + 1
    }
  }

  /// The sort key of the slot in text order: insertions come before a child at the same offset.
  var order: (Int, Int) {
    switch self {
    case .value: (start, 1)
    case .gap: (start, 0)
    }
  }
}

/// The new text of a record, with the properties that were determined when the edit was made.
struct RecordText: Hashable, Sendable {
  let bytes: [UInt8]
  /// The repair of malformed text, stored because repairing the text again takes long; nil if it is not known or not needed.
  let repair: JSONRepair?

  init(_ bytes: [UInt8], repair: JSONRepair? = nil) { (self.bytes, self.repair) = (bytes, repair) }

  static func == (a: RecordText, b: RecordText) -> Bool { a.bytes == b.bytes }
  func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}
