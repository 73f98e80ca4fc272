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
    guard let record = row.record else { throw EditRefused(description: "this value is not read whole") }
    let bytes = laidOut(bytes, for: row)
    let before = row.node?.rawText
    let splice: JSONSplice
    if let node = row.node {
      guard node.rawBytes != bytes else { return nil }
      splice = node.replacing(with: bytes)
    } else if case .property(let property, let owner, nil) = row.content {
      splice = try record.inserting(bytes, at: property.keyPaths[0], in: owner)
    } else {
      throw EditRefused(description: "there is no value here")
    }
    return edit(
      row, before: before, after: String(decoding: bytes, as: UTF8.self), [try change(record, splice)])
  }

  /// Takes away an element, a member, or the key of a property.
  func removing(_ row: Row) throws -> Edit {
    guard let node = row.node else { throw EditRefused(description: "there is nothing here") }
    if let position = row.position, let container = row.parent?.container {
      return edit(row, before: node.rawText, after: nil, [removal(of: position, in: container)])
    }
    guard let record = row.record, let splice = node.removing() else {
      throw EditRefused(description: "this value is not read whole")
    }
    return edit(row, before: node.rawText, after: nil, [try change(record, splice)])
  }

  /// Puts the values of two elements in each other's place.
  func exchanging(_ first: Row, _ second: Row) throws -> Edit {
    guard let a = first.node, let b = second.node, let recordA = first.record, let recordB = second.record
    else {
      throw EditRefused(description: "only elements that are read whole can be moved")
    }
    let (textA, textB) = (a.rawBytes, b.rawBytes)
    var changes: [Edit.Change]
    if recordA === recordB {
      changes = [try change(recordA, a.replacing(with: textB), b.replacing(with: textA))]
    } else {
      changes = [change(recordA, to: textB), change(recordB, to: textA)]
    }
    if case .gap = changes[0].slot, changes.count == 2, changes[0].slot == changes[1].slot {
      throw EditRefused(description: "both elements are new; save first")
    }
    return edit(
      [
        Self.trace(second.editedPlace, b.rawText, a.rawText),
        Self.trace(first.editedPlace, a.rawText, b.rawText),
      ],
      path: second.path.description, before: b.rawText, after: a.rawText, changes)
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
  /// - Returns: the edit, and the identifier the new row has then.
  func inserting(_ bytes: [UInt8], at place: InsertionPlace) throws -> (edit: Edit, row: RowID) {
    let bytes = laidOut(bytes, asElementOf: place.parent)
    let words = String(decoding: bytes, as: UTF8.self)
    if let container = place.parent.container {
      let (gap, index) = gap(at: place, in: container)
      let serial = document.nextSerial
      var insertions = overlay.insertions(in: gap)
      insertions.insert(Overlay.Insertion(serial: serial, key: nil, value: bytes), at: index)
      let id = place.parent.id.child(.inserted(serial))
      let number = ordinal(behind: place.after, in: container).map(String.init) ?? ""
      let edit = edit(
        [Self.trace(EditedPlace(outer: id, path: []), nil, words)],
        path: "\(place.parent.path)[\(number)]", before: nil, after: words,
        [(.gap(gap), .inserted(insertions))])
      return (edit, id)
    }
    var index = 0
    if let after = place.after, case .index(let position) = after.id.step { index = position + 1 }
    guard let record = place.parent.record,
      let splice = place.parent.node?.insertingElement(bytes, at: index)
    else { throw EditRefused(description: "this is not a list") }
    let id = place.parent.id.child(.index(index))
    let edit = edit(
      [Self.trace(place.parent.editedPlace.child(.index(index)), nil, words)],
      path: "\(place.parent.path)[\(index)]", before: nil, after: words, [try change(record, splice)])
    return (edit, id)
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

  func memberEdit(
    _ place: EditedPlace, _ object: Row, _ key: String, before: [UInt8]?, after: [UInt8]?,
    _ changes: [Edit.Change]
  ) -> Edit {
    let (before, after) = (
      before.map { String(decoding: $0, as: UTF8.self) }, after.map { String(decoding: $0, as: UTF8.self) }
    )
    return edit(
      [Self.trace(place, before, after)], path: object.path.appending(key: key).description, before: before,
      after: after, changes)
  }

  /// The value is gone from one key, and is under another.
  func renameEdit(
    _ row: Row, _ place: EditedPlace, _ value: String, _ changes: [Edit.Change]
  ) -> Edit {
    let old = row.editedPlace
    let traces =
      old == place
      ? [Self.trace(place, "", value)] : [Self.trace(place, nil, value), Self.trace(old, value, nil)]
    return edit(traces, path: row.path.description, before: value, after: value, changes)
  }

  private func edit(
    _ row: Row, before: String?, after: String?, _ changes: [Edit.Change]
  ) -> Edit {
    return edit(
      [Self.trace(row.editedPlace, before, after)], path: row.path.description, before: before, after: after,
      changes)
  }

  private func edit(
    _ traces: [EditHistory.Trace], path: String, before: String?, after: String?,
    _ changes: [Edit.Change]
  ) -> Edit {
    let step = EditHistory.Step(
      traces, path: path.isEmpty ? document.name : path, before: before.map(Self.shorten),
      after: after.map(Self.shorten))
    return Edit(step: step, changes: changes)
  }

  private static func trace(_ place: EditedPlace, _ before: String?, _ after: String?) -> EditHistory.Trace {
    EditHistory.Trace(place: place, before: before.map(hash), after: after.map(hash))
  }

  /// Of the bytes: texts that are equal only for a reader are different values.
  private static func hash(_ json: String) -> Int {
    var hasher = Hasher()
    for byte in json.utf8 { hasher.combine(byte) }
    return hasher.finalize()
  }

  /// JSON on one line, cut: its line breaks are all between values.
  private static func shorten(_ json: String) -> String {
    let lines = json.prefix(1000).split(whereSeparator: \.isNewline)
    return Truncation.end.fit(
      lines.map { $0.drop { $0 == " " || $0 == "\t" } }.joined(separator: " "), to: 200)
  }

  /// What splices of a record's bytes mean for the overlay.
  func change(_ record: Record, _ splices: JSONSplice...) throws -> Edit.Change {
    change(record, to: try record.bytes.applying(splices, in: record.range))
  }

  /// What a record's new text means for the overlay: nothing, where it is the original one again.
  private func change(_ record: Record, to text: [UInt8]) -> Edit.Change {
    switch record.place {
    case .original(let child):
      let isOriginal = child.child.value.count == text.count && document.base.slice(child.child.value) == text
      return (.value(child), isOriginal ? nil : .bytes(text))
    case .inserted(let gap, let serial):
      var insertions = overlay.insertions(in: gap)
      if let index = insertions.firstIndex(where: { $0.serial == serial }) { insertions[index].value = text }
      return (.gap(gap), .inserted(insertions))
    }
  }

  private func removal(of position: LazyContainer.Position, in container: LazyContainer) -> Edit.Change {
    switch position {
    case .original(let child):
      return (.value(ChildID(child)), .removed(container: container.offset))
    case .inserted(let gap, let index, _):
      var insertions = overlay.insertions(in: gap)
      if insertions.indices.contains(index) { insertions.remove(at: index) }
      return (.gap(gap), insertions.isEmpty ? nil : .inserted(insertions))
    }
  }
}
