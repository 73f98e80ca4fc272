import Mantle

/// Which row: the steps from the root down to it, and nothing of what it holds.
///
/// Identifiers survive edits, so folds and the cursor stay where they were; they are linked from the inside
/// out, so the rows of one container share everything above them and nesting costs nothing.
///
/// Two of them are compared in O(1), by a digest of 128 bits of all steps with keys that differ in each process: no file
/// can be made so that two of its rows have the same, and among a billion rows that happens by chance once in 10^20.
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

  /// A 128-bit digest of all steps of an identifier.
  private struct Digest: Hashable {
    var high = 0
    var low = 0

    func adding(_ step: Step) -> Digest { Digest(high: hash(step, 0), low: hash(step, 1)) }

    private func hash(_ step: Step, _ half: UInt8) -> Int {
      var hasher = Hasher()
      hasher.combine(half)
      hasher.combine(high)
      hasher.combine(low)
      hasher.combine(step)
      return hasher.finalize()
    }
  }

  static let root = RowID()

  let step: Step
  /// How many rows are around this one.
  let depth: Int
  /// Immutable after init, except that `deinit` takes the chain apart.
  private nonisolated(unsafe) var outer: RowID?
  /// A row further out, so that any of them is found in O(log depth): as far away as in a skew-binary list.
  private nonisolated(unsafe) var jump: RowID?
  private let digest: Digest

  private init() {
    step = .index(0)
    depth = 0
    outer = nil
    jump = nil
    digest = Digest()
  }

  private init(_ outer: RowID, _ step: Step) {
    self.outer = outer
    self.step = step
    depth = outer.depth + 1
    digest = outer.digest.adding(step)
    let near = outer.jump ?? outer
    let far = near.jump ?? near
    jump = outer.depth - near.depth == near.depth - far.depth ? far : outer
  }

  deinit {
    // Released one by one: a chain of a million would otherwise take a million stack frames.
    jump = nil
    guard var next = outer else { return }
    outer = nil
    while isKnownUniquelyReferenced(&next), let further = next.outer {
      next.jump = nil
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

  /// Returns the ancestor at a depth, or the identifier itself at its own depth; nil if the identifier is
  /// not as deep as that.
  ///
  /// - Complexity: O(log depth).
  func ancestor(at depth: Int) -> RowID? {
    guard 0...self.depth ~= depth else { return nil }
    var id = self
    while id.depth > depth {
      if let jump = id.jump, jump.depth >= depth {
        id = jump
      } else if let outer = id.outer {
        id = outer
      }
    }
    return id
  }

  /// Returns whether a row is this one or one of its descendants. O(log depth).
  func contains(_ other: RowID) -> Bool { other.ancestor(at: depth) == self }

  static func == (a: RowID, b: RowID) -> Bool { a === b || a.digest == b.digest && a.depth == b.depth }

  func hash(into hasher: inout Hasher) { hasher.combine(digest.low) }
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
