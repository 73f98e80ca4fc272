/// A property of a model without the type of its value, used for operations on all properties of a mapping.
///
/// Every instance is a ``Property``, which overrides the members that depend on the type. A list of
/// properties with values of different types has this element type.
public class AnyProperty<Root>: @unchecked Sendable {
  // Unchecked: nothing changes after the initializer.

  let nameInKeyPath: KeyPathName
  let source: PropertySource
  package let traits: PropertyTraits
  /// Whether the declaration of the property gives a default.
  package let hasDefault: Bool

  init(_ nameInKeyPath: KeyPathName, _ source: PropertySource, _ traits: PropertyTraits, hasDefault: Bool) {
    self.nameInKeyPath = nameInKeyPath
    self.source = source
    self.traits = traits
    self.hasDefault = hasDefault
  }

  /// Calls the visitor with this property as a ``Property``, which includes the type of the value.
  func accept<Visitor: PropertyVisitor>(_ visitor: inout Visitor, at index: Int) throws
  where Visitor.Root == Root {}

  /// Sets the value of this property in an existing object to the value that the assembler provides.
  func assign(to root: Root, from assembler: any ModelAssembler<Root>, at index: Int) throws {}

  /// Returns a copy of this property with the name of the stored property that its key path reads, found in
  /// sample objects. Returns this property itself if its declaration or key path already gives a name, or no
  /// name is found.
  func named(by labels: StoredLabels<Root>) -> AnyProperty { self }
  /// Whether the common settings of the list of properties, such as key naming, are not applied to this
  /// property yet, because they need its name and its key path has none.
  var isWaiting: Bool { false }
  /// Returns the name of the stored property that the key path reads; nil if several stored properties are
  /// possible.
  func storedName(in labels: StoredLabels<Root>) -> String? { nil }

  /// Returns a copy of the property for the mapping of a subclass of `Root`.
  func inherited<Subclass: Model>(by _: Subclass.Type) -> AnyProperty<Subclass>? { nil }

  var erasedKeyPath: PartialKeyPath<Root>? { nil }
  var valueType: ObjectIdentifier { ObjectIdentifier(Never.self) }
  /// The name of the value's type as written in Swift, such as `[String]?`. Computing it is slow.
  var typeName: String { "" }
  var shape: ValueShape { .other("") }
  var transformerName: String? { nil }
  /// Whether the property is a `var`.
  var isEditable: Bool { false }
  /// Whether decoding reports an error if the key of the property is missing.
  var isRequired: Bool { false }
  /// Whether some values, such as the `absent` case of a ``Field``, are encoded by omitting the key.
  package var mayBeAbsent: Bool { false }
  /// Whether null represents nil in the property, so that the settings for nil decide how encoding writes it.
  var nullIsNil: Bool { false }
  /// Whether the property's transformer can encode values, not only decode them.
  var isReversible: Bool { false }
  /// The reason why the property's transformer cannot encode values; nil if it can, or if it gives no reason.
  var whyIrreversible: String? { nil }
  /// Whether the property can be decoded from a path through every element of an array, such as
  /// `users[].name`.
  var readsEachElement: Bool { false }
  /// The function that encodes the property, given the memory location of a model; nil only in `AnyProperty`
  /// itself, which ``Property`` overrides.
  var storedValueWriter: StoredValueWriter? { nil }

  /// Encodes the property's value in a model. If several JSON members are combined into the property, encodes
  /// the member with the index `member`. Returns false if nothing is to be written.
  func write(_ root: Root, member: Int, to writer: inout JSONWriter) throws -> Bool { false }
  /// Encodes the given value, instead of a model's value, with the property's transformer. Returns false if
  /// the value is of another type than the property.
  package func write(value: any JSONConvertible, to writer: inout JSONWriter) throws -> Bool { false }
  /// Encodes the property's default, or its member with the index `member` if the property combines several
  /// JSON members. Returns false if there is no default.
  func writeDefault(member: Int, to writer: inout JSONWriter) throws -> Bool { false }
  /// Returns a writer for each element of the property's list, for a path such as `users[].name`; nil if the
  /// list is nil.
  func elements(_ root: Root) throws -> [ElementWriter]? { nil }
  /// Returns a writer for each element of the property's default, for a path such as `users[].name`; nil if
  /// there is no default, or the default is nil.
  func defaultElements() throws -> [ElementWriter]? { nil }

  /// Decodes the property only to record its problems, and discards the decoded value.
  func diagnose(
    _ object: JSONCursor, _ slots: UnsafeMutablePointer<Int32>, _ mapping: Mapping<Root>, at index: Int
  )
    throws
  {}

  func decodedValue(_ node: JSONNode) -> DecodedValue {
    DecodedValue(text: nil, editableText: nil, reencoded: nil, roundTrips: nil, diagnostics: [])
  }
  /// Whether the property has validation rules.
  var hasRules: Bool { false }
  func words(of node: JSONNode) -> String? { nil }
  /// The functions that display and parse a single element of the property's list, or value of its
  /// dictionary; nil if the property is not a collection.
  var inner: InnerReading? { nil }
  func replacement(for text: String) throws -> [UInt8] { [] }
}

extension AnyProperty {
  package var isIdentity: Bool { traits.isIdentity }
  package var retention: PropertyRetention { traits.retention }
  var isRead: Bool { traits.direction != .encodeOnly }
  var isWritten: Bool { traits.direction != .decodeOnly }

  /// The name of the model in messages: the name that is set if the Swift type represents several models,
  /// otherwise the name of the type.
  var modelName: String { traits.modelName ?? TypeName.plain(Root.self) }

  /// The Swift name of the property: the name set by ``Property/named(_:)``, otherwise the name in the key
  /// path (`htmlURL` for `\Issue.htmlURL`), otherwise the JSON key path.
  package var name: String {
    if let name = traits.name ?? nameInKeyPath.text { return name }
    if case .paths(let paths) = source, let first = paths.first { return first.description }
    return nameInKeyPath.description
  }

  /// The reason why the property has no reliable name, which archives and messages need; nil if it has one.
  ///
  /// A struct's property without a name is named by its JSON key path. For a class, a missing name is an
  /// error, because it depends on the optimizer's knowledge of subclasses whether a key path has a name.
  var nameProblem: MappingError.Reason? {
    if case .paths = source, !(Root.self is AnyObject.Type) { return nil }
    guard traits.name == nil, nameInKeyPath.text == nil else { return nil }
    return .other(
      "the key path does not contain the property's name (it is computed, as in an `@Observable` class, weak, "
        + "unowned or overridable); "
        + "add `.named(\"…\")` or make it `final`")
  }

  /// The keys of the property's path, if the property is decoded from a single path that consists of keys;
  /// otherwise an empty list.
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

  /// Returns the first mistake in the property's definition, such as an unreliable name or a path that the
  /// type does not support; nil if there is none.
  ///
  /// - Parameter form: the kind of JSON that represents the model.
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

  /// The reason why the property cannot have the modifier ``Property/omitDefault()``; nil if it can have the
  /// modifier, or does not use it.
  private var omissionProblem: String? {
    guard traits.omitsDefault else { return nil }
    if case .paths(let paths) = source, let path = paths.first, path.hasOnlyKeys, !path.isEmpty, hasDefault,
      !traits.isRequired
    {
      return nil
    }
    return "`.omitDefault()` needs `.default(…)` without `.required()`, and a path of keys"
  }

  /// The reason why the property cannot have its modifiers for invalid values, such as ``Property/lossy()``;
  /// nil if it can have them.
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

  /// Returns the reason why a mapping that first creates an object cannot set the property on it; nil if it
  /// can.
  ///
  /// - Parameter assigns: whether the mapping creates objects first. If false, the result is nil.
  func assignmentProblem(_ assigns: Bool) -> MappingError.Reason? {
    assigns && !isEditable ? .other("a mapping that assigns needs a `var` of a class") : nil
  }

  private func problem(of path: JSONKeyPath, isCanonical: Bool, _ form: DecodingPlan.Form) -> String? {
    if case .each = path.components.first {
      return "a model is an object or a fixed array, and its paths start with a key or an index"
    }
    if path.isEmpty {
      if case .members = source { return "a member needs a key" }
      if form != .value, let kind = shape.kindWithoutKeys {
        return "\(kind) has no keys to share with the model: give the property a key of its own"
      }
    }
    let lists = path.components.filter { $0 == .each }.count
    if lists == 0 { return nil }
    if case .members = source { return "a member is a single value: remove the `[]` from its path" }
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
  /// Whether the path consists of keys only, without indices and each-element components.
  var hasOnlyKeys: Bool { leadingKeys.count == components.count }

  /// The keys at the start of the path, up to the first array component.
  var leadingKeys: [String] {
    var keys: [String] = []
    for component in components {
      guard case .key(let key) = component else { break }
      keys.append(key)
    }
    return keys
  }
}
