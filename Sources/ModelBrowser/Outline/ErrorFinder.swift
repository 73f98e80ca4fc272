import Mantle

/// Goes from one value with an error to the next: those found in the file, and those in what was edited since.
struct ErrorFinder {
  let outline: Outline
  let cursor: Row
  /// The offsets of values with errors in the original file, in ascending order.
  let found: [Int]

  /// The result of searching for the next error.
  enum Answer {
    case next(Row)
    /// There is none on this side, so this is the first one from the other end.
    case wrapped(Row)
    /// The cursor is on the only one.
    case only
    case none
  }

  private var document: Document { outline.document }

  /// The next value with an error, or property that is missing.
  func next(forward: Bool) -> Answer {
    if let row = wrongRow(besideCursor: forward) ?? missingRow(besideCursor: forward) { return .next(row) }
    let (edited, found, here) = (editedProblems, self.found.lazy, problemPlace)
    let next =
      forward
      ? firstRow(at: found.filter { $0 > here }, edited.filter { $0.offset > here }, true)
      : firstRow(at: found.filter { $0 < here }.reversed(), edited.filter { $0.offset < here }, false)
    if let next { return .next(next) }
    if let row = forward ? firstRow(at: found, edited, true) : firstRow(at: found.reversed(), edited, false) {
      return .wrapped(row)
    }
    return edited.isEmpty && self.found.allSatisfy(document.isEdited(at:)) ? .none : .only
  }

  /// A row can have several errors, which are passed together.
  private static let mostOnOneRow = 100
  /// The number of errors in elements that the filter hides that a key press may pass.
  private static let mostPassed = 10_000

  /// The place of an error, and the offset in the original file that it is sorted by.
  private struct Problem {
    let offset: Int
    let place: TextPlace
  }

  /// Where in the file the cursor is, as far as errors are concerned.
  private var problemPlace: Int {
    if case .broken(let error) = cursor.content, cursor.record?.bytes === document.base {
      return error.offset
    }
    if cursor.parent == nil, cursor.model == nil { return -1 }
    if let record = cursor.record, record.bytes !== document.base { return record.place.offset }
    return document.byteRange(of: cursor.firstInText)?.lowerBound ?? -1
  }

  /// The first of the rows with errors that is not the cursor's.
  private func firstRow(at offsets: some Sequence<Int>, _ edited: [Problem], _ forward: Bool) -> Row? {
    let filtered = outline.filter.flatMap { filter in
      outline.list(filter.list)?.container.map { (filter: filter, list: $0) }
    }
    let shown = offsets.lazy.prefix(Self.mostPassed).filter { offset in
      guard let (filter, list) = filtered else { return true }
      return list.child(containing: offset).map { filter.shows($0.value.lowerBound) } ?? false
    }
    let problems = shown.prefix(Self.mostOnOneRow).map { Problem(offset: $0, place: .original($0)) } + edited
    let sorted = problems.sorted { forward ? $0.offset < $1.offset : $0.offset > $1.offset }
    for problem in sorted {
      guard let row = outline.row(ofProblemAt: problem.place) else { continue }
      let wrong = row.isAsRead(in: document) ? outline.missingRows(of: row) : wrongRows(in: row)
      if let row = forward ? wrong.first : wrong.last, row.id != cursor.id { return row }
    }
    return nil
  }

  /// Returns the next missing property of the cursor's object, or of the object that lacks the property
  /// under the cursor.
  private func missingRow(besideCursor forward: Bool) -> Row? {
    guard cursor.property != nil, cursor.node == nil, let object = cursor.parent else {
      return forward ? outline.missingRows(of: cursor).first { $0.id != cursor.id } : nil
    }
    let missing = outline.missingRows(of: object)
    guard let index = missing.firstIndex(where: { $0.id == cursor.id }) else { return nil }
    let next = index + (forward ? 1 : -1)
    return missing.indices.contains(next) ? missing[next] : nil
  }

  // MARK: - In what was edited

  /// The edited records that have errors now.
  private var editedProblems: [Problem] {
    document.history.overlay.slots.keys.flatMap { slot -> [Record.Place] in
      switch (slot, document.history.overlay[slot]) {
      case (.value(let child), .text): [.original(child)]
      case (.gap(let gap), .inserted(let insertions)): insertions.map { .inserted(gap, serial: $0.serial) }
      default: []
      }
    }.filter { place in
      outline.row(at: .edited(place, offset: 0)).map { $0.severity == .error } ?? false
    }.map { Problem(offset: $0.offset, place: .edited($0, offset: 0)) }
  }

  /// The next row with an error in the edited record the cursor is in.
  private func wrongRow(besideCursor forward: Bool) -> Row? {
    guard let record = cursor.record, record.bytes !== document.base else { return nil }
    var outermost = cursor
    while let parent = outermost.parent, parent.record === record { outermost = parent }
    let wrong = wrongRows(in: outermost)
    let here = cursor.places
    return forward
      ? wrong.first { here.lexicographicallyPrecedes($0.places) }
      : wrong.last { $0.places.lexicographicallyPrecedes(here) }
  }

  /// The rows inside a row of a record, or the row itself, that have an error of their own, in order.
  private func wrongRows(in row: Row) -> [Row] {
    guard row.severity == .error else { return [] }
    let inside = row.childRows.indices.flatMap { index in
      outline.child(of: row, at: index).map { wrongRows(in: $0) } ?? []
    }
    return inside.isEmpty ? [row] : inside
  }
}

extension Outline {
  /// The rows of the properties that are missing in an object, where they can be given; the object itself where none are.
  func missingRows(of object: Row) -> [Row] {
    guard object.model != nil else { return [object] }
    let missing = object.childRows.indices.compactMap { index -> Row? in
      guard case .property(_, _, nil) = object.childRows[index].content else { return nil }
      return child(of: object, at: index)
    }
    let wrong = missing.filter { $0.severity == .error }
    return wrong.isEmpty ? [object] : wrong
  }
}

extension Document {
  /// Whether a place of the file is in a value that was edited or removed.
  fileprivate func isEdited(at offset: Int) -> Bool {
    history.overlay.slots.keys.contains { slot in
      if case .value(let child) = slot { child.child.range.contains(offset) } else { false }
    }
  }
}

extension Record.Place {
  /// The child's offset in the original file; for an inserted child, the offset of what precedes it.
  fileprivate var offset: Int {
    switch self {
    case .original(let child): child.offset
    case .inserted(let gap, _): gap.after?.offset ?? gap.container
    }
  }
}

extension Row {
  /// Whether the row is an unedited value of the original file. A value too long to be parsed has no record.
  fileprivate func isAsRead(in document: Document) -> Bool {
    record.map { $0.bytes === document.base } ?? (originalOffset != nil && container == nil)
  }

  /// The positions of the row and its ancestors in the record, the outermost first.
  fileprivate var places: [Int] {
    var places: [Int] = []
    var row = self
    while case .index(let position) = row.id.step, let parent = row.parent {
      places.append(parent.childRows.index(ofPosition: position) ?? 0)
      row = parent
    }
    return places.reversed()
  }
}
