extension Mapping {
  /// Decodes a model and takes the properties that JSON does not contain from another model.
  ///
  /// - Parameter patch: the patch that was applied to the JSON; nil if it is unknown.
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

/// An assembler that decodes the property values from a JSON object, and takes values that are not in JSON
/// from an existing model.
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
  /// Whether JSON contains the property's complete value.
  fileprivate var isInJSON: Bool {
    if case .local = source { return false }
    return isRead && isWritten
  }

  /// Whether the property is decoded by the nested model's own mapping.
  fileprivate var readsNestedModel: Bool {
    if case .model = shape.unwrapped { return transformerName == nil }
    return false
  }
}

extension Model {
  func patched(by json: JSONCursor, _ patch: JSONNode?) throws -> Self {
    try Self.mapping(for: json.context.profile).decode(json, over: self, patch)
  }
}
