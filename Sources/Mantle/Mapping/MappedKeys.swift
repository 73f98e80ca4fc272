/// The keys of an object that a model decodes: a tree of its properties' key paths.
package struct MappedKeys: Sendable {
  /// The extent to which properties decode the value of a key.
  private enum Coverage: Sendable {
    /// A property decodes the whole value.
    case whole
    /// Properties decode parts of the value.
    case parts(MappedKeys)
  }

  private var keys: [ExactText: Coverage] = [:]
  /// Whether a property decodes the object itself, or its keys by index, so that no key is unmapped.
  private var readsEverything = false

  /// Creates the tree of a model's mapped keys, including keys that are only encoded.
  package init(_ model: ModelDescription) {
    for property in model.properties {
      for path in property.keyPaths { insert(path.components[...]) }
    }
    for key in model.writtenKeys { keys[ExactText(key)] = .whole }
    for discriminator in model.discriminators { insert(discriminator.components[...]) }
  }

  private init() {}

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
    return found
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
