/// Whether the keys of an object are data rather than the names of properties.
///
/// Two of three must hold: all keys look like data, the objects of the place have different keys or very many, all
/// values are of one type. Three or more objects of one model, and nothing else, are one map too.
enum MapDecision {
  /// Objects that are maps in every format that has them.
  private static let knownMaps: Set<String> = [
    "dependencies", "devDependencies", "peerDependencies", "optionalDependencies", "scripts", "headers",
    "env", "environment", "annotations", "labels",
  ]

  /// Maps of objects, which may have little in common: services of a composition, jobs of a workflow, schemas.
  private static let knownMapsOfObjects: Set<String> = [
    "services", "networks", "volumes", "secrets", "configs", "jobs", "definitions", "$defs", "schemas",
    "responses", "requestBodies", "securitySchemes", "projects", "targets",
  ]

  /// Makes one of the values of every map, so that what they are is decided by all of them together.
  ///
  /// Works on a shape of its own.
  ///
  /// - Returns: whether there were any that were not made one before.
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

  /// More keys than models have.
  private static let mostProperties = 64

  static func isMap(_ object: ObjectEvidence, name: String) -> Bool {
    if object.collapsedValues != nil { return true }
    if let decision = object.decision { return decision == .map }
    guard !object.members.isEmpty else { return false }
    if object.keyForms.contains(.digits) || areManyAlike(object) { return true }
    // No property is named like that, whatever the values are.
    if !object.keyForms.isDisjoint(with: [.uuid, .date]), object.members.count > 1 { return true }
    if isKnownMapOfObjects(object, name) { return true }
    guard haveOneType(object) else { return looksLikeData(object) && differ(object) }
    return looksLikeData(object) || differ(object) || isKnownMap(object, name) || areSiblings(object)
  }

  /// Whether an object is a map by its name; a page of labels, `{ "nodes": […] }`, is none.
  private static func isKnownMap(_ object: ObjectEvidence, _ name: String) -> Bool {
    guard knownMaps.contains(name) else { return false }
    guard object.members.contains(where: { $0.value.arrays != nil }) else { return true }
    let objects = object.seen.count - object.empty.count
    return object.members.count > 1 && (objects == 1 || object.memberCount < objects * object.members.count)
  }

  /// Whether an object is a map of objects by its name; some of them may be null, as a volume without options.
  private static func isKnownMapOfObjects(_ object: ObjectEvidence, _ name: String) -> Bool {
    guard knownMapsOfObjects.contains(name) || name == "properties" && areSchemas(object) else {
      return false
    }
    let kinds = object.members.reduce(into: ShapeKinds()) { $0.formUnion($1.value.kinds) }
    return kinds == .object
  }

  /// The properties of a JSON Schema, or of what is like one; those of a feature on a map are no map.
  private static func areSchemas(_ object: ObjectEvidence) -> Bool {
    object.members.allSatisfy { !keysOfSchemas.isDisjoint(with: $0.value.objects?.keys ?? []) }
  }

  private static let keysOfSchemas: Set = ["type", "$ref", "allOf", "anyOf", "oneOf", "enum", "const"]

  private static func looksLikeData(_ object: ObjectEvidence) -> Bool {
    let forms = object.keyForms.intersection(.data)
    if forms == .quantity { return object.members.count >= 3 }
    if !forms.isEmpty { return true }
    if !object.keyForms.isDisjoint(with: .codes) { return object.members.count >= 4 }
    return object.keyForms.contains(.locale) && object.members.count >= 2 && object.seen.count >= 2
  }

  /// Whether the objects have different keys: on average fewer than half of those of all.
  ///
  /// A key that each of them has, such as `id`, is the name of a property; among very many it may be a common word.
  private static func differ(_ object: ObjectEvidence) -> Bool {
    let objects = object.seen.count - object.empty.count
    let hasProperties =
      object.members.count < mostProperties && object.members.contains { $0.seen.count >= objects }
    return !hasProperties && object.members.count >= 5 && objects > 1
      && share(of: object, of: objects, isAtMostOneIn: 2)
  }

  /// Whether a key is, on average, in fewer objects than one in so many. Of ten objects or more it must be one in three: keys
  /// that are in more are a fixed set, of which objects have a part.
  private static func share(of object: ObjectEvidence, of objects: Int, isAtMostOneIn few: Int) -> Bool {
    object.memberCount * (objects < 10 ? few : 3) < objects * object.members.count
  }

  /// Whether there are three or more of one model and nothing else, `{ "alpha": {…}, "beta": {…}, "gamma": {…} }`, or twenty or
  /// more counts; where every object has the same keys, they are names.
  private static func areSiblings(_ object: ObjectEvidence) -> Bool {
    let objects = object.seen.count - object.empty.count
    guard object.members.count >= 3, objects == 1 || share(of: object, of: objects, isAtMostOneIn: 1) else {
      return false
    }
    return areOneModel(object) || object.members.count >= 20 && areCounts(object)
  }

  /// Of so many objects, one or the other may lack a key, or have another kind of value under it.
  private static let manySiblings = 5

  /// Whether all values are objects with the same two keys or more, and values of the same kinds under them; of many, four
  /// of five keys are in each.
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

  private static func areCounts(_ object: ObjectEvidence) -> Bool {
    object.members.allSatisfy { member in
      member.value.kinds == .number && member.value.numbers?.fractions.count == 0
    }
  }

  /// Whether there are more objects, or lists of one kind, than a model has properties of one type.
  ///
  /// Objects need not have most keys in common, as those of a schema do not: all of them together have few. Texts and
  /// numbers are not asked: a model may have any number of them.
  private static func areManyAlike(_ object: ObjectEvidence) -> Bool {
    guard object.members.count >= 20 else { return false }
    let kinds = object.members.reduce(into: ShapeKinds()) { $0.formUnion($1.value.kinds) }
    if kinds == .array {
      let elements = object.members.compactMap(\.value.arrays?.element)
      return elements.reduce(into: ShapeKinds()) { $0.formUnion($1.kinds) }.isOne
    }
    guard kinds == .object else { return false }
    let inner = object.members.compactMap(\.value.objects)
    if inner.allSatisfy({ $0.collapsedValues != nil }) { return true }
    let keys = inner.reduce(into: Set<String>()) { $0.formUnion($1.keys) }
    return !keys.isEmpty && keys.count * 2 <= inner.count
  }

  /// Whether the values are all of one kind, and objects among them have most keys in common.
  static func haveOneType(_ object: ObjectEvidence) -> Bool {
    let kinds = object.members.reduce(into: ShapeKinds()) { $0.formUnion($1.value.kinds) }
    guard kinds.isOne else { return false }
    guard kinds == .object else { return true }
    let inner = object.members.compactMap(\.value.objects)
    if inner.contains(where: { $0.collapsedValues != nil }) { return true }
    var presence: [String: Int] = [:]
    let keys = inner.map(\.keys)
    for key in keys.joined() { presence[key, default: 0] += 1 }
    let mean = keys.reduce(0) { $0 + $1.count }
    return presence.isEmpty || mean * 2 >= inner.count * presence.count
  }

  /// Of members named alike, such as `areaNames` and `venueNames`, those that could be either follow the others.
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
