/// A property of a model without its value's type: what works on all properties of a mapping alike.
///
/// Every instance is a ``Property``, which overrides what depends on the type.
public class AnyProperty<Root>: @unchecked Sendable {
  // Unchecked: nothing changes after the initialiser.

  let nameInKeyPath: KeyPathName
  let source: PropertySource
  let traits: PropertyTraits
  /// Whether a default was declared.
  let hasDefault: Bool

  init(_ nameInKeyPath: KeyPathName, _ source: PropertySource, _ traits: PropertyTraits, hasDefault: Bool) {
    self.nameInKeyPath = nameInKeyPath
    self.source = source
    self.traits = traits
    self.hasDefault = hasDefault
  }

  /// Calls the visitor with the property as it is typed.
  func accept<Visitor: PropertyVisitor>(_ visitor: inout Visitor, at index: Int) throws
  where Visitor.Root == Root {}

  /// Sets the property of an object to the assembler's value.
  func assign(to root: Root, from assembler: any ModelAssembler<Root>, at index: Int) throws {}

  /// The property with the name that an object's stored properties tell, where its key path tells none.
  func named(by labels: StoredLabels<Root>) -> AnyProperty { self }
  /// Whether what follows from its name is open, since its key path tells none.
  var isWaiting: Bool { false }
  /// That name.
  func storedName(in labels: StoredLabels<Root>) -> String? { nil }

  /// The property as one of a subclass.
  func inherited<Subclass: Model>(by _: Subclass.Type) -> AnyProperty<Subclass>? { nil }

  var erasedKeyPath: PartialKeyPath<Root>? { nil }
  var valueType: ObjectIdentifier { ObjectIdentifier(Never.self) }
  /// The Swift type as written. Slow to find out.
  var typeName: String { "" }
  var shape: ValueShape { .other("") }
  var transformerName: String? { nil }
  /// Whether it is a `var`.
  var isEditable: Bool { false }
  /// Whether an absent key is an error.
  var isRequired: Bool { false }
  /// Whether some of its values are written as no key at all.
  var mayBeAbsent: Bool { false }
  /// Whether the transformer leads back to JSON.
  var isReversible: Bool { false }
  /// Why it does not, where the transformer says more than that.
  var whyIrreversible: String? { nil }
  /// Whether it can be read from each element of an array.
  var readsEachElement: Bool { false }
  var storedValueWriter: StoredValueWriter { StoredValueWriter(offset: 0) { _, _ in } }

  /// Writes the property's JSON, or one member of a composite one; false when there is nothing to write.
  func write(_ root: Root, member: Int, to writer: inout JSONWriter) throws -> Bool { false }
  /// The same for the property's default; false where it has none.
  func writeDefault(member: Int, to writer: inout JSONWriter) throws -> Bool { false }
  /// The elements to write at an each-element path; nil where there is no list at all.
  func elements(_ root: Root) throws -> [ElementWriter]? { nil }
  /// The same for the property's default.
  func defaultElements() throws -> [ElementWriter]? { nil }

  /// Reads the property only for the problems there are; its value does not count any more.
  func diagnose(
    _ object: JSONCursor, _ slots: UnsafeMutablePointer<Int32>, _ mapping: Mapping<Root>, at index: Int
  )
    throws
  {}

  func decodedValue(_ node: JSONNode) -> DecodedValue {
    DecodedValue(text: nil, editableText: nil, reencoded: nil, roundTrips: nil, diagnostics: [])
  }
  func words(of node: JSONNode) -> String? { nil }
  /// How the values inside are read, of a list or a dictionary.
  var inner: InnerReading? { nil }
  func replacement(for text: String) throws -> [UInt8] { [] }
}

extension AnyProperty {
  var isIdentity: Bool { traits.isIdentity }
  var storage: PropertyStorage { traits.storage }
  var isRead: Bool { traits.direction != .encodeOnly }
  var isWritten: Bool { traits.direction != .decodeOnly }

  /// The model's name in messages: the type's, where none was given.
  var modelName: String { traits.modelName ?? TypeName.plain(Root.self) }

  /// The Swift name: the given one, else the key path's (`htmlURL` of `\Issue.htmlURL`), else the JSON key path.
  var name: String {
    if let name = traits.name ?? nameInKeyPath.text { return name }
    if case .paths(let paths) = source, let first = paths.first { return first.description }
    return nameInKeyPath.description
  }

  /// Why the property's name cannot be relied on; archives and messages need it.
  ///
  /// Where the JSON key path is all there is, it serves for a struct. For a class it would not: whether the key
  /// path tells the name there depends on what the optimiser knows about subclasses.
  var nameProblem: MappingError.Reason? {
    if case .paths = source, !(Root.self is AnyObject.Type) { return nil }
    guard traits.name == nil, nameInKeyPath.text == nil else { return nil }
    return .other(
      "the key path does not tell the property's name (it is computed, as those of an `@Observable` class are, weak, "
        + "unowned or overridable); "
        + "add `.named(\"…\")` or make it `final`")
  }

  /// The keys of the one path the property is read from; empty when it is found another way.
  var directKeys: [String] {
    guard isRead, case .paths(let paths) = source, paths.count == 1, let path = paths.first else { return [] }
    let keys = path.leadingKeys
    return keys.count == path.components.count ? keys : []
  }

  /// The paths the property is written to: the canonical one, or every member's.
  var writtenPaths: [JSONKeyPath] {
    guard isWritten else { return [] }
    return switch source {
    case .local, .unnamed: []
    case .paths(let paths): Array(paths.prefix(1))
    case .members(let paths): paths
    }
  }

  /// What the name lacks, or the path asks for and the type cannot give.
  var definitionProblem: MappingError.Reason? {
    if let nameProblem { return nameProblem }
    if let why = traits.defaultMistake { return .other("the default is no value of the property: \(why)") }
    if !isRead, isRequired {
      return .other("the property is never read and has no default; add `.default(…)`")
    }
    if let mistake = source.paths.lazy.compactMap(\.mistake).first {
      return .other(mistake.error.description)
    }
    for (number, path) in source.paths.enumerated() {
      if let why = problem(of: path, isCanonical: number == 0) { return .unusablePath(path, why: why) }
    }
    return nil
  }

  /// Why an object that was made cannot be given the property.
  func assignmentProblem(_ assigns: Bool) -> MappingError.Reason? {
    assigns && !isEditable ? .other("a mapping that assigns needs a `var` of a class") : nil
  }

  private func problem(of path: JSONKeyPath, isCanonical: Bool) -> String? {
    if let first = path.components.first {
      guard case .key = first else { return "a model is a JSON object, and its paths start with a key" }
    }
    let lists = path.components.filter { $0 == .each }.count
    if lists == 0 { return nil }
    if case .members = source { return "a member is one value, not one of each element" }
    if !readsEachElement { return "only an array property can be read from each element" }
    if lists > 1, isCanonical, isWritten {
      return "values of lists in lists cannot be written back; make the property decode-only"
    }
    return nil
  }

  func problem(_ error: any Error) -> EncodingProblem {
    EncodingProblem(error, in: name, of: modelName)
  }
}

extension JSONKeyPath {
  /// The keys before the first array component.
  var leadingKeys: [String] {
    var keys: [String] = []
    for component in components {
      guard case .key(let key) = component else { break }
      keys.append(key)
    }
    return keys
  }
}
