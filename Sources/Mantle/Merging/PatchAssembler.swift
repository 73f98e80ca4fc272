extension Mapping {
  /// Decodes a model from JSON. If the JSON results from applying a merge patch to an existing model, the
  /// values that are not in JSON, such as local properties, are copied from the existing model.
  ///
  /// - Parameter identity: the identifier of the model's type, or of a mapping that only a cluster uses.
  func decodePatched(_ json: JSONCursor, as identity: ObjectIdentifier) throws -> Root {
    let known = json.context.patchedModels[DecodingContext.Visit(model: identity, node: json.index)]
    guard let known, let current = known.model as? Root else { return try decode(json) }
    guard let patch = known.patch else { return current }
    if let replacement = try options.replacement(for: json) {
      return try decode(replacement, inPlaceOf: json)
    }
    return try decode(json, over: current, patch)
  }

  /// Decodes the properties that a merge patch changes, and copies all other properties from the existing
  /// model `current`, including properties that are not in JSON.
  private func decode(_ json: JSONCursor, over current: Root, _ patch: JSONNode) throws -> Root {
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

/// An assembler that decodes the property values that a merge patch changes, and copies all other values from
/// an existing model.
private final class PatchAssembler<Root>: DecodingAssembler<Root> {
  private let current: Root
  private let patch: JSONNode

  init(
    _ mapping: Mapping<Root>, _ object: JSONCursor, _ slots: UnsafeMutablePointer<Int32>, _ current: Root,
    _ patch: JSONNode
  ) {
    self.current = current
    self.patch = patch
    super.init(mapping, object, slots)
  }

  override func value<Value>(of property: Property<Root, Value>, at index: Int) throws -> Value {
    next = index + 1
    let value = current[keyPath: property.keyPath]
    guard isChanged(property) else { return value }
    if case .paths(let paths) = property.source {
      for path in paths where path.hasOnlyKeys {
        guard let json = object.value(at: path) else { continue }
        json.context.expect(value, in: json, patch.find(path))
        break
      }
    }
    return try super.value(of: property, at: index)
  }

  /// Returns whether a property of the new object keeps its initial value. Returns false if the patch does
  /// not change the property, which then gets the value of the existing model.
  override func keepsInitialValue<Value>(of property: Property<Root, Value>, at index: Int) -> Bool {
    isChanged(property) && super.keepsInitialValue(of: property, at: index)
  }

  /// Returns whether the patch contains a new value for the property. Only properties that are both decoded
  /// and encoded can change, because JSON contains their complete value.
  private func isChanged(_ property: AnyProperty<Root>) -> Bool {
    property.isRead && property.isWritten && property.source.paths.contains(where: patch.replaces)
  }
}

extension JSONNode {
  /// Returns whether a merge patch has a value at a path or replaces an enclosing value.
  fileprivate func replaces(_ path: JSONKeyPath) -> Bool {
    var node = self
    for component in path.components {
      guard node.kind == .object, case .key(let key) = component else { return true }
      guard let change = node[key] else { return false }
      node = change
    }
    return true
  }
}

extension DecodingContext {
  /// Registers a value of an existing model with its JSON after a merge patch. The models in the value then
  /// keep the properties that are not in JSON when the JSON is decoded.
  ///
  /// - Parameter patch: The part of the patch for the value; nil if the value is unchanged.
  func expect<Value>(_ value: Value, in json: JSONCursor, _ patch: JSONNode?) {
    if let container = value as? any PatchedContainer { return container.expectContents(in: json, patch) }
    let content = (value as? any PolymorphicModel)?.contentOfMember
    let type = Value.self is any Model.Type ? Value.self : Swift.type(of: value as Any)
    let identity = content?.identity ?? ObjectIdentifier(type)
    patchedModels[Visit(model: identity, node: json.index)] = (content?.value ?? value, patch)
  }
}

/// A container type whose contents are registered one by one when a merge patch is applied, such as an
/// optional or a dictionary.
private protocol PatchedContainer {
  func expectContents(in json: JSONCursor, _ patch: JSONNode?)
}

extension Optional: PatchedContainer {
  fileprivate func expectContents(in json: JSONCursor, _ patch: JSONNode?) {
    if let self { json.context.expect(self, in: json, patch) }
  }
}

extension Field: PatchedContainer {
  fileprivate func expectContents(in json: JSONCursor, _ patch: JSONNode?) {
    if let value { json.context.expect(value, in: json, patch) }
  }
}

extension Dictionary: PatchedContainer where Key: JSONKeyConvertible {
  fileprivate func expectContents(in json: JSONCursor, _ patch: JSONNode?) {
    var changes: [ExactText: JSONNode] = [:]
    for member in patch.map({ Array($0.members) }) ?? [] {
      changes[ExactText(member.key.displayText)] = member.value
    }
    json.forEachMember { key, json in
      guard let text = try? key.string(), let value = Key(jsonKey: text).flatMap({ self[$0] }) else { return }
      json.context.expect(value, in: json, changes[ExactText(text)])
    }
  }
}

extension Array: PatchedContainer {
  /// Registers the elements of an array that a merge patch leaves unchanged. A patch replaces a changed array
  /// as a whole, so that its elements have no values to keep.
  fileprivate func expectContents(in json: JSONCursor, _ patch: JSONNode?) {
    guard patch == nil else { return }
    var index = 0
    json.forEachElement { json in
      if index < count { json.context.expect(self[index], in: json, nil) }
      index += 1
    }
  }
}
