import Mantle

/// Reverts single values to their saved state and keeps all other edits.
extension EditBuilder {
  /// Returns the edit that reverts one difference; nil if the value already has its saved state.
  ///
  /// - Throws: an ``EditRefused`` if the change cannot be reverted on its own.
  func reverting(_ entry: Differences.Entry) throws -> Edit? {
    let (row, rest) = outline.row(at: entry.path)
    switch entry.kind {
    case .value: return try revertingValue(entry, row, rest.isEmpty)
    case .moved where entry.isRenamed && rest.isEmpty:
      guard case .key(let key)? = entry.origin?.components.last else { throw Self.dependent }
      return try renaming(row, to: key)
    case .moved: return try movingBack(row, rest.isEmpty ? entry.origin : nil)
    case .reordered: return try restoringOrder(entry.path)
    }
  }

  /// Restores the saved content of all slots, so that edits that cancel each other out no longer count as unsaved changes.
  func clearingEdits() -> Edit {
    Edit(
      step: EditStep([]),
      changes: Dictionary(uniqueKeysWithValues: document.history.unsaved.map { ($0.slot, $0.saved) }))
  }

  /// Returns the edit that restores the saved state of a changed, inserted or removed value.
  ///
  /// - Parameter isThere: whether the path exists in the document.
  private func revertingValue(_ entry: Differences.Entry, _ row: Row, _ isThere: Bool) throws -> Edit? {
    switch (entry.before, entry.after) {
    case (let before?, nil): return try restoringDeleted(before, at: entry.path)
    // If a key is repeated, the row may be another member, so its JSON is compared.
    case (nil, let after?) where isThere && row.node?.rawText ?? after == after: return try removing(row)
    case (let before?, let after?) where isThere && row.node?.rawText == after:
      guard (try? JSONDocument(parsing: JSONBytes(before))) != nil else { throw Self.dependent }
      return try setting(row, to: Array(before.utf8))
    default: throw Self.dependent
    }
  }

  static let dependent = EditRefused(
    description: "other edits depend on it; u outside of the list undoes the latest edit")

  // MARK: - Order

  /// Restores the saved order of the children at a path. Deleted values stay deleted; an inserted element stays after the
  /// element it follows.
  private func restoringOrder(_ path: JSONKeyPath) throws -> Edit? {
    let builder = EditBuilder(outline: outline.raw)
    let (row, rest) = builder.outline.row(at: path)
    var saved = builder.outline
    saved.update { $0.revert() }
    guard rest.isEmpty, let before = saved.row(at: row.editedPlace) else { throw Self.dependent }
    let edit: Edit?
    switch (before.node, row.node) {
    case (let before?, let now?) where before.kind == .object && now.kind == .object:
      let part = EditStep.Part(.sorted(by: nil), row, before: nil, after: nil, in: document)
      let order = Alignment(membersOf: before, now).formerOrder
      edit = try builder.orderingMembers(of: row, order, as: part)
    case (let before?, let now?) where before.kind == .array && now.kind == .array:
      let order = Alignment(elementsOf: Array(before.elements), Array(now.elements)).formerOrder
      edit = try builder.ordering(row, [], order, by: nil)
    case (nil, nil):
      let elements = Array(builder.outline.childRows(of: row))
      let order = Alignment(saved.childRows(of: before).map(\.filterKey), elements.map(\.filterKey))
        .formerOrder
      edit = try builder.ordering(row, elements, order, by: nil)
    default: edit = nil
    }
    guard let edit else { throw Self.dependent }
    return edit
  }

  // MARK: - Moves

  private func movingBack(_ row: Row, _ origin: JSONKeyPath?) throws -> Edit {
    guard let origin, case .index(let to)? = origin.components.last, let list = row.parent,
      list.path.components == origin.components.dropLast(), case .index(let from)? = row.step.last,
      let target = outline.element(to, of: list)
    else { throw Self.dependent }
    return try moving(row, to: target, forward: from < to)
  }

  /// Returns whether a child of the original file was at its original place in the last saved state.
  private func isOriginal(_ child: ChildID) -> Bool {
    if case .some(.some(.removed)) = document.history.saved(.value(child)) { false } else { true }
  }

  // MARK: - Deletions

  private func restoringDeleted(_ value: String, at path: JSONKeyPath) throws -> Edit {
    let raw = outline.raw
    var former = raw
    former.update { $0.revert() }
    for (slot, saved) in document.history.unsaved {
      guard case .value(let child) = slot, document.history.overlay.isRemoved(child), isOriginal(child) else {
        continue
      }
      guard former.formerRow(at: child.offset).recordPath == path else { continue }
      let place = EditedPlace(outer: outline.formerRow(at: child.offset).id, path: [])
      let part = EditStep.Part.inserted(at: place, path: path.description, after: value)
      return Edit(step: EditStep([part]), changes: [slot: saved])
    }
    guard let place = place(ofDeleted: path, saved: former, in: raw), let last = path.components.last else {
      throw Self.dependent
    }
    let builder = EditBuilder(outline: raw)
    switch last {
    case .key(let key): return try builder.inserting(Array(value.utf8), key: key, at: place)
    case .index, .each:
      // The restored value has a place in the original text unless the file was saved since.
      let source = document.history.wasSaved ? nil : former.row(at: path).row.editedPlace
      return try builder.inserting(Array(value.utf8), at: place, from: source)
    }
  }

  /// Returns the place at which a deleted value can be restored: after its nearest previous sibling that still exists. Returns
  /// nil if its list or object no longer exists.
  private func place(ofDeleted path: JSONKeyPath, saved: Outline, in raw: Outline) -> InsertionPlace? {
    let (former, gone) = saved.row(at: path)
    guard gone.isEmpty, let formerParent = former.parent else { return nil }
    let (parent, rest) = raw.row(at: formerParent.path)
    guard rest.isEmpty, parent.isContainer, parent.container == nil, parent.isList == formerParent.isList
    else { return nil }
    for row in sequence(first: former, next: saved.previousSibling).dropFirst() {
      let (now, rest) = raw.row(at: row.path)
      if rest.isEmpty, now.parent?.id == parent.id { return InsertionPlace(parent: parent, after: now) }
    }
    return InsertionPlace(parent: parent, after: nil)
  }
}
