import Mantle

/// A property as archives store it.
struct ArchivedProperty: Sendable {
  /// The name of the property.
  let name: String
  /// The key in archives; nil if the property is not archived.
  let key: String?
  /// Whether the property is archived only if its object is archived for another reason.
  let isConditional: Bool
  /// Whether nil must be written, because an absent field would be decoded as a default or as
  /// the initial value.
  let writesNil: Bool
  /// The ``ArchiveForm``, whose type is known to the property only.
  private let form: any AnyObject & Sendable

  /// Creates the archived form of a property.
  fileprivate init<Root, Value>(_ property: Property<Root, Value>, of mapping: Mapping<Root>) {
    name = property.name
    key = property.archiveKey
    isConditional = property.isConditionallyArchived
    writesNil = property.hasDefault || mapping.hasInitialValue(of: property)
    form = ArchiveForm.of(property.transformer)
  }

  /// Returns the form of the property.
  func form<Root, Value>(of property: Property<Root, Value>) -> ArchiveForm<Value> {
    (form as? ArchiveForm<Value>) ?? .of(property.transformer)
  }
}

extension Mapping {
  /// The properties as archives store them.
  var archivedProperties: [ArchivedProperty] {
    attachments.value {
      var collector = PropertyCollector(mapping: self)
      try? visit(&collector)
      return collector.properties
    }
  }
}

/// A visitor that collects the archived properties.
private struct PropertyCollector<Root>: PropertyVisitor {
  /// The mapping of the properties.
  let mapping: Mapping<Root>
  /// The properties collected.
  var properties: [ArchivedProperty] = []

  /// Adds a property.
  mutating func visit<Value>(_ property: Property<Root, Value>, at index: Int) throws {
    properties.append(ArchivedProperty(property, of: mapping))
  }
}

/// The archive settings of a model and the keys of its properties in one archive, determined
/// once per call.
final class ArchivePlan {
  /// The name of the model.
  let model: String
  /// The archive settings of the model.
  let archive: ModelArchive
  /// The properties.
  let properties: [ArchivedProperty]
  /// The keys of the properties; nil for a property that is not archived.
  let keys: [ArchiveKey?]
  /// Returns the description of the model.
  let description: () -> ModelDescription
  /// For each key of the archive, the index of its property; nil for an unmapped key.
  private var indices: [Int?]

  /// Creates the plan, and adds the keys to the archive.
  ///
  /// - Throws: a ``MappingError`` if the mapping is invalid.
  init<Root>(_ mapping: Mapping<Root>, _ graph: inout ArchiveGraph) throws {
    try mapping.checkForArchives()
    model = mapping.name
    archive = mapping.archive
    properties = mapping.archivedProperties
    keys = properties.map { property in property.key.map { graph.intern($0) } }
    description = { mapping.description }
    indices = Array(repeating: nil, count: graph.keys.count)
    for (index, key) in keys.enumerated() { if let key { indices[key.index] = index } }
  }

  /// Returns the index of a key's property; nil for an unmapped key, such as one that a migration added.
  func propertyIndex(of key: ArchiveKey) -> Int? {
    key.index < indices.count ? indices[key.index] : nil
  }
}
