import Mantle

/// A container too large to be parsed whole, or a list of lines: its children are found as they are looked at.
final class Spine {
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

// MARK: - Walking, with what was inserted and removed

extension BrowserDocument {
  private var overlay: Overlay { history.overlay }

  /// How far a child without a known end is followed while somebody waits; what comes after a larger one shows once
  /// it is counted.
  private static var nearby: Int { 1 << 21 }

  func firstChild(of spine: Spine) -> Spine.Position? {
    if let inserted = insertion(at: 0, in: Overlay.Gap(container: spine.offset, after: nil)) {
      return inserted
    }
    return spine.index.first().flatMap { visible(from: $0, in: spine) }
  }

  func lastChild(of spine: Spine) -> Spine.Position? {
    guard let last = spine.index.last() else {
      return lastInsertion(in: Overlay.Gap(container: spine.offset, after: nil))
    }
    return lastInsertion(in: gap(after: last, in: spine)) ?? visible(backFrom: last, in: spine)
  }

  func child(after position: Spine.Position, in spine: Spine) -> Spine.Position? {
    let before: JSONChild?
    switch position {
    case .original(let child):
      if let inserted = insertion(at: 0, in: gap(after: child, in: spine)) { return inserted }
      before = child
    case .inserted(let gap, let index, _):
      if let inserted = insertion(at: index + 1, in: gap) { return inserted }
      before = gap.after?.child
    }
    let next = before.map { spine.index.next(after: $0, within: Self.nearby) } ?? spine.index.first()
    return next.flatMap { visible(from: $0, in: spine) }
  }

  func child(before position: Spine.Position, in spine: Spine) -> Spine.Position? {
    switch position {
    case .original(let child):
      guard let previous = spine.index.previous(before: child) else {
        return lastInsertion(in: Overlay.Gap(container: spine.offset, after: nil))
      }
      return lastInsertion(in: gap(after: previous, in: spine)) ?? visible(backFrom: previous, in: spine)
    case .inserted(let gap, let index, _):
      if index > 0 { return insertion(at: index - 1, in: gap) }
      return gap.after.flatMap { visible(backFrom: $0.child, in: spine) }
    }
  }

  /// The child a row identifier's step names, if it is still there.
  func position(of step: RowID.Step, in spine: Spine) -> Spine.Position? {
    switch step {
    case .child(let id):
      return overlay.isRemoved(id) ? nil : .original(id.child)
    case .inserted(let serial):
      guard let (gap, index, insertion) = overlay.insertion(serial) else { return nil }
      return .inserted(gap, index: index, insertion)
    case .index:
      return nil
    }
  }

  private func gap(after child: JSONChild, in spine: Spine) -> Overlay.Gap {
    Overlay.Gap(container: spine.offset, after: ChildID(child))
  }

  private func insertion(at index: Int, in gap: Overlay.Gap) -> Spine.Position? {
    let insertions = overlay.insertions(in: gap)
    return insertions.indices.contains(index) ? .inserted(gap, index: index, insertions[index]) : nil
  }

  private func lastInsertion(in gap: Overlay.Gap) -> Spine.Position? {
    insertion(at: overlay.insertions(in: gap).count - 1, in: gap)
  }

  /// The child, or the first one after it that was not removed, insertions included.
  private func visible(from child: JSONChild, in spine: Spine) -> Spine.Position? {
    var child = child
    while overlay.isRemoved(ChildID(child)) {
      if let inserted = insertion(at: 0, in: gap(after: child, in: spine)) { return inserted }
      guard let next = spine.index.next(after: child, within: Self.nearby) else { return nil }
      child = next
    }
    return .original(child)
  }

  private func visible(backFrom child: JSONChild, in spine: Spine) -> Spine.Position? {
    var child = child
    while overlay.isRemoved(ChildID(child)) {
      guard let previous = spine.index.previous(before: child) else {
        return lastInsertion(in: Overlay.Gap(container: spine.offset, after: nil))
      }
      if let inserted = lastInsertion(in: gap(after: previous, in: spine)) { return inserted }
      child = previous
    }
    return .original(child)
  }
}

// MARK: - Numbers

extension BrowserDocument {
  /// The position among the children as they are now; nil where nobody has counted so far.
  func ordinal(of position: Spine.Position, in spine: Spine) -> Int? {
    switch position {
    case .original(let child):
      guard let ordinal = spine.index.ordinal(of: child) else { return nil }
      return ordinal + overlay.shift(before: child.value.lowerBound, in: spine.offset)
    case .inserted(let gap, let index, _):
      guard let after = gap.after else { return index }
      guard let ordinal = spine.index.ordinal(of: after.child) else { return nil }
      let isGone = overlay.isRemoved(after)
      return ordinal + overlay.shift(before: after.offset, in: spine.offset) + (isGone ? 0 : 1) + index
    }
  }

  /// The child at a position among the children as they are now.
  func child(at ordinal: Int, of spine: Spine) -> Spine.Position? {
    guard overlay.hasStructure(in: spine.offset) else {
      return spine.index.child(at: ordinal).map { .original($0) }
    }
    // Start near it, and step over what was inserted and removed since.
    var position =
      spine.index.child(at: ordinal).flatMap { visible(from: $0, in: spine) } ?? lastChild(of: spine)
    while let here = position, let number = self.ordinal(of: here, in: spine), number != ordinal {
      position = number > ordinal ? child(before: here, in: spine) : child(after: here, in: spine)
    }
    return position
  }

  /// How many children there are now; nil while the file's are not counted.
  func count(of spine: Spine) -> Int? {
    spine.index.count.map { $0 + overlay.shift(before: .max, in: spine.offset) }
  }
}
