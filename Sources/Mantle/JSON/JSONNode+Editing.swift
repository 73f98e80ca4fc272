/// Edits as data: each gives the splices that make it, and changes nothing.
extension JSONNode {
  /// Puts other JSON in the place of this value.
  public func replacing(with json: [UInt8]) -> JSONSplice { JSONSplice(byteRange, with: json) }

  /// Takes this value out of its array, or its member out of the object, with its comma.
  ///
  /// - Returns: nil for the root, which cannot be taken out.
  public func removing() -> JSONSplice? {
    guard let parent else { return nil }
    let children = parent.children
    guard let position = children.firstIndex(where: { $0.range.contains(byteRange.lowerBound) })
    else { return nil }
    return parent.editingChildren(removing: [position]).first
  }

  /// Puts a new element before the one at a position, or at the end.
  ///
  /// - Returns: nil where this is no array or has no such position.
  public func insertingElement(_ json: [UInt8], at position: Int) -> JSONSplice? {
    guard kind == .array else { return nil }
    return editingChildren(inserting: [position: [json]]).first
  }

  /// Puts a new member before the one at a position, or at the end.
  ///
  /// Does not look whether the key is there already.
  ///
  /// - Returns: nil where this is no object or has no such position.
  public func insertingMember(key: String, value: [UInt8], at position: Int) -> JSONSplice? {
    guard kind == .object else { return nil }
    let member = editable(children).member(key: key, value: value)
    return editingChildren(inserting: [position: [member]]).first
  }

  /// Moves a child so that it stands at another position afterwards.
  ///
  /// - Returns: no splices where this is no container, a position does not exist, or both are the same.
  public func movingChild(from source: Int, to target: Int) -> [JSONSplice] {
    let children = children
    guard children.indices.contains(source), children.indices.contains(target), source != target
    else { return [] }
    let moved = document.bytes.slice(children[source].range)
    let position = target > source ? target + 1 : target
    return editingChildren(removing: [source], inserting: [position: [moved]])
  }

  /// Removes and inserts any number of children at once.
  ///
  /// - Parameters:
  ///   - removed: the positions of the children that go.
  ///   - inserted: new children by the position, in the present order, before which they come; the number
  ///     of children stands for the end. Members with key and colon.
  public func editingChildren(
    removing removed: Set<Int> = [], inserting inserted: [Int: [[UInt8]]] = [:]
  ) -> [JSONSplice] {
    let children = children
    let container = editable(children)
    var splices: [JSONSplice] = []
    var previous: JSONChild?
    var isChanged = false
    var pending: [[UInt8]] = []
    func finish(_ next: JSONChild?) {
      if isChanged {
        splices.append(container.splice(between: previous?.range, and: next?.range, pending))
      }
      (previous, isChanged, pending) = (next, false, [])
    }
    for (position, child) in children.enumerated() {
      if let new = inserted[position], !new.isEmpty {
        pending += new
        isChanged = true
      }
      if removed.contains(position) { isChanged = true } else { finish(child) }
    }
    if let new = inserted[children.count], !new.isEmpty {
      pending += new
      isChanged = true
    }
    finish(nil)
    return splices
  }

  /// The children as byte ranges; empty where this is no container.
  public var children: [JSONChild] {
    switch kind {
    case .array:
      elements.enumerated().map { JSONChild(key: nil, value: $1.byteRange, ordinal: $0) }
    case .object:
      members.enumerated().map { JSONChild(key: $1.key.byteRange, value: $1.value.byteRange, ordinal: $0) }
    default: []
    }
  }

  private func editable(_ children: [JSONChild]) -> JSONEditableContainer {
    let range = byteRange
    return JSONEditableContainer(
      document.bytes, content: range.lowerBound + 1..<max(range.lowerBound + 1, range.upperBound - 1),
      first: Array(children.prefix(2)), last: children.last)
  }
}
