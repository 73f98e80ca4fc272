import Mantle

/// The state of one call that encodes values to an archive.
///
/// An instance of a class becomes one object regardless of the number of references to it. A
/// struct becomes a new object each time.
final class ArchiveEncoder {
  /// The builder of the archive, for types that implement ``ArchiveConvertible``.
  var builder: ArchiveBuilder

  /// The archived objects of short JSON texts, by text: equal texts share one object.
  private var texts: [[UInt8]: ArchiveReference] = [:]
  /// The conditional fields, which are added only if the instance that they refer to is archived elsewhere.
  private var conditional: [(owner: ArchiveReference, key: ArchiveKey, identity: ObjectIdentifier)] = []
  /// The plans for encoding the models that occurred so far, by the identity of the mapping.
  private var plans: [ObjectIdentifier: EncodingPlan] = [:]
  /// The nesting depth of the models being encoded.
  private var depth = 0
  /// The encoded class instances, retained so that no later instance reuses an identity.
  private var instances: [AnyObject] = []

  /// The plan for encoding a model, the index of the model's class, and the object that stores the model's version.
  typealias EncodingPlan = (plan: ArchivePlan, classIndex: Int32, version: ArchiveReference)

  /// Creates an encoder that adds objects to an archive.
  init(_ graph: ArchiveGraph = ArchiveGraph()) { builder = ArchiveBuilder(graph) }

  /// Returns the finished archive, whose root is the given object.
  func finish(root: ArchiveReference, named name: String = "root") -> ArchiveGraph {
    addConditionalFields()
    builder.setTop(root, name: name)
    return builder.graph
  }

  /// Adds the conditional fields whose instances were archived, and discards the others.
  func addConditionalFields() {
    for field in conditional {
      guard let target = builder.reference(identity: field.identity) else { continue }
      let fields = builder.graph.fields(of: field.owner)
      builder.fill(field.owner, fields + [ArchiveField(field.key, target)])
    }
    conditional = []
  }

  /// Runs a closure that encodes the contents of a model, one nesting level deeper.
  ///
  /// - Throws: an ``ArchiveError`` if the nesting exceeds the limit.
  func nested<Result>(_ add: () throws -> Result) throws -> Result {
    depth += 1
    defer { depth -= 1 }
    guard depth <= ArchiveBudget.depth else { throw ArchiveBudget.tooDeep }
    return try add()
  }

  /// Retains an encoded class instance, so that no later instance reuses its identity.
  func retain(_ instance: AnyObject) { instances.append(instance) }

  /// Defers a conditional field of an object until it is known whether the instance it refers to is archived.
  func deferField(_ key: ArchiveKey, of owner: ArchiveReference, to identity: ObjectIdentifier) {
    conditional.append((owner, key, identity))
  }

  /// Returns the plan for a mapping, which is created on first use, with the class and the version of
  /// the model.
  ///
  /// - Throws: a ``MappingError`` if the mapping is invalid.
  func plan<Root>(for mapping: Mapping<Root>, _ key: ObjectIdentifier) throws -> EncodingPlan {
    if let known = plans[key] { return known }
    let plan = try ArchivePlan(mapping, &builder.graph)
    let version = builder.add(.integer(Int64(plan.archive.version)))
    let made = (plan, builder.graph.classIndex(plan.archive.archiveClass), version)
    plans[key] = made
    return made
  }
}

extension ArchiveEncoder {
  /// Adds the objects for a value that `write` writes as JSON, and returns the reference to the outermost one. Short strings and
  /// numbers are shared.
  ///
  /// - Parameter write: writes the JSON.
  func json(_ write: (inout JSONWriter) throws -> Void) throws -> ArchiveReference {
    var writer = JSONWriter(capacity: 64)
    try write(&writer)
    let text = writer.finish()
    if text.count <= 64, let known = texts[text] { return known }
    let reference = try builder.json(text)
    if text.count <= 64, builder.graph[reference].isLeaf { texts[text] = reference }
    return reference
  }
}
