/// A known value, or an unknown value that is preserved and written back unchanged.
///
/// A property of this type accepts cases that a server adds later, and does not destroy them when the model
/// is encoded:
///
/// ```swift
/// let state: OpenCase<State, String>     // .known(.open), .unknown("merged")
/// ```
///
/// Each unknown value adds a note when it is decoded.
///
/// If the known type has raw values, the property needs no transformer, and the JSON is the raw value:
///
/// ```
/// "open"    →  .known(.open)
/// "merged"  →  .unknown("merged"), which is written as "merged"
/// 7         →  error: type-mismatch
/// ```
///
/// For other types, use ``JSONTransformer/openTable(_:canonical:)``.
@frozen public enum OpenCase<Known, Raw> {
  /// A known value.
  case known(Known)
  /// An unknown value in its raw form.
  case unknown(Raw)

  /// The known value; nil for an unknown value.
  ///
  /// ```swift
  /// let state = OpenCase<State, String>(rawValue: "merged")
  /// let known = state.known  // nil
  /// ```
  @inlinable public var known: Known? {
    if case .known(let value) = self { value } else { nil }
  }
}

extension OpenCase: Equatable where Known: Equatable, Raw: Equatable {}
extension OpenCase: Hashable where Known: Hashable, Raw: Hashable {}
extension OpenCase: Sendable where Known: Sendable, Raw: Sendable {}

extension OpenCase: RawRepresentable where Known: RawRepresentable, Known.RawValue == Raw {
  /// Creates a known value if the raw value is that of a case; otherwise an unknown value.
  ///
  /// ```swift
  /// let state = OpenCase<State, String>(rawValue: "open")  // .known(.open)
  /// ```
  public init(rawValue: Raw) { self = Known(rawValue: rawValue).map { .known($0) } ?? .unknown(rawValue) }

  /// The raw value of a known value, or the preserved raw value of an unknown value.
  public var rawValue: Raw {
    switch self {
    case .known(let value): value.rawValue
    case .unknown(let raw): raw
    }
  }
}

extension OpenCase: JSONConvertible
where Known: RawRepresentable, Known.RawValue == Raw, Raw: JSONConvertible {
  /// Decodes any value of the raw type, as a known or an unknown value.
  ///
  /// - Throws: The errors of the raw type, such as a type mismatch for another kind of value.
  public static func decode(_ json: JSONCursor) throws -> OpenCase {
    let value = OpenCase(rawValue: try Raw.decode(json))
    if case .unknown = value { json.noteUnknown() }
    return value
  }

  /// Writes the raw value of the known or unknown value.
  ///
  /// - Throws: The errors of encoding the raw value.
  public func encode(to writer: inout JSONWriter) throws { try rawValue.encode(to: &writer) }

  /// The shape of the JSON, which is that of the raw type.
  public static var shape: ValueShape { Raw.shape }
}

extension JSONCursor {
  /// Records a note that the value is unknown.
  func noteUnknown() {
    context.note(.unknownCase, "unknown case; it is kept and written unchanged", at: self)
  }
}
