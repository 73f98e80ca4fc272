import Mantle

/// Making one value again what it was when the file was saved, whatever else was edited.
extension EditBuilder {
  /// - Returns: nil where the value is what it was.
  /// - Throws: why a difference cannot be taken back on its own.
  func takingBack(_ entry: Differences.Entry) throws -> Edit? {
    let (row, rest) = outline.row(at: entry.path)
    switch entry.kind {
    case .value: return try settingBack(entry, row, rest.isEmpty)
    case .moved where entry.isRenamed && rest.isEmpty && row.position == nil:
      guard case .key(let key)? = entry.origin?.components.last else { throw Self.dependent }
      return try renaming(row, to: key)
    case .moved: return try movingBack(row, rest.isEmpty ? entry.origin : nil)
    case .reordered, .keysReordered: return try puttingInFormerOrder(entry.path)
    }
  }

  /// - Parameter isThere: whether something is at the path.
  private func settingBack(_ entry: Differences.Entry, _ row: Row, _ isThere: Bool) throws -> Edit? {
    switch (entry.before, entry.after) {
    case (let before?, nil): return try puttingBack(before, at: entry.path)
    // Of several members with one key it may be another one.
    case (nil, let after?) where isThere && row.node?.rawText ?? after == after: return try removing(row)
    case (let before?, let after?) where isThere && row.node?.rawText == after:
      guard (try? JSONDocument(parsing: JSONBytes(before))) != nil else { throw Self.dependent }
      return try setting(row, to: Array(before.utf8))
    default: throw Self.dependent
    }
  }

  static let dependent = EditRefused(
    description: "other edits depend on it; u outside of the list takes back the latest edit")

  // MARK: - Order

  private func puttingInFormerOrder(_ path: JSONKeyPath) throws -> Edit? {
    let builder = EditBuilder(outline: outline.raw)
    let (row, rest) = builder.outline.row(at: path)
    guard rest.isEmpty else { throw Self.dependent }
    if let container = row.container { return try builder.puttingInFormerOrder(row, container) }
    guard let now = row.node, let record = row.record,
      case .text(let text) = document.savedText(of: record.place),
      let before = Differences.read(text)?.root.find(JSONKeyPath(row.editedPlace.path)),
      before.kind == now.kind
    else { throw Self.dependent }
    let edit: Edit?
    if now.kind == .object {
      let part = EditStep.Part(.sorted(by: nil), row, before: nil, after: nil, in: document)
      let order = Alignment(membersOf: before, now).formerOrder
      edit = try builder.orderingMembers(of: row, order, as: part)
    } else {
      let order = Alignment(elementsOf: Array(before.elements), Array(now.elements)).formerOrder
      edit = try builder.ordering(row, [], order, by: nil)
    }
    guard let edit else { throw Self.dependent }
    return edit
  }

  // MARK: - Moves

  private func movingBack(_ row: Row, _ origin: JSONKeyPath?) throws -> Edit {
    guard let origin else { throw Self.dependent }
    if let position = row.position, let container = row.parent?.container {
      guard case .inserted(_, _, let moved) = position, let child = moved.origin, isOriginal(child) else {
        throw Self.dependent
      }
      var part = EditStep.Part(
        .moved(to: origin.description), row, before: row.node?.rawText, after: row.node?.rawText, in: document
      )
      let home = outline.formerRow(at: child.offset).id
      part.place = EditedPlace(outer: home, path: [])
      part.shifts = [.replaced(row.id, by: home)]
      var changes = noChanges
      changes.remove([position], from: container)
      changes.set(child, to: RecordText(moved.value))
      return changes.edit([part])
    }
    let (target, rest) = outline.row(at: origin)
    guard rest.isEmpty, let from = row.index, let to = target.index, target.parent?.id == row.parent?.id
    else {
      throw Self.dependent
    }
    return try moving(row, to: target, forward: from < to)
  }

  /// Returns whether a child of the original file was at its original position in the last saved state.
  private func isOriginal(_ child: ChildID) -> Bool {
    if case .some(.some(.removed)) = document.history.saved(.value(child)) { false } else { true }
  }

  // MARK: - Deletions

  private func puttingBack(_ value: String, at path: JSONKeyPath) throws -> Edit {
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
      // What is back is what it was, where the text that was saved last is the one that was read.
      let source = document.history.wasSaved ? nil : former.row(at: path).row.editedPlace
      return try builder.inserting(Array(value.utf8), at: place, from: source)
    }
  }

  /// Returns the former place of a deleted value: after its nearest previous sibling that still exists.
  private func place(ofDeleted path: JSONKeyPath, saved: Outline, in raw: Outline) -> InsertionPlace? {
    let (former, gone) = saved.row(at: path)
    guard gone.isEmpty, let formerParent = former.parent else { return nil }
    let (parent, rest) = raw.row(at: formerParent.path)
    guard rest.isEmpty, parent.isContainer, parent.container == nil, parent.isList == formerParent.isList
    else { return nil }
    var before = saved.previousSibling(of: former)
    while let row = before {
      let (now, rest) = raw.row(at: row.path)
      if rest.isEmpty, now.parent?.id == parent.id { return InsertionPlace(parent: parent, after: now) }
      before = saved.previousSibling(of: row)
    }
    return InsertionPlace(parent: parent, after: nil)
  }
}
