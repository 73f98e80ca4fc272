/// A search for the children of containers in an input of any size, which does not parse their siblings.
package struct JSONPlaceFinder {
  /// The input.
  package let bytes: JSONBytes

  /// Creates a search in the input.
  package init(_ bytes: JSONBytes) { self.bytes = bytes }

  /// Returns the child that a key or an index leads to from the container at an offset; nil for "each". The last
  /// value of a repeated key is used, as in decoding.
  ///
  /// - Complexity: O(*n*), where *n* is the size of the container.
  package func child(_ step: JSONKeyPath.Component, of offset: Int, end: Int? = nil) -> JSONChild? {
    guard let children = bytes.children(at: offset) else { return nil }
    let index = JSONChildIndex(bytes, children, end: end)
    switch (step, children) {
    case (.key(let key), .object): return member(key, in: index)
    // A number in a pointer can be a key, too.
    case (.index(let position), .object): return member(String(position), in: index)
    case (.index(let position), .array) where position >= 0:
      return index.all.dropFirst(position).first { _ in true }
    default: return nil
    }
  }

  /// Returns the last member with a key.
  private func member(_ key: String, in index: JSONChildIndex) -> JSONChild? {
    let quoted = [ASCII.quote] + Array(key.utf8) + [ASCII.quote]
    return index.all.reduce(nil) { last, child in isKey(child, key, quoted) ? child : last }
  }

  /// Whether a member has a key, which may contain escapes.
  private func isKey(_ child: JSONChild, _ key: String, _ quoted: [UInt8]) -> Bool {
    guard let range = child.key else { return false }
    let text = bytes.slice(range)
    guard text != quoted, text.contains(ASCII.backslash) else { return text == quoted }
    return (try? JSONDocument(parsing: bytes, in: range))?.root.hasText(key) == true
  }
}

extension JSONChildIndex {
  /// A lazy sequence of all children.
  package var all: some Sequence<JSONChild> {
    sequence(state: first()) { next in
      defer { next = next.flatMap { self.next(after: $0) } }
      return next
    }
  }
}
