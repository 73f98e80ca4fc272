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
    let slots = models.mapValues { MappingSlot($0) }
    for slot in slots.values { slot.fillCluster(slots) }
    for slot in slots.values { slot.fillMapping(slots) }
    for slot in slots.values { slot.readDefaults(slots) }
    self.slots = slots
  }

  /// The models without Swift types, as the browser and the checker see them, in the order of the definition.
  public var descriptions: [ModelDescription] {
    let root = Self.model(in: definition.root)
    return definition.models.compactMap { model in
      var description = description(of: model.name)
      if let root, root.name == model.name { description?.root = JSONKeyPath(root.path) }
      return description
    }
  }

  /// Which model the values of a text are, and where they stand.
  ///
  /// - Parameter isSequence: whether the text is several values after each other.
  /// - Returns: nil where the root holds no model.
  public func place(isSequence: Bool) -> ModelPlace? {
    guard let (name, path) = Self.model(in: definition.root), let model = description(of: name) else {
      return nil
    }
    return ModelPlace(model, at: JSONKeyPath(isSequence ? [.each] + path : path))
  }

  /// Reads a value as a model of the definition.
  ///
  /// - Throws: a ``DecodingFailure`` with every error; an ``UnknownModelError``.
  public func decode(_ model: String, from node: JSONNode) throws -> Record {
    guard let slot = slots[model] else { throw UnknownModelError(name: model) }
    return try slot.decode(node)
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

  /// A model as the browser and the checker see it; nil where there is none of the name.
  func description(of model: String) -> ModelDescription? { slots[model]?.description }

  /// What is wrong with a model as a whole.
  func mistake(in model: String) -> MappingError? {
    do { try slots[model]?.mapping.checkForArchives() } catch { return error as? MappingError }
    return nil
  }

  private static func model(in type: DefinedType) -> (name: String, path: [JSONKeyPath.Component])? {
    switch type {
    case .model(let name): (name, [])
    case .array(let inner), .set(let inner), .dictionary(let inner):
      model(in: inner).map { ($0.name, [.each] + $0.path) }
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
