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
@usableFromInline struct ArchiveSource {
  @usableFromInline let decoder: ArchiveDecoder
  private let plan: ArchiveDecodePlan
  let object: Int
  /// The properties' fields.
  private let slots: [ArchiveReference]
  /// The JSON-like dictionary of an archive from before Mantle 0.3; it has no other fields.
  @usableFromInline let legacy: ArchiveReference?
  private var number = -1
  @usableFromInline var backReferences: [ArchiveBackReference] = []

  init(
    _ decoder: ArchiveDecoder, _ plan: ArchiveDecodePlan, object: Int, _ slots: [ArchiveReference],
    legacy: ArchiveReference?
  ) {
    self.decoder = decoder
    self.plan = plan
    self.object = object
    self.slots = slots
    self.legacy = legacy
  }

  /// The next property of the mapping.
  ///
  /// - Throws: the first problem, without its place.
  @inlinable @inline(__always)
  mutating func next<Root, Value>(_ property: Property<Root, Value>) throws -> Value {
    let reference = take()
    guard reference.isPresent else { return try substitute(forAbsent: property, isNull: reference == .null) }
    if property.archiveForm.isLeaf { return try property.archiveForm.unarchive(reference, decoder) }
    let mark = decoder.mark
    let value = try property.archiveForm.unarchive(reference, decoder)
    if decoder.mark != mark { attribute(since: mark) }
    return value
  }

  /// The next property of the mapping; nil when it cannot be read, which is then on record.
  mutating func collect<Root, Value>(_ property: Property<Root, Value>) -> Value? {
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

  /// Reads every property on its own, so that one problem does not hide the others.
  @usableFromInline mutating func collect<Root, each Value>(
    _ pack: PropertyPack<Root, repeat each Value>, _ make: (repeat each Value) throws -> Root
  ) throws -> Root {
    let values = (repeat collect(each pack.properties))
    return try make(repeat try found(each values))
  }

  private func found<Value>(_ value: Value?) throws -> Value {
    guard let value else { throw ProblemsRecorded() }
    return value
  }

  /// Fills an object that was made empty.
  mutating func assign<Root>(to root: Root, _ assigners: [Assigner<Root>]) throws -> Root {
    var isWhole = true
    for assigner in assigners where try !assigner.unarchive(root, &self) { isWhole = false }
    guard isWhole else { throw ProblemsRecorded() }
    return root
  }

  @usableFromInline mutating func take() -> ArchiveReference {
    number += 1
    return slots[number]
  }

  /// Passes over the next property if the archive has no field for it.
  mutating func skipAbsent() -> Bool {
    guard slots[number + 1] == .absent else { return false }
    number += 1
    return true
  }

  @usableFromInline func attribute(since mark: Int) {
    decoder.attribute(since: mark, model: plan.model, property: plan.names[number])
  }

  @inline(never) @usableFromInline func substitute<Root, Value>(
    forAbsent property: Property<Root, Value>, isNull: Bool
  ) throws -> Value {
    let mark = decoder.mark
    let value = try valueWithoutField(property, isNull: isNull)
    if decoder.mark != mark { attribute(since: mark) }
    return value
  }

  /// A default that is taken is a note, without its place.
  private func valueWithoutField<Root, Value>(
    _ property: Property<Root, Value>, isNull: Bool
  ) throws -> Value {
    guard let value = property.valueWithoutField(isNull: isNull) else {
      throw ArchiveProblem(
        .missing, expected: property.transformer.shape.expectation,
        found: isNull ? "nil" : "no key `\(property.archiveKeyInUse ?? plan.names[number])`")
    }
    if let key = property.archiveKeyInUse, property.takesDefault(isNull: isNull) {
      decoder.report(
        .note, .defaultUsed,
        detail: isNull
          ? "the archive has nil; the default was used"
          : "the archive has no key `\(key)`; the default was used")
    }
    return try property.options.rules.reduce(value) { try $1($0) }
  }

  @inline(never) @usableFromInline mutating func substitute<Root, Value>(
    for property: Property<Root, Value>, _ error: any Error, since mark: Int
  ) -> Value? {
    let name = plan.names[number]
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
    let substitutes = decoder.policy.substitutes && substitute != nil
    if substitutes {
      decoder.context.demoteErrors(since: mark)
      decoder.report(.warning, .defaultUsed, detail: "the default took the value's place")
    }
    decoder.attribute(since: mark, model: plan.model, property: name)
    return substitutes ? substitute : nil
  }
}

/// A property of a finished model to set when the object it refers to is finished too.
@usableFromInline struct ArchiveBackReference {
  let object: Int
  let set: (_ root: Any, _ target: Any) -> Void
}

extension Property {
  /// What stands for a field that is not there, or nil: an archive knows no required properties, because it
  /// may be older than the property.
  fileprivate func valueWithoutField(isNull: Bool) -> Value? {
    if isNull { return transformer.valueForAbsentKey() ?? options.defaultValue?() }
    return options.defaultValue?() ?? transformer.valueForAbsentKey()
  }

  /// Whether ``valueWithoutField(isNull:)`` is the default.
  fileprivate func takesDefault(isNull: Bool) -> Bool {
    options.defaultValue != nil && !(isNull && transformer.valueForAbsentKey() != nil)
  }
}
