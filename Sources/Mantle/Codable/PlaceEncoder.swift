/// An `Encoder` that fills a place in the JSON being made.
struct PlaceEncoder: Encoder {
  let place: EncodedPlace
  let codingPath: [any CodingKey]
  let settings: Settings

  /// What all encoders of one value share: of a class, so that each of them is three words, which fit where an `Encoder` is
  /// passed on without memory of its own.
  final class Settings {
    let options: CodableOptions
    let context: EncodingContext?
    let sheet: EncodedSheet

    init(_ options: CodableOptions, _ context: EncodingContext?) {
      self.options = options
      self.context = context
      sheet = EncodedSheet(context)
    }
  }

  var userInfo: [CodingUserInfoKey: Any] { CodingUserInfoKey.keyed(settings.context?.userInfo ?? [:]) }

  func container<Key: CodingKey>(keyedBy _: Key.Type) -> KeyedEncodingContainer<Key> {
    place.makeObject()
    return KeyedEncodingContainer(PlaceKeyedContainer<Key>(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    place.makeArray()
    return PlaceUnkeyedContainer(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { PlaceSingleContainer(encoder: self) }

  /// An encoder for a child.
  func at(_ place: EncodedPlace, _ key: any CodingKey) -> PlaceEncoder {
    PlaceEncoder(place: place, codingPath: codingPath + [key], settings: settings)
  }
}

extension PlaceEncoder {
  /// Writes a value of a type of the library: primitives, and models on their way through `Codable`.
  func write(_ value: some JSONConvertible) throws {
    try write(value) { try $0.encode(to: &$1) }
  }

  /// A finished value; nil where it cannot be written, and writing it at its place says why.
  func finished(_ value: some JSONConvertible) -> Range<Int>? {
    try? settings.sheet.add { try value.encode(to: &$0) }
  }

  /// Writes any `Encodable` value.
  func encode<Value: Encodable>(_ value: Value) throws {
    if let encode = settings.options.transformer(for: Value.self)?.encode {
      try write(value, encode)
    } else {
      try value.encode(to: self)
    }
  }

  func null() throws -> Range<Int> { try settings.sheet.add { $0.null() } }

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

private struct PlaceSingleContainer: SingleValueEncodingContainer {
  let encoder: PlaceEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil() throws { encoder.place.set(try encoder.null()) }
  func encode(_ value: Bool) throws { try encoder.write(value) }
  func encode(_ value: String) throws { try encoder.write(value) }
  func encode(_ value: Double) throws { try encoder.write(value) }
  func encode(_ value: Float) throws { try encoder.write(value) }
  func encode(_ value: Int) throws { try encoder.write(value) }
  func encode(_ value: Int8) throws { try encoder.write(value) }
  func encode(_ value: Int16) throws { try encoder.write(value) }
  func encode(_ value: Int32) throws { try encoder.write(value) }
  func encode(_ value: Int64) throws { try encoder.write(value) }
  func encode(_ value: UInt) throws { try encoder.write(value) }
  func encode(_ value: UInt8) throws { try encoder.write(value) }
  func encode(_ value: UInt16) throws { try encoder.write(value) }
  func encode(_ value: UInt32) throws { try encoder.write(value) }
  func encode(_ value: UInt64) throws { try encoder.write(value) }
  func encode<Value: Encodable>(_ value: Value) throws { try encoder.encode(value) }
}
