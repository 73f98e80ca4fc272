/// Methods that return edits of a value as splices, without changing the document.
extension JSONNode {
  /// Returns the splice that replaces this value with other JSON, in which characters outside of ASCII are
  /// escaped if the document escapes them.
  package func replacing(with json: [UInt8]) -> JSONSplice {
    let range = byteRange
    return JSONSplice(range, with: document.bytes.inOwnEscapes(json, near: range))
  }

  /// Returns the splices that remove children of this container, including their keys and commas.
  ///
  /// - Complexity: O(*n*) in the number of children.
  package func removing(_ nodes: [JSONNode]) -> [JSONSplice] {
    let starts = Set(nodes.map(\.byteRange.lowerBound))
    return edit { editor in
      for child in children where starts.contains(child.value.lowerBound) { editor.remove(child) }
    }
  }

  /// Returns the splice that inserts an element before the element at a position, or at the end.
  ///
  /// - Returns: nil if this value is not an array or the position is out of bounds.
  /// - Complexity: O(position).
  package func insertingElement(_ json: [UInt8], at position: Int) -> JSONSplice? {
    guard kind == .array else { return nil }
    return inserting(json, key: nil, at: position)
  }

  /// Returns the splice that inserts a member before the member at a position, or at the end.
  ///
  /// The method does not check whether the key already exists.
  ///
  /// - Returns: nil if this value is not an object or the position is out of bounds.
  /// - Complexity: O(position).
  package func insertingMember(key: String, value: [UInt8], at position: Int) -> JSONSplice? {
    guard kind == .object else { return nil }
    return inserting(value, key: Array(JSONText.quoted(key).utf8), at: position)
  }

  private func inserting(_ json: [UInt8], key: [UInt8]?, at position: Int) -> JSONSplice? {
    let json = document.bytes.inOwnEscapes(json, near: byteRange)
    guard position > 0 else {
      return position < 0 ? nil : edit { $0.insert(json, key: key, after: nil) }.first
    }
    guard let previous = children.dropFirst(position - 1).first(where: { _ in true }) else { return nil }
    return edit { $0.insert(json, key: key, after: previous) }.first
  }

  /// Returns the splices for the edits of this container's children that a closure makes with an editor.
  func edit(_ edit: (inout JSONContainerEditor) -> Void) -> [JSONSplice] {
    let range = byteRange
    let children: JSONChildren = kind == .array ? .array(at: range.lowerBound) : .object(at: range.lowerBound)
    var editor = JSONContainerEditor(JSONChildIndex(document.bytes, children, end: range.upperBound))
    edit(&editor)
    return editor.splices
  }

  /// The children of this array or object with their byte ranges; empty for every other value.
  var children: AnySequence<JSONChild> {
    if kind == .array {
      return AnySequence(elements.lazy.map { JSONChild(key: nil, value: $0.byteRange, ordinal: nil) })
    }
    return AnySequence(
      members.lazy.map { JSONChild(key: $0.key.byteRange, value: $0.value.byteRange, ordinal: nil) })
  }
}
