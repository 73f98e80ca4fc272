import Mantle

/// The number of distinct values, and the most frequent ones.
///
/// Values are identified by hashes. Up to a maximum number, each value is counted. Of more values the hashes are stored,
/// and a value is counted from its second occurrence on; whenever too many values are counted, the rare ones are dropped.
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

    init(_ value: FoundValue, count: Int) {
      var value = CountedValue(value)
      identity = value.identity.shortened(to: ValueTally.longest)
      let text = QueryCell(of: value.found).shown
      shown = text.utf8.count <= ValueTally.longest ? text : text.prefix(ValueTally.longest) + "…"
      self.count = count
    }
  }

  private var occurrences: [Occurrence] = []
  private var counted: [UInt64: Entry] = [:]
  /// The hashes of all values; empty while all values are counted.
  private var hashes: Set<UInt64> = []
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
  ///   - bound: the maximum number of hashes that are stored.
  ///   - most: the maximum number of values that are counted.
  init(bound: Int, most: Int) { (self.bound, self.most) = (bound, most) }

  mutating func add(_ value: inout CountedValue) {
    occurrences.append(Occurrence(hash: value.identity.fingerprint, found: value.found, count: value.count))
  }

  mutating func merge(_ other: ValueTally) {
    for value in other.occurrences {
      if most > 0, let index = counted.index(forKey: value.hash) {
        counted.values[index].count += value.count
      } else if hashes.isEmpty, counted.count < most {
        counted[value.hash] = Entry(value.found, count: value.count)
      } else {
        addFurther(value)
      }
    }
  }

  /// Adds a value that is not counted after the maximum number of values was counted once.
  private mutating func addFurther(_ value: Occurrence) {
    if hashes.isEmpty {
      for hash in counted.keys { insert(hash) }
    }
    let isKnown = !insert(value.hash)
    guard most > 0, isKnown || value.count > 1 else { return }
    if counted.count >= most { dropRareValues() }
    counted[value.hash] = Entry(value.found, count: value.count + (isKnown ? 1 : 0))
  }

  /// Stores a hash.
  ///
  /// - Returns: false if the hash was stored before.
  @discardableResult private mutating func insert(_ hash: UInt64) -> Bool {
    guard hash.trailingZeroBitCount >= zeros else { return true }
    let isNew = hashes.insert(hash).inserted
    while hashes.count > bound {
      zeros += 1
      hashes = hashes.filter { $0.trailingZeroBitCount >= zeros }
    }
    return isNew
  }

  /// Drops the values with the smallest counts, so that at most half of the maximum number remain.
  private mutating func dropRareValues() {
    let limit = counted.values.map(\.count).sorted()[counted.count - most / 2 - 1]
    counted = counted.filter { $0.value.count > limit }
  }

  func isEstimate(of function: AggregateFunction) -> Bool {
    function == .top ? !hashes.isEmpty : zeros > 0
  }

  func result(of aggregate: Query.Aggregate) -> QueryCell {
    if aggregate.function == .distinct {
      return .number(hashes.isEmpty ? counted.count : hashes.count << zeros)
    }
    let values = counted.values.sorted { ($1.count, $0.identity) < ($0.count, $1.identity) }
    let top = values.prefix(aggregate.number.map { Int($0) } ?? Self.usual)
    guard !top.isEmpty else { return .null }
    return QueryCell(.text, top.map { "\($0.shown) ×\($0.count)" }.joined(separator: ", "))
  }
}
