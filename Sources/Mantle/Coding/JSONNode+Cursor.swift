extension JSONNode {
  /// Returns a cursor at this value, for decoding; valid while the document is alive.
  @_lifetime(immortal) @usableFromInline func cursor(_ context: Unmanaged<DecodingContext>) -> JSONCursor {
    JSONCursor(
      bytes: document.text, nodes: UnsafePointer(document.table.nodes), index: index, context: context)
  }

  /// Calls a closure with a cursor at this value and keeps the document and the context alive during the
  /// call.
  @inlinable package func withCursor<Result>(
    _ context: DecodingContext, _ body: (JSONCursor) throws -> Result
  ) rethrows -> Result {
    try withExtendedLifetime((document, context)) {
      try body(cursor(Unmanaged.passUnretained(context)))
    }
  }
}

extension JSONCursor {
  /// The bytes of the value as written in the document.
  var rawBytes: UnsafeBufferPointer<UInt8> {
    let start = word.offset - (self.is(.string) ? 1 : 0)
    return UnsafeBufferPointer(start: bytes + start, count: max(nodeText.end(of: index) - start, 0))
  }

  /// The text and nodes of the document. The end of the text is stored after the root's last descendant.
  var nodeText: NodeText { NodeText(text: bytes, nodes: nodes, end: nodes[at(0).next].offset) }
}

extension JSONParser {
  /// Returns a cursor at the value that was last parsed from the given bytes.
  ///
  /// The cursor is valid until the next parse, and only while both the parser and the bytes are alive.
  @_lifetime(immortal)
  func root(in bytes: JSONBytes, context: Unmanaged<DecodingContext>) -> JSONCursor {
    JSONCursor(
      bytes: bytes.base + origin, nodes: UnsafePointer(table.nodes), index: 0, context: context)
  }
}
