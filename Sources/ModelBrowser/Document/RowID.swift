import Mantle

/// Which row: the steps from the root down to it, and nothing of what it holds.
///
/// Identifiers survive edits, so folds and the cursor stay where they were; they are linked from the inside
/// out, so the rows of one container share everything above them and nesting costs nothing.
final class RowID: Hashable, Sendable {
  /// How to get from a row to one of those inside it.
  enum Step: Hashable, Sendable {
    /// A child of a large container, as it is in the file.
    case child(ChildID)
    /// A child of a large container that is not in the file: the number it was inserted under.
    case inserted(Int)
    /// The row at this position inside a record.
    case index(Int)
  }

  static let root = RowID()

  let step: Step
  /// How many rows are around this one.
  let depth: Int
  /// Immutable after init, except that `deinit` takes the chain apart.
  private nonisolated(unsafe) var outer: RowID?
  private let hash: Int

  private init() {
    step = .index(0)
    depth = 0
    outer = nil
    hash = 0
  }

  private init(_ outer: RowID, _ step: Step) {
    self.outer = outer
    self.step = step
    depth = outer.depth + 1
    var hasher = Hasher()
    hasher.combine(outer.hash)
    hasher.combine(step)
    hash = hasher.finalize()
  }

  deinit {
    // Released one by one: a chain of a million would otherwise take a million stack frames.
    guard var next = outer else { return }
    outer = nil
    while isKnownUniquelyReferenced(&next), let further = next.outer {
      next.outer = nil
      next = further
    }
  }

  var parent: RowID? { outer }

  func child(_ step: Step) -> RowID { RowID(self, step) }

  /// From the root down.
  var steps: [Step] {
    var steps: [Step] = []
    var id = self
    while let outer = id.outer {
      steps.append(id.step)
      id = outer
    }
    return steps.reversed()
  }

  /// Whether the row is this one or stands inside it. O(difference in depth).
  func contains(_ other: RowID) -> Bool {
    var id = other
    while id.depth > depth, let outer = id.outer { id = outer }
    return id == self
  }

  static func == (a: RowID, b: RowID) -> Bool {
    guard a.hash == b.hash, a.depth == b.depth else { return false }
    var (a, b) = (a, b)
    while a !== b {
      guard a.step == b.step, let outerA = a.outer, let outerB = b.outer else { return false }
      (a, b) = (outerA, outerB)
    }
    return true
  }

  func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

/// A child of a large container; its number, which may not be known yet, does not count.
struct ChildID: Hashable, Sendable {
  let child: JSONChild

  init(_ child: JSONChild) { self.child = child }

  /// Where the value begins in the file.
  var offset: Int { child.value.lowerBound }

  static func == (a: ChildID, b: ChildID) -> Bool { a.offset == b.offset }
  func hash(into hasher: inout Hasher) { hasher.combine(offset) }
}

/// What was edited, whichever way it was looked at: rows are at other positions in the raw JSON view, or with another
/// model, but a place in the JSON stays the same.
struct EditedPlace: Hashable, Sendable {
  /// The innermost row around it that every view has: a child of a large container, or the whole text.
  let outer: RowID
  /// The way from that row's value to the edited one.
  let path: [JSONKeyPath.Component]

  func child(_ component: JSONKeyPath.Component) -> EditedPlace {
    EditedPlace(outer: outer, path: path + [component])
  }
}
