import Mantle

extension Outline {
  /// The list that contains the models, or the root if it is a list; nil if there is none.
  var mainContainer: Row? { modelContainer.flatMap { $0.isList ? $0 : nil } }

  /// The list or map that contains the models, or the root if there are no enclosing keys; nil if the models are in several
  /// lists or maps.
  var modelContainer: Row? {
    var row = root
    for component in document.pick.path.components.dropLast() {
      guard case .key(let key) = component, let child = member(of: row, key) else { return nil }
      row = child
    }
    return row
  }

  /// Whether the document has no value at all, such as an empty file.
  var isEmpty: Bool { root.container?.form == .values && unfiltered.firstChild(of: root) == nil }

  /// Returns whether a container has neither elements nor members.
  func isEmpty(_ row: Row) -> Bool {
    row.container.map { children(of: $0).first(forward: true) == nil } ?? (row.childNode?.count == 0)
  }

  /// The number of models; nil until they are counted.
  var modelCount: Int? {
    if document.pick.path.isEmpty { return 1 }
    return modelContainer.flatMap(count)
  }

  /// Returns the number of values in a list or an object; nil until they are counted.
  func count(of list: Row) -> Int? {
    list.container.map { children(of: $0).count } ?? list.childRows.valueCount
  }

  /// Returns the element at an index of a list; nil if there is none.
  func element(_ index: Int, of list: Row) -> Row? {
    guard let container = list.container else {
      return list.childRows.index(ofPosition: index).flatMap { child(of: list, at: $0) }
    }
    return children(of: container).child(at: index).map { source.row(for: $0, of: container, in: list) }
  }

  /// Returns the child with a key; nil if it is not found. The search covers the first thousand children and, in a
  /// large object, the bytes that may be inspected during a key press.
  func member(of row: Row, _ key: String) -> Row? {
    if let found = childRows(of: row).prefix(1000).first(where: { $0.step == [.key(key)] }) { return found }
    guard let container = row.container, container.form == .object else { return nil }
    let quoted = JSONText.quoted(key).utf8.count
    var child = container.index.first()
    while let here = child, here.value.lowerBound - container.offset < LazyContainer.lookedThrough {
      if let range = here.key,
        range.count == quoted || document.base.slice(range).contains(UInt8(ascii: "\\")),
        !document.history.overlay.isRemoved(ChildID(here)), source.keyText(of: .original(here)) == key
      {
        return source.row(for: .original(here), of: container, in: row)
      }
      child = container.index.next(after: here)
    }
    return nil
  }

  /// Returns the relative position of a row in the file, from 0 to 1; nil if it is unknown.
  func share(of row: Row) -> Double? {
    for row in sequence(first: row, next: \.parent) {
      // An element that is not in the file is placed among the elements of its list.
      if case .inserted? = row.record?.place, case .element(let index?) = row.label,
        let count = row.parent?.container.flatMap({ children(of: $0).count })
      {
        return Double(index) / Double(max(1, count))
      }
      if let offset = row.editedOffset(in: document) ?? document.byteRange(of: row)?.lowerBound {
        return Double(offset) / Double(max(1, document.base.count))
      }
    }
    return nil
  }
}

extension Row {
  /// Returns the approximate offset in the original file of a row whose record was edited or inserted; nil if it is unknown.
  fileprivate func editedOffset(in document: Document) -> Int? {
    guard let record = record?.outermost, record.bytes !== document.base else { return nil }
    switch record.place {
    case .original(let child):
      return textRange.map { min(child.offset + $0.lowerBound, child.child.value.upperBound) }
    case .inserted(let gap, _): return position.map { _ in Overlay.Slot.gap(gap).start }
    }
  }
}

extension Outline {
  /// Returns the row at a JSON key path, or the last existing row on the path and the remaining components.
  ///
  /// Paths that came from JSON Pointers do not distinguish indices from keys, so the values decide.
  ///
  /// - Parameter start: the row that the path is relative to; nil for the root.
  func row(
    at path: JSONKeyPath, from start: Row? = nil
  ) -> (row: Row, rest: ArraySlice<JSONKeyPath.Component>) {
    var row = start ?? root
    var rest = path.components[...]
    while let step = rest.first?.fitting(list: row.isList),
      let child = child(of: row, step, then: rest.dropFirst())
    {
      row = child
      rest = rest.dropFirst(max(1, child.step.count))
    }
    return (row, rest)
  }

  private func child(
    of row: Row, _ step: JSONKeyPath.Component, then rest: ArraySlice<JSONKeyPath.Component>
  ) -> Row? {
    guard row.container != nil else { return child(of: row, towards: [step] + rest) }
    switch step {
    case .key(let key): return member(of: row, key)
    case .index(let index):
      // Elements that were removed before this index still count in the file.
      row.container?.count(upTo: index + document.history.overlay.slots.count)
      return element(index, of: row)
    case .each: return nil
    }
  }
}

extension JSONKeyPath.Component {
  /// Returns the path component as an index if the parent is a list, or as a key if it is an object.
  fileprivate func fitting(list isList: Bool) -> Self {
    switch self {
    case .key(let text) where isList: Int(text).map { .index($0) } ?? self
    case .index(let index) where !isList: .key(String(index))
    default: self
    }
  }
}

extension Row {
  /// Whether the children of the row are elements of a list.
  var isList: Bool {
    switch content {
    case .container(let container): container.form != .object
    default: childNode?.kind == .array
    }
  }
}

// MARK: - Rows by place in the text

extension Outline {
  /// Returns the innermost row whose text contains a place; if the text was removed, the innermost row that enclosed it.
  func row(at place: TextPlace) -> Row? {
    let last = records.cache(FoundRow.init)
    if let known = last.row(revision).flatMap({ self.row(at: place, near: $0) }) {
      last.note(known, revision)
      return known
    }
    let (row, offset) = present(recordRow(at: place))
    guard let offset else { return row }
    let found = innermostRow(of: row, at: offset)
    last.note(found, revision)
    return found
  }

  /// Returns the row of the record at an offset of the original file, even if the record was removed.
  func formerRow(at offset: Int) -> Row { recordRow(at: .original(offset)).row }

  private func present(_ found: (row: Row, offset: Int?)) -> (row: Row, offset: Int?) {
    let row = row(nearest: found.row.id)
    return row.id == found.row.id ? found : (row, nil)
  }

  /// Returns the row of the problem at a place: the row of the syntax error at that place, or else the row of the
  /// innermost value.
  func row(ofProblemAt place: TextPlace) -> Row? {
    var (row, offset) = present(recordRow(at: place))
    if offset == nil, case .original(let start) = place, start > 0 {
      // A missing token at the end of a line is reported after the line.
      let before = present(recordRow(at: .original(start - 1)))
      if let inside = before.offset { (row, offset) = (before.row, inside + 1) }
    }
    guard let offset else { return row }
    guard let mistake = row.record?.damage?.mistake(at: offset) else {
      return innermostRow(of: row, at: offset)
    }
    let holder = mistake.container.map { innermostRow(of: row, at: $0) } ?? row
    let index = holder.childRows.firstIndex {
      if case .mistake(let other) = $0.content { other == mistake } else { false }
    }
    return index.flatMap { child(of: holder, at: $0) } ?? holder
  }

  /// Returns the outermost row of the record that contains a place, and the place's offset in the text of the record.
  /// The offset is nil if no current record contains the place.
  private func recordRow(at place: TextPlace) -> (row: Row, offset: Int?) {
    var row = root
    while let container = row.container {
      let children = children(of: container)
      let child =
        switch place {
        case .original(let offset): children.child(holding: offset)
        case .edited(let record, _): children.child(of: record)
        }
      guard let child else { return (row, nil) }
      row = source.row(for: child, of: container, in: row)
    }
    // Offsets in an edited record refer to its new text.
    if case .original = place, row.record?.bytes !== document.base { return (row, nil) }
    return (row, place.offset)
  }

  private func innermostRow(of row: Row, at offset: Int) -> Row {
    var row = row
    while let inner = innerRow(of: row, at: offset) { row = inner }
    return row
  }

  /// Returns the child whose value or key contains an offset of the record's text; nil if there is none.
  private func innerRow(of row: Row, at offset: Int) -> Row? {
    row.childPlaces?.row(at: offset).flatMap { child(of: row, at: $0) }
  }

  /// Returns the innermost row at a place, searching from the row that was found last; nil if the two are in different records.
  private func row(at place: TextPlace, near last: Row) -> Row? {
    switch place {
    case .original: guard last.record?.bytes === document.base else { return nil }
    case .edited(let record, _):
      guard last.record?.place == record, last.record?.string == nil else { return nil }
    }
    var row: Row? = last
    while let here = row, here.record === last.record {
      if let inner = innerRow(of: here, at: place.offset) { return innermostRow(of: inner, at: place.offset) }
      row = here.parent
    }
    return nil
  }
}
