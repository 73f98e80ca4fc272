import Mantle
import MantlePlatform

/// A container that is too large to be parsed as a whole, or a sequence of values, whose children are found on demand.
final class LazyContainer {
  /// The kind of a container.
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
  /// The offset of the opening bracket, or ``sequenceOffset`` for a sequence of values.
  let offset: Int
  let index: JSONChildIndex
  /// The number of large containers that enclose this one.
  let nesting: Int

  /// The offset of a sequence of values, which has no opening bracket.
  static let sequenceOffset = -1
  /// The maximum size of a container whose children are all counted before it is shown.
  private static let countedAtOnce = WorkingSize.scaled(1 << 20)
  /// The number of bytes of a larger container that are counted immediately.
  private static let countedAhead = WorkingSize.scaled(1 << 16)

  /// Creates a container whose children are not found yet.
  ///
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

  /// Creates a sequence of values after its text has grown, with the index of the values so far.
  init(continuing former: LazyContainer, in bytes: JSONBytes) {
    (form, offset, nesting) = (former.form, former.offset, former.nesting)
    index = JSONChildIndex(continuing: former.index, in: bytes)
    index.extend(budgetBytes: Self.countedOfGrowth)
  }

  /// The number of bytes that are indexed immediately when the text grows. It takes 2 ms, and suffices for 100,000
  /// lines of 100 bytes a second between two checks of the file.
  private static let countedOfGrowth = WorkingSize.scaled(1 << 22)

  // MARK: - Deep nesting

  /// The nesting depth from which containers are shown as source text instead of being opened.
  static let maximumNested = 64
  /// The nesting depth above which fewer bytes are inspected with each level, so that opening every level takes no
  /// longer than reading the text a few times.
  private static let deep = 8
  /// Returns the maximum number of bytes that are inspected in a container at a nesting depth.
  private static func reach(_ most: Int, _ nesting: Int) -> Int {
    min(most, max(1 << 12, most >> (max(0, nesting - deep) / 2)))
  }

  /// The maximum number of bytes inspected to find the end of a child during a key press. The siblings after a larger
  /// child are shown after its end was found in the background.
  private static var nearby: Int { 1 << 21 }

  /// Returns the next child after a child; nil if there is none or if finding it would inspect too many bytes.
  func next(after child: JSONChild) -> JSONChild? {
    index.next(after: child, within: Self.reach(Self.nearby, nesting))
  }

  /// The last child; nil if there is none or if it begins too far from the end to be found.
  var last: JSONChild? { index.last(within: Self.reach(1 << 26, nesting)) }

  /// Returns the child whose range contains an offset; nil if there is none. The children up to the offset are
  /// counted first; in a deeply nested container, only a limited number of bytes.
  func child(containing offset: Int) -> JSONChild? {
    let most = nesting < Self.deep ? .max : Self.reach(Self.lookedThrough, nesting)
    let start = max(self.offset, 0)
    count { $0.scanned > offset || $0.scanned - start > most }
    return index.ordinal(containing: offset).flatMap { index.child(at: $0) }
  }

  /// Counts the children up to an index, within the limit for a key press.
  func count(upTo number: Int) {
    let start = max(offset, 0)
    count { $0.count > number || $0.scanned - start > Self.lookedThrough }
  }

  /// The maximum number of bytes inspected during a key press.
  static let lookedThrough = 1 << 27

  /// Counts children until a condition holds. If another thread is counting, it waits for that thread.
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

  /// The original child that is at this position or was moved to it; nil for a new child.
  var origin: ChildID? {
    switch self {
    case .original(let child): ChildID(child)
    case .inserted(_, _, let insertion): insertion.origin
    }
  }

  /// Returns an insertion that moves the child to another place.
  ///
  /// - Parameter serial: the serial number of the insertion if the child is in the original file; an inserted child
  ///   keeps its own.
  func insertion(key: String? = nil, value: [UInt8], serial: Int) -> Overlay.Insertion {
    let known: Int? = if case .inserted(let known) = step { known } else { nil }
    return Overlay.Insertion(serial: known ?? serial, key: key, value: value, origin: origin)
  }
}
