import Mantle

extension BrowserDocument {
  /// Where a row's own text begins or ends: for what holds other rows, its key.
  func textPlace(of row: Row, end: Bool) -> Outline.TextPlace {
    var here: Row? = row
    while let row = here {
      if let node = row.node, let record = row.record {
        let range = node.byteRange
        let offset = end && !node.kind.isContainer ? range.upperBound - 1 : range.lowerBound
        return record.bytes === base ? .original(offset) : .edited(record.place, offset: offset)
      }
      if let offset = row.originalOffset { return .original(offset) }
      here = row.parent
    }
    return .original(end ? -1 : 0)
  }

  /// Whether a place is inside a key or a scalar value that the row shows.
  func isToken(_ place: Outline.TextPlace, in row: Row) -> Bool {
    let offset: Int
    switch place {
    case .original(let position): offset = position
    case .edited(_, let position): offset = position
    }
    if let node = row.node, !node.kind.isContainer, node.byteRange.contains(offset) { return true }
    if case .original(let child) = row.position, child.key?.contains(offset) == true { return true }
    switch row.content {
    case .broken, .long:
      if case .original(let child) = row.position { return offset >= child.value.lowerBound }
      return true
    case .property(let property, let owner, _):
      if property.keyNode(in: owner)?.byteRange.contains(offset) == true { return true }
    default: break
    }
    if case .index(let position) = row.id.step, let parent = row.parent,
      let index = parent.inner.index(ofPosition: position)
    {
      return parent.inner[index].key?.byteRange.contains(offset) == true
    }
    return false
  }
}
