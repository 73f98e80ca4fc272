import Mantle

/// A value that is added to accumulators, in the forms that they need. Each form is computed on first use.
struct CountedValue {
  let found: FoundValue
  /// The number of times that the value is added.
  var count = 1
  /// The sort key of the value.
  private(set) lazy var order = OrderKey(found, measure: measure)
  /// A key that only identical values share.
  private(set) lazy var identity = found.isIdentified(by: order) ? order : OrderKey(identityOf: [found])
  /// The value as a number or a date; `.nothing` for other values.
  private(set) lazy var measure = found.measure

  init(_ found: FoundValue) { self.found = found }
}

extension FoundValue {
  /// Returns whether only identical values have the sort key of the value. A day has the sort key of its first moment,
  /// but is a different string.
  fileprivate func isIdentified(by order: OrderKey) -> Bool {
    guard case .value(.node(let node), _) = self else { return false }
    return switch node.kind {
    case .number, .true, .false: true
    case .string: order.isText || order.isMeasure && node.displayText.isLongerThanDay
    case .null, .array, .object: false
    }
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
  /// A hash of the key's bytes that is the same in every process.
  var fingerprint: UInt64 { bytes.withUnsafeBufferPointer(\.fingerprint) }
}

extension UnsafeBufferPointer<UInt8> {
  /// A hash of the bytes that is the same in every process: FNV-1a, with its high bits mixed into its low bits.
  var fingerprint: UInt64 {
    let hash = reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return hash ^ hash >> 32
  }
}
