/// A walk that computes the paths of nodes requested in document order, in one pass over the document.
package struct PathWalk {
  private let document: JSONDocument
  /// The enclosing containers of the last requested node, each with the child that contains the node.
  private var levels: [Level] = []

  /// A container and the position reached among its children.
  private struct Level {
    let container: Int
    let isObject: Bool
    let end: Int
    /// The child's index in the node table, and the index after its subtree.
    var child: Int
    var childEnd: Int
    var ordinal = 0

    /// - Parameter target: the node to find. The walk continues at the child found last, unless the target
    ///   precedes it.
    init(_ container: JSONNode, before target: Int) {
      self.container = container.index
      isObject = container.kind == .object
      end = container.endIndex
      child = container.index + (isObject ? 2 : 1)
      if let known = container.document.lastChild.child(in: container.index), known.index <= target {
        (child, ordinal) = known
      }
      childEnd = child < end ? container.at(child).endIndex : end
    }

    mutating func advance(to index: Int, in document: JSONDocument) {
      let start = ordinal
      defer { if ordinal > start + 16 { document.lastChild.remember(child, ordinal, in: container) } }
      while childEnd <= index, childEnd < end {
        child = childEnd + (isObject ? 1 : 0)
        childEnd = JSONNode(document: document, index: child).endIndex
        ordinal += 1
      }
    }

    func component(in document: JSONDocument) -> JSONKeyPath.Component {
      isObject ? .key(JSONNode(document: document, index: child - 1).displayText) : .index(ordinal)
    }
  }

  package init(_ document: JSONDocument) { self.document = document }

  /// Returns the path of a node, starting with the document's base path. A key has the path of its value.
  ///
  /// - Parameter index: a node at or after the last requested one.
  /// - Complexity: O(*n*) in the number of nodes since the last requested one.
  package mutating func path(of index: Int) -> JSONKeyPath {
    enter(index)
    return JSONKeyPath(document.basePath.components + levels.map { $0.component(in: document) })
  }

  /// Returns the container of a node at or after the last requested one; nil for the root.
  mutating func container(of index: Int) -> JSONNode? {
    enter(index)
    return levels.last.map { document.root.at($0.container) }
  }

  /// Opens the containers of a node.
  private mutating func enter(_ index: Int) {
    while let level = levels.last, level.end <= index { levels.removeLast() }
    if index > 0, levels.isEmpty { levels.append(Level(document.root, before: index)) }
    while var level = levels.popLast() {
      level.advance(to: index, in: document)
      levels.append(level)
      guard level.child < index else { break }
      levels.append(Level(JSONNode(document: document, index: level.child), before: index))
    }
  }
}
