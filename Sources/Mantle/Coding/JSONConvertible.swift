/// A type that decodes itself from JSON and encodes itself as JSON: the low-level interface of the library.
///
/// Models get their conformance from their mapping. Write a conformance by hand where a mapping is not
/// flexible or fast enough; the type can then be nested in mapped models like any other. `decode` reads from
/// a borrowed cursor and throws when the value is not valid (use
/// ``JSONCursor/mismatch(expected:code:detail:)``); `encode` writes exactly one JSON value. Decoding the
/// output of `encode` must give an equal value.
///
/// ```swift
/// struct Celsius: JSONConvertible {
///   var degrees: Double
///
///   static func decode(_ json: JSONCursor) throws -> Celsius { Celsius(degrees: try Double.decode(json)) }
///   func encode(to writer: inout JSONWriter) throws { try degrees.encode(to: &writer) }
/// }
/// ```
///
/// ```swift
/// let week = try [Celsius].decode(json: "[20.5, 22]")
/// ```
///
/// Enums with raw values, strings, numbers, booleans, dates in a transformer, URLs, UUIDs and collections of
/// these types conform already. An enum needs only the conformance: `enum State: String, JSONConvertible {
/// case open, closed }`.
public protocol JSONConvertible: SendableMetatype {
  /// Decodes a value of the type from JSON.
  ///
  /// - Throws: an error that describes the problem; the caller adds the location.
  static func decode(_ json: JSONCursor) throws -> Self
  /// Writes the value as exactly one JSON value.
  ///
  /// - Throws: an error if the value has no JSON form; the mapping adds the name of the property.
  func encode(to writer: inout JSONWriter) throws

  /// Encodes the value at a memory location as ``encode(to:)`` does.
  ///
  /// Collections and mappings encode their values through this method, so that large values are not copied.
  /// There is no need to implement it.
  ///
  /// - Throws: any error thrown by ``encode(to:)``.
  static func _encode(at place: UnsafePointer<Self>, to writer: inout JSONWriter) throws

  /// The value that replaces a missing key: nil for optional types; no value for every other type, for which a
  /// missing key is an error.
  static var _valueForAbsentKey: Self? { get }

  /// The shape of the type's JSON values. It is used to display and edit the values where their Swift type is
  /// not known.
  static var shape: ValueShape { get }
}

extension JSONConvertible {
  /// Calls ``encode(to:)`` with the value at the memory location.
  ///
  /// - Throws: the errors of ``encode(to:)``.
  @inlinable public static func _encode(at place: UnsafePointer<Self>, to writer: inout JSONWriter) throws {
    try place.pointee.encode(to: &writer)
  }

  /// The value that replaces a missing key: no value, so that a missing key is an error unless the property has
  /// a default.
  @inlinable public static var _valueForAbsentKey: Self? { nil }

  /// The shape of a type that only its own code can interpret, with the name of the type.
  public static var shape: ValueShape { .other(TypeName.plain(Self.self)) }
}

extension JSONConvertible {
  /// Validates the names passed to a call before it begins. Types that contain no models do not check names.
  ///
  /// - Parameters:
  ///   - profile: a profile of the outermost models; nested models without that profile use their main
  ///     mapping.
  ///   - properties: names of properties of the outermost models, or of parts of them.
  /// - Throws: a ``MappingError`` that lists the existing names.
  @usableFromInline static func checkNames(profile: String?, properties: Set<String>) throws {
    try shape.outermostModel?.checkNames(profile, properties)
  }
}

extension ValueShape {
  /// The model that values of this shape are decoded as, or that their elements or the values of their
  /// dictionaries are decoded as; nil for a shape without a model.
  var outermostModel: ModelReference? {
    switch self {
    case .model(let model): model
    case .array(let inner), .dictionary(let inner), .optional(let inner): inner.outermostModel
    default: nil
    }
  }
}
