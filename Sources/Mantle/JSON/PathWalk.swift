/// A walk that computes the paths of nodes requested in document order, in one pass over the document.
package struct PathWalk {
  private let document: JSONDocument
  /// The containers that enclose the last requested node, from the outermost, each with its child that
  /// contains the node.
  private var levels: [Level] = []

  /// A container, and the child of the container that the walk has reached.
  private struct Level {
    let container: Int
    let isObject: Bool
    let end: Int
    /// The node-table index of the child that the walk has reached. ``childEnd`` is the index after the
    /// child's descendants.
    var child: Int
    var childEnd: Int
    var ordinal = 0

    /// Creates a level for a container, beginning at the container's first child. If the document remembers a
    /// later child that does not follow the target, the level begins there.
    ///
    /// - Parameter target: The index of the node to find.
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
  /// - Parameter index: The index of the node, which must not precede the last requested node.
  /// - Complexity: O(*n*) in the number of nodes since the last requested node.
  package mutating func path(of index: Int) -> JSONKeyPath {
    enter(index)
    return JSONKeyPath(document.basePath.components + levels.map { $0.component(in: document) })
  }

  /// Returns the array or object that contains a node; nil for the root. The node must not precede the last
  /// requested node.
  mutating func container(of index: Int) -> JSONNode? {
    enter(index)
    return levels.last.map { document.root.at($0.container) }
  }

  /// Updates ``levels`` to the containers that enclose the node at an index.
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
