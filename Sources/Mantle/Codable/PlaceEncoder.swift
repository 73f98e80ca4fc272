/// An `Encoder` that builds one JSON value.
struct PlaceEncoder: Encoder {
  /// The JSON value that the encoder builds.
  let place: EncodedPlace
  let codingPath: [any CodingKey]
  let settings: Settings

  /// The options, the context and the storage that all encoders of a value and its descendants share.
  ///
  /// This is a class so that an encoder takes three words, which fit into an existential without an
  /// allocation.
  final class Settings {
    /// The representation of dates and data.
    let options: CodableOptions
    /// The context of the encoding call.
    let context: EncodingContext?
    /// The storage of the finished values' JSON.
    let sheet: EncodedSheet

    init(_ options: CodableOptions, _ context: EncodingContext?) {
      self.options = options
      self.context = context
      sheet = EncodedSheet(context)
    }
  }

  /// The user info of the encode call, with coding keys of the same names.
  var userInfo: [CodingUserInfoKey: Any] {
    CodingUserInfoKey.keyed(settings.context?.options.userInfo ?? [:])
  }

  /// Makes the value that is being built an object, and returns a container for its members.
  func container<Key: CodingKey>(keyedBy _: Key.Type) -> KeyedEncodingContainer<Key> {
    place.makeObject()
    return KeyedEncodingContainer(PlaceKeyedContainer<Key>(encoder: self))
  }

  /// Makes the value that is being built an array, and returns a container for its elements.
  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    place.makeArray()
    return PlaceUnkeyedContainer(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { PlaceSingleContainer(encoder: self) }

  /// Returns an encoder for the value of a member or element. The key of the value is appended to the coding
  /// path.
  func at(_ place: EncodedPlace, _ key: any CodingKey) -> PlaceEncoder {
    PlaceEncoder(place: place, codingPath: codingPath + [key], settings: settings)
  }
}

extension PlaceEncoder {
  /// Encodes a value of a ``JSONConvertible`` type: a primitive, or a model that is nested in a `Codable`
  /// type.
  func write(_ value: some JSONConvertible) throws {
    try write(value) { try $0.encode(to: &$1) }
  }

  /// Encodes a primitive and returns its byte range in the ``EncodedSheet``. Returns nil if the value is not a
  /// primitive or if encoding fails; ``encode(_:)`` then throws the error.
  ///
  /// No encoder is created for the primitive, because the coding path of an encoder allocates memory.
  func finished(_ value: some Encodable) -> Range<Int>? {
    guard let primitive = value as? any CodablePrimitive else { return nil }
    return try? settings.sheet.add { try primitive.encode(to: &$0) }
  }

  /// Encodes an `Encodable` value. If the options have a transformer for its type, the transformer encodes the
  /// value.
  func encode<Value: Encodable>(_ value: Value) throws {
    if let primitive = value as? any CodablePrimitive {
      try write(primitive)
    } else if let encode = settings.options.transformer(for: Value.self)?.encode {
      try write(value, encode)
    } else {
      try value.encode(to: self)
    }
  }

  /// Encodes a null and returns its byte range in the ``EncodedSheet``.
  func null() throws -> Range<Int> { try settings.sheet.add { $0.writeNull() } }

  /// Encodes a Swift value with a closure and sets ``place`` to the encoded JSON.
  ///
  /// - Throws: An `EncodingError` with the coding path, unless the error already identifies the property or
  ///   the mapping.
  private func write<Value>(_ value: Value, _ encode: (Value, inout JSONWriter) throws -> Void) throws {
    do {
      place.set(try settings.sheet.add { try encode(value, &$0) })
    } catch let error where !(error is EncodingProblem || error is MappingError) {
      throw EncodingError.invalidValue(
        value,
        .init(codingPath: codingPath, debugDescription: String(describing: error), underlyingError: error))
    }
  }
}

/// The single-value container of a ``PlaceEncoder``.
private struct PlaceSingleContainer: SingleValueEncodingContainer {
  let encoder: PlaceEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil() throws { encoder.place.set(try encoder.null()) }
  func encode<Value: Encodable>(_ value: Value) throws { try encoder.encode(value) }
}
