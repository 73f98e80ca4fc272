/// The paths of nodes asked for in document order: however many there are, the document is walked once.
struct PathWalk {
  private let document: JSONDocument
  /// The containers around the node last asked for, each with the child it is in.
  private var levels: [Level] = []

  /// A container, and how far its children were passed.
  private struct Level {
    let isObject: Bool
    let end: Int
    /// The child's number in the node table, and the number after its subtree.
    var child: Int
    var childEnd: Int
    var ordinal = 0

    init(_ container: JSONNode) {
      isObject = container.kind == .object
      end = container.endIndex
      child = container.index + (isObject ? 2 : 1)
      childEnd = child < end ? container.at(child).endIndex : end
    }

    mutating func advance(to index: Int, in document: JSONDocument) {
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
    if index > 0, levels.isEmpty { levels.append(Level(document.root)) }
    while var level = levels.popLast() {
      level.advance(to: index, in: document)
      levels.append(level)
      guard level.child < index else { break }
      levels.append(Level(JSONNode(document: document, index: level.child)))
    }
    return JSONKeyPath(document.basePath.components + levels.map { $0.component(in: document) })
  }
}
