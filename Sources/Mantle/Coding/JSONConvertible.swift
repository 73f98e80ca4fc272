/// A type that reads itself from JSON and writes itself back: the low-level door of the library.
///
/// Models get their conformance from their mapping. Write one by hand for a type that is worth it: it nests
/// in mapped models like any other. `decode` reads from a borrowed cursor and throws when the value does not
/// fit (use ``JSONCursor/mismatch(expected:code:detail:)``); `encode` writes exactly one JSON value. The law is that
/// decoding what `encode` wrote gives an equal value.
public protocol JSONConvertible: SendableMetatype {
  /// Reads a value.
  ///
  /// - Throws: what is wrong with it; where it stands is added by the caller.
  static func decode(_ json: JSONCursor) throws -> Self
  /// Writes the value as exactly one JSON value.
  ///
  /// - Throws: where the value has no JSON form; which property it is is added by the mapping.
  func encode(to writer: inout JSONWriter) throws

  /// Writes the value that stands at a place in memory, as `encode(to:)` does.
  ///
  /// Collections and mappings write their values through this: a type that is large to copy can be written
  /// without being copied. There is no need to implement it.
  ///
  /// - Throws: as `encode(to:)`.
  static func encode(at place: UnsafePointer<Self>, to writer: inout JSONWriter) throws

  /// The value that stands for an absent key: nil for optionals, none for every other type.
  static var valueForAbsentKey: Self? { get }

  /// How the value is shown and edited where its Swift type is not known.
  static var shape: ValueShape { get }
}

extension JSONConvertible {
  @inlinable public static func encode(at place: UnsafePointer<Self>, to writer: inout JSONWriter) throws {
    try place.pointee.encode(to: &writer)
  }

  @inlinable public static var valueForAbsentKey: Self? { nil }

  public static var shape: ValueShape { .other(TypeName.plain(Self.self)) }
}
