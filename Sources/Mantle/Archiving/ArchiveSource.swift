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
  func learnKeys(of graph: ArchiveGraph) {
    while propertyNumbers.count < graph.keys.count {
      propertyNumbers.append(numbers[graph.keys[propertyNumbers.count]] ?? -1)
    }
  }

  func propertyNumber(of key: ArchiveKey) -> Int { propertyNumbers[key.index] }

  func accepts(_ archiveClass: ArchiveClass, at index: Int) -> Bool {
    if let known = accepted[index] { return known }
    let isAccepted = archive.accepts(archiveClass)
    accepted[index] = isAccepted
    return isAccepted
  }
}

/// Gives a model's properties one after another, in the order of the mapping.
protocol ArchiveFieldSource {
  /// The next property of the mapping; nil when it cannot be read, which is then on record.
  func next<Owner, Value>(_ property: Property<Owner, Value>) -> Value?
}

/// Where the properties of one model come from.
@usableFromInline final class ArchiveSource<Root>: ArchiveFieldSource {
  private let decoder: ArchiveDecoder
  private let mapping: Mapping<Root>
  private let plan: ArchiveDecodePlan
  private let start: Int
  private var number = 0
  private var backReferences: [(object: Int, set: (Root, Any) -> Void)] = []

  init(_ decoder: ArchiveDecoder, _ mapping: Mapping<Root>, _ plan: ArchiveDecodePlan, _ start: Int) {
    self.decoder = decoder
    self.mapping = mapping
    self.plan = plan
    self.start = start
  }

  /// The next property of the mapping; nil when it cannot be read, which is then on record.
  @usableFromInline func next<Owner, Value>(_ property: Property<Owner, Value>) -> Value? {
    defer { number += 1 }
    let reference = decoder.slots[start + number]
    let name = plan.names[number]
    let mark = decoder.diagnostics.count
    decoder.path.append(.key(name))
    defer { decoder.path.removeLast() }
    do {
      let value = try value(of: property, reference)
      if decoder.diagnostics.count > mark { decoder.amend(since: mark, model: plan.model, property: name) }
      return value
    } catch {
      return substitute(for: property, error, since: mark)
    }
  }

  /// Stops the model when a property could not be read.
  @usableFromInline func found<Value>(_ value: Value?) throws -> Value {
    guard let value else { throw ProblemsRecorded() }
    return value
  }

  /// Sets what refers back to objects that are not complete yet.
  func finished(_ root: Root) {
    for reference in backReferences {
      let set = reference.set
      decoder.whenComplete(reference.object) { set(root, $0) }
    }
  }

  private func value<Owner, Value>(
    of property: Property<Owner, Value>, _ reference: ArchiveReference
  ) throws -> Value {
    let options = property.options
    var value: Value
    if reference == .absent || reference == .null {
      guard let substitute = property.valueWithoutField(isNull: reference == .null) else {
        throw ArchiveProblem(
          .missing, expected: property.transformer.shape.expectation,
          found: reference == .null ? "nil" : "no key `\(property.options.archiveKey ?? plan.names[number])`")
      }
      value = substitute
    } else {
      value = try property.archiveForm.unarchive(reference, decoder)
    }
    for rule in options.rules { value = try rule(value) }
    return value
  }

  private func substitute<Owner, Value>(
    for property: Property<Owner, Value>, _ error: any Error, since mark: Int
  ) -> Value? {
    let name = plan.names[number]
    let substitute = property.valueWithoutField(isNull: false)
    if let cycle = error as? ArchiveCycle, let substitute,
      let keyPath = property.keyPath as? ReferenceWritableKeyPath<Owner, Value>
    {
      backReferences.append(
        (
          cycle.object,
          { root, target in
            if let owner = root as? Owner, let target = target as? Value { owner[keyPath: keyPath] = target }
          }
        ))
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
