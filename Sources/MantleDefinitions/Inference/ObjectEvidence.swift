import Mantle

/// The statistics of the objects at a location.
///
/// Objects with a discriminating string are counted separately, as variants, until the
/// decision whether they are different models.
final class ObjectEvidence: Codable {
  // For variables without checks of exclusive access, see `Shape`.

  /// The number of objects at the location that are not in ``variants``.
  @exclusivity(unchecked) var seen = 0
  /// The number of empty objects at the location.
  @exclusivity(unchecked) var empty = 0
  /// The total number of members of all objects at the location.
  @exclusivity(unchecked) var memberCount = 0
  /// The statistics of the objects' members by key, in the order of the first occurrence; empty if there are too many
  /// keys.
  @exclusivity(unchecked) private(set) var members: [Member] = []
  /// The shape of the values of all members together, if there are more keys than a model has; otherwise nil.
  @exclusivity(unchecked) private var collapsed: Shape?
  /// The forms that all keys observed so far have in common.
  @exclusivity(unchecked) private(set) var keyForms = KeyForms.all

  /// The objects with a string that may discriminate between models, grouped by that string.
  @exclusivity(unchecked) private(set) var variants: [Variant] = []
  /// Whether the objects had more different discriminating strings than a cluster has models. The objects are then no
  /// longer separated into variants.
  @exclusivity(unchecked) private(set) var hasManyVariants = false
  /// Whether an object at the location has a key with an unpaired surrogate. A model leaves such a key unmapped, and a
  /// map cannot contain it.
  var hasHalfPairs = false
  /// The user's decision about the type of the objects.
  var decision: Decision?

  /// The types that a user can choose for the objects at a location.
  enum Decision {
    /// The objects are a dictionary, a model or a class cluster.
    case map, model, cluster
  }

  /// The key that may discriminate between models, although there is not enough evidence for a cluster; otherwise nil.
  var nearlyToldBy: String?

  /// The evidence that replaced this evidence when both were joined; nil if this evidence is in use.
  @exclusivity(unchecked) private var successor: ObjectEvidence?

  /// The indices of the members in ``members``, by key.
  @exclusivity(unchecked) private var places: [[UInt8]: Int] = [:]
  /// The index of the member that probably comes next, because objects at one location
  /// usually have the same order of keys.
  @exclusivity(unchecked) private var expected = 0

  /// The properties that a partial result stores. Copying decoded evidence rebuilds the index of the members.
  private enum CodingKeys: String, CodingKey {
    case seen, empty, memberCount, members, collapsed, keyForms, variants, hasManyVariants, hasHalfPairs
  }

  /// The maximum number of keys of a model. An object with more keys is a map.
  static let maximumKeys = 1_024

  /// The statistics of the members with one key.
  struct Member: Codable {
    /// The key of the members as UTF-8.
    let bytes: [UInt8]
    /// The number of occurrences of the member.
    private(set) var seen = 0
    /// The location of the member's first occurrence in the samples.
    private(set) var first: SamplePlace?
    /// The sum of the member's positions in its objects. The properties of a model are ordered by the mean position.
    private(set) var positions = 0
    /// The shape of the member's values.
    let value: Shape

    /// Creates a member without occurrences.
    init(_ bytes: [UInt8], value: Shape) { (self.bytes, self.value) = (bytes, value) }

    /// The properties that a partial result stores. It stores no location, because the location is useless without the document.
    private enum CodingKeys: String, CodingKey { case bytes, seen, positions, value }

    /// The key of the members as a string.
    var key: String { String(decoding: bytes, as: UTF8.self) }

    /// Counts an occurrence of the member at a position in its object.
    mutating func add(_ position: Int, at place: SamplePlace) {
      seen += 1
      positions += position
      first = min(first ?? place, place)
    }

    /// Adds the occurrences of the member in other samples, without the statistics of their values.
    mutating func addOccurrences(of other: Member) {
      seen += other.seen
      positions += other.positions
      first = [first, other.first].compactMap(\.self).min()
    }
  }

  /// The objects with the same discriminating string under a key of ``Discriminator``.
  struct Variant: Codable {
    /// The index of the discriminating key in ``Discriminator/keys``.
    fileprivate let keyNumber: Int
    /// The discriminating string as UTF-8.
    fileprivate let word: [UInt8]
    /// The shape of the objects, which contains no other values.
    let shape: Shape

    /// Whether ``keyNumber`` is a valid index. A partial result that another program wrote may contain an invalid one.
    var isKnown: Bool { Discriminator.keys.indices.contains(keyNumber) }
    /// The key of the discriminating string, such as `type`.
    var key: String { Discriminator.keys[keyNumber] }
    /// The discriminating string of the variant.
    var text: String { String(decoding: word, as: UTF8.self) }

    /// Returns whether a variant precedes another one: variants are ordered by key, then by discriminating string.
    static func isBefore(_ a: Variant, _ b: Variant) -> Bool {
      a.keyNumber == b.keyNumber ? a.word.lexicographicallyPrecedes(b.word) : a.keyNumber < b.keyNumber
    }

    /// Returns whether another variant has the same key and the same string.
    func isSame(as other: Variant) -> Bool { keyNumber == other.keyNumber && word == other.word }
  }

  /// The maximum number of variants. With more strings, the key does not select models.
  private static let maximumVariants = 32

  /// Starts counting an object, before its members are counted.
  func open() {
    seen += 1
    expected = 0
  }

  /// Ends counting an object, after its members were counted.
  ///
  /// - Parameter count: the number of its members.
  func close(_ count: Int) {
    if count == 0 { empty += 1 }
    memberCount += count
  }

  /// Returns the shape of a member's value, and counts the member.
  ///
  /// - Parameters:
  ///   - key: the key with its escapes resolved.
  ///   - position: the index of the member in its object.
  func shape(of key: UnsafeBufferPointer<UInt8>, position: Int, at place: SamplePlace) -> Shape {
    let shape = shape(of: key)
    guard collapsed == nil else { return shape }
    members[expected - 1].add(position, at: place)
    return shape
  }

  /// Returns the shape of a member's value, without counting an occurrence of the member.
  func shape(of key: UnsafeBufferPointer<UInt8>) -> Shape {
    if collapsed == nil, let index = index(of: key) {
      expected = index + 1
      return members[index].value
    }
    narrowKeyForms(to: key)
    return collapse()
  }

  /// Returns the index of the member with a key. A new member is added; nil if there are too many members.
  private func index(of key: UnsafeBufferPointer<UInt8>) -> Int? {
    // Optional keys that are absent are followed by a known key a few positions later.
    for index in expected..<max(expected, min(expected + 8, members.count))
    where key.isSame(as: members[index].bytes) {
      return index
    }
    let bytes = Array(key)
    if let known = places[bytes] { return known }
    guard members.count < Self.maximumKeys else { return nil }
    add(Member(bytes, value: Shape()))
    return members.count - 1
  }

  /// Appends a new member, and removes the forms that its key does not have from ``keyForms``.
  private func add(_ member: Member) {
    places[member.bytes] = members.count
    members.append(member)
    member.bytes.withUnsafeBufferPointer(narrowKeyForms)
  }

  /// Removes the forms that a key does not have from ``keyForms``.
  private func narrowKeyForms(to key: UnsafeBufferPointer<UInt8>) {
    if !keyForms.isEmpty { keyForms.formIntersection(KeyForms.forms(of: key)) }
  }

  /// Joins the values of all members into one shape, as for a map. Later values are added to the same shape.
  @discardableResult func collapse() -> Shape {
    if let collapsed { return collapsed }
    let own = members
    members = []
    places = [:]
    let all = Shape()
    collapsed = all
    // A recursive object may be joined into another one while its members are joined.
    for member in own { current.collapse().join(member.value) }
    return current.collapsed ?? all
  }

  /// The shape of the values of all members together, if the objects are maps or have too many keys; otherwise nil.
  var collapsedValues: Shape? { collapsed }

  /// Returns the member with a key; nil if there is none.
  func member(_ key: String) -> Member? {
    places[Array(key.utf8)].map { members[$0] }
  }

  /// The evidence that is in use: this evidence, or the evidence into which it was joined.
  var current: ObjectEvidence { successor?.current ?? self }

  /// Adds the statistics of other objects. The other evidence is then replaced by this evidence, so that joining
  /// recursive models ends.
  func join(_ other: ObjectEvidence) {
    let (kept, taken) = (current, other.current)
    guard kept !== taken else { return }
    taken.successor = kept
    kept.takeOver(taken)
  }

  /// Adds the statistics of other evidence.
  ///
  /// Joining the values of a recursive model may join this evidence into another evidence. The remaining statistics are then
  /// added to the latter, which is ``current``.
  private func takeOver(_ other: ObjectEvidence) {
    decision = decision ?? other.decision
    nearlyToldBy = nearlyToldBy ?? other.nearlyToldBy
    hasHalfPairs = hasHalfPairs || other.hasHalfPairs
    seen += other.seen
    empty += other.empty
    memberCount += other.memberCount
    keyForms.formIntersection(other.keyForms)
    takeOver(variantsOf: other)
    if let theirs = other.collapsed {
      current.collapse().join(theirs)
      return
    }
    for member in other.members { current.takeOver(member) }
  }

  /// Adds the statistics of a member in other evidence.
  private func takeOver(_ member: Member) {
    if let collapsed {
      collapsed.join(member.value)
    } else if let index = places[member.bytes] {
      members[index].addOccurrences(of: member)
      members[index].value.join(member.value)
    } else if members.count < Self.maximumKeys {
      add(member)
    } else {
      collapse().join(member.value)
    }
  }

  /// Returns a deep copy, in which members and variants are sorted, so that decisions do not
  /// depend on the order of the samples.
  ///
  /// - Parameter copies: the copies made so far by the identity of the original, because a
  ///   model may contain itself.
  func copy(_ copies: inout [ObjectIdentifier: ObjectEvidence]) -> ObjectEvidence {
    if let known = copies[ObjectIdentifier(self)] { return known }
    let copy = ObjectEvidence()
    copies[ObjectIdentifier(self)] = copy
    (copy.seen, copy.empty, copy.memberCount) = (seen, empty, memberCount)
    for member in members.sorted(by: { $0.bytes.lexicographicallyPrecedes($1.bytes) }) {
      var twin = Member(member.bytes, value: member.value.copy(&copies))
      twin.addOccurrences(of: member)
      copy.add(twin)
    }
    copy.variants = variants.sorted(by: Variant.isBefore).map {
      Variant(keyNumber: $0.keyNumber, word: $0.word, shape: $0.shape.copy(&copies))
    }
    (copy.hasManyVariants, copy.hasHalfPairs) = (hasManyVariants, hasHalfPairs)
    (copy.decision, copy.nearlyToldBy) = (decision, nearlyToldBy)
    copy.collapsed = collapsed?.copy(&copies)
    copy.keyForms = keyForms
    return copy
  }
}

extension ObjectEvidence {
  /// The keys of all objects at the location, including those in variants.
  var keys: Set<String> {
    variants.reduce(into: Set(members.map(\.key))) { keys, variant in
      keys.formUnion(variant.shape.objects?.members.map(\.key) ?? [])
    }
  }

  /// The members of all objects at the location, including those in variants. A key may occur repeatedly.
  var allMembers: [Member] { variants.reduce(members) { $0 + ($1.shape.objects?.members ?? []) } }

  /// The number of all objects at the location, including those in variants.
  var count: Int { variants.reduce(seen) { $0 + ($1.shape.objects?.seen ?? 0) } }

  /// Whether every object at the location belongs to a variant.
  var hasVariantsOnly: Bool { members.isEmpty && collapsedValues == nil && seen == 0 }

  /// Returns the evidence of the variant with a discriminating string. A new variant is added. If there are too many
  /// variants, they are joined, and the result is nil.
  ///
  /// - Parameter key: the index of the key in ``Discriminator/keys``.
  func variant(_ key: Int, _ text: UnsafeBufferPointer<UInt8>) -> ObjectEvidence? {
    if let known = variants.first(where: { $0.keyNumber == key && text.isSame(as: $0.word) }) {
      return known.shape.openObject()
    }
    variants.append(Variant(keyNumber: key, word: Array(text), shape: Shape()))
    if variants.count <= Self.maximumVariants { return variants.last?.shape.openObject() }
    hasManyVariants = true
    joinVariants()
    return nil
  }

  /// Regroups variants with different keys by one key, if every object has one string for
  /// that key. For example, a Kubernetes `Secret` also has a `type`.
  func tellVariantsByOneKey() {
    let numbers = Set(variants.map(\.keyNumber)).sorted()
    guard numbers.count > 1 else { return }
    for number in numbers {
      let texts = variants.compactMap { variant in
        variant.keyNumber == number
          ? variant.word : variant.shape.objects?.onlyText(under: Discriminator.keys[number])
      }
      guard texts.count == variants.count else { continue }
      let all = zip(variants, texts).map { Variant(keyNumber: number, word: $1, shape: $0.shape) }
      variants = []
      for variant in all { takeOver(variant) }
      return
    }
  }

  /// Returns the string that every object at the location has under a key; nil if some object has another string or
  /// none.
  private func onlyText(under key: String) -> [UInt8]? {
    guard let member = member(key), member.seen >= seen, let texts = member.value.texts,
      texts.seen == member.value.count, texts.distinct?.count == 1
    else { return nil }
    return texts.distinct?.first
  }

  /// Joins the objects of all variants with the objects outside of variants.
  func joinVariants() {
    let all = variants
    variants = []
    for object in all.compactMap(\.shape.objects) { join(object) }
    // The joined objects may have variants too.
    if !current.variants.isEmpty { current.joinVariants() }
  }

  /// Adds the variants of other objects' evidence.
  private func takeOver(variantsOf other: ObjectEvidence) {
    for variant in other.variants { current.takeOver(variant) }
    let all = current
    if other.hasManyVariants || all.variants.count > Self.maximumVariants { all.hasManyVariants = true }
    if all.hasManyVariants { all.joinVariants() }
  }

  /// Adds a variant, and joins it with an existing variant of the same key and string.
  private func takeOver(_ variant: Variant) {
    if let same = variants.first(where: { $0.isSame(as: variant) }) {
      same.shape.join(variant.shape)
    } else {
      variants.append(variant)
    }
  }
}

extension ObjectEvidence {
  /// Adds an object and its contents to the statistics, in the variant to which its discriminating string belongs.
  func observe(_ object: JSONCursor, _ here: Observation) {
    guard here.splits < Observation.maximumSplits, !hasManyVariants,
      let (key, node) = Discriminator.find(in: object),
      let variant = object.at(node).withText({ variant(key, $0) })
    else { return add(object, here) }
    var here = here
    here.splits += 1
    variant.add(object, here)
  }

  /// Adds an object and its contents to the statistics.
  private func add(_ object: JSONCursor, _ here: Observation) {
    open()
    var position = 0
    object.forEachMember { key, value in
      if key.hasHalfPair { return hasHalfPairs = true }
      let shape = key.withText { self.shape(of: $0, position: position, at: here.place(of: value)) }
      shape.observe(value, here)
      position += 1
    }
    close(position)
  }
}
