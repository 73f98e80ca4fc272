/// The moves needed for a merge patch that names values by aliases: patches that move these values of the
/// target from their canonical paths to the paths in the merge patch.
struct AliasMoves {
  /// The merge patches, to be applied in order.
  private(set) var all: [[UInt8]] = []
  private let profile: String?

  init(of patch: JSONNode, _ target: JSONNode, _ shape: ValueShape, _ profile: String?) {
    self.profile = profile
    collect(patch, target, shape, under: [])
  }

  private mutating func collect(
    _ patch: JSONNode, _ target: JSONNode, _ shape: ValueShape, under path: [JSONKeyPath.Component]
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
      for property in model.properties { collect(patch, target, property, under: path) }
    default: break
    }
  }

  private mutating func collect(
    _ patch: JSONNode, _ target: JSONNode, _ property: PropertyDescription,
    under path: [JSONKeyPath.Component]
  ) {
    guard property.writtenPaths.count == 1, let own = property.writtenPaths.first,
      let named = property.keyPaths.first(where: { patch.find($0) != nil }), let change = patch.find(named),
      let value = target.find(own)
    else { return }
    if named != own {
      all.append(Self.nested(Array("null".utf8), at: path + own.components))
      all.append(Self.nested(value.rawBytes, at: path + named.components))
    }
    collect(change, value, property.shape, under: path + named.components)
  }

  private static func nested(_ value: [UInt8], at path: [JSONKeyPath.Component]) -> [UInt8] {
    var writer = JSONWriter(capacity: value.count + 64)
    for case .key(let key) in path {
      writer.beginObject()
      writer.key(key)
    }
    writer.rawJSON(value)
    for case .key in path { writer.endObject() }
    return writer.finish()
  }
}
