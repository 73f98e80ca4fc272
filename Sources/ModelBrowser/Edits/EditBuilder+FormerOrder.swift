import Mantle

/// Putting the children of a large container back in the order they were saved in, whatever else was edited: what was
/// deleted stays so, what was inserted stays behind what it follows.
extension EditBuilder {
  func puttingInFormerOrder(_ list: Row, _ container: LazyContainer) throws -> Edit {
    var order = FormerOrder(of: container, in: document)
    for (slot, saved) in document.history.unsaved { order.restore(slot, saved) }
    order.placeNewOnes()
    guard !order.changes.slots.isEmpty else { throw Self.dependent }
    var part = EditStep.Part(.sorted(by: nil), list, before: nil, after: nil, in: document)
    part.shifts = order.steps.map { .replaced(list.id.child($0.key), by: list.id.child($0.value)) }
    return order.changes.edit([part])
  }
}

/// Computes the overlay changes that restore the saved order of a container's children.
private struct FormerOrder {
  private let container: Int
  private let base: JSONBytes
  private(set) var changes: OverlayChanges
  private let history: EditHistory
  /// The current insertions by serial number; `moved` holds them by their original child.
  private var present: [Int: Overlay.Insertion] = [:]
  private var moved: [ChildID: Overlay.Insertion] = [:]
  /// Where what stands elsewhere then is known as something else.
  private(set) var steps: [RowID.Step: RowID.Step] = [:]
  /// Those of the insertions now that have a place then, with it.
  private var placed: [Int: RowID.Step] = [:]
  /// The gaps that are not as they were saved.
  private var changed: [Overlay.Gap] = []

  init(of container: LazyContainer, in document: Document) {
    self.container = container.offset
    (base, history, changes) = (document.base, document.history, OverlayChanges(of: document))
    for case (.gap(let gap), _) in history.unsaved where gap.container == container.offset {
      changed.append(gap)
      for insertion in history.overlay.insertions(in: gap) {
        present[insertion.serial] = insertion
        if let origin = insertion.origin { moved[origin] = insertion }
      }
    }
  }

  /// Makes a place what it was, with the values that there are now.
  mutating func restore(_ slot: Overlay.Slot, _ saved: Overlay.Content?) {
    switch (slot, saved) {
    case (.gap(let gap), _) where gap.container == container:
      changes.set((saved?.insertions ?? []).compactMap { restored($0) }, in: gap)
    case (.value, .removed?): break
    case (.value(let child), _):
      guard history.overlay.isRemoved(child), let now = moved[child] else { return }
      changes.set(child, to: RecordText(now.value))
      place(now, at: .child(child))
    default: break
    }
  }

  private mutating func restored(_ insertion: Overlay.Insertion) -> Overlay.Insertion? {
    var insertion = insertion
    if let now = present[insertion.serial] ?? insertion.origin.flatMap({ moved[$0] }) {
      insertion.value = now.value
      place(now, at: .inserted(insertion.serial))
      return insertion
    }
    // The child is at its original position again, or was removed.
    guard let origin = insertion.origin, !history.overlay.isRemoved(origin) else { return nil }
    if case .text(let text)? = history.overlay[.value(origin)] {
      insertion.value = text.bytes
    } else {
      insertion.value = base.slice(origin.child.value)
    }
    changes[.value(origin)] = .removed(container: container)
    steps[.child(origin)] = .inserted(insertion.serial)
    return insertion
  }

  private mutating func place(_ insertion: Overlay.Insertion, at step: RowID.Step) {
    placed[insertion.serial] = step
    if step != .inserted(insertion.serial) { steps[.inserted(insertion.serial)] = step }
  }

  /// Puts what came since behind what it follows now.
  mutating func placeNewOnes() {
    for gap in changed {
      var before: RowID.Step?
      for insertion in history.overlay.insertions(in: gap) {
        if let known = placed[insertion.serial] {
          before = known
          continue
        }
        insert(insertion, behind: before, in: gap)
        before = .inserted(insertion.serial)
      }
    }
  }

  private mutating func insert(_ insertion: Overlay.Insertion, behind step: RowID.Step?, in gap: Overlay.Gap)
  {
    var (place, index) = (gap, 0)
    switch step {
    case .child(let child): place = Overlay.Gap(container: container, after: child)
    case .inserted(let serial):
      for case (.gap(let gap), let content?) in changes.slots {
        if let found = content.insertions.firstIndex(where: { $0.serial == serial }) {
          (place, index) = (gap, found + 1)
        }
      }
    case .index, nil: break
    }
    changes.insert([insertion], at: (place, index))
  }
}
