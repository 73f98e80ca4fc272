import MantlePlatform

extension JSONTransformer where Value: Codable & SendableMetatype {
  /// A transformer for a `Codable` type, with the JSON that `JSONDecoder` and `JSONEncoder` use.
  ///
  /// ```swift
  /// Property(\.settings, "settings", .codable)
  /// ```
  ///
  /// This is slower than a mapping: the value is copied out of the document and decoded through `Codable`
  /// containers, which stop at the first problem. The problem is located in the document, and a nested
  /// ``CodableModel`` reports all of its problems.
  public static var codable: JSONTransformer { codable(Value.self) }

  /// Returns a transformer for a `Codable` type with another representation of dates or data, such as
  /// `.codable(dates: .iso8601)`.
  ///
  /// ```swift
  /// let settings = JSONTransformer<Settings>.codable(dates: .iso8601)
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type, which is usually inferred.
  ///   - dates: The transformer for dates; nil for seconds since 2001.
  ///   - data: The transformer for data; nil for an array of numbers.
  public static func codable(
    _ type: Value.Type = Value.self, dates: JSONTransformer<Date>? = nil,
    data: JSONTransformer<Data>? = .base64
  ) -> JSONTransformer {
    let options = CodableOptions(dates: dates, data: data)
    return JSONTransformer(
      "codable", shape: .other(TypeName.plain(type)),
      decode: { try CodableBridge.decode($0, options) },
      encode: { try CodableBridge.encode($0, options, to: &$1) },
      valueForAbsentKey: { nilValue(of: type) })
  }
}

extension JSONTransformer where Value: Decodable & SendableMetatype {
  /// Returns a transformer for a type that is `Decodable`, but not `Encodable`.
  ///
  /// ```swift
  /// let settings = JSONTransformer<Settings>.decodable()
  /// ```
  ///
  /// The property must be ``Property/decodeOnly()``; otherwise its mapping throws a ``MappingError``.
  ///
  /// - Parameters:
  ///   - type: The type, which is usually inferred.
  ///   - dates: The transformer for dates; nil for seconds since 2001.
  ///   - data: The transformer for data; nil for an array of numbers.
  public static func decodable(
    _ type: Value.Type = Value.self, dates: JSONTransformer<Date>? = nil,
    data: JSONTransformer<Data>? = .base64
  ) -> JSONTransformer {
    let options = CodableOptions(dates: dates, data: data)
    return JSONTransformer(
      "decodable", shape: .other(TypeName.plain(type)),
      decode: { try CodableBridge.decode($0, options) }, encode: nil)
  }
}

/// A `Codable` type that can be decoded from and encoded as JSON by this library: as a whole document, or in
/// models, arrays and dictionaries, where it needs no transformer.
///
/// ```swift
/// struct Settings: CodableConvertible { var theme: String; var size: Int }
/// let settings = try Settings.decode(json: text)
/// ```
///
/// The cost and the diagnostics are those of ``JSONTransformer/codable``.
public protocol CodableConvertible: Codable, JSONConvertible {
  /// The representation of dates and data; by default that of `JSONDecoder` and `JSONEncoder` without
  /// options.
  static var codableOptions: CodableOptions { get }
}

extension CodableConvertible {
  /// The options of `JSONDecoder` and `JSONEncoder` without options.
  ///
  /// Declare the property in a conforming type to change the representation of its dates and data: `static
  /// let codableOptions = CodableOptions(dates: .iso8601)`.
  public static var codableOptions: CodableOptions { .foundation }

  /// Decodes the value with its `init(from:)`.
  ///
  /// - Throws: The error of `init(from:)`, as a problem that is located in the document.
  public static func decode(_ json: JSONCursor) throws -> Self {
    try CodableBridge.decode(json, codableOptions)
  }

  /// Encodes the value with its `encode(to:)`.
  ///
  /// - Throws: The errors of `encode(to:)`, in which case nothing of the value is written.
  public func encode(to writer: inout JSONWriter) throws {
    try CodableBridge.encode(self, Self.codableOptions, to: &writer)
  }
}
