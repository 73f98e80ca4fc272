import Mantle

/// Where something new goes, as seen from a row.
enum InsertionSide: Sendable {
  case inside, after, before
}

extension Outline {
  /// Where a new element or member goes: inside a row, or beside it.
  func insertionPlace(_ side: InsertionSide, of row: Row) -> EditBuilder.InsertionPlace? {
    switch row.content {
    case .unmapped: return row.parent.map { .init(parent: $0, after: nil, isAtEnd: true) }
    case .absent, .archive, .fact: return nil
    case .mistake: return placeBeside(side, row)
    default: break
    }
    if case .unmapped = row.parent?.content {
      return row.parent?.parent.map { .init(parent: $0, after: nil, isAtEnd: true) }
    }
    return side == .inside ? placeInside(row) : placeBeside(side, row)
  }

  private func placeInside(_ row: Row) -> EditBuilder.InsertionPlace? {
    let around = row.parent.flatMap { $0.isList || $0.isPlainObject ? $0 : nil }
    guard let inside = row.isList || row.isPlainObject ? row : around else { return nil }
    return .init(parent: inside, after: value(from: unfiltered.lastChild(of: inside)), isAtEnd: true)
  }

  private func placeBeside(_ side: InsertionSide, _ row: Row) -> EditBuilder.InsertionPlace? {
    guard let parent = row.parent, parent.isList || parent.isPlainObject else {
      return row.isList || row.isPlainObject ? .init(parent: row, after: nil) : nil
    }
    return .init(
      parent: parent, after: value(from: side == .after ? row : unfiltered.previousSibling(of: row)))
  }

  /// The row, or the nearest one beside it that is a value: mistakes in the text stand between values.
  func value(from row: Row?, forward: Bool = false) -> Row? {
    var row = row
    while let here = row, here.mistake != nil {
      row = forward ? nextSibling(of: here) : unfiltered.previousSibling(of: here)
    }
    return row
  }
}
