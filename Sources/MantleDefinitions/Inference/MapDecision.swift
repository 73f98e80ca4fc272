/// Whether the keys of an object are data rather than the names of properties.
///
/// Two of three must hold: all keys look like data, the objects of the place have different keys, all values are of
/// one type.
enum MapDecision {
  /// Objects that are maps in every format that has them.
  private static let knownMaps: Set<String> = [
    "dependencies", "devDependencies", "peerDependencies", "optionalDependencies", "scripts", "headers",
    "env",
    "environment", "annotations", "labels",
  ]

  /// Makes one of the values of every map, so that what they are is decided by all of them together.
  ///
  /// Works on a shape of its own.
  static func collapseMaps(in shape: Shape, named name: String) {
    if let element = shape.arrays?.element { collapseMaps(in: element, named: name) }
    guard let object = shape.objects else { return }
    if object.decision == .map { object.joinVariants() }
    if object.variants.isEmpty, isMap(object, name: name) { object.collapse() }
    if let values = object.collapsedValues { collapseMaps(in: values, named: "") }
    for member in object.members { collapseMaps(in: member.value, named: member.key) }
    for variant in object.variants { collapseMaps(in: variant.shape, named: "") }
  }

  static func isMap(_ object: ObjectEvidence, name: String) -> Bool {
    if object.collapsedValues != nil { return true }
    if let decision = object.decision { return decision == .map }
    guard !object.members.isEmpty else { return false }
    if object.keyForms.contains(.digits) { return true }
    guard haveOneType(object) else { return looksLikeData(object) && differ(object) }
    return looksLikeData(object) || differ(object) || knownMaps.contains(name)
  }

  private static func looksLikeData(_ object: ObjectEvidence) -> Bool {
    let forms = object.keyForms.intersection(.data)
    if forms == .quantity { return object.members.count >= 3 }
    if !forms.isEmpty { return true }
    return object.keyForms.contains(.locale) && object.members.count >= 2 && object.seen.count >= 2
  }

  /// Whether the objects have different keys: on average fewer than half of those of all.
  private static func differ(_ object: ObjectEvidence) -> Bool {
    let objects = object.seen.count - object.empty.count
    return object.members.count >= 5 && objects > 1 && object.memberCount * 2 < objects * object.members.count
  }

  /// Whether the values are all of one kind, and objects among them have most keys in common.
  private static func haveOneType(_ object: ObjectEvidence) -> Bool {
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
  static func followers(of members: [ObjectEvidence.Member]) -> Set<String> {
    let objects = members.filter { $0.value.kinds == .object }
    let groups = Dictionary(grouping: objects) { Names.words($0.key).last ?? "" }
    var followers: Set<String> = []
    for (word, group) in groups where !word.isEmpty && group.count >= 3 {
      let maps = group.count { $0.value.objects.map { isMap($0, name: "") } ?? false }
      guard maps * 2 >= group.count else { continue }
      for member in group where Names.words(member.key).count > 1 { followers.insert(member.key) }
    }
    return followers
  }
}
