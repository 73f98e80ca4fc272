import Mantle

/// The models of a definition, ready to read and write: mappings like those of Swift types, so that decoding,
/// diagnostics, encoding and the browser's view of them are the same.
public struct DefinedModels: Sendable {
  package let definition: Definition
  private let slots: [String: MappingSlot]

  /// - Parameter definition: where models of one name occur twice, the first counts.
  public init(_ definition: Definition) {
    self.definition = definition
    let profiles = definition.models.flatMap { model in model.profiles.map { model.profile($0, $1) } }
    let models = Dictionary((definition.models + profiles).map { ($0.name, $0) }) { first, _ in first }
    let slots = models.mapValues { MappingSlot($0) }
    for slot in slots.values { slot.fillCluster(slots) }
    for slot in slots.values { slot.fillMapping(slots) }
    for slot in slots.values { slot.readDefaults(slots) }
    self.slots = slots
  }

  /// The models without Swift types, as the browser and the checker see them, in the order of the definition,
  /// each with its profiles behind it.
  public var descriptions: [ModelDescription] {
    // Of a list of models beside other values, the text as a whole is read: the list alone is some of it.
    let root = RootModels(definition.root).flatMap { $0.isPart ? nil : $0 }
    return definition.models.flatMap { model in
      let profiles = model.profiles.inOrder.map { name, paths in
        var profile = description(of: model.profile(name, paths).name)
        if let root, root.names.contains(model.name) { profile?.root = self.root(root) }
        return profile
      }
      return
        ([root.flatMap { description(of: model.name, in: $0) } ?? description(of: model.name)] + profiles)
        .compactMap(\.self)
    } + (root == nil && definition.root != .json ? [plainRoot] : [])
  }

  /// What a text is that is no model, or not only models: the elements of a list one by one, so that it may be of any size.
  private var plainRoot: ModelDescription {
    let transformers = DefinedTransformers(slots: slots)
    var (type, path) = (definition.root, JSONKeyPath())
    if case .array(let element) = type.unwrapped { (type, path) = (element, JSONKeyPath([.each])) }
    var description = ModelDescription.values(of: transformers.transformer(type), named: type.noun)
    description.root = ModelRoot(path, kinds: definition.root.kinds, isMixed: false)
    return description
  }

  private func root(_ root: RootModels) -> ModelRoot {
    ModelRoot(JSONKeyPath(root.path), kinds: definition.root.kinds, isMixed: root.isMixed)
  }

  /// Which model the values of a text are, and where they stand.
  ///
  /// - Parameter isSequence: whether the text is several values after each other.
  /// - Returns: nil where the root holds no model.
  package func place(isSequence: Bool) -> ModelPlace? {
    guard let root = RootModels(definition.root), let name = root.names.first,
      let model = description(of: name, in: root)
    else { return nil }
    return ModelPlace(model, at: JSONKeyPath(isSequence ? [.each] + root.path : root.path))
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

  /// A model where it stands in texts: next to values of other kinds, it is read and written as one of them all.
  ///
  /// - Returns: nil for a model that the root does not name.
  private func description(of name: String, in root: RootModels) -> ModelDescription? {
    guard root.names.contains(name), var description = description(of: name) else { return nil }
    if root.isMixed || root.names.count > 1 {
      let transformers = DefinedTransformers(slots: slots)
      description = description.among(valuesOf: transformers.transformer(root.type)) { object in
        let name =
          root.names.count > 1 ? root.names.first { transformers.takes(.model($0), object) } : root.names[0]
        return object.kind == .object ? name.flatMap { self.description(of: $0) } : nil
      }
    }
    description.root = self.root(root)
    return description
  }
}

/// The models that a text holds, by its type.
private struct RootModels {
  /// Several where one of several models stands at the place.
  let names: [String]
  let path: [JSONKeyPath.Component]
  /// What stands at the path.
  let type: DefinedType
  /// Whether a text may be something else than what leads to them.
  let isPart: Bool
  /// Whether other values than the models' may stand there.
  var isMixed: Bool { type.alternatives.count > names.count || type != type.unwrapped }

  /// Nil where there are none.
  init?(_ type: DefinedType) {
    let alternatives = type.alternatives
    let names = alternatives.compactMap { if case .model(let name) = $0 { name } else { nil } }
    if names.isEmpty {
      // A step to each element is one to each value of a map, too.
      let elements = alternatives.compactMap(\.element)
      guard let first = elements.first,
        let inner = RootModels(elements.count == 1 ? first : .any(of: elements))
      else { return nil }
      (self.names, path, self.type) = (inner.names, [.each] + inner.path, inner.type)
      isPart = inner.isPart || alternatives.count > 1
    } else {
      (self.names, path, self.type) = (names, [], type)
      isPart = false
    }
  }
}

extension DefinedType {
  /// The types of a union and of the unions in it; of any other type, itself.
  fileprivate var alternatives: [DefinedType] {
    switch self {
    case .oneOf(let types): types.flatMap(\.alternatives)
    case .optional(let inner): inner.alternatives
    default: [self]
    }
  }
}

extension DefinedType {
  /// The kinds of JSON that its values are.
  fileprivate var kinds: Set<JSONKind> {
    switch self {
    case .json: [.null, .true, .false, .number, .string, .array, .object]
    case .boolean: [.true, .false]
    case .integer, .unsigned, .sized, .double, .decimal: [.number]
    case .string, .instant, .date, .url, .uuid, .enumeration: [.string]
    case .transformed(let named): [named.isNumber ? .number : .string]
    case .array, .set: [.array]
    case .model, .dictionary: [.object]
    case .optional(let inner): inner.kinds.union([.null])
    case .oneOf(let types): types.reduce(into: []) { $0.formUnion($1.kinds) }
    }
  }

  /// What one of its values is called.
  fileprivate var noun: String {
    switch self {
    case .array, .set: "list"
    case .dictionary: "map"
    case .optional(let inner): inner.noun
    case .json, .oneOf, .enumeration: "value"
    default: text
    }
  }
}

/// A definition has no model of a name.
public struct UnknownModelError: DescribedError, Sendable, Hashable {
  /// The name that was asked for.
  public let name: String

  public var description: String { "the definition has no model `\(name)`" }
}
