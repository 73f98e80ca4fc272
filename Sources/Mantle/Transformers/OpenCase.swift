/// A value of a known set, or one the program does not know (yet), kept as it came and written back.
///
/// As a property's type it lets an enum grow on the other side without an error here and without destroying
/// the newer value on the way back:
///
///     let state: OpenCase<State, String>     // .known(.open), .unknown("merged")
///
/// Each unknown value leaves a note when it is decoded.
@frozen public enum OpenCase<Known, Raw> {
  /// A value of the set.
  case known(Known)
  /// Another value, as it came.
  case unknown(Raw)

  /// The known value; nil for an unknown one.
  @inlinable public var known: Known? {
    if case .known(let value) = self { value } else { nil }
  }
}

extension OpenCase: Equatable where Known: Equatable, Raw: Equatable {}
extension OpenCase: Hashable where Known: Hashable, Raw: Hashable {}
extension OpenCase: Sendable where Known: Sendable, Raw: Sendable {}

extension OpenCase: RawRepresentable where Known: RawRepresentable, Known.RawValue == Raw {
  public init(rawValue: Raw) { self = Known(rawValue: rawValue).map { .known($0) } ?? .unknown(rawValue) }

  public var rawValue: Raw {
    switch self {
    case .known(let value): value.rawValue
    case .unknown(let raw): raw
    }
  }
}

extension OpenCase: JSONConvertible
where Known: RawRepresentable, Known.RawValue == Raw, Raw: JSONConvertible {
  /// A raw value of any of the cases, or any other value of the raw type. Another kind is an error.
  public static func decode(_ json: JSONCursor) throws -> OpenCase {
    let value = OpenCase(rawValue: try Raw.decode(json))
    if case .unknown = value { json.noteUnknown() }
    return value
  }

  /// Writes the value as it came.
  ///
  /// - Throws: what writing the case throws.
  public func encode(to writer: inout JSONWriter) throws { try rawValue.encode(to: &writer) }

  public static var shape: ValueShape { Raw.shape }
}

extension JSONCursor {
  func noteUnknown() { context.note(.unknownCase, "unknown here; kept and written back as it is", at: self) }
}
