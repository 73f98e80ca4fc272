import Mantle

/// The correspondence between the elements of two lists.
///
/// Equal elements are matched as lines are in a text diff; the remaining elements are paired by similarity.
struct ElementAlignment {
  enum Pair: Hashable {
    /// The correspondence of an element in one list to one in the other.
    case changed(from: Int, to: Int)
    case moved(from: Int, to: Int)
    case removed(Int)
    case inserted(Int)
  }

  /// The pairs of elements that differ, in the order of the lists.
  private(set) var pairs: [Pair] = []

  private let old: [JSONNode]
  private let new: [JSONNode]

  /// Finding equal elements takes as long as the product of the lists in the worst case.
  private static let mostAligned = 1 << 20
  private static let mostWeighed = 1 << 10

  init(_ old: [JSONNode], _ new: [JSONNode]) {
    (self.old, self.new) = (old, new)
    let (before, after) = (old.map(\.rawBytes), new.map(\.rawBytes))
    let front = zip(before, after).prefix { $0 == $1 }.count
    let back = zip(before.dropFirst(front).reversed(), after.dropFirst(front).reversed()).prefix { $0 == $1 }
      .count
    let (oldRange, newRange) = (front..<before.count - back, front..<after.count - back)
    var (removed, inserted): (Set<Int>, Set<Int>) = ([], [])
    if oldRange.count * newRange.count <= Self.mostAligned {
      for change in Array(after[newRange]).difference(from: Array(before[oldRange])) {
        switch change {
        case .remove(let offset, _, _): removed.insert(offset + front)
        case .insert(let offset, _, _): inserted.insert(offset + front)
        }
      }
    } else {
      let staying = Self.staying(before[oldRange], after[newRange])
      removed = Set(oldRange).subtracting(staying.map(\.from))
      inserted = Set(newRange).subtracting(staying.map(\.to))
    }
    // An equal element at another position was moved.
    var origins: [[UInt8]: [Int]] = [:]
    for index in removed.sorted(by: >) { origins[before[index], default: []].append(index) }
    for index in inserted.sorted() {
      guard let origin = origins[after[index]]?.popLast() else { continue }
      pairs.append(.moved(from: origin, to: index))
      removed.remove(origin)
      inserted.remove(index)
    }
    addRuns(removed, inserted, oldRange, newRange, moved: pairs)
  }

  /// Of each new element, the number of the old one that it is; nil for what came in.
  var origins: [Int?] {
    var origins = [Int?](repeating: nil, count: new.count)
    var (left, open) = (Set(old.indices), Set(new.indices))
    for pair in pairs {
      switch pair {
      case .changed(let from, let to), .moved(let from, let to):
        origins[to] = from
        left.remove(from)
        open.remove(to)
      case .removed(let from): left.remove(from)
      case .inserted(let to): open.remove(to)
      }
    }
    for (from, to) in zip(left.sorted(), open.sorted()) { origins[to] = from }
    return origins
  }

  /// The most of the equal elements that are in one order, each known by its turn among those like it. O(n log n).
  private static func staying(
    _ before: ArraySlice<[UInt8]>, _ after: ArraySlice<[UInt8]>
  ) -> [(from: Int, to: Int)] {
    var origins: [[UInt8]: [Int]] = [:]
    for index in before.indices.reversed() { origins[before[index], default: []].append(index) }
    let equal = after.indices.compactMap { to in origins[after[to]]?.popLast().map { (from: $0, to: to) } }
    let rise = equal.map(\.from).longestRise
    return equal.filter { rise.contains($0.from) }
  }

  /// Goes through what is between equal elements.
  private mutating func addRuns(
    _ removed: Set<Int>, _ inserted: Set<Int>, _ oldRange: Range<Int>, _ newRange: Range<Int>, moved: [Pair]
  ) {
    var (gone, come): (Set<Int>, Set<Int>) = ([], [])
    for case .moved(let from, let to) in moved {
      gone.insert(from)
      come.insert(to)
    }
    var (a, b) = (oldRange.lowerBound, newRange.lowerBound)
    var (oldRun, newRun): ([Int], [Int]) = ([], [])
    while a < oldRange.upperBound || b < newRange.upperBound {
      if removed.contains(a) || gone.contains(a) {
        if removed.contains(a) { oldRun.append(a) }
        a += 1
      } else if inserted.contains(b) || come.contains(b) {
        if inserted.contains(b) { newRun.append(b) }
        b += 1
      } else {
        addRun(oldRun, newRun)
        (oldRun, newRun) = ([], [])
        (a, b) = (a + 1, b + 1)
      }
    }
    addRun(oldRun, newRun)
  }

  private mutating func addRun(_ oldRun: [Int], _ newRun: [Int]) {
    guard oldRun.count != newRun.count, oldRun.count * newRun.count <= Self.mostWeighed else {
      return addInOrder(oldRun, newRun)
    }
    // The best total similarity of the remaining elements, from each pair of positions on.
    var best = [[Double]](repeating: [Double](repeating: 0, count: newRun.count + 1), count: oldRun.count + 1)
    let likeness = oldRun.map { a in newRun.map { Self.likeness(old[a], new[$0]) } }
    for a in oldRun.indices.reversed() {
      for b in newRun.indices.reversed() {
        best[a][b] = max(best[a + 1][b], best[a][b + 1], likeness[a][b] + best[a + 1][b + 1])
      }
    }
    var (a, b) = (0, 0)
    while a < oldRun.count || b < newRun.count {
      if a < oldRun.count, b < newRun.count, best[a][b] == likeness[a][b] + best[a + 1][b + 1] {
        pairs.append(.changed(from: oldRun[a], to: newRun[b]))
        (a, b) = (a + 1, b + 1)
      } else if a < oldRun.count, b == newRun.count || best[a][b] == best[a + 1][b] {
        pairs.append(.removed(oldRun[a]))
        a += 1
      } else {
        pairs.append(.inserted(newRun[b]))
        b += 1
      }
    }
  }

  private mutating func addInOrder(_ oldRun: [Int], _ newRun: [Int]) {
    pairs += zip(oldRun, newRun).map { .changed(from: $0, to: $1) }
    pairs += oldRun.dropFirst(newRun.count).map { .removed($0) }
    pairs += newRun.dropFirst(oldRun.count).map { .inserted($0) }
  }

  /// How much two values have in common: a little for being of one kind, and for each member that is equal.
  private static func likeness(_ a: JSONNode, _ b: JSONNode) -> Double {
    guard a.kind == b.kind else { return 0 }
    guard a.kind == .object else { return 0.1 }
    let members = Dictionary(
      a.members.map { ($0.key.displayText, $0.value.rawBytes) }, uniquingKeysWith: { a, _ in a })
    let equal = b.members.filter { members[$0.key.displayText] == $0.value.rawBytes }.count
    return 0.1 + Double(equal)
  }
}
