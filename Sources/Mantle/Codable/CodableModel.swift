/// A model that is `Codable` through its mapping: the way to hand it to code that asks for `Codable`.
///
///     struct Label: CodableModel { … static let mapping = … }
///     let label = try JSONDecoder().decode(Label.self, from: data)
///
/// Any decoder will do: what it holds is read as generic JSON first, so keys, transformers and rules are the
/// mapping's. Inside this library's own bridge nothing is read twice. The slower door: prefer
/// ``JSONConvertible/decode(json:policy:profile:userInfo:)-(String,_,_,_)``.
public protocol CodableModel: Model, Codable {}

extension CodableModel {
  /// - Throws: a `DecodingError` at the first problem's coding path, with the ``DecodingFailure`` of all of them
  ///   underneath; a ``MappingError`` when the mapping's definition is wrong.
  public init(from decoder: any Decoder) throws { self = try AsCodable<Self>(from: decoder).value }

  public func encode(to encoder: any Encoder) throws { try AsCodable(self).encode(to: encoder) }
}

/// A model, or any other type with JSON of its own, in a wrapper that is `Codable`.
package struct AsCodable<Value: JSONConvertible>: Codable {
  /// The wrapped value.
  package var value: Value

  /// Wraps a model.
  package init(_ value: Value) { self.value = value }

  /// - Throws: a `DecodingError` at the first problem's coding path, with the ``DecodingFailure`` of all of them
  ///   underneath; a ``MappingError`` when a mapping's definition is wrong.
  package init(from decoder: any Decoder) throws {
    if let decoder = decoder as? NodeDecoder {
      value = try decoder.read(Value.self)
      return
    }
    let document = try JSONValue(from: decoder).node
    do {
      value = try Value.decode(document)
    } catch let failure as DecodingFailure {
      throw DecodingError(failure, under: decoder.codingPath)
    }
  }

  package func encode(to encoder: any Encoder) throws {
    if let encoder = encoder as? PlaceEncoder { return try encoder.write(value) }
    try ForeignNode(node: JSONDocument(value.jsonBytes()).root).encode(to: encoder)
  }
}

extension AsCodable: Equatable where Value: Equatable {}
extension AsCodable: Hashable where Value: Hashable {}
extension AsCodable: Sendable where Value: Sendable {}

extension DecodingError {
  /// All problems of a model as one error, at the place of the first.
  fileprivate init(_ failure: DecodingFailure, under codingPath: [any CodingKey]) {
    let first = failure.diagnostics.first
    let rest = first?.path.components.compactMap { component -> PlainKey? in
      switch component {
      case .key(let key): PlainKey(stringValue: key)
      case .index(let index): PlainKey(intValue: index)
      case .each: nil
      }
    }
    let subject = [first?.model, first?.property].compactMap { $0 }.joined(separator: ".")
    let words = DecodingProblem.words(expected: first?.expected, found: first?.found, first?.detail)
    self = .dataCorrupted(
      Context(
        codingPath: codingPath + (rest ?? []),
        debugDescription: subject.isEmpty ? words : "\(subject), \(words)", underlyingError: failure))
  }
}
