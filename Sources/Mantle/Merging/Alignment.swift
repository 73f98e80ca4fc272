/// Which element of a list is which element of another list.
///
/// Elements with equal identities are the same, each by its turn among those of that identity. Of these, the most that
/// are in the same order in both lists stay; the others were moved.
package struct Alignment {
  /// For each element of the second list, the index of its counterpart in the first; nil for an inserted element.
  package private(set) var origins: [Int?]
  /// The indices in the second list of the elements that were moved.
  package private(set) var moved: Set<Int> = []
  /// The indices in the first list of the elements without a counterpart, in ascending order.
  package private(set) var removed: [Int] = []

  /// Aligns two lists of identities.
  ///
  /// - Parameter pairs: whether elements without a counterpart between the same unmoved neighbors are counterparts, in
  ///   their order.
  /// - Complexity: O(n log n).
  package init<Identity: Hashable>(_ before: [Identity], _ after: [Identity], pairingOthers pairs: Bool) {
    let shorter = min(before.count, after.count)
    let front = zip(before, after).prefix { $0 == $1 }.count
    let back = zip(before.reversed(), after.reversed()).prefix(shorter - front).prefix { $0 == $1 }.count
    var turns: [Identity: [Int]] = [:]
    for index in (front..<before.count - back).reversed() { turns[before[index], default: []].append(index) }
    origins = after.indices.map { index in
      if index < front { return index }
      if index >= after.count - back { return index - after.count + before.count }
      return turns[after[index]]?.popLast()
    }
    // Backward, so that of two elements that changed places the one that went down was moved.
    let rise = Set(origins.reversed().compactMap { $0.map { -$0 } }.longestRise.map { -$0 })
    moved = Set(origins.indices.filter { index in origins[index].map { !rise.contains($0) } ?? false })
    if pairs { pairOthers(before.count) }
    let kept = Set(origins.compactMap(\.self))
    removed = before.indices.filter { !kept.contains($0) }
  }

  private mutating func pairOthers(_ count: Int) {
    let matched = Set(origins.compactMap(\.self))
    let staying = origins.enumerated().compactMap { to, from in
      moved.contains(to) ? nil : from.map { (from: $0, to: to) }
    }
    var (old, new) = (0, 0)
    for (from, to) in staying + [(count, origins.count)] {
      let gone = (old..<from).filter { !matched.contains($0) }
      let come = (new..<to).filter { origins[$0] == nil }
      for (from, to) in zip(gone, come) { origins[to] = from }
      (old, new) = (from + 1, to + 1)
    }
  }

  /// The current indices of the elements in their former order; an inserted element stays after the one it follows.
  package var formerOrder: [Int] {
    var place = -1
    let places = origins.map { origin -> Int in
      if let origin { place = origin }
      return place
    }
    return places.indices.sorted { (places[$0], $0) < (places[$1], $1) }
  }
}

extension Alignment {
  /// The identity of an object's member.
  private struct Member: Hashable {
    let key: ExactText
    let value: [UInt8]
  }

  /// Aligns the elements of two lists: by a usual key that tells the elements of both lists apart, or else by their text.
  package init(elementsOf old: [JSONNode], _ new: [JSONNode]) {
    for key in JSONDifference.usualKeys {
      if let before = ElementMatcher.identities(old, key), let after = ElementMatcher.identities(new, key) {
        self.init(before, after, pairingOthers: true)
        return
      }
    }
    self.init(old.map(\.rawBytes), new.map(\.rawBytes), pairingOthers: true)
  }

  /// Aligns the members of two objects by their keys.
  package init(membersOf old: JSONNode, _ new: JSONNode) {
    func keys(_ object: JSONNode) -> [ExactText] { object.members.map { ExactText($0.key.displayText) } }
    let (before, after) = (keys(old), keys(new))
    let counts = [before, after].map { Dictionary($0.map { ($0, 1) }, uniquingKeysWith: +) }
    // Members with equal keys are distinguished by their values.
    func values(_ object: JSONNode, _ keys: [ExactText]) -> [[UInt8]] {
      zip(object.members, keys).map { member, key in
        counts.contains { $0[key, default: 0] > 1 } ? member.value.rawBytes : []
      }
    }
    self.init(
      zip(before, values(old, before)).map(Member.init), zip(after, values(new, after)).map(Member.init),
      pairingOthers: false)
    for index in origins.indices where origins[index] == nil {
      // With another value and elsewhere, one member was removed and another one inserted.
      let place = removed.firstIndex { from in
        before[from] == after[index]
          && origins.enumerated().allSatisfy { to, other in other.map { ($0 < from) == (to < index) } ?? true
          }
      }
      guard let place else { continue }
      origins[index] = removed.remove(at: place)
    }
  }
}
