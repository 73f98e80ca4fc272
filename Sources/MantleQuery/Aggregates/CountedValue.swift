import Mantle

/// A value that is added to accumulators, in the forms that they need. Each form is computed on first use.
struct CountedValue {
  let found: FoundValue
  /// The sort key of the value.
  private(set) lazy var order = OrderKey(found)
  /// A key that two values share if and only if they are identical.
  private(set) lazy var identity = found.isIdentifiedByOrder ? order : OrderKey(identityOf: [found])
  /// The value as a number or a date; `.nothing` for other values.
  private(set) lazy var measure = found.measure

  init(_ found: FoundValue) { self.found = found }
}

extension FoundValue {
  /// Whether every value with the same sort key is identical to this value. Different strings can have the same sort
  /// key, because dates are sorted by time.
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
  /// A hash of the key's bytes that is the same in every process: FNV-1a, with its high bits mixed into its low bits.
  var fingerprint: UInt64 {
    let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return hash ^ hash >> 32
  }
}
