import Mantle

/// A container too large to be parsed whole, or a list of lines: its children are found as they are looked at.
final class LazyContainer {
  /// The form of the container.
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
  /// How many large containers are around this one.
  let nesting: Int
  private let nested: NestedContainers

  /// The pseudo-offset of a sequence of values, which has no bracket.
  static let sequenceOffset = -1
  /// The size up to which the children of a container are counted before it is shown.
  private static let countedAtOnce = 1 << 20
  /// The number of bytes of a larger container that are counted immediately.
  private static let countedAhead = 1 << 16

  /// - Parameters:
  ///   - children: where the children are.
  ///   - nesting: how many large containers are around this one.
  ///   - lookahead: how far a single child is followed to find its end, where the nesting is not deep.
  ///   - end: where the text around the container ends.
  ///   - close: where the closing bracket is, or probably is; nil where nothing is known about that.
  init(
    _ form: Form, _ children: JSONChildren, at offset: Int, in bytes: JSONBytes, nesting: Int = 0,
    _ nested: NestedContainers, lookahead: Int, end: Int? = nil, close: Int? = nil
  ) {
    self.form = form
    self.offset = offset
    self.nesting = nesting
    self.nested = nested
    index = JSONChildIndex(
      bytes, children, end: end, presumedClose: close, lookahead: Self.reach(lookahead, nesting))
    let isSmall = index.end - max(offset, 0) <= Self.reach(Self.countedAtOnce, nesting)
    index.extend(budgetBytes: isSmall ? .max : Self.reach(Self.countedAhead, nesting))
  }
}

// MARK: - Deep nesting

extension LazyContainer {
  /// The nesting depth from which containers are shown as source text instead of being opened.
  static let mostNested = 10_000
  /// The nesting depth from which the number of inspected bytes decreases with each level, so that opening
  /// every level takes no longer than reading the text a few times.
  static let deep = 8
  /// The nesting depth from which children are counted only within the inspected bytes.
  static let mostCounted = 64

  /// Returns how many bytes to inspect of a container at a nesting depth.
  private static func reach(_ most: Int, _ nesting: Int) -> Int {
    min(most, max(1 << 12, most >> (max(0, nesting - deep) / 2)))
  }

  var isDeep: Bool { nesting >= Self.deep && form != .values }

  /// How far a child without a known end is followed while a key waits; what comes after a larger one shows once
  /// it is counted.
  private static var nearby: Int { 1 << 21 }

  /// The child after another.
  func next(after child: JSONChild) -> JSONChild? {
    let child = nested.measured(child)
    if let next = index.next(after: child, within: Self.reach(Self.nearby, nesting)) { return next }
    if let end = index.end(after: child) { nested.setEnd(end, of: offset) }
    return nil
  }

  var last: JSONChild? {
    guard isDeep else { return index.last() }
    if let known = nested.lastChild(of: self) { return known }
    return index.last()
  }
}

/// Where containers inside many others end, and where their last children begin: found for all of them in one pass, where
/// looking for it in each would read the same bytes again and again.
///
/// A cache of what is in the original, which never changes.
final class NestedContainers {
  private var ends: [Int: Int] = [:]
  private var lastChildren: [Int: JSONNestingLevel] = [:]

  /// Keeps where the container that opens at an offset ends.
  func setEnd(_ end: Int, of open: Int) {
    // Bounds the memory of a long session.
    if ends.count > LazyContainer.mostNested * 4 { ends = [:] }
    ends[open] = end
  }

  /// The child with its end, if that was found.
  func measured(_ child: JSONChild) -> JSONChild {
    guard !child.isMeasured, let end = ends[child.value.lowerBound] else { return child }
    return JSONChild(
      key: child.key, value: child.value.lowerBound..<end, ordinal: child.ordinal, isMeasured: true)
  }

  /// The last child of a container, and with it those of all that are the last one in each other.
  func lastChild(of container: LazyContainer) -> JSONChild? {
    if lastChildren[container.offset] == nil { findLastChildren(of: container) }
    return lastChildren[container.offset].map {
      measured(container.index.child(startingAt: $0.childStart, ordinal: $0.ordinal))
    }
  }

  private func findLastChildren(of container: LazyContainer) {
    let bytes = container.index.bytes
    guard container.index.first() != nil, let close = container.index.findClose() else { return }
    let most = LazyContainer.mostNested
    let (closers, content) = bytes.trailingClosers(from: close, downTo: container.offset, most: most)
    let levels = bytes.containers(around: content, from: container.offset, most: most)
    if lastChildren.count > most * 4 { lastChildren = [:] }
    for (level, close) in zip(levels, closers) {
      lastChildren[level.open] = level
      setEnd(close + 1, of: level.open)
    }
  }
}

extension LazyContainer {
  /// The child an offset belongs to; counts up to there first.
  func child(containing offset: Int) -> JSONChild? {
    count { $0.scanned > offset }
    return index.ordinal(containing: offset).flatMap { index.child(at: $0) }
  }

  /// Counts up to a number of children, as far as a key may take.
  func count(upTo number: Int) {
    let start = max(offset, 0)
    count { $0.count > number || $0.scanned - start > Self.lookedThrough }
  }

  /// How many bytes are looked through while a key waits.
  static let lookedThrough = 1 << 27

  /// Counts on until a condition holds, together with another thread that may be counting.
  private func count(until isEnough: (JSONIndexProgress) -> Bool) {
    var waits = 0
    while case let progress = index.progress, !isEnough(progress), !progress.isComplete, waits < 2000 {
      if index.extend(budgetBytes: 1 << 24).scanned == progress.scanned {
        Pause.millisecond()
        waits += 1
      }
    }
  }
}

extension LazyContainer.Position {
  /// The number that identifies the element wherever it is moved.
  var elementKey: Int {
    switch self {
    case .original(let child): child.value.lowerBound
    case .inserted(_, _, let insertion): insertion.elementKey
    }
  }
}

/// Large containers whose children are to be counted in the background, the one opened last first.
final class CountQueue: Sendable {
  private let indexes = Locked<[JSONChildIndex]>([])

  var isEmpty: Bool { indexes.withLock { $0.isEmpty } }

  func add(_ index: JSONChildIndex) {
    indexes.withLock { $0.append(index) }
  }

  func next() -> JSONChildIndex? { indexes.withLock { $0.popLast() } }
}
