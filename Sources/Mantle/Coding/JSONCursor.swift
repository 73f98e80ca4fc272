/// A borrowed position in a document, from which a type's `decode` method reads.
///
/// A cursor is valid only during the call that receives it, and the compiler refuses code that stores it. To store
/// a position, use ``JSONNode``, which keeps the document alive.
///
///     static func decode(_ json: JSONCursor) throws -> Celsius {
///       Celsius(degrees: try Double.decode(json))
///     }
@frozen public struct JSONCursor: ~Escapable {
  // A cursor consists of four machine words without ownership, because reference counting would slow down
  // decoding.

  @usableFromInline let bytes: UnsafePointer<UInt8>
  @usableFromInline let nodes: UnsafePointer<NodeWord>
  @usableFromInline package let index: Int
  @usableFromInline let unmanagedContext: Unmanaged<DecodingContext>

  @_lifetime(immortal) @inlinable @inline(__always)
  init(
    bytes: UnsafePointer<UInt8>, nodes: UnsafePointer<NodeWord>, index: Int,
    context: Unmanaged<DecodingContext>
  ) {
    self.bytes = bytes
    self.nodes = nodes
    self.index = index
    self.unmanagedContext = context
  }

  @inlinable @inline(__always) package var word: NodeWord { nodes[index] }

  @_lifetime(copy self) @inlinable @inline(__always) package func at(_ index: Int) -> JSONCursor {
    JSONCursor(bytes: bytes, nodes: nodes, index: index, context: unmanagedContext)
  }

  /// The index of the node after this value's subtree, which is its next sibling, if there is one.
  @inlinable @inline(__always) package var next: Int {
    let word = word
    return word.kindCode >= JSONKind.array.rawValue ? index &+ word.payload : index &+ 1
  }

  @inlinable @inline(__always) package func `is`(_ kind: JSONKind) -> Bool { word.kindCode == kind.rawValue }

  /// The JSON kind of the value at the cursor.
  ///
  /// ```swift
  /// let isList = json.kind == .array
  /// ```
  @inlinable @inline(__always) public var kind: JSONKind { JSONKind(rawValue: word.kindCode) ?? .null }

  /// Whether the value at the cursor is `null`.
  @inlinable @inline(__always) public var isNull: Bool { `is`(.null) }
}

/// A copy of a cursor that can be stored in an object. The compiler does not check its lifetime: the object
/// must not outlive the decode call.
struct StoredCursor {
  private let bytes: UnsafePointer<UInt8>
  private let nodes: UnsafePointer<NodeWord>
  private let index: Int
  private let context: Unmanaged<DecodingContext>

  init(_ cursor: JSONCursor) {
    (bytes, nodes, index) = (cursor.bytes, cursor.nodes, cursor.index)
    context = cursor.unmanagedContext
  }

  var cursor: JSONCursor {
    @_lifetime(immortal) get { JSONCursor(bytes: bytes, nodes: nodes, index: index, context: context) }
  }
}

extension JSONCursor {
  /// Returns a copy of the value as a separate document.
  ///
  /// - Throws: Never in practice: the value was already parsed.
  func copiedDocument() throws -> JSONDocument {
    // The value was already accepted as part of a document, so no limits apply to the copy.
    let limits = JSONLimits(
      depth: .max, bytes: .max, stringBytes: .max, numberBytes: .max, keys: .max, nodes: .max)
    do {
      return try JSONDocument(parsing: JSONBytes(Array(rawBytes)), limits: limits)
    } catch {
      throw mismatch(expected: "JSON value", code: .syntax)
    }
  }
}

extension JSONNode {
  /// Returns a cursor at this value, for decoding; valid while the document is alive.
  @_lifetime(immortal) @usableFromInline func cursor(_ context: Unmanaged<DecodingContext>) -> JSONCursor {
    JSONCursor(
      bytes: document.start, nodes: UnsafePointer(document.table.nodes), index: index, context: context)
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
