import Mantle

/// The values of an archive that JSON shows as another type, such as dates as strings, by their place and their text.
///
/// JSON that comes from such an archive and is new in another one becomes these values again.
struct LeafTypes {
  private var values: [Place: ArchiveValue] = [:]

  private struct Place: Hashable {
    /// Without indices, since elements move.
    let path: JSONKeyPath
    let text: String
  }

  /// The values of archives as ``ArchivedDocument/json`` shows them.
  ///
  /// - Complexity: O(length of the JSON), recursive in its depth.
  init(_ documents: [ArchivedDocument]) {
    for document in documents {
      guard let root = try? JSONDocument(parsing: document.json).root else { continue }
      add(document.root, root, of: document.graph, at: [])
    }
  }

  private mutating func add(
    _ reference: ArchiveReference, _ node: JSONNode, of graph: ArchiveGraph, at path: [JSONKeyPath.Component]
  ) {
    switch (graph[reference], node.kind) {
    case (.date, .string), (.data, .string), (.uuid, .string), (.real, _):
      values[Place(path: JSONKeyPath(path), text: node.rawText)] = graph[reference]
    case (.array(let items), .array), (.set(let items), .array), (.orderedSet(let items), .array):
      for (item, element) in zip(items, node.elements) { add(item, element, of: graph, at: path + [.each]) }
    case (.dictionary(let entries), .object):
      add(entries.map { (graph[$0.key].text, $0.value) }, node, of: graph, at: path)
    case (.object(let fields), .object):
      add(fields.map { (graph.name(of: $0.key), $0.value) }, node, of: graph, at: path)
    default: break
    }
  }

  private mutating func add(
    _ members: [(key: String?, value: ArchiveReference)], _ node: JSONNode, of graph: ArchiveGraph,
    at path: [JSONKeyPath.Component]
  ) {
    let nodes = DistinctMembers(of: node)
    for (key, value) in members {
      guard let key, let member = nodes[Array(key.utf8)] else { continue }
      add(value, member, of: graph, at: path + [.key(key)])
    }
  }

  /// The value that a scalar was in one of the archives; nil where its type is the one that JSON says.
  func value(of node: JSONNode, at path: [JSONKeyPath.Component]) -> ArchiveValue? {
    values.isEmpty ? nil : values[Place(path: JSONKeyPath(path).withoutIndices, text: node.rawText)]
  }
}

extension ArchiveValue {
  fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
}
