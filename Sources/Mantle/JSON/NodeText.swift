/// A node table and the text it describes, as far as finding out where values end needs them.
///
/// The text may have changed since it was parsed: a mapped file that another program cuts short reads as zeros. What is
/// found then means nothing, but lies in the text: nothing here looks or points beyond ``end``.
struct NodeText {
  let text: UnsafePointer<UInt8>
  let nodes: UnsafePointer<NodeWord>
  /// The length of the text.
  let end: Int

  /// Where a value ends.
  ///
  /// - Complexity: O(1), but O(children) for arrays and objects, whose last child must be found.
  func end(of index: Int) -> Int {
    let word = nodes[index]
    switch JSONKind(rawValue: word.kindCode) {
    case .string: return min(word.offset + stringLength(of: word) + 1, end)
    case .array, .object: return containerEnd(index)
    default: return word.offset + word.payload
    }
  }

  /// The length of a string between its quotes; one too long for its node is measured again.
  func stringLength(of word: NodeWord) -> Int {
    guard word.payload == NodeWord.payloadLimit else { return word.payload }
    let scanned = try? JSONScanner.string(text, word.offset, end)
    return min(scanned?.close ?? end, end) - word.offset
  }

  /// The offset after the closing bracket: after the last leaf, one bracket for each level up to here.
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

  /// An empty container's end is behind its two brackets, with white space between them.
  private func end(ofLeaf index: Int) -> Int {
    let word = nodes[index]
    guard word.kindCode >= JSONKind.array.rawValue else { return end(of: index) }
    return JSONScanner.skipWhitespace(text, word.offset + 1, end) + 1
  }

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
