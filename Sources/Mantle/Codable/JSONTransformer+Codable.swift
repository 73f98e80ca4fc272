import MantlePlatform

extension JSONTransformer where Value: Codable & SendableMetatype {
  /// A `Codable` type as it is, with the JSON `JSONDecoder` and `JSONEncoder` would use.
  ///
  ///     Property(\.settings, "settings", .codable)
  ///
  /// The slower door: the value is copied out of the document and read through `Codable`'s containers, which
  /// stop at the first problem. That problem has its place in the document, and models inside that are
  /// ``CodableModel`` report all of theirs.
  public static var codable: JSONTransformer { codable(Value.self) }

  /// A `Codable` type with other dates or data, e.g. `.codable(dates: .iso8601)`.
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
  /// A `Decodable` type without a way back: the property is decode-only.
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

/// A `Codable` type that nests in models, arrays and dictionaries without a transformer, or is a root itself.
///
///     struct Settings: BridgedCodable { var theme: String; var size: Int }
///     let settings = try Settings.decode(json: text)
///
/// What is said of ``JSONTransformer/codable`` goes for it too.
public protocol BridgedCodable: Codable, JSONConvertible {
  /// How dates and data are read and written; as Foundation does without options, unless the type says otherwise.
  static var codableOptions: CodableOptions { get }
}

extension BridgedCodable {
  public static var codableOptions: CodableOptions { .foundation }

  /// Reads the value with its own `init(from:)`; what that throws becomes a diagnostic at the value's place.
  public static func decode(_ json: JSONCursor) throws -> Self {
    try CodableBridge.decode(json, codableOptions)
  }

  /// Writes the value with its own `encode(to:)`.
  ///
  /// - Throws: what `encode(to:)` throws, and then nothing of the value is written.
  public func encode(to writer: inout JSONWriter) throws {
    try CodableBridge.encode(self, Self.codableOptions, to: &writer)
  }
}
