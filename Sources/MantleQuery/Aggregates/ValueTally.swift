import Mantle

/// The number of distinct values, and the most frequent ones.
///
/// Values are identified by hashes. Each value of the first ones is counted; of further ones only the hash is stored.
/// Beyond a maximum number of hashes, only those that end in one zero bit are stored, then those that end in two, and
/// so on.
struct ValueTally: Accumulator {
  /// A value of a part of the rows, which is not compared with the others before the parts are merged.
  private struct Occurrence: Sendable {
    let hash: UInt64
    let found: FoundValue
    let count: Int
  }

  /// A value whose occurrences are counted.
  private struct Entry: Sendable {
    let identity: OrderKey
    let shown: String
    var count: Int

    init(_ value: FoundValue) {
      var value = CountedValue(value)
      identity = value.identity.shortened(to: ValueTally.longest)
      let text = QueryCell(of: value.found).shown
      shown = text.utf8.count <= ValueTally.longest ? text : text.prefix(ValueTally.longest) + "…"
      count = 0
    }
  }

  private var occurrences: [Occurrence] = []
  private var counted: [UInt64: Entry] = [:]
  /// The hashes of the values that are not counted.
  private var others: Set<UInt64> = []
  /// The number of zero bits at the end of the stored hashes.
  private var zeros = 0
  private let bound: Int
  /// The maximum number of values whose occurrences are counted.
  private let most: Int

  private static let longest = 200
  private static let usual = 3

  /// Creates a tally without values.
  ///
  /// - Parameters:
  ///   - bound: the maximum number of hashes that are stored for values that are not counted.
  ///   - most: the maximum number of values that are counted.
  init(bound: Int, most: Int) { (self.bound, self.most) = (bound, most) }

  mutating func add(_ value: inout CountedValue) {
    occurrences.append(Occurrence(hash: value.identity.fingerprint, found: value.found, count: value.count))
  }

  mutating func merge(_ other: ValueTally) {
    for value in other.occurrences {
      if most > 0, let index = counted.index(forKey: value.hash) {
        counted.values[index].count += value.count
      } else if counted.count < most {
        counted[value.hash] = Entry(value.found)
        counted[value.hash]?.count = value.count
      } else {
        add(value.hash)
      }
    }
  }

  private mutating func add(_ hash: UInt64) {
    guard hash.trailingZeroBitCount >= zeros else { return }
    others.insert(hash)
    while others.count > bound {
      zeros += 1
      others = others.filter { $0.trailingZeroBitCount >= zeros }
    }
  }

  func isEstimate(of function: AggregateFunction) -> Bool { function == .top ? !others.isEmpty : zeros > 0 }

  func result(of aggregate: Query.Aggregate) -> QueryCell {
    if aggregate.function == .distinct { return .number(counted.count + others.count << zeros) }
    let values = counted.values.sorted { ($1.count, $0.identity) < ($0.count, $1.identity) }
    let top = values.prefix(aggregate.number.map { Int($0) } ?? Self.usual)
    guard !top.isEmpty else { return .null }
    return QueryCell(.text, top.map { "\($0.shown) ×\($0.count)" }.joined(separator: ", "))
  }
}
