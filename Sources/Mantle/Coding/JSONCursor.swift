/// A borrowed position in a document: what a type's `decode` reads from.
///
/// A cursor is four machine words and owns nothing, which is what keeps decoding at the speed of
/// hand-written code. It is valid during the call it is passed to and must not be kept; to hold on to a
/// place in a document use ``JSONNode``, which keeps the document alive.
@frozen public struct JSONCursor {
  @usableFromInline let bytes: UnsafePointer<UInt8>
  @usableFromInline let nodes: UnsafePointer<NodeWord>
  @usableFromInline let index: Int
  @usableFromInline let unmanagedContext: Unmanaged<DecodingContext>

  @inlinable @inline(__always)
  init(
    bytes: UnsafePointer<UInt8>, nodes: UnsafePointer<NodeWord>, index: Int,
    context: Unmanaged<DecodingContext>
  ) {
    self.bytes = bytes
    self.nodes = nodes
    self.index = index
    self.unmanagedContext = context
  }

  @inlinable @inline(__always) var word: NodeWord { nodes[index] }

  @inlinable @inline(__always) func at(_ index: Int) -> JSONCursor {
    JSONCursor(bytes: bytes, nodes: nodes, index: index, context: unmanagedContext)
  }

  /// The index after this value's subtree: its next sibling, if it has one.
  @inlinable @inline(__always) var next: Int {
    let word = word
    return word.kindCode >= JSONKind.array.rawValue ? index &+ word.payload : index &+ 1
  }

  @inlinable @inline(__always) func `is`(_ kind: JSONKind) -> Bool { word.kindCode == kind.rawValue }

  /// What the value is.
  @inlinable @inline(__always) public var kind: JSONKind { JSONKind(rawValue: word.kindCode) ?? .null }

  /// Whether the value is `null`.
  @inlinable @inline(__always) public var isNull: Bool { `is`(.null) }
}
