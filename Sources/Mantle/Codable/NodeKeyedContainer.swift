/// The members of an object, as `Codable` asks for them. Of duplicate keys the last counts.
struct NodeKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let decoder: NodeDecoder
  /// The members by key, where their bytes do not tell them apart: with escapes, repeated keys, or very many.
  private let members: [ExactText: JSONNode]?
  private let finder: MemberFinder

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

  private static func members(of node: JSONNode) -> [ExactText: JSONNode] {
    var members: [ExactText: JSONNode] = [:]
    for member in node.members { members[ExactText(member.key.displayText)] = member.value }
    return members
  }

  var codingPath: [any CodingKey] { decoder.codingPath }

  /// In the order of the document.
  var allKeys: [Key] {
    NodeKeyedContainer.members(of: decoder.node).sorted { $0.value.index < $1.value.index }
      .compactMap { Key(stringValue: $0.key.text) }
  }

  func contains(_ key: Key) -> Bool { node(key) != nil }

  func decodeNil(forKey key: Key) throws -> Bool {
    guard let node = node(key) else { throw missing(key, expected: Never.self) }
    return node.isNull
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try member(key, expected: type).decode(type)
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
    try member(key, expected: Never.self)
  }

  private func member<Value>(_ key: any CodingKey, expected type: Value.Type) throws -> NodeDecoder {
    guard let node = node(key) else { throw missing(key, expected: type) }
    return decoder.at(node, key)
  }

  private func node(_ key: any CodingKey) -> JSONNode? {
    if let members { return members[ExactText(key.stringValue)] }
    return finder.find(key.stringValue)
  }

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

extension NodeKeyedContainer {
  // Without these, the primitives would go through their own `init(from:)`.
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try read(type, key) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try read(type, key) }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try read(type, key) }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try read(type, key) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try read(type, key) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try read(type, key) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try read(type, key) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try read(type, key) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try read(type, key) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try read(type, key) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try read(type, key) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try read(type, key) }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try read(type, key) }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try read(type, key) }

  private func read<Value: JSONConvertible>(_ type: Value.Type, _ key: Key) throws -> Value {
    guard let node = node(key) else { throw missing(key, expected: type) }
    // The key joins the coding path only where that is shown.
    do { return try node.withCursor(decoder.context) { try Value.decode($0) } } catch {
      throw decoder.at(node, key).codingError(from: error, type)
    }
  }
}

/// Finds members of an object whose keys are all different, from the one found last on: types ask for their keys mostly in
/// the order in which they were written. Going through all members each time took three fifths of reading issues.
private final class MemberFinder {
  private let decoder: NodeDecoder
  private var latest: Int

  init(_ decoder: NodeDecoder) {
    self.decoder = decoder
    latest = decoder.node.index + 1
  }

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
