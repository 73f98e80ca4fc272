extension JSONNode {
  /// The array or object that contains this value or key; nil for the root.
  ///
  /// - Complexity: O(*n*) for each level, where *n* is the number of siblings.
  package var parent: JSONNode? {
    var walk = PathWalk(document)
    return walk.container(of: index)
  }

  /// The path from the root to this value, after the document's `basePath`. A key has the path of its value.
  ///
  /// ```swift
  /// let path = document.root["user"]?["login"]?.path  // user.login
  /// ```
  ///
  /// - Complexity: O(*n*) for each level, where *n* is the number of siblings.
  public var path: JSONKeyPath {
    var walk = PathWalk(document)
    return walk.path(of: index)
  }

  /// Returns the value at a path, starting from this value; nil if there is none or if the path contains
  /// ``JSONKeyPath/Component/each``.
  ///
  /// If a key is repeated, its last value is used, as in decoding.
  ///
  /// ```swift
  /// let first = document.root.find("labels[0].name")
  /// let names = document.root.findAll("labels[].name").map(\.displayText)  // ["a", "b"]
  /// ```
  public func find(_ path: JSONKeyPath) -> JSONNode? {
    path.components.reduce(self) { $0?.step($1) }
  }

  /// Returns all values at a path, starting from this value, in document order.
  ///
  /// ```swift
  /// let names = document.root.findAll("labels[].name").map(\.displayText)
  /// ```
  public func findAll(_ path: JSONKeyPath) -> [JSONNode] {
    path.components.reduce([self]) { nodes, component in
      nodes.flatMap { node in
        component == .each ? Array(node.elements) : node.step(component).map { [$0] } ?? []
      }
    }
  }

  /// Returns the value at a JSON Pointer (RFC 6901), starting from this value; nil if there is none or if the
  /// pointer is malformed.
  ///
  /// A number is an index in an array and a key in an object.
  ///
  /// ```swift
  /// let name = document.root.find(pointer: "/labels/0/name")
  /// ```
  public func find(pointer: String) -> JSONNode? {
    guard let path = try? JSONKeyPath(pointer: pointer) else { return nil }
    return path.components.reduce(self) { node, component in
      if case .index(let index) = component, node?.kind == .object { return node?[String(index)] }
      return node?.step(component)
    }
  }

  /// Returns the child of this value that a path component selects; nil if there is none or if the component
  /// is `each`.
  private func step(_ component: JSONKeyPath.Component) -> JSONNode? {
    switch component {
    case .key(let key): self[key]
    case .index(let index): self[index]
    case .each: nil
    }
  }
}
