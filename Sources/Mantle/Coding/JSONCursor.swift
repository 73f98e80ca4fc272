/// A borrowed position in a document, from which a type's `decode` method reads.
///
/// A cursor consists of four machine words and owns nothing, so decoding is as fast as hand-written code. It
/// is valid only during the call it is passed to, and the compiler refuses code that stores it. To store a
/// position, use ``JSONNode``, which keeps the document alive.
///
///     static func decode(_ json: JSONCursor) throws -> Celsius {
///       Celsius(degrees: try Double.decode(json))
///     }
@frozen public struct JSONCursor: ~Escapable {
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

  /// The kind of the value.
  ///
  /// ```swift
  /// let isList = json.kind == .array
  /// ```
  @inlinable @inline(__always) public var kind: JSONKind { JSONKind(rawValue: word.kindCode) ?? .null }

  /// Whether the value is `null`.
  @inlinable @inline(__always) public var isNull: Bool { `is`(.null) }
}

/// A cursor in an object of one decode call. Unlike a cursor, it can be stored, so that its owner must not
/// outlive the call.
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
