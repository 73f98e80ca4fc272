import Mantle

/// Why an edit was not made.
struct EditRefused: Error, CustomStringConvertible {
  let description: String
}

extension BrowserDocument {
  // MARK: - One value

  /// Gives a row's value new JSON; a property that is absent gets its key.
  func setValue(of row: Row, to bytes: [UInt8]) throws {
    guard let record = row.record else { throw EditRefused(description: "this value is not read whole") }
    let bytes = laidOut(bytes, for: row)
    let before = row.node?.rawText
    let splice: JSONSplice
    if let node = row.node {
      guard node.rawBytes != bytes else { return }
      splice = node.replacing(with: bytes)
    } else if case .property(let property, let owner, nil) = row.content {
      splice = try record.inserting(bytes, at: property.keyPaths[0], in: owner)
    } else {
      throw EditRefused(description: "there is no value here")
    }
    perform(
      row, before: before, after: String(decoding: bytes, as: UTF8.self), [try change(record, splice)])
  }

  /// Takes away an element, a member, or the key of a property.
  func remove(_ row: Row) throws {
    guard let node = row.node else { throw EditRefused(description: "there is nothing here") }
    if let position = row.position, let spine = row.parent?.spine {
      return perform(row, before: node.rawText, after: nil, [removal(of: position, in: spine)])
    }
    guard let record = row.record, let splice = node.removing() else {
      throw EditRefused(description: "this value is not read whole")
    }
    perform(row, before: node.rawText, after: nil, [try change(record, splice)])
  }

  /// Puts the values of two elements in each other's place.
  func exchange(_ first: Row, _ second: Row) throws {
    guard let a = first.node, let b = second.node, let recordA = first.record, let recordB = second.record
    else {
      throw EditRefused(description: "only elements that are read whole can be moved")
    }
    let (textA, textB) = (a.rawBytes, b.rawBytes)
    var edits: [(Overlay.Slot, Overlay.Content?)]
    if recordA === recordB {
      edits = [try change(recordA, a.replacing(with: textB), b.replacing(with: textA))]
    } else {
      edits = [change(recordA, to: textB), change(recordB, to: textA)]
    }
    if case .gap = edits[0].0, edits.count == 2, edits[0].0 == edits[1].0 {
      throw EditRefused(description: "save first: both elements are new")
    }
    perform(
      [
        Self.trace(second.editedPlace, b.rawText, a.rawText),
        Self.trace(first.editedPlace, a.rawText, b.rawText),
      ],
      path: second.path.description, before: b.rawText, after: a.rawText, edits)
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
  /// - Returns: the identifier of the new row.
  func insert(_ bytes: [UInt8], at place: InsertionPlace) throws -> RowID {
    let bytes = laidOut(bytes, asElementOf: place.parent)
    let words = String(decoding: bytes, as: UTF8.self)
    if let spine = place.parent.spine {
      let (gap, index) = gap(at: place, in: spine)
      let serial = takeSerial()
      var insertions = history.overlay.insertions(in: gap)
      insertions.insert(Overlay.Insertion(serial: serial, key: nil, value: bytes), at: index)
      let id = place.parent.id.child(.inserted(serial))
      let number = ordinal(behind: place.after, in: spine).map(String.init) ?? ""
      perform(
        [Self.trace(EditedPlace(outer: id, path: []), nil, words)],
        path: "\(place.parent.path)[\(number)]", before: nil, after: words,
        [(.gap(gap), .inserted(insertions))])
      return id
    }
    var index = 0
    if let after = place.after, case .index(let position) = after.id.step { index = position + 1 }
    guard let record = place.parent.record,
      let splice = place.parent.node?.insertingElement(bytes, at: index)
    else { throw EditRefused(description: "this is no list") }
    let id = place.parent.id.child(.index(index))
    perform(
      [Self.trace(place.parent.editedPlace.child(.index(index)), nil, words)],
      path: "\(place.parent.path)[\(index)]", before: nil, after: words, [try change(record, splice)])
    return id
  }

  private func ordinal(behind row: Row?, in spine: Spine) -> Int? {
    guard let position = row?.position else { return 0 }
    return ordinal(of: position, in: spine).map { $0 + 1 }
  }

  func gap(at place: InsertionPlace, in spine: Spine) -> (Overlay.Gap, index: Int) {
    switch place.after?.position {
    case .original(let child):
      (Overlay.Gap(container: spine.offset, after: ChildID(spine.index.measured(child))), 0)
    case .inserted(let gap, let index, _): (gap, index + 1)
    case nil: (Overlay.Gap(container: spine.offset, after: nil), 0)
    }
  }

  // MARK: - Undo and redo

  /// Undoes or redoes a step; records whose text changed are forgotten.
  func step(_ step: (inout EditHistory) -> EditHistory.Step?) -> EditHistory.Step? {
    guard let done = step(&history) else { return nil }
    forget(done.changes.map(\.slot))
    return done
  }

  // MARK: - Overlay

  func performMember(
    _ place: EditedPlace, _ object: Row, _ key: String, before: [UInt8]?, after: [UInt8]?,
    _ edits: [(Overlay.Slot, Overlay.Content?)]
  ) {
    let (before, after) = (
      before.map { String(decoding: $0, as: UTF8.self) }, after.map { String(decoding: $0, as: UTF8.self) }
    )
    perform(
      [Self.trace(place, before, after)], path: object.path.appending(key: key).description, before: before,
      after: after, edits)
  }

  /// The value is gone from one key, and is under another.
  func performRename(
    _ row: Row, _ place: EditedPlace, _ value: String, _ edits: [(Overlay.Slot, Overlay.Content?)]
  ) {
    let old = row.editedPlace
    let traces =
      old == place
      ? [Self.trace(place, "", value)] : [Self.trace(place, nil, value), Self.trace(old, value, nil)]
    perform(traces, path: row.path.description, before: value, after: value, edits)
  }

  private func perform(
    _ row: Row, before: String?, after: String?, _ edits: [(Overlay.Slot, Overlay.Content?)]
  ) {
    perform(
      [Self.trace(row.editedPlace, before, after)], path: row.path.description, before: before, after: after,
      edits)
  }

  private func perform(
    _ traces: [EditHistory.Trace], path: String, before: String?, after: String?,
    _ edits: [(Overlay.Slot, Overlay.Content?)]
  ) {
    let step = EditHistory.Step(
      traces, path: path.isEmpty ? name : path, before: before.map(Self.shorten),
      after: after.map(Self.shorten))
    history.perform(step, edits)
    forget(edits.map(\.0))
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
  func change(_ record: Record, _ splices: JSONSplice...) throws -> (Overlay.Slot, Overlay.Content?) {
    change(record, to: try record.bytes.applying(splices, in: record.range))
  }

  /// What a record's new text means for the overlay: nothing, where it is the original one again.
  private func change(_ record: Record, to text: [UInt8]) -> (Overlay.Slot, Overlay.Content?) {
    switch record.place {
    case .original(let child):
      let isOriginal = child.child.value.count == text.count && base.slice(child.child.value) == text
      return (.value(child), isOriginal ? nil : .bytes(text))
    case .inserted(let gap, let serial):
      var insertions = history.overlay.insertions(in: gap)
      if let index = insertions.firstIndex(where: { $0.serial == serial }) { insertions[index].value = text }
      return (.gap(gap), .inserted(insertions))
    }
  }

  private func removal(of position: Spine.Position, in spine: Spine) -> (Overlay.Slot, Overlay.Content?) {
    switch position {
    case .original(let child):
      return (.value(ChildID(child)), .removed(container: spine.offset))
    case .inserted(let gap, let index, _):
      var insertions = history.overlay.insertions(in: gap)
      if insertions.indices.contains(index) { insertions.remove(at: index) }
      return (.gap(gap), insertions.isEmpty ? nil : .inserted(insertions))
    }
  }

  private func forget(_ slots: [Overlay.Slot]) {
    changed.formUnion(slots)
    for slot in slots {
      switch slot {
      case .value(let child): records.remove(.original(child))
      case .gap: records.removeAll()
      }
    }
  }
}
