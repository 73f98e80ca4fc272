/// Edits as data: each gives the splice that makes it, and changes nothing.
extension JSONNode {
  /// Puts other JSON in the place of this value.
  package func replacing(with json: [UInt8]) -> JSONSplice { JSONSplice(byteRange, with: json) }

  /// Takes this value out of its array, or its member out of the object, with its comma.
  ///
  /// - Returns: nil for the root, which cannot be taken out.
  /// - Complexity: O(siblings).
  package func removing() -> JSONSplice? {
    parent?.removing([self]).first
  }

  /// Takes several children out of this container, with their commas.
  ///
  /// - Complexity: O(children).
  package func removing(_ nodes: [JSONNode]) -> [JSONSplice] {
    let starts = Set(nodes.map(\.byteRange.lowerBound))
    return edit { editor in
      for child in children where starts.contains(child.value.lowerBound) { editor.remove(child) }
    }
  }

  /// Puts a new element before the one at a position, or at the end.
  ///
  /// - Returns: nil where this is no array or has no such position.
  /// - Complexity: O(position).
  package func insertingElement(_ json: [UInt8], at position: Int) -> JSONSplice? {
    guard kind == .array else { return nil }
    return inserting(json, key: nil, at: position)
  }

  /// Puts a new member before the one at a position, or at the end.
  ///
  /// Does not look whether the key is there already.
  ///
  /// - Returns: nil where this is no object or has no such position.
  /// - Complexity: O(position).
  package func insertingMember(key: String, value: [UInt8], at position: Int) -> JSONSplice? {
    guard kind == .object else { return nil }
    return inserting(value, key: Array(JSONText.quoted(key).utf8), at: position)
  }

  private func inserting(_ json: [UInt8], key: [UInt8]?, at position: Int) -> JSONSplice? {
    guard position > 0 else {
      return position < 0 ? nil : edit { $0.insert(json, key: key, after: nil) }.first
    }
    guard let previous = children.dropFirst(position - 1).first(where: { _ in true }) else { return nil }
    return edit { $0.insert(json, key: key, after: previous) }.first
  }

  /// Several edits of this container's children.
  func edit(_ edit: (inout JSONContainerEditor) -> Void) -> [JSONSplice] {
    let range = byteRange
    let children: JSONChildren = kind == .array ? .array(at: range.lowerBound) : .object(at: range.lowerBound)
    var editor = JSONContainerEditor(JSONChildIndex(document.bytes, children, end: range.upperBound))
    edit(&editor)
    return editor.splices
  }

  /// The children as byte ranges; empty where this is no container.
  var children: AnySequence<JSONChild> {
    if kind == .array {
      return AnySequence(elements.lazy.map { JSONChild(key: nil, value: $0.byteRange, ordinal: nil) })
    }
    return AnySequence(
      members.lazy.map { JSONChild(key: $0.key.byteRange, value: $0.value.byteRange, ordinal: nil) })
  }
}
