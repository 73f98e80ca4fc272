/// Decides which objects are several models told apart by a text, and joins all others into one.
///
/// A text is taken for a discriminator only where it decides the keys: where they come and go under each text, where
/// there are few objects, or where one has no such text, it is a property like others.
struct ClusterDecision {
  private var seen: Set<ObjectIdentifier> = []
  private var recursions: [(outer: ObjectEvidence, inner: ObjectEvidence)] = []

  /// Fewer objects than this say little, and so do fewer for each text.
  private static let leastObjects = 10
  private static let leastPerText = 3
  private static let mostModels = 20

  /// Works on a shape of its own.
  static func resolve(_ root: Shape) {
    while true {
      var decision = ClusterDecision()
      decision.walk(root, inside: [])
      if decision.recursions.isEmpty { return }
      for (outer, inner) in decision.recursions { outer.join(inner) }
    }
  }

  private mutating func walk(_ shape: Shape, inside clusters: [ObjectEvidence]) {
    if let element = shape.arrays?.element { walk(element, inside: clusters) }
    guard let object = shape.objects, seen.insert(ObjectIdentifier(object)).inserted else { return }
    var inner = clusters
    if !object.variants.isEmpty {
      object.tellVariantsByOneKey()
      if let outer = clusters.first(where: { Self.isRecursion(of: $0, object) }) {
        recursions.append((outer, object))
        return
      }
      if Self.isCluster(object) {
        inner.append(object)
      } else {
        let key = Self.nearlyDeciding(object)
        object.joinVariants()
        object.current.nearlyToldBy = object.current.nearlyToldBy ?? key
      }
    }
    if let values = object.collapsedValues { walk(values, inside: inner) }
    for member in object.members { walk(member.value, inside: inner) }
    for variant in object.variants { walk(variant.shape, inside: inner) }
  }

  /// Whether an object inside a cluster is one of its models again.
  private static func isRecursion(of outer: ObjectEvidence, _ inner: ObjectEvidence) -> Bool {
    guard outer !== inner, inner.hasVariantsOnly else { return false }
    return inner.variants.allSatisfy { variant in
      guard let same = outer.variants.first(where: { $0.isSame(as: variant) })?.shape.objects,
        let object = variant.shape.objects
      else { return false }
      // What only refers to one of them, `{ "type": "people", "id": "9" }`, is none.
      let required = same.members.filter { $0.seen.count >= same.seen.count }
      return object.members.count { same.member($0.key) != nil } * 2 >= object.members.count
        && required.count { object.member($0.key) != nil } * 4 >= required.count * 3
    }
  }

  // MARK: - The decision

  private static func isCluster(_ object: ObjectEvidence) -> Bool {
    let variants = object.variants
    guard object.hasVariantsOnly, variants.count >= 2, variants.allSatisfy({ $0.key == variants[0].key })
    else {
      return false
    }
    if let decision = object.decision { return decision == .cluster }
    guard variants.count <= mostModels else { return false }
    let models = variants.compactMap(\.shape.objects)
    let total = models.reduce(0) { $0 + $1.seen.count }
    guard total >= leastObjects, total >= leastPerText * variants.count,
      models.allSatisfy({ $0.collapsedValues == nil })
    else { return false }
    let keys = Set(models.flatMap { $0.members.map(\.key) }).subtracting([variants[0].key])
    // A key that comes and goes under one text only is a property of that model.
    let varying = keys.map { KeyUse($0, in: models) }.filter {
      ($0.models > 1 || $0.isDecided) && (!$0.isEverywhere || $0.hasKinds)
    }
    let decided = varying.count { $0.isDecided }
    // Other objects under each text, as in `{ "type": "push", "payload": {…} }`, say more than one key does.
    let weight = varying.reduce(0) { $0 + ($1.isDecided ? $1.hasOtherObjects ? 2 : 1 : 0) }
    return decided > 0 && decided * 5 >= varying.count * 4 && (weight >= 2 || decided * 2 >= keys.count)
  }

  /// The key whose text decides of some other key whether it is there, though there are too few objects, or too many keys that
  /// come and go, to tell.
  private static func nearlyDeciding(_ object: ObjectEvidence) -> String? {
    let variants = object.variants
    guard object.decision == nil, object.hasVariantsOnly, (2...mostModels).contains(variants.count),
      variants.allSatisfy({ $0.key == variants[0].key }), object.count >= 2 * variants.count
    else { return nil }
    let models = variants.compactMap(\.shape.objects)
    let keys = Set(models.flatMap { $0.members.map(\.key) })
    return keys.contains { KeyUse($0, in: models).separates } ? variants[0].key : nil
  }

  /// How a key is used by the objects of each text.
  private struct KeyUse {
    private var presence: [(present: Int, of: Int)] = []
    private var kinds: Set<String> = []
    /// Whether the objects under it have other keys under most texts than under each other one.
    let hasOtherObjects: Bool

    init(_ key: String, in models: [ObjectEvidence]) {
      var shapes: [Shape] = []
      for model in models {
        let member = model.member(key)
        presence.append((member?.seen.count ?? 0, model.seen.count))
        guard let shape = member?.value else { continue }
        shapes.append(shape)
        let kind = shape.nestedKinds
        if !kind.isEmpty { kinds.insert(kind) }
      }
      hasOtherObjects = Self.areOtherObjects(shapes)
    }

    /// How many texts have objects with the key.
    var models: Int { presence.count { $0.present > 0 } }

    var isEverywhere: Bool { presence.allSatisfy { $0.present >= $0.of } }

    /// Whether the values are of another kind under another text.
    var hasKinds: Bool { kinds.count > 1 || hasOtherObjects }

    /// Whether it is always there under some texts and never under the others, or holds other objects.
    var separates: Bool {
      hasOtherObjects || !isEverywhere && presence.allSatisfy { $0.present == 0 || $0.present >= $0.of }
    }

    /// Whether the text alone says if the key is there, or what it holds; not by chance.
    var isDecided: Bool {
      if isEverywhere { return hasKinds && kinds.allSatisfy { !$0.contains("|") } }
      guard presence.allSatisfy({ $0.present == 0 || $0.present >= $0.of }) else { return false }
      let present = presence.reduce(0) { $0 + $1.present }
      let all = presence.reduce(0) { $0 + $1.of }
      return present >= leastPerText && all - present >= leastPerText
    }

    /// Whether of all pairs most have fewer than half of the keys in common that are always there.
    private static func areOtherObjects(_ shapes: [Shape]) -> Bool {
      let required = shapes.map { shape -> Set<String> in
        guard shape.kinds == .object, let object = shape.objects, object.collapsedValues == nil else {
          return []
        }
        return Set(object.members.lazy.filter { $0.seen.count >= object.seen.count }.map(\.key))
      }
      guard required.count > 1, required.allSatisfy({ !$0.isEmpty }) else { return false }
      var others = 0
      for (position, keys) in required.enumerated() {
        for more in required[..<position]
        where keys.intersection(more).count * 2 < min(keys.count, more.count) {
          others += 1
        }
      }
      return others * 4 > required.count * (required.count - 1)
    }
  }
}

extension Shape {
  /// The kinds of the values, and of the elements of arrays: `[[n]]`, `n|s`.
  fileprivate var nestedKinds: String {
    var kinds: [String] = []
    if booleans.count > 0 { kinds.append("b") }
    if numbers != nil { kinds.append("n") }
    if texts != nil { kinds.append("s") }
    if let element = arrays?.element { kinds.append("[\(element.nestedKinds)]") }
    if objects != nil { kinds.append("o") }
    return kinds.joined(separator: "|")
  }
}
