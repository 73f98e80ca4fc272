/// A search for one child of an array or object in an input of any size. The siblings of the child are not
/// parsed.
package struct JSONPlaceFinder {
  /// The input that is searched.
  package let bytes: JSONBytes

  /// Creates a search in an input.
  package init(_ bytes: JSONBytes) { self.bytes = bytes }

  /// Returns the child with a key or an index in the array or object that begins at an offset; nil if there
  /// is no such child, and for `each`. In an object, an index is interpreted as a key. For a repeated key,
  /// the last member is returned, as in decoding.
  ///
  /// - Parameters:
  ///   - step: The key or the index.
  ///   - offset: The offset of the container's opening bracket.
  ///   - end: The offset of the container's end; nil if it is unknown.
  ///
  /// - Complexity: O(*n*), where *n* is the size of the container.
  package func child(_ step: JSONKeyPath.Component, of offset: Int, end: Int? = nil) -> JSONChild? {
    guard let children = bytes.children(at: offset) else { return nil }
    let index = JSONChildIndex(bytes, children, end: end)
    switch (step, children) {
    case (.key(let key), .object): return member(key, in: index)
    // A number in a JSON Pointer can be a key, too.
    case (.index(let position), .object): return member(String(position), in: index)
    case (.index(let position), .array) where position >= 0:
      return index.all.dropFirst(position).first { _ in true }
    default: return nil
    }
  }

  /// Returns the last member with the given key; nil if there is none.
  private func member(_ key: String, in index: JSONChildIndex) -> JSONChild? {
    let quoted = [ASCII.quote] + Array(key.utf8) + [ASCII.quote]
    return index.all.reduce(nil) { last, child in isKey(child, key, quoted) ? child : last }
  }

  /// Returns whether the key of a member, which may contain escapes, equals the given key.
  ///
  /// - Parameter quoted: The bytes of the given key in quotes.
  private func isKey(_ child: JSONChild, _ key: String, _ quoted: [UInt8]) -> Bool {
    guard let range = child.key else { return false }
    let text = bytes.slice(range)
    guard text != quoted, text.contains(ASCII.backslash) else { return text == quoted }
    return (try? JSONDocument(parsing: bytes, in: range))?.root.hasText(key) == true
  }
}

extension JSONChildIndex {
  /// A lazy sequence of all children of the container, in order.
  package var all: some Sequence<JSONChild> {
    sequence(state: first()) { next in
      defer { next = next.flatMap { self.next(after: $0) } }
      return next
    }
  }
}
