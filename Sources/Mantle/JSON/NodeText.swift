/// A node table together with its source text. Both are required to find the ends of values.
///
/// The source text may have changed since it was parsed: a mapped file that another program truncates is
/// filled with zeros. The results are then meaningless but in bounds: nothing is read or located past
/// ``end``.
struct NodeText {
  let text: UnsafePointer<UInt8>
  let nodes: UnsafePointer<NodeWord>
  /// The length of the source text in bytes.
  let end: Int

  /// Returns the offset after the value at an index of the node table.
  ///
  /// - Complexity: O(1) for scalars, O(*n*) for arrays and objects, where *n* is the number of children.
  func end(of index: Int) -> Int {
    let word = nodes[index]
    switch JSONKind(rawValue: word.kindCode) {
    case .string: return min(word.offset + stringLength(of: word) + 1, end)
    case .array, .object: return containerEnd(index)
    default: return word.offset + word.payload
    }
  }

  /// Returns the number of bytes between the quotes of a string. A length that does not fit into the node is
  /// determined by scanning the string again.
  func stringLength(of word: NodeWord) -> Int {
    guard word.payload == NodeWord.payloadLimit else { return word.payload }
    let scanned = try? JSONScanner.string(text, word.offset, end)
    return min(scanned?.close ?? end, end) - word.offset
  }

  /// Returns the offset after the closing bracket of a container. The search begins at the container's last
  /// scalar or empty container, which is followed by one closing bracket for each level of nesting.
  private func containerEnd(_ index: Int) -> Int {
    var levels = 0
    var index = index
    while let last = lastChild(of: index) {
      levels += 1
      index = last
    }
    var position = end(ofLeaf: index)
    for _ in 0..<levels { position = JSONScanner.skipWhitespace(text, min(position, end), end) + 1 }
    return min(position, end)
  }

  /// Returns the offset after a scalar or an empty container; white space may separate the brackets of the
  /// container.
  private func end(ofLeaf index: Int) -> Int {
    let word = nodes[index]
    guard word.kindCode >= JSONKind.array.rawValue else { return end(of: index) }
    return JSONScanner.skipWhitespace(text, word.offset + 1, end) + 1
  }

  /// Returns the node index of a container's last child; nil for scalars and empty containers.
  private func lastChild(of index: Int) -> Int? {
    let word = nodes[index]
    guard word.kindCode >= JSONKind.array.rawValue, word.payload > 1 else { return nil }
    let step = word.kindCode == JSONKind.object.rawValue ? 1 : 0
    let next = index + word.payload
    var child = index + 1
    var last = child
    while child < next {
      last = child + step
      let value = nodes[last]
      child = last + (value.kindCode >= JSONKind.array.rawValue ? value.payload : 1)
    }
    return last
  }
}
