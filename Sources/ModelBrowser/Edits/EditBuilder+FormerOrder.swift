import Mantle

/// Putting the children of a large container back in the order they were saved in, whatever else was edited: what was
/// deleted stays so, what was inserted stays behind what it follows.
extension EditBuilder {
  func puttingInFormerOrder(_ list: Row, _ container: LazyContainer) throws -> Edit {
    var order = FormerOrder(of: container, in: outline)
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
  /// The children as they are now, by the numbers that identify them.
  private let present: [Int: UnsavedChildren.Child]
  /// Where what is elsewhere then is known as something else.
  private(set) var steps: [RowID.Step: RowID.Step] = [:]
  /// The insertions now that have a place then, with it.
  private var placed: [Int: RowID.Step] = [:]

  init(of container: LazyContainer, in outline: Outline) {
    self.container = container.offset
    (base, history) = (outline.document.base, outline.document.history)
    changes = OverlayChanges(of: outline.document)
    present = UnsavedChildren(outline).after
  }

  /// Makes a place what it was, with the values that there are now.
  mutating func restore(_ slot: Overlay.Slot, _ saved: Overlay.Content?) {
    switch (slot, saved) {
    case (.gap(let gap), _) where gap.container == container:
      changes.set((saved?.insertions ?? []).compactMap { restored($0) }, in: gap)
    case (.value, .removed?): break
    case (.value(let child), _):
      guard let now = present[child.offset], case .inserted(let gap, let serial) = now.place,
        gap.container == container
      else { return }
      changes.set(child, to: RecordText(now.value(in: base)))
      place(serial, at: .child(child))
    default: break
    }
  }

  private mutating func restored(_ insertion: Overlay.Insertion) -> Overlay.Insertion? {
    guard let now = present[insertion.elementKey] else { return nil }
    var insertion = insertion
    insertion.value = now.value(in: base)
    switch now.place {
    case .inserted(_, let serial): place(serial, at: .inserted(insertion.serial))
    // The child is at its original position again.
    case .original(let child):
      changes[.value(child)] = .removed(container: container)
      steps[.child(child)] = .inserted(insertion.serial)
    }
    return insertion
  }

  private mutating func place(_ serial: Int, at step: RowID.Step) {
    placed[serial] = step
    if step != .inserted(serial) { steps[.inserted(serial)] = step }
  }

  /// Puts what came since behind what it follows now.
  mutating func placeNewOnes() {
    for case (.gap(let gap), _) in history.unsaved where gap.container == container {
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
