import Mantle

/// The length of a string and its first and last eight bytes. Most different strings differ
/// in these, and a string of up to sixteen bytes is fully determined by them.
struct TextEnds: Hashable {
  /// The first eight bytes, padded with zeros. They distinguish most strings, so they are
  /// compared first.
  private let head: UInt64
  /// The length in bytes.
  private let count: Int
  /// The last eight bytes; zero if the string has at most eight.
  private let tail: UInt64

  /// Reads the ends of a string.
  ///
  /// - Parameter string: a string without escapes.
  @inline(__always) init(_ string: JSONCursor) {
    (count, head, tail) = (string.scalarBytes.count, string.head, string.tail)
  }

  /// Reads the ends of a string.
  init(_ text: UnsafeBufferPointer<UInt8>) {
    count = text.count
    head = count >= 8 ? text.word(at: 0) : text.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    tail = count > 8 ? text.word(at: count - 8) : 0
  }

  /// Whether two strings with the same ends are always equal.
  var areAll: Bool { count <= 16 }
}

/// A string that is prepared for comparison with others.
struct KnownText: Hashable, Comparable {
  /// The string as UTF-8.
  let bytes: [UInt8]
  /// The ends of the string.
  let ends: TextEnds

  /// Copies a string with known ends.
  init(_ text: UnsafeBufferPointer<UInt8>, _ ends: TextEnds) {
    (bytes, self.ends) = (Array(text), ends)
  }

  /// Prepares a string.
  init(_ text: String) {
    var text = text
    self = text.withUTF8 { KnownText($0, TextEnds($0)) }
  }

  /// The string.
  var string: String { String(decoding: bytes, as: UTF8.self) }

  /// Orders strings by their bytes.
  static func < (a: KnownText, b: KnownText) -> Bool { a.bytes.lexicographicallyPrecedes(b.bytes) }

  /// Whether the string equals another one.
  ///
  /// - Parameter ends: the ends of the other string.
  @inline(__always) func equals(_ text: UnsafeBufferPointer<UInt8>, _ ends: TextEnds) -> Bool {
    ends == self.ends && (ends.areAll || text.isSame(as: bytes))
  }
}

extension JSONCursor {
  /// Calls a closure with the string, whose escapes are resolved, and its ends. The buffer is
  /// valid during the call only.
  @inline(__always) func withTextAndEnds<Result>(
    _ body: (UnsafeBufferPointer<UInt8>, TextEnds) -> Result
  ) -> Result {
    isFlagged ? withText { body($0, TextEnds($0)) } : body(scalarBytes, TextEnds(self))
  }
}
