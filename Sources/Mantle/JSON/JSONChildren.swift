/// Whose children are meant.
public enum JSONChildren: Sendable, Hashable {
  /// The elements of the array whose `[` stands at an offset.
  case array(at: Int)
  /// The members of the object whose `{` stands at an offset.
  case object(at: Int)
  /// The lines of a part of the text, each a value of its own (NDJSON); blank lines do not count.
  case lines(in: Range<Int>)
  /// The values in a part of the text, with or without white space between them.
  case concatenated(in: Range<Int>)
}
