import Mantle

/// The archive settings of a property: its key, its form, and when it is archived.
struct ArchivedProperty: Sendable {
  /// The name of the archived property.
  let name: String
  /// The key of the property in archives; nil if the property is not archived.
  let key: String?
  /// Whether the property is archived only if the instance it refers to is archived for another reason.
  let isConditional: Bool
  /// Whether nil must be written, because an absent field would be decoded as a default or as
  /// the initial value.
  let writesNil: Bool
  /// The ``ArchiveForm`` of the property's values, without its static type.
  private let form: any AnyObject & Sendable

  /// Determines the archive settings of a property.
  fileprivate init<Root, Value>(_ property: Property<Root, Value>, of mapping: Mapping<Root>) {
    name = property.name
    key = property.archiveKey
    isConditional = property.isConditionallyArchived
    writesNil = property.hasDefault || mapping.hasInitialValue(of: property)
    form = ArchiveForm.of(property.transformer)
  }

  /// Returns the archive form of the property's values, with its static type.
  func form<Root, Value>(of property: Property<Root, Value>) -> ArchiveForm<Value> {
    (form as? ArchiveForm<Value>) ?? .of(property.transformer)
  }
}

extension Mapping {
  /// The archive settings of the mapping's properties, determined once.
  var archivedProperties: [ArchivedProperty] {
    attachments.value {
      var collector = PropertyCollector(mapping: self)
      try? visit(&collector)
      return collector.properties
    }
  }
}

/// A visitor that collects the archive settings of a mapping's properties.
private struct PropertyCollector<Root>: PropertyVisitor {
  /// The mapping whose properties are visited.
  let mapping: Mapping<Root>
  /// The archive settings of the properties visited so far.
  var properties: [ArchivedProperty] = []

  /// Adds the archive settings of a property.
  mutating func visit<Value>(_ property: Property<Root, Value>, at index: Int) throws {
    properties.append(ArchivedProperty(property, of: mapping))
  }
}

/// The archive settings of a model and the keys of its properties in one archive, determined
/// once per call.
final class ArchivePlan {
  /// The name of the model that the plan belongs to.
  let model: String
  /// The archive settings of the model.
  let archive: ModelArchive
  /// The archive settings of the properties, in the order of the mapping.
  let properties: [ArchivedProperty]
  /// The archive keys of the properties, in the same order as ``properties``; nil for a property that is not archived.
  let keys: [ArchiveKey?]
  /// A closure that returns the description of the model.
  let description: () -> ModelDescription
  /// The index of the property for each key of the archive; nil for an unmapped key.
  private var indices: [Int?]

  /// Creates the plan for a mapping, and adds the keys of its properties to the archive.
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

  /// Returns the index of the property that a key belongs to; nil for an unmapped key, such as one that a migration added.
  func propertyIndex(of key: ArchiveKey) -> Int? {
    key.index < indices.count ? indices[key.index] : nil
  }
}
