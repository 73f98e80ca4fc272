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
      if let outer = clusters.first(where: { Self.isRecursion(of: $0, object) }) {
        recursions.append((outer, object))
        return
      }
      if Self.isCluster(object) { inner.append(object) } else { object.joinVariants() }
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
      return object.members.count { same.member($0.key) != nil } * 2 >= object.members.count
    }
  }

  // MARK: - The decision

  private static func isCluster(_ object: ObjectEvidence) -> Bool {
    let variants = object.variants
    guard object.decision == nil, object.hasVariantsOnly, variants.count >= 2, variants.count <= mostModels,
      variants.allSatisfy({ $0.key == variants[0].key })
    else { return false }
    let models = variants.compactMap(\.shape.objects)
    let total = models.reduce(0) { $0 + $1.seen.count }
    guard total >= leastObjects, total >= leastPerText * variants.count,
      models.allSatisfy({ $0.collapsedValues == nil })
    else { return false }
    let keys = Set(models.flatMap { $0.members.map(\.key) }).subtracting([variants[0].key])
    let varying = keys.map { KeyUse($0, in: models) }.filter { !$0.isEverywhere || $0.hasKinds }
    let decided = varying.count { $0.isDecided }
    return decided > 0 && decided * 5 >= varying.count * 4 && (decided >= 2 || decided * 2 >= keys.count)
  }

  /// How a key is used by the objects of each text.
  private struct KeyUse {
    private var presence: [(present: Int, of: Int)] = []
    private var kinds: Set<String> = []

    init(_ key: String, in models: [ObjectEvidence]) {
      for model in models {
        let member = model.member(key)
        presence.append((member?.seen.count ?? 0, model.seen.count))
        if let kind = member?.value.nestedKinds, !kind.isEmpty { kinds.insert(kind) }
      }
    }

    var isEverywhere: Bool { presence.allSatisfy { $0.present >= $0.of } }

    /// Whether the values are of another kind under another text.
    var hasKinds: Bool { kinds.count > 1 }

    /// Whether the text alone says if the key is there, or what it holds; not by chance.
    var isDecided: Bool {
      if isEverywhere { return hasKinds && kinds.allSatisfy { !$0.contains("|") } }
      guard presence.allSatisfy({ $0.present == 0 || $0.present >= $0.of }) else { return false }
      let present = presence.reduce(0) { $0 + $1.present }
      let all = presence.reduce(0) { $0 + $1.of }
      return present >= leastPerText && all - present >= leastPerText
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
