/// Takes values into an archive: what one encode call carries along.
///
/// A model that is a class becomes one object however often it is met; a struct becomes one object each time.
public final class ArchiveEncoder {
  /// Where leaves and objects are added by hand, for a type's own ``ArchiveConvertible``.
  public var builder: ArchiveBuilder

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

  func model<M: Model>(_ model: M) throws -> ArchiveReference {
    let identity = M.self is AnyObject.Type ? ObjectIdentifier(model as AnyObject) : nil
    if let identity, let known = builder.reference(identity: identity) { return known }
    depth += 1
    defer { depth -= 1 }
    guard depth <= ArchiveBudget.depth else { throw ArchiveBudget.tooDeep }
    let plan = try plan(for: M.self)
    let subclass = model.archiveSubclass
    let classIndex = subclass.map { builder.classIndex(M.archive.subclass($0)) } ?? plan.classIndex
    let object = builder.reserve(classIndex: classIndex, identity: identity)
    let sink = ArchiveSink(self, plan, object)
    try withUnsafePointer(to: model) { try M.mapping.engine.archive($0, sink) }
    sink.fields.append(ArchiveField(KnownKey.modelVersion.key, plan.version))
    builder.fill(object, sink.fields)
    return object
  }

  func deferField(_ key: ArchiveKey, of owner: ArchiveReference, to identity: ObjectIdentifier) {
    conditional.append(ConditionalField(owner: owner, key: key, identity: identity))
  }

  private func plan<M: Model>(for type: M.Type) throws -> ArchiveModelPlan {
    let identity = ObjectIdentifier(type)
    if let known = plans[identity] { return known }
    let mapping = M.mapping
    try mapping.check()
    let plan = ArchiveModelPlan(mapping, M.archive, &builder)
    plans[identity] = plan
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
  /// By property.
  let entries: [ArchivePlanEntry]
  let description: () -> ModelDescription

  init<Root>(_ mapping: Mapping<Root>, _ archive: ModelArchive, _ builder: inout ArchiveBuilder) {
    model = mapping.name
    self.archive = archive
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
@usableFromInline struct ArchivePlanEntry {
  @usableFromInline let key: ArchiveKey
  @usableFromInline let isArchived: Bool
  @usableFromInline let isConditional: Bool
  /// Whether leaving nil out would bring a default back.
  @usableFromInline let writesNil: Bool
}

/// Where the properties of one model go.
@usableFromInline final class ArchiveSink {
  @usableFromInline let encoder: ArchiveEncoder
  private let plan: ArchiveModelPlan
  private let object: ArchiveReference
  private var number = 0
  @usableFromInline var fields: [ArchiveField] = []

  init(_ encoder: ArchiveEncoder, _ plan: ArchiveModelPlan, _ object: ArchiveReference) {
    self.encoder = encoder
    self.plan = plan
    self.object = object
    fields.reserveCapacity(plan.entries.count + 1)
  }

  /// Adds the next property of the mapping; nil has no field.
  @inlinable @inline(__always) func put<Root, Value>(
    _ property: Property<Root, Value>, _ root: UnsafePointer<Root>
  ) throws {
    let entry = next()
    guard entry.isArchived else { return }
    let value = property.reader.read(root, property.keyPath)
    if entry.isConditional { return putConditionally(value, entry.key) }
    do {
      let reference = try property.archiveForm.archive(value, encoder)
      if reference != .null || entry.writesNil { fields.append(ArchiveField(entry.key, reference)) }
    } catch {
      throw problem(error)
    }
  }

  @usableFromInline func next() -> ArchivePlanEntry {
    number += 1
    return plan.entries[number - 1]
  }

  @usableFromInline func putConditionally<Value>(_ value: Value, _ key: ArchiveKey) {
    guard let target = ObjectValue.object(in: value) else { return }
    encoder.deferField(key, of: object, to: ObjectIdentifier(target))
  }

  @usableFromInline func problem(_ error: any Error) -> any Error {
    EncodingProblem(error, in: plan.names[number - 1], of: plan.model)
  }
}

/// The object behind a value that is a class, or an optional of one.
private enum ObjectValue {
  static func object<Value>(in value: Value) -> AnyObject? {
    if let optional = value as? any OptionalObject { return optional.object }
    return Value.self is AnyObject.Type ? value as AnyObject : nil
  }
}

private protocol OptionalObject {
  var object: AnyObject? { get }
}

extension Optional: OptionalObject {
  fileprivate var object: AnyObject? {
    guard Wrapped.self is AnyObject.Type, let self else { return nil }
    return self as AnyObject
  }
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
