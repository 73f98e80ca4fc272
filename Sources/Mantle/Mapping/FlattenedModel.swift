/// The models of a mapping at the empty path, whose keys are among those of the enclosing model.
struct FlattenedModels<Root> {
  fileprivate let mapping: Mapping<Root>

  /// Returns whether an object has any key of a property that represents the whole object; true if the keys
  /// are unknown.
  func hasKeys(of index: Int, in object: JSONCursor) -> Bool {
    guard let keys = keys(object.context.profile)[index], keys.areAll else { return true }
    return keys.paths.contains { object.reaches($0) }
  }

  /// The keys by property index; nil for properties that do not represent the whole object.
  private func keys(_ profile: String?) -> [ObjectKeys?] {
    mapping.attachments.value { ProfileCache<[ObjectKeys?]>() }.value(for: profile) {
      mapping.properties.map { property in
        property.source.paths.contains(where: \.isEmpty) ? ObjectKeys(of: property.shape, profile) : nil
      }
    }
  }

  /// Returns the mistake that a property and a flattened model are written to the same key. For an optional
  /// flattened model the keys that it is decoded from count too, since a sibling's key would be mistaken for
  /// its own.
  func findSharedKey() -> MappingError? {
    let (properties, output) = (mapping.properties, mapping.output)
    guard !output.wholes.isEmpty else { return nil }
    let profile = (Root.self as? any Model.Type)?.profile(of: mapping)
    var written: [(path: JSONKeyPath, property: Int)] = []
    for (number, property) in properties.enumerated() {
      written += property.writtenPaths.filter { !$0.isEmpty }.map { ($0, number) }
    }
    let own = written.count
    for number in output.wholes {
      guard let paths = properties[number].shape.writtenPaths(profile) else {
        return MappingError(model: mapping.name, properties: [properties[number].name], reason: .cycle)
      }
      written += paths.map { ($0, number) }
    }
    for number in output.wholes {
      let whole = properties[number]
      let keys = ObjectKeys(of: whole.shape, profile).paths + whole.source.paths.filter { !$0.isEmpty }
      let paths = whole.isRequired ? written.filter { $0.property == number }.map(\.path) : keys
      let others = written.prefix(whole.isRequired ? own : written.count).filter { $0.property != number }
      for path in paths {
        guard let other = others.first(where: { $0.path.collides(with: path) }) else { continue }
        return MappingError(
          model: mapping.name, properties: [properties[other.property].name, whole.name],
          reason: .collision(path))
      }
      if let key = mapping.options.writtenKeys.first(where: { key in
        keys.contains { $0.components.first == .key(key) }
      }) {
        return .repeatedKey(key, in: mapping.name)
      }
    }
    return nil
  }

  /// Throws an error if a flattened model would be decoded differently than it was encoded, because another
  /// property wrote one of its keys.
  ///
  /// - Parameter wholes: the objects of the properties that represent the whole object.
  func check(_ wholes: [(number: Int, object: JSONNode)], in json: [UInt8], _ profile: String?)
    throws
  {
    let written = try JSONDocument(parsing: JSONBytes(json), limits: JSONLimits(depth: .max)).root
    for (number, object) in wholes {
      guard case .model = mapping.properties[number].shape.unwrapped, var keys = keys(profile)[number] else {
        continue
      }
      if keys.dependOnObject { keys = ObjectKeys(of: mapping.properties[number].shape, profile, in: object) }
      let lost = object.kind == .object ? object.firstLoss(in: written).map { JSONKeyPath($0) } : nil
      guard let path = lost ?? keys.firstForeign(to: object, in: written) else { continue }
      throw mapping.properties[number].problem(
        TransformError(
          expected: "what another property writes at `\(path)`",
          found: object.find(path).map { Shortened.text($0.rawText) } ?? "nothing"))
    }
  }

  /// The paths that models flattened into this one are written to.
  var paths: [JSONKeyPath] {
    mapping.output.wholes.flatMap { mapping.properties[$0].shape.writtenPaths(nil) ?? [] }
  }
}

extension Mapping {
  var flattened: FlattenedModels<Root> { FlattenedModels(mapping: self) }
}

extension Model {
  fileprivate static func profile(of mapping: AnyObject) -> String? {
    profiles.first { $0.value === mapping }?.key
  }
}

extension ValueShape {
  /// The paths that a model representing the whole object is written to; empty for other shapes, nil for
  /// infinite recursion.
  func writtenPaths(_ profile: String?, depth: Int = 0) -> [JSONKeyPath]? {
    guard depth < 16 else { return nil }
    guard case .model(let reference) = unwrapped, let model = reference.description(profile: profile) else {
      return []
    }
    var paths: [JSONKeyPath] = []
    for model in model.members.isEmpty ? [model] : model.members {
      paths += model.writtenKeys.map { JSONKeyPath([.key($0)]) }
      for property in model.properties {
        paths += property.writtenPaths.filter { !$0.isEmpty }
        guard property.keyPaths.contains(where: \.isEmpty) else { continue }
        guard let inner = property.shape.writtenPaths(profile, depth: depth + 1) else { return nil }
        paths += inner
      }
    }
    return paths
  }
}

extension ObjectKeys {
  /// Returns the first path that has a value in the enclosing object but not in the encoded object.
  fileprivate func firstForeign(to object: JSONNode, in larger: JSONNode) -> JSONKeyPath? {
    for paths in alternatives {
      let read = paths.first { larger.find($0) != nil }
      if read != paths.first(where: { object.find($0) != nil }) { return read }
    }
    return nil
  }
}

extension JSONCursor {
  /// Returns whether the path has a value, or passes through a value that is not a container, which is an
  /// error of the path.
  fileprivate func reaches(_ path: JSONKeyPath) -> Bool {
    var json = self
    for component in path.components {
      let next: JSONCursor?
      switch component {
      case .key(let key):
        guard json.is(.object) else { return !json.isNull }
        next = json.member(key)
      case .index(let index):
        guard json.is(.array) else { return !json.isNull }
        next = json.element(index)
      case .each: return !json.isNull
      }
      guard let next else { return false }
      json = next
    }
    return true
  }
}

extension JSONNode {
  /// Returns the path of the first value that is missing or different in other JSON, which may have
  /// additional members; nil if there is none.
  fileprivate func firstLoss(in other: JSONNode?) -> [JSONKeyPath.Component]? {
    guard let other else { return [] }
    switch (kind, other.kind) {
    case (.object, .object):
      for member in members {
        let key = member.key.displayText
        if let rest = member.value.firstLoss(in: other[key]) { return [.key(key)] + rest }
      }
      return nil
    case (.array, .array):
      for (index, element) in elements.enumerated() where !element.isNull {
        if let rest = element.firstLoss(in: other[index]) { return [.index(index)] + rest }
      }
      return nil
    default: return isEquivalent(to: other) ? nil : []
    }
  }
}
