import Mantle

/// The children of a large container as they are now: with insertions, and without what was removed or is hidden by a
/// filter.
struct ContainerChildren {
  /// The position of a child in the container.
  typealias Position = LazyContainer.Position

  let container: LazyContainer
  let overlay: Overlay
  var filter: ElementFilter?

  // MARK: - Those that are shown

  var first: Position? { shown(from: firstChild) }
  var last: Position? { shown(backFrom: lastChild) }

  func next(after position: Position) -> Position? { shown(from: child(after: position)) }

  func previous(before position: Position) -> Position? { shown(backFrom: child(before: position)) }

  /// The position, or the first one after it that is shown.
  ///
  /// - Complexity: O(log elements) for each stretch of hidden children, and O(insertions) in the gaps between.
  private func shown(from start: Position?) -> Position? {
    guard let filter else { return start }
    var position = start
    while let here = position, !filter.shows(here.elementKey) {
      switch here {
      case .inserted(let gap, let index, _):
        let insertions = overlay.insertions(in: gap)
        if let next = insertions[index...].firstIndex(where: { filter.shows($0.elementKey) }) {
          return insertion(at: next, in: gap)
        }
        position = insertions.last.flatMap { child(after: .inserted(gap, index: insertions.count - 1, $0)) }
      case .original(let child):
        let offset = child.value.lowerBound
        let (next, gap) = (filter.first(after: offset), overlay.filledGap(from: offset, in: container.offset))
        if let gap, gap.anchor < next ?? .max {
          position = insertion(at: 0, in: gap)
        } else if let next = next.flatMap({ container.child(containing: $0) }) {
          position = overlay.isRemoved(ChildID(next)) ? self.child(after: .original(next)) : .original(next)
        } else {
          return nil
        }
      }
    }
    return position
  }

  /// The position, or the last one before it that is shown.
  private func shown(backFrom start: Position?) -> Position? {
    guard let filter else { return start }
    var position = start
    while let here = position, !filter.shows(here.elementKey) {
      switch here {
      case .inserted(let gap, let index, _):
        let insertions = overlay.insertions(in: gap)
        if let next = insertions[...index].lastIndex(where: { filter.shows($0.elementKey) }) {
          return insertion(at: next, in: gap)
        }
        position = insertions.first.flatMap { child(before: .inserted(gap, index: 0, $0)) }
      case .original(let child):
        let offset = child.value.lowerBound
        let (next, gap) = (
          filter.last(before: offset), overlay.filledGap(before: offset, in: container.offset)
        )
        if let gap, gap.anchor >= next ?? -1 {
          position = lastInsertion(in: gap)
        } else if let next, next >= 0, let child = container.child(containing: next) {
          position =
            overlay.isRemoved(ChildID(child)) ? self.child(before: .original(child)) : .original(child)
        } else {
          return nil
        }
      }
    }
    return position
  }

  // MARK: - All of them

  private var firstChild: Position? {
    if let inserted = insertion(at: 0, in: Overlay.Gap(container: container.offset, after: nil)) {
      return inserted
    }
    return container.index.first().flatMap { visible(from: $0) }
  }

  private var lastChild: Position? {
    guard let last = container.last else {
      return lastInsertion(in: Overlay.Gap(container: container.offset, after: nil))
    }
    return lastInsertion(in: gap(after: last)) ?? visible(backFrom: last)
  }

  private func child(after position: Position) -> Position? {
    let before: JSONChild?
    switch position {
    case .original(let child):
      if let inserted = insertion(at: 0, in: gap(after: child)) { return inserted }
      before = child
    case .inserted(let gap, let index, _):
      if let inserted = insertion(at: index + 1, in: gap) { return inserted }
      before = gap.after?.child
    }
    let next = before.map { container.next(after: $0) } ?? container.index.first()
    return next.flatMap { visible(from: $0) }
  }

  private func child(before position: Position) -> Position? {
    switch position {
    case .original(let child):
      guard let previous = container.index.previous(before: child) else {
        return lastInsertion(in: Overlay.Gap(container: container.offset, after: nil))
      }
      return lastInsertion(in: gap(after: previous)) ?? visible(backFrom: previous)
    case .inserted(let gap, let index, _):
      if index > 0 { return insertion(at: index - 1, in: gap) }
      return gap.after.flatMap { visible(backFrom: $0.child) }
    }
  }

  /// The child a row identifier's step names, if it is still there.
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

  private func gap(after child: JSONChild) -> Overlay.Gap {
    Overlay.Gap(container: container.offset, after: ChildID(child))
  }

  private func insertion(at index: Int, in gap: Overlay.Gap) -> Position? {
    let insertions = overlay.insertions(in: gap)
    return insertions.indices.contains(index) ? .inserted(gap, index: index, insertions[index]) : nil
  }

  private func lastInsertion(in gap: Overlay.Gap) -> Position? {
    insertion(at: overlay.insertions(in: gap).count - 1, in: gap)
  }

  /// The child, or the first one after it that was not removed, insertions included.
  private func visible(from child: JSONChild) -> Position? {
    var child = child
    while overlay.isRemoved(ChildID(child)) {
      if let inserted = insertion(at: 0, in: gap(after: child)) { return inserted }
      guard let next = container.next(after: child) else { return nil }
      child = next
    }
    return .original(child)
  }

  private func visible(backFrom child: JSONChild) -> Position? {
    var child = child
    while overlay.isRemoved(ChildID(child)) {
      guard let previous = container.index.previous(before: child) else {
        return lastInsertion(in: Overlay.Gap(container: container.offset, after: nil))
      }
      if let inserted = lastInsertion(in: gap(after: previous)) { return inserted }
      child = previous
    }
    return .original(child)
  }

  // MARK: - Numbers

  /// The position among the children as they are now; nil while it is not counted.
  func ordinal(of position: Position) -> Int? {
    switch position {
    case .original(let child): overlay.ordinal(of: child, container.index, in: container.offset)
    case .inserted(let gap, let index, _): overlay.firstOrdinal(in: gap, container.index).map { $0 + index }
    }
  }

  /// The child at a position among the children as they are now.
  func child(at ordinal: Int) -> Position? {
    guard overlay.hasStructure(in: container.offset) else {
      return container.index.child(at: ordinal).map { .original($0) }
    }
    // Start near it, and step over what was inserted and removed since.
    var position =
      container.index.child(at: ordinal).flatMap { visible(from: $0) } ?? lastChild
    while let here = position, let number = self.ordinal(of: here), number != ordinal {
      position = number > ordinal ? child(before: here) : child(after: here)
    }
    return position
  }

  /// How many children there are now; nil while the file's are not counted.
  var count: Int? {
    container.index.count.map { $0 + overlay.shift(before: .max, in: container.offset) }
  }

  /// How many children there are, as far as they are counted: `1200`, `1200…`.
  var countText: String { count.map(String.init) ?? "\(container.index.progress.count)…" }

  // MARK: - Places

  /// The child that holds an offset of the file, counted up to if need be, even if it was removed.
  func child(holding offset: Int) -> Position? {
    guard let child = container.child(containing: offset), !child.isMeasured || child.range.contains(offset)
    else { return nil }
    return .original(child)
  }

  /// The child a record is, or is inside of.
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
