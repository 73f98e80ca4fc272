import Mantle

/// Finds the next or previous value with an error, in the original file and in the edited values.
struct ErrorFinder {
  let outline: Outline
  let cursor: Row
  /// The offsets of values with errors in the original file, in ascending order.
  let found: [Int]
  /// The places of errors in edited values.
  let edited: [TextPlace]

  /// The result of searching for the next error.
  enum Answer {
    case next(Row)
    /// There is no further error in this direction; the row has the first error from the other end.
    case wrapped(Row)
    /// The row of the cursor is the only visible row with an error.
    case only
    case none
  }

  private var document: Document { outline.document }

  /// Returns the next value with an error, or the next missing property, in a direction.
  func next(forward: Bool) -> Answer {
    if let row = missingRow(besideCursor: forward) { return .next(row) }
    let here = order(of: cursorPlace)
    let places = found.map(TextPlace.original)
    func isAhead(_ place: TextPlace) -> Bool { forward ? order(of: place) > here : order(of: place) < here }
    if let row = firstRow(at: places.filter(isAhead), edited.filter(isAhead), forward) { return .next(row) }
    if let row = firstRow(at: places, edited, forward) { return .wrapped(row) }
    return edited.isEmpty && found.allSatisfy(document.isEdited(at:)) ? .none : .only
  }

  /// The maximum number of errors of one row that are skipped.
  private static let maximumOnOneRow = 100
  /// The maximum number of errors inspected, including those that are skipped because the filter hides them.
  private static let maximumPassed = 10_000

  private func order(of place: TextPlace) -> (Int, Int, Int) { document.history.overlay.order(of: place) }

  /// The cursor's place, for comparison with the places of errors.
  private var cursorPlace: TextPlace {
    if case .broken(let error) = cursor.content, let record = cursor.record {
      return record.bytes === document.base
        ? .original(error.offset) : .edited(record.place, offset: error.offset)
    }
    if cursor.parent == nil, cursor.model == nil { return .original(-1) }
    return document.textPlace(of: cursor.firstInText, end: false)
  }

  /// Returns the row of the first error that is not at the cursor; nil if there is none.
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

  /// Returns the next missing property of the cursor's object, or of the object that lacks the property under
  /// the cursor; nil if there is none.
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
  /// Returns the rows of an object's missing required properties; the row itself if no property is missing.
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
  /// Returns whether a place of the file is in a value that was edited or removed.
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
