/// The correspondence between the elements of two versions of a list.
///
/// Elements with equal identities are counterparts. If an identity is repeated, its first occurrences in both
/// lists are counterparts, then its second occurrences, and so on. The longest sequence of counterparts that
/// has the same order in both lists is unmoved; all other counterparts are moved.
package struct Alignment {
  /// For each element of the second list, the index of its counterpart in the first; nil for an inserted element.
  package private(set) var origins: [Int?]
  /// The indices in the second list of the elements that were moved.
  package private(set) var moved: Set<Int> = []
  /// The indices in the first list of the elements without a counterpart, in ascending order.
  package private(set) var removed: [Int] = []

  /// The maximum number of unpaired elements of the first list with which one element of the second list is
  /// compared.
  private static let maximumCompared = 16

  /// Aligns two versions of a list, given the identities of their elements.
  ///
  /// - Parameter isPair: Returns whether two elements without a counterpart, which are between the same
  ///   unmoved neighbors, are counterparts of each other; it is called with their indices in the first and
  ///   the second list.
  /// - Complexity: O(n log n).
  package init<Identity: Hashable>(
    _ before: [Identity], _ after: [Identity],
    pairingOthersWhere isPair: (Int, Int) -> Bool = { _, _ in false }
  ) {
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
    // The search runs backward, so that if two elements were swapped, the element that moved down counts as
    // moved.
    let rise = Set(origins.reversed().compactMap { $0.map { -$0 } }.longestRise.map { -$0 })
    moved = Set(origins.indices.filter { index in origins[index].map { !rise.contains($0) } ?? false })
    pairOthers(before.count, where: isPair)
    let kept = Set(origins.compactMap(\.self))
    removed = before.indices.filter { !kept.contains($0) }
  }

  private mutating func pairOthers(_ count: Int, where isPair: (Int, Int) -> Bool) {
    let matched = Set(origins.compactMap(\.self))
    var (old, new) = (0, 0)
    for (from, to) in staying + [(count, origins.count)] {
      var gone = (old..<from).filter { !matched.contains($0) }[...]
      for index in new..<to where origins[index] == nil {
        let place = gone.prefix(Self.maximumCompared).firstIndex { isPair($0, index) }
        guard let place else { continue }
        origins[index] = gone[place]
        // Pairs do not cross, because paired elements count as unmoved.
        gone = gone[(place + 1)...]
      }
      (old, new) = (from + 1, to + 1)
    }
  }

  /// The pairs of unmoved elements: their indices in the first and in the second list.
  private var staying: [(from: Int, to: Int)] {
    origins.enumerated().compactMap { to, from in
      moved.contains(to) ? nil : from.map { (from: $0, to: to) }
    }
  }

  /// For each element of the first list, the position in the second list at which it would be inserted: the
  /// index of the last unmoved element that precedes it; nil for the start of the list.
  var anchors: [Int?] {
    var targets = Array(repeating: Int?.none, count: origins.count { $0 != nil } + removed.count)
    for (from, to) in staying { targets[from] = to }
    var last: Int?
    return targets.map { target in
      defer { last = target ?? last }
      return last
    }
  }

  /// The indices of the second list's elements, sorted by the order of their counterparts in the first list.
  /// An inserted element stays after the element that it follows in the second list.
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
  /// The identity of an object's member: its key, and its value if a key is repeated.
  private struct Member: Hashable {
    let key: ExactText
    let value: [UInt8]
  }

  /// Aligns the elements of two lists by the first key whose values are unique scalars in both lists. Without
  /// such a key, elements are aligned by their text.
  ///
  /// - Parameters:
  ///   - ignored: The values inside the elements that are omitted from their text.
  ///   - isPair: Returns whether two elements with different identities, which are between the same unmoved
  ///     neighbors, are counterparts. It is called with the elements and with the key that identifies
  ///     elements. Without such a key, all these elements are counterparts.
  package init(
    elementsOf old: [JSONNode], _ new: [JSONNode], keys: [String] = JSONDifference.usualKeys,
    inAnyOrder: Bool = false, without ignored: Set<JSONNode> = [],
    pairingOthersWhere isPair: (JSONNode, JSONNode, String) -> Bool = { _, _, _ in true }
  ) {
    for key in keys where !old.isEmpty && !new.isEmpty {
      if let before = Self.identities(old, key), let after = Self.identities(new, key) {
        self.init(before, after) { isPair(old[$0], new[$1], key) }
        return
      }
    }
    func texts(_ nodes: [JSONNode]) -> [[UInt8]] {
      nodes.map { $0.canonicalText(inAnyOrder: inAnyOrder, without: ignored) }
    }
    self.init(texts(old), texts(new)) { _, _ in true }
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
      zip(before, values(old, before)).map(Member.init), zip(after, values(new, after)).map(Member.init))
    for index in origins.indices where origins[index] == nil {
      // A member with an equal key and another value is a counterpart only if its order among the other
      // members is the same; otherwise, one member was removed and another member was inserted.
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

// MARK: - Identities

extension Alignment {
  /// Returns the scalar value of a key in each element; nil if an element lacks such a value or if two
  /// elements have equal values.
  package static func identities(_ elements: [JSONNode], _ key: String) -> [[UInt8]]? {
    var seen: Set<[UInt8]> = []
    var identities: [[UInt8]] = []
    for element in elements {
      guard let identity = identity(element, key), seen.insert(identity).inserted else { return nil }
      identities.append(identity)
    }
    return identities
  }

  /// Returns the value of a key that identifies an object; nil if the value is missing, null or a container.
  package static func identity(_ element: JSONNode, _ key: String) -> [UInt8]? {
    guard element.kind == .object, let value = element[key], !value.kind.isContainer, value.kind != .null
    else { return nil }
    return identity(value)
  }

  /// Returns bytes that are equal for scalars of equal value, regardless of their spelling.
  package static func identity(_ value: JSONNode) -> [UInt8] {
    switch value.kind {
    case .string: [0] + value.decodedBytes
    case .number: JSONDecimal.identity(Array(value.rawBytes))
    default: JSONFormatter.compact.format(value)
    }
  }
}

extension [Int] {
  /// The longest increasing subsequence of an array of distinct numbers. To sort the array with the fewest
  /// moves, all other numbers are moved.
  ///
  /// ```swift
  /// [3, 1, 2].longestRise  // [1, 2]
  /// ```
  ///
  /// - Complexity: O(*n* log *n*), by patience sorting.
  var longestRise: Set<Int> {
    var tops: [Int] = []
    var previous: [Int: Int] = [:]
    for number in self {
      let pile = tops.countOfPrefix { $0 < number }
      if pile > 0 { previous[number] = tops[pile - 1] }
      if pile == tops.count { tops.append(number) } else { tops[pile] = number }
    }
    var rise: Set<Int> = []
    var last = tops.last
    while let number = last {
      rise.insert(number)
      last = previous[number]
    }
    return rise
  }
}
