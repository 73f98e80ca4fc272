/// The keyed decoding container for a JSON object. If a key is repeated, its last value is used.
struct NodeKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let decoder: NodeDecoder
  /// The members by key, for an object with escaped keys, repeated keys or very many keys. Nil for every other
  /// object, whose nodes are searched without a dictionary.
  private let members: [ExactText: JSONNode]?
  /// The search for members without a dictionary, which is used if `members` is nil.
  private let finder: MemberFinder

  /// Creates a container for the decoder's node and reports repeated keys.
  ///
  /// - Throws: A `DecodingError` if the node is not an object.
  init(_ decoder: NodeDecoder) throws {
    guard decoder.node.kind == .object else {
      throw decoder.mismatch(expected: "object", [String: String].self)
    }
    let isPlain = try decoder.node.withCursor(decoder.context) { json in
      try json.checkStack()
      json.reportDuplicateKeys()
      return json.hasDistinctKeys
    }
    self.decoder = decoder
    members = isPlain ? nil : NodeKeyedContainer.members(of: decoder.node)
    finder = MemberFinder(decoder)
  }

  /// Returns the member values of an object by their keys. Of several members with equal keys, the last is
  /// used.
  private static func members(of node: JSONNode) -> [ExactText: JSONNode] {
    var members: [ExactText: JSONNode] = [:]
    for member in node.members { members[ExactText(member.key.displayText)] = member.value }
    return members
  }

  var codingPath: [any CodingKey] { decoder.codingPath }

  /// The keys in document order, except those that `Key` cannot represent.
  var allKeys: [Key] {
    NodeKeyedContainer.members(of: decoder.node).sorted { $0.value.index < $1.value.index }
      .compactMap { Key(stringValue: $0.key.text) }
  }

  func contains(_ key: Key) -> Bool { node(key) != nil }

  func decodeNil(forKey key: Key) throws -> Bool {
    guard let node = node(key) else { throw missing(key, expected: Never.self) }
    return node.isNull
  }

  /// Decodes the value of a key.
  ///
  /// - Throws: A `DecodingError.keyNotFound` if the key is absent, and the errors of decoding the value.
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    guard let node = node(key) else { throw missing(key, expected: type) }
    return try decoder.decode(type, at: node, key)
  }

  // The most common primitives have separate methods, because the cast that recognizes a primitive takes a
  // fifth of the decoding time.
  func decode(_: Bool.Type, forKey key: Key) throws -> Bool { try primitive(key) }
  func decode(_: String.Type, forKey key: Key) throws -> String { try primitive(key) }
  func decode(_: Int.Type, forKey key: Key) throws -> Int { try primitive(key) }
  func decode(_: Double.Type, forKey key: Key) throws -> Double { try primitive(key) }

  private func primitive<Value: CodablePrimitive>(_ key: Key) throws -> Value {
    guard let node = node(key) else { throw missing(key, expected: Value.self) }
    return try decoder.primitive(at: node, key) { try Value.decode($0) }
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy _: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    KeyedDecodingContainer(try NodeKeyedContainer<Nested>(member(key)))
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try NodeUnkeyedContainer(member(key))
  }

  func superDecoder() throws -> any Decoder { try member(PlainKey.super) }
  func superDecoder(forKey key: Key) throws -> any Decoder { try member(key) }

  private func member(_ key: any CodingKey) throws -> NodeDecoder {
    guard let node = node(key) else { throw missing(key, expected: Never.self) }
    return decoder.at(node, key)
  }

  /// Returns the value of a key; nil if the key is absent.
  private func node(_ key: any CodingKey) -> JSONNode? {
    if let members { return members[ExactText(key.stringValue)] }
    return finder.find(key.stringValue)
  }

  /// Returns the error for an absent key, with a problem that is located at the object.
  private func missing<Value>(_ key: any CodingKey, expected type: Value.Type) -> DecodingError {
    let convertible = type as? any JSONConvertible.Type
    let expected = convertible?.shape.expectation ?? (type == Never.self ? "a value" : "\(type)")
    let problem = DecodingProblem(
      .missing, at: decoder.node.index, suffix: [.key(key.stringValue)], expected: expected,
      found: "no key `\(key.stringValue)`")
    return DecodingError.keyNotFound(
      key,
      .init(
        codingPath: codingPath, debugDescription: "no key `\(key.stringValue)`", underlyingError: problem))
  }
}

/// A search for members of an object whose keys are unique, which starts after the previously found member.
///
/// Types usually request their keys in the order in which the keys were encoded. When every search started at
/// the first member, searching took three fifths of the decoding time.
private final class MemberFinder {
  private let decoder: NodeDecoder
  /// The node index of the key that was found by the previous search.
  private var latest: Int

  init(_ decoder: NodeDecoder) {
    self.decoder = decoder
    latest = decoder.node.index + 1
  }

  /// Returns the value of a key; nil if the key is absent.
  func find(_ key: String) -> JSONNode? {
    var key = key
    let found = key.withUTF8 { key in
      decoder.node.withCursor(decoder.context) { $0.indexOfKey(key, from: latest) }
    }
    guard let found else { return nil }
    latest = found
    return decoder.node.at(found + 1)
  }
}
