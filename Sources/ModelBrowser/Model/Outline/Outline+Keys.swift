import Mantle
import MantleQuery

extension Outline {
  /// The number of keys of a large object that are read; more would take longer than a key press may.
  private static var mostKeys: Int { 5000 }

  /// The keys of the object a row shows.
  func keys(of row: Row) -> Set<ExactText> {
    if let node = row.childNode { return node.keys }
    guard let container = row.container else { return [] }
    var keys: Set<ExactText> = []
    let children = children(of: container)
    var position = children.first(forward: true)
    while let here = position, keys.count < Self.mostKeys {
      keys.insert(ExactText(source.keyText(of: here)))
      position = children.next(from: here, forward: true)
    }
    return keys
  }

  /// The keys of the object a row is a member of.
  func keyHolder(of row: Row) -> Set<ExactText>? {
    if row.position == nil, let object = row.node?.parent { return object.keys }
    return row.parent.map { keys(of: $0) }
  }
}

extension JSONNode {
  fileprivate var keys: Set<ExactText> { Set(members.map { ExactText($0.key.displayText) }) }
}
