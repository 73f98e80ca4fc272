extension JSONNode {
  /// The array or object this value is in; for a key, its object. Nil for the root.
  ///
  /// - Complexity: O(siblings) at each level down from the root.
  package var parent: JSONNode? { ancestors.last }

  /// The way here from the root, the document's `basePath` first.
  ///
  /// A key has the path of its value.
  ///
  /// - Complexity: O(siblings) at each level down from the root.
  public var path: JSONKeyPath {
    var path = document.basePath
    var chain = ancestors
    chain.append(self)
    for (container, child) in zip(chain, chain.dropFirst()) {
      path.components.append(container.component(of: child))
    }
    return path
  }

  /// The containers around this value, the root first.
  private var ancestors: [JSONNode] {
    var chain: [JSONNode] = []
    var node = document.root
    while node.index < index {
      chain.append(node)
      guard let child = node.child(containing: index), child.index < index else { break }
      node = child
    }
    return chain
  }

  /// The child whose subtree holds an index; nil where that is one of the keys.
  private func child(containing index: Int) -> JSONNode? {
    switch kind {
    case .array: elements.first { $0.endIndex > index }
    case .object:
      members.first { $0.value.endIndex > index }.flatMap { $0.key.index == index ? nil : $0.value }
    default: nil
    }
  }

  private func component(of child: JSONNode) -> JSONKeyPath.Component {
    if kind == .array {
      return .index(elements.prefix { $0.index < child.index }.count)
    }
    let member = members.first { $0.key == child || $0.value == child }
    return .key(member?.key.displayText ?? "")
  }

  /// The one value a path leads to from here; nil where there is none, or the path says "each".
  ///
  /// Where a key is repeated, its last value counts, as in decoding.
  ///
  ///     let first = document.root.find("labels[0].name")
  ///     let names = document.root.findAll("labels[].name").map(\.displayText)  // ["a", "b"]
  public func find(_ path: JSONKeyPath) -> JSONNode? {
    path.components.reduce(self) { $0?.step($1) }
  }

  /// Every value a path leads to from here, in document order.
  public func findAll(_ path: JSONKeyPath) -> [JSONNode] {
    path.components.reduce([self]) { nodes, component in
      nodes.flatMap { node in
        component == .each ? Array(node.elements) : node.step(component).map { [$0] } ?? []
      }
    }
  }

  /// The value a JSON pointer (RFC 6901) leads to from here; nil where there is none or it is malformed.
  ///
  /// Whether a number is an index or a key is decided by the value it meets.
  public func find(pointer: String) -> JSONNode? {
    guard let path = try? JSONKeyPath(pointer: pointer) else { return nil }
    return path.components.reduce(self) { node, component in
      if case .index(let index) = component, node?.kind == .object { return node?[String(index)] }
      return node?.step(component)
    }
  }

  private func step(_ component: JSONKeyPath.Component) -> JSONNode? {
    switch component {
    case .key(let key): self[key]
    case .index(let index): self[index]
    case .each: nil
    }
  }
}
