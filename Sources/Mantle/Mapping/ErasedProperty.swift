/// A property without its value's type: closures over the typed one.
struct ErasedProperty<Root>: @unchecked Sendable {
  let number: Int
  let name: String
  let paths: PropertyPaths
  let type: ObjectIdentifier
  /// Asked for rarely, and slow to find out.
  let typeName: @Sendable () -> String
  let isEditable: Bool
  let isRequired: Bool
  let isReversible: Bool
  let isIdentity: Bool
  let transformerName: String?
  let nullPolicy: NullPolicy?
  let storage: PropertyStorage
  let direction: PropertyDirection
  let documentation: String?
  /// Nil when the property is not part of archives.
  let archiveKey: String?
  let isConditionallyArchived: Bool
  let hasDefault: Bool
  let shape: @Sendable () -> ValueShape
  let pathProblem: MappingError.Reason?
  /// Writes the property's JSON, or one member of a composite one; false when there is nothing to write.
  let write: @Sendable (Root, _ member: Int, inout JSONWriter) throws -> Bool
  /// The same for the property's default; false where it has none.
  let writeDefault: @Sendable (_ member: Int, inout JSONWriter) throws -> Bool
  let storedValueWriter: StoredValueWriter
  /// The elements to write at an each-element path; nil where there is no list at all.
  let elements: @Sendable (Root) throws -> [ElementWriter]?
  /// The same for the property's default.
  let defaultElements: @Sendable () throws -> [ElementWriter]?
  let keyPath: PartialKeyPath<Root>?
  let value: @Sendable (Root) -> PropertyValue
  let hash: @Sendable (Root, inout Hasher) -> Void
  let words: @Sendable (Root) -> String
  /// Checks the property's value against its rules; the substituted value, or nil where nothing changed.
  let validate: @Sendable (inout Root) throws -> Void
  let isEqual: @Sendable (Root, Root) -> Bool
  let decodedValue: @Sendable (JSONNode) -> DecodedValue
  let replacement: @Sendable (String) throws -> [UInt8]

  init<Value>(_ property: Property<Root, Value>, number: Int) {
    self.number = number
    name = property.name
    paths = PropertyPaths(
      name: name, source: property.source, isRead: property.options.direction != .encodeOnly,
      isWritten: property.options.direction != .decodeOnly)
    type = ObjectIdentifier(Value.self)
    typeName = { TypeName.written(Value.self) }
    isEditable = property.isEditable
    isRequired = property.isRequired
    isReversible = property.transformer.encode != nil || property.transformer.encodeMembers != nil
    isIdentity = property.options.isIdentity
    transformerName = property.transformer.name
    nullPolicy = property.options.nullPolicy
    storage = property.options.storage
    direction = property.options.direction
    documentation = property.options.documentation
    archiveKey = property.archiveKeyInUse
    isConditionallyArchived = property.options.archiving == .conditional
    hasDefault = property.options.defaultValue != nil
    shape = { property.transformer.shape }
    pathProblem = property.pathProblem
    write = { try property.write($0[keyPath: property.keyPath], member: $1, to: &$2) }
    writeDefault = { member, writer in
      guard let value = property.options.defaultValue?() else { return false }
      return try property.write(value, member: member, to: &writer)
    }
    storedValueWriter = property.storedValueWriter
    elements = { try property.transformer.encodeEach?($0[keyPath: property.keyPath]) }
    defaultElements = {
      try property.options.defaultValue.flatMap { try property.transformer.encodeEach?($0()) }
    }
    keyPath = property.keyPath
    value = { [name, storage] in PropertyValue(name, storage, $0[keyPath: property.keyPath]) }
    hash = { property.hash($0[keyPath: property.keyPath], into: &$1) }
    words = { property.words($0[keyPath: property.keyPath]) }
    validate = { try property.validate(&$0) }
    isEqual = { property.areEqual($0[keyPath: property.keyPath], $1[keyPath: property.keyPath]) }
    decodedValue = { property.decodedValue($0) }
    replacement = { try property.replacement(for: $0) }
  }
}

extension ErasedProperty {
  /// A superclass's property as one of a subclass.
  init<Base>(inherited base: ErasedProperty<Base>) {
    number = base.number
    name = base.name
    paths = base.paths
    type = base.type
    typeName = base.typeName
    isEditable = base.isEditable
    isRequired = base.isRequired
    isReversible = base.isReversible
    isIdentity = base.isIdentity
    transformerName = base.transformerName
    nullPolicy = base.nullPolicy
    storage = base.storage
    direction = base.direction
    documentation = base.documentation
    archiveKey = base.archiveKey
    isConditionallyArchived = base.isConditionallyArchived
    hasDefault = base.hasDefault
    shape = base.shape
    pathProblem = base.pathProblem
    write = { try base.write(try upcast($0), $1, &$2) }
    writeDefault = base.writeDefault
    // A superclass's object stands where its subclass's does, and is reached through its own key path.
    storedValueWriter = base.storedValueWriter
    elements = { try base.elements(try upcast($0)) }
    defaultElements = base.defaultElements
    keyPath = nil
    hash = { root, hasher in if let root = try? upcast(root) as Base { base.hash(root, &hasher) } }
    words = { root in (try? upcast(root) as Base).map(base.words) ?? "nil" }
    validate = { root in
      var object: Base = try upcast(root)
      try base.validate(&object)
    }
    value = { [name, storage] root in
      (try? upcast(root) as Base).map(base.value) ?? PropertyValue(name, storage, Absence())
    }
    isEqual = { a, b in
      guard let a = try? upcast(a) as Base, let b = try? upcast(b) as Base else { return false }
      return base.isEqual(a, b)
    }
    decodedValue = base.decodedValue
    replacement = base.replacement
  }
}

/// What stands in a view where there is no value.
struct Absence: Sendable {}

extension Property {
  /// What the name lacks, or the path asks for and the type cannot give.
  fileprivate var pathProblem: MappingError.Reason? {
    if let nameProblem { return nameProblem }
    for (number, path) in source.paths.enumerated() {
      if let why = problem(of: path, isCanonical: number == 0) { return .unusablePath(path, why: why) }
    }
    return nil
  }

  private func problem(of path: JSONKeyPath, isCanonical: Bool) -> String? {
    if let mistake = path.mistake { return mistake.error.description }
    if let first = path.components.first {
      guard case .key = first else { return "a model is a JSON object, and its paths start with a key" }
    }
    let lists = path.components.filter { $0 == .each }.count
    if lists == 0 { return nil }
    if case .members = source { return "a member is one value, not one of each element" }
    if transformer.decodeEach == nil { return "only an array property can be read from each element" }
    if lists > 1, isCanonical, options.direction != .decodeOnly {
      return "values of lists in lists cannot be written back; make the property decode-only"
    }
    return nil
  }

  fileprivate func write(_ value: Value, member: Int, to writer: inout JSONWriter) throws -> Bool {
    do {
      guard let encodeMembers = transformer.encodeMembers else {
        try encode(value, &writer)
        return true
      }
      guard let write = try encodeMembers(value)[member] else { return false }
      try write(&writer)
      return true
    } catch {
      throw EncodingProblem(error, in: name, of: TypeName.plain(Root.self))
    }
  }

  /// Equal as values of the type where it is Equatable, else equal as JSON.
  func areEqual(_ a: Value, _ b: Value) -> Bool {
    if let a = a as? any Equatable { return a.isEqual(to: b) }
    var first = JSONWriter(), second = JSONWriter()
    guard (try? encode(a, &first)) != nil, (try? encode(b, &second)) != nil else { return false }
    return first.finish() == second.finish()
  }
}

extension Equatable {
  fileprivate func isEqual(to other: Any) -> Bool { (other as? Self) == self }
}

/// Why a model could not be written: the property, and what its reverse transformer or type threw.
public struct EncodingProblem: Error, Sendable, CustomStringConvertible {
  public let model: String
  /// From the outermost model to the value: `owner.home`.
  public let property: String
  public let underlying: any Error

  /// An error thrown while a property of a model was written; a nested model's is led back to the outer one.
  init(_ error: any Error, in property: String, of model: String) {
    let inner = error as? EncodingProblem
    self.model = model
    self.property = inner.map { "\(property).\($0.property)" } ?? property
    underlying = inner?.underlying ?? error
  }

  public var description: String { "\(model).\(property) cannot be written: \(underlying)" }
}

/// An encoding error on the fast path, which knows properties by number.
@usableFromInline struct UnnamedEncodingProblem: Error {
  @usableFromInline let number: Int
  @usableFromInline let underlying: any Error

  @usableFromInline init(number: Int, underlying: any Error) {
    self.number = number
    self.underlying = underlying
  }
}

extension ErasedProperty {
  func problem(_ error: any Error) -> EncodingProblem {
    EncodingProblem(error, in: name, of: TypeName.plain(Root.self))
  }
}
