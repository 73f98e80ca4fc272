/// A model's keys and version, as one decode call knows them.
final class ArchiveDecodePlan {
  let model: String
  let archive: ModelArchive
  let names: [String]
  private let numbers: [String: Int]
  /// By key of the graph: the property it belongs to, or -1.
  private var propertyNumbers: [Int] = []
  private var accepted: [Int: Bool] = [:]

  init(_ model: String, _ archive: ModelArchive, _ properties: [(name: String, key: String?)]) {
    self.model = model
    self.archive = archive
    names = properties.map(\.name)
    var numbers: [String: Int] = [:]
    for (number, property) in properties.enumerated() {
      if let key = property.key { numbers[key] = number }
    }
    self.numbers = numbers
  }

  /// Migrations may have added keys since the last object.
  func learnKeys(of store: ArchiveStore) {
    while propertyNumbers.count < store.graph.keys.count {
      propertyNumbers.append(numbers[store.graph.keys[propertyNumbers.count]] ?? -1)
    }
  }

  func propertyNumber(of key: ArchiveKey) -> Int { propertyNumbers[key.index] }

  /// Whether objects of the class are read as this model.
  func accepts(classAt index: Int, in store: ArchiveStore) -> Bool {
    if let known = accepted[index] { return known }
    let isAccepted = index >= 0 && archive.accepts(store.graph.classes[index])
    accepted[index] = isAccepted
    return isAccepted
  }
}

/// Where the properties of one model come from.
@usableFromInline final class ArchiveSource<Root> {
  @usableFromInline let decoder: ArchiveDecoder
  private let plan: ArchiveDecodePlan
  private let start: Int
  private var number = -1
  private var backReferences: [(object: Int, set: (Root, Any) -> Void)] = []

  init(_ decoder: ArchiveDecoder, _ plan: ArchiveDecodePlan, _ start: Int) {
    self.decoder = decoder
    self.plan = plan
    self.start = start
  }

  /// The next property of the mapping; nil when it cannot be read, which is then on record.
  @inlinable func next<Value>(_ property: Property<Root, Value>) -> Value? {
    let reference = take()
    let mark = decoder.mark
    do {
      let value =
        reference.isPresent
        ? try property.archiveForm.unarchive(reference, decoder)
        : try valueWithoutField(property, isNull: reference == .null)
      if decoder.mark != mark { attribute(since: mark) }
      return value
    } catch {
      return substitute(for: property, error, since: mark)
    }
  }

  /// Stops the model when a property could not be read.
  @inlinable func found<Value>(_ value: Value?) throws -> Value {
    guard let value else { throw ProblemsRecorded() }
    return value
  }

  @usableFromInline func take() -> ArchiveReference {
    number += 1
    decoder.frames[decoder.frames.count - 1].index = number
    return decoder.slots[start + number]
  }

  @usableFromInline func attribute(since mark: Int) {
    decoder.amend(since: mark, model: plan.model, property: plan.names[number])
  }

  /// Sets what refers back to objects that are not complete yet.
  func finished(_ root: Root) {
    for reference in backReferences {
      let set = reference.set
      decoder.whenComplete(reference.object) { set(root, $0) }
    }
  }

  @inline(never) @usableFromInline func valueWithoutField<Value>(
    _ property: Property<Root, Value>, isNull: Bool
  ) throws -> Value {
    guard let value = property.valueWithoutField(isNull: isNull) else {
      throw ArchiveProblem(
        .missing, expected: property.transformer.shape.expectation,
        found: isNull ? "nil" : "no key `\(property.archiveKeyInUse ?? plan.names[number])`")
    }
    return try property.options.rules.reduce(value) { try $1($0) }
  }

  @usableFromInline func substitute<Value>(
    for property: Property<Root, Value>, _ error: any Error, since mark: Int
  ) -> Value? {
    let name = plan.names[number]
    let substitute = property.valueWithoutField(isNull: false)
    if let cycle = error as? ArchiveCycle, let substitute,
      let keyPath = property.keyPath as? ReferenceWritableKeyPath<Root, Value>
    {
      backReferences.append((cycle.object, { root, target in
        if let target = target as? Value { root[keyPath: keyPath] = target }
      }))
      return substitute
    }
    decoder.report(error, model: plan.model, property: name)
    let substitutes = decoder.policy.substitutes && substitute != nil
    decoder.amend(since: mark, model: plan.model, property: name, isSubstituted: substitutes)
    guard substitutes else { return nil }
    decoder.report(
      .warning, .defaultUsed, model: plan.model, property: name,
      detail: "the default took the value's place")
    return substitute
  }
}

extension Property {
  /// What stands for a field that is not there, or nil: an archive knows no required properties, because it
  /// may be older than the property.
  fileprivate func valueWithoutField(isNull: Bool) -> Value? {
    if isNull { return transformer.valueForAbsentKey() ?? options.defaultValue?() }
    return options.defaultValue?() ?? transformer.valueForAbsentKey()
  }
}
