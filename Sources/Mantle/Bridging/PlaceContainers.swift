/// The members of an object being made.
struct PlaceKeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: PlaceEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil(forKey key: Key) { member(key).writeNull() }

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { try member(key).encode(value) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    member(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    member(key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { member(PlainKey.super) }
  func superEncoder(forKey key: Key) -> any Encoder { member(key) }

  private func member(_ key: any CodingKey) -> PlaceEncoder {
    encoder.at(encoder.place.member(key.stringValue), key)
  }
}

/// The elements of an array being made.
struct PlaceUnkeyedContainer: UnkeyedEncodingContainer {
  let encoder: PlaceEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }
  var count: Int { encoder.place.count }

  func encodeNil() { element().writeNull() }

  func encode<Value: Encodable>(_ value: Value) throws { try element().encode(value) }

  func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    element().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { element().unkeyedContainer() }

  func superEncoder() -> any Encoder { element() }

  private func element() -> PlaceEncoder {
    encoder.at(encoder.place.element(), PlainKey(intValue: count))
  }
}
