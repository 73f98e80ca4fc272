extension JSONNode {
  /// Lends a cursor at this value, keeping document and context alive for the call.
  @inlinable func withCursor<Result>(
    _ context: DecodingContext, _ body: (JSONCursor) throws -> Result
  ) rethrows -> Result {
    try withExtendedLifetime((document, context)) {
      try body(cursor(Unmanaged.passUnretained(context)))
    }
  }
}

extension JSONCursor {
  /// The value's bytes as they stand in the document.
  var rawBytes: UnsafeBufferPointer<UInt8> {
    let start = word.offset - (self.is(.string) ? 1 : 0)
    return UnsafeBufferPointer(start: bytes + start, count: max(nodeText.end(of: index) - start, 0))
  }

  /// The text's end stands behind the root's last descendant.
  var nodeText: NodeText { NodeText(text: bytes, nodes: nodes, end: nodes[at(0).next].offset) }
}
