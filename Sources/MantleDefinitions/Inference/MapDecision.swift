/// The decision whether the keys of an object are data rather than property names.
///
/// Usually two of three conditions must hold: all keys resemble data, the objects at the
/// location have different or very many keys, and all values have the same type. An object
/// that consists of at least three objects of one model is a map too.
enum MapDecision {
  /// The keys under which objects are maps in every known format, such as `dependencies`.
  private static let knownMaps: Set<String> = [
    "dependencies", "devDependencies", "peerDependencies", "optionalDependencies", "scripts", "headers",
    "env", "environment", "annotations", "labels",
  ]

  /// The keys under which objects are maps of objects with few common keys: services of Docker Compose, jobs of a workflow,
  /// schemas of OpenAPI.
  private static let knownMapsOfObjects: Set<String> = [
    "services", "networks", "volumes", "secrets", "configs", "jobs", "definitions", "$defs", "schemas",
    "responses", "requestBodies", "securitySchemes", "projects", "targets",
  ]

  /// Joins the values of every map, so that their type is inferred from all of them together.
  ///
  /// - Parameters:
  ///   - root: a copy of the observed shape, because it is modified.
  ///   - name: the name of the root.
  /// - Returns: whether there were maps that were not collapsed before.
  @discardableResult static func collapseMaps(in root: Shape, named name: String) -> Bool {
    var seen: Set<ObjectIdentifier> = []
    var isChanged = false
    func collapse(_ object: ObjectEvidence) {
      guard object.collapsedValues == nil else { return }
      object.collapse()
      isChanged = true
    }
    func walk(_ shape: Shape, named name: String, isVariant: Bool = false) {
      guard seen.insert(ObjectIdentifier(shape)).inserted else { return }
      if let element = shape.arrays?.element { walk(element, named: "") }
      guard let object = shape.objects else { return }
      if object.decision == .map { object.joinVariants() }
      if !isVariant, object.variants.isEmpty, isMap(object, name: name) { collapse(object) }
      for member in object.members { walk(member.value, named: member.key) }
      for follower in followers(of: object.members) { follower.value.objects.map(collapse) }
      if let values = object.collapsedValues { walk(values, named: "") }
      for variant in object.variants { walk(variant.shape, named: "", isVariant: true) }
    }
    walk(root, named: name)
    return isChanged
  }

  /// The minimum number of keys with which an object may be a map although some key occurs in every object, because
  /// such a key may then be a common word.
  private static let maximumProperties = 64

  /// Returns whether the keys of the objects at a location are data rather than property names.
  ///
  /// - Parameters:
  ///   - object: the statistics of the objects at the location.
  ///   - name: the key under which the objects occur.
  static func isMap(_ object: ObjectEvidence, name: String) -> Bool {
    if object.collapsedValues != nil { return true }
    if let decision = object.decision { return decision == .map }
    guard !object.members.isEmpty else { return false }
    if object.keyForms.contains(.digits) || areManyAlike(object) { return true }
    // Property names never have these forms, regardless of the values.
    if !object.keyForms.isDisjoint(with: [.uuid, .date]), object.members.count > 1 { return true }
    if isKnownMapOfObjects(object, name) { return true }
    guard haveOneType(object) else { return looksLikeData(object) && differ(object) }
    return looksLikeData(object) || differ(object) || isKnownMap(object, name) || areSiblings(object)
  }

  /// Returns whether an object is a map because of the key under which it occurs, such as `dependencies`. A page of
  /// labels, `{ "nodes": […] }`, is not a map.
  private static func isKnownMap(_ object: ObjectEvidence, _ name: String) -> Bool {
    guard knownMaps.contains(name) else { return false }
    guard object.members.contains(where: { $0.value.arrays != nil }) else { return true }
    let objects = object.seen - object.empty
    return object.members.count > 1 && (objects == 1 || object.memberCount < objects * object.members.count)
  }

  /// Returns whether an object is a map of objects because of the key under which it occurs, such as `services`. Some
  /// of its values may be null, such as a volume without options.
  private static func isKnownMapOfObjects(_ object: ObjectEvidence, _ name: String) -> Bool {
    guard knownMapsOfObjects.contains(name) || name == "properties" && areSchemas(object) else {
      return false
    }
    return object.valueKinds == .object
  }

  /// Returns whether all values in an object resemble JSON Schemas, unlike the `properties` of a GeoJSON feature.
  private static func areSchemas(_ object: ObjectEvidence) -> Bool {
    object.members.allSatisfy { !keysOfSchemas.isDisjoint(with: $0.value.objects?.keys ?? []) }
  }

  /// The keys that a JSON Schema usually has.
  private static let keysOfSchemas: Set = ["type", "$ref", "allOf", "anyOf", "oneOf", "enum", "const"]

  /// Returns whether all keys of an object resemble data. The less certain the form of the keys is, the more keys are
  /// required.
  private static func looksLikeData(_ object: ObjectEvidence) -> Bool {
    let forms = object.keyForms.intersection(.data)
    if forms == .quantity { return object.members.count >= 3 }
    if !forms.isEmpty { return true }
    if !object.keyForms.isDisjoint(with: .codes) { return object.members.count >= 4 }
    return object.keyForms.contains(.locale) && object.members.count >= 2 && object.seen >= 2
  }

  /// Returns whether the objects at a location have different keys: each has, on average, fewer than half of
  /// all keys.
  ///
  /// A key that occurs in every object, such as `id`, is a property name, unless there are so
  /// many keys that it may be a common word.
  private static func differ(_ object: ObjectEvidence) -> Bool {
    let objects = object.seen - object.empty
    let hasProperties =
      object.members.count < maximumProperties && object.members.contains { $0.seen >= objects }
    return !hasProperties && object.members.count >= 5 && objects > 1
      && share(of: object, of: objects, isAtMostOneIn: 2)
  }

  /// Returns whether a key occurs, on average, in fewer than one of `few` objects; with ten or more objects, in fewer
  /// than one of three. If keys are more frequent, they are a fixed set of property names, of which each object has
  /// some.
  private static func share(of object: ObjectEvidence, of objects: Int, isAtMostOneIn few: Int) -> Bool {
    object.memberCount * (objects < 10 ? few : 3) < objects * object.members.count
  }

  /// Returns whether the values in an object are at least three objects of one model,
  /// `{ "alpha": {…}, "beta": {…}, "gamma": {…} }`, or at least twenty whole numbers. Keys that every object at the
  /// location has are property names.
  private static func areSiblings(_ object: ObjectEvidence) -> Bool {
    let objects = object.seen - object.empty
    guard object.members.count >= 3, objects == 1 || share(of: object, of: objects, isAtMostOneIn: 1) else {
      return false
    }
    return areOneModel(object) || object.members.count >= 20 && areCounts(object)
  }

  /// The minimum number of objects of one model for which some may lack a key, or have another kind of value for it.
  private static let manySiblings = 5

  /// Returns whether all values in an object are objects that share at least two keys with the same kinds of values.
  /// With at least five such objects, four of five keys must occur in each on average; with fewer objects, all keys
  /// must.
  static func areOneModel(_ object: ObjectEvidence) -> Bool {
    guard object.members.allSatisfy({ $0.value.kinds == .object }) else { return false }
    let inner = object.members.compactMap(\.value.objects)
    guard inner.allSatisfy({ $0.collapsedValues == nil }) else { return false }
    var presence: [String: Int] = [:]
    for key in inner.lazy.flatMap(\.keys) { presence[key, default: 0] += 1 }
    var kinds: [String: Set<ShapeKinds>] = [:]
    for member in inner.lazy.flatMap(\.allMembers) where !member.value.kinds.isEmpty {
      kinds[member.key, default: []].insert(member.value.kinds)
    }
    let shared = presence.count { key, count in count == inner.count && (kinds[key]?.count ?? 0) < 2 }
    guard shared >= 2, shared < presence.count else { return shared >= 2 }
    return inner.count >= manySiblings
      && presence.values.reduce(0, +) * 5 >= presence.count * inner.count * 4
  }

  /// Returns whether all values in an object are whole numbers.
  private static func areCounts(_ object: ObjectEvidence) -> Bool {
    object.members.allSatisfy { member in
      member.value.kinds == .number && member.value.numbers?.fractions == 0
    }
  }

  /// Returns whether the values in an object are more objects, or more lists of one kind, than a model has properties
  /// of one type.
  ///
  /// The objects need not share most keys, because the variants of a schema do not: the union of their
  /// keys must be small. Strings and numbers do not indicate a map, because a model may have any number of
  /// them.
  private static func areManyAlike(_ object: ObjectEvidence) -> Bool {
    guard object.members.count >= 20 else { return false }
    if object.valueKinds == .array {
      let elements = object.members.compactMap(\.value.arrays?.element)
      return elements.reduce(into: ShapeKinds()) { $0.formUnion($1.kinds) }.isOne
    }
    guard object.valueKinds == .object else { return false }
    let inner = object.members.compactMap(\.value.objects)
    if inner.allSatisfy({ $0.collapsedValues != nil }) { return true }
    let keys = inner.reduce(into: Set<String>()) { $0.formUnion($1.keys) }
    return !keys.isEmpty && keys.count * 2 <= inner.count
  }

  /// Returns whether all values in an object have the same kind and, if they are objects, most keys in common.
  static func haveOneType(_ object: ObjectEvidence) -> Bool {
    guard object.valueKinds.isOne else { return false }
    guard object.valueKinds == .object else { return true }
    let inner = object.members.compactMap(\.value.objects)
    if inner.contains(where: { $0.collapsedValues != nil }) { return true }
    var presence: [String: Int] = [:]
    let keys = inner.map(\.keys)
    for key in keys.joined() { presence[key, default: 0] += 1 }
    let mean = keys.reduce(0) { $0 + $1.count }
    return presence.isEmpty || mean * 2 >= inner.count * presence.count
  }

  /// Returns the members that are treated as maps because members with similar names are maps: if at least half of `areaNames`,
  /// `venueNames` and so on are maps, the others are treated as maps too.
  private static func followers(of members: [ObjectEvidence.Member]) -> [ObjectEvidence.Member] {
    let objects = members.filter { $0.value.kinds == .object }
    let groups = Dictionary(grouping: objects) { Names.words($0.key).last ?? "" }
    let alike = groups.filter { word, group in
      guard !word.isEmpty, group.count >= 3 else { return false }
      return group.count { $0.value.objects.map { isMap($0, name: "") } ?? false } * 2 >= group.count
    }
    return alike.values.joined().filter {
      Names.words($0.key).count > 1 && $0.value.objects?.decision == nil
        && $0.value.objects?.variants.isEmpty == true
    }
  }
}

extension ObjectEvidence {
  /// The kinds of the values of all members.
  fileprivate var valueKinds: ShapeKinds { members.reduce(into: []) { $0.formUnion($1.value.kinds) } }
}
