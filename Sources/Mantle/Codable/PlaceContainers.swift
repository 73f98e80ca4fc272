/// The keyed encoding container for a JSON object that is being built.
struct PlaceKeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: PlaceEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil(forKey key: Key) throws { encoder.place.set(try encoder.null(), key.stringValue) }

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    guard let finished = encoder.finished(value) else { return try member(key).encode(value) }
    encoder.place.set(finished, key.stringValue)
  }

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

  /// Returns an encoder for the value of the member with the given key.
  private func member(_ key: any CodingKey) -> PlaceEncoder {
    encoder.at(encoder.place.member(key.stringValue), key)
  }
}

/// The unkeyed encoding container for a JSON array that is being built.
struct PlaceUnkeyedContainer: UnkeyedEncodingContainer {
  let encoder: PlaceEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }
  var count: Int { encoder.place.count }

  func encodeNil() throws { encoder.place.append(try encoder.null()) }

  func encode<Value: Encodable>(_ value: Value) throws {
    guard let finished = encoder.finished(value) else { return try element().encode(value) }
    encoder.place.append(finished)
  }

  func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    element().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { element().unkeyedContainer() }

  func superEncoder() -> any Encoder { element() }

  /// Appends an element without content to the array and returns an encoder that fills the element.
  private func element() -> PlaceEncoder {
    let key = PlainKey(intValue: count)
    return encoder.at(encoder.place.element(), key)
  }
}
