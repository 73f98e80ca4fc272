/// A model that conforms to `Codable` through its mapping, for APIs that require `Codable`.
///
/// ```swift
/// struct Label: CodableModel { … static let mapping = … }
/// let label = try JSONDecoder().decode(Label.self, from: data)
/// ```
///
/// Keys, transformers and rules are those of the mapping, whatever decoder or encoder is used. The content of
/// another library's decoder is converted to generic JSON first, which is slow; prefer
/// ``JSONConvertible/decode(json:options:)-(String,_)``. A model in a `Codable` type that this library decodes
/// is decoded directly.
///
/// ```swift
/// let user = try JSONDecoder().decode(Account.self, from: Data(#"{"login": "ann"}"#.utf8))
/// let data = try JSONEncoder().encode(user)
/// ```
public protocol CodableModel: Model, Codable {}

extension CodableModel {
  /// Decodes the model through its mapping.
  ///
  /// - Throws: A `DecodingError` at the coding path of the first problem, with a ``DecodingFailure`` of all
  ///   problems as its underlying error; a ``MappingError`` if the definition of the mapping is invalid.
  public init(from decoder: any Decoder) throws { self = try AsCodable<Self>(from: decoder).value }

  /// Encodes the model through its mapping.
  ///
  /// - Throws: The errors of the mapping and of the encoder.
  public func encode(to encoder: any Encoder) throws { try AsCodable(self).encode(to: encoder) }
}

/// A `Codable` wrapper for a model or another type that is ``JSONConvertible``.
///
/// ```swift
/// let data = try PropertyListEncoder().encode(AsCodable(issue))
/// let issue = try PropertyListDecoder().decode(AsCodable<Issue>.self, from: data).value
/// ```
struct AsCodable<Value: JSONConvertible>: Codable {
  /// The wrapped value.
  var value: Value

  /// Wraps a value.
  init(_ value: Value) { self.value = value }

  /// Decodes the value through its ``JSONConvertible`` conformance.
  ///
  /// - Throws: A `DecodingError` at the coding path of the first problem, with a ``DecodingFailure`` of all
  ///   problems as its underlying error; a ``MappingError`` if the definition of a mapping is invalid.
  init(from decoder: any Decoder) throws {
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

  /// Encodes the JSON of the value with any encoder.
  ///
  /// - Throws: The errors of the value and of the encoder.
  func encode(to encoder: any Encoder) throws {
    if let encoder = encoder as? PlaceEncoder { return try encoder.write(value) }
    try ForeignNode(node: JSONDocument(value.jsonBytes()).root).encode(to: encoder)
  }
}

extension AsCodable: Equatable where Value: Equatable {}
extension AsCodable: Hashable where Value: Hashable {}
extension AsCodable: Sendable where Value: Sendable {}

extension DecodingError {
  /// Creates a `DecodingError` from all problems of a model; its coding path is that of the first problem.
  ///
  /// - Parameter codingPath: The coding path of the model.
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
