/// Takes values into an archive: what one encode call carries along.
///
/// A model that is a class becomes one object however often it is met; a struct becomes one object each time.
final class ArchiveEncoder {
  /// Where leaves and objects are added by hand, for a type's own ``ArchiveConvertible``.
  var builder: ArchiveBuilder

  private var texts: [[UInt8]: ArchiveReference] = [:]
  private var conditional: [ConditionalField] = []
  private var plans: [ObjectIdentifier: ArchiveModelPlan] = [:]
  private var depth = 0

  /// A field that is written only if its object gets into the archive another way.
  private struct ConditionalField {
    let owner: ArchiveReference
    let key: ArchiveKey
    let identity: ObjectIdentifier
  }

  init(_ graph: ArchiveGraph = ArchiveGraph()) { builder = ArchiveBuilder(graph) }

  /// The archive with the value as its root.
  func finish(root: ArchiveReference, named name: String = "root") -> ArchiveGraph {
    addConditionalFields()
    builder.setTop(root, name: name)
    return builder.graph
  }

  /// Adds the fields whose objects are in the archive by now.
  func addConditionalFields() {
    for field in conditional {
      guard let target = builder.reference(identity: field.identity) else { continue }
      let fields = builder.graph.fields(of: field.owner)
      builder.fill(field.owner, fields + [ArchiveField(field.key, target)])
    }
    conditional = []
  }

  /// The models met so far.
  var models: [ModelDescription] { plans.values.map { $0.description() } }

  /// Adds what is in a model, unless it is nested too deeply.
  func nested<Result>(_ add: () throws -> Result) throws -> Result {
    depth += 1
    defer { depth -= 1 }
    guard depth <= ArchiveBudget.depth else { throw ArchiveBudget.tooDeep }
    return try add()
  }

  func deferField(_ key: ArchiveKey, of owner: ArchiveReference, to identity: ObjectIdentifier) {
    conditional.append(ConditionalField(owner: owner, key: key, identity: identity))
  }

  func plan<Root>(for mapping: Mapping<Root>, _ key: ObjectIdentifier) throws -> ArchiveModelPlan {
    if let known = plans[key] { return known }
    try mapping.checkForArchives()
    let plan = ArchiveModelPlan(mapping, &builder)
    plans[key] = plan
    return plan
  }
}

/// A model's class, version and keys in the archive at hand, worked out once per call.
final class ArchiveModelPlan {
  let model: String
  let archive: ModelArchive
  let classIndex: Int32
  let version: ArchiveReference
  let names: [String]
  let forms: ArchiveForms
  /// By property.
  let entries: [ArchivePlanEntry]
  let description: () -> ModelDescription

  init<Root>(_ mapping: Mapping<Root>, _ builder: inout ArchiveBuilder) {
    model = mapping.name
    archive = mapping.archive
    forms = mapping.archiveForms
    classIndex = builder.classIndex(archive.archiveClass)
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

/// What is to be done with one property.
struct ArchivePlanEntry {
  let key: ArchiveKey
  let isArchived: Bool
  let isConditional: Bool
  /// Whether leaving nil out would bring a default back.
  let writesNil: Bool
}

extension ArchiveEncoder {
  /// Adds what `write` writes, as the leaves and collections that stand for JSON.
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
  /// Whether it holds nothing that could be changed in one place and not in another.
  fileprivate func isLeaf(_ reference: ArchiveReference) -> Bool {
    switch graph[reference] {
    case .array, .set, .orderedSet, .dictionary, .object: false
    default: true
    }
  }
}
