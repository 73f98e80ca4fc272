import Mantle

/// A reference to the mapping of a model. Through the reference, the mapping can be used by other models and by the
/// model itself before the mapping has its properties.
///
/// Mappings that refer to each other form retain cycles. The mappings of a definition remain in
/// memory until the program exits.
final class MappingSlot: @unchecked Sendable {
  // Unchecked: all properties are set before the mappings are used, and never afterwards.
  /// The definition of the model that is mapped.
  private let model: DefinedModel
  /// The mapping of the model, which has no properties until ``fillMapping(_:)`` is called.
  private(set) var mapping: Mapping<Record>
  /// The class cluster, if the model is one; nil for a model with properties.
  private(set) var cluster: Cluster<Record>?
  /// The decoded default values of the properties, by the position of the property.
  private var defaults: [DefinedValue?] = []

  /// Creates a reference to a mapping of the model that has no properties yet.
  init(_ model: DefinedModel) {
    self.model = model
    mapping = Self.mapping(of: model, [])
  }

  /// Returns a mapping that creates ``Record`` values of a model.
  private static func mapping(
    of model: DefinedModel, _ properties: [Property<Record, DefinedValue?>]
  ) -> Mapping<Record> {
    let layout = RecordLayout(model)
    return Mapping(named: model.name, listing: properties) { Record(layout: layout, values: $0) }
  }

  /// The names of the models that decoded records can have: the members of a cluster, or the model itself.
  var models: [String] { model.cluster?.modelNames ?? [model.name] }

  /// The properties of the model; empty for a cluster.
  var properties: [DefinedProperty] { model.properties }

  /// The property whose value is the whole JSON of the model, if it is the only property of the model; nil for a model
  /// that is an object.
  var wrapped: DefinedProperty? { model.wrapped }

  /// The description of the model for the browser and the checker.
  var description: ModelDescription { cluster?.description ?? mapping.description }

  /// Decodes a JSON value as the model.
  ///
  /// - Throws: a ``DecodingFailure`` with every error.
  func decode(_ node: JSONNode) throws -> Record {
    guard let cluster else { return try mapping.decode(node) }
    return try cluster.decode(node)
  }

  /// Returns the transformer of the model's values.
  ///
  /// - Parameter name: the name of the model, for messages.
  func transformer(named name: String) -> JSONTransformer<Record> {
    cluster?.transformer ?? .model(named: name) { self.mapping }
  }

  /// Replaces the mapping by one with the properties of the model, unless the model is a cluster.
  ///
  /// - Parameter slots: the references to the mappings of all models, by name. ``fillCluster(_:)`` must have been
  ///   called for each of them, whereas their mappings need not have properties yet.
  func fillMapping(_ slots: [String: MappingSlot]) {
    guard model.cluster == nil else { return }
    defaults = model.properties.map { _ in nil }
    let properties = model.properties.enumerated().map { position, property in
      property.property(of: model, at: position, slots) { self.defaults[position] }
    }
    mapping = Self.mapping(of: model, properties)
    if let policy = model.onNil?.policy { mapping = mapping.encodeNil(as: policy) }
    if let archive = model.archive { mapping = mapping.archived(as: archive.archive) }
    if let words = model.documentation { mapping = mapping.documented(words) }
    if let summary = model.summary { mapping = mapping.summary(summary) }
  }

  /// Creates the cluster, if the model is one. Unknown members are ignored.
  ///
  /// - Parameter slots: the references to the mappings of all models, by name. The mappings need not have properties
  ///   yet.
  func fillCluster(_ slots: [String: MappingSlot]) {
    guard let cluster = model.cluster else { return }
    func member(_ tag: String?, _ model: String) -> ClusterMember<Record>? {
      slots[model].map { slot in
        .mapped(model, when: tag, by: { slot.mapping }, isMember: { $0.model == model })
      }
    }
    let members = cluster.models.sorted { $0.key < $1.key }.compactMap { member($0.key, $0.value) }
    let last = cluster.otherwise.flatMap { member(nil, $0) }
    self.cluster = Cluster(named: model.name, by: cluster.discriminator, members + (last.map { [$0] } ?? []))
  }

  /// Decodes the default values of the properties. Call this function after all mappings have their properties. A
  /// default that its type rejects becomes nil.
  func readDefaults(_ slots: [String: MappingSlot]) {
    guard model.cluster == nil else { return }
    let transformers = DefinedTransformers(slots: slots)
    for (position, property) in model.properties.enumerated() {
      guard let json = property.defaultValue else { continue }
      defaults[position] = (try? transformers.transformer(property.type).value(of: json)) ?? nil
    }
  }
}

extension DefinedProperty {
  /// Converts the property of a definition to a property of a mapping that creates ``Record`` values.
  ///
  /// - Parameters:
  ///   - model: the model of the property, for its policy for nil and for messages.
  ///   - position: the index of the value in ``Record/values``.
  ///   - slots: the references to the mappings of all models, by name.
  ///   - defaultValue: returns the decoded default, which is set after the property is created.
  fileprivate func property(
    of model: DefinedModel, at position: Int, _ slots: [String: MappingSlot],
    _ defaultValue: @escaping @Sendable () -> DefinedValue?
  ) -> Property<Record, DefinedValue?> {
    let keepsNull = model.keepsNull(of: self)
    let transformers = DefinedTransformers(slots: slots)
    let transformer =
      keepsNull ? transformers.transformer(type.unwrapped).keepingNull : transformers.transformer(type)
    let place: KeyPath<Record, DefinedValue?> = isMutable ? \.[position] : \.[fixed: position]
    var property = Property<Record, DefinedValue?>(place, keyPath, or: aliases, transformer)
      .named(name).of(model: model.name, type: type.text)
    if self.defaultValue != nil { property = property.default(defaultValue()) }
    if isRequired { property = property.required() }
    switch onNull {
    case .absent: property = property.absent(when: .null)
    case .next: property = property.nullFallsThrough()
    case nil: break
    }
    if let policy = onNil?.policy { property = property.encodeNil(as: policy) }
    switch direction {
    case .both: break
    case .read: property = property.decodeOnly()
    case .write: property = property.encodeOnly()
    }
    if isIdentity { property = property.identity() }
    if let merge { property = property.merged { merge.value(of: $0, $1, writing: transformer) } }
    if !isArchived { property = property.notArchived() }
    if let archiveKey, isArchived { property = property.archived(as: archiveKey) }
    if let column { property = property.column(column) }
    if isIndexed { property = property.indexed() }
    property = property.persisted(as: storage)
    for rule in rules.functions(writing: transformer) {
      property = property.validated { if !keepsNull || $0?.isNull != true { _ = try rule($0) } }
    }
    return documentation.map { property.documented($0) } ?? property
  }
}

extension DefinedProperty.Merge {
  /// Returns the result of merging two values of the property.
  ///
  /// - Parameters:
  ///   - current: the older value. If it is nil or null, the newer value is returned.
  ///   - incoming: the newer value.
  ///   - transformer: the transformer of the property, which encodes the elements of lists for
  ///     comparison.
  fileprivate func value(
    of current: DefinedValue?, _ incoming: DefinedValue?, writing transformer: JSONTransformer<DefinedValue?>
  ) -> DefinedValue? {
    guard let current, !current.isNull else { return incoming }
    switch (self, current, incoming) {
    case (.newer, _, _): return incoming
    case (.union, .array(let own), .array(let others)?):
      func json(_ element: DefinedValue?) -> JSONValue? { try? transformer.json(of: .array([element])) }
      let known = Set(own.compactMap(json))
      return .array(own + others.filter { other in json(other).map { !known.contains($0) } ?? true })
    case (.older, _, _), (.union, _, _): return current
    }
  }
}
