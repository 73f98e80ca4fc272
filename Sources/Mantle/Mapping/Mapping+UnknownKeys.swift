extension Mapping {
  /// Records the repeated keys of an object and the keys that no property is decoded from.
  @inline(never) @usableFromInline func checkKeys(of object: JSONCursor) {
    object.reportDuplicateKeys()
    guard let severity = object.context.options.unknownKeys.severity, object.is(.object) else { return }
    // If several models share an object, the outer one checks the keys of all.
    guard !object.context.isShared(object.index) else { return }
    let known = KnownKeys.of(self, in: object)
    if known.isShared { object.context.share(object.index) }
    guard known.areAll else { return }
    let kept = known.kept(in: object)
    known.keys.forEachUnknown(in: object) { key, value in
      guard !kept.contains(value.index), !object.context.isDiscriminator(value) else { return }
      object.context.record(
        severity,
        DecodingProblem(
          .unmappedKey, at: value.index, found: value.foundText,
          detail: "no property is read from the key `\(key)`",
          hint: Spelling.nearest(to: key, among: known.names).map { .sentence("the model has `\($0)`") }),
        model: name, property: nil)
    }
    for paths in known.alternatives {
      for (path, node) in paths.ignored({ object.findNode($0) }, isNull: { object.at($0).isNull }) {
        let value = object.at(node)
        object.context.record(
          severity,
          DecodingProblem(
            .unmappedKey, at: value.index, found: value.foundText,
            detail: "the key `\(path)` is not read, because another key of the same property is present"),
          model: name, property: nil)
      }
    }
  }
}

extension JSONCursor {
  /// Returns the node of the value at a path of keys; nil if there is none.
  fileprivate func findNode(_ path: JSONKeyPath) -> Int? {
    var node = index
    for component in path.components {
      guard case .key(let key) = component, let value = at(node).member(key) else { return nil }
      node = value.index
    }
    return node
  }
}

/// The keys that the properties of a mapping are decoded from or encoded to.
private struct KnownKeys: Sendable {
  let keys: KeyTrie
  /// The keys of the object itself.
  let names: [String]
  /// Whether a property represents the whole object.
  let isShared: Bool
  /// Whether the list is complete.
  let areAll: Bool
  /// Whether the known keys depend on the object, as in a class cluster.
  let dependOnObject: Bool
  /// The paths of each property that has several, of which the first that is present is decoded.
  let alternatives: [[JSONKeyPath]]
  /// The extent of the keys that a property holds, and the keys that it does not hold.
  private let kept: (extent: KeptKeys, except: KeyTrie)?

  /// Returns the keys that a mapping knows in an object.
  static func of<Root>(_ mapping: Mapping<Root>, in object: JSONCursor) -> KnownKeys {
    let profile = object.context.profile
    let known = mapping.attachments.value { ProfileCache<KnownKeys>() }.value(for: profile) {
      KnownKeys(of: mapping.description, profile)
    }
    guard known.dependOnObject, let document = try? object.copiedDocument() else { return known }
    return KnownKeys(of: mapping.description, profile, in: document.root)
  }

  private init(of model: ModelDescription, _ profile: String?, in object: JSONNode? = nil) {
    let keys = ObjectKeys(of: model, .profile(profile), in: object)
    let all = keys.paths.map { $0.components.map(KeyTrie.key) }
    self.keys = KeyTrie(all)
    names = all.compactMap(\.first)
    // Another property may be decoded from a path that is an alias of this one.
    func hasOthers(_ path: JSONKeyPath) -> Bool {
      keys.paths.count {
        $0.components.starts(with: path.components) || path.components.starts(with: $0.components)
      } > 1
    }
    alternatives = keys.alternatives.map { $0.prefix(1) + $0.dropFirst().filter { !hasOthers($0) } }.filter {
      paths in
      paths.count > 1
        && paths.allSatisfy { $0.components.allSatisfy { if case .key = $0 { true } else { false } } }
    }
    (isShared, areAll, dependOnObject) = (keys.isShared, keys.areAll, keys.dependOnObject)
    kept = keys.kept.map { ($0, KeyTrie(mapping: ObjectKeys(of: model, .all, in: object).paths)) }
  }

  /// Returns the nodes of the values that a property holds although their keys are not listed.
  func kept(in object: JSONCursor) -> Set<Int> {
    var nodes: Set<Int> = []
    guard let kept else { return nodes }
    UnmappedMembers(keys: [kept.except] + object.context.keysAround(object.index), extent: kept.extent)
      .forEach(in: object) { nodes.insert($1.index) }
    return nodes
  }
}

extension KeyTrie {
  /// Calls a closure with every unmapped member of an object or of the objects in an array, including members of
  /// nested containers that paths only pass through.
  fileprivate func forEachUnknown(in json: JSONCursor, _ body: (_ key: String, _ value: JSONCursor) -> Void) {
    func look(in value: JSONCursor, at number: Int) {
      guard targets[number].slot < 0, let nested = targets[number].nested else { return }
      nested._withUnsafeGuaranteedRef { $0.forEachUnknown(in: value, body) }
    }
    func name(_ key: JSONCursor) -> String { (try? key.string()) ?? "" }
    json.forEachMember { key, value in
      let number = number(of: key)
      if number < 0 { body(name(key), value) } else { look(in: value, at: number) }
    }
    guard json.is(.array) else { return }
    let each = find(Self.key(of: .each))
    var index = 0
    json.forEachElement { element in
      let own = each == 0 && keyCount == 1 ? -1 : find(Self.key(of: .index(index)))
      index += 1
      switch (own >= 0, each >= 0) {
      case (false, false): element.forEachMember { body(name($0), $1) }
      case (true, true): break  // The element has the keys of both.
      default: look(in: element, at: max(own, each))
      }
    }
  }
}
