import Mantle
import MantlePlatform

/// A container that is too large to be parsed as a whole, or a sequence of values, whose children are found on demand.
final class LazyContainer {
  /// The form of the container.
  enum Form: Hashable {
    case array, object
    /// A sequence of values without commas, such as lines.
    case values
  }

  /// The position of a child: in the file, or inserted into a gap between the children in the file.
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
  /// The offset of the opening bracket, or ``sequenceOffset`` if there is none.
  let offset: Int
  let index: JSONChildIndex
  /// The number of large containers that enclose this one.
  let nesting: Int

  /// The pseudo-offset of a sequence of values, which has no bracket.
  static let sequenceOffset = -1
  /// The size up to which the children of a container are counted before it is shown.
  private static let countedAtOnce = WorkingSize.scaled(1 << 20)
  /// The number of bytes of a larger container that are counted immediately.
  private static let countedAhead = WorkingSize.scaled(1 << 16)

  /// - Parameters:
  ///   - children: the kind and the place of the children.
  ///   - nesting: the number of large containers that enclose this one.
  ///   - lookahead: the maximum number of bytes inspected to find the end of one child, which is reduced for deep
  ///     nesting.
  ///   - end: the offset at which the text of the container ends, if known; nil for the end of the input.
  ///   - close: the known or presumed offset of the closing bracket; nil if it is unknown.
  init(
    _ form: Form, _ children: JSONChildren, at offset: Int, in bytes: JSONBytes, nesting: Int = 0,
    lookahead: Int, end: Int? = nil, close: Int? = nil
  ) {
    self.form = form
    self.offset = offset
    self.nesting = nesting
    index = JSONChildIndex(
      bytes, children, end: end, presumedClose: close, lookahead: Self.reach(lookahead, nesting))
    let isSmall = index.end - max(offset, 0) <= Self.reach(Self.countedAtOnce, nesting)
    index.extend(budgetBytes: isSmall ? .max : Self.reach(Self.countedAhead, nesting))
  }

  /// Creates a sequence of values whose text was appended to, with the values counted before.
  init(continuing former: LazyContainer, in bytes: JSONBytes) {
    (form, offset, nesting) = (former.form, former.offset, former.nesting)
    index = JSONChildIndex(continuing: former.index, in: bytes)
    index.extend(budgetBytes: Self.countedOfGrowth)
  }

  /// The number of bytes of a growing text that are counted immediately: more than 100,000 lines of 100 bytes a second
  /// add between two checks of the file, counted in about 2 ms.
  private static let countedOfGrowth = WorkingSize.scaled(1 << 22)

  // MARK: - Deep nesting

  /// The nesting depth from which containers are shown as source text instead of being opened.
  static let maximumNested = 64
  /// The nesting depth from which the number of inspected bytes decreases with each level, so that opening
  /// every level takes no longer than reading the text a few times.
  private static let deep = 8
  /// Returns how many bytes to inspect of a container at a nesting depth.
  private static func reach(_ most: Int, _ nesting: Int) -> Int {
    min(most, max(1 << 12, most >> (max(0, nesting - deep) / 2)))
  }

  /// The number of bytes inspected to find the end of a child during a key press. The siblings after a larger child are
  /// shown once it is counted.
  private static var nearby: Int { 1 << 21 }

  /// Returns the child after another; nil if there is none within reach.
  func next(after child: JSONChild) -> JSONChild? {
    index.next(after: child, within: Self.reach(Self.nearby, nesting))
  }

  /// The last child, unless it begins too far from the end to be found.
  var last: JSONChild? { index.last(within: Self.reach(1 << 26, nesting)) }

  /// Returns the child that an offset belongs to; nil if there is none. Counts the children up to the offset first, but
  /// only a limited number of bytes in a deeply nested container.
  func child(containing offset: Int) -> JSONChild? {
    let most = nesting < Self.deep ? .max : Self.reach(Self.lookedThrough, nesting)
    let start = max(self.offset, 0)
    count { $0.scanned > offset || $0.scanned - start > most }
    return index.ordinal(containing: offset).flatMap { index.child(at: $0) }
  }

  /// Counts up to a number of children, within the limit for a key press.
  func count(upTo number: Int) {
    let start = max(offset, 0)
    count { $0.count > number || $0.scanned - start > Self.lookedThrough }
  }

  /// The maximum number of bytes inspected during a key press.
  static let lookedThrough = 1 << 27

  /// Continues counting until a condition holds, waiting for another thread that may be counting.
  private func count(until isEnough: (JSONIndexProgress) -> Bool) {
    var waits = 0
    while case let progress = index.progress, !isEnough(progress), !progress.isComplete, waits < 2000 {
      if index.extend(budgetBytes: 1 << 24).scanned == progress.scanned {
        usleep(1_000)
        waits += 1
      }
    }
  }
}

extension LazyContainer.Position {
  /// The number that identifies the element even after a move.
  var elementKey: Int {
    switch self {
    case .original(let child): child.value.lowerBound
    case .inserted(_, _, let insertion): insertion.elementKey
    }
  }

  /// The child of the file that is at this position or was moved to it; nil for a new child.
  var origin: ChildID? {
    switch self {
    case .original(let child): ChildID(child)
    case .inserted(_, _, let insertion): insertion.origin
    }
  }

  /// Returns the insertion that moves the child.
  ///
  /// - Parameter serial: the serial number for a child of the file; an inserted child keeps its own.
  func insertion(key: String? = nil, value: [UInt8], serial: Int) -> Overlay.Insertion {
    let known: Int? = if case .inserted(let known) = step { known } else { nil }
    return Overlay.Insertion(serial: known ?? serial, key: key, value: value, origin: origin)
  }
}
