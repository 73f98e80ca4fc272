/// Joins the shapes of places that hold the same model: a model inside itself, and objects with the same keys.
///
/// Works on a shape of its own; afterwards such places have one ``ObjectEvidence`` in common.
struct ShapeMerging {
  private let root: Shape

  /// An object's evidence with the way to it that is shortest, then first in the alphabet.
  private struct Place {
    let path: [String]
    let shape: Shape
    let evidence: ObjectEvidence
    /// Whether it is one of the models of a cluster, which stay apart.
    let isVariant: Bool
    /// The key it stands under; empty for an element of a list, and where there is none.
    let key: String
    /// The key it stands under, through lists, in the singular.
    let name: String

    init(path: [String], shape: Shape, evidence: ObjectEvidence, isVariant: Bool = false) {
      self.path = path
      self.shape = shape
      self.evidence = evidence
      self.isVariant = isVariant
      key = path.last ?? ""
      name = Names.singular(path.last { !$0.isEmpty } ?? "")
    }

    /// The keys; with the name where they are too few to tell: no two places that differ in it are the same model
    /// by their keys alone.
    var likeness: [String] {
      if !evidence.variants.isEmpty { return evidence.variants.map(\.text).sorted() + [""] }
      let keys = evidence.members.map(\.key).sorted()
      return keys.count < ShapeMerging.leastKeys ? keys + ["", name] : keys
    }

    static func isBefore(_ a: Place, _ b: Place) -> Bool {
      a.path.count == b.path.count
        ? a.path.lexicographicallyPrecedes(b.path) { $0.precedesByBytes($1) } : a.path.count < b.path.count
    }
  }

  /// Objects of fewer keys are too alike to tell whether they are the same model.
  private static let leastKeys = 3

  static func merge(_ root: Shape) {
    let merging = ShapeMerging(root: root)
    repeat {
      while merging.mergeRecursions() {}
    } while merging.mergeTwins()
  }

  /// Takes objects out of the tree whose evidence another one has joined.
  private func replace(_ replacements: [ObjectIdentifier: ObjectEvidence], among places: [Place]) {
    for place in places {
      guard let new = replacements[ObjectIdentifier(place.evidence)] else { continue }
      place.shape.objects = new
    }
  }

  // MARK: - Models inside themselves

  /// Joins objects with the one around them that they look like: a reply with a comment, a node with its tree.
  ///
  /// - Returns: whether there were any; what is inside of them may now be looked at again.
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

  private func findRecursions(
    _ shape: Shape, _ path: [String], _ around: [ObjectEvidence], _ seen: inout Set<ObjectIdentifier>,
    _ pairs: inout [(outer: ObjectEvidence, inner: Place)], isVariant: Bool = false
  ) {
    if let element = shape.arrays?.element { findRecursions(element, path + [""], around, &seen, &pairs) }
    guard let evidence = shape.objects, !around.contains(where: { $0 === evidence }) else { return }
    // A model of a cluster is never one that is inside a cluster itself: only clusters as a whole are.
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
  /// - Returns: whether there were any.
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
    replace(replacements, among: places(distinct: false))
    return !replacements.isEmpty
  }

  /// The places with one key, in the order of the first of each.
  private func groups(_ places: [Place], by key: (Place) -> [String]) -> [[Place]] {
    var groups: [[Place]] = []
    var known: [[String]: Int] = [:]
    for place in places
    where place.evidence.collapsedValues == nil && !place.isVariant
      && !(place.evidence.members.isEmpty && place.evidence.variants.isEmpty)
    {
      let key = key(place)
      if let index = known[key] {
        groups[index].append(place)
      } else {
        known[key] = groups.count
        groups.append([place])
      }
    }
    return groups.filter { $0.count > 1 }
  }

  // MARK: - Walking

  /// Every object, in order of the places; each evidence once where they are to be distinct.
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

  /// The inner object has no key of its own, most keys of the outer one that are always there, and none of another
  /// type.
  private func isRecursion(of outer: ObjectEvidence, _ inner: ObjectEvidence) -> Bool {
    guard inner.members.count >= 2, outer.collapsedValues == nil, inner.collapsedValues == nil else {
      return false
    }
    let required = outer.members.filter { $0.seen.count == outer.seen.count }
    let shared = required.count { inner.member($0.key) != nil }
    return inner.members.allSatisfy { outer.member($0.key) != nil } && shared * 4 >= required.count * 3
      && shared >= 2 && haveSameKinds(outer, inner)
  }

  private func isSameModel(_ a: Place, _ b: Place) -> Bool {
    let (x, y) = (a.evidence, b.evidence)
    // What a person calls by two names are two models.
    if let one = a.shape.override?.name, let other = b.shape.override?.name, one != other { return false }
    if !x.variants.isEmpty || !y.variants.isEmpty { return x.isSameCluster(as: y) }
    let (few, many) = x.members.count < y.members.count ? (x.members, y.members) : (y.members, x.members)
    guard x.collapsedValues == nil, y.collapsedValues == nil, few.count * 4 >= many.count * 3 else {
      return false
    }
    let shared = x.members.count { y.member($0.key) != nil }
    let all = x.members.count + y.members.count - shared
    guard shared >= Self.leastKeys || (shared == all && shared > 0 && a.name == b.name) else { return false }
    let isSameName = !a.name.isEmpty && a.name == b.name
    guard shared == all || (isSameName && shared * 4 >= all * 3) else { return false }
    return !MapDecision.isMap(x, name: a.key) && !MapDecision.isMap(y, name: b.key) && haveSameKinds(x, y)
  }

  private func haveSameKinds(_ a: ObjectEvidence, _ b: ObjectEvidence) -> Bool {
    a.members.allSatisfy { member in
      guard let other = b.member(member.key) else { return true }
      return
        (member.value.kinds.isEmpty || other.value.kinds.isEmpty
        || member.value.kinds == other.value.kinds) && member.value.canJoin(other.value)
    }
  }
}

/// Kinds of values, null aside.
struct ShapeKinds: OptionSet, Hashable {
  let rawValue: UInt8
  static let boolean = ShapeKinds(rawValue: 1)
  static let number = ShapeKinds(rawValue: 2)
  static let text = ShapeKinds(rawValue: 4)
  static let array = ShapeKinds(rawValue: 8)
  static let object = ShapeKinds(rawValue: 16)

  var isOne: Bool { rawValue.nonzeroBitCount == 1 }
}

extension Shape {
  /// Whether the objects of both, or those in their lists, could be of one model; neither has a cluster where the other has
  /// one model.
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

  var kinds: ShapeKinds {
    var kinds: ShapeKinds = []
    if booleans.count > 0 { kinds.insert(.boolean) }
    if numbers != nil { kinds.insert(.number) }
    if texts != nil { kinds.insert(.text) }
    if arrays != nil { kinds.insert(.array) }
    if objects != nil { kinds.insert(.object) }
    return kinds
  }
}

extension ObjectEvidence {
  /// Whether it has half of the keys, or more, that the other one always has.
  fileprivate func hasMostKeys(of other: ObjectEvidence) -> Bool {
    guard collapsedValues == nil, other.collapsedValues == nil else { return true }
    let required = other.members.filter { $0.seen.count >= other.seen.count }
    return required.count { member($0.key) != nil } * 2 >= required.count
  }

  /// Whether both tell the same models apart by the same texts, and each model has the keys that the other's always has.
  fileprivate func isSameCluster(as other: ObjectEvidence) -> Bool {
    guard hasVariantsOnly, other.hasVariantsOnly, variants.count == other.variants.count else { return false }
    return variants.allSatisfy { variant in
      guard let own = variant.shape.objects,
        let twin = other.variants.first(where: { $0.isSame(as: variant) })?.shape.objects
      else { return false }
      return own.hasMostKeys(of: twin) && twin.hasMostKeys(of: own)
    }
  }

  /// Whether that its keys are others says little: they are one, or may be data.
  fileprivate var mayHaveAnyKeys: Bool { members.count < 2 || MapDecision.haveOneType(self) }
}
