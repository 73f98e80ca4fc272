/// A matcher that pairs the corresponding elements of two lists.
package struct ElementMatcher {
  /// The positions of two corresponding elements; nil for a list that lacks the element.
  struct Pair {
    let before: Int?
    let after: Int?
    /// Whether the element changed its order relative to others that are in both lists.
    var isMoved = false
  }

  /// The pairs in the order of the second list, with removed elements at their former position.
  let pairs: [Pair]

  /// The maximum number of elements that are compared with each other.
  private static let mostCompared = 1000
  /// The maximum number of unpaired elements that are searched for an element whose key changed.
  private static let mostRenamed = 16

  init(_ a: [JSONNode], _ b: [JSONNode], keys: [String]) {
    pairs = Self.byKey(a, b, keys) ?? Self.byPlace(a, b)
  }

  // MARK: - By key

  private static func byKey(_ a: [JSONNode], _ b: [JSONNode], _ keys: [String]) -> [Pair]? {
    guard !a.isEmpty, !b.isEmpty else { return nil }
    for key in keys {
      guard let old = identities(a, key), let new = identities(b, key) else { continue }
      return joined(pairs(old, new)) { a[$0].isEquivalent(to: b[$1], besides: key) }
    }
    return nil
  }

  /// Pairs a removed and an added element between the same neighbors if they are the same element with a
  /// different key.
  private static func joined(_ pairs: [Pair], where isSame: (Int, Int) -> Bool) -> [Pair] {
    var result: [Pair] = []
    var run = 0
    for pair in pairs {
      if pair.before != nil, pair.after != nil {
        run = result.count + 1
      } else if let place = result[run...].prefix(mostRenamed).firstIndex(where: { other in
        if let before = pair.before, let after = other.after, other.before == nil {
          return isSame(before, after)
        }
        guard let before = other.before, other.after == nil, let after = pair.after else { return false }
        return isSame(before, after)
      }) {
        let other = result[place]
        result[place] = Pair(before: pair.before ?? other.before, after: pair.after ?? other.after)
        continue
      }
      result.append(pair)
    }
    return result
  }

  /// Returns the value of a key in each element; nil if an element lacks it or two elements have equal
  /// values.
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

  /// Returns a representation that is equal for scalars of the same value, regardless of their spelling.
  package static func identity(_ value: JSONNode) -> [UInt8] {
    switch value.kind {
    case .string: [0] + value.decodedBytes
    case .number: JSONDecimal.identity(Array(value.rawBytes))
    default: JSONFormatter.compact.format(value)
    }
  }

  private static func pairs(_ old: [[UInt8]], _ new: [[UInt8]]) -> [Pair] {
    let places = Dictionary(uniqueKeysWithValues: old.enumerated().map { ($0.element, $0.offset) })
    let origins = new.map { places[$0] }
    let staying = origins.compactMap { $0 }.longestRise
    let kept = Set(origins.compactMap { $0 })
    var gone = (0..<old.count).filter { !kept.contains($0) }[...]
    var pairs: [Pair] = []
    for (after, before) in origins.enumerated() {
      if let before, staying.contains(before) {
        while let first = gone.first, first < before {
          pairs.append(Pair(before: gone.removeFirst(), after: nil))
        }
      }
      pairs.append(
        Pair(before: before, after: after, isMoved: before.map { !staying.contains($0) } ?? false))
    }
    return pairs + gone.map { Pair(before: $0, after: nil) }
  }

  // MARK: - By position

  private static func byPlace(_ a: [JSONNode], _ b: [JSONNode]) -> [Pair] {
    let shorter = min(a.count, b.count)
    let start = (0..<shorter).first { !a[$0].isEquivalent(to: b[$0]) } ?? shorter
    let end = (0..<shorter - start).first { !a[a.count - 1 - $0].isEquivalent(to: b[b.count - 1 - $0]) }
    let tail = end ?? shorter - start
    return aligned(a, b, start..<a.count - tail, start..<b.count - tail)
  }

  /// Returns the pairs of the middle parts of two lists: elements between the same unchanged neighbors are
  /// paired.
  private static func aligned(
    _ a: [JSONNode], _ b: [JSONNode], _ old: Range<Int>, _ new: Range<Int>
  ) -> [Pair] {
    guard max(old.count, new.count) <= mostCompared else { return inOrder(old, new) }
    let change = b[new].difference(from: a[old]) { $0.isEquivalent(to: $1) }
    let removed = Set(change.removals.map { Self.offset(of: $0) + old.lowerBound })
    let added = Set(change.insertions.map { Self.offset(of: $0) + new.lowerBound })
    var pairs: [Pair] = []
    var (before, after) = (old.lowerBound, new.lowerBound)
    while before < old.upperBound || after < new.upperBound {
      let gone = before..<((before..<old.upperBound).first { !removed.contains($0) } ?? old.upperBound)
      let come = after..<((after..<new.upperBound).first { !added.contains($0) } ?? new.upperBound)
      pairs += inOrder(gone, come)
      (before, after) = (gone.upperBound + 1, come.upperBound + 1)
    }
    return pairs
  }

  private static func inOrder(_ old: Range<Int>, _ new: Range<Int>) -> [Pair] {
    (0..<max(old.count, new.count)).map { number in
      Pair(
        before: number < old.count ? old.lowerBound + number : nil,
        after: number < new.count ? new.lowerBound + number : nil)
    }
  }

  private static func offset(of change: CollectionDifference<JSONNode>.Change) -> Int {
    switch change {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
}

extension JSONNode {
  /// Returns whether two objects have equivalent members in the same order, ignoring the value of one key.
  fileprivate func isEquivalent(to other: JSONNode, besides key: String) -> Bool {
    guard count == other.count, count > 1 else { return false }
    return zip(members, other.members).allSatisfy { mine, theirs in
      mine.key.isEquivalent(to: theirs.key)
        && (mine.key.displayText == key || mine.value.isEquivalent(to: theirs.value))
    }
  }
}
