import Mantle

/// A value in the forms in which accumulators take it, each of which is made when an accumulator needs it.
struct CountedValue {
  let found: FoundValue
  /// The place in the order of values.
  private(set) lazy var order = OrderKey(found)
  /// The bytes that only identical values have.
  private(set) lazy var identity = found.isIdentifiedByOrder ? order : OrderKey(identityOf: [found])
  /// The number or the date; `.nothing` for all others.
  private(set) lazy var measure = found.measure

  init(_ found: FoundValue) { self.found = found }
}

extension FoundValue {
  /// Whether only identical values have the same place in the order: of text, some is ordered as a date.
  fileprivate var isIdentifiedByOrder: Bool {
    if case .value(.node(let node), _) = self { [.number, .true, .false].contains(node.kind) } else { false }
  }

  var measure: ComparedValue {
    switch self {
    case .value(.node(let node), let property):
      switch node.kind {
      case .number, .string: ComparedValue(node, as: property)
      case .true, .false, .null, .array, .object: .nothing
      }
    case .value(.number(let number), _): .number(number)
    case .value(.date(let text), _): text.dateSeconds.map { .moment($0) } ?? .nothing
    default: .nothing
    }
  }
}

extension OrderKey {
  /// A hash of the bytes that is the same in every process: FNV-1a, with its high bits mixed into the low ones.
  var fingerprint: UInt64 {
    let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return hash ^ hash >> 32
  }
}
