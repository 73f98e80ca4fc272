/// A `Decoder` over a node of a document. A class, since containers and what `Codable` makes of them copy it often: as a
/// struct that was a third of reading.
final class NodeDecoder: Decoder {
  let node: JSONNode
  let codingPath: [any CodingKey]
  let shared: Shared

  /// What the decoders of all values have in common.
  final class Shared {
    let context: DecodingContext
    let options: CodableOptions

    init(_ context: DecodingContext, _ options: CodableOptions) {
      self.context = context
      self.options = options
    }
  }

  init(node: JSONNode, codingPath: [any CodingKey] = [], shared: Shared) {
    self.node = node
    self.codingPath = codingPath
    self.shared = shared
  }

  var context: DecodingContext { shared.context }
  var userInfo: [CodingUserInfoKey: Any] { CodingUserInfoKey.keyed(context.userInfo) }

  func container<Key: CodingKey>(keyedBy _: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(try NodeKeyedContainer<Key>(self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try NodeUnkeyedContainer(self) }

  func singleValueContainer() -> any SingleValueDecodingContainer { NodeSingleContainer(decoder: self) }

  func at(_ child: JSONNode, _ key: any CodingKey) -> NodeDecoder {
    NodeDecoder(node: child, codingPath: codingPath + [key], shared: shared)
  }
}

extension NodeDecoder {
  /// Reads the node as a type of the library: primitives, and models on their way through `Codable`.
  func read<Value: JSONConvertible>(_ type: Value.Type) throws -> Value {
    try read { try Value.decode($0) }
  }

  /// Reads the node as any `Decodable` type.
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    guard let transformer = shared.options.transformer(for: type) else { return try Value(from: self) }
    return try read(transformer.decode)
  }

  private func read<Value>(_ decode: (JSONCursor) throws -> Value) throws -> Value {
    do { return try node.withCursor(context, decode) } catch { throw codingError(from: error, Value.self) }
  }

  /// What reading the node threw, as the error `Codable` code expects.
  func codingError<Value>(from error: any Error, _ type: Value.Type) -> any Error {
    guard let problem = error as? DecodingProblem else { return error }
    return DecodingError(problem, codingPath: codingPath, type: type)
  }

  /// The error for a node that is not the container asked for.
  func mismatch<Container>(expected: String, _: Container.Type) -> DecodingError {
    let problem = node.withCursor(context) { $0.mismatch(expected: expected) }
    return DecodingError(problem, codingPath: codingPath, type: Container.self)
  }
}

private struct NodeSingleContainer: SingleValueDecodingContainer {
  let decoder: NodeDecoder
  var codingPath: [any CodingKey] { decoder.codingPath }

  func decodeNil() -> Bool { decoder.node.isNull }
  func decode(_ type: Bool.Type) throws -> Bool { try decoder.read(type) }
  func decode(_ type: String.Type) throws -> String { try decoder.read(type) }
  func decode(_ type: Double.Type) throws -> Double { try decoder.read(type) }
  func decode(_ type: Float.Type) throws -> Float { try decoder.read(type) }
  func decode(_ type: Int.Type) throws -> Int { try decoder.read(type) }
  func decode(_ type: Int8.Type) throws -> Int8 { try decoder.read(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try decoder.read(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try decoder.read(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try decoder.read(type) }
  func decode(_ type: UInt.Type) throws -> UInt { try decoder.read(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try decoder.read(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try decoder.read(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try decoder.read(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try decoder.read(type) }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.decode(type) }
}

extension CodingUserInfoKey {
  /// The caller's own values under keys of the same names.
  static func keyed(_ values: [String: any Sendable]) -> [CodingUserInfoKey: Any] {
    var result: [CodingUserInfoKey: Any] = [:]
    for (name, value) in values {
      if let key = CodingUserInfoKey(rawValue: name) { result[key] = value }
    }
    return result
  }
}

/// A coding key made from a JSON key or an array index.
enum PlainKey: CodingKey {
  case text(String)
  case index(Int)

  init(stringValue: String) { self = .text(stringValue) }
  init(intValue: Int) { self = .index(intValue) }

  /// Made where it is asked for: most keys of elements are never shown.
  var stringValue: String {
    switch self {
    case .text(let text): text
    case .index(let index): "Index \(index)"
    }
  }

  var intValue: Int? { if case .index(let index) = self { index } else { nil } }

  static var `super`: PlainKey { PlainKey(stringValue: "super") }
}
