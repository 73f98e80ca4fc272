import Mantle

/// The least and the greatest value in sort order. Lists and objects are ignored, because they have no order. Text is
/// excluded if there are numbers or dates.
struct ExtremeValues: Accumulator {
  private typealias Extreme = (order: OrderKey, cell: QueryCell)

  private var (least, greatest): (Extreme?, Extreme?)
  private var (measures, others) = (0, 0)
  var leftOut: Int { measures > 0 ? others : 0 }

  mutating func add(_ value: inout CountedValue) {
    let order = value.order
    guard order.isOrdered else { return }
    if order.isMeasure { measures += 1 } else { others += 1 }
    if isBetter(order, than: least, <) { least = (order, QueryCell(of: value.found)) }
    if isBetter(order, than: greatest, >) { greatest = (order, QueryCell(of: value.found)) }
  }

  mutating func merge(_ other: ExtremeValues) {
    (measures, others) = (measures + other.measures, others + other.others)
    if let new = other.least, isBetter(new.order, than: least, <) { least = new }
    if let new = other.greatest, isBetter(new.order, than: greatest, >) { greatest = new }
  }

  private func isBetter(
    _ order: OrderKey, than best: Extreme?, _ precedes: (OrderKey, OrderKey) -> Bool
  ) -> Bool {
    guard let best else { return true }
    guard order.isMeasure == best.order.isMeasure else { return order.isMeasure }
    return precedes(order, best.order)
  }

  func result(of aggregate: Query.Aggregate) -> QueryCell {
    (aggregate.function == .max ? greatest : least)?.cell ?? .null
  }
}

/// The number of distinct values.
///
/// Up to the bound, the hashes of all values are stored. Beyond it, only the hashes that end in one zero bit are
/// stored, then those that end in two, and so on.
struct DistinctValues: Accumulator {
  private let bound: Int
  private var hashes: Set<UInt64> = []
  /// The hashes that an accumulator without a bound collects. They are deduplicated when it is merged into another one.
  private var waiting: [UInt64] = []
  /// The number of zero bits at the end of all stored hashes.
  private var zeros = 0
  var isEstimate: Bool { zeros > 0 }

  init(bound: Int) { self.bound = bound }

  mutating func add(_ value: inout CountedValue) {
    let hash = value.identity.fingerprint
    if bound == .max { waiting.append(hash) } else { add(hash) }
  }

  private mutating func add(_ hash: UInt64) {
    guard hash.trailingZeroBitCount >= zeros else { return }
    hashes.insert(hash)
    while hashes.count > bound {
      zeros += 1
      hashes = hashes.filter { $0.trailingZeroBitCount >= zeros }
    }
  }

  mutating func merge(_ other: DistinctValues) {
    for hash in other.waiting { add(hash) }
    for hash in other.hashes { add(hash) }
  }

  func result(of aggregate: Query.Aggregate) -> QueryCell { .number(hashes.count << zeros) }
}

/// The first value, the last value, or all values up to a maximum number.
struct ListedValues: Accumulator {
  /// The values that the accumulator stores: the first, the last, or all up to a maximum number.
  enum Choice: Sendable {
    case first, last, all
  }

  private let choice: Choice
  private var cells: [QueryCell] = []
  private var isCut = false

  private static let most = 1_000

  init(_ choice: Choice) { self.choice = choice }

  mutating func add(_ value: inout CountedValue) {
    if choice == .first, !cells.isEmpty { return }
    add([QueryCell(of: value.found)])
  }

  private mutating func add(_ more: [QueryCell]) {
    switch choice {
    case .first: if cells.isEmpty { cells = more }
    case .last: if !more.isEmpty { cells = more }
    case .all:
      let room = Self.most - cells.count
      isCut = isCut || more.count > room
      cells += more.prefix(room)
    }
  }

  mutating func merge(_ other: ListedValues) {
    add(other.cells)
    isCut = isCut || other.isCut
  }

  func result(of aggregate: Query.Aggregate) -> QueryCell {
    choice == .all ? QueryCell(list: cells, isCut: isCut) : cells.first ?? .null
  }
}

/// The most frequent values. After 10,000 distinct values, further ones are not counted.
struct ValueTally: Accumulator {
  private struct Entry: Sendable {
    /// The first occurrence of the value; nil once its text is known.
    var found: FoundValue?
    var text = ""
    var count = 0

    var shown: String {
      guard let found else { return text }
      let text = QueryCell(of: found).shown
      return text.utf8.count <= longest ? text : text.prefix(longest) + "…"
    }
  }

  private var counts: [OrderKey: Entry] = [:]
  private(set) var isEstimate = false

  private static let longest = 200
  private static let most = 10_000
  private static let usual = 3

  mutating func add(_ value: inout CountedValue) {
    counts[value.identity.shortened(to: Self.longest), default: Entry(found: value.found)].count += 1
  }

  mutating func merge(_ other: ValueTally) {
    isEstimate = isEstimate || other.isEstimate
    for (value, entry) in other.counts {
      guard counts.count < Self.most || counts[value] != nil else {
        isEstimate = true
        continue
      }
      // Most values of a part are never shown, so only here is their text needed.
      counts[value, default: Entry(text: entry.shown)].count += entry.count
    }
  }

  func result(of aggregate: Query.Aggregate) -> QueryCell {
    let values = counts.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }.map(\.value)
    let top = values.prefix(aggregate.number.map { Int($0) } ?? Self.usual)
    guard !top.isEmpty else { return .null }
    return QueryCell(.text, top.map { "\($0.shown) ×\($0.count)" }.joined(separator: ", "))
  }
}
