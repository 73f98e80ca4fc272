import Mantle

/// Makes edits of what is to be done to rows; nothing is changed by making them.
struct EditBuilder {
  let outline: Outline

  var document: Document { outline.document }
  private var overlay: Overlay { document.history.overlay }

  // MARK: - One value

  /// Gives a row's value new JSON; a property that is absent gets its key.
  ///
  /// - Returns: nil where it is the value it has.
  func setting(_ row: Row, to bytes: [UInt8]) throws -> Edit? {
    guard let record = row.record else {
      throw EditRefused.notWhole
    }
    if row.mistake != nil || row.isBroken { return try rewriting(row, as: bytes) }
    let bytes = laidOut(bytes, for: row)
    let before = row.node?.rawText
    let splice: JSONSplice
    if let node = row.node {
      guard node.rawBytes != bytes || record.damagedText(of: node) != nil else { return nil }
      splice = node.replacing(with: bytes)
    } else if case .property(let property, let owner, nil) = row.content {
      splice = try record.inserting(bytes, at: property.keyPaths[0], in: owner)
    } else {
      throw EditRefused(description: "there is no value here")
    }
    var part = EditStep.Part(
      before == nil ? .inserted : .changed, row, before: before,
      after: String(decoding: bytes, as: UTF8.self), in: document)
    part.rewritten = rewritten(row, bytes)
    return Edit(step: EditStep(part), changes: [try change(record, splice)])
  }

  /// The place of a value that gets a new text, where there was something inside it, or is now.
  func rewritten(_ row: Row, _ text: [UInt8]) -> EditedPlace? {
    let first = text.first { $0 > UInt8(ascii: " ") }
    let isContainer = first == UInt8(ascii: "[") || first == UInt8(ascii: "{")
    return isContainer || row.node?.kind.isContainer == true ? row.editedPlace : nil
  }

  /// Gives the record a row is in another text, whether that is JSON or not.
  func rewriting(_ row: Row, as text: [UInt8]) throws -> Edit {
    guard let record = row.record else { throw EditRefused.notWhole }
    // Of a large text only where the two begin to differ.
    let old = record.bytes.slice(record.range)
    let same = row.isBroken ? 0 : zip(old, text).prefix { $0 == $1 }.count
    func words(_ text: [UInt8]) -> String {
      String(decoding: text[same..<min(text.count, same + 200)], as: UTF8.self)
    }
    var part = EditStep.Part(.changed, row, before: words(old), after: words(text), in: document)
    part.rewritten = row.recordPlace
    if let mistake = row.mistake { part.path = "\(mistake.region.editedWords) in \(part.path)" }
    return Edit(step: EditStep(part), changes: [change(record, to: text)])
  }

  /// Takes away an element, a member, or the key of a property.
  func removing(_ row: Row) throws -> Edit {
    if let edit = try removing([row]) { return edit }
    guard let mistake = row.mistake, let record = row.record else { throw EditRefused.notWhole }
    let splice = JSONSplice(mistake.region.range, with: [])
    var part = EditStep.Part(
      .deleted, row, before: record.bytes.text(mistake.region.range), after: nil, in: document)
    part.path = "\(mistake.region.editedWords) in \(part.path)"
    part.rewritten = row.recordPlace
    return Edit(
      step: EditStep(part),
      changes: [change(record, to: try record.bytes.applying([splice], in: record.range))])
  }

  // MARK: - New values

  /// Where a new element goes.
  struct InsertionPlace {
    let parent: Row
    /// The element or member it follows; nil for the first place.
    let after: Row?
    /// Whether it comes last, whatever that follows.
    var isAtEnd = false
  }

  /// Inserts JSON as an element of a list.
  ///
  /// - Parameters:
  ///   - asItIs: whether the value stays on one line, whatever the layout of its siblings.
  ///   - source: the place in the original text of the value, or of the value it is a copy of.
  /// - Returns: the edit, and the identifier the new row has then.
  func inserting(
    _ bytes: [UInt8], at place: InsertionPlace, asItIs: Bool = false, from source: EditedPlace? = nil
  ) throws -> (edit: Edit, row: RowID) {
    if let inserted = inserting([(bytes, source)], at: place, asTheyAre: asItIs) { return inserted }
    let bytes = asItIs ? bytes : laidOut(bytes, asElementOf: place.parent)
    let words = String(decoding: bytes, as: UTF8.self)
    var index = 0
    if let after = place.after, case .index(let position) = after.id.step { index = position + 1 }
    guard let record = place.parent.record, let array = place.parent.node,
      let splice = array.insertingElement(bytes, at: index)
    else { throw EditRefused(description: "this is not a list") }
    let list = place.parent.editedPlace
    var part = EditStep.Part.inserted(
      at: list.child(.index(index)), path: "\(place.parent.path)[\(index)]", after: words)
    part.shifts = [.inserted(into: list, at: index)]
    part.source = source
    return (
      Edit(
        step: EditStep(part),
        changes: [try change(record, [splice], arranging: .inserting(bytes, at: index, in: array))]),
      place.parent.id.child(.index(index))
    )
  }

  /// Inserts JSON values as consecutive elements of a large list, as one undo step.
  ///
  /// - Returns: the edit, and the identifier the last new row has then; nil for a list that is a part of a record.
  func inserting(
    _ values: [(json: [UInt8], source: EditedPlace?)], at place: InsertionPlace, asTheyAre: Bool = false
  ) -> (edit: Edit, row: RowID)? {
    guard let container = place.parent.container, !values.isEmpty else { return nil }
    let (gap, index) = gap(at: place, in: container)
    let number = ordinal(behind: place.after, in: container)
    let list = (id: place.parent.id, path: place.parent.path)
    var new: [Overlay.Insertion] = []
    var step = EditStep(parts: [], changes: [])
    for (offset, value) in values.enumerated() {
      let bytes = asTheyAre ? value.json : laidOut(value.json, asElementOf: place.parent)
      let serial = document.nextSerial + offset
      new.append(Overlay.Insertion(serial: serial, key: nil, value: bytes))
      var part = EditStep.Part.inserted(
        at: EditedPlace(outer: list.id.child(.inserted(serial)), path: []),
        path: "\(list.path)[\(number.map { String($0 + offset) } ?? "")]",
        after: String(decoding: bytes, as: UTF8.self))
      part.source = value.source
      step.append(EditStep(part))
    }
    var insertions = overlay.insertions(in: gap)
    insertions.insert(contentsOf: new, at: index)
    let last = list.id.child(.inserted(document.nextSerial + new.count - 1))
    return (Edit(step: step, changes: [(.gap(gap), .inserted(insertions))]), last)
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

  // MARK: - Overlay

  /// Returns the overlay change for splices of a record's bytes.
  func change(_ record: Record, _ splices: JSONSplice...) throws -> Edit.Change {
    try change(record, splices)
  }

  /// - Parameter arrangement: the same edit, where children come, go or move.
  func change(
    _ record: Record, _ splices: [JSONSplice],
    arranging arrangement: @autoclosure () -> ChildArrangement? = nil
  ) throws -> Edit.Change {
    change(record, to: try record.applying(splices, arranging: arrangement()))
  }

  /// Returns the overlay change for a record's new text; restoring the original text clears the slot.
  func change(_ record: Record, to text: [UInt8]) -> Edit.Change { change(record, to: RecordText(text)) }

  private func change(_ record: Record, to edited: RecordText) -> Edit.Change {
    let text = edited.bytes
    switch record.place {
    case .original(let child):
      let isOriginal = child.child.value.count == text.count && document.base.slice(child.child.value) == text
      return (.value(child), isOriginal ? nil : .text(edited))
    case .inserted(let gap, let serial):
      var insertions = overlay.insertions(in: gap)
      if let index = insertions.firstIndex(where: { $0.serial == serial }) { insertions[index].value = text }
      return (.gap(gap), .inserted(insertions))
    }
  }

  func removal(of position: LazyContainer.Position, in container: LazyContainer) -> Edit.Change {
    switch position {
    case .original(let child):
      let child = ChildID(container.index.measured(child))
      return (.value(child), .removed(container: container.offset))
    case .inserted(let gap, let index, _):
      var insertions = overlay.insertions(in: gap)
      if insertions.indices.contains(index) { insertions.remove(at: index) }
      return (.gap(gap), insertions.isEmpty ? nil : .inserted(insertions))
    }
  }
}
