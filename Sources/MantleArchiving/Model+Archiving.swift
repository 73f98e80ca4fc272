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
public protocol ArchivableModel: Model {
  /// The class, version and migrations of the model in archives.
  static var archive: ModelArchive { get }

  /// The subclass as which this value is archived, if one Swift type represents several
  /// classes of the original; nil, the default, for the class of ``archive``.
  var archiveSubclass: String? { get }
}

extension ArchivableModel {
  /// Nil: the class of ``ArchivableModel/archive``.
  public var archiveSubclass: String? { nil }
}

extension Mapping {
  /// The archive settings of the model: those of the mapping, or else those of the model
  /// type, or else the default.
  var archive: ModelArchive {
    options.attachments[ModelArchive.self] ?? (Root.self as? any ArchivableModel.Type)?.archive ?? ownArchive
  }

  /// The default settings: the name of the mapping, or else the type name including enclosing
  /// types. Archives with the plain type name are readable too.
  private var ownArchive: ModelArchive {
    let plain = TypeName.plain(Root.self), nested = TypeName.nested(Root.self)
    guard !options.isNamed, nested != plain else { return ModelArchive(name) }
    return ModelArchive(nested, aliases: [plain])
  }

  /// Returns the mapping with archive settings that are known only at run time.
  package func archived(as archive: ModelArchive) -> Mapping {
    with { $0.attachments[ModelArchive.self] = archive }
  }

  /// The archive forms of the properties.
  var archiveForms: ArchiveForms {
    attachments.value {
      var collector = FormCollector<Root>()
      try? visit(&collector)
      return ArchiveForms(forms: collector.forms)
    }
  }
}

/// The archive forms of a mapping's properties. The types of the forms are known to the
/// properties only.
struct ArchiveForms: Sendable {
  /// The forms by the index of the property.
  fileprivate let forms: [any AnyObject & Sendable]

  /// Returns the form of a property.
  func form<Root, Value>(of property: Property<Root, Value>, at index: Int) -> ArchiveForm<Value> {
    (forms[index] as? ArchiveForm<Value>) ?? .of(property.transformer)
  }
}

/// A visitor that collects the archive forms of properties.
private struct FormCollector<Root>: PropertyVisitor {
  /// The forms collected.
  var forms: [any AnyObject & Sendable] = []

  /// Adds the form of a property.
  mutating func visit<Value>(_ property: Property<Root, Value>, at index: Int) throws {
    forms.append(ArchiveForm.of(property.transformer))
  }
}

extension ArchiveEncoder {
  /// Adds a model by a mapping. An instance of a class is added only once.
  ///
  /// - Parameter key: the identity of the mapping.
  func model<Root>(_ model: Root, by mapping: Mapping<Root>, _ key: ObjectIdentifier) throws
    -> ArchiveReference
  {
    let identity = Root.self is AnyObject.Type ? ObjectIdentifier(model as AnyObject) : nil
    if let identity, let known = builder.reference(identity: identity) { return known }
    return try nested {
      let plan = try plan(for: mapping, key)
      let subclass = (model as? any ArchivableModel)?.archiveSubclass
      let classIndex = subclass.map { builder.graph.classIndex(plan.archive.subclass($0)) } ?? plan.classIndex
      let object = builder.reserve(classIndex: classIndex, identity: identity)
      var archiver = PropertyArchiver(self, plan, object, model)
      try mapping.visit(&archiver)
      builder.fill(object, archiver.fields + [ArchiveField(KnownKey.modelVersion.key, plan.version)])
      return object
    }
  }
}

/// A visitor that adds the properties of one model to an archive.
private struct PropertyArchiver<Root>: PropertyVisitor {
  /// The encoder of the archive.
  private let encoder: ArchiveEncoder
  /// The plan of the model.
  private let plan: ArchiveModelPlan
  /// The object of the model.
  private let object: ArchiveReference
  /// The model.
  private let root: Root
  /// The fields added so far.
  private(set) var fields: [ArchiveField] = []

  /// Creates a visitor.
  init(_ encoder: ArchiveEncoder, _ plan: ArchiveModelPlan, _ object: ArchiveReference, _ root: Root) {
    self.encoder = encoder
    self.plan = plan
    self.object = object
    self.root = root
    fields.reserveCapacity(plan.entries.count + 1)
  }

  /// Adds the field of a property. Nil has no field, unless an absent field would be decoded
  /// as a default.
  mutating func visit<Value>(_ property: Property<Root, Value>, at index: Int) throws {
    let entry = plan.entries[index]
    guard entry.isArchived else { return }
    let value = root[keyPath: property.keyPath]
    if entry.isConditional {
      if let target = ObjectValue.object(in: value) {
        encoder.deferField(entry.key, of: object, to: ObjectIdentifier(target))
      }
      return
    }
    do {
      let reference = try plan.forms.form(of: property, at: index).archive(value, encoder)
      if reference != .null || entry.writesNil { fields.append(ArchiveField(entry.key, reference)) }
    } catch {
      throw EncodingProblem(error, in: plan.names[index], of: plan.model)
    }
  }
}

/// The class instance in a value.
private enum ObjectValue {
  /// Returns the instance in a value of class type, or in an optional of it; nil for other
  /// values.
  static func object<Value>(in value: Value) -> AnyObject? {
    if let optional = value as? any OptionalObject { return optional.object }
    return Value.self is AnyObject.Type ? value as AnyObject : nil
  }
}

/// An optional that may contain a class instance.
private protocol OptionalObject {
  /// The instance; nil for other values.
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
    let assembler = UnarchivingAssembler<Root>(source, mapping.archiveForms)
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
