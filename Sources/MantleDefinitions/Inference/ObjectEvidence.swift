/// The objects seen at a place.
package final class ObjectEvidence {
  package internal(set) var seen = Occurrences()
  package internal(set) var empty = Occurrences()
  /// How many members all objects have together.
  package internal(set) var memberCount = 0
  /// In the order in which they were met; empty where there are too many.
  package private(set) var members: [Member] = []
  /// What the values are where there are more keys than any model has.
  private var collapsed: Shape?
  /// What all keys look like, kept for when they are too many to be kept.
  private(set) var keyForms = KeyForms.all

  /// The evidence that has taken this one over.
  private var successor: ObjectEvidence?

  private var places: [Key: Int] = [:]
  /// Objects of one place mostly have their keys in one order.
  private var expected = 0

  /// From here on the keys are data.
  package static let mostKeys = 1_024

  package struct Member {
    package let key: String
    let bytes: [UInt8]
    package var seen = Occurrences()
    /// The sum of its positions in its objects: their mean is its place among the properties.
    package var positions = 0
    package let value: Shape
  }

  private struct Key: Hashable {
    let bytes: [UInt8]
  }

  /// Starts an object.
  func open(at place: SamplePlace) {
    seen.add(place)
    expected = 0
  }

  /// Ends an object of so many members.
  func close(_ count: Int, at place: SamplePlace) {
    if count == 0 { empty.add(place) }
    memberCount += count
  }

  /// The shape of a member's value, with the member counted.
  ///
  /// - Parameter key: with its escapes resolved.
  func shape(of key: UnsafeBufferPointer<UInt8>, position: Int, at place: SamplePlace) -> Shape {
    if let collapsed {
      keyForms.formIntersection(KeyForms.forms(of: key))
      return collapsed
    }
    guard let index = index(of: key) else { return collapse(key) }
    expected = index + 1
    members[index].seen.add(place)
    members[index].positions += position
    return members[index].value
  }

  /// The shape of a member's value without counting the member.
  func shape(of key: UnsafeBufferPointer<UInt8>) -> Shape {
    if let collapsed { return collapsed }
    guard let index = index(of: key) else { return collapse(key) }
    return members[index].value
  }

  private func index(of key: UnsafeBufferPointer<UInt8>) -> Int? {
    if expected < members.count, members[expected].bytes.count == key.count,
      members[expected].bytes.elementsEqual(key)
    {
      return expected
    }
    let bytes = Array(key)
    if let known = places[Key(bytes: bytes)] { return known }
    guard members.count < Self.mostKeys else { return nil }
    add(Member(key: String(decoding: bytes, as: UTF8.self), bytes: bytes, value: Shape()))
    return members.count - 1
  }

  private func add(_ member: Member) {
    places[Key(bytes: member.bytes)] = members.count
    members.append(member)
    member.bytes.withUnsafeBufferPointer { keyForms.formIntersection(KeyForms.forms(of: $0)) }
  }

  private func collapse(_ key: UnsafeBufferPointer<UInt8>) -> Shape {
    keyForms.formIntersection(KeyForms.forms(of: key))
    return collapse()
  }

  private func collapse() -> Shape {
    if let collapsed { return collapsed }
    let all = Shape()
    for member in members { all.join(member.value) }
    members = []
    places = [:]
    collapsed = all
    return all
  }

  /// What the values are where the members are not kept one by one.
  var collapsedValues: Shape? { collapsed }

  func member(_ key: String) -> Member? {
    places[Key(bytes: Array(key.utf8))].map { members[$0] }
  }

  /// The values of all members in one; the evidence itself stays as it is.
  func allValues() -> Shape {
    var copies: [ObjectIdentifier: ObjectEvidence] = [:]
    if let collapsed { return collapsed.copy(&copies) }
    let all = Shape()
    for member in members { all.join(member.value.copy(&copies)) }
    return all
  }

  /// This evidence, or the one that has taken it over.
  var current: ObjectEvidence {
    guard let successor else { return self }
    return successor.current
  }

  /// Takes over what another one has seen; wherever that one stands, this one stands from then on. So joining ends also
  /// where a model is inside itself.
  func join(_ other: ObjectEvidence) {
    let (kept, taken) = (current, other.current)
    guard kept !== taken else { return }
    taken.successor = kept
    kept.takeOver(taken)
  }

  private func takeOver(_ other: ObjectEvidence) {
    seen.join(other.seen)
    empty.join(other.empty)
    memberCount += other.memberCount
    keyForms.formIntersection(other.keyForms)
    if let theirs = other.collapsed {
      collapse().join(theirs)
      return
    }
    for member in other.members {
      if let collapsed {
        collapsed.join(member.value)
      } else if let index = places[Key(bytes: member.bytes)] {
        members[index].seen.join(member.seen)
        members[index].positions += member.positions
        members[index].value.join(member.value)
      } else if members.count < Self.mostKeys {
        add(member)
      } else {
        collapse().join(member.value)
      }
    }
  }

  func copy(_ copies: inout [ObjectIdentifier: ObjectEvidence]) -> ObjectEvidence {
    if let known = copies[ObjectIdentifier(self)] { return known }
    let copy = ObjectEvidence()
    copies[ObjectIdentifier(self)] = copy
    (copy.seen, copy.empty, copy.memberCount) = (seen, empty, memberCount)
    for member in members {
      var twin = Member(key: member.key, bytes: member.bytes, value: member.value.copy(&copies))
      (twin.seen, twin.positions) = (member.seen, member.positions)
      copy.add(twin)
    }
    copy.collapsed = collapsed?.copy(&copies)
    copy.keyForms = keyForms
    return copy
  }
}
