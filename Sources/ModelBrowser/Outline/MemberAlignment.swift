import Mantle

/// Which members of two objects are the same ones: those with the same key, and of several with one key those that
/// have most in common.
struct MemberAlignment {
  /// The key and value of an object's member.
  typealias Member = (key: String, value: JSONNode)

  let before: [Member]
  let after: [Member]
  /// Of each member as it is, the number of the one it was; nil for what came in.
  private(set) var origins: [Int?]
  /// For each former member, the index of its current counterpart; nil if it was removed.
  private(set) var now: [Int?]

  init(_ old: JSONNode, _ new: JSONNode) {
    before = old.members.map { ($0.key.displayText, $0.value) }
    after = new.members.map { ($0.key.displayText, $0.value) }
    origins = [Int?](repeating: nil, count: after.count)
    now = [Int?](repeating: nil, count: before.count)
    let former = Dictionary(grouping: before.indices) { [before] in ExactText(before[$0].key) }
    var doubtful: [(old: Int, new: Int)] = []
    for (key, present) in Dictionary(grouping: after.indices, by: { [after] in ExactText(after[$0].key) }) {
      guard let former = former[key] else { continue }
      if former.count == 1, present.count == 1 {
        join(former[0], present[0])
      } else {
        let pairs = ElementAlignment(former.map { before[$0].value }, present.map { after[$0].value }).origins
        for (index, origin) in zip(present, pairs) {
          guard let origin else { continue }
          let old = former[origin]
          if before[old].value.rawBytes == after[index].value.rawBytes {
            join(old, index)
          } else {
            doubtful.append((old, index))
          }
        }
      }
    }
    // Others than they were, and elsewhere: one went and another came.
    for (old, new) in doubtful where standsAlike(old, new) { join(old, new) }
  }

  private mutating func join(_ old: Int, _ new: Int) { (origins[new], now[old]) = (old, new) }

  private func standsAlike(_ old: Int, _ new: Int) -> Bool {
    now.enumerated().allSatisfy { other, place in place.map { (other < old) == ($0 < new) } ?? true }
  }

  /// Whether the members that both objects have are in a different order.
  var isReordered: Bool {
    let places = origins.compactMap(\.self)
    return zip(places, places.dropFirst()).contains { $0 > $1 }
  }
}

extension [Int?] {
  /// The current indices of the children in their former order; an inserted child stays after the child it
  /// follows.
  var formerOrder: [Int] {
    var place = -1
    let places = map { origin -> Int in
      if let origin { place = origin }
      return place
    }
    return indices.sorted { (places[$0], $0) < (places[$1], $1) }
  }
}
