/// The decision which objects are class clusters, that is, several models selected by a
/// discriminating string. All other objects with variants are joined into one model.
///
/// A string counts as a discriminator only if it determines the keys of the objects. It is an
/// ordinary property if keys are optional for each value of the string, if there are too few
/// objects, or if an object lacks the string.
struct ClusterDecision {
  /// The objects visited so far, which ends the traversal of recursive shapes.
  private var seen: Set<ObjectIdentifier> = []
  /// The pairs of a cluster and an object inside it that is another occurrence of the same cluster.
  private var recursions: [(outer: ObjectEvidence, inner: ObjectEvidence)] = []

  /// The minimum number of objects of a cluster.
  private static let minimumObjects = 10
  /// The minimum number of objects with each discriminating string, on average.
  private static let minimumPerText = 3
  /// The maximum number of models of a cluster.
  private static let maximumModels = 20

  /// Decides which objects of a shape are clusters, and changes the shape accordingly.
  ///
  /// - Parameter root: a copy of the observed shape, because it is modified.
  static func resolve(_ root: Shape) {
    while true {
      var decision = ClusterDecision()
      decision.walk(root, inside: [])
      if decision.recursions.isEmpty { return }
      for (outer, inner) in decision.recursions { outer.join(inner) }
    }
  }

  /// Decides which objects of a shape and its descendants are clusters.
  ///
  /// - Parameter clusters: the clusters that contain the shape, outermost first.
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

  /// Returns whether an object inside a cluster is an occurrence of the same cluster.
  private static func isRecursion(of outer: ObjectEvidence, _ inner: ObjectEvidence) -> Bool {
    guard outer !== inner, inner.hasVariantsOnly else { return false }
    return inner.variants.allSatisfy { variant in
      guard let same = outer.variants.first(where: { $0.isSame(as: variant) })?.shape.objects,
        let object = variant.shape.objects
      else { return false }
      // A mere reference to one of the models, such as `{ "type": "people", "id": "9" }`, is
      // not a recursion.
      return object.members.count { same.member($0.key) != nil } * 2 >= object.members.count
        && object.has(3, of: 4, keysRequiredBy: same)
    }
  }

  // MARK: - The decision

  /// Returns whether the variants of an object are separate models: an override says so, or at least
  /// four of five varying keys are determined by the discriminator.
  private static func isCluster(_ object: ObjectEvidence) -> Bool {
    let variants = object.variants
    guard object.hasVariantsOnly, variants.count >= 2, variants.allSatisfy({ $0.key == variants[0].key })
    else {
      return false
    }
    if let decision = object.decision { return decision == .cluster }
    guard variants.count <= maximumModels else { return false }
    let models = variants.compactMap(\.shape.objects)
    let total = models.reduce(0) { $0 + $1.seen }
    guard total >= minimumObjects, total >= minimumPerText * variants.count,
      models.allSatisfy({ $0.collapsedValues == nil })
    else { return false }
    let keys = Set(models.flatMap { $0.members.map(\.key) }).subtracting([variants[0].key])
    // A key that is optional in one variant only is a property of that model.
    let varying = keys.map { KeyUse($0, in: models) }.filter {
      ($0.models > 1 || $0.isDecided) && (!$0.isEverywhere || $0.hasKinds)
    }
    let decided = varying.count { $0.isDecided }
    // Objects with other keys in each variant, as in `{ "type": "push", "payload": {…} }`,
    // are stronger evidence than a single key.
    let weight = varying.reduce(0) { $0 + ($1.isDecided ? $1.hasOtherObjects ? 2 : 1 : 0) }
    return decided > 0 && decided * 5 >= varying.count * 4 && (weight >= 2 || decided * 2 >= keys.count)
  }

  /// Returns the key of a string that probably selects between models, although the evidence is insufficient for a cluster: there
  /// are too few objects, or too many optional keys. Inference suggests a cluster by this key.
  private static func nearlyDeciding(_ object: ObjectEvidence) -> String? {
    let variants = object.variants
    guard object.decision == nil, object.hasVariantsOnly, (2...maximumModels).contains(variants.count),
      variants.allSatisfy({ $0.key == variants[0].key }), object.count >= 2 * variants.count
    else { return nil }
    let models = variants.compactMap(\.shape.objects)
    let keys = Set(models.flatMap { $0.members.map(\.key) })
    return keys.contains { KeyUse($0, in: models).separates } ? variants[0].key : nil
  }

  /// The occurrence of one key in the variants of an object.
  private struct KeyUse {
    /// For each variant, the number of objects that have the key, and the number of all objects.
    private var presence: [(present: Int, of: Int)] = []
    /// The kinds of the key's values: one entry for each different combination of kinds in a variant.
    private var kinds: Set<[ShapeKinds]> = []
    /// Whether the values are objects whose keys differ between most pairs of variants.
    let hasOtherObjects: Bool

    /// Collects the occurrence of a key in the given variants.
    init(_ key: String, in models: [ObjectEvidence]) {
      var shapes: [Shape] = []
      for model in models {
        let member = model.member(key)
        presence.append((member?.seen ?? 0, model.seen))
        guard let shape = member?.value else { continue }
        shapes.append(shape)
        if !shape.kinds.isEmpty { kinds.insert(shape.nestedKinds) }
      }
      hasOtherObjects = Self.areOtherObjects(shapes)
    }

    /// The number of variants that have the key in any object.
    var models: Int { presence.count { $0.present > 0 } }

    /// Whether every object of every variant has the key.
    var isEverywhere: Bool { presence.allSatisfy { $0.present >= $0.of } }

    /// Whether the kind of the key's value depends on the variant.
    var hasKinds: Bool { kinds.count > 1 || hasOtherObjects }

    /// Whether the key distinguishes the variants: each variant either always or never has the key, or the keys of the
    /// objects under the key depend on the variant.
    var separates: Bool {
      hasOtherObjects || !isEverywhere && presence.allSatisfy { $0.present == 0 || $0.present >= $0.of }
    }

    /// Whether the discriminator determines the presence of the key or the kind of its value, with enough objects to
    /// exclude chance.
    var isDecided: Bool {
      if isEverywhere { return hasKinds && kinds.joined().allSatisfy { $0.isEmpty || $0.isOne } }
      guard presence.allSatisfy({ $0.present == 0 || $0.present >= $0.of }) else { return false }
      let present = presence.reduce(0) { $0 + $1.present }
      let all = presence.reduce(0) { $0 + $1.of }
      return present >= minimumPerText && all - present >= minimumPerText
    }

    /// Returns whether, in most pairs of shapes, the objects have fewer than half of their required keys in common.
    private static func areOtherObjects(_ shapes: [Shape]) -> Bool {
      let required = shapes.map { shape -> Set<String> in
        guard shape.kinds == .object, let object = shape.objects, object.collapsedValues == nil else {
          return []
        }
        return Set(object.required.map(\.key))
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
  /// The kinds of the values in the shape, followed by the kinds of their elements for each level of nested arrays.
  fileprivate var nestedKinds: [ShapeKinds] { [kinds] + (arrays?.element.nestedKinds ?? []) }
}
