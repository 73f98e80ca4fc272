import Mantle

/// Values of a property, in which most repetitions of a value are counted instead of stored. Thus accumulators compute
/// the forms of a value once for all its repetitions.
///
/// Two values are equal if they have the same JSON text. A value that is not recognized as a repetition is stored a
/// second time, so accumulators must accept the same value more than once.
struct RepeatedValues: Sendable {
  private(set) var values: [CountedValue] = []
  /// For each remainder of a hash, the index of the last value with this remainder, or -1. Empty while there are few
  /// values, as in most groups.
  private var recent: [Int] = []

  private static let few = 16
  private static let slots = 256
  private static let most = 1_024

  /// Whether the values should be added to accumulators, so that they do not take much memory.
  var isFull: Bool { values.count >= Self.most }

  mutating func add(_ value: FoundValue) {
    guard case .value(.node(let node), let property) = value, !node.kind.isContainer else {
      values.append(CountedValue(value))
      return
    }
    if recent.isEmpty, values.count == Self.few { recent = [Int](repeating: -1, count: Self.slots) }
    guard !recent.isEmpty else {
      values.append(CountedValue(value))
      return
    }
    let slot = Int(truncatingIfNeeded: node.textHash % UInt64(Self.slots))
    let index = recent[slot]
    if index >= 0, case .value(.node(let known), let knownProperty) = values[index].found,
      knownProperty === property, known.hasSameText(as: node)
    {
      values[index].count += 1
    } else {
      recent[slot] = values.count
      values.append(CountedValue(value))
    }
  }
}

extension JSONNode {
  /// A hash of the value's JSON text.
  fileprivate var textHash: UInt64 { withText(\.fingerprint) }

  fileprivate func hasSameText(as other: JSONNode) -> Bool {
    withText { text in other.withText { text.hasBytes(of: $0) } }
  }

  private func withText<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    document.bytes.withBytes(in: byteRange, body)
  }
}
