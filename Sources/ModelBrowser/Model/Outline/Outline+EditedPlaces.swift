import Mantle

extension Row {
  /// The place of the row: its innermost enclosing child of a large container, and the path from there. O(depth in the record).
  var editedPlace: EditedPlace {
    var steps: [[JSONKeyPath.Component]] = []
    var row = self
    while case .index = row.id.step, let parent = row.parent {
      steps.append(row.step)
      row = parent
    }
    return EditedPlace(outer: row.id, path: Array(steps.reversed().joined()))
  }

  /// The place of the record that contains the row.
  var recordPlace: EditedPlace { EditedPlace(outer: editedPlace.outer, path: []) }
}

extension Outline {
  /// Returns the row at a place; if the place no longer exists, its nearest existing ancestor.
  func row(nearest place: EditedPlace) -> Row { way(to: place).row }

  /// Returns the row at a place; nil if it does not exist.
  func row(at place: EditedPlace) -> Row? {
    let (row, rest) = way(to: place)
    return rest == 0 ? row : nil
  }

  /// Returns the last existing row on the path to a place, and the number of remaining steps.
  private func way(to place: EditedPlace) -> (row: Row, rest: Int) {
    let outer = row(nearest: place.outer)
    guard outer.id == place.outer else { return (outer, place.path.count + 1) }
    guard outer.container == nil else { return (outer, place.path.count) }
    let (row, rest) = row(at: JSONKeyPath(place.path), from: outer)
    return (row, rest.count)
  }

  /// Returns the child at a path or at the longest prefix of the path; nil if there is none. Also searches the groups
  /// of unmapped keys and absent properties.
  func child(of row: Row, towards path: ArraySlice<JSONKeyPath.Component>) -> Row? {
    guard !path.isEmpty else { return nil }
    let inner = row.childRows
    let index =
      inner.firstIndex { path.elementsEqual($0.step) }
      ?? inner.indices.filter { !inner[$0].step.isEmpty && path.starts(with: inner[$0].step) }
      .max { inner[$0].step.count < inner[$1].step.count }
    if let index { return child(of: row, at: index) }
    return inner.groups.lazy.compactMap { child(of: row, at: $0) }
      .compactMap { child(of: $0, towards: path) }.first
  }

  /// Returns the row in an element for a property name, or for the JSON key path of a value; nil if there is none.
  func descendant(named name: String, of element: Row) -> Row? {
    let groups = [element] + element.childRows.groups.compactMap { child(of: element, at: $0) }
    for row in groups {
      if let index = row.childRows.firstIndex(where: { $0.property?.name == name }) {
        return child(of: row, at: index)
      }
    }
    guard let path = JSONKeyPath(copied: name) else { return nil }
    let (row, rest) = row(at: path, from: element)
    return rest.isEmpty ? row : nil
  }
}
