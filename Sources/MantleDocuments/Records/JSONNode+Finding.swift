import Mantle

extension Sequence<JSONNode> {
  /// Returns the shortest path to a member with a key, with `[]` for each element; nil if no value contains it.
  ///
  /// - Complexity: O(*n*), where *n* is the size of the values.
  package func path(toKey key: String) -> JSONKeyPath? {
    var level = map { (path: JSONKeyPath(), node: $0) }
    while !level.isEmpty {
      if let found = level.first(where: { $0.node.kind == .object && $0.node[key] != nil }) {
        return found.path.appending(.key(key))
      }
      level = level.flatMap { path, node in
        node.kind == .array
          ? node.elements.map { (path.appending(.each), $0) }
          : node.members.map { (path.appending(.key($0.key.displayText)), $0.value) }
      }
    }
    return nil
  }
}
