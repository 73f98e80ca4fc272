import Mantle

/// Finds the rows of a file again after a reload.
///
/// Identifiers contain offsets of the old text, so members are matched by key and elements by content.
final class ReopenedRows {
  private let old: Outline
  private let new: Outline
  private var images: [RowID: Row?] = [:]
  /// The distance by which the element found last has moved.
  private var shift = 0
  /// The number of moved elements that may still be compared.
  private var leftToCompare = 2_000
  /// How far from where it was an element is looked for.
  private static let reach = 100

  init(from old: Outline, to new: Outline) {
    self.old = old
    self.new = new
  }

  /// The row like another one, or the last one around it that is still there.
  func nearest(to row: Row) -> Row {
    var row = row
    while let parent = row.parent {
      if let image = image(of: row) { return image }
      row = parent
    }
    return new.root
  }

  /// The identifier of the same row; nil where it is gone.
  func id(like id: RowID) -> RowID? { old.row(id).flatMap { image(of: $0)?.id } }

  private func image(of row: Row) -> Row? {
    guard let parent = row.parent else { return new.root }
    if let known = images[row.id] { return known }
    let image = image(of: parent).flatMap { child(of: $0, like: row) }
    images[row.id] = .some(image)
    return image
  }

  private func child(of parent: Row, like row: Row) -> Row? {
    switch row.label {
    case .element(let number):
      return number.flatMap { element($0, of: parent, like: row) } ?? new.lastChild(of: parent)
    case .key(let key) where parent.container != nil:
      return new.member(of: parent, key)
    default:
      return parent.childRows.firstIndex { $0.label == row.label }.flatMap { new.child(of: parent, at: $0) }
    }
  }

  /// The element that is the same one, or else the one in its place.
  private func element(_ number: Int, of list: Row, like row: Row) -> Row? {
    guard let identity = row.identity else { return new.element(number, of: list) }
    for shift in [shift, 0] + (1...Self.reach).flatMap({ [-$0, $0] }) where number + shift >= 0 {
      guard leftToCompare > 0 else { break }
      guard let candidate = new.element(number + shift, of: list) else { continue }
      if candidate.identity == identity {
        self.shift = shift
        return candidate
      }
      leftToCompare -= 1
    }
    return new.element(number, of: list)
  }
}

extension Row {
  /// The bytes that identify an element: a member that is usually unique, or the whole source text.
  fileprivate var identity: [UInt8]? {
    guard let node else { return nil }
    for key in ["id", "uuid", "_id", "key", "number", "name"] {
      if let value = node[key], !value.kind.isContainer { return value.rawBytes }
    }
    return node.rawBytes
  }
}
