/// A plan for applying a merge patch to the JSON of a model: it finds the keys in the patch that are aliases
/// of properties, and the nulls in the patch that set a property to nil.
struct PatchPlan {
  /// The merge patches to apply first, in order: each moves a value of the JSON from the canonical path of a
  /// property to the alias in the patch.
  private(set) var moves: [[UInt8]] = []
  /// The indices of the null nodes in the patch that set a value to nil. Every other null removes its key.
  private(set) var nils: Set<Int> = []
  private let profile: String?

  /// Creates the plan for a patch of JSON whose value has the given shape.
  ///
  /// - Parameter target: The JSON that results from applying the patch without a plan.
  init(of patch: JSONNode, _ target: JSONNode, _ shape: ValueShape, _ profile: String?) {
    self.profile = profile
    collect(patch, target, shape, under: [])
  }

  private mutating func collect(
    _ patch: JSONNode, _ target: JSONNode, _ shape: ValueShape, under path: [JSONKeyPath.Component],
    among others: [JSONKeyPath] = []
  ) {
    guard patch.kind == .object, target.kind == .object else { return }
    switch shape.unwrapped {
    case .dictionary(let inner):
      for (key, change) in patch.members {
        let key = key.displayText
        if let value = target[key] { collect(change, value, inner, under: path + [.key(key)]) }
      }
    case .model(let reference):
      guard let model = reference.description(for: target, profile: profile) else { return }
      let written =
        others
        + model.properties.flatMap { property in
          property.writtenPaths.flatMap { $0.isEmpty ? property.shape.writtenPaths(profile) ?? [] : [$0] }
        }
      for property in model.properties { collect(patch, target, property, under: path, among: written) }
    default: break
    }
  }

  /// Adds the moves and nulls that the patch needs for one property of an object.
  ///
  /// - Parameter written: The paths in the object that properties are written to, including the properties of
  ///   flattened models. In a patch, such a path refers to the property that is written to the path, even if
  ///   it is also an alias of another property.
  private mutating func collect(
    _ patch: JSONNode, _ target: JSONNode, _ property: PropertyDescription,
    under path: [JSONKeyPath.Component], among written: [JSONKeyPath]
  ) {
    let own = property.writtenPaths
    let paths = property.keyPaths.filter { path in
      own.contains(path) || !written.contains { !own.contains($0) && $0.collides(with: path) }
    }
    for path in paths where property.nullIsValue {
      let change = patch.find(JSONKeyPath(Array(path.components.prefix { $0 != .each })))
      if let change, change.isNull { nils.insert(change.index) }
    }
    guard own.count == 1, let canonical = own.first, canonical.hasOnlyKeys,
      let named = paths.first(where: { $0.hasOnlyKeys && patch.find($0) != nil }),
      let change = patch.find(named), let value = target.find(canonical) ?? target.find(named)
    else { return }
    if named != canonical, target.find(canonical) != nil {
      moves.append(Self.nested(Array("null".utf8), at: path + canonical.components))
      moves.append(Self.nested(value.rawBytes, at: path + named.components))
    }
    guard canonical.isEmpty else {
      return collect(change, value, property.shape, under: path + named.components)
    }
    // An optional flattened model becomes nil if all its keys are removed.
    if case .optional(let inner) = property.shape,
      inner.writtenPaths(profile)?.contains(where: { target.find($0) != nil }) != true
    {
      return
    }
    collect(change, value, property.shape, under: path + named.components, among: written)
  }

  private static func nested(_ value: [UInt8], at path: [JSONKeyPath.Component]) -> [UInt8] {
    var writer = JSONWriter(capacity: value.count + 64)
    for case .key(let key) in path {
      writer.beginObject()
      writer.writeKey(key)
    }
    writer.writeRawJSON(value)
    for case .key in path { writer.endObject() }
    return writer.finish()
  }
}
