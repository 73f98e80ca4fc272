// What the properties of a mapping get wrong together, or with what the mapping says of all of them.

/// What another layer attaches to properties, where it can be wrong for all of them together.
protocol CheckedAttachment: Sendable {
  static func mistake<Root>(in properties: [AnyProperty<Root>], of model: String) -> MappingError?
}

extension Mapping {
  /// The mistake in what other layers have attached to the properties.
  func findAttachedMistake() -> MappingError? {
    var seen: Set<ObjectIdentifier> = []
    for attached in properties.lazy.flatMap({ $0.traits.attachments.all }) {
      guard let attached = attached as? any CheckedAttachment,
        seen.insert(ObjectIdentifier(type(of: attached))).inserted
      else { continue }
      if let mistake = type(of: attached).mistake(in: properties, of: name) { return mistake }
    }
    return nil
  }

  /// The property whose nil is written as no key, where no key means something else.
  func findForgottenNil() -> MappingError? {
    var finder = ForgottenNil(mapping: self)
    try? visit(&finder)
    return finder.found
  }

  /// What the model stores and no line of the mapping is for.
  ///
  /// Not looked for where a property is computed: what is behind it cannot be known.
  func findUnlisted(in root: Root) -> MappingError? {
    guard let excepted = options.unmapped else { return nil }
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
        "is stored but not mapped: add `Property(\\.\(label), \"\(label)\")`, or say `.unmapped(\\.\(label))` of the mapping"
      ))
  }
}

private struct ForgottenNil<Root>: PropertyVisitor {
  let mapping: Mapping<Root>
  var found: MappingError?

  mutating func visit<Value>(_ property: Property<Root, Value>, at index: Int) throws {
    guard found == nil, property.mayBeNil, property.isRead, property.isWritten,
      !property.source.paths.isEmpty, property.traits.nullMeaning == .value,
      (property.traits.nullPolicy ?? mapping.options.nullPolicy) == .omit
    else { return }
    let meaning: String
    if property.traits.isRequired {
      meaning = "an absent key is an error"
    } else if let value = property.definition.defaultValue?(), (value as? any OptionalValue)?.isNil == false {
      meaning = "an absent key means the default"
    } else if let alias = mapping.writtenAlias(of: property) {
      meaning = "an absent key means the value at `\(alias)`, which is written, too"
    } else {
      return
    }
    found = MappingError(
      model: mapping.name, properties: [property.name],
      reason: .other(
        "nil is left out, but \(meaning), so nil would not be read again: add `.onNil(.writeNull)`, or "
          + "`.nullMeansDefault()` where nil is to mean the same as the default"))
  }
}

extension Property {
  fileprivate var mayBeNil: Bool {
    if case .optional = shape { return true }
    return Value.self is any OptionalValue.Type
  }
}

extension Mapping {
  /// An alias of a property that something else is written to.
  fileprivate func writtenAlias(of property: AnyProperty<Root>) -> JSONKeyPath? {
    guard case .paths(let paths) = property.source else { return nil }
    let written =
      properties.filter { $0 !== property }.flatMap(\.writtenPaths) + flattenedPaths
      + options.writtenKeys.map { JSONKeyPath([.key($0)]) }
    return paths.dropFirst().first { alias in written.contains { !$0.isEmpty && $0.collides(with: alias) } }
  }
}

extension StoredLabels {
  /// The names as they are declared, without those of superclasses and what lazy properties keep.
  var ownLabels: [String] {
    own.filter { !$0.hasPrefix("$__lazy_storage_$_") && !$0.hasSuffix("$observationRegistrar") }
  }
}

extension Mapping {
  /// Says that these stored properties are no part of JSON on purpose: a cache, a reference to the parent. ``check()``
  /// names others that no line stands for. Without key paths this holds for all.
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
