extension Mapping {
  /// Records the repeated keys of an object and the keys that no property is decoded from.
  @inline(never) @usableFromInline func checkKeys(of object: JSONCursor) {
    object.reportDuplicateKeys()
    guard let severity = object.context.options.unknownKeys.severity, object.is(.object) else { return }
    // If several models share an object, the outermost model checks the keys of all of them.
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
  /// Returns the index of the node at a path of keys, starting at this object; nil if there is no value.
  fileprivate func findNode(_ path: JSONKeyPath) -> Int? {
    var node = index
    for component in path.components {
      guard case .key(let key) = component, let value = at(node).member(key) else { return nil }
      node = value.index
    }
    return node
  }
}

/// The keys that a mapping decodes or encodes, for the check of an object for unmapped keys.
private struct KnownKeys: Sendable {
  let keys: KeyTrie
  /// The first keys of all mapped paths, among which a message finds a suggestion for a misspelled key.
  let names: [String]
  /// Whether a property of the mapping has the empty path, so that several models decode one object.
  let isShared: Bool
  /// Whether all keys that the mapping decodes are known. Otherwise no key can be reported as unmapped.
  let areAll: Bool
  /// Whether the known keys depend on the object, as in a class cluster.
  let dependOnObject: Bool
  /// The paths of each property that has several. Decoding uses the first path with a value.
  let alternatives: [[JSONKeyPath]]
  /// The extent to which a property of the mapping holds unmapped keys, and a trie of the mapped keys, which
  /// the property does not hold; nil if no property holds unmapped keys.
  private let kept: (extent: KeptKeys, except: KeyTrie)?

  /// Returns the known keys of a mapping. If they depend on the object, as in a class cluster, returns the
  /// keys for this object.
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
    // An alias of one property may also be a path of another property.
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

  /// Returns the indices of the values in an object that a property of the mapping holds because their keys
  /// are unmapped.
  func kept(in object: JSONCursor) -> Set<Int> {
    var nodes: Set<Int> = []
    guard let kept else { return nodes }
    UnmappedMembers(keys: [kept.except] + object.context.keysAround(object.index), extent: kept.extent)
      .forEach(in: object) { nodes.insert($1.index) }
    return nodes
  }
}

extension KeyTrie {
  /// Calls a closure with every unmapped member of an object or of the objects in an array, including
  /// unmapped members of nested containers whose other members are mapped.
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
      case (true, true): break  // Both subtries map keys of the element.
      default: look(in: element, at: max(own, each))
      }
    }
  }
}
