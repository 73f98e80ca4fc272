/// The members of an object being made.
struct PlaceKeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: PlaceEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil(forKey key: Key) throws { try member(key).writeNull() }

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

  func encodeNil() throws { try element().writeNull() }

  func encode<Value: Encodable>(_ value: Value) throws { try element().encode(value) }

  func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    element().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { element().unkeyedContainer() }

  func superEncoder() -> any Encoder { element() }

  private func element() -> PlaceEncoder {
    let key = PlainKey(intValue: count)
    return encoder.at(encoder.place.element(), key)
  }
}

extension PlaceKeyedContainer {
  // Without these, the primitives would go through their own `encode(to:)`.
  func encode(_ value: Bool, forKey key: Key) throws { try write(value, key) }
  func encode(_ value: String, forKey key: Key) throws { try write(value, key) }
  func encode(_ value: Double, forKey key: Key) throws { try write(value, key) }
  func encode(_ value: Float, forKey key: Key) throws { try write(value, key) }
  func encode(_ value: Int, forKey key: Key) throws { try write(value, key) }
  func encode(_ value: Int8, forKey key: Key) throws { try write(value, key) }
  func encode(_ value: Int16, forKey key: Key) throws { try write(value, key) }
  func encode(_ value: Int32, forKey key: Key) throws { try write(value, key) }
  func encode(_ value: Int64, forKey key: Key) throws { try write(value, key) }
  func encode(_ value: UInt, forKey key: Key) throws { try write(value, key) }
  func encode(_ value: UInt8, forKey key: Key) throws { try write(value, key) }
  func encode(_ value: UInt16, forKey key: Key) throws { try write(value, key) }
  func encode(_ value: UInt32, forKey key: Key) throws { try write(value, key) }
  func encode(_ value: UInt64, forKey key: Key) throws { try write(value, key) }

  private func write(_ value: some JSONConvertible, _ key: Key) throws {
    let place = encoder.place.member(key.stringValue)
    // The key joins the coding path only where that is shown.
    guard !encoder.put(value, place) else { return }
    try encoder.at(place, key).write(value)
  }
}

extension PlaceUnkeyedContainer {
  // Without these, the primitives would go through their own `encode(to:)`.
  func encode(_ value: Bool) throws { try write(value) }
  func encode(_ value: String) throws { try write(value) }
  func encode(_ value: Double) throws { try write(value) }
  func encode(_ value: Float) throws { try write(value) }
  func encode(_ value: Int) throws { try write(value) }
  func encode(_ value: Int8) throws { try write(value) }
  func encode(_ value: Int16) throws { try write(value) }
  func encode(_ value: Int32) throws { try write(value) }
  func encode(_ value: Int64) throws { try write(value) }
  func encode(_ value: UInt) throws { try write(value) }
  func encode(_ value: UInt8) throws { try write(value) }
  func encode(_ value: UInt16) throws { try write(value) }
  func encode(_ value: UInt32) throws { try write(value) }
  func encode(_ value: UInt64) throws { try write(value) }

  private func write(_ value: some JSONConvertible) throws {
    let place = encoder.place.element()
    guard !encoder.put(value, place) else { return }
    try encoder.at(place, PlainKey(intValue: count - 1)).write(value)
  }
}
