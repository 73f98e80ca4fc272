/// The objects seen at a place.
package final class ObjectEvidence {
  // Without checks of exclusivity, as in ``Shape``.
  @exclusivity(unchecked)
  package internal(set) var seen = Occurrences()
  @exclusivity(unchecked)
  package internal(set) var empty = Occurrences()
  /// How many members all objects have together.
  @exclusivity(unchecked)
  package internal(set) var memberCount = 0
  /// In the order in which they were met; empty where there are too many.
  @exclusivity(unchecked)
  package private(set) var members: [Member] = []
  /// Whether one of the members may say which of several models an object is.
  @exclusivity(unchecked)
  private(set) var hasDiscriminators = false
  /// What the values are where there are more keys than any model has.
  @exclusivity(unchecked)
  private var collapsed: Shape?
  /// What all keys look like, kept for when they are too many to be kept.
  @exclusivity(unchecked)
  private(set) var keyForms = KeyForms.all

  /// The objects with a text that may say which of several models they are, by the text; all others are counted above.
  @exclusivity(unchecked)
  package private(set) var variants: [Variant] = []
  /// The variant that the last object was counted in, where it was in one.
  @exclusivity(unchecked)
  private(set) var latestVariant: Int?
  /// Whether there were too many texts to be those of models: then no object is kept apart.
  @exclusivity(unchecked)
  private(set) var hasManyVariants = false
  /// Whether there was a key with half of a surrogate pair: models leave it unmapped, and no map has it.
  var hasHalfPairs = false
  /// What a person has decided about the objects.
  var decision: Decision?

  enum Decision {
    case map, model, cluster
  }

  /// The key by which its objects are several models, though not beyond doubt.
  var nearlyToldBy: String?

  /// The evidence that has taken this one over.
  @exclusivity(unchecked)
  private var successor: ObjectEvidence?

  @exclusivity(unchecked)
  private var places: [KnownText: Int] = [:]
  /// Objects of one place mostly have their keys in one order.
  @exclusivity(unchecked)
  private var expected = 0

  /// From here on the keys are data.
  package static let mostKeys = 1_024

  package struct Member {
    package let key: String
    let text: KnownText
    package var seen = Occurrences()
    /// The sum of its positions in its objects: their mean is its place among the properties.
    package var positions = 0
    package let value: Shape

    init(_ text: KnownText, value: Shape) { (key, self.text, self.value) = (text.string, text, value) }
  }

  /// The objects with one text under a ``Discriminator``.
  package struct Variant {
    /// The number of its key among those of ``Discriminator``.
    fileprivate let keyNumber: Int
    fileprivate let word: KnownText
    /// Nothing but objects.
    package let shape: Shape

    package var key: String { Discriminator.keys[keyNumber].string }
    package var text: String { word.string }

    static func isBefore(_ a: Variant, _ b: Variant) -> Bool {
      a.keyNumber == b.keyNumber ? a.word < b.word : a.keyNumber < b.keyNumber
    }

    func isSame(as other: Variant) -> Bool { keyNumber == other.keyNumber && word == other.word }
  }

  /// More texts than this are no models.
  private static let mostVariants = 32

  /// Starts an object.
  func open(at place: SamplePlace) {
    seen.add(place)
    expected = 0
    latestVariant = nil
  }

  /// Ends an object of so many members.
  func close(_ count: Int, at place: SamplePlace) {
    if count == 0 { empty.add(place) }
    memberCount += count
  }

  /// The shape of a member's value, with the member counted.
  ///
  /// - Parameter key: with its escapes resolved.
  func shape(
    of key: UnsafeBufferPointer<UInt8>, _ ends: TextEnds, position: Int, at place: SamplePlace
  ) -> Lent<Shape> {
    if let collapsed {
      narrowKeyForms(to: key)
      return Lent(collapsed)
    }
    guard let index = index(of: key, ends) else { return Lent(collapse(key)) }
    expected = index + 1
    members[index].seen.add(place)
    members[index].positions += position
    return Lent(members[index].value)
  }

  /// The shape of the value of a member that stands in an object where it did when it was first met, with the member counted.
  @inline(__always) func shape(ofMember index: Int, at place: SamplePlace) -> Lent<Shape> {
    members[index].seen.add(place)
    members[index].positions += index
    return Lent(members[index].value)
  }

  /// Whether a member has a key.
  @inline(__always) func isMember(
    _ index: Int, _ key: UnsafeBufferPointer<UInt8>, _ ends: TextEnds
  ) -> Bool {
    members[index].text.ends == ends && (ends.areAll || key.isSame(as: members[index].text.bytes))
  }

  /// The shape of a member's value without counting the member.
  func shape(of key: UnsafeBufferPointer<UInt8>) -> Shape {
    if let collapsed { return collapsed }
    guard let index = index(of: key, TextEnds(key)) else { return collapse(key) }
    return members[index].value
  }

  @inline(__always) private func index(of key: UnsafeBufferPointer<UInt8>, _ ends: TextEnds) -> Int? {
    expected < members.count && isMember(expected, key, ends)
      ? expected : unexpectedIndex(of: key, ends)
  }

  private func unexpectedIndex(of key: UnsafeBufferPointer<UInt8>, _ ends: TextEnds) -> Int? {
    // Keys that are left out in some objects are found a few places on.
    for index in expected..<max(expected, min(expected + 8, members.count))
    where isMember(index, key, ends) {
      return index
    }
    let text = KnownText(key, ends)
    if let known = places[text] { return known }
    guard members.count < Self.mostKeys else { return nil }
    add(Member(text, value: Shape()))
    return members.count - 1
  }

  private func add(_ member: Member) {
    places[member.text] = members.count
    members.append(member)
    hasDiscriminators = hasDiscriminators || Discriminator.keys.contains(member.text)
    member.text.bytes.withUnsafeBufferPointer(narrowKeyForms)
  }

  private func collapse(_ key: UnsafeBufferPointer<UInt8>) -> Shape {
    narrowKeyForms(to: key)
    return collapse()
  }

  private func narrowKeyForms(to key: UnsafeBufferPointer<UInt8>) {
    if !keyForms.isEmpty { keyForms.formIntersection(KeyForms.forms(of: key)) }
  }

  /// Keeps the values of all members as one from now on.
  @discardableResult func collapse() -> Shape {
    if let collapsed { return collapsed }
    let own = members
    members = []
    places = [:]
    let all = Shape()
    collapsed = all
    // An object inside itself may take this one over, or be taken over, while its members are joined.
    for member in own { current.collapse().join(member.value) }
    return current.collapsed ?? all
  }

  /// What the values are where the members are not kept one by one.
  var collapsedValues: Shape? { collapsed }

  func member(_ key: String) -> Member? {
    places[KnownText(key)].map { members[$0] }
  }

  /// This evidence, or the one that has taken it over.
  @inline(__always) var current: ObjectEvidence { successor == nil ? self : last }

  private var last: ObjectEvidence {
    guard let successor else { return self }
    return successor.last
  }

  /// Takes over what another one has seen; wherever that one stands, this one stands from then on. So joining ends also
  /// where a model is inside itself.
  func join(_ other: ObjectEvidence) {
    let (kept, taken) = (current, other.current)
    guard kept !== taken else { return }
    taken.successor = kept
    kept.takeOver(taken)
  }

  /// Where a model is inside itself, joining one of its values may end in this one being taken over: what is left goes to
  /// the one that has.
  private func takeOver(_ other: ObjectEvidence) {
    decision = decision ?? other.decision
    nearlyToldBy = nearlyToldBy ?? other.nearlyToldBy
    hasHalfPairs = hasHalfPairs || other.hasHalfPairs
    seen.join(other.seen)
    empty.join(other.empty)
    memberCount += other.memberCount
    keyForms.formIntersection(other.keyForms)
    takeOver(variantsOf: other)
    if let theirs = other.collapsed {
      current.collapse().join(theirs)
      return
    }
    for member in other.members { current.takeOver(member) }
  }

  private func takeOver(_ member: Member) {
    if let collapsed {
      collapsed.join(member.value)
    } else if let index = places[member.text] {
      members[index].seen.join(member.seen)
      members[index].positions += member.positions
      members[index].value.join(member.value)
    } else if members.count < Self.mostKeys {
      add(member)
    } else {
      collapse().join(member.value)
    }
  }

  /// - Returns: one whose members and variants are in the order of their texts: nothing that is decided depends on which came
  ///   first.
  func copy(_ copies: inout [ObjectIdentifier: ObjectEvidence]) -> ObjectEvidence {
    if let known = copies[ObjectIdentifier(self)] { return known }
    let copy = ObjectEvidence()
    copies[ObjectIdentifier(self)] = copy
    (copy.seen, copy.empty, copy.memberCount) = (seen, empty, memberCount)
    for member in members.sorted(by: { $0.text < $1.text }) {
      var twin = Member(member.text, value: member.value.copy(&copies))
      (twin.seen, twin.positions) = (member.seen, member.positions)
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
  /// The keys of all objects, those of variants among them.
  var keys: Set<String> {
    variants.reduce(into: Set(members.map(\.key))) { keys, variant in
      keys.formUnion(variant.shape.objects?.members.map(\.key) ?? [])
    }
  }

  /// The members of all objects, those of variants among them.
  var allMembers: [Member] { variants.reduce(members) { $0 + ($1.shape.objects?.members ?? []) } }

  /// How many objects were seen, those of variants among them.
  var count: Int { variants.reduce(seen.count) { $0 + ($1.shape.objects?.seen.count ?? 0) } }

  /// Whether every object that was seen is one of the variants.
  var hasVariantsOnly: Bool { members.isEmpty && collapsedValues == nil && seen.count == 0 }

  /// The variant of the objects with one text; nil where there are too many texts.
  func variant(_ key: Int, _ text: UnsafeBufferPointer<UInt8>, _ ends: TextEnds) -> Int? {
    for index in variants.indices
    where variants[index].keyNumber == key && variants[index].word.equals(text, ends) {
      latestVariant = index
      return index
    }
    variants.append(Variant(keyNumber: key, word: KnownText(text, ends), shape: Shape()))
    guard variants.count > Self.mostVariants else {
      latestVariant = variants.count - 1
      return latestVariant
    }
    hasManyVariants = true
    joinVariants()
    return nil
  }

  /// Tells the variants by one key, where they are told by several and every object has one word under that key: a Kubernetes
  /// `Secret` has a `type` too.
  func tellVariantsByOneKey() {
    let numbers = Set(variants.map(\.keyNumber)).sorted()
    guard numbers.count > 1 else { return }
    for number in numbers {
      let texts = variants.compactMap { variant in
        variant.keyNumber == number
          ? variant.word : variant.shape.objects?.onlyText(under: Discriminator.keys[number].string)
      }
      guard texts.count == variants.count else { continue }
      let all = zip(variants, texts).map { Variant(keyNumber: number, word: $1, shape: $0.shape) }
      (variants, latestVariant) = ([], nil)
      for variant in all { takeOver(variant) }
      return
    }
  }

  /// The text that every object has under a key, where it is one.
  private func onlyText(under key: String) -> KnownText? {
    guard let member = member(key), member.seen.count >= seen.count, let texts = member.value.texts,
      texts.seen.count == member.value.count, texts.distinct?.count == 1
    else { return nil }
    return texts.distinct?.first?.known
  }

  /// Counts the objects of all variants as objects like others.
  func joinVariants() {
    let all = variants
    (variants, latestVariant) = ([], nil)
    for object in all.compactMap(\.shape.objects) { join(object) }
    // What was joined may have had variants of its own.
    if !current.variants.isEmpty { current.joinVariants() }
  }

  private func takeOver(variantsOf other: ObjectEvidence) {
    for variant in other.variants { current.takeOver(variant) }
    let all = current
    if other.hasManyVariants || all.variants.count > Self.mostVariants { all.hasManyVariants = true }
    if all.hasManyVariants { all.joinVariants() }
  }

  private func takeOver(_ variant: Variant) {
    if let same = variants.first(where: { $0.isSame(as: variant) }) {
      same.shape.join(variant.shape)
    } else {
      variants.append(variant)
    }
  }
}
