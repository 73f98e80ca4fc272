/// A value in a text that was found without being parsed.
package struct JSONChild: Sendable, Hashable {
  /// The key with its quotes; nil in arrays and sequences, and where an object has no key there.
  package let key: Range<Int>?
  /// The value without white space around it. Empty where a value is missing, as after a stray comma.
  package let value: Range<Int>
  /// The position among its siblings from 0; nil where nobody has counted up to here yet.
  package let ordinal: Int?
  /// Whether the value's end was found. A very large value is measured only when asked for, and until then
  /// its range reaches to where the search stopped.
  package let isMeasured: Bool

  /// Key and value together.
  package var range: Range<Int> { (key?.lowerBound ?? value.lowerBound)..<value.upperBound }

  package init(key: Range<Int>?, value: Range<Int>, ordinal: Int?, isMeasured: Bool = true) {
    self.key = key
    self.value = value
    self.ordinal = ordinal
    self.isMeasured = isMeasured
  }

  func numbered(_ ordinal: Int?) -> JSONChild {
    JSONChild(key: key, value: value, ordinal: ordinal, isMeasured: isMeasured)
  }
}

/// Whose children are meant.
package enum JSONChildren: Sendable, Hashable {
  /// The elements of the array whose `[` stands at an offset.
  case array(at: Int)
  /// The members of the object whose `{` stands at an offset.
  case object(at: Int)
  /// The lines of a part of the text, each a value of its own (NDJSON); blank lines do not count.
  case lines(in: Range<Int>)
  /// The values in a part of the text, with or without white space between them.
  case concatenated(in: Range<Int>)
}

extension JSONBytes {
  /// The children of the container that begins at an offset; nil where none does.
  package func children(at offset: Int) -> JSONChildren? {
    switch self[offset] {
    case ASCII.openBracket: .array(at: offset)
    case ASCII.openBrace: .object(at: offset)
    default: nil
    }
  }
}
