import Mantle

extension EditBuilder {
  /// Moves an element or member to the position of a sibling; the siblings between them shift by one.
  func moving(_ row: Row, to target: Row, forward: Bool) throws -> Edit {
    guard let record = row.record, let list = row.parent else {
      throw EditRefused(description: "large or malformed elements cannot be moved")
    }
    // A line that is not JSON is moved unchanged.
    let text = row.node?.rawBytes ?? record.bytes.slice(record.range)
    let words = String(decoding: text, as: UTF8.self)
    var part = EditStep.Part(
      .moved(to: document.pathText(of: target)), row, before: words, after: words, in: document)
    if let container = list.container {
      var rows = [forward ? row : target]
      while let last = rows.last, last.id != (forward ? target : row).id {
        try outline.records.goOn()
        guard let next = outline.unfiltered.nextSibling(of: last) else { break }
        rows.append(next)
      }
      var order = Array(rows.indices)
      order.insert(order.remove(at: forward ? 0 : rows.count - 1), at: forward ? rows.count - 1 : 0)
      let before = outline.unfiltered.previousSibling(of: rows[0])
      let after = rows.last.flatMap { outline.unfiltered.nextSibling(of: $0) }?.position
      let (changes, shifts) = try ordering(
        rows, order, in: container, list,
        from: gap(at: InsertionPlace(parent: list, after: before), in: container),
        before: after?.firstOffset ?? .max, moving: forward ? 0 : rows.count - 1)
      part.shifts = shifts
      for shift in shifts { part.place = shift.applied(to: part.place) ?? part.place }
      return changes.edit([part])
    }
    if list.childNode?.kind == .object { return try movingMember(row, to: target, of: list, part) }
    guard let from = row.index, let to = target.index, let array = list.childNode else {
      throw EditRefused(description: "only elements of a list can be moved")
    }
    part.place = list.editedPlace.child(.index(to))
    var order = Array(0..<array.count)
    order.insert(order.remove(at: from), at: to)
    return try edit(part, list, order)
  }

  private func movingMember(
    _ row: Row, to target: Row, of object: Row, _ part: EditStep.Part
  ) throws -> Edit {
    let members = object.childNode.map { Array($0.members) } ?? []
    guard let from = members.firstIndex(where: { $0.value == row.node }),
      let to = members.firstIndex(where: { $0.value == target.node })
    else { throw EditRefused(description: "only members of an object can be reordered") }
    var order = Array(members.indices)
    order.insert(order.remove(at: from), at: to)
    guard let edit = try orderingMembers(of: object, order, as: part) else {
      throw EditRefused(description: "the value is already there")
    }
    return edit
  }

  /// Inserts a copy of a row's value at a place. The row's marks, folds and cursor follow to the copy; the caller
  /// removes the row.
  ///
  /// - Parameter key: the key of the copy in an object.
  func moving(_ row: Row, to place: InsertionPlace, key: String) throws -> Edit {
    guard let node = row.node else {
      throw EditRefused(description: "large or malformed values cannot be moved")
    }
    // Values on one line stay on one line.
    let isLine = !node.rawBytes.contains(0x0A)
    let json = isLine ? node.rawBytes : JSONNode.line(node.rawBytes)
    let made = try inserting(json, key: place.parent.isList ? nil : key, at: place, asItIs: isLine)
    guard let inserted = made.step.parts.first else {
      throw EditRefused(description: "the value cannot be inserted there")
    }
    let former = row.editedPlace
    let part = EditStep.Part(
      kind: .moved(to: inserted.path), place: inserted.place, origin: former,
      path: document.pathText(of: row),
      before: inserted.after, after: inserted.after,
      shifts: inserted.shifts + [.relocated(from: former, to: inserted.place)])
    return Edit(step: EditStep([part]), changes: made.changes)
  }
}

extension LazyContainer.Position {
  /// An upper bound for the offsets of the preceding children in the original text.
  fileprivate var firstOffset: Int {
    switch self {
    case .original(let child): child.value.lowerBound
    case .inserted(let gap, _, _): gap.anchor + 1
    }
  }
}
