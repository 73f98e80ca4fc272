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
      let written = others + model.properties.flatMap { property in
        property.writtenPaths.flatMap { $0.isEmpty ? property.shape.writtenPaths(profile) ?? [] : [$0] }
      }
      for property in model.properties { collect(patch, target, property, under: path, among: written) }
    default: break
    }
  }

  /// - Parameter written: the paths in the object that properties are written to, including those of flattened
  ///   models. Such a path names the property that is written to it, even if it is an alias of another one.
  private mutating func collect(
    _ patch: JSONNode, _ target: JSONNode, _ property: PropertyDescription,
    under path: [JSONKeyPath.Component], among written: [JSONKeyPath]
  ) {
    guard property.writtenPaths.count == 1, let own = property.writtenPaths.first, own.hasOnlyKeys,
      let value = target.find(own)
    else { return }
    let named = property.keyPaths.first { path in
      patch.find(path) != nil
        && (path == own || path.hasOnlyKeys && !written.contains { $0 != own && $0.collides(with: path) })
    }
    guard let named, let change = patch.find(named) else { return }
    if named != own {
      all.append(Self.nested(Array("null".utf8), at: path + own.components))
      all.append(Self.nested(value.rawBytes, at: path + named.components))
    }
    collect(
      change, value, property.shape, under: path + named.components, among: own.isEmpty ? written : [])
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
