import Mantle

/// After a file was read anew: identifiers hold places of the old text, so rows are found again by names and numbers.
extension Outline {
  /// The row that stands where a row of another reading of the file stood, or the last one around it that is still
  /// there. O(depth), and for members of large objects the members before them.
  func row(like other: Row) -> Row {
    var way: [Row] = []
    var next: Row? = other
    while let row = next, row.parent != nil {
      way.append(row)
      next = row.parent
    }
    var here = root
    for row in way.reversed() {
      guard let child = child(of: here, like: row) else { return here }
      here = child
    }
    return here
  }

  private func child(of parent: Row, like other: Row) -> Row? {
    switch other.label {
    case .element(let number):
      return number.flatMap { element($0, of: parent) } ?? lastChild(of: parent)
    case .key(let key) where parent.spine != nil:
      return member(of: parent, key)
    default:
      return parent.inner.firstIndex { $0.label == other.label }.flatMap { child(of: parent, at: $0) }
    }
  }
}
