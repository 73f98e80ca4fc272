/// The paths of nodes asked for in document order: however many there are, the document is walked once.
struct PathWalk {
  private let document: JSONDocument
  /// The containers around the node last asked for, each with the child it is in.
  private var levels: [Level] = []

  /// A container, and how far its children were passed.
  private struct Level {
    let container: Int
    let isObject: Bool
    let end: Int
    /// The child's number in the node table, and the number after its subtree.
    var child: Int
    var childEnd: Int
    var ordinal = 0

    /// - Parameter target: what is looked for; the walk starts at the child that was found last, where that is not
    ///   behind it.
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

  init(_ document: JSONDocument) { self.document = document }

  /// The path of a node, the document's base path first. A key has the path of its value.
  ///
  /// - Parameter index: not before the one asked for last.
  /// - Complexity: O(nodes passed since the last one).
  mutating func path(of index: Int) -> JSONKeyPath {
    while let level = levels.last, level.end <= index { levels.removeLast() }
    if index > 0, levels.isEmpty { levels.append(Level(document.root, before: index)) }
    while var level = levels.popLast() {
      level.advance(to: index, in: document)
      levels.append(level)
      guard level.child < index else { break }
      levels.append(Level(JSONNode(document: document, index: level.child), before: index))
    }
    return JSONKeyPath(document.basePath.components + levels.map { $0.component(in: document) })
  }
}
