import Mantle

/// The place of a new value, relative to a row.
enum InsertionSide: Sendable {
  case inside, after, before
}

extension Outline {
  /// Returns the place of a new element or member inside a row or next to it; nil if nothing can be inserted there.
  func insertionPlace(_ side: InsertionSide, of row: Row) -> EditBuilder.InsertionPlace? {
    switch row.content {
    case .unmapped: return row.parent.map { .init(parent: $0, after: nil, isAtEnd: true) }
    case .absent, .remark: return nil
    case .mistake: return placeBeside(side, row)
    default: break
    }
    if case .unmapped = row.parent?.content {
      return row.parent?.parent.map { .init(parent: $0, after: nil, isAtEnd: true) }
    }
    return side == .inside ? placeInside(row) : placeBeside(side, row)
  }

  private func placeInside(_ row: Row) -> EditBuilder.InsertionPlace? {
    // On a model in a list, the user wants another element rather than a key.
    let isElement = row.model != nil && row.parent?.isList == true
    let inside = (takesNew(row) || row.model != nil) && !isElement ? row : row.parent
    guard let inside, takesNew(inside) || inside.model != nil else { return nil }
    return .init(parent: inside, after: value(from: unfiltered.lastChild(of: inside)), isAtEnd: true)
  }

  private func placeBeside(_ side: InsertionSide, _ row: Row) -> EditBuilder.InsertionPlace? {
    if let parent = row.parent, takesNew(parent) || parent.model != nil && !takesNew(row) {
      return .init(
        parent: parent, after: value(from: side == .after ? row : unfiltered.previousSibling(of: row)))
    }
    return takesNew(row) || row.model != nil ? .init(parent: row, after: nil) : nil
  }

  /// Returns whether a row accepts new children. An object with an inferred model accepts any key.
  func takesNew(_ row: Row) -> Bool {
    row.isList || row.isPlainObject || row.model != nil && document.isReadAsInferred
  }

  /// Returns the row if it shows a value, or else its nearest sibling that does, because syntax errors have rows of their own.
  /// Returns nil if there is none.
  func value(from row: Row?, forward: Bool = false) -> Row? {
    var row = row
    while let here = row, here.mistake != nil {
      row = forward ? nextSibling(of: here) : unfiltered.previousSibling(of: here)
    }
    return row
  }
}
