import Mantle

/// Goes from one value with an error to the next, in the file and in the edited values.
struct ErrorFinder {
  let outline: Outline
  let cursor: Row
  /// The offsets of values with errors in the original file, in ascending order.
  let found: [Int]
  /// The places of errors in what was edited since.
  let edited: [TextPlace]

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
    if let row = missingRow(besideCursor: forward) { return .next(row) }
    let here = order(of: cursorPlace)
    let places = found.map(TextPlace.original)
    func isAhead(_ place: TextPlace) -> Bool { forward ? order(of: place) > here : order(of: place) < here }
    if let row = firstRow(at: places.filter(isAhead), edited.filter(isAhead), forward) { return .next(row) }
    if let row = firstRow(at: places, edited, forward) { return .wrapped(row) }
    return edited.isEmpty && found.allSatisfy(document.isEdited(at:)) ? .none : .only
  }

  /// A row can have several errors, which are passed together.
  private static let maximumOnOneRow = 100
  /// The number of errors in elements that the filter hides that a key press may pass.
  private static let maximumPassed = 10_000

  private func order(of place: TextPlace) -> (Int, Int, Int) { document.history.overlay.order(of: place) }

  /// The place of the cursor among the errors.
  private var cursorPlace: TextPlace {
    if case .broken(let error) = cursor.content, let record = cursor.record {
      return record.bytes === document.base
        ? .original(error.offset) : .edited(record.place, offset: error.offset)
    }
    if cursor.parent == nil, cursor.model == nil { return .original(-1) }
    return document.textPlace(of: cursor.firstInText, end: false)
  }

  /// The first of the rows with errors that is not the cursor's.
  private func firstRow(at found: [TextPlace], _ edited: [TextPlace], _ forward: Bool) -> Row? {
    let filtered = outline.filter.flatMap { filter in
      outline.list(filter.list)?.container.map { (filter: filter, list: $0) }
    }
    let near = forward ? Array(found.prefix(Self.maximumPassed)) : found.suffix(Self.maximumPassed).reversed()
    let shown = near.lazy.filter { place in
      guard !document.isEdited(at: place.offset) else { return false }
      guard let (filter, list) = filtered else { return true }
      return list.child(containing: place.offset).map { filter.shows($0.value.lowerBound) } ?? false
    }
    let sorted = (shown.prefix(Self.maximumOnOneRow) + edited).sorted {
      forward ? order(of: $0) < order(of: $1) : order(of: $0) > order(of: $1)
    }
    for place in sorted {
      guard let row = outline.row(ofProblemAt: place) else { continue }
      let wrong = row.missingRows(in: outline)
      if let row = forward ? wrong.first : wrong.last, row.id != cursor.id { return row }
    }
    return nil
  }

  /// Returns the next missing property of the cursor's object, or of the object that lacks the property
  /// under the cursor.
  private func missingRow(besideCursor forward: Bool) -> Row? {
    guard cursor.property != nil, cursor.node == nil, let object = cursor.parent else {
      return forward ? cursor.missingRows(in: outline).first { $0.id != cursor.id } : nil
    }
    let missing = object.missingRows(in: outline)
    guard let index = missing.firstIndex(where: { $0.id == cursor.id }) else { return nil }
    let next = index + (forward ? 1 : -1)
    return missing.indices.contains(next) ? missing[next] : nil
  }
}

extension Row {
  /// The rows of the properties that are missing in an object, where they can be given; the object itself where none are.
  func missingRows(in outline: Outline) -> [Row] {
    guard model != nil else { return [self] }
    let missing = childRows.indices.compactMap { index -> Row? in
      guard case .property(_, _, nil) = childRows[index].content else { return nil }
      return outline.child(of: self, at: index)
    }
    let wrong = missing.filter { $0.severity == .error }
    return wrong.isEmpty ? [self] : wrong
  }
}

extension Document {
  /// Whether a place of the file is in a value that was edited or removed.
  fileprivate func isEdited(at offset: Int) -> Bool {
    history.overlay.slots.keys.contains { slot in
      if case .value(let child) = slot {
        (child.child.range.lowerBound...child.child.range.upperBound).contains(offset)
      } else {
        false
      }
    }
  }
}
