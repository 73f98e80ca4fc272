import TerminalText

/// The keyed container of an object that is being encoded.
struct PlaceKeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: PlaceEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil(forKey key: Key) throws { encoder.place.set(try encoder.null(), key.stringValue) }

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

  /// Returns the encoder of a member.
  private func member(_ key: any CodingKey) -> PlaceEncoder {
    encoder.at(encoder.place.member(key.stringValue), key)
  }
}

/// The unkeyed container of an array that is being encoded.
struct PlaceUnkeyedContainer: UnkeyedEncodingContainer {
  let encoder: PlaceEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }
  var count: Int { encoder.place.count }

  func encodeNil() throws { encoder.place.append(try encoder.null()) }

  func encode<Value: Encodable>(_ value: Value) throws { try element().encode(value) }

  func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    element().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { element().unkeyedContainer() }

  func superEncoder() -> any Encoder { element() }

  /// Appends an element and returns its encoder.
  private func element() -> PlaceEncoder {
    let key = PlainKey(intValue: count)
    return encoder.at(encoder.place.element(), key)
  }
}

extension PlaceKeyedContainer {
  // Without these overloads, primitives would be encoded through their own `encode(to:)`.
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

  /// Encodes a primitive as the value of a key.
  private func write(_ value: some JSONConvertible, _ key: Key) throws {
    // The key is appended to the coding path only for an error because that allocates memory.
    guard let finished = encoder.finished(value) else { return try member(key).write(value) }
    encoder.place.set(finished, key.stringValue)
  }
}

extension PlaceUnkeyedContainer {
  // Without these overloads, primitives would be encoded through their own `encode(to:)`.
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

  /// Encodes a primitive as a new element.
  private func write(_ value: some JSONConvertible) throws {
    guard let finished = encoder.finished(value) else { return try element().write(value) }
    encoder.place.append(finished)
  }
}
