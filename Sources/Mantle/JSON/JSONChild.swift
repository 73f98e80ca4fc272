/// A member, element or top-level value that was located without being parsed.
package struct JSONChild: Sendable, Hashable {
  /// The range of the key including its quotes; nil for elements and top-level values, and for malformed
  /// members without a key.
  package let key: Range<Int>?
  /// The range of the value without surrounding white space; empty if the value is missing, as after a stray
  /// comma.
  package let value: Range<Int>
  /// The zero-based index of the child among its siblings; nil if the preceding siblings have not been
  /// counted.
  package let ordinal: Int?
  /// Whether the end of the value is known. The end of a very large value is searched for only on request;
  /// until then the range ends where the search stopped.
  package let isMeasured: Bool

  /// The range of the child, from the start of the key to the end of the value.
  package var range: Range<Int> { (key?.lowerBound ?? value.lowerBound)..<value.upperBound }

  /// Creates a child from the ranges of its key and its value, and from its index.
  package init(key: Range<Int>?, value: Range<Int>, ordinal: Int?, isMeasured: Bool = true) {
    self.key = key
    self.value = value
    self.ordinal = ordinal
    self.isMeasured = isMeasured
  }

  /// Returns a copy of the child with the given index among its siblings.
  func numbered(_ ordinal: Int?) -> JSONChild {
    JSONChild(key: key, value: value, ordinal: ordinal, isMeasured: isMeasured)
  }
}

/// The container of children that are located without being parsed: an array, an object, or a sequence of
/// top-level values.
package enum JSONChildren: Sendable, Hashable {
  /// The elements of the array whose opening bracket is at an offset.
  case array(at: Int)
  /// The members of the object whose opening brace is at an offset.
  case object(at: Int)
  /// The lines in a range, each of which is a value (NDJSON); blank lines are ignored.
  case lines(in: Range<Int>)
  /// The top-level values in a range, with or without white space between them.
  case concatenated(in: Range<Int>)
}

extension JSONBytes {
  /// Returns the array or object whose opening bracket is at an offset; nil if the byte at the offset is not
  /// an opening bracket.
  package func children(at offset: Int) -> JSONChildren? {
    switch self[offset] {
    case ASCII.openBracket: .array(at: offset)
    case ASCII.openBrace: .object(at: offset)
    default: nil
    }
  }
}
