import Mantle

/// The archived values that JSON shows as another type, such as dates as strings, by their location and their JSON text.
///
/// When JSON that comes from an archive is written to another archive, the table restores the types of its values.
struct LeafTypes {
  private var values: [Place: ArchiveValue] = [:]

  private struct Place: Hashable {
    /// The location of the value in the JSON, without indices because elements move.
    let path: JSONKeyPath
    let text: String
  }

  /// Collects the values of archives, with the texts that they have in ``ArchivedDocument/json``.
  ///
  /// - Complexity: O(length of the JSON), recursive in its depth.
  init(_ documents: [ArchivedDocument?]) {
    for case let document? in documents {
      guard let root = try? JSONDocument(parsing: document.json).root else { continue }
      add(document.root, root, of: document.graph, at: [])
    }
  }

  private mutating func add(
    _ reference: ArchiveReference, _ node: JSONNode, of graph: ArchiveGraph, at path: [JSONKeyPath.Component]
  ) {
    var members: [(key: String, value: ArchiveReference)] = []
    switch (graph[reference], node.kind) {
    case (.date, .string), (.data, .string), (.uuid, .string), (.real, _):
      values[Place(path: JSONKeyPath(path), text: node.rawText)] = graph[reference]
    case (.dictionary(let entries), .object):
      for entry in entries {
        if case .string(let key) = graph[entry.key] { members.append((key, entry.value)) }
      }
    case (.object(let fields), .object): members = fields.map { (graph.name(of: $0.key), $0.value) }
    case (let list, .array):
      for (item, element) in zip(list.items ?? [], node.elements) {
        add(item, element, of: graph, at: path + [.each])
      }
    default: break
    }
    guard !members.isEmpty else { return }
    let nodes = DistinctMembers(of: node)
    for (key, value) in members {
      guard let member = nodes[Array(key.utf8)] else { continue }
      add(value, member, of: graph, at: path + [.key(key)])
    }
  }

  /// Returns the archived value that a JSON scalar was made from, such as a date for a string; nil if the scalar has the type of
  /// its JSON.
  func value(of node: JSONNode, at path: [JSONKeyPath.Component]) -> ArchiveValue? {
    values.isEmpty ? nil : values[Place(path: JSONKeyPath(path).withoutIndices, text: node.rawText)]
  }
}
