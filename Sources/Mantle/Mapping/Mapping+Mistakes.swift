// Checks for mistakes that involve several properties of a mapping or the mapping's own options.

/// A value that another layer attaches to properties and that can be wrong for all of them together.
package protocol CheckedAttachment: Sendable {
  static func mistake<Root>(in properties: [AnyProperty<Root>], of model: String) -> MappingError?
}

extension Mapping {
  /// Returns the mistake in the values that other layers have attached to the properties.
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

  /// Returns the mistake that a property's nil is encoded as a missing key, although a missing key has
  /// another meaning.
  func findForgottenNil() -> MappingError? {
    var finder = ForgottenNil(mapping: self)
    try? visit(&finder)
    return finder.found
  }

  /// Returns the mistake that a stored property of the model is not mapped.
  ///
  /// The check is skipped if a mapped property is computed, because its storage is unknown.
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

/// A visitor that finds a property whose nil is omitted although a missing key has another meaning.
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
  /// Returns an alias of the property that another property is written to.
  fileprivate func writtenAlias(of property: AnyProperty<Root>) -> JSONKeyPath? {
    guard case .paths(let paths) = property.source else { return nil }
    let written =
      properties.filter { $0 !== property }.flatMap(\.writtenPaths) + flattenedPaths
      + options.writtenKeys.map { JSONKeyPath([.key($0)]) }
    return paths.dropFirst().first { alias in written.contains { !$0.isEmpty && $0.collides(with: alias) } }
  }
}

extension StoredLabels {
  /// The names as declared, without those of superclasses and without the storage of lazy properties.
  var ownLabels: [String] {
    own.filter { !$0.hasPrefix("$__lazy_storage_$_") && !$0.hasSuffix("$observationRegistrar") }
  }
}

extension Mapping {
  /// Declares that these stored properties are intentionally not part of JSON, such as a cache or a reference
  /// to the parent. ``check()`` reports other stored properties that are not mapped. Without key paths, all
  /// are declared.
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
