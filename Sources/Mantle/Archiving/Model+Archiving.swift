/// A model that says how it stands in archives.
///
/// Every model can be archived as it is: under its name, at version 0. One whose archives come from elsewhere, or outlive
/// its properties, names its class, its version and the steps from older ones:
///
///     extension Issue: ArchivableModel {
///       static let archive = ModelArchive(
///         "GHIssue", version: 1,
///         migrations: [Migration(from: 0, "`name` is now `title`") { $0.rename("name", to: "title") }])
///     }
public protocol ArchivableModel: Model {
  /// The model's class, version and migrations in archives.
  static var archive: ModelArchive { get }

  /// The subclass this value is archived as, where one Swift type stands for several of the original's
  /// classes; nil, the default, for the class ``archive`` names.
  var archiveSubclass: String? { get }
}

extension ArchivableModel {
  public var archiveSubclass: String? { nil }
}

extension Mapping {
  /// How the model stands in archives: as the mapping or the model says, else under the mapping's name.
  var archive: ModelArchive {
    options.attachments[ModelArchive.self] ?? (Root.self as? any ArchivableModel.Type)?.archive ?? ownArchive
  }

  /// Under the name that was given, else under the type's with those of the types it is nested in; what was written under
  /// its plain name is read too.
  private var ownArchive: ModelArchive {
    let plain = TypeName.plain(Root.self), nested = TypeName.nested(Root.self)
    guard !options.isNamed, nested != plain else { return ModelArchive(name) }
    return ModelArchive(nested, aliases: [plain])
  }

  /// The same mapping for a model whose class, version and migrations are known only when the program runs.
  package func archived(as archive: ModelArchive) -> Mapping {
    with { $0.attachments[ModelArchive.self] = archive }
  }

  /// The properties' forms in archives, by index.
  var archiveForms: ArchiveForms {
    attachments.value {
      var collector = FormCollector<Root>()
      try? visit(&collector)
      return ArchiveForms(forms: collector.forms)
    }
  }
}

/// The forms of a mapping's properties, whose types only the properties know.
struct ArchiveForms: Sendable {
  fileprivate let forms: [any AnyObject & Sendable]

  func form<Root, Value>(of property: Property<Root, Value>, at index: Int) -> ArchiveForm<Value> {
    (forms[index] as? ArchiveForm<Value>) ?? .of(property.transformer)
  }
}

private struct FormCollector<Root>: PropertyVisitor {
  var forms: [any AnyObject & Sendable] = []

  mutating func visit<Value>(_ property: Property<Root, Value>, at index: Int) throws {
    forms.append(ArchiveForm.of(property.transformer))
  }
}

extension ArchiveEncoder {
  /// Adds a model: a class once, however often it is met.
  func model<M: Model>(_ model: M) throws -> ArchiveReference {
    try self.model(model, by: M.mapping, ObjectIdentifier(M.self))
  }

  /// - Parameter key: tells the mapping from others.
  func model<Root>(_ model: Root, by mapping: Mapping<Root>, _ key: ObjectIdentifier) throws
    -> ArchiveReference
  {
    let identity = Root.self is AnyObject.Type ? ObjectIdentifier(model as AnyObject) : nil
    if let identity, let known = builder.reference(identity: identity) { return known }
    return try nested {
      let plan = try plan(for: mapping, key)
      let subclass = (model as? any ArchivableModel)?.archiveSubclass
      let classIndex = subclass.map { builder.classIndex(plan.archive.subclass($0)) } ?? plan.classIndex
      let object = builder.reserve(classIndex: classIndex, identity: identity)
      var archiver = PropertyArchiver(self, plan, object, model)
      try mapping.visit(&archiver)
      builder.fill(object, archiver.fields + [ArchiveField(KnownKey.modelVersion.key, plan.version)])
      return object
    }
  }
}

/// Adds every property of one model to an archive.
private struct PropertyArchiver<Root>: PropertyVisitor {
  private let encoder: ArchiveEncoder
  private let plan: ArchiveModelPlan
  private let object: ArchiveReference
  private let root: Root
  private(set) var fields: [ArchiveField] = []

  init(_ encoder: ArchiveEncoder, _ plan: ArchiveModelPlan, _ object: ArchiveReference, _ root: Root) {
    self.encoder = encoder
    self.plan = plan
    self.object = object
    self.root = root
    fields.reserveCapacity(plan.entries.count + 1)
  }

  /// Nil has no field, unless leaving it out would bring a default back.
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

extension ArchiveDecoder {
  /// Reads the object as a model: an object of its class or a subclass, at its version or an older one.
  func model<M: Model>(_ reference: ArchiveReference) throws -> M {
    try model(reference, by: M.mapping, ObjectIdentifier(M.self))
  }

  /// - Parameter key: tells the mapping from others.
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
