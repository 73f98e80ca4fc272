import Mantle

/// The current children of a large container: with insertions, and without removed children and children that the
/// filter hides.
struct ContainerChildren {
  /// The position of a child in the container.
  typealias Position = LazyContainer.Position

  let container: LazyContainer
  let overlay: Overlay
  var filter: ElementFilter?

  // MARK: - Visible children

  /// Returns the first visible child, or the last one if not `forward`; nil if there is none.
  func first(forward: Bool) -> Position? {
    shown(from: forward ? firstChild : lastChild, forward: forward)
  }

  /// Returns the adjacent visible child in a direction; nil if there is none.
  func next(from position: Position, forward: Bool) -> Position? {
    shown(from: neighbor(of: position, forward: forward), forward: forward)
  }

  /// Returns the given position if the filter shows its child, or else the nearest such position in the direction;
  /// nil if there is none.
  ///
  /// - Complexity: O(log elements) for each stretch of hidden children, and O(insertions) in the gaps between.
  private func shown(from start: Position?, forward: Bool) -> Position? {
    guard let filter else { return start }
    var position = start
    while let here = position, !filter.shows(here.elementKey) {
      switch here {
      case .inserted(let gap, let index, _):
        let insertions = overlay.insertions(in: gap)
        let passing = (forward ? index..<insertions.count : 0..<index + 1).filter {
          filter.shows(insertions[$0].elementKey)
        }
        if let next = forward ? passing.first : passing.last { return insertion(at: next, in: gap) }
        let end = forward ? lastInsertion(in: gap) : insertion(at: 0, in: gap)
        position = end.flatMap { neighbor(of: $0, forward: forward) }
      case .original(let child):
        let offset = child.value.lowerBound
        let next = forward ? filter.first(after: offset) : filter.last(before: offset)
        let gap = overlay.filledGap(from: offset, forward: forward, in: container.offset)
        if let gap, forward ? gap.anchor < next ?? .max : gap.anchor >= next ?? -1 {
          position = forward ? insertion(at: 0, in: gap) : lastInsertion(in: gap)
        } else if let next, next >= 0, let child = container.child(containing: next) {
          position = present(from: .original(child), forward: forward)
        } else {
          return nil
        }
      }
    }
    return position
  }

  // MARK: - All children

  private var firstChild: Position? {
    let first = insertion(at: 0, in: gap(after: nil)) ?? container.index.first().map { .original($0) }
    return present(from: first, forward: true)
  }

  private var lastChild: Position? {
    let last = container.last
    return present(from: lastInsertion(in: gap(after: last)) ?? last.map { .original($0) }, forward: false)
  }

  private func neighbor(of position: Position, forward: Bool) -> Position? {
    present(from: step(from: position, forward: forward), forward: forward)
  }

  /// Returns the given position if its child still exists, or else the nearest such position in the direction; nil if
  /// there is none.
  private func present(from start: Position?, forward: Bool) -> Position? {
    var position = start
    while case .original(let child)? = position, overlay.isRemoved(ChildID(child)) {
      position = step(from: .original(child), forward: forward)
    }
    return position
  }

  /// Returns the adjacent position, whether or not its child was removed; nil at the ends of the container.
  private func step(from position: Position, forward: Bool) -> Position? {
    switch (position, forward) {
    case (.original(let child), true):
      return insertion(at: 0, in: gap(after: child)) ?? container.next(after: child).map { .original($0) }
    case (.original(let child), false):
      let previous = container.index.previous(before: child)
      return lastInsertion(in: gap(after: previous)) ?? previous.map { .original($0) }
    case (.inserted(let gap, let index, _), true):
      let next = gap.after.map { container.next(after: $0.child) } ?? container.index.first()
      return insertion(at: index + 1, in: gap) ?? next.map { .original($0) }
    case (.inserted(let gap, let index, _), false):
      return insertion(at: index - 1, in: gap) ?? gap.after.map { .original($0.child) }
    }
  }

  /// Returns the position of the child that a step of a row identifier refers to; nil if it no longer exists.
  func position(of step: RowID.Step) -> Position? {
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

  private func gap(after child: JSONChild?) -> Overlay.Gap {
    Overlay.Gap(container: container.offset, after: child.map { ChildID($0) })
  }

  private func insertion(at index: Int, in gap: Overlay.Gap) -> Position? {
    let insertions = overlay.insertions(in: gap)
    return insertions.indices.contains(index) ? .inserted(gap, index: index, insertions[index]) : nil
  }

  private func lastInsertion(in gap: Overlay.Gap) -> Position? {
    insertion(at: overlay.insertions(in: gap).count - 1, in: gap)
  }

  // MARK: - Numbers

  /// Returns the index of a child among the current children; nil until the index is counted.
  func ordinal(of position: Position) -> Int? {
    switch position {
    case .original(let child): overlay.ordinal(of: child, container.index, in: container.offset)
    case .inserted(let gap, let index, _): overlay.firstOrdinal(in: gap, container.index).map { $0 + index }
    }
  }

  /// Returns the child at an index among the current children; nil if there is none.
  func child(at ordinal: Int) -> Position? {
    guard overlay.hasStructure(in: container.offset) else {
      return container.index.child(at: ordinal).map { .original($0) }
    }
    // Start at the same index in the file, then step over insertions and removed children.
    var position =
      present(from: container.index.child(at: ordinal).map { .original($0) }, forward: true) ?? lastChild
    while let here = position, let number = self.ordinal(of: here), number != ordinal {
      position = neighbor(of: here, forward: number < ordinal)
    }
    return position
  }

  /// The current number of children; nil until the children in the file are counted.
  var count: Int? {
    container.index.count.map { $0 + overlay.shift(before: .max, in: container.offset) }
  }

  /// The number of children as text: `1200`, or `1200…` while they are being counted.
  var countText: String { count.map(String.init) ?? "\(container.index.progress.count)…" }

  // MARK: - Places

  /// Returns the child whose text contains an offset of the file, even if the child was removed; nil if there is none.
  /// Counts the children up to the offset if necessary.
  func child(holding offset: Int) -> Position? {
    guard let child = container.child(containing: offset), !child.isMeasured || child.range.contains(offset)
    else { return nil }
    return .original(child)
  }

  /// Returns the child that is or contains a record; nil if there is none.
  func child(of record: Record.Place) -> Position? {
    switch record {
    case .original(let id):
      return container.child(containing: id.offset).map { .original($0) }
    case .inserted(let gap, let serial):
      if gap.container != container.offset {
        guard gap.container > container.offset else { return nil }
        return container.child(containing: gap.container).map { .original($0) }
      }
      return position(of: .inserted(serial))
    }
  }
}
