/// The joining of locations that have the same model: recursive models, and objects with the
/// same keys.
///
/// The shape is modified, so it must be a copy. Afterwards such locations share one
/// ``ObjectEvidence``.
struct ShapeMerging {
  /// The shape whose locations are joined.
  private let root: Shape

  /// The evidence of an object and its first location: the one with the shortest path, then
  /// the first in alphabetical order.
  private struct Place {
    /// The keys from the root; the empty string represents every element and value.
    let path: [String]
    /// The shape at the location.
    let shape: Shape
    /// The evidence of the objects at the location.
    let evidence: ObjectEvidence
    /// Whether the object is a variant of a cluster, which remains separate.
    var isVariant = false
    /// The key of the object; empty for an element of a list and for the root.
    var key: String { path.last ?? "" }
    /// The singular of the last key on the path, from which a model would be named.
    var name: String { Names.singular(path.last { !$0.isEmpty } ?? "") }

    /// The strings by which locations are grouped before they are compared: the keys of the objects. If there are few
    /// keys, the name is included, because different models may have the same few keys.
    var likeness: [String] {
      if !evidence.variants.isEmpty { return evidence.variants.map(\.text).sorted() + [""] }
      let keys = evidence.members.map(\.key).sorted()
      return keys.count < ShapeMerging.minimumKeys ? keys + ["", name] : keys
    }

    /// Returns whether a location precedes another one: locations are ordered by the length of their paths, then
    /// alphabetically.
    static func isBefore(_ a: Place, _ b: Place) -> Bool {
      a.path.count == b.path.count
        ? a.path.lexicographicallyPrecedes(b.path) { $0.precedesByBytes($1) } : a.path.count < b.path.count
    }
  }

  /// The minimum number of keys that identify a model without its name.
  private static let minimumKeys = 3

  /// Joins all locations of the same model.
  ///
  /// - Parameter root: a copy of the observed shape, because it is modified.
  static func merge(_ root: Shape) {
    let merging = ShapeMerging(root: root)
    repeat {
      while merging.mergeRecursions() {}
    } while merging.mergeTwins()
  }

  // MARK: - Models inside themselves

  /// Joins objects with an enclosing object of the same model: a reply with its comment, a
  /// child node with its tree.
  ///
  /// - Returns: whether objects were joined, so that their contents must be inspected again.
  private func mergeRecursions() -> Bool {
    var pairs: [(outer: ObjectEvidence, inner: Place)] = []
    var seen: Set<ObjectIdentifier> = []
    findRecursions(root, [], [], &seen, &pairs)
    for (outer, inner) in pairs {
      inner.shape.objects = outer
      outer.join(inner.evidence)
    }
    return !pairs.isEmpty
  }

  /// Collects the objects that resemble an enclosing object, each with the enclosing object.
  ///
  /// - Parameters:
  ///   - around: the enclosing objects, outermost first.
  ///   - isVariant: whether the shape is a variant of a cluster.
  private func findRecursions(
    _ shape: Shape, _ path: [String], _ around: [ObjectEvidence], _ seen: inout Set<ObjectIdentifier>,
    _ pairs: inout [(outer: ObjectEvidence, inner: Place)], isVariant: Bool = false
  ) {
    if let element = shape.arrays?.element { findRecursions(element, path + [""], around, &seen, &pairs) }
    guard let evidence = shape.objects, !around.contains(where: { $0 === evidence }) else { return }
    // A variant is never the same model as a variant that contains its cluster: only whole
    // clusters are recursive.
    let candidates = isVariant ? Array(around.prefix { $0.variants.isEmpty }) : around
    if let outer = candidates.first(where: { isRecursion(of: $0, evidence) }) {
      pairs.append((outer, Place(path: path, shape: shape, evidence: evidence)))
      return
    }
    guard seen.insert(ObjectIdentifier(evidence)).inserted else { return }
    let around = around + [evidence]
    if let values = evidence.collapsedValues { findRecursions(values, path + [""], around, &seen, &pairs) }
    for member in evidence.members {
      findRecursions(member.value, path + [member.key], around, &seen, &pairs)
    }
    for variant in evidence.variants {
      findRecursions(variant.shape, path + [variant.text], around, &seen, &pairs, isVariant: true)
    }
  }

  // MARK: - One model at several places

  /// Joins objects that have the same keys, or the same name and most keys in common.
  ///
  /// - Returns: whether objects were joined.
  private func mergeTwins() -> Bool {
    let all = places()
    var replacements: [ObjectIdentifier: ObjectEvidence] = [:]
    func mergeGroup(_ group: [Place]) {
      var kept: [Place] = []
      for place in group where replacements[ObjectIdentifier(place.evidence)] == nil {
        if let first = kept.first(where: { isSameModel($0, place) }) {
          replacements[ObjectIdentifier(place.evidence)] = first.evidence
        } else {
          kept.append(place)
        }
      }
    }
    for group in groups(all, by: \.likeness) { mergeGroup(group) }
    for group in groups(all, by: { [$0.name] }) { mergeGroup(group) }
    for place in all {
      guard let first = replacements[ObjectIdentifier(place.evidence)] else { continue }
      var survivor = first
      while let next = replacements[ObjectIdentifier(survivor)] { survivor = next }
      replacements[ObjectIdentifier(place.evidence)] = survivor
      survivor.join(place.evidence)
    }
    for place in places(distinct: false) {
      if let survivor = replacements[ObjectIdentifier(place.evidence)] { place.shape.objects = survivor }
    }
    return !replacements.isEmpty
  }

  /// Returns the groups of at least two locations of models for which `key` returns the same strings, in the order of
  /// the first location of each group.
  private func groups(_ places: [Place], by key: (Place) -> [String]) -> [[Place]] {
    let models = places.filter { $0.evidence.isModel && !$0.isVariant }
    let groups = Dictionary(grouping: models.indices) { key(models[$0]) }.values.filter { $0.count > 1 }
    return groups.sorted { $0[0] < $1[0] }.map { $0.map { models[$0] } }
  }

  // MARK: - Walking

  /// Returns all locations of objects in the shape, in their order.
  ///
  /// - Parameter distinct: whether to return shared evidence only once.
  private func places(distinct: Bool = true) -> [Place] {
    var found: [Place] = []
    var seenShapes: Set<ObjectIdentifier> = []
    var waiting: [(Shape, [String], isVariant: Bool)] = [(root, [], false)]
    var position = 0
    while position < waiting.count {
      let (shape, path, isVariant) = waiting[position]
      position += 1
      guard seenShapes.insert(ObjectIdentifier(shape)).inserted else { continue }
      if let element = shape.arrays?.element { waiting.append((element, path + [""], false)) }
      guard let evidence = shape.objects else { continue }
      found.append(Place(path: path, shape: shape, evidence: evidence, isVariant: isVariant))
      if let values = evidence.collapsedValues { waiting.append((values, path + [""], false)) }
      for member in evidence.members { waiting.append((member.value, path + [member.key], false)) }
      for variant in evidence.variants { waiting.append((variant.shape, path + [variant.text], true)) }
    }
    found.sort(by: Place.isBefore)
    guard distinct else { return found }
    var seen: Set<ObjectIdentifier> = []
    return found.filter { seen.insert(ObjectIdentifier($0.evidence)).inserted }
  }

  // MARK: - Comparing

  /// Returns whether the inner object is an occurrence of the outer model: it has no keys of its own,
  /// at least three quarters of the required keys, and values of the same kinds.
  private func isRecursion(of outer: ObjectEvidence, _ inner: ObjectEvidence) -> Bool {
    guard inner.members.count >= 2, outer.collapsedValues == nil, inner.collapsedValues == nil else {
      return false
    }
    let shared = outer.required.count { inner.member($0.key) != nil }
    return inner.members.allSatisfy { outer.member($0.key) != nil } && shared >= 2
      && inner.has(3, of: 4, keysRequiredBy: outer) && haveSameKinds(outer, inner)
  }

  /// Returns whether the objects at two locations have the same model.
  private func isSameModel(_ a: Place, _ b: Place) -> Bool {
    let (x, y) = (a.evidence, b.evidence)
    // Two names chosen by the user mean two models.
    if let one = a.shape.override?.name, let other = b.shape.override?.name, one != other { return false }
    if !x.variants.isEmpty || !y.variants.isEmpty { return x.isSameCluster(as: y) }
    let (few, many) = x.members.count < y.members.count ? (x.members, y.members) : (y.members, x.members)
    guard x.collapsedValues == nil, y.collapsedValues == nil, few.count * 4 >= many.count * 3 else {
      return false
    }
    let shared = x.members.count { y.member($0.key) != nil }
    let all = x.members.count + y.members.count - shared
    guard shared >= Self.minimumKeys || (shared == all && shared > 0 && a.name == b.name) else {
      return false
    }
    let isSameName = !a.name.isEmpty && a.name == b.name
    guard shared == all || (isSameName && shared * 4 >= all * 3) else { return false }
    return !MapDecision.isMap(x, name: a.key) && !MapDecision.isMap(y, name: b.key) && haveSameKinds(x, y)
  }

  /// Returns whether the values of all keys that two objects have in common are of the same kinds.
  private func haveSameKinds(_ a: ObjectEvidence, _ b: ObjectEvidence) -> Bool {
    a.members.allSatisfy { member in
      guard let other = b.member(member.key) else { return true }
      return
        (member.value.kinds.isEmpty || other.value.kinds.isEmpty
        || member.value.kinds == other.value.kinds) && member.value.canJoin(other.value)
    }
  }
}

/// The kinds of the values at a location, without null.
struct ShapeKinds: OptionSet, Hashable {
  /// The kinds as bits, one bit for each kind.
  let rawValue: UInt8
  /// The kind of booleans.
  static let boolean = ShapeKinds(rawValue: 1)
  /// The kind of numbers.
  static let number = ShapeKinds(rawValue: 2)
  /// The kind of strings.
  static let text = ShapeKinds(rawValue: 4)
  /// The kind of arrays.
  static let array = ShapeKinds(rawValue: 8)
  /// The kind of objects.
  static let object = ShapeKinds(rawValue: 16)

  /// Whether the set contains exactly one kind.
  var isOne: Bool { rawValue.nonzeroBitCount == 1 }
}

extension Shape {
  /// Returns whether the objects of two shapes, or the objects in their lists, may have the same model; true for shapes
  /// without objects. A cluster and a single model cannot be the same.
  fileprivate func canJoin(_ other: Shape, inLists: Bool = false) -> Bool {
    if let element = arrays?.element, let others = other.arrays?.element {
      guard element.kinds.isSubset(of: others.kinds) || others.kinds.isSubset(of: element.kinds) else {
        return false
      }
      return element.canJoin(others, inLists: true)
    }
    guard let mine = objects, let theirs = other.objects, mine !== theirs else { return true }
    guard mine.variants.isEmpty == theirs.variants.isEmpty else { return false }
    return mine.hasMostKeys(of: theirs) && theirs.hasMostKeys(of: mine)
      || !inLists && (mine.mayHaveAnyKeys || theirs.mayHaveAnyKeys)
  }

  /// The kinds of the values observed at the location, without null.
  var kinds: ShapeKinds {
    var kinds: ShapeKinds = []
    if booleans > 0 { kinds.insert(.boolean) }
    if numbers != nil { kinds.insert(.number) }
    if texts != nil { kinds.insert(.text) }
    if arrays != nil { kinds.insert(.array) }
    if objects != nil { kinds.insert(.object) }
    return kinds
  }
}

extension ObjectEvidence {
  /// Returns whether the objects have at least half of the keys that other objects require. The result is also true if
  /// either of them are maps.
  fileprivate func hasMostKeys(of other: ObjectEvidence) -> Bool {
    collapsedValues != nil || other.collapsedValues != nil || has(1, of: 2, keysRequiredBy: other)
  }

  /// The members that every object at the location has.
  var required: [Member] { members.filter { $0.seen >= seen } }

  /// Returns whether the objects have at least `part` of `whole` keys that other objects require, such as 3 of 4.
  func has(_ part: Int, of whole: Int, keysRequiredBy other: ObjectEvidence) -> Bool {
    other.required.count { member($0.key) != nil } * whole >= other.required.count * part
  }

  /// Returns whether other objects have the same variants, and each variant has at least half of the keys that its
  /// counterpart requires.
  fileprivate func isSameCluster(as other: ObjectEvidence) -> Bool {
    guard hasVariantsOnly, other.hasVariantsOnly, variants.count == other.variants.count else { return false }
    return variants.allSatisfy { variant in
      guard let own = variant.shape.objects,
        let twin = other.variants.first(where: { $0.isSame(as: variant) })?.shape.objects
      else { return false }
      return own.hasMostKeys(of: twin) && twin.hasMostKeys(of: own)
    }
  }

  /// Whether objects with other keys may still have the same model, because there is only one key, or because the keys
  /// may be data.
  fileprivate var mayHaveAnyKeys: Bool { members.count < 2 || MapDecision.haveOneType(self) }
}
