/// The unkeyed decoding container for a JSON array.
struct NodeUnkeyedContainer: UnkeyedDecodingContainer {
  private let decoder: NodeDecoder
  /// The index of the next element's node; after the last element, the index of the node after the array.
  private var position: Int
  /// The number of elements of the array.
  private let number: Int
  private(set) var currentIndex = 0

  /// Creates a container at the first element.
  ///
  /// - Throws: A `DecodingError` if the node is not an array.
  init(_ decoder: NodeDecoder) throws {
    guard decoder.node.kind == .array else { throw decoder.mismatch(expected: "array", [String].self) }
    try decoder.node.withCursor(decoder.context) { try $0.checkStack() }
    self.decoder = decoder
    position = decoder.node.index + 1
    number = decoder.node.count
  }

  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { number }
  var isAtEnd: Bool { currentIndex >= number }

  /// Returns whether the next element is null. The container moves past the element only if the element is
  /// null.
  mutating func decodeNil() throws -> Bool {
    guard try current(Never.self).isNull else { return false }
    advance()
    return true
  }

  /// Decodes the next element.
  ///
  /// - Throws: A `DecodingError.valueNotFound` at the end of the array, and the errors of decoding the
  ///   element.
  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let value = try decoder.decode(type, at: current(type), PlainKey(intValue: currentIndex))
    advance()
    return value
  }

  mutating func nestedContainer<Key: CodingKey>(
    keyedBy _: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    try next { KeyedDecodingContainer(try NodeKeyedContainer<Key>($0)) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next { try NodeUnkeyedContainer($0) }
  }

  mutating func superDecoder() throws -> any Decoder { try next { $0 } }

  /// Decodes the next element with a closure. The container moves past the element only if decoding succeeds.
  private mutating func next<Result>(_ read: (NodeDecoder) throws -> Result) throws -> Result {
    let result = try read(decoder.at(current(Result.self), PlainKey(intValue: currentIndex)))
    advance()
    return result
  }

  /// Moves the position of the container past the current element.
  private mutating func advance() {
    position = decoder.node.at(position).endIndex
    currentIndex += 1
  }

  /// Returns the node of the next element without moving past it.
  ///
  /// - Throws: A `DecodingError.valueNotFound` at the end of the array.
  private func current<Value>(_ type: Value.Type) throws -> JSONNode {
    guard currentIndex < number else {
      let key = PlainKey(intValue: currentIndex)
      let problem = DecodingProblem(
        .missing, at: decoder.node.index, suffix: [.index(currentIndex)], expected: "another element",
        found: "the end of the array")
      throw DecodingError.valueNotFound(
        type,
        .init(
          codingPath: codingPath + [key], debugDescription: "the array ends here", underlyingError: problem))
    }
    return decoder.node.at(position)
  }
}
