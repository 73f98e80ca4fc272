import Synchronization
import Mantle

/// A container too large to be parsed whole, or a list of lines: its children are found as they are looked at.
final class LazyContainer {
  enum Form: Hashable {
    case array, object
    /// Values one after the other: lines, or anything that follows without commas.
    case values
  }

  /// Where a child is: in the file, or inserted into one of the gaps between its children.
  enum Position {
    case original(JSONChild)
    case inserted(Overlay.Gap, index: Int, Overlay.Insertion)

    var step: RowID.Step {
      switch self {
      case .original(let child): .child(ChildID(child))
      case .inserted(_, _, let insertion): .inserted(insertion.serial)
      }
    }
  }

  let form: Form
  /// Of the opening bracket.
  let offset: Int
  let index: JSONChildIndex

  /// What stands for the offset of a sequence, which has no bracket.
  static let sequenceOffset = -1
  /// The children of what is no larger are counted before it is shown first.
  private static let countedAtOnce = 1 << 20
  /// Of what is larger, so much is counted at once.
  private static let countedAhead = 1 << 16

  /// - Parameters:
  ///   - lookahead: how far a single child is followed to find its end.
  ///   - end: where the text around the container ends.
  ///   - close: where the closing bracket is, or probably is; nil where nothing is known about that.
  init(_ form: Form, at offset: Int, in bytes: JSONBytes, lookahead: Int, end: Int? = nil, close: Int? = nil)
  {
    self.form = form
    self.offset = offset
    index = JSONChildIndex(
      bytes, form == .array ? .array(at: offset) : .object(at: offset), end: end, presumedClose: close,
      lookahead: lookahead)
    countAhead()
  }

  init(sequenceFrom start: Int, isLines: Bool, in bytes: JSONBytes, lookahead: Int) {
    form = .values
    offset = Self.sequenceOffset
    let range = start..<bytes.count
    index = JSONChildIndex(
      bytes, isLines ? .lines(in: range) : .concatenated(in: range), lookahead: lookahead)
    countAhead()
  }

  private func countAhead() {
    let isSmall = index.end - max(offset, 0) <= Self.countedAtOnce
    index.extend(budgetBytes: isSmall ? .max : Self.countedAhead)
  }
}

extension LazyContainer {
  /// The child an offset belongs to; counts up to there first, together with another thread that may be counting.
  func child(containing offset: Int) -> JSONChild? {
    var waits = 0
    while index.progress.scanned <= offset, !index.progress.isComplete, waits < 2000 {
      let before = index.progress.scanned
      if index.extend(budgetBytes: 1 << 24).scanned == before {
        Pause.millisecond()
        waits += 1
      }
    }
    return index.ordinal(containing: offset).flatMap { index.child(at: $0) }
  }
}

extension LazyContainer.Position {
  /// Where the child begins, or the one it was inserted behind; nil for what was inserted in front of everything.
  var anchor: Int? {
    switch self {
    case .original(let child): child.value.lowerBound
    case .inserted(let gap, _, _): gap.after?.offset
    }
  }
}

/// Large containers whose children are to be counted in the background, the one opened last first.
final class CountQueue: Sendable {
  private let indexes = Mutex<[JSONChildIndex]>([])

  var isEmpty: Bool { indexes.withLock { $0.isEmpty } }

  func add(_ index: JSONChildIndex) {
    indexes.withLock { $0.append(index) }
  }

  func next() -> JSONChildIndex? { indexes.withLock { $0.popLast() } }
}
