/// The assignment of newer elements to the older elements with the same identity.
///
/// The first newer element with an identity belongs to the first older element with that
/// identity, the second to the second, and so on. Surplus newer elements are merged into the last
/// such older element. They are appended as new elements if several things may share one
/// identity.
struct IdentityPairing {
  /// The indices of the unassigned newer elements by identity, in order.
  private var waiting: [[UInt8]: ArraySlice<Int>]
  /// The number of older elements with an identity that are still to come, if several newer
  /// elements have it.
  private var expected: [[UInt8]: Int] = [:]
  /// The identities of the newer elements.
  private let identities: [[UInt8]]
  /// Whether different things may have the same identity, as HTTP headers may have the same name.
  private let isShared: Bool

  /// The first byte of the identity of an element without an identifying key, which is its text.
  /// No other identity begins with this byte.
  static let textMark: UInt8 = 0xff

  /// Creates the assignment.
  ///
  /// - Parameters:
  ///   - newer: the identities of the newer elements.
  ///   - isShared: whether different things may have the same identity.
  init(_ newer: [[UInt8]], isShared: Bool) {
    identities = newer
    waiting = Dictionary(grouping: newer.indices) { newer[$0] }.mapValues { $0[...] }
    self.isShared = isShared
  }

  /// Whether several newer elements have the same identity, so that the number of older elements
  /// matters.
  var needsExpectations: Bool { waiting.count < identities.count }

  /// Announces an older element with an identity that ``take(_:)`` will receive later.
  mutating func expect(_ identity: [UInt8]) {
    guard let places = waiting[identity], places.count > 1 else { return }
    expected[identity, default: 0] += 1
  }

  /// Returns the indices of the newer elements to merge, in order, into the older element with an
  /// identity.
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

  /// The indices of the unassigned newer elements, in order. Each group is merged into one
  /// element.
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

  /// Whether every element with the identity is a separate thing.
  private func isEach(_ identity: [UInt8]) -> Bool { isShared || identity.first == Self.textMark }
}
