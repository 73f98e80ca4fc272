import Mantle

/// Finds the rows of a file after a reload: members by key, and elements by content. Identifiers cannot be used,
/// because they contain offsets of the former text.
final class RowContents {
  private let new: Outline
  /// The difference between the new and the former index of the element that was found last.
  private var shift = 0
  /// The number of comparisons of elements that may still fail. At zero, elements are found by their indices alone.
  private var leftToCompare = 2_000
  /// The maximum distance from its former index at which an element is searched for.
  private static let reach = 100

  init(in new: Outline) { self.new = new }

  /// Returns the child of `parent` that corresponds to a row of the former text; nil if there is none.
  func child(of parent: Row, like row: Row) -> Row? {
    switch row.label {
    case .element(let number):
      return number.flatMap { element($0, of: parent, like: row) } ?? new.lastChild(of: parent)
    case .key(let key) where parent.container != nil:
      return new.member(of: parent, key)
    default:
      return parent.childRows.firstIndex { $0.label == row.label }.flatMap { new.child(of: parent, at: $0) }
    }
  }

  /// Returns the element with the same identity, or else the element at the same index; nil if there is neither.
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
  /// The bytes that identify an element: a member that is usually unique, or the whole source text; nil for a value without
  /// text.
  fileprivate var identity: [UInt8]? {
    guard let node else { return nil }
    let keys = JSONDifference.usualKeys.lazy
    return keys.compactMap { Alignment.identity(node, $0) }.first ?? node.rawBytes
  }
}
