/// Which of the newer elements are merged into which of the older ones: of those with one identity the first into the first,
/// the second into the second, and so on.
///
/// Where there are more of them than older ones, they are merged one after the other; names may be shared, and what is more
/// with one is new then.
struct IdentityPairing {
  /// The numbers of the newer elements by their identity, in order.
  private var waiting: [[UInt8]: ArraySlice<Int>]
  /// How many older elements with an identity were not met yet.
  private var expected: [[UInt8]: Int] = [:]
  private let identities: [[UInt8]]
  private let isShared: Bool

  /// Begins the identity of what has none, which no other begins with.
  static let textMark: UInt8 = 0xff

  /// - Parameters:
  ///   - newer: the identities of the newer elements.
  ///   - isShared: whether several things may have one identity.
  init(_ newer: [[UInt8]], isShared: Bool) {
    identities = newer
    waiting = Dictionary(grouping: newer.indices) { newer[$0] }.mapValues { $0[...] }
    self.isShared = isShared
  }

  /// Whether several newer elements have one identity: then it counts how many older ones do.
  var needsExpectations: Bool { waiting.count < identities.count }

  /// An older element that is going to be met.
  mutating func expect(_ identity: [UInt8]) {
    guard let places = waiting[identity], places.count > 1 else { return }
    expected[identity, default: 0] += 1
  }

  /// The numbers of the newer elements that are merged into the older one that is met, one after the other.
  mutating func take(_ identity: [UInt8]) -> [Int] {
    guard var places = waiting[identity], let first = places.popFirst() else { return [] }
    var taken = [first]
    if let left = expected[identity] {
      expected[identity] = left - 1
      if left == 1, !isEach(identity) {
        taken += places
        places = []
      }
    }
    waiting[identity] = places.isEmpty ? nil : places
    return taken
  }

  /// The numbers of those that met none, in order; together those that become one.
  var rest: [[Int]] {
    var rest: [[Int]] = []
    for (number, identity) in identities.enumerated() {
      guard let places = waiting[identity], places.contains(number) else { continue }
      if isEach(identity) {
        rest.append([number])
      } else if places.first == number {
        rest.append(Array(places))
      }
    }
    return rest
  }

  private func isEach(_ identity: [UInt8]) -> Bool { isShared || identity.first == Self.textMark }
}
