import Mantle

/// The models of a definition, ready to read and write: mappings like those of Swift types, so that decoding,
/// diagnostics, encoding and the browser's view of them are the same.
public struct DefinedModels: Sendable {
  public let definition: Definition
  private let slots: [String: MappingSlot]

  /// - Parameter definition: where models of one name occur twice, the first counts.
  public init(_ definition: Definition) {
    self.definition = definition
    let models = Dictionary(definition.models.map { ($0.name, $0) }) { first, _ in first }
    let slots = models.mapValues { _ in MappingSlot() }
    for (name, model) in models { slots[name]?.fill(Self.mapping(of: model, slots)) }
    self.slots = slots
  }

  /// The models without Swift types, as the browser and the checker see them, in the order of the definition.
  public var descriptions: [ModelDescription] {
    definition.models.compactMap { slots[$0.name]?.mapping?.description }
  }

  /// Which model the values of a text are, and where they stand.
  ///
  /// - Parameter isSequence: whether the text is several values after each other.
  /// - Returns: nil where the root holds no model.
  public func place(isSequence: Bool) -> ModelPlace? {
    guard let (name, path) = Self.model(in: definition.root), let model = slots[name]?.mapping?.description
    else { return nil }
    return ModelPlace(model, at: JSONKeyPath(isSequence ? [.each] + path : path))
  }

  /// Reads a value as a model of the definition.
  ///
  /// - Throws: a ``DecodingFailure`` with every error; an ``UnknownModelError``.
  public func decode(_ model: String, from node: JSONNode) throws -> Record {
    guard let mapping = slots[model]?.mapping else { throw UnknownModelError(name: model) }
    return try mapping.decode(node)
  }

  /// The JSON of a record.
  ///
  /// - Throws: what a reverse transformer throws; an ``UnknownModelError``.
  public func encode(_ record: Record) throws -> [UInt8] {
    guard let mapping = slots[record.model]?.mapping else { throw UnknownModelError(name: record.model) }
    var writer = JSONWriter()
    try mapping.encode(record, to: &writer)
    return writer.finish()
  }

  private static func mapping(of model: DefinedModel, _ slots: [String: MappingSlot]) -> Mapping<Record> {
    let layout = RecordLayout(model)
    let properties = model.properties.enumerated().map { position, property in
      let transformer = DefinedTransformers(slots: slots).transformer(property.type)
      let line = Property<Record, DefinedValue?>(\Record[position], property.keyPath, transformer)
        .named(property.name).typed(property.type.text)
      return property.documentation.map { line.documented($0) } ?? line
    }
    let mapping = Mapping<Record>(named: model.name, listing: properties) {
      Record(layout: layout, values: $0)
    }
    return model.documentation.map { mapping.documented($0) } ?? mapping
  }

  private static func model(in type: DefinedType) -> (name: String, path: [JSONKeyPath.Component])? {
    switch type {
    case .model(let name): (name, [])
    case .array(let inner), .dictionary(let inner): model(in: inner).map { ($0.name, [.each] + $0.path) }
    case .optional(let inner): model(in: inner)
    case .oneOf(let types): types.lazy.compactMap { model(in: $0) }.first
    default: nil
    }
  }
}

/// A definition has no model of a name.
public struct UnknownModelError: Error, Sendable, Hashable, CustomStringConvertible {
  public let name: String

  public var description: String { "the definition has no model `\(name)`" }
}

/// Where a model's mapping is found by others that refer to it, itself among them.
///
/// Mappings that refer to each other keep each other: those of a definition stay for as long as the program runs.
final class MappingSlot: @unchecked Sendable {
  // Unchecked: filled once, before the mappings are used.
  private(set) var mapping: Mapping<Record>?

  func fill(_ mapping: Mapping<Record>) { self.mapping = mapping }
}
