import Mantle

/// The state of one call that encodes values to an archive.
///
/// An instance of a class becomes one object regardless of the number of references to it. A
/// struct becomes a new object each time.
final class ArchiveEncoder {
  /// The builder of the archive, for types that implement ``ArchiveConvertible``.
  var builder: ArchiveBuilder

  /// The objects of short JSON texts, which are shared.
  private var texts: [[UInt8]: ArchiveReference] = [:]
  /// The fields that depend on whether their object is archived.
  private var conditional: [ConditionalField] = []
  /// The encoding plans by mapping.
  private var plans: [ObjectIdentifier: ArchiveModelPlan] = [:]
  /// The number of models being encoded.
  private var depth = 0

  /// A field that is written only if its object is archived for another reason.
  private struct ConditionalField {
    /// The object with the field.
    let owner: ArchiveReference
    /// The key of the field.
    let key: ArchiveKey
    /// The identity of the instance that the field refers to.
    let identity: ObjectIdentifier
  }

  /// Creates an encoder that adds objects to an archive.
  init(_ graph: ArchiveGraph = ArchiveGraph()) { builder = ArchiveBuilder(graph) }

  /// Returns the archive with the value as its root.
  func finish(root: ArchiveReference, named name: String = "root") -> ArchiveGraph {
    addConditionalFields()
    builder.setTop(root, name: name)
    return builder.graph
  }

  /// Adds the conditional fields whose objects were archived.
  func addConditionalFields() {
    for field in conditional {
      guard let target = builder.reference(identity: field.identity) else { continue }
      let fields = builder.graph.fields(of: field.owner)
      builder.fill(field.owner, fields + [ArchiveField(field.key, target)])
    }
    conditional = []
  }

  /// The models encoded so far.
  var models: [ModelDescription] { plans.values.map { $0.description() } }

  /// Encodes the contents of a model.
  ///
  /// - Throws: an ``ArchiveError`` if the nesting exceeds the limit.
  func nested<Result>(_ add: () throws -> Result) throws -> Result {
    depth += 1
    defer { depth -= 1 }
    guard depth <= ArchiveBudget.depth else { throw ArchiveBudget.tooDeep }
    return try add()
  }

  /// Defers a field until it is known whether the instance it refers to is archived.
  func deferField(_ key: ArchiveKey, of owner: ArchiveReference, to identity: ObjectIdentifier) {
    conditional.append(ConditionalField(owner: owner, key: key, identity: identity))
  }

  /// Returns the plan for a mapping, which is created on first use.
  ///
  /// - Throws: a ``MappingError`` if the mapping is invalid.
  func plan<Root>(for mapping: Mapping<Root>, _ key: ObjectIdentifier) throws -> ArchiveModelPlan {
    if let known = plans[key] { return known }
    try mapping.checkForArchives()
    let plan = ArchiveModelPlan(mapping, &builder)
    plans[key] = plan
    return plan
  }
}

/// The class, version and keys of a model in the archive being written, determined once per
/// call.
final class ArchiveModelPlan {
  /// The name of the model.
  let model: String
  /// The archive settings of the model.
  let archive: ModelArchive
  /// The index of the class in the archive.
  let classIndex: Int32
  /// The object of the version number.
  let version: ArchiveReference
  /// The names of the properties.
  let names: [String]
  /// The archive forms of the properties.
  let forms: ArchiveForms
  /// The plans for the properties, in their order.
  let entries: [ArchivePlanEntry]
  /// Returns the description of the model.
  let description: () -> ModelDescription

  /// Creates the plan, and adds its class and keys to the archive.
  init<Root>(_ mapping: Mapping<Root>, _ builder: inout ArchiveBuilder) {
    model = mapping.name
    archive = mapping.archive
    forms = mapping.archiveForms
    classIndex = builder.graph.classIndex(archive.archiveClass)
    version = builder.integer(Int64(archive.version))
    names = mapping.properties.map(\.name)
    description = { mapping.description }
    entries = mapping.properties.map { property in
      ArchivePlanEntry(
        key: builder.key(property.archiveKey ?? ""), isArchived: property.archiveKey != nil,
        isConditional: property.isConditionallyArchived, writesNil: property.hasDefault)
    }
  }
}

/// The plan for one property.
struct ArchivePlanEntry {
  /// The key in the archive.
  let key: ArchiveKey
  /// Whether the property is archived.
  let isArchived: Bool
  /// Whether the property is archived only if its object is archived for another reason.
  let isConditional: Bool
  /// Whether nil must be written, because an absent field would be decoded as a default.
  let writesNil: Bool
}

extension ArchiveEncoder {
  /// Adds a value that is given as JSON, as the objects that represent it. Short strings and
  /// numbers are shared.
  ///
  /// - Parameter write: writes the JSON.
  func json(_ write: (inout JSONWriter) throws -> Void) throws -> ArchiveReference {
    var writer = JSONWriter(capacity: 64)
    try write(&writer)
    let text = writer.finish()
    if text.count <= 64, let known = texts[text] { return known }
    let reference = try builder.json(text)
    if text.count <= 64, builder.isLeaf(reference) { texts[text] = reference }
    return reference
  }
}

extension ArchiveBuilder {
  /// Whether the object has no contents, so that sharing it cannot be observed.
  fileprivate func isLeaf(_ reference: ArchiveReference) -> Bool {
    switch graph[reference] {
    case .array, .set, .orderedSet, .dictionary, .object: false
    default: true
    }
  }
}
