extension JSONNode {
  /// Where the value stands in the document's bytes, quotes and brackets included.
  ///
  /// - Complexity: O(1), but O(children) for arrays and objects, whose last child must be found.
  public var byteRange: Range<Int> {
    let origin = document.range.lowerBound
    let start = startOffset
    return origin + start..<origin + endOffset(from: start)
  }

  /// The bytes of the value as they are written.
  public var rawBytes: [UInt8] { document.bytes.slice(byteRange) }

  /// The text of the value as it is written.
  public var rawText: String { document.bytes.text(byteRange) }

  /// The line and column of the value's first byte.
  ///
  /// - Complexity: O(offset), at the speed of memory.
  public var location: SourceLocation {
    document.bytes.location(at: document.range.lowerBound + startOffset)
  }

  /// The value's first byte, counted from the document's start.
  var startOffset: Int { kind == .string ? word.offset - 1 : word.offset }

  private func endOffset(from start: Int) -> Int {
    let word = word
    switch kind {
    case .string: return word.offset + stringLength + 1
    case .array, .object: return containerEnd
    default: return start + word.payload
    }
  }

  /// The offset after the closing bracket: after the last leaf, one bracket for each level up to here.
  private var containerEnd: Int {
    var levels = 0
    var node = self
    while node.kind.isContainer, let last = node.lastChild {
      levels += 1
      node = last
    }
    var position: Int
    if node.kind.isContainer {  // an empty one
      levels += 1
      position = node.word.offset + 1
    } else {
      position = node.endOffset(from: node.startOffset)
    }
    for _ in 0..<levels {
      position = JSONScanner.skipWhitespace(document.text, position, document.range.count) + 1
    }
    return position
  }

  private var lastChild: JSONNode? {
    let end = endIndex
    let step = kind == .object ? 1 : 0
    var child = index + 1
    var last: Int?
    while child < end {
      last = child + step
      child = at(child + step).endIndex
    }
    return last.map(at)
  }

  /// The length of a string between its quotes; one too long for its node is measured again.
  var stringLength: Int {
    let word = word
    guard word.payload == NodeWord.payloadLimit else { return word.payload }
    return JSONScanner.lengthOfLongString(document.text, word.offset, document.range.count)
  }
}

extension JSONScanner {
  /// The length of a string that is known to be well formed.
  static func lengthOfLongString(_ text: Text, _ start: Int, _ end: Int) -> Int {
    let scanned = try? string(text, start, end)
    return (scanned?.close ?? end) - start
  }
}
