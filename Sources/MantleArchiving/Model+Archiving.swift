import Mantle

/// A model with its own class, version or migrations in archives.
///
/// Every model can be archived without this protocol, under its own name at version 0.
/// Conform if the archives come from another program, or if they must remain readable after
/// the properties change:
///
/// ```swift
/// extension Issue: ArchivableModel {
///   static let archive = ModelArchive(
///     "GHIssue", version: 1,
///     migrations: [Migration(from: 0, "`name` is now `title`") { $0.rename("name", to: "title") }])
/// }
/// ```
///
/// Increase the version with each change of the properties that older archives do not fit, and keep the
/// migrations of all former versions.
public protocol ArchivableModel: Model {
  /// The class, version and migrations of the model in archives.
  static var archive: ModelArchive { get }

  /// The subclass as which this value is archived, if one Swift type represents several
  /// classes of the original; nil, the default, for the class of ``archive``.
  var archiveSubclass: String? { get }
}

extension ArchivableModel {
  /// Nil, so that values are archived with the class of ``ArchivableModel/archive``.
  public var archiveSubclass: String? { nil }
}

extension Mapping {
  /// The archive settings of the model: those of the mapping if it has any, otherwise those of an ``ArchivableModel``,
  /// otherwise the default settings.
  var archive: ModelArchive {
    options.attachments[ModelArchive.self] ?? (Root.self as? any ArchivableModel.Type)?.archive ?? ownArchive
  }

  /// The default settings, whose class name is the name of the mapping, or otherwise the type name including enclosing types.
  /// Archives with the plain type name are readable too.
  private var ownArchive: ModelArchive {
    let plain = TypeName.plain(Root.self), nested = TypeName.nested(Root.self)
    guard !options.isNamed, nested != plain else { return ModelArchive(name) }
    return ModelArchive(nested, aliases: [plain])
  }

  /// Returns a copy of the mapping with archive settings that are known only at run time.
  package func archived(as archive: ModelArchive) -> Mapping {
    with { $0.attachments[ModelArchive.self] = archive }
  }
}

extension ArchiveEncoder {
  /// Adds a model by a mapping and returns its object. An instance of a class is added only once.
  ///
  /// - Parameter key: the identity of the mapping, under which its plan is stored.
  func model<Root>(_ model: Root, by mapping: Mapping<Root>, _ key: ObjectIdentifier) throws
    -> ArchiveReference
  {
    let instance = Root.self is AnyObject.Type ? model as AnyObject : nil
    let identity = instance.map { ObjectIdentifier($0) }
    if let identity, let known = builder.reference(identity: identity) { return known }
    if let instance { retain(instance) }
    return try nested {
      let (plan, ownClass, version) = try plan(for: mapping, key)
      let subclass = (model as? any ArchivableModel)?.archiveSubclass
      let classIndex = subclass.map { builder.graph.classIndex(plan.archive.subclass($0)) } ?? ownClass
      let object = builder.reserve(classIndex: classIndex, identity: identity)
      var archiver = PropertyArchiver(self, plan, object, model)
      try mapping.visit(&archiver)
      builder.fill(object, archiver.fields + [ArchiveField(KnownKey.modelVersion.key, version)])
      return object
    }
  }
}

/// A visitor that adds the properties of one model to an archive as fields.
private struct PropertyArchiver<Root>: PropertyVisitor {
  /// The encoder that adds the values of the properties.
  private let encoder: ArchiveEncoder
  /// The plan of the model, with the keys of its properties.
  private let plan: ArchivePlan
  /// The archived object of the model.
  private let object: ArchiveReference
  /// The model to archive.
  private let root: Root
  /// The archived fields of the properties visited so far.
  private(set) var fields: [ArchiveField] = []

  /// Creates a visitor that archives the properties of one model.
  init(_ encoder: ArchiveEncoder, _ plan: ArchivePlan, _ object: ArchiveReference, _ root: Root) {
    self.encoder = encoder
    self.plan = plan
    self.object = object
    self.root = root
    fields.reserveCapacity(plan.properties.count + 1)
  }

  /// Adds the field of a property. Nil has no field, unless an absent field would be decoded
  /// as a default or as the initial value.
  mutating func visit<Value>(_ property: Property<Root, Value>, at index: Int) throws {
    guard let key = plan.keys[index] else { return }
    let archived = plan.properties[index]
    let value = root[keyPath: property.keyPath]
    if archived.isConditional {
      let object = Value.self is AnyObject.Type ? value as AnyObject : (value as? any OptionalObject)?.object
      if let target = object {
        encoder.deferField(key, of: self.object, to: ObjectIdentifier(target))
      }
      return
    }
    do {
      let reference = try archived.form(of: property).archive(value, encoder)
      if reference != .null || archived.writesNil { fields.append(ArchiveField(key, reference)) }
    } catch {
      throw EncodingProblem(error, in: archived.name, of: plan.model)
    }
  }
}

/// An optional type, whose values may wrap a class instance.
private protocol OptionalObject {
  /// The wrapped class instance; nil for other values.
  var object: AnyObject? { get }
}

extension Optional: OptionalObject {
  fileprivate var object: AnyObject? {
    guard Wrapped.self is AnyObject.Type, let self else { return nil }
    return self as AnyObject
  }
}

extension ArchiveDecoder {
  /// Decodes an object as a model by a mapping.
  ///
  /// - Parameter key: the identity of the mapping, under which shared objects are stored.
  /// - Throws: an error if the object has neither the class of the model nor a subclass, or
  ///   if its version is newer.
  func model<Root>(
    _ reference: ArchiveReference, by mapping: Mapping<Root>, _ key: ObjectIdentifier
  ) throws -> Root {
    let isShared = isShared(reference)
    if isShared, let known: Root = known(reference, as: key) { return known }
    let source = try open(reference, mapping, key)
    defer { close(source) }
    if let legacy = source.legacy { return try json(legacy, { try mapping.decode($0) }) }
    let assembler = UnarchivingAssembler<Root>(source)
    var model = try assembler.assembled(by: mapping)
    for hook in mapping.options.afterDecoding { try hook(&model, context) }
    for rule in mapping.options.rules { try rule(&model) }
    if isShared { remember(model, reference, as: key) }
    if !assembler.backReferences.isEmpty || hasWaiting {
      completed(model, assembler.backReferences, at: source.object)
    }
    return model
  }
}
