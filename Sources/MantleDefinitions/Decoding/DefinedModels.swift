import Mantle
import MantleDocuments

/// The models of a definition, ready to decode and encode.
///
/// Each model has a mapping like those of Swift types, so that decoding, diagnostics, encoding
/// and the browser behave equally for compiled models and for definitions. Values are
/// ``Record``s.
///
/// ```swift
/// let models = DefinedModels(definition)
/// let user = try models.decode("User", from: document.root)
/// let json = try models.encode(user)
/// ```
package struct DefinedModels: Sendable {
  /// The definition that the models come from.
  let definition: Definition
  /// The references to the mappings of all models and profiles, by name. The names of profiles are those of
  /// ``DefinedModel/profile(_:_:)``.
  private let slots: [String: MappingSlot]

  /// Creates the mappings of all models and of their profiles.
  ///
  /// ```swift
  /// let models = DefinedModels(definition)
  /// ```
  ///
  /// - Parameter definition: a checked definition. If several models have the same name, the
  ///   first is used.
  /// - Complexity: O(*n*), where *n* is the number of properties of all models.
  package init(_ definition: Definition) {
    self.definition = definition
    let profiles = definition.models.flatMap { model in model.profiles.map { model.profile($0, $1) } }
    let models = Dictionary((definition.models + profiles).map { ($0.name, $0) }) { first, _ in first }
    let slots = models.mapValues { MappingSlot($0) }
    for slot in slots.values { slot.fillCluster(slots) }
    for slot in slots.values { slot.fillMapping(slots) }
    for slot in slots.values { slot.readDefaults(slots) }
    self.slots = slots
  }

  /// The descriptions of all models, for the browser and the checker, in the order of the
  /// definition; each model is followed by its profiles.
  ///
  /// If the root of a document is not a model, a description of the root value comes last.
  ///
  /// ```swift
  /// for description in models.descriptions { print(description.name) }
  /// ```
  package var descriptions: [ModelDescription] {
    // If the root is a union of a list of models and other values, the description of the root
    // must cover the whole document, because the list alone is only one of the alternatives.
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

  /// The description of documents whose root is not a model, or not only models. It describes the root value, or each
  /// element of a root list: the elements are decoded one by one, so that the length of the list is not limited.
  private var plainRoot: ModelDescription {
    let transformers = DefinedTransformers(slots: slots)
    var (type, path) = (definition.root, JSONKeyPath())
    if case .array(let element) = type.unwrapped { (type, path) = (element, JSONKeyPath([.each])) }
    var description = ModelDescription.values(of: transformers.transformer(type), named: type.noun)
    description.root = ModelRoot(path, kinds: definition.root.kinds, isMixed: false)
    return description
  }

  /// Returns the location of the root models and the permitted kinds of the root value, in the form that a model
  /// description stores.
  private func root(_ root: RootModels) -> ModelRoot {
    ModelRoot(JSONKeyPath(root.path), kinds: definition.root.kinds, isMixed: root.isMixed)
  }

  /// Returns the model of a document's values, and their location.
  ///
  /// - Parameter isSequence: whether the document is a sequence of values, such as NDJSON.
  /// - Returns: nil if the root type contains no model.
  package func place(isSequence: Bool) -> ModelPlace? {
    guard let root = RootModels(definition.root), let name = root.names.first,
      let model = description(of: name, in: root)
    else { return nil }
    return ModelPlace(model, at: JSONKeyPath(isSequence ? [.each] + root.path : root.path))
  }

  /// Decodes a value as a model of the definition.
  ///
  /// ```swift
  /// let user = try models.decode("User", from: document.root)
  /// if case .string(let name)? = user["name"] { print(name) }
  /// ```
  ///
  /// - Parameters:
  ///   - model: the name of a model, or of a profile, `NAME (PROFILE)`.
  ///   - node: the value.
  /// - Throws: a ``DecodingFailure`` with every error; an ``UnknownModelError`` if the definition
  ///   has no such model.
  package func decode(_ model: String, from node: JSONNode) throws -> Record {
    guard let slot = slots[model] else { throw UnknownModelError(name: model) }
    return try slot.decode(node)
  }

  /// Encodes a record as JSON.
  ///
  /// ```swift
  /// let json = String(decoding: try models.encode(record), as: UTF8.self)
  /// ```
  ///
  /// - Parameter record: a record of a model of this definition.
  /// - Throws: the error of a transformer or of a constraint; an ``UnknownModelError`` if the
  ///   definition has no such model.
  func encode(_ record: Record) throws -> [UInt8] {
    guard let mapping = slots[record.model]?.mapping else { throw UnknownModelError(name: record.model) }
    var writer = JSONWriter()
    try mapping.encode(record, to: &writer)
    return writer.finish()
  }

  /// Returns the description of a model or profile; nil if there is none with that name.
  func description(of model: String) -> ModelDescription? { slots[model]?.description }

  /// Returns the error in the mapping of a model, such as a summary that names an unknown
  /// property; nil if the mapping is valid.
  func mistake(in model: String) -> MappingError? {
    do { try slots[model]?.mapping.checkForArchives() } catch { return error as? MappingError }
    return nil
  }

  /// Returns the description of a model in documents of this definition. If values of other kinds
  /// or models can occur at the same location, the description covers these too.
  ///
  /// - Parameter root: the models of the root type.
  /// - Returns: nil if the root type does not name the model.
  private func description(of name: String, in root: RootModels) -> ModelDescription? {
    guard root.names.contains(name), var description = description(of: name) else { return nil }
    if root.isMixed || root.names.count > 1 {
      let transformers = DefinedTransformers(slots: slots)
      description = description.among(valuesOf: transformers.transformer(root.type)) { object in
        let name =
          root.names.count > 1 ? transformers.best(of: root.names, for: object) : root.names[0]
        return object.kind == .object ? name.flatMap { self.description(of: $0) } : nil
      }
    }
    description.root = self.root(root)
    return description
  }
}

/// The models that the root type of a document contains, and their location.
private struct RootModels {
  /// The names of the models; several if the type is a union of models.
  let names: [String]
  /// The path from the root to the values, with ``JSONKeyPath/Component/each`` for each enclosing list or map.
  let path: [JSONKeyPath.Component]
  /// The type of the values at the path.
  let type: DefinedType
  /// Whether the root type permits other values in place of a list or map on the path, as in `[User] | string`.
  let isPart: Bool
  /// Whether values other than the models can occur at the path.
  var isMixed: Bool { type.alternatives.count > names.count || type != type.unwrapped }

  /// Finds the models of a type; nil if the type contains none outside of other models, or if a list and a map contain different
  /// models, which a path cannot distinguish.
  init?(_ type: DefinedType) {
    let alternatives = type.alternatives
    let names = alternatives.compactMap { if case .model(let name) = $0 { name } else { nil } }
    if names.isEmpty {
      // The path component for each element also selects each value of a map.
      let elements = alternatives.compactMap(\.element)
      let isClear = elements.count == 1 || Set(elements.filter(\.hasModels)).count < 2
      guard let first = elements.first, isClear,
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
  /// Whether the type is a model, or a list or map that contains models.
  fileprivate var hasModels: Bool {
    alternatives.contains { if case .model = $0 { true } else { $0.element?.hasModels == true } }
  }

  /// The members of a union, including nested unions, without null; otherwise the type itself.
  var alternatives: [DefinedType] {
    switch self {
    case .oneOf(let types): types.flatMap(\.alternatives)
    case .optional(let inner): inner.alternatives
    default: [self]
    }
  }
}

extension DefinedType {
  /// The kinds of JSON values that the type accepts.
  var kinds: Set<JSONKind> {
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

  /// The noun for one value of the type, such as `list`, which names the description of documents with this type.
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

/// The error for a model name that a definition does not contain.
struct UnknownModelError: DescribedError, Sendable, Hashable {
  /// The model name that was not found.
  let name: String

  /// The message with the requested name.
  var description: String { "the definition has no model `\(name)`" }
}
