import Mantle

extension EditBuilder {
  /// Renames a member and keeps its value.
  func renaming(_ row: Row, to key: String) throws -> Edit {
    guard let node = row.node, let parent = row.parent else {
      throw EditRefused(description: "there is no key here")
    }
    if let position = row.position, let container = parent.container {
      return renamingChild(
        at: position, of: container, in: parent, to: key,
        row.record.map { $0.bytes.slice($0.range) } ?? node.rawBytes)
    }
    return try renaming([row], to: key)
  }

  /// Renames members of values that are parsed as a whole, as one undo step.
  ///
  /// - Parameter renamed: the key that the edit renames in all elements of a list; nil for any other edit.
  func renaming(
    _ rows: [Row], to key: String, as summary: String? = nil, in renamed: EditStep.RenamedKey? = nil
  ) throws -> Edit {
    var parts: [EditStep.Part] = []
    var splices: RecordSplices = [:]
    for row in rows {
      try outline.records.goOn()
      var part = EditStep.Part(.renamed(to: key), row, before: row.keyText, after: key, in: document)
      guard let node = row.node, let record = row.record, let holder = node.parent, row.position == nil,
        let old = holder.members.first(where: { $0.value == node })?.key,
        case .key(let oldKey)? = part.place.path.last
      else { throw EditRefused(description: "\(row.path): there is no key here") }
      guard document.writeRows == nil || row.path.components.count > 2 else {
        throw EditRefused(description: "\(row.path): the columns of a database table keep their names")
      }
      guard oldKey == key || holder[key] == nil else {
        throw EditRefused(description: "\(row.path): the object has a key \(JSONText.quoted(key)) already")
      }
      let object = EditedPlace(outer: part.place.outer, path: part.place.path.dropLast())
      part.shifts = [.renamed(within: object, from: oldKey, to: key)]
      part.place = object.child(.key(key))
      parts.append(part)
      splices[record.key, default: (record, [])].splices.append(
        old.replacing(with: Array(JSONText.quoted(key).utf8)))
    }
    return try changes(applying: splices).edit(parts, as: summary, renaming: renamed)
  }

  /// Renames a member of an object that is not parsed whole: removes the member and inserts one with the new key.
  private func renamingChild(
    at position: LazyContainer.Position, of container: LazyContainer, in parent: Row, to key: String,
    _ value: [UInt8]
  ) -> Edit {
    let row = outline.source.row(for: position, of: container, in: parent)
    var changes = noChanges
    changes.remove([position], from: container)
    let renamed = position.insertion(key: key, value: value, serial: document.nextSerial)
    switch position {
    case .original(let child):
      let gap = Overlay.Gap(container: container.offset, after: ChildID(child))
      changes.insert([renamed], at: (gap, 0))
    case .inserted(let gap, let index, _): changes.insert([renamed], at: (gap, index))
    }
    let id = parent.id.child(.inserted(renamed.serial))
    var part = EditStep.Part(.renamed(to: key), row, before: row.keyText, after: key, in: document)
    if row.id != id { part.shifts = [.replaced(row.id, by: id)] }
    part.place = EditedPlace(outer: id, path: [])
    return changes.edit([part])
  }
}
