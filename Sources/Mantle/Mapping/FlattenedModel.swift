/// The operations on the properties of a mapping at the empty path: flattened models, whose keys are in the
/// object of the enclosing model, and properties that hold unmapped keys.
struct FlattenedModels<Root> {
  fileprivate let mapping: Mapping<Root>

  /// Returns whether an object has a key that belongs to the property with this index, which has the empty
  /// path. Returns true if the property's keys are unknown.
  func hasKeys(of index: Int, in object: JSONCursor) -> Bool {
    if isWholeValue(object) { return true }
    if case .kept(let extent, let others) = share(of: index) {
      var isFound = false
      UnmappedMembers(keys: [others] + object.context.keysAround(object.index), extent: extent)
        .forEach(in: object) { _, _ in isFound = true }
      return isFound
    }
    guard let keys = keys(object.context.profile)[index], keys.areAll else { return true }
    return keys.paths.contains { object.reaches($0) }
  }

  /// Decodes the value of a property at the empty path.
  ///
  /// - Returns: nil if the object has none of the property's keys and the property is not required. A
  ///   required model is decoded nevertheless, and reports its missing keys.
  func decode<Value>(
    _ property: Property<Root, Value>, at index: Int, in object: JSONCursor
  ) throws -> Value? {
    do {
      if isWholeValue(object) { return try property.decode(object) }
      switch share(of: index) {
      case .kept(let extent, let others):
        let around = object.context.keysAround(object.index)
        let kept = try UnmappedMembers(keys: [others] + around, extent: extent).copied(from: object)
        if kept == nil, !property.isRequired { return nil }
        return try object.withKept(kept, property.decode)
      case .keeping(_, _, let others):
        guard property.isRequired || hasKeys(of: index, in: object) else { return nil }
        return try object.context.enclosing(object.index, with: [others]) { try property.decode(object) }
      case .fixed:
        guard property.isRequired || hasKeys(of: index, in: object) else { return nil }
        return try property.decode(object)
      }
    } catch { throw object.problem(from: error) }
  }

  /// Returns whether the model has only one property and is represented by its value, so that this JSON value
  /// belongs to the property as a whole, rather than being an object that several properties share.
  private func isWholeValue(_ json: JSONCursor) -> Bool {
    mapping.plan.form == .value && (!json.is(.object) || json.context.keysAround(json.index).isEmpty)
  }

  /// Returns the keys of each property at the empty path, by the index of the property; nil at the index of
  /// any other property.
  private func keys(_ profile: String?) -> [ObjectKeys?] {
    mapping.attachments.value { ProfileCache<[ObjectKeys?]>() }.value(for: profile) {
      mapping.properties.map { property in
        property.isWhole ? ObjectKeys(of: property.shape, .profile(profile)) : nil
      }
    }
  }

  /// Returns the share of the property with this index: the keys in the object of the model that belong to
  /// the property.
  func share(of index: Int) -> ObjectShare {
    if mapping.keepsNoKeys.load(ordering: .relaxed) { return .fixed }
    let shares = mapping.attachments.value {
      ObjectShares(
        shares: mapping.properties.map { property in
          guard property.isWhole else { return .fixed }
          func others() -> KeyTrie {
            KeyTrie(mapping: ObjectKeys(of: mapping.description, .all, except: property.name).paths)
          }
          if let extent = KeptKeys(property.shape) { return .kept(extent, others: others()) }
          let own = ObjectKeys(of: property.shape, .all)
          guard let extent = own.kept else { return .fixed }
          return .keeping(extent, own: KeyTrie(mapping: own.paths), others: others())
        })
    }.shares
    let keepsKeys = shares.contains { if case .fixed = $0 { false } else { true } }
    if !keepsKeys { mapping.keepsNoKeys.store(true, ordering: .relaxed) }
    return shares[index]
  }

  /// Returns the mistake that a property and a flattened model are written to the same key; nil if there is
  /// none.
  ///
  /// For an optional flattened model, at any level, the keys that the model is decoded from count, too.
  /// Otherwise a model that is nil would be decoded from the key of another property.
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
      let keys =
        ObjectKeys(of: whole.shape, .profile(profile)).paths + whole.source.paths.filter { !$0.isEmpty }
      let others = written.filter { $0.property != number }
      func collision(of paths: [JSONKeyPath], with others: [(path: JSONKeyPath, property: Int)], padded: Bool)
        -> MappingError?
      {
        for path in paths {
          let other = others.first { $0.path.collides(with: path) || padded && path.isPadded(by: $0.path) }
          guard let other else { continue }
          return MappingError(
            model: mapping.name, properties: [properties[other.property].name, whole.name],
            reason: .collision(path))
        }
        return nil
      }
      let ofOptionals = whole.isRequired ? whole.shape.pathsOfOptionals(profile) : keys
      let problem =
        collision(of: ofOptionals, with: others, padded: true)
        ?? collision(
          of: written.filter { $0.property == number }.map(\.path),
          with: written.prefix(own).filter { $0.property != number }, padded: false)
      if let problem { return problem }
      if let key = mapping.options.writtenKeys.first(where: { key in
        keys.contains { $0.components.first == .key(key) }
      }) {
        return .repeatedKey(key, in: mapping.name)
      }
    }
    return nil
  }

  /// Returns the mistake that several properties hold the unmapped keys of one object, or that a property
  /// with unmapped keys has an alias, although unmapped keys have no path; nil if there is none.
  func findKeptKeysMistake() -> MappingError? {
    let keeping = mapping.properties.filter { property in
      property.isWhole && (KeptKeys(property.shape) ?? ObjectKeys(of: property.shape, .all).kept) != nil
    }
    for property in keeping {
      guard let alias = property.source.paths.first(where: { !$0.isEmpty }) else { continue }
      return MappingError(
        model: mapping.name, properties: [property.name],
        reason: .unusablePath(
          alias, why: "the property holds all unmapped keys, so it cannot have another path"))
    }
    guard keeping.count > 1 else { return nil }
    return MappingError(
      model: mapping.name, properties: keeping.prefix(2).map(\.name),
      reason: .other("both hold the unmapped keys, which only one property can hold"))
  }

  /// Returns the mistake that two flattened models write the same key, which works only while both write
  /// equal values; nil if there is none.
  func findKeyOfTwo() -> MappingError? {
    let wholes = mapping.output.wholes.map { mapping.properties[$0] }
    let profile = (Root.self as? any Model.Type)?.profile(of: mapping)
    for (number, whole) in wholes.enumerated() {
      let keys = ObjectKeys(of: whole.shape, .profile(profile)).paths
      for other in wholes.dropFirst(number + 1) {
        let others = ObjectKeys(of: other.shape, .profile(profile)).paths
        guard let path = keys.first(where: { path in others.contains { $0.collides(with: path) } }) else {
          continue
        }
        return MappingError(
          model: mapping.name, properties: [whole.name, other.name], reason: .collision(path))
      }
    }
    return nil
  }

  /// Throws an error if a property at the empty path would be decoded differently than it was encoded,
  /// because another property of the model maps one of the same keys.
  ///
  /// - Parameters:
  ///   - wholes: the indices of the properties at the empty path, and the objects that they are encoded as.
  ///   - replaced: the keys whose values hooks have replaced.
  ///   - json: the complete encoded model.
  func check(
    _ wholes: [(number: Int, object: JSONNode)], replacing replaced: Set<ExactText>, in json: [UInt8],
    _ profile: String?
  ) throws {
    let written = try JSONDocument(parsing: JSONBytes(json), limits: JSONLimits(depth: .max)).root
    for (number, object) in wholes {
      let property = mapping.properties[number]
      if let path = try mappedKey(of: number, in: object) {
        throw property.problem(
          TransformError(
            expected: "only unmapped keys, because decoding would not restore a mapped key here",
            found: "the key `\(JSONKeyPath(path))`"))
      }
      guard case .model(let reference) = property.shape.unwrapped, var keys = keys(profile)[number] else {
        continue
      }
      if keys.dependOnObject {
        keys = ObjectKeys(of: property.shape, .profile(profile), in: object)
        let member = reference.description(for: object, profile: profile)?.identity
        guard reference.description(for: written, profile: profile)?.identity == member else {
          throw property.problem(
            TransformError(
              expected:
                "keys that still select this member of \(reference.name) with the keys of other properties",
              found: Shortened.text(written.rawText)))
        }
      }
      let lost = object.firstLoss(in: written, besides: replaced).map { JSONKeyPath($0) }
      guard let path = lost ?? keys.firstForeign(to: object, in: written) else { continue }
      throw property.problem(
        TransformError(
          expected: "the value that another property writes at `\(path)`",
          found: object.find(path).map { Shortened.text($0.rawText) } ?? "nothing"))
    }
  }

  /// Returns the path of a key that a property holds as unmapped, but that another property maps and would
  /// decode; nil if there is none.
  ///
  /// - Parameters:
  ///   - number: the index of the property that holds unmapped keys.
  ///   - object: the object that the property is encoded as.
  private func mappedKey(of number: Int, in object: JSONNode) throws -> [JSONKeyPath.Component]? {
    try object.withCursor(DecodingContext(minimumSeverity: .error)) { json in
      switch share(of: number) {
      case .fixed: return nil
      case .kept(let extent, let others): return others.firstMapped(in: json, extent)
      case .keeping(let extent, var own, let others):
        // Keys of other members of the cluster are not mapped in an object of this member.
        if keys(nil)[number]?.dependOnObject == true {
          let shape = mapping.properties[number].shape
          own = KeyTrie(mapping: ObjectKeys(of: shape, .all, in: object).paths)
        }
        let kept = try UnmappedMembers(keys: [own], extent: extent).copied(from: json)
        return try kept.flatMap { kept in try json.withKept(kept) { others.firstMapped(in: $0, extent) } }
      }
    }
  }

  /// Returns whether a property at the empty path would be decoded as absent, if its JSON is the given
  /// object.
  func isAbsent(_ number: Int, in object: JSONNode, _ profile: String?) -> Bool {
    if object.count == 0 { return true }
    let context = DecodingContext(DecodingOptions(profile: profile), minimumSeverity: .error)
    return !object.withCursor(context) { hasKeys(of: number, in: $0) }
  }

  /// Returns whether a flattened model maps the given key, rather than having it from a hook or as an
  /// unmapped key that it holds.
  ///
  /// - Parameters:
  ///   - object: the object that the model is encoded as.
  ///   - number: the index of the property with the model.
  func maps(_ key: String, in object: JSONNode, of number: Int, _ profile: String?) -> Bool {
    let keys = ObjectKeys(of: mapping.properties[number].shape, .profile(profile), in: object)
    return keys.paths.contains { $0.components.first == .key(key) }
  }

  /// The paths that the models flattened into this model are written to.
  var paths: [JSONKeyPath] {
    mapping.output.wholes.flatMap { mapping.properties[$0].shape.writtenPaths(nil) ?? [] }
  }
}

/// The keys in the object of a model that belong to one of the model's properties.
enum ObjectShare: Sendable {
  /// The keys of the property are known from its mapping: it is not at the empty path, or it is a flattened
  /// model that holds no unmapped keys.
  case fixed
  /// The property holds the keys that no other property maps; `others` are the keys that other properties
  /// map.
  case kept(KeptKeys, others: KeyTrie)
  /// The property is a flattened model that holds unmapped keys; `own` are the keys that the model maps,
  /// `others` the keys that other properties map.
  case keeping(KeptKeys, own: KeyTrie, others: KeyTrie)
}

/// The keys in the object of a model that belong to each of its properties, by the property's index.
private struct ObjectShares: Sendable {
  let shares: [ObjectShare]
}

extension AnyProperty {
  /// Whether one of the property's paths is empty, so that the property shares the object of its model.
  var isWhole: Bool { source.paths.contains(where: \.isEmpty) }
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
  /// Returns the paths that a model of this shape writes, if it is flattened into another model; empty if the
  /// shape is not a model, nil if the model is flattened into itself.
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

  /// Returns the paths from which optional models are decoded that are flattened into a model of this shape,
  /// directly or through other flattened models.
  func pathsOfOptionals(_ profile: String?, depth: Int = 0) -> [JSONKeyPath] {
    guard depth < 16, case .model(let reference) = unwrapped,
      let model = reference.description(profile: profile)
    else { return [] }
    let properties = (model.members.isEmpty ? [model] : model.members).flatMap(\.properties)
    return properties.filter { $0.keyPaths.contains(where: \.isEmpty) }.flatMap { property in
      property.isRequired
        ? property.shape.pathsOfOptionals(profile, depth: depth + 1)
        : ObjectKeys(of: property.shape, .profile(profile)).paths
    }
  }
}

extension ObjectKeys {
  /// Returns the first of these paths from which a flattened model would be decoded differently than it was
  /// encoded: the path has a value in the enclosing object only. Returns nil if there is none.
  ///
  /// - Parameters:
  ///   - object: the object that the flattened model is encoded as.
  ///   - larger: the enclosing object, with the members of other properties.
  fileprivate func firstForeign(to object: JSONNode, in larger: JSONNode) -> JSONKeyPath? {
    for paths in alternatives {
      let read = paths.first { larger.find($0) != nil }
      if read != paths.first(where: { object.find($0) != nil }) { return read }
    }
    return nil
  }
}

extension JSONCursor {
  /// Returns whether this value has a value at the path, or a value on the path that is neither a container
  /// nor null, which decoding reports as an error.
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
  /// Returns the path of the first value in this node that the other node lacks or has with different JSON;
  /// nil if there is none. Additional members of the other node are ignored.
  ///
  /// - Parameter replaced: keys of this object that are not compared.
  fileprivate func firstLoss(
    in other: JSONNode?, besides replaced: Set<ExactText> = []
  ) -> [JSONKeyPath.Component]? {
    guard let other else { return [] }
    switch (kind, other.kind) {
    case (.object, .object):
      for member in members {
        let key = member.key.displayText
        if !replaced.isEmpty, replaced.contains(ExactText(key)) { continue }
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
