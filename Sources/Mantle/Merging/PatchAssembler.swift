extension Mapping {
  /// Reads a model whose properties that JSON does not hold are those of another one.
  ///
  /// - Parameter patch: what was changed in the JSON; nil where that is not known.
  func decode(_ json: JSONCursor, over current: Root, _ patch: JSONNode?) throws -> Root {
    try checkDefinition()
    _ = begin(json)
    let root = try plan.withSlots(of: json) { slots in
      let assembler = PatchAssembler(self, json, slots, current, patch)
      do { return try assemble(assembler) } catch {
        if error is MappingError { throw error }
        var others = RemainingProblems(assembler: assembler)
        for index in assembler.next..<properties.count { try properties[index].accept(&others, at: index) }
        throw failed(error, after: properties.count, in: json, slots)
      }
    }
    return try finished(root, json)
  }
}

/// Gives the values that stand in a JSON object, and a model's own for what does not stand in JSON.
private final class PatchAssembler<Root>: ModelAssembler {
  private let mapping: Mapping<Root>
  private let object: JSONCursor
  private let slots: UnsafeMutablePointer<Int32>
  private let current: Root
  private let patch: JSONNode?
  /// The property after those that were asked for.
  private(set) var next = 0

  init(
    _ mapping: Mapping<Root>, _ object: JSONCursor, _ slots: UnsafeMutablePointer<Int32>, _ current: Root,
    _ patch: JSONNode?
  ) {
    self.mapping = mapping
    self.object = object
    self.slots = slots
    self.current = current
    self.patch = patch
  }

  func value<Value>(of property: Property<Root, Value>, at index: Int) throws -> Value {
    next = index + 1
    let value = current[keyPath: property.keyPath]
    guard property.isInJSON else { return value }
    let change = property.writtenPaths.first.flatMap { path in patch?.find(path) }
    // RFC 7396 removes the key; of a property that may be nil it means nil, not what an absent key means.
    if slots[index] == 0, change?.isNull == true, property.traits.nullMeaning == .value,
      !property.mayBeAbsent, let none = nilValue(of: Value.self)
    {
      return none
    }
    if slots[index] > 0, property.readsNestedModel, let model = value as? any Model {
      let json = object.at(Int(slots[index]) - 1)
      if json.is(.object) {
        let mark = object.context.mark
        do {
          if let patched = try model.patched(by: json, change) as? Value { return patched }
        } catch {
          try object.context.record(error, at: json, model: mapping.name, property: property.name)
          mapping.attribute(index, since: mark, object)
          throw ProblemsRecorded()
        }
      }
    }
    return try mapping.decode(property, at: index, in: object, slots)
  }
}

/// Reads the properties after one that could not be read, so that one problem does not hide the others.
private struct RemainingProblems<Root>: PropertyVisitor {
  let assembler: PatchAssembler<Root>

  mutating func visit<Value>(_ property: Property<Root, Value>, at index: Int) throws {
    do { _ = try assembler.value(of: property, at: index) } catch is ProblemsRecorded {}
  }
}

extension AnyProperty {
  /// Whether JSON holds all there is to know of the property's value.
  fileprivate var isInJSON: Bool {
    if case .local = source { return false }
    return isRead && isWritten
  }

  /// Whether the property is read as a nested model reads itself.
  fileprivate var readsNestedModel: Bool {
    let shape = if case .optional(let wrapped) = shape { wrapped } else { shape }
    if case .model = shape { return transformerName == nil }
    return false
  }
}

extension Model {
  func patched(by json: JSONCursor, _ patch: JSONNode?) throws -> Self {
    try Self.mapping(for: json.context.profile).decode(json, over: self, patch)
  }
}
