import Mantle

/// How long a text is, and what it begins and ends with: texts that differ mostly do so in that, and of up to sixteen bytes it
/// is all there is.
struct TextEnds: Hashable {
  /// The first eight bytes, and zeros where there are fewer: what tells most texts apart, and is compared first.
  private let head: UInt64
  private let count: Int
  /// The last eight bytes; zero where there are no more than those of the head.
  private let tail: UInt64

  /// - Parameter string: without escapes.
  @inline(__always) init(_ string: JSONCursor) {
    (count, head, tail) = (string.scalarBytes.count, string.head, string.tail)
  }

  init(_ text: UnsafeBufferPointer<UInt8>) {
    count = text.count
    head = count >= 8 ? text.word(at: 0) : text.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    tail = count > 8 ? text.word(at: count - 8) : 0
  }

  /// Whether texts with the same ends are the same.
  var areAll: Bool { count <= 16 }
}

/// A text that others are compared with.
struct KnownText: Hashable, Comparable {
  let bytes: [UInt8]
  let ends: TextEnds

  init(_ text: UnsafeBufferPointer<UInt8>, _ ends: TextEnds) {
    (bytes, self.ends) = (Array(text), ends)
  }

  init(_ text: String) {
    var text = text
    self = text.withUTF8 { KnownText($0, TextEnds($0)) }
  }

  var string: String { String(decoding: bytes, as: UTF8.self) }

  static func < (a: KnownText, b: KnownText) -> Bool { a.bytes.lexicographicallyPrecedes(b.bytes) }

  /// - Parameter ends: those of the text.
  @inline(__always) func equals(_ text: UnsafeBufferPointer<UInt8>, _ ends: TextEnds) -> Bool {
    ends == self.ends && (ends.areAll || text.isSame(as: bytes))
  }
}

extension JSONCursor {
  /// Lends the text of a string, with its escapes resolved, and its ends.
  @inline(__always) func withTextAndEnds<Result>(
    _ body: (UnsafeBufferPointer<UInt8>, TextEnds) -> Result
  ) -> Result {
    isFlagged ? withText { body($0, TextEnds($0)) } : body(scalarBytes, TextEnds(self))
  }
}
