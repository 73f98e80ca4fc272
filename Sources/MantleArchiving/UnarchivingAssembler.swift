import Mantle

/// The assembler of a model from the fields of an archived object.
final class UnarchivingAssembler<Root>: ModelAssembler {
  /// The archived object that is decoded as a model.
  private let source: ArchiveSource
  /// The decoder of the archive that contains the object.
  private let decoder: ArchiveDecoder
  /// The index of the property after the last one decoded.
  private var next = 0
  /// The properties to set later, when the objects that they refer to are decoded.
  private(set) var backReferences: [ArchiveBackReference] = []

  /// Creates an assembler for the model of an archived object.
  init(_ source: ArchiveSource) {
    self.source = source
    decoder = source.decoder
  }

  /// Returns the model that is assembled from the fields. All properties are decoded before an error ends the call, so that every
  /// problem is reported.
  func assembled(by mapping: Mapping<Root>) throws -> Root {
    do { return try mapping.assemble(self) } catch {
      if error is MappingError { throw error }
      try mapping.assembleRest(self, from: next)
      throw error
    }
  }

  /// Returns the decoded value of a property, or a substitute if decoding fails and the
  /// policy permits it.
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

  /// Returns whether the property keeps the initial value of its declaration, because the field is
  /// absent and there is no default.
  func keepsInitialValue<Value>(of property: Property<Root, Value>, at index: Int) -> Bool {
    !property.hasDefault && source.slots[index] == .absent
  }

  /// Decodes a field and validates the value; an absent field is replaced by the default or
  /// by nil.
  private func read<Value>(
    _ property: Property<Root, Value>, _ reference: ArchiveReference, at index: Int
  ) throws -> Value {
    let rules = property.definition.rules
    if reference.isPresent {
      let form = source.plan.properties[index].form(of: property)
      let value = try form.unarchive(reference, decoder)
      return rules.isEmpty ? value : try rules.reduce(value) { try $1($0) }
    }
    // Archives have no required properties, because an archive may be older than the property.
    let isNull = reference == .null
    let (absent, fallback) = (property.transformer.valueForAbsentKey(), property.definition.defaultValue?())
    guard let value = isNull ? absent ?? fallback : fallback ?? absent else {
      throw DecodingProblem(
        .missing, expected: property.transformer.expectation,
        found: isNull ? "nil" : "no key `\(property.archiveKey ?? property.name)`")
    }
    if let key = property.archiveKey, fallback != nil, !isNull || absent == nil {
      let reason = isNull ? "the archive has nil" : "the archive has no key `\(key)`"
      decoder.report(.note, .defaultUsed, detail: "\(reason); the default was used")
    }
    return rules.isEmpty ? value : try rules.reduce(value) { try $1($0) }
  }

  /// Names the model and the property in the problems recorded since `mark`.
  private func attribute(_ index: Int, since mark: Int) {
    decoder.attribute(since: mark, model: source.plan.model, property: source.plan.properties[index].name)
  }

  /// Reports the problem of a property, and returns a substitute if the policy permits it. A reference that is part of
  /// a cycle gets its value later, when its object is decoded.
  private func substitute<Value>(
    for property: Property<Root, Value>, _ error: any Error, since mark: Int, at index: Int
  ) throws -> Value {
    if error is MappingError { throw error }
    let substitute = property.definition.defaultValue?() ?? property.transformer.valueForAbsentKey()
    if let cycle = error as? ArchiveCycle, let substitute,
      let keyPath = property.keyPath as? ReferenceWritableKeyPath<Root, Value>
    {
      let set = { (root: Any, target: Any) in
        if let root = root as? Root, let target = target as? Value { root[keyPath: keyPath] = target }
      }
      backReferences.append((cycle.object, set))
      return substitute
    }
    decoder.report(error)
    defer { attribute(index, since: mark) }
    guard decoder.policy.substitutes, let substitute else { throw ProblemsRecorded() }
    decoder.context.demoteErrors(since: mark)
    decoder.report(.warning, .defaultUsed, detail: "the default was used instead of the value")
    return substitute
  }
}
