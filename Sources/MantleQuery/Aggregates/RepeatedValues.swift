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
    let slot = Int(truncatingIfNeeded: Self.hash(of: node) % UInt64(Self.slots))
    let index = recent[slot]
    if index >= 0, case .value(.node(let known), let knownProperty) = values[index].found,
      knownProperty === property, Self.haveSameText(known, node)
    {
      values[index].count += 1
    } else {
      recent[slot] = values.count
      values.append(CountedValue(value))
    }
  }

  private static func hash(of node: JSONNode) -> UInt64 { withText(of: node, \.fingerprint) }

  private static func haveSameText(_ one: JSONNode, _ other: JSONNode) -> Bool {
    withText(of: one) { text in withText(of: other) { text.hasBytes(of: $0) } }
  }

  private static func withText<Result>(
    of node: JSONNode, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    node.document.bytes.withBytes(in: node.byteRange, body)
  }
}
