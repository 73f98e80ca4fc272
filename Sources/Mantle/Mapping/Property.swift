/// A property of a model in a mapping, with its JSON key path and its conversion.
///
///     Property(\.createdAt, "created_at", .iso8601)
///
/// A `var` is editable and a `let` is read-only, as determined by the key path.
///
/// The declaration names the Swift property, the key path in the JSON and, if the type has no JSON form of
/// its own, a ``JSONTransformer``. With the properties
///
/// ```swift
/// Property(\.title, "title")
/// Property(\.login, "user.login")
/// Property(\.names, "labels[].name")
/// Property(\.createdAt, "created_at", .iso8601)
/// ```
///
/// this JSON gives a `title`, a `login` from a nested object, a list of `names` from a list of objects, and a
/// date:
///
/// ```
/// {"title": "Fix", "user": {"login": "ann"}, "labels": [{"name": "bug"}], "created_at": "2011-04-22T13:33:48Z"}
/// ```
///
/// Encoding restores the containers of the path: `user` is written as an object with the member `login`.
///
/// Methods of a property return a modified copy:
///
/// ```swift
/// Property(\.tags, "tags").default([])
/// Property(\.number, "number", or: ["id"]).identity()
/// Property(\.body, "body").encodeNil(as: .omitted)
/// ```
///
/// | JSON | optional type | other type | with ``default(_:for:)`` |
/// |---|---|---|---|
/// | key is missing | nil | error | the default |
/// | null | nil | error | as without a default, unless it is `for: .null` |
/// | value of another kind | error | error | error, unless it is `for: .invalid` |
///
/// A path that leads through a value that is neither an object nor null is an error with the code
/// ``Diagnostic/Code/blockedPath``. A mistake in the declaration, such as two properties that are written to
/// one path, is a ``MappingError`` when the mapping is first used and in ``Mapping/check()``.
public final class Property<Root, Value>: AnyProperty<Root>, @unchecked Sendable {
  // A class rather than a struct, because the mapping's specialized code reaches its closures through one pointer.

  package let definition: Definition
  @usableFromInline package let keyPath: KeyPath<Root, Value>
  /// Decodes the property's value from JSON, applies the validation rules, and gives null the meaning that
  /// the property declares.
  @usableFromInline let decode: @Sendable (JSONCursor) throws -> Value
  /// Encodes the value at a memory location with the property's transformer.
  let write: @Sendable (UnsafeRawPointer, inout JSONWriter) throws -> Void
  /// The function that returns the value for a missing key: the default, or nil for an optional. It is nil if
  /// validation rules apply or a missing key may be an error.
  private let settledAbsence: (@Sendable () -> Value)?
  // Two traits that encoding uses are stored here: accessing the fields of a generic type looks up its
  // metadata, which takes a fifth of encoding.
  private let isAbsent: (@Sendable (Value) -> Bool)?
  private let encodeMembers: (@Sendable (Value) throws -> [ElementWriter?])?

  /// The configuration of a property, from which the property derives all other members.
  package struct Definition: @unchecked Sendable {
    // Unchecked: a key path is not sendable, but does not change.
    var keyPath: KeyPath<Root, Value>
    let nameInKeyPath: KeyPathName
    var source: PropertySource
    var transformer: JSONTransformer<Value>
    package var traits = PropertyTraits()
    package var defaultValue: (@Sendable () -> Value)?
    package var rules: [@Sendable (Value) throws -> Value] = []
    /// The common settings of the list of properties that wait until the property's name is known; nil if no
    /// settings wait.
    var waiting: PropertyListSettings?
  }

  package var transformer: JSONTransformer<Value> { definition.transformer }

  @usableFromInline convenience init(
    _ keyPath: KeyPath<Root, Value>, _ source: PropertySource, _ transformer: JSONTransformer<Value>
  ) {
    self.init(
      Definition(
        keyPath: keyPath, nameInKeyPath: KeyPathName(keyPath), source: source, transformer: transformer))
  }

  init(_ definition: Definition) {
    self.definition = definition
    keyPath = definition.keyPath
    decode = definition.wrappedDecode
    // The `??` operator would wrap the function in two thunks, which take an eighth of encoding.
    if let write = definition.wrappedWrite { self.write = write } else { write = { _, _ in } }
    settledAbsence = definition.settledAbsence
    isAbsent = definition.transformer.traits.isAbsent
    encodeMembers = definition.transformer.traits.members?.encode
    super.init(
      definition.nameInKeyPath, definition.source, definition.traits,
      hasDefault: definition.defaultValue != nil)
  }

  /// Returns a copy of the property with a changed definition.
  package func with(_ change: (inout Definition) -> Void) -> Property {
    var definition = definition
    change(&definition)
    return Property(definition)
  }

  /// Encodes a value with the property's transformer.
  func encode(_ value: Value, _ writer: inout JSONWriter) throws {
    try withUnsafePointer(to: value) { try write(UnsafeRawPointer($0), &writer) }
  }

  override func accept<Visitor: PropertyVisitor>(_ visitor: inout Visitor, at index: Int) throws
  where Visitor.Root == Root { try visitor.visit(self, at: index) }

  override func assign(to root: Root, from assembler: any ModelAssembler<Root>, at index: Int) throws {
    if assembler.keepsInitialValue(of: self, at: index) { return }
    let value = try assembler.value(of: self, at: index)
    guard let keyPath = keyPath as? ReferenceWritableKeyPath<Root, Value> else {
      throw MappingError(
        model: TypeName.plain(Root.self), properties: [name],
        reason: .other("a mapping that assigns needs a `var` of a class"))
    }
    root[keyPath: keyPath] = value
  }

  override func named(by labels: StoredLabels<Root>) -> AnyProperty<Root> {
    guard traits.name == nil, nameInKeyPath.text == nil, let name = storedName(in: labels) else {
      return self
    }
    return named(name).settled
  }

  /// The property after the waiting settings of its list of properties are applied.
  var settled: Property { definition.waiting.map { adapted($0) } ?? self }

  override var isWaiting: Bool { definition.waiting != nil }

  override func storedName(in labels: StoredLabels<Root>) -> String? {
    var hint: String?
    if case .paths(let paths) = source, case .key(let key)? = paths.first?.components.last { hint = key }
    return labels.label(of: keyPath, hint: hint)
  }

  override func inherited<Subclass: Model>(by _: Subclass.Type) -> AnyProperty<Subclass>? {
    let upcast = \Subclass[upcastTo: Upcast<Root>()]
    return Property<Subclass, Value>(
      Property<Subclass, Value>.Definition(
        keyPath: upcast.appending(path: keyPath), nameInKeyPath: definition.nameInKeyPath,
        source: definition.source, transformer: transformer, traits: traits,
        defaultValue: definition.defaultValue, rules: definition.rules))
  }

  override var erasedKeyPath: PartialKeyPath<Root>? { keyPath }
  override var valueType: ObjectIdentifier { ObjectIdentifier(Value.self) }
  override var typeName: String { traits.typeName ?? TypeName.written(Value.self) }
  override var shape: ValueShape { transformer.shape }
  override var transformerName: String? { transformer.name }
  override var isEditable: Bool { keyPath is WritableKeyPath<Root, Value> }
  override var isRequired: Bool {
    if case .local = source { return false }
    return traits.isRequired || (!hasDefault && transformer.valueForAbsentKey() == nil)
  }
  override var nullIsNil: Bool {
    if case .optional = shape { return true }
    return transformer.valueForAbsentKey() != nil
  }
  override var isReversible: Bool { transformer.writing != nil || encodeMembers != nil }
  override var whyIrreversible: String? { transformer.traits.whyIrreversible }
  override var readsEachElement: Bool { transformer.traits.each?.decode != nil }
  override var storedValueWriter: StoredValueWriter? { StoredValueWriter(self) }
  package override var mayBeAbsent: Bool { isAbsent != nil }

  override func write(_ root: Root, member: Int, to writer: inout JSONWriter) throws -> Bool {
    try write(root[keyPath: keyPath], member: member, to: &writer)
  }

  package override func write(value: any JSONConvertible, to writer: inout JSONWriter) throws -> Bool {
    guard let value = value as? Value else { return false }
    try encode(value, &writer)
    return true
  }

  override func writeDefault(member: Int, to writer: inout JSONWriter) throws -> Bool {
    guard let value = definition.defaultValue?() else { return false }
    return try write(value, member: member, to: &writer)
  }

  private func write(_ value: Value, member: Int, to writer: inout JSONWriter) throws -> Bool {
    if let isAbsent, isAbsent(value) { return false }
    do {
      guard let encodeMembers else {
        try encode(value, &writer)
        return true
      }
      guard let write = try encodeMembers(value)[member] else { return false }
      try write(&writer)
      return true
    } catch {
      throw problem(error)
    }
  }

  override func elements(_ root: Root) throws -> [ElementWriter]? {
    try transformer.traits.each?.encode?(root[keyPath: keyPath])
  }

  override func defaultElements() throws -> [ElementWriter]? {
    try definition.defaultValue.flatMap { try transformer.traits.each?.encode?($0()) }
  }

  override func diagnose(
    _ object: JSONCursor, _ slots: UnsafeMutablePointer<Int32>, _ mapping: Mapping<Root>, at index: Int
  ) throws {
    do { _ = try mapping.decode(self, at: index, in: object, slots) } catch is ProblemsRecorded {}
  }

  private var inspection: ValueInspection<Value> {
    ValueInspection(
      transformer: transformer, decode: decode, rules: definition.rules, model: modelName, property: name)
  }

  override func decodedValue(_ node: JSONNode) -> DecodedValue { inspection.inspect(node) }
  override var hasRules: Bool { !definition.rules.isEmpty }
  override func words(of node: JSONNode) -> String? { transformer.words(of: node) }
  override var inner: InnerReading? { transformer.traits.inner }
  override func replacement(for text: String) throws -> [UInt8] { try inspection.replacement(for: text) }
}

/// The argument of a subscript that views an instance as one of its superclass.
struct Upcast<Base>: Hashable, Sendable {}

extension Model {
  /// Returns the instance as its superclass. Only the key paths of inherited mappings use this subscript, and
  /// ``Mapping/inherited(by:)`` ensures that `Base` is a superclass.
  subscript<Base>(upcastTo _: Upcast<Base>) -> Base {
    guard let base = self as? Base else {
      preconditionFailure("\(Self.self) is not a subclass of \(Base.self)")
    }
    return base
  }
}

extension Property.Definition {
  /// The function of ``Property/decode``. It wraps the transformer in several steps, in this order: the
  /// tolerance for invalid elements, the validation rules, the replacement of null and empty strings, and the
  /// replacement of invalid values.
  fileprivate var wrappedDecode: @Sendable (JSONCursor) throws -> Value {
    let decode = absenceDecode
    guard traits.absent.contains(.invalid) else { return decode }
    return { [self] json in
      let mark = json.context.mark
      do { return try decode(json) } catch {
        try json.context.record(error, at: json, model: nil, property: nil)
        json.context.demoteErrors(since: mark)
        return try substitute(for: json, .warning, "the value cannot be read")
      }
    }
  }

  /// The function that decodes a value, and replaces null and an empty string if ``Property/absent(when:)``
  /// gives them the meaning of a missing key.
  private var absenceDecode: @Sendable (JSONCursor) throws -> Value {
    let ruled = ruledDecode
    let (null, empty) = (traits.absent.contains(.null), traits.absent.contains(.empty))
    guard null || empty else { return ruled }
    return { [self] json in
      if null, json.isNull { return try substitute(for: json, .note, defaultValue.map { _ in "null" }) }
      if empty, json.is(.string), try json.string().isEmpty {
        return try substitute(for: json, .note, "an empty string")
      }
      return try ruled(json)
    }
  }

  /// Returns the property's default, or nil for an optional, in place of a value that has the meaning of a
  /// missing key.
  ///
  /// - Parameter reason: the reason to report, as a phrase; nil if the replacement needs no report.
  /// - Throws: a ``DecodingProblem`` if there is no replacement.
  private func substitute(
    for json: JSONCursor, _ severity: Diagnostic.Severity, _ reason: String?
  ) throws -> Value {
    guard !traits.isRequired, let value = defaultValue?() ?? transformer.valueForAbsentKey() else {
      throw json.mismatch(expected: transformer.expectation)
    }
    if let reason, severity >= json.context.minimumSeverity {
      json.context.record(
        severity,
        DecodingProblem(
          .defaultUsed, at: json.index, found: json.foundText,
          detail: "\(reason); \(defaultValue == nil ? "nil" : "the default") is used"),
        model: nil, property: nil)
    }
    if defaultValue != nil, let path = source.paths.first { json.context.countDefault(path) }
    return try checked(value, at: json)
  }

  /// The function that encodes a value. It throws an error for a value whose JSON is `""` and would be
  /// decoded as the default.
  fileprivate var wrappedWrite: (@Sendable (UnsafeRawPointer, inout JSONWriter) throws -> Void)? {
    guard let write = transformer.writing?.write, traits.absent.contains(.empty) else {
      return transformer.writing?.write
    }
    return { [defaultValue] value, writer in
      let start = writer.count
      try write(value, &writer)
      guard writer.bytes(since: start) == Array("\"\"".utf8) else { return }
      var normal = JSONWriter()
      if let value = defaultValue?() { try withUnsafePointer(to: value) { try write($0, &normal) } }
      guard normal.text != "\"\"" else { return }
      throw TransformError(
        expected: "a string that is not empty, because an empty one decodes as the default", found: "\"\"")
    }
  }

  /// The function that decodes a value with the tolerance that ``Property/lossy()`` and
  /// ``Property/oneOrMany()`` declare.
  private var tolerantDecode: @Sendable (JSONCursor) throws -> Value {
    let (decode, tolerance) = (transformer.decode, traits.tolerance)
    guard !tolerance.isEmpty else { return decode }
    return { json in
      json.context.tolerances[json.index] = tolerance
      defer { json.context.tolerances[json.index] = nil }
      return try decode(json)
    }
  }

  private var ruledDecode: @Sendable (JSONCursor) throws -> Value {
    let decode = tolerantDecode
    if rules.isEmpty { return decode }
    return { [self] json in try checked(try decode(json), at: json) }
  }

  /// The function that returns the value for a missing key: the default, or nil for an optional. It is nil if
  /// validation rules apply or a missing key may be an error. Missing optionals are common, and computing
  /// their nil in generic code takes longer than decoding a string.
  fileprivate var settledAbsence: (@Sendable () -> Value)? {
    guard !traits.isRequired, rules.isEmpty else { return nil }
    if let defaultValue { return defaultValue }
    return transformer.traits.isNilWhenAbsent ? nilValue(of: Value.self).map(constant) : nil
  }

  /// Returns the value after applying the validation rules. A violation is reported at `json`.
  func checked(_ value: Value, at json: JSONCursor) throws -> Value {
    var value = value
    for rule in rules {
      do { value = try rule(value) } catch {
        let problem = json.ruleProblem(from: error)
        guard json.context.policy.keepsRefused else { throw problem }
        let mark = json.context.mark
        try json.context.record(problem, at: json, model: nil, property: nil)
        json.context.keepFailures(since: mark)
      }
    }
    return value
  }
}

extension Property {
  /// Returns the value for a missing key after applying the validation rules. If the value is the default, a
  /// note is recorded.
  ///
  /// - Throws: a ``DecodingProblem`` for the missing key if the property has neither a default nor a nil for
  ///   it.
  @inline(never) @usableFromInline func valueForAbsentKey(in object: JSONCursor) throws -> Value {
    if hasDefault, !traits.isRequired, isRead, let path = source.paths.first {
      object.context.countDefault(path)
      if object.context.notes {
        object.context.record(
          .note,
          DecodingProblem(
            .defaultUsed, at: object.index, suffix: path.components,
            detail: "\(path.isEmpty ? "none of its keys" : "no key `\(path)`"); the default is used"),
          model: nil, property: nil)
      }
    }
    return try substitute(in: object)
  }

  /// Returns the value that replaces a missing value after applying the validation rules.
  ///
  /// - Parameter whateverIsRequired: whether a replacement is used even for a required key.
  /// - Throws: a ``DecodingProblem`` for the missing key if there is no replacement.
  @inline(never) func substitute(in object: JSONCursor, whateverIsRequired: Bool = false) throws -> Value {
    if let settledAbsence { return settledAbsence() }
    return try unsettledAbsence(in: object, whateverIsRequired: whateverIsRequired)
  }

  /// Returns the value in place of a missing key if validation rules apply or a missing key may be an error.
  /// This is a separate function, because any access to the definition looks up type metadata, even if the
  /// result is not needed.
  @inline(never) private func unsettledAbsence(
    in object: JSONCursor, whateverIsRequired: Bool
  ) throws -> Value {
    guard whateverIsRequired || !traits.isRequired,
      let value = definition.defaultValue?() ?? transformer.valueForAbsentKey()
    else { throw missingKey(in: object) }
    return try definition.checked(value, at: object)
  }

  private func missingKey(in object: JSONCursor) -> DecodingProblem {
    guard case .paths(let paths) = source, let first = paths.first else {
      return DecodingProblem(.missing, at: object.index, expected: "a value")
    }
    let tried = paths.dropFirst().map { "`\($0)`" }.joined(separator: ", ")
    return DecodingProblem(
      .missing, at: object.index, suffix: first.components, expected: transformer.expectation,
      found: "no \(object.is(.array) ? "element" : "key") `\(first)`",
      detail: tried.isEmpty ? nil : "also tried \(tried)")
  }
}

extension JSONCursor {
  /// Returns the problem for an error thrown by a validation rule.
  @inline(never) func ruleProblem(from error: any Error) -> any Error {
    if error is DecodingProblem || error is ProblemsRecorded || error is MappingError { return error }
    let rule = error as? TransformError
    return DecodingProblem(
      .validation, at: index, expected: rule?.expected, found: foundText,
      detail: rule == nil ? errorText(error) : nil, hint: rule?.hint, underlying: error)
  }
}

/// Returns a function that always returns the given value. The parameter is not optional, because unwrapping
/// it at each call would look up its type at run time.
private func constant<Value>(_ value: Value) -> @Sendable () -> Value {
  nonisolated(unsafe) let value = value
  return { value }
}
