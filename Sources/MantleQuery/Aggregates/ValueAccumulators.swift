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
    if order.isMeasure { measures += value.count } else { others += value.count }
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
