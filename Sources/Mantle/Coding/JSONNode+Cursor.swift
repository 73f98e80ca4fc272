extension JSONNode {
  /// A borrowed position at this value, for decoding; valid while the document is alive.
  @usableFromInline func cursor(_ context: Unmanaged<DecodingContext>) -> JSONCursor {
    JSONCursor(
      bytes: document.text, nodes: UnsafePointer(document.table.nodes), index: index, context: context)
  }

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

extension JSONParser {
  /// The value last parsed from the given bytes, for decoding.
  ///
  /// Valid until the next parse, and only while both the parser and the bytes are alive.
  func root(in bytes: JSONBytes, context: Unmanaged<DecodingContext>) -> JSONCursor {
    JSONCursor(
      bytes: bytes.base + origin, nodes: UnsafePointer(table.nodes), index: 0, context: context)
  }
}
