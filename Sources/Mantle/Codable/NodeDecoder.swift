/// A `Decoder` for a node of a document.
///
/// This is a class because containers and generated `Codable` code copy the decoder often: as a struct, copying
/// took a third of the decoding time.
final class NodeDecoder: Decoder {
  /// The node that the decoder decodes.
  let node: JSONNode
  let codingPath: [any CodingKey]
  /// The context and the options, which the decoders of all nested values share.
  let shared: Shared

  /// The context and the options of a value and its descendants, which their decoders share.
  final class Shared {
    /// The context of the decode call, which records diagnostics.
    let context: DecodingContext
    /// The representation of dates and data.
    let options: CodableOptions

    init(_ context: DecodingContext, _ options: CodableOptions) {
      self.context = context
      self.options = options
    }
  }

  /// Creates a decoder for a node.
  init(node: JSONNode, codingPath: [any CodingKey] = [], shared: Shared) {
    self.node = node
    self.codingPath = codingPath
    self.shared = shared
  }

  var context: DecodingContext { shared.context }
  /// The user info of the decode call, with coding keys of the same names.
  var userInfo: [CodingUserInfoKey: Any] { CodingUserInfoKey.keyed(context.userInfo) }

  /// Returns a container for the members of an object.
  ///
  /// - Throws: A `DecodingError` if the node is not an object.
  func container<Key: CodingKey>(keyedBy _: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(try NodeKeyedContainer<Key>(self))
  }

  /// Returns a container for the elements of an array.
  ///
  /// - Throws: A `DecodingError` if the node is not an array.
  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try NodeUnkeyedContainer(self) }

  func singleValueContainer() -> any SingleValueDecodingContainer { NodeSingleContainer(decoder: self) }

  /// Returns a decoder for the value of a member or element. The key of the value is appended to the coding
  /// path.
  func at(_ child: JSONNode, _ key: any CodingKey) -> NodeDecoder {
    NodeDecoder(node: child, codingPath: codingPath + [key], shared: shared)
  }
}

extension NodeDecoder {
  /// Decodes the node as a ``JSONConvertible`` type: a primitive, or a model that is nested in a `Codable`
  /// type.
  func read<Value: JSONConvertible>(_ type: Value.Type) throws -> Value {
    try read { try Value.decode($0) }
  }

  /// Decodes the node as a `Decodable` type. If the options have a transformer for the type, the transformer
  /// decodes the node.
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if let primitive = type as? any CodablePrimitive.Type { return try read { try primitive.value(of: $0) } }
    return try convert(type)
  }

  /// Decodes the node as a type that is not a primitive: with the transformer of the options or, without one,
  /// through the type's `init(from:)`.
  private func convert<Value: Decodable>(_ type: Value.Type) throws -> Value {
    guard let transformer = shared.options.transformer(for: type) else { return try Value(from: self) }
    return try read(transformer.decode)
  }

  /// Decodes the value of a member or element as any `Decodable` type. The key of the value is appended to the
  /// coding path.
  func decode<Value: Decodable>(
    _ type: Value.Type, at child: JSONNode, _ key: any CodingKey
  ) throws -> Value {
    guard let primitive = type as? any CodablePrimitive.Type else { return try at(child, key).convert(type) }
    return try self.primitive(at: child, key) { try primitive.value(of: $0) }
  }

  /// Decodes the value of a member or element as a primitive. A decoder for the value is created only if
  /// decoding fails, because the coding path of a decoder allocates memory.
  func primitive<Value>(
    at child: JSONNode, _ key: any CodingKey, _ decode: (JSONCursor) throws -> Value
  ) throws -> Value {
    do { return try child.withCursor(context, decode) } catch {
      throw at(child, key).codingError(from: error, Value.self)
    }
  }

  /// Decodes the node with a closure. A ``DecodingProblem`` that the closure throws becomes a `DecodingError`.
  private func read<Value>(_ decode: (JSONCursor) throws -> Value) throws -> Value {
    do { return try node.withCursor(context, decode) } catch { throw codingError(from: error, Value.self) }
  }

  /// Converts a ``DecodingProblem`` of this node to a `DecodingError`; any other error is returned unchanged.
  func codingError<Value>(from error: any Error, _ type: Value.Type) -> any Error {
    guard let problem = error as? DecodingProblem else { return error }
    return DecodingError(problem, codingPath: codingPath, type: type)
  }

  /// Returns the type-mismatch error for a node that is not the requested kind of container.
  func mismatch<Container>(expected: String, _: Container.Type) -> DecodingError {
    let problem = node.withCursor(context) { $0.mismatch(expected: expected) }
    return DecodingError(problem, codingPath: codingPath, type: Container.self)
  }
}

/// The single-value container of a ``NodeDecoder``.
private struct NodeSingleContainer: SingleValueDecodingContainer {
  let decoder: NodeDecoder
  var codingPath: [any CodingKey] { decoder.codingPath }

  func decodeNil() -> Bool { decoder.node.isNull }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.decode(type) }
}

/// A primitive type that the containers of this library decode and encode directly. Its `Codable` methods
/// would only request another container.
protocol CodablePrimitive: JSONConvertible {}

extension CodablePrimitive {
  /// Decodes a value of this type and returns it as `Value`, which is the same type.
  fileprivate static func value<Value>(of json: JSONCursor) throws -> Value {
    guard let value = try decode(json) as? Value else { throw ProblemsRecorded() }
    return value
  }
}

extension Bool: CodablePrimitive {}
extension String: CodablePrimitive {}
extension Double: CodablePrimitive {}
extension Float: CodablePrimitive {}
extension Int: CodablePrimitive {}
extension Int8: CodablePrimitive {}
extension Int16: CodablePrimitive {}
extension Int32: CodablePrimitive {}
extension Int64: CodablePrimitive {}
extension UInt: CodablePrimitive {}
extension UInt8: CodablePrimitive {}
extension UInt16: CodablePrimitive {}
extension UInt32: CodablePrimitive {}
extension UInt64: CodablePrimitive {}

extension CodingUserInfoKey {
  /// Converts user info with string keys to user info with coding keys of the same names.
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

  /// The key, or a description of the index; computed on demand because most index keys are never displayed.
  var stringValue: String {
    switch self {
    case .text(let text): text
    case .index(let index): "Index \(index)"
    }
  }

  var intValue: Int? { if case .index(let index) = self { index } else { nil } }

  /// The key under which `Codable` encodes a superclass.
  static var `super`: PlainKey { PlainKey(stringValue: "super") }
}
