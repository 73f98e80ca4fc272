/// The keys of an object that a model decodes: a tree of its properties' key paths.
package struct MappedKeys: Sendable {
  /// The extent to which properties decode the value of a key.
  private enum Coverage: Sendable {
    /// A property decodes the whole value.
    case whole
    /// Properties decode only parts of the value.
    case parts(MappedKeys)
  }

  private var keys: [ExactText: Coverage] = [:]
  /// The paths of each property that has several, in order of preference: the property is decoded from the
  /// first path that has a value.
  private var alternatives: [[JSONKeyPath]] = []
  /// Whether a property decodes the whole object, or the model is an array with paths of indices, so that no
  /// key is unmapped.
  private var readsEverything = false

  /// Creates the tree of a model's mapped keys, including keys that are only encoded.
  package init(_ model: ModelDescription) {
    for property in model.properties {
      for path in property.keyPaths where !path.isEmpty { insert(path.components[...]) }
      if property.hasAlternatives { alternatives.append(property.keyPaths) }
    }
    if model.wrapped != nil {
      readsEverything = true
    } else if model.properties.contains(where: { $0.keyPaths.contains(where: \.isEmpty) }) {
      insertShared(ObjectKeys(of: model, .profile(nil)))
    }
    for key in model.writtenKeys { keys[ExactText(key)] = .whole }
    for discriminator in model.discriminators { insert(discriminator.components[...]) }
  }

  private init() {}

  /// Adds the keys that flattened models decode from the same object. If a property holds the unmapped keys,
  /// no key counts as unmapped.
  private mutating func insertShared(_ keys: ObjectKeys) {
    for path in keys.paths { insert(path.components[...]) }
    if keys.kept != nil || !keys.areAll { readsEverything = true }
  }

  private mutating func insert(_ path: ArraySlice<JSONKeyPath.Component>) {
    guard case .key(let name) = path.first else {
      readsEverything = true
      return
    }
    let key = ExactText(name)
    let rest = path.dropFirst()
    guard case .key = rest.first else {
      keys[key] = .whole
      return
    }
    var parts = MappedKeys()
    switch keys[key] {
    case .whole: return
    case .parts(let known): parts = known
    case nil: break
    }
    parts.insert(rest)
    keys[key] = .parts(parts)
  }

  /// Returns the unmapped keys of an object in document order, including keys of nested objects of which only
  /// parts are decoded.
  ///
  /// - Complexity: O(*n*) in the number of inspected members.
  package func unmapped(in object: JSONNode) -> [UnmappedKey] {
    var found: [UnmappedKey] = []
    collect(in: object, under: [], &found)
    let ignored = alternatives.flatMap { $0.ignored(in: object) }
    guard !ignored.isEmpty else { return found }
    found += ignored.map { UnmappedKey(path: $0, key: $1.memberKey, value: $1) }
    return found.sorted { $0.value.index < $1.value.index }
  }

  private func collect(in object: JSONNode, under path: [JSONKeyPath.Component], _ found: inout [UnmappedKey])
  {
    guard !readsEverything else { return }
    for member in object.members {
      let key = member.key.displayText
      let path = path + [.key(key)]
      switch keys[ExactText(key)] {
      case .whole: continue
      case nil: found.append(UnmappedKey(path: JSONKeyPath(path), key: member.key, value: member.value))
      case .parts(let parts):
        if member.value.kind == .object { parts.collect(in: member.value, under: path, &found) }
      }
    }
  }
}

/// A key of an object that no property of its model decodes.
package struct UnmappedKey: Sendable {
  /// The path from the object: one key, or several if the model decodes only parts of a nested object.
  package let path: JSONKeyPath
  /// The node of the unmapped key.
  package let key: JSONNode
  /// The node of the key's value.
  package let value: JSONNode
}

extension PropertyDescription {
  /// Whether the property has several paths, and is decoded from the first path that has a value.
  package var hasAlternatives: Bool {
    keyPaths.count > 1 && writtenPaths.count == 1 && !keyPaths.contains(where: \.isEmpty)
  }
}

extension [JSONKeyPath] {
  /// Returns the values that decoding ignores at these alternative paths of a property, because a preferred
  /// path has a value.
  package func ignored(in object: JSONNode) -> [(path: JSONKeyPath, value: JSONNode)] {
    ignored {
      object.find($0)
    } isNull: {
      $0.isNull
    }
  }

  /// Returns the values that decoding ignores at these alternative paths of a property, because a preferred
  /// path has a value. Closures find and inspect the values.
  ///
  /// - Parameters:
  ///   - find: returns the value at a path; nil if there is none.
  ///   - isNull: returns whether a value is null, after which a property may use the next path.
  func ignored<Value>(
    _ find: (JSONKeyPath) -> Value?, isNull: (Value) -> Bool
  ) -> [(path: JSONKeyPath, value: Value)] {
    // Documents rarely use aliases, so usually one look-up for each alias suffices.
    let aliases = dropFirst().compactMap { path in find(path).map { (path: path, value: $0) } }
    guard let first, let alias = aliases.first else { return [] }
    let preferred = find(first)
    guard !isNull(preferred ?? alias.value) else { return [] }
    let used = preferred == nil ? alias.path : first
    return aliases.filter { other in
      // A value is not ignored if its path passes through the decoded value, or is a prefix of that value's
      // path.
      !other.path.components.starts(with: used.components)
        && !used.components.starts(with: other.path.components)
    }
  }
}
