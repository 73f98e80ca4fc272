/// The layout of the models in an input.
///
/// ```swift
/// let lines = try User.sequence(in: bytes, form: .lines)
/// ```
public enum JSONSequenceForm: Sendable, Hashable {
  /// The layout that the beginning of the input suggests: ``lines`` if at least two values are on lines of their
  /// own, ``array`` for one array, otherwise ``concatenated``.
  case automatic
  /// One top-level array.
  case array
  /// One value on each line (NDJSON); blank lines are ignored. A malformed line does not affect the next
  /// line.
  case lines
  /// Values that follow each other with or without white space between them.
  case concatenated
}

extension JSONSequenceForm {
  /// Returns the layout of an input; ``automatic`` is resolved by inspecting the beginning.
  func resolved(in bytes: JSONBytes) -> JSONSequenceForm {
    guard self == .automatic else { return self }
    return switch JSONLayout.detect(bytes) {
    case .array: .array
    case .lines, .empty: .lines
    case .object, .scalar, .concatenated: .concatenated
    }
  }
}
