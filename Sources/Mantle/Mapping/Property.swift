/// One line of a mapping: a property of the model, where it stands in JSON, and how it is converted.
///
/// A `var` is editable, a `let` is read-only: the key path says which. A class rather than a struct because
/// the mapping's specialised code then reaches its closures through one pointer.
public final class Property<Root, Value>: @unchecked Sendable {
  @usableFromInline let keyPath: KeyPath<Root, Value>
  let nameInKeyPath: KeyPathName
  @usableFromInline let reader: StoredValueReader<Root, Value>
  /// Reading, with the rules and the meaning of null folded in.
  @usableFromInline let decode: @Sendable (JSONCursor) throws -> Value
  /// Writing, given where a value stands.
  let write: @Sendable (UnsafeRawPointer, inout JSONWriter) throws -> Void

  let transformer: JSONTransformer<Value>
  let source: PropertySource
  let options: PropertyOptions<Root, Value>
  /// What an absent key gives, where that is settled beforehand.
  private let settledAbsence: (@Sendable () -> Value)?
  /// Whether somebody named a default.
  let hasDefault: Bool
  @usableFromInline let archiveForm: ArchiveForm<Value>

  @usableFromInline init(
    _ keyPath: KeyPath<Root, Value>, _ source: PropertySource, _ transformer: JSONTransformer<Value>,
    archiveForm: ArchiveForm<Value>? = nil
  ) {
    self.keyPath = keyPath
    nameInKeyPath = KeyPathName(keyPath)
    self.source = source
    self.transformer = transformer
    reader = StoredValueReader(keyPath)
    options = PropertyOptions()
    self.archiveForm = archiveForm ?? ArchiveForm(transformer)
    decode = transformer.decode
    write = Property.written(transformer)
    settledAbsence = Property.settledAbsence(transformer, options)
    hasDefault = false
  }

  /// A property like another one, with some of it replaced.
  init(
    _ base: Property, source: PropertySource? = nil, transformer: JSONTransformer<Value>? = nil,
    options: PropertyOptions<Root, Value>? = nil
  ) {
    let options = options ?? base.options
    let form = transformer.map { ArchiveForm($0).checked(by: base.options.rules[...]) } ?? base.archiveForm
    let transformer = transformer ?? base.transformer
    keyPath = base.keyPath
    nameInKeyPath = base.nameInKeyPath
    reader = base.reader
    archiveForm = form.checked(by: options.rules.dropFirst(base.options.rules.count))
    self.source = source ?? base.source
    self.transformer = transformer
    self.options = options
    write = Property.written(transformer)
    decode = Property.folded(transformer, options)
    settledAbsence = Property.settledAbsence(transformer, options)
    hasDefault = options.defaultValue != nil
  }

  private static func written(_ transformer: JSONTransformer<Value>)
    -> @Sendable (UnsafeRawPointer, inout JSONWriter) throws -> Void
  {
    guard let writing = transformer.writing else { return { _, _ in } }
    return writing.write
  }

  func encode(_ value: Value, _ writer: inout JSONWriter) throws {
    try withUnsafePointer(to: value) { try write(UnsafeRawPointer($0), &writer) }
  }

  private static func folded(
    _ transformer: JSONTransformer<Value>, _ options: PropertyOptions<Root, Value>
  ) -> @Sendable (JSONCursor) throws -> Value {
    let ruled = Property.ruled(transformer.decode, options)
    guard options.nullMeaning == .absent else { return ruled }
    return { json in
      guard json.isNull else { return try ruled(json) }
      guard !options.isRequired, let value = options.defaultValue?() ?? transformer.valueForAbsentKey() else {
        throw json.mismatch(expected: transformer.shape.expectation)
      }
      if options.defaultValue != nil {
        json.context.note(.defaultUsed, "null; the default is used", at: json)
      }
      return try options.ruled(value, at: json)
    }
  }
}

extension Property {
  private static func ruled(
    _ decode: @escaping @Sendable (JSONCursor) throws -> Value, _ options: PropertyOptions<Root, Value>
  ) -> @Sendable (JSONCursor) throws -> Value {
    if options.rules.isEmpty { return decode }
    return { json in try options.ruled(try decode(json), at: json) }
  }
}

extension PropertyOptions {
  /// The value the rules make of one; what they refuse is an error at the given place.
  func ruled(_ value: Value, at json: JSONCursor) throws -> Value {
    var value = value
    for rule in rules {
      do { value = try rule(value) } catch {
        let problem = json.ruleProblem(from: error)
        guard json.context.collects, json.context.policy.keepsRefused else { throw problem }
        try json.context.record(problem, at: json, model: nil, property: nil)
      }
    }
    return value
  }
}

/// Where a property is read from.
@usableFromInline enum PropertySource: Sendable {
  /// Alternative paths, the canonical one first.
  case paths([JSONKeyPath])
  /// Several members of the object become one value; written back the same way.
  case members([JSONKeyPath])
  /// Nowhere: the value is decided locally.
  case local
  /// One key, named by the mapping's ``KeyNaming``.
  case unnamed

  var paths: [JSONKeyPath] {
    switch self {
    case .paths(let paths), .members(let paths): paths
    case .local, .unnamed: []
    }
  }
}

extension Property {
  /// A property of a type that reads itself from JSON.
  ///
  /// An absent key is an error unless the type is optional or there is a ``default(_:)``; null is an error
  /// unless the type is optional or there is ``nullMeansDefault()``; a value of another kind is an error.
  ///
  /// - Parameter aliases: further paths, tried in order where the ones before are absent; written is the first.
  @inlinable public convenience init(
    _ keyPath: KeyPath<Root, Value>, _ path: JSONKeyPath, or aliases: [JSONKeyPath] = []
  ) where Value: JSONConvertible {
    self.init(keyPath, .paths([path] + aliases), .natural)
  }

  /// A property whose JSON key follows from its name, by the mapping's ``KeyNaming``.
  @inlinable public convenience init(_ keyPath: KeyPath<Root, Value>) where Value: JSONConvertible {
    self.init(keyPath, .unnamed, .natural)
  }

  /// A property whose JSON key follows from its name, read and written through a transformer.
  @inlinable public convenience init(
    _ keyPath: KeyPath<Root, Value>, _ transformer: JSONTransformer<Value>
  ) {
    self.init(keyPath, .unnamed, transformer)
  }

  /// A property read and written through a transformer.
  @inlinable public convenience init(
    _ keyPath: KeyPath<Root, Value>, _ path: JSONKeyPath, or aliases: [JSONKeyPath] = [],
    _ transformer: JSONTransformer<Value>
  ) {
    self.init(keyPath, .paths([path] + aliases), transformer)
  }

  /// An optional property read and written through a transformer of what it wraps.
  @inlinable public convenience init<Wrapped>(
    _ keyPath: KeyPath<Root, Value>, _ path: JSONKeyPath, or aliases: [JSONKeyPath] = [],
    _ transformer: JSONTransformer<Wrapped>
  ) where Value == Wrapped? {
    self.init(keyPath, .paths([path] + aliases), transformer.optional)
  }

  /// A property that is not in JSON: its value is decided locally, anew for each decoded model.
  @inlinable public convenience init(
    local keyPath: KeyPath<Root, Value>, _ value: @escaping @Sendable () -> Value
  ) {
    self.init(
      keyPath, .local,
      JSONTransformer(
        "local", shape: .other(TypeName.plain(Value.self)), decode: { _ in value() }, encode: nil,
        valueForAbsentKey: value))
  }
}

extension Property {
  var isEditable: Bool { keyPath is WritableKeyPath<Root, Value> }

  /// The value for an absent key, its rules applied. A default leaves a note.
  ///
  /// - Throws: a missing-key problem where there is none.
  @inline(never) @usableFromInline func valueForAbsentKey(in object: JSONCursor) throws -> Value {
    if hasDefault { noteDefault(in: object) }
    return try substitute(in: object)
  }

  private func noteDefault(in object: JSONCursor) {
    guard object.context.notes, !options.isRequired, options.direction != .encodeOnly,
      let path = source.paths.first
    else { return }
    object.context.record(
      .note,
      DecodingProblem(
        .defaultUsed, at: object.index, suffix: path.components,
        detail: "no key `\(path)`; the default is used"),
      model: nil, property: nil)
  }

  /// The value that stands for one that is not there, its rules applied.
  ///
  /// - Parameter whateverIsRequired: whether to take one although the key must be there.
  /// - Throws: a missing-key problem where there is none.
  @inline(never) func substitute(in object: JSONCursor, whateverIsRequired: Bool = false) throws -> Value {
    if let settledAbsence { return settledAbsence() }
    guard whateverIsRequired || !options.isRequired,
      let value = options.defaultValue?() ?? transformer.valueForAbsentKey()
    else { throw missingKey(in: object) }
    return try options.ruled(value, at: object)
  }

  /// A default, which is asked for each model, or nil. An absent optional is common, and working its nil out in code
  /// for any type takes longer than reading a string.
  fileprivate static func settledAbsence(
    _ transformer: JSONTransformer<Value>, _ options: PropertyOptions<Root, Value>
  ) -> (@Sendable () -> Value)? {
    guard !options.isRequired, options.rules.isEmpty else { return nil }
    if let value = options.defaultValue { return value }
    return transformer.isNilWhenAbsent ? nilValue(of: Value.self).map(constant) : nil
  }

  private func missingKey(in object: JSONCursor) -> DecodingProblem {
    guard case .paths(let paths) = source, let first = paths.first else {
      return DecodingProblem(.missing, at: object.index, expected: "a value")
    }
    let tried = paths.dropFirst().map { "`\($0)`" }.joined(separator: ", ")
    return DecodingProblem(
      .missing, at: object.index, suffix: first.components, expected: transformer.shape.expectation,
      found: "no key `\(first)`", detail: tried.isEmpty ? nil : "also tried \(tried)")
  }

  /// Whether an absent key is an error.
  var isRequired: Bool {
    if case .local = source { return false }
    return options.isRequired || (options.defaultValue == nil && transformer.valueForAbsentKey() == nil)
  }
}

extension JSONCursor {
  /// The error for what a validation rule threw.
  @inline(never) func ruleProblem(from error: any Error) -> any Error {
    if error is DecodingProblem || error is ProblemsRecorded || error is MappingError { return error }
    return DecodingProblem(
      .validation, at: index, expected: (error as? TransformError)?.expected, found: foundText,
      detail: error is TransformError ? nil : String(describing: error), underlying: error)
  }
}

/// The optional is taken off before: asking for it at each call would have the runtime look its type up.
private func constant<Value>(_ value: Value) -> @Sendable () -> Value {
  nonisolated(unsafe) let value = value
  return { value }
}
