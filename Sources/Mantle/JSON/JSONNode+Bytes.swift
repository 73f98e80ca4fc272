extension JSONNode {
  /// Where the value stands in the document's bytes, quotes and brackets included.
  ///
  /// - Complexity: O(1), but O(children) for arrays and objects, whose last child must be found.
  public var byteRange: Range<Int> {
    let origin = document.range.lowerBound
    let start = startOffset
    return origin + start..<origin + document.nodeText.end(of: index)
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

  /// The length of the string between its quotes.
  var stringLength: Int { document.nodeText.stringLength(of: word) }
}
