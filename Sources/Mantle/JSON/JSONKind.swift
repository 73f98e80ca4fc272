/// The kind of a JSON value (RFC 8259 §3), with `true` and `false` as separate kinds.
///
/// ```swift
/// let kind = try JSONDocument("null").root.kind  // null
/// ```
@frozen public enum JSONKind: UInt8, Sendable, Hashable {
  /// `null`.
  case null = 0
  /// `false`.
  case `false` = 1
  /// `true`.
  case `true` = 2
  /// A number, of any size and precision.
  case number = 3
  /// A string.
  case string = 4
  /// An array.
  case array = 5
  /// An object.
  case object = 6

  /// Whether values of this kind contain other values.
  @inlinable package var isContainer: Bool { self == .array || self == .object }
}

extension JSONKind: CustomStringConvertible {
  /// The name in diagnostics: `null`, `boolean`, `number`, `string`, `array` or `object`.
  public var description: String {
    switch self {
    case .null: "null"
    case .false, .true: "boolean"
    case .number: "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }
}
