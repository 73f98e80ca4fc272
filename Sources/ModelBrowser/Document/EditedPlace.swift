import Mantle

/// What was edited, whichever way it was looked at: rows are at other positions in the raw JSON view, or with another
/// model, but a place in the JSON stays the same.
struct EditedPlace: Hashable, Sendable {
  /// The innermost row around it that every view has: a child of a large container, or the whole text.
  let outer: RowID
  /// The way from that row's value to the edited one.
  let path: [JSONKeyPath.Component]

  func child(_ component: JSONKeyPath.Component) -> EditedPlace {
    EditedPlace(outer: outer, path: path + [component])
  }
}

extension Row {
  /// O(depth inside the record).
  var editedPlace: EditedPlace {
    var steps: [[JSONKeyPath.Component]] = []
    var row = self
    while case .index = row.id.step, let parent = row.parent {
      steps.append(row.step)
      row = parent
    }
    return EditedPlace(outer: row.id, path: Array(steps.reversed().joined()))
  }
}

extension Outline {
  /// The row of a place, or the one nearest to it that is there.
  func row(nearest place: EditedPlace) -> Row {
    var row = row(nearest: place.outer)
    var path = place.path[...]
    while row.spine == nil, let next = child(of: row, towards: path) {
      row = next
      path = path.dropFirst(next.step.count)
    }
    return row
  }

  /// The row inside that is at a path or leads there; keys that no property reads, and properties that are absent, are
  /// one level further in.
  private func child(of row: Row, towards path: ArraySlice<JSONKeyPath.Component>) -> Row? {
    guard !path.isEmpty else { return nil }
    let inner = row.inner
    let index =
      inner.firstIndex { path.elementsEqual($0.step) }
      ?? inner.firstIndex { !$0.step.isEmpty && path.starts(with: $0.step) }
    if let index { return child(of: row, at: index) }
    return inner.groups.lazy.compactMap { child(of: row, at: $0) }
      .compactMap { child(of: $0, towards: path) }.first
  }
}
