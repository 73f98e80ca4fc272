import Mantle

extension EditBuilder {
  /// Moves an element or member to the position of a sibling; those in between shift.
  func moving(_ row: Row, to target: Row, forward: Bool) throws -> Edit {
    guard let record = row.record, let list = row.parent else {
      throw EditRefused(description: "only elements that are read whole can be moved")
    }
    // A line that is no JSON is moved as it is.
    let text = row.node?.rawBytes ?? record.bytes.slice(record.range)
    let words = String(decoding: text, as: UTF8.self)
    var part = EditStep.Part(
      .moved(to: document.pathText(of: target)), row, before: words, after: words, in: document)
    if let container = list.container, let position = row.position {
      let after = forward ? target : outline.value(from: outline.unfiltered.previousSibling(of: target))
      let place = gap(at: InsertionPlace(parent: list, after: after), in: container)
      let text = record.bytes.slice(record.range)
      let (changes, step) = moving(position, text, to: place, in: container)
      part.place = EditedPlace(outer: list.id.child(step), path: [])
      if part.place.outer != row.id { part.shifts = [.replaced(row.id, by: part.place.outer)] }
      return changes.edit([part])
    }
    if list.childNode?.kind == .object { return try movingMember(row, to: target, of: list, part) }
    guard let from = row.index, let to = target.index, let array = list.childNode else {
      throw EditRefused(description: "only elements of a list can be moved")
    }
    part.place = list.editedPlace.child(.index(to))
    part.shifts = [.moved(within: list.editedPlace, from: from, to: to)]
    var order = Array(0..<array.count)
    order.insert(order.remove(at: from), at: to)
    return try edit(part, record, array, order)
  }

  private func movingMember(
    _ row: Row, to target: Row, of object: Row, _ part: EditStep.Part
  ) throws -> Edit {
    let members = object.childNode.map { Array($0.members) } ?? []
    guard let from = members.firstIndex(where: { $0.value == row.node }),
      let to = members.firstIndex(where: { $0.value == target.node })
    else { throw EditRefused(description: "only members of an object can be moved so") }
    var order = Array(members.indices)
    order.insert(order.remove(at: from), at: to)
    guard let edit = try orderingMembers(of: object, order, as: part) else {
      throw EditRefused(description: "it stands there already")
    }
    return edit
  }

  /// Puts a row's value into another list or object, where it is known as the row itself from then on; the row is still
  /// to be removed.
  ///
  /// - Parameter key: what it is called in an object.
  func moving(_ row: Row, to place: InsertionPlace, key: String) throws -> Edit {
    guard let node = row.node else {
      throw EditRefused(description: "only values that are read whole can be moved")
    }
    // Values on one line stay on one line.
    let isLine = !node.rawBytes.contains(0x0A)
    let json = isLine ? node.rawBytes : JSONNode.line(node.rawBytes)
    let made = try inserting(json, key: place.parent.isList ? nil : key, at: place, asItIs: isLine)
    guard let inserted = made.step.parts.first else {
      throw EditRefused(description: "there is no place for it")
    }
    let former = row.editedPlace
    let part = EditStep.Part(
      kind: .moved(to: inserted.path), place: inserted.place, origin: former,
      path: document.pathText(of: row),
      before: inserted.after, after: inserted.after,
      shifts: inserted.shifts + [.relocated(from: former, to: inserted.place)])
    return Edit(step: EditStep([part]), changes: made.changes)
  }

  /// Moves a child of a large container; one that comes back to where it was in the file is what it was.
  private func moving(
    _ position: LazyContainer.Position, _ text: [UInt8], to place: (gap: Overlay.Gap, index: Int),
    in container: LazyContainer
  ) -> (changes: OverlayChanges, step: RowID.Step) {
    var changes = noChanges
    changes.remove([position], from: container)
    var place = place
    let moved: Overlay.Insertion
    switch position {
    case .original(let child):
      moved = Overlay.Insertion(serial: document.nextSerial, key: nil, value: text, origin: ChildID(child))
    case .inserted(let gap, let index, let insertion):
      moved = insertion
      if let origin = moved.origin, isHome(origin, place, besides: moved, in: container) {
        changes.set(origin, to: RecordText(moved.value))
        return (changes, .child(origin))
      }
      if gap == place.gap, index < place.index { place.index -= 1 }
    }
    changes.insert([moved], at: place)
    return (changes, .inserted(moved.serial))
  }

  private static let mostLookedAt = 1000

  /// Whether nothing but what was removed is between a place and a child of the original.
  private func isHome(
    _ origin: ChildID, _ place: (gap: Overlay.Gap, index: Int), besides moved: Overlay.Insertion,
    in container: LazyContainer
  ) -> Bool {
    let overlay = document.history.overlay
    func others(_ gap: Overlay.Gap, from index: Int) -> Bool {
      overlay.insertions(in: gap).dropFirst(index).contains { $0.serial != moved.serial }
    }
    if place.gap.after == origin {
      return !overlay.insertions(in: place.gap).prefix(place.index).contains { $0.serial != moved.serial }
    }
    guard !others(place.gap, from: place.index) else { return false }
    var next = place.gap.after.map { container.index.next(after: $0.child) } ?? container.index.first()
    for _ in 0..<Self.mostLookedAt {
      guard let child = next else { return false }
      if ChildID(child) == origin { return true }
      let gap = Overlay.Gap(container: container.offset, after: ChildID(child))
      guard overlay.isRemoved(ChildID(child)), !others(gap, from: 0) else { return false }
      next = container.index.next(after: child)
    }
    return false
  }
}
