/// A property of a model without the type of its value, used for operations on all properties of a mapping.
///
/// Every instance is a ``Property``, which overrides the members that depend on the type.
///
/// A list of properties with values of different types has this element type.
public class AnyProperty<Root>: @unchecked Sendable {
  // Unchecked: nothing changes after the initializer.

  let nameInKeyPath: KeyPathName
  let source: PropertySource
  package let traits: PropertyTraits
  /// Whether a default was declared.
  package let hasDefault: Bool

  init(_ nameInKeyPath: KeyPathName, _ source: PropertySource, _ traits: PropertyTraits, hasDefault: Bool) {
    self.nameInKeyPath = nameInKeyPath
    self.source = source
    self.traits = traits
    self.hasDefault = hasDefault
  }

  /// Calls the visitor with the property and its static type.
  func accept<Visitor: PropertyVisitor>(_ visitor: inout Visitor, at index: Int) throws
  where Visitor.Root == Root {}

  /// Sets the property of an object to the value that the assembler provides.
  func assign(to root: Root, from assembler: any ModelAssembler<Root>, at index: Int) throws {}

  /// Returns the property with its name taken from an object's stored properties, if its key path has no
  /// name.
  func named(by labels: StoredLabels<Root>) -> AnyProperty { self }
  /// Whether settings that depend on the name are still pending, because the key path has no name.
  var isWaiting: Bool { false }
  /// Returns the name of the stored property that the key path refers to.
  func storedName(in labels: StoredLabels<Root>) -> String? { nil }

  /// Returns the property as a property of a subclass.
  func inherited<Subclass: Model>(by _: Subclass.Type) -> AnyProperty<Subclass>? { nil }

  var erasedKeyPath: PartialKeyPath<Root>? { nil }
  var valueType: ObjectIdentifier { ObjectIdentifier(Never.self) }
  /// The Swift type as written in source code. Computing it is slow.
  var typeName: String { "" }
  var shape: ValueShape { .other("") }
  var transformerName: String? { nil }
  /// Whether the property is a `var`.
  var isEditable: Bool { false }
  /// Whether a missing key is an error.
  var isRequired: Bool { false }
  /// Whether some values are encoded by omitting the key.
  package var mayBeAbsent: Bool { false }
  /// Whether null is nil, which encoding may omit, rather than a value.
  var nullIsNil: Bool { false }
  /// Whether the transformer can encode values.
  var isReversible: Bool { false }
  /// The reason why the transformer cannot encode values, if it provides one.
  var whyIrreversible: String? { nil }
  /// Whether the property can be decoded from each element of an array.
  var readsEachElement: Bool { false }
  /// The writer of the stored value; nil only for the base class.
  var storedValueWriter: StoredValueWriter? { nil }

  /// Writes the property's JSON, or one member of a composite property; returns false if there is nothing to
  /// write.
  func write(_ root: Root, member: Int, to writer: inout JSONWriter) throws -> Bool { false }
  /// Writes the JSON of a value; returns false if it is not of the property's type.
  package func write(value: any JSONConvertible, to writer: inout JSONWriter) throws -> Bool { false }
  /// Writes the JSON of the property's default; returns false if there is no default.
  func writeDefault(member: Int, to writer: inout JSONWriter) throws -> Bool { false }
  /// Returns the elements to write at an each-element path; nil if the list is nil.
  func elements(_ root: Root) throws -> [ElementWriter]? { nil }
  /// Returns the elements of the property's default to write at an each-element path.
  func defaultElements() throws -> [ElementWriter]? { nil }

  /// Decodes the property only to record its problems; the value is discarded.
  func diagnose(
    _ object: JSONCursor, _ slots: UnsafeMutablePointer<Int32>, _ mapping: Mapping<Root>, at index: Int
  )
    throws
  {}

  func decodedValue(_ node: JSONNode) -> DecodedValue {
    DecodedValue(text: nil, editableText: nil, reencoded: nil, roundTrips: nil, diagnostics: [])
  }
  /// Whether values are validated.
  var hasRules: Bool { false }
  func words(of node: JSONNode) -> String? { nil }
  /// The decoding of the elements of a list or the values of a dictionary.
  var inner: InnerReading? { nil }
  func replacement(for text: String) throws -> [UInt8] { [] }
}

extension AnyProperty {
  package var isIdentity: Bool { traits.isIdentity }
  package var retention: PropertyRetention { traits.retention }
  var isRead: Bool { traits.direction != .encodeOnly }
  var isWritten: Bool { traits.direction != .decodeOnly }

  /// The model's name in messages: the given name, or the name of the type.
  var modelName: String { traits.modelName ?? TypeName.plain(Root.self) }

  /// The Swift name: the given name, otherwise the key path's (`htmlURL` for `\Issue.htmlURL`), otherwise the
  /// JSON key path.
  package var name: String {
    if let name = traits.name ?? nameInKeyPath.text { return name }
    if case .paths(let paths) = source, let first = paths.first { return first.description }
    return nameInKeyPath.description
  }

  /// The reason why the property's name is unreliable; archives and messages need the name.
  ///
  /// A struct's property may be named by its JSON key path. For a class this is an error: whether the key
  /// path has a name depends on what the optimizer knows about subclasses.
  var nameProblem: MappingError.Reason? {
    if case .paths = source, !(Root.self is AnyObject.Type) { return nil }
    guard traits.name == nil, nameInKeyPath.text == nil else { return nil }
    return .other(
      "the key path does not tell the property's name (it is computed, as those of an `@Observable` class are, weak, "
        + "unowned or overridable); "
        + "add `.named(\"…\")` or make it `final`")
  }

  /// The keys of the only path that the property is decoded from; empty if it is found in another way.
  var directKeys: [String] {
    guard isRead, case .paths(let paths) = source, paths.count == 1, let path = paths.first else { return [] }
    return path.hasOnlyKeys ? path.leadingKeys : []
  }

  /// The paths that the property is encoded to: the canonical path, or the paths of all members.
  var writtenPaths: [JSONKeyPath] {
    guard isWritten else { return [] }
    return switch source {
    case .local, .unnamed: []
    case .paths(let paths): Array(paths.prefix(1))
    case .members(let paths): paths
    }
  }

  /// The mistake in the property's definition: an unreliable name, or a path that the type does not support.
  ///
  /// - Parameter form: the JSON of the model.
  func definitionProblem(in form: DecodingPlan.Form) -> MappingError.Reason? {
    if let nameProblem { return nameProblem }
    if traits.isUnregistered {
      return .other(
        "the list's registry has no transformer for \(self.typeName): add `.with(\(self.typeName).self, …)` to it, or "
          + "name a transformer")
    }
    if let why = traits.defaultMistake { return .other("the default is not a value of the property: \(why)") }
    if let toleranceProblem { return .other(toleranceProblem) }
    if let omissionProblem { return .other(omissionProblem) }
    if !isRead, isRequired {
      return .other("the property is never read and has no default; add `.default(…)`")
    }
    if let mistake = source.paths.lazy.compactMap(\.mistake).first {
      return .other(mistake.error.description)
    }
    for (number, path) in source.paths.enumerated() {
      if let why = problem(of: path, isCanonical: number == 0, form) { return .unusablePath(path, why: why) }
    }
    return nil
  }

  /// The reason why the property cannot omit its default.
  private var omissionProblem: String? {
    guard traits.omitsDefault else { return nil }
    if case .paths(let paths) = source, let path = paths.first, path.hasOnlyKeys, !path.isEmpty, hasDefault,
      !traits.isRequired
    {
      return nil
    }
    return "`.omitDefault()` needs `.default(…)` without `.required()`, and a path of keys"
  }

  /// The reason why the property cannot tolerate what its modifiers say.
  private var toleranceProblem: String? {
    let replaces = traits.absent.contains(.empty) || traits.absent.contains(.invalid)
    guard replaces || !traits.tolerance.isEmpty else { return nil }
    guard case .paths(let paths) = source, !paths.contains(where: { $0.components.contains(.each) }) else {
      return
        "`.absent(when: .empty)`, `.absent(when: .invalid)`, `.lossy()` and `.oneOrMany()` need the path of one value"
    }
    if replaces, isRequired {
      return
        "there is no value to use instead: add `.default(…)`, or make the type optional, without `.required()`"
    }
    switch shape.unwrapped {
    case .array: return nil
    case .dictionary where !traits.tolerance.contains(.acceptsOne): return nil
    default: return traits.tolerance.isEmpty ? nil : "`.lossy()` and `.oneOrMany()` need a list"
    }
  }

  /// The reason why the property cannot be set on an existing object.
  func assignmentProblem(_ assigns: Bool) -> MappingError.Reason? {
    assigns && !isEditable ? .other("a mapping that assigns needs a `var` of a class") : nil
  }

  private func problem(of path: JSONKeyPath, isCanonical: Bool, _ form: DecodingPlan.Form) -> String? {
    if case .each = path.components.first {
      return "a model is an object or a fixed array, and its paths start with a key or an index"
    }
    if path.isEmpty {
      if case .members = source { return "a member has a key" }
      if form != .value, let kind = shape.kindWithoutKeys {
        return "\(kind) has no keys, which it could share with the model: give it a key of its own"
      }
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
  /// Whether the path has no array components.
  var hasOnlyKeys: Bool { leadingKeys.count == components.count }

  /// The keys of a path before its first array component.
  var leadingKeys: [String] {
    var keys: [String] = []
    for component in components {
      guard case .key(let key) = component else { break }
      keys.append(key)
    }
    return keys
  }
}
