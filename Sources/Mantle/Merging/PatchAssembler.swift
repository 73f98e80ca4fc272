extension Mapping {
  /// Reads a model whose properties that JSON does not hold are those of another one.
  ///
  /// - Parameter patch: what was changed in the JSON; nil where that is not known.
  func decode(_ json: JSONCursor, over current: Root, _ patch: JSONNode?) throws -> Root {
    try checkDefinition()
    let start = begin(json)
    let root = try plan.withSlots(of: json) { slots in
      let assembler = PatchAssembler(self, json, slots, current, patch)
      do { return try assemble(assembler) } catch {
        if error is MappingError { throw error }
        try assembleRest(assembler, from: assembler.next)
        throw failed(error, after: properties.count, in: json, slots, since: start)
      }
    }
    return try finished(root, json, since: start)
  }
}

/// Gives the values that stand in a JSON object, and a model's own for what does not stand in JSON.
private final class PatchAssembler<Root>: DecodingAssembler<Root> {
  private let current: Root
  private let patch: JSONNode?

  init(
    _ mapping: Mapping<Root>, _ object: JSONCursor, _ slots: UnsafeMutablePointer<Int32>, _ current: Root,
    _ patch: JSONNode?
  ) {
    self.current = current
    self.patch = patch
    super.init(mapping, object, slots)
  }

  override func value<Value>(of property: Property<Root, Value>, at index: Int) throws -> Value {
    next = index + 1
    let value = current[keyPath: property.keyPath]
    guard property.isInJSON else { return value }
    let change = property.source.paths.lazy.compactMap { [patch] path in patch?.find(path) }.first
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
          object.context.keepFailures(since: mark)
          throw ProblemsRecorded()
        }
      }
    }
    return try super.value(of: property, at: index)
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
