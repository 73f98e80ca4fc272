import Mantle

/// Where a model's mapping is found by others that refer to it, itself among them.
///
/// Mappings that refer to each other keep each other: those of a definition stay for as long as the program runs.
final class MappingSlot: @unchecked Sendable {
  // Unchecked: filled before the mappings are used.
  private let model: DefinedModel
  private(set) var mapping: Mapping<Record>
  /// Nil for a model of its own properties.
  private(set) var cluster: Cluster<Record>?
  /// The properties' defaults, by position.
  private var defaults: [DefinedValue?] = []

  init(_ model: DefinedModel) {
    self.model = model
    mapping = Self.mapping(of: model, [])
  }

  private static func mapping(
    of model: DefinedModel, _ properties: [Property<Record, DefinedValue?>]
  ) -> Mapping<Record> {
    let layout = RecordLayout(model)
    return Mapping(named: model.name, listing: properties) { Record(layout: layout, values: $0) }
  }

  /// The models that its records are of.
  var models: [String] { model.cluster?.modelNames ?? [model.name] }

  var description: ModelDescription { cluster?.description ?? mapping.description }

  /// - Throws: a ``DecodingFailure`` with every error.
  func decode(_ node: JSONNode) throws -> Record {
    guard let cluster else { return try mapping.decode(node) }
    return try cluster.decode(node)
  }

  /// What reads and writes values of the model.
  func transformer(named name: String) -> JSONTransformer<Record> {
    cluster?.transformer ?? .model(named: name) { self.mapping }
  }

  /// Makes the mapping, where the model has properties of its own.
  ///
  /// - Parameter slots: those of all models; their clusters are there, their mappings need not be.
  func fillMapping(_ slots: [String: MappingSlot]) {
    guard model.cluster == nil else { return }
    defaults = model.properties.map { _ in nil }
    let properties = model.properties.enumerated().map { position, property in
      property.property(of: model, at: position, slots) { self.defaults[position] }
    }
    mapping = Self.mapping(of: model, properties)
    if let policy = model.onNil?.policy { mapping = mapping.onNil(policy) }
    if let archive = model.archive { mapping = mapping.archived(as: archive.archive) }
    if let words = model.documentation { mapping = mapping.documented(words) }
    if let summary = model.summary { mapping = mapping.summary(summary) }
  }

  /// Makes the cluster, where the model is one.
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

  /// Reads the defaults, once all mappings are there; one that is no value of its type is nil.
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
  /// The property in a mapping of records.
  ///
  /// - Parameter defaultValue: the value for an absent key, where the definition has one.
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
      .named(name).of(model: model.name).typed(type.text)
    if self.defaultValue != nil { property = property.default(defaultValue()) }
    if isRequired { property = property.required() }
    switch onNull {
    case .absent: property = property.nullMeansDefault()
    case .next: property = property.nullFallsThrough()
    case nil: break
    }
    if let policy = onNil?.policy { property = property.onNil(policy) }
    switch direction {
    case .both: break
    case .read: property = property.decodeOnly()
    case .write: property = property.encodeOnly()
    }
    if isIdentity { property = property.identity() }
    if let merge { property = property.merged { merge.value(of: $0, $1, writing: transformer) } }
    if !isArchived { property = property.notArchived() }
    if let archiveKey, isArchived { property = property.archived(as: archiveKey) }
    for rule in rules.functions(writing: transformer) {
      property = property.validated { keepsNull && $0?.isNull == true ? $0 : try rule($0) }
    }
    return documentation.map { property.documented($0) } ?? property
  }
}

extension DefinedProperty.Merge {
  /// One value of two.
  ///
  /// - Parameter transformer: what the property's values become in JSON.
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
