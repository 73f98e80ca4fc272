import Mantle

extension BrowserDocument {
  /// So many keys of a large object are looked at; more take longer than a key press may.
  private static var mostKeys: Int { 5000 }

  /// The keys of the object a row shows.
  func keys(of row: Row) -> Set<ExactText> {
    if let node = row.node { return keys(of: node) }
    guard let spine = row.spine else { return [] }
    var keys: Set<ExactText> = []
    var position = firstChild(of: spine)
    while let here = position, keys.count < Self.mostKeys {
      keys.insert(ExactText(keyText(of: here)))
      position = child(after: here, in: spine)
    }
    return keys
  }

  private func keys(of object: JSONNode) -> Set<ExactText> {
    Set(object.members.map { ExactText($0.key.displayText) })
  }

  /// The keys of the object a row is a member of.
  func keyHolder(of row: Row) -> Set<ExactText>? {
    if row.position == nil, let object = row.node?.parent { return keys(of: object) }
    return row.parent.map { keys(of: $0) }
  }

  /// Puts a new member into an object.
  ///
  /// - Returns: where it is.
  func insertMember(_ key: String, _ value: [UInt8], at place: InsertionPlace) throws -> EditedPlace {
    if let spine = place.parent.spine { return insertMember(key, value, at: place, in: spine) }
    guard let record = place.parent.record, let object = place.parent.node, object.kind == .object else {
      throw EditRefused(description: "this is no object")
    }
    var index = object.count
    if !place.isAtEnd {
      index = 0
      if let after = place.after, case .index(let position) = after.id.step { index = position + 1 }
    }
    guard
      let splice = object.insertingMember(
        key: key, value: laidOut(value, asMemberOf: object), at: index)
    else { throw EditRefused(description: "this is no object") }
    let edited = place.parent.editedPlace.child(.key(key))
    performMember(edited, place.parent, key, before: nil, after: value, [try change(record, splice)])
    return edited
  }

  private func insertMember(
    _ key: String, _ value: [UInt8], at place: InsertionPlace, in spine: Spine
  ) -> EditedPlace {
    let (gap, index) = gap(at: place, in: spine)
    let serial = takeSerial()
    var insertions = history.overlay.insertions(in: gap)
    insertions.insert(Overlay.Insertion(serial: serial, key: key, value: value), at: index)
    let edited = EditedPlace(outer: place.parent.id.child(.inserted(serial)), path: [])
    performMember(edited, place.parent, key, before: nil, after: value, [(.gap(gap), .inserted(insertions))])
    return edited
  }

  /// Gives a member another key; its value stays.
  ///
  /// - Returns: where it is then.
  func rename(_ row: Row, to key: String) throws -> EditedPlace {
    guard let node = row.node, let parent = row.parent else {
      throw EditRefused(description: "there is no key here")
    }
    if let position = row.position, let spine = parent.spine {
      return renameChild(at: position, of: spine, in: parent, to: key, node.rawBytes)
    }
    guard let record = row.record, let object = node.parent,
      let old = object.members.first(where: { $0.value == node })?.key
    else { throw EditRefused(description: "there is no key here") }
    let splice = old.replacing(with: Array(JSONText.quoted(key).utf8))
    let components = row.editedPlace.path.dropLast() + [.key(key)]
    let edited = EditedPlace(outer: row.editedPlace.outer, path: Array(components))
    performRename(row, edited, node.rawText, [try change(record, splice)])
    return edited
  }

  /// In an object that is not parsed whole, the member goes and another comes in its place.
  private func renameChild(
    at position: Spine.Position, of spine: Spine, in parent: Row, to key: String, _ value: [UInt8]
  ) -> EditedPlace {
    let row = self.row(for: position, of: spine, in: parent)
    let edits: [(Overlay.Slot, Overlay.Content?)]
    let id: RowID
    switch position {
    case .original(let child):
      let gap = Overlay.Gap(container: spine.offset, after: ChildID(child))
      let insertion = Overlay.Insertion(serial: takeSerial(), key: key, value: value)
      id = parent.id.child(.inserted(insertion.serial))
      edits = [
        (.gap(gap), .inserted([insertion] + history.overlay.insertions(in: gap))),
        (.value(ChildID(child)), .removed(container: spine.offset)),
      ]
    case .inserted(let gap, let index, let insertion):
      id = row.id
      var insertions = history.overlay.insertions(in: gap)
      insertions[index] = Overlay.Insertion(serial: insertion.serial, key: key, value: insertion.value)
      edits = [(.gap(gap), .inserted(insertions))]
    }
    let edited = EditedPlace(outer: id, path: [])
    performRename(row, edited, String(decoding: value, as: UTF8.self), edits)
    return edited
  }
}
