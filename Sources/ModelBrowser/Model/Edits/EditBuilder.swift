import Mantle

/// A builder of edits for operations on rows; building an edit does not change the document.
struct EditBuilder {
  let outline: Outline

  var document: Document { outline.document }
  /// An empty set of changes, with which an edit begins.
  var noChanges: OverlayChanges { OverlayChanges(of: document) }

  /// Refuses to change an object of an archive that is of a newer version than its model.
  func refuseNewerObject(around row: Row) throws {
    guard document.archive?.isReadable == false, let newer = row.newerObject else { return }
    throw EditRefused(description: newer.whyUnchangeable)
  }

  // MARK: - One value

  /// Replaces the JSON of a row's value; an absent property is added with its key.
  ///
  /// - Returns: nil if the value has this JSON already.
  func setting(_ row: Row, to bytes: [UInt8]) throws -> Edit? {
    row.mistake != nil || row.isBroken ? try rewriting(row, as: bytes) : try setting([(row, bytes)])
  }

  /// Returns the place of a row's value if the value is a container before or after the change, to record the place as
  /// rewritten. Returns nil if a scalar is replaced by a scalar.
  func rewritten(_ row: Row, _ text: [UInt8]) -> EditedPlace? {
    let first = text.first { $0 > UInt8(ascii: " ") }
    let isContainer = first == UInt8(ascii: "[") || first == UInt8(ascii: "{")
    return isContainer || row.node?.kind.isContainer == true ? row.editedPlace : nil
  }

  /// Replaces the text of a row's record, whether the new text is JSON or not.
  func rewriting(_ row: Row, as text: [UInt8]) throws -> Edit {
    guard let record = row.record else { throw EditRefused.notWhole }
    // Only the part after the common prefix is described, because the text may be large.
    let old = record.bytes.slice(record.range)
    let same = row.isBroken ? 0 : zip(old, text).prefix { $0 == $1 }.count
    func words(_ text: [UInt8]) -> String {
      String(decoding: text[same..<min(text.count, same + 200)], as: UTF8.self)
    }
    var part = EditStep.Part(.changed, row, before: words(old), after: words(text), in: document)
    part.rewritten = row.recordPlace
    if let mistake = row.mistake { part.path = "\(mistake.editedWords) in \(part.path)" }
    return try edit(part, record, RecordText(text))
  }

  /// Removes an element, a member, or the key of a property.
  func removing(_ row: Row) throws -> Edit {
    if let edit = try removing([row]) { return edit }
    guard let mistake = row.mistake, let record = row.record else { throw EditRefused.notWhole }
    let splice = JSONSplice(mistake.range, with: [])
    var part = EditStep.Part(
      .deleted, row, before: record.bytes.text(mistake.range), after: nil, in: document)
    part.path = "\(mistake.editedWords) in \(part.path)"
    part.rewritten = row.recordPlace
    return try edit(part, record, RecordText(record.bytes.applying([splice], in: record.range)))
  }

  /// Returns an edit that gives a record a new text.
  func edit(_ part: EditStep.Part, _ record: Record, _ text: RecordText) throws -> Edit {
    var changes = noChanges
    try changes.set(record, to: text)
    return changes.edit([part])
  }

  // MARK: - New values

  /// The place of a new element or member.
  struct InsertionPlace {
    let parent: Row
    /// The element or member that precedes the new one; nil for the first place.
    let after: Row?
    /// Whether the new element is the last child, regardless of `after`.
    var isAtEnd = false
  }

  /// Inserts JSON as an element of a list, or as a member of an object.
  ///
  /// - Parameters:
  ///   - key: the key of the member; nil for an element.
  ///   - asItIs: whether the value stays on one line, whatever the layout of its siblings.
  ///   - source: the value's place in the original text, or that of the value that it is a copy of; nil for a new value.
  func inserting(
    _ json: [UInt8], key: String? = nil, at place: InsertionPlace, asItIs: Bool = false,
    from source: EditedPlace? = nil
  ) throws -> Edit {
    try refuseNewerObject(around: place.parent)
    if let edit = inserting([(key, json, source)], at: place, asTheyAre: asItIs) { return edit }
    let parent = place.parent
    let refusal = EditRefused(description: "this is not \(key == nil ? "a list" : "an object")")
    guard let record = parent.childRecord, let node = parent.childNode else { throw refusal }
    let values = node.kind == .object ? node.members.map(\.value) : Array(node.elements)
    var index = values.count
    if !place.isAtEnd {
      index = place.after.map { after in values.firstIndex { $0 == after.node }.map { $0 + 1 } ?? index } ?? 0
    }
    let laidOut = key == nil ? laidOut(json, asElementOf: parent) : laidOut(json, asMemberOf: node)
    let text = asItIs ? json : laidOut
    let splice =
      if let key { node.insertingMember(key: key, value: text, at: index) } else {
        node.insertingElement(text, at: index)
      }
    guard let splice else { throw refusal }
    let component: JSONKeyPath.Component = key.map { .key($0) } ?? .index(index)
    var part = EditStep.Part.inserted(
      at: parent.editedPlace.child(component), path: parent.path.appending(component).description,
      after: String(decoding: text, as: UTF8.self))
    if key == nil {
      part.shifts = [.inserted(into: parent.editedPlace, at: index)]
    } else {
      part.rewritten = part.place
    }
    part.source = source
    let arrangement = ChildArrangement.inserting(text, key: key, at: index, in: node)
    return try edit(part, record, record.applying([splice], arranging: arrangement))
  }

  /// Inserts JSON values as consecutive children of a large container, as one undo step.
  ///
  /// - Returns: nil if the container is a part of a record.
  func inserting(
    _ values: [(key: String?, json: [UInt8], source: EditedPlace?)], at place: InsertionPlace,
    asTheyAre: Bool = false
  ) -> Edit? {
    guard let container = place.parent.container, !values.isEmpty else { return nil }
    let number = ordinal(behind: place.after, in: container)
    let list = (id: place.parent.id, path: place.parent.path)
    var new: [Overlay.Insertion] = []
    var parts: [EditStep.Part] = []
    for (offset, value) in values.enumerated() {
      let isAsItIs = asTheyAre || value.key != nil
      let bytes = isAsItIs ? value.json : laidOut(value.json, asElementOf: place.parent)
      let serial = document.nextSerial + offset
      new.append(Overlay.Insertion(serial: serial, key: value.key, value: bytes))
      let path =
        value.key.map { list.path.appending(key: $0).description }
        ?? "\(list.path)[\(number.map { String($0 + offset) } ?? "")]"
      var part = EditStep.Part.inserted(
        at: EditedPlace(outer: list.id.child(.inserted(serial)), path: []), path: path,
        after: String(decoding: bytes, as: UTF8.self))
      part.source = value.source
      parts.append(part)
    }
    var changes = noChanges
    changes.insert(new, at: gap(at: place, in: container))
    return changes.edit(parts)
  }

  private func ordinal(behind row: Row?, in container: LazyContainer) -> Int? {
    guard let position = row?.position else { return 0 }
    return outline.children(of: container).ordinal(of: position).map { $0 + 1 }
  }

  func gap(at place: InsertionPlace, in container: LazyContainer) -> (Overlay.Gap, index: Int) {
    switch place.after?.position {
    case .original(let child):
      (Overlay.Gap(container: container.offset, after: ChildID(container.index.measured(child))), 0)
    case .inserted(let gap, let index, _): (gap, index + 1)
    case nil: (Overlay.Gap(container: container.offset, after: nil), 0)
    }
  }
}
