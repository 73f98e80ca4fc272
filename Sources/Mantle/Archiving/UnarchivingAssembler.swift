/// Gives a model the values that stand in an archived object.
final class UnarchivingAssembler<Root>: ModelAssembler {
  private let source: ArchiveSource
  private let decoder: ArchiveDecoder
  private let forms: ArchiveForms
  private var next = 0
  private(set) var backReferences: [ArchiveBackReference] = []

  init(_ source: ArchiveSource, _ forms: ArchiveForms) {
    self.source = source
    self.forms = forms
    decoder = source.decoder
  }

  /// The model, with every problem on record: one does not hide the others.
  func assembled(by mapping: Mapping<Root>) throws -> Root {
    do { return try mapping.assemble(self) } catch {
      if error is MappingError { throw error }
      try mapping.assembleRest(self, from: next)
      throw error
    }
  }

  func value<Value>(of property: Property<Root, Value>, at index: Int) throws -> Value {
    next = index + 1
    let reference = source.slots[index]
    let mark = decoder.mark
    do {
      let value = try read(property, reference, at: index)
      if decoder.mark != mark { attribute(index, since: mark) }
      return value
    } catch {
      return try substitute(for: property, error, since: mark, at: index)
    }
  }

  func keepsInitialValue<Value>(of property: Property<Root, Value>, at index: Int) -> Bool {
    !property.hasDefault && source.slots[index] == .absent
  }

  private func read<Value>(
    _ property: Property<Root, Value>, _ reference: ArchiveReference, at index: Int
  ) throws -> Value {
    let rules = property.definition.rules
    if reference.isPresent {
      let value = try forms.form(of: property, at: index).unarchive(reference, decoder)
      return rules.isEmpty ? value : try rules.reduce(value) { try $1($0) }
    }
    let isNull = reference == .null
    guard let value = property.valueWithoutField(isNull: isNull) else {
      throw DecodingProblem(
        .missing, expected: property.transformer.shape.expectation,
        found: isNull ? "nil" : "no key `\(property.archiveKey ?? property.name)`")
    }
    noteDefault(of: property, isNull: isNull)
    return rules.isEmpty ? value : try rules.reduce(value) { try $1($0) }
  }

  private func noteDefault<Value>(of property: Property<Root, Value>, isNull: Bool) {
    guard let key = property.archiveKey, property.takesDefault(isNull: isNull) else { return }
    decoder.report(
      .note, .defaultUsed,
      detail: isNull
        ? "the archive has nil; the default was used"
        : "the archive has no key `\(key)`; the default was used")
  }

  private func attribute(_ index: Int, since mark: Int) {
    decoder.attribute(since: mark, model: source.plan.model, property: source.plan.names[index])
  }

  /// Puts a property's problem on record, and its default in its place where the policy has it so.
  private func substitute<Value>(
    for property: Property<Root, Value>, _ error: any Error, since mark: Int, at index: Int
  ) throws -> Value {
    if error is MappingError { throw error }
    let substitute = property.valueWithoutField(isNull: false)
    if let cycle = error as? ArchiveCycle, let substitute,
      let keyPath = property.keyPath as? ReferenceWritableKeyPath<Root, Value>
    {
      backReferences.append(
        ArchiveBackReference(object: cycle.object) { root, target in
          if let root = root as? Root, let target = target as? Value { root[keyPath: keyPath] = target }
        })
      return substitute
    }
    decoder.report(error)
    defer { attribute(index, since: mark) }
    guard decoder.policy.substitutes, let substitute else { throw ProblemsRecorded() }
    decoder.context.demoteErrors(since: mark)
    decoder.report(.warning, .defaultUsed, detail: "the default took the value's place")
    return substitute
  }
}

extension Property {
  /// What stands for a field that is not there, or nil: an archive knows no required properties, because it
  /// may be older than the property.
  fileprivate func valueWithoutField(isNull: Bool) -> Value? {
    if isNull { return transformer.valueForAbsentKey() ?? definition.defaultValue?() }
    return definition.defaultValue?() ?? transformer.valueForAbsentKey()
  }

  /// Whether ``valueWithoutField(isNull:)`` is the default.
  fileprivate func takesDefault(isNull: Bool) -> Bool {
    hasDefault && !(isNull && transformer.valueForAbsentKey() != nil)
  }
}
