/// A setting that another layer attaches to properties and that can conflict between properties. The check of
/// a mapping calls `mistake` with all properties of the model.
package protocol CheckedAttachment: Sendable {
  static func mistake<Root>(in properties: [AnyProperty<Root>], of model: String) -> MappingError?
}

/// A search for mistakes in the definition of a mapping, without data.
struct DefinitionCheck<Root> {
  fileprivate let mapping: Mapping<Root>

  init(_ mapping: Mapping<Root>) { self.mapping = mapping }

  fileprivate var name: String { mapping.name }
  private var properties: [AnyProperty<Root>] { mapping.properties }

  /// Returns the first finding that is probably a mistake but may be intended, so that only
  /// ``Mapping/check()`` reports it; nil if there is none.
  func findDoubtfulProblem() -> MappingError? {
    properties.lazy.compactMap { $0.shape.mistake(isThorough: true) }.first ?? findForgottenNil() ?? mapping
      .flattened.findKeyOfTwo() ?? findAttachedMistake()
      ?? SampleValues.model(of: mapping).flatMap(findUnlisted)
  }

  /// Returns the first mistake in the definition that can be found without data; nil if there is none.
  ///
  /// - Parameter withNames: whether to compute names from key paths, which is slow.
  func findProblem(withNames: Bool) -> MappingError? {
    for property in properties {
      if let reason = property.definitionProblem(in: mapping.plan.form)
        ?? property.assignmentProblem(mapping.engine.assigns)
      {
        return MappingError(model: name, properties: [property.name], reason: reason)
      }
    }
    if let problem = findRepeatedProperty(withNames: withNames) { return problem }
    for property in properties {
      if let mistake = property.shape.mistake(isThorough: false) { return mistake }
    }
    for property in properties where property.isWritten && !property.isReversible {
      if case .local = property.source { continue }
      return MappingError(
        model: name, properties: [property.name],
        reason: property.whyIrreversible.map { .other($0) }
          ?? .irreversible(transformer: property.transformerName ?? "custom"))
    }
    if let collision = mapping.output.collision {
      return MappingError(
        model: name, properties: [properties[collision.first].name, properties[collision.second].name],
        reason: .collision(collision.path))
    }
    return findMixedPaths() ?? findMemberOfValue() ?? findRepeatedKey() ?? mapping.flattened.findSharedKey()
      ?? mapping.flattened.findKeptKeysMistake() ?? findSummaryProblem()
  }

  /// Returns the mistake that some paths start with an index, so that the model is an array, while other
  /// paths or members that hooks add require an object; nil if there is none.
  private func findMixedPaths() -> MappingError? {
    guard mapping.plan.form == .array else { return nil }
    for property in properties {
      for path in property.source.paths {
        if case .index = path.components.first { continue }
        let why = "other paths of the model start with an index, so it is an array"
        return MappingError(
          model: name, properties: [property.name], reason: .unusablePath(path, why: why))
      }
    }
    guard !mapping.options.afterEncoding.isEmpty else { return nil }
    return MappingError(
      model: name, properties: [], reason: .other("members cannot be added to a model that is an array"))
  }

  /// Returns the mistake that a model, which is represented by the value of its only property, has hooks that
  /// add members, or does not encode this property; nil if there is neither.
  private func findMemberOfValue() -> MappingError? {
    guard mapping.plan.form == .value else { return nil }
    if let only = properties.first(where: { !$0.source.paths.isEmpty && !$0.isWritten }) {
      return MappingError(
        model: name, properties: [only.name],
        reason: .other("the model is the value of this property, so the property must be encoded"))
    }
    guard !mapping.options.afterEncoding.isEmpty else { return nil }
    return MappingError(
      model: name, properties: [],
      reason: .other("members cannot be added to a model that is the value of its only property"))
  }

  private func findSummaryProblem() -> MappingError? {
    guard let text = mapping.options.summary else { return nil }
    func problem(_ words: String) -> MappingError {
      MappingError(model: name, properties: [], reason: .unusableSummary(text, why: words))
    }
    do throws(TransformError) {
      for name in try SummaryTemplate(text).names {
        guard let property = mapping.description.properties(named: name)?.last else {
          let names = properties.map(\.name)
          let near = Spelling.nearest(to: name, among: names).map { "; did you mean `\($0)`?" }
          return problem("there is no property `\(name)`" + (near ?? ""))
        }
        if property.shape.holdsOthers {
          return problem("`\(name)` holds values that do not fit in a row")
        }
      }
    } catch {
      return problem("\(error)")
    }
    return nil
  }

  /// Returns the mistake that a key of ``writing(_:_:)`` is also written by a property; nil if there is none.
  private func findRepeatedKey() -> MappingError? {
    var written = Set(mapping.output.root.members.map(\.component))
    return mapping.options.writtenKeys.first { !written.insert(.key($0)).inserted }.map {
      .repeatedKey($0, in: name)
    }
  }

  /// Returns the mistake that a property is listed twice, or that two properties have the same name; nil if
  /// there is none.
  ///
  /// - Parameter withNames: whether to compute names from key paths, which is slow, for properties without a
  ///   given name.
  private func findRepeatedProperty(withNames: Bool) -> MappingError? {
    let comparesNames = withNames || properties.contains { $0.traits.name != nil }
    var keyPaths: Set<AnyKeyPath> = []
    var names: Set<String> = []
    for property in properties {
      if let keyPath = property.erasedKeyPath, !keyPaths.insert(keyPath).inserted {
        return MappingError(
          model: name, properties: [property.name],
          reason: .other("the property is listed twice: one of them should be another property"))
      }
      if comparesNames, !names.insert(property.name).inserted {
        return MappingError(
          model: name, properties: [property.name], reason: .other("two properties have this name"))
      }
    }
    return nil
  }

  /// Returns the first mistake in the settings that other layers have attached to the properties; nil if
  /// there is none.
  private func findAttachedMistake() -> MappingError? {
    var seen: Set<ObjectIdentifier> = []
    for attached in properties.lazy.flatMap({ $0.traits.attachments.all }) {
      guard let attached = attached as? any CheckedAttachment,
        seen.insert(ObjectIdentifier(type(of: attached))).inserted
      else { continue }
      if let mistake = type(of: attached).mistake(in: properties, of: name) { return mistake }
    }
    return nil
  }

  /// Returns the mistake that a property's nil is encoded as JSON that would not be decoded as nil; nil if
  /// there is none.
  private func findForgottenNil() -> MappingError? {
    var finder = ForgottenNil(check: self)
    try? mapping.visit(&finder)
    return finder.reasons.min { $0.key < $1.key }.map { index, reason in
      MappingError(model: name, properties: [properties[index].name], reason: .other(reason))
    }
  }

  /// Returns the mistake that a stored property of the model is not mapped; nil if there is none.
  ///
  /// The check is skipped if a mapped property is computed, because its storage is unknown.
  private func findUnlisted(in root: Root) -> MappingError? {
    guard let excepted = mapping.options.unmapped else { return nil }
    let mirror = Mirror(reflecting: root)
    guard mirror.displayStyle == .struct || mirror.displayStyle == .class else { return nil }
    let stored = StoredLabels(of: root).ownLabels
    let listed = Set(properties.map { $0.nameInKeyPath.text ?? $0.name }).union(excepted)
    guard properties.allSatisfy({ $0.nameInKeyPath.text != nil || stored.contains($0.name) }),
      let label = stored.first(where: { !listed.contains($0) })
    else { return nil }
    return MappingError(
      model: name, properties: [label],
      reason: .other(
        "is stored but not mapped: add `Property(\\.\(label), \"\(label)\")`, or add `.unmapped(\\.\(label))` to the mapping"
      ))
  }

  /// Returns an alias of a property at which encoding writes something else: the value of another property,
  /// or null before a later element of an array. Returns nil if there is no such alias.
  fileprivate func writtenAlias(of property: AnyProperty<Root>) -> JSONKeyPath? {
    guard case .paths(let paths) = property.source else { return nil }
    let others = writtenPaths(besides: property)
    let own = property.writtenPaths
    return paths.dropFirst().first { alias in
      others.contains { !$0.isEmpty && $0.collides(with: alias) }
        || (others + own).contains { alias.isPadded(by: $0) }
    }
  }

  /// Returns whether a property that is omitted appears as null in the encoded JSON, because its array has a
  /// later element.
  fileprivate func isPadded(_ property: AnyProperty<Root>) -> Bool {
    let others = writtenPaths(besides: property)
    return property.writtenPaths.contains { path in others.contains { path.isPadded(by: $0) } }
  }

  private func writtenPaths(besides property: AnyProperty<Root>) -> [JSONKeyPath] {
    properties.filter { $0 !== property }.flatMap(\.writtenPaths) + mapping.flattened.paths
      + mapping.options.writtenKeys.map { JSONKeyPath([.key($0)]) }
  }
}

/// A visitor that finds properties whose nil is not restored when the encoded model is decoded.
private struct ForgottenNil<Root>: PropertyVisitor {
  let check: DefinitionCheck<Root>
  /// The encoding of nil that the options of a call select; nil to use the encoding that the mapping selects.
  var policyOfCall: NilEncoding?
  /// The reasons why a property's nil is not restored, by the index of the property.
  var reasons: [Int: String] = [:]

  mutating func visit<Value>(_ property: Property<Root, Value>, at index: Int) throws {
    guard property.isRead, property.isWritten, !property.source.paths.isEmpty else { return }
    reasons[index] = reason(property)
  }

  private func reason<Value>(_ property: Property<Root, Value>) -> String? {
    if property.shape.hasOptionals(beyond: property.mayBeAbsent ? 2 : 1) {
      return
        "JSON has only null and an absent key, and only null in a collection, so some kinds of nil would not be read "
        + "again: use a single optional"
    }
    if property.traits.omitsDefault, let alias = check.writtenAlias(of: property) {
      return "the default is left out, but an absent key means the value at `\(alias)`, which is written, too"
    }
    guard property.mayBeNil else { return nil }
    let isValue = check.mapping.plan.form == .value
    if isValue, property.mayBeAbsent {
      return "the model is the value of this property, which cannot be absent: use a single optional"
    }
    if property.isWhole, property.mayBeAbsent {
      return "an object has no null at the empty path, so null would not be read again: use a single optional"
    }
    if property.mayBeAbsent, check.isPadded(property) {
      return
        "an absent element before others is null, which the type distinguishes from an absent one, so that it would not be "
        + "read again: use a single optional"
    }
    if property.traits.absent.contains(.null) {
      if property.mayBeAbsent {
        return
          "null means an absent key, which the type distinguishes from null, so null would not be read again: remove "
          + "`.absent(when: .null)`, or use an optional"
      }
      return !property.traits.isRequired
        ? nil
        : "null means an absent key, which is an error, so nil would not be read again: remove `.required()` or "
          + "`.absent(when: .null)`"
    }
    // If the model is the value of this property, nil is never omitted.
    if isValue { return nil }
    let policy = property.traits.nilEncoding ?? policyOfCall ?? check.mapping.options.nilEncoding
    guard policy == .omitted || property.isWhole || property.mayBeAbsent, let meaning = absence(of: property)
    else { return nil }
    let advice =
      property.isWhole || property.mayBeAbsent
      ? "remove `.default(…)` or `.required()`"
      : "add `.encodeNil(as: .null)`, or `.absent(when: .null)` if nil means the same as the default"
    return "nil is left out, but \(meaning), so nil would not be read again: \(advice)"
  }

  /// Returns the meaning of an absent key for the property, as a clause for a message; nil if an absent key
  /// is decoded as nil.
  private func absence<Value>(of property: Property<Root, Value>) -> String? {
    if property.traits.isRequired { return "an absent key is an error" }
    if let value = property.definition.defaultValue?() {
      let isSame = property.transformer.traits.isAbsent.map { $0(value) }
      if !(isSame ?? (value as? any OptionalValue)?.isNil ?? true) {
        return "an absent key means the default"
      }
    } else if check.mapping.hasInitialValue(of: property) {
      return "an absent key means the initial value"
    }
    return check.writtenAlias(of: property).map {
      "an absent key means the value at `\($0)`, which is written, too"
    }
  }
}

extension Mapping {
  /// The reasons why a property must not be omitted if it is nil, because an absent key would not be decoded
  /// as nil. They are stored by the index of the property, for calls whose options omit nil.
  var reasonsAgainstOmission: [Int: String] {
    attachments.value {
      var finder = ForgottenNil(check: DefinitionCheck(self), policyOfCall: .omitted)
      try? visit(&finder)
      return OmissionReasons(reasons: finder.reasons)
    }.reasons
  }
}

private struct OmissionReasons: Sendable {
  let reasons: [Int: String]
}

extension ValueShape {
  /// Returns whether a value of this shape, or an element in it, is wrapped in more optionals than JSON can
  /// distinguish.
  ///
  /// - Parameter levels: the number of optionals that JSON distinguishes: one for null, and one for an absent
  ///   key.
  fileprivate func hasOptionals(beyond levels: Int) -> Bool {
    switch self {
    case .optional(let inner): levels == 0 || inner.hasOptionals(beyond: levels - 1)
    case .array(let inner), .dictionary(let inner): inner.hasOptionals(beyond: 1)
    default: false
    }
  }
}

extension Property {
  fileprivate var mayBeNil: Bool {
    if case .optional = shape { return true }
    return Value.self is any OptionalValue.Type
  }
}

extension StoredLabels {
  /// The declared names of the type's own stored properties, without lazy properties and without the
  /// observation registrar that `@Observable` adds.
  var ownLabels: [String] {
    own.filter { !$0.hasPrefix("$__lazy_storage_$_") && !$0.hasSuffix("$observationRegistrar") }
  }
}

extension MappingError {
  static func repeatedKey(_ key: String, in model: String) -> MappingError {
    MappingError(
      model: model, properties: [],
      reason: .other("the key `\(key)` is written twice: rename the key that `.writing` adds"))
  }
}

extension Mapping {
  /// Declares that stored properties are intentionally not part of JSON, such as a cache or a reference to
  /// the parent. ``check()`` reports other stored properties that are not mapped. Without key paths, the
  /// declaration covers all stored properties.
  ///
  /// ```swift
  /// let mapping = Mapping(Cached.init, Cached.properties).unmapped(\.cache)
  /// ```
  public func unmapped(_ keyPaths: PartialKeyPath<Root>...) -> Mapping {
    let names = keyPaths.map { KeyPathName($0).text }
    return with { options in
      guard !names.isEmpty, !names.contains(nil), let known = options.unmapped else {
        return options.unmapped = nil
      }
      options.unmapped = known.union(names.compactMap { $0 })
    }
  }
}
