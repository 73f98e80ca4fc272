/// The elements of an array, one after the other, as `Codable` asks for them.
struct NodeUnkeyedContainer: UnkeyedDecodingContainer {
  private let decoder: NodeDecoder
  private let elements: [JSONNode]
  private(set) var currentIndex = 0

  init(_ decoder: NodeDecoder) throws {
    guard decoder.node.kind == .array else { throw decoder.mismatch(expected: "array", [String].self) }
    self.decoder = decoder
    elements = Array(decoder.node.elements)
  }

  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  /// Passes over the element only where it is null.
  mutating func decodeNil() throws -> Bool {
    guard try current(Never.self).node.isNull else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try next(type) { try $0.decode(type) }
  }

  mutating func nestedContainer<Key: CodingKey>(
    keyedBy _: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    try next(KeyedDecodingContainer<Key>.self) { KeyedDecodingContainer(try NodeKeyedContainer<Key>($0)) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next(NodeUnkeyedContainer.self) { try NodeUnkeyedContainer($0) }
  }

  mutating func superDecoder() throws -> any Decoder { try next(NodeDecoder.self) { $0 } }

  /// Goes on to the next element only where this one could be read.
  private mutating func next<Value, Result>(
    _ type: Value.Type, _ read: (NodeDecoder) throws -> Result
  ) throws -> Result {
    let result = try read(current(type))
    currentIndex += 1
    return result
  }

  private func current<Value>(_ type: Value.Type) throws -> NodeDecoder {
    let key = PlainKey(intValue: currentIndex)
    guard currentIndex < elements.count else {
      let problem = DecodingProblem(
        .missing, at: decoder.node.index, suffix: [.index(currentIndex)], expected: "another element",
        found: "the end of the array")
      throw DecodingError.valueNotFound(
        type,
        .init(
          codingPath: codingPath + [key], debugDescription: "the array ends here", underlyingError: problem))
    }
    return decoder.at(elements[currentIndex], key)
  }
}

extension NodeUnkeyedContainer {
  // Without these, the primitives would go through their own `init(from:)`.
  mutating func decode(_ type: Bool.Type) throws -> Bool { try read(type) }
  mutating func decode(_ type: String.Type) throws -> String { try read(type) }
  mutating func decode(_ type: Double.Type) throws -> Double { try read(type) }
  mutating func decode(_ type: Float.Type) throws -> Float { try read(type) }
  mutating func decode(_ type: Int.Type) throws -> Int { try read(type) }
  mutating func decode(_ type: Int8.Type) throws -> Int8 { try read(type) }
  mutating func decode(_ type: Int16.Type) throws -> Int16 { try read(type) }
  mutating func decode(_ type: Int32.Type) throws -> Int32 { try read(type) }
  mutating func decode(_ type: Int64.Type) throws -> Int64 { try read(type) }
  mutating func decode(_ type: UInt.Type) throws -> UInt { try read(type) }
  mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try read(type) }
  mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try read(type) }
  mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try read(type) }
  mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try read(type) }

  private mutating func read<Value: JSONConvertible>(_ type: Value.Type) throws -> Value {
    try next(type) { try $0.read(type) }
  }
}
