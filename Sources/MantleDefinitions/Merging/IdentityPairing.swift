import Mantle

/// The assignment of newer elements of a list to the older elements that they are merged into. Elements correspond if they have
/// the same identity, and no other element on either side has it.
///
/// An element that shares its identity with others is identified by its whole value: it corresponds only to an equal element, so
/// that no element replaces a different one.
package struct IdentityPairing {
  private let newer: [JSONNode]
  private let identities: ElementIdentities
  private var counts: [[UInt8]: Count] = [:]
  /// The indices of the newer elements that are not assigned yet, by identity; nil before the first one is assigned. A
  /// lazy variable would be copied by each change.
  private var waiting: [[UInt8]: ArraySlice<Int>]?

  private struct Count {
    var newer = 0
    var older = 0
    var isUnique: Bool { newer == 1 && older <= 1 }
  }

  init(_ newer: [JSONNode], by identities: ElementIdentities) {
    self.newer = newer
    self.identities = identities
    for node in newer { counts[identities.of(node), default: Count()].newer += 1 }
  }

  /// Counts an older element, to find identities that are not unique. All older elements must be counted before the
  /// first one is merged.
  package mutating func expect(_ older: JSONNode) {
    let identity = identities.of(older)
    if counts[identity] != nil { counts[identity]?.older += 1 }
  }

  /// Returns the newer element to merge into an older one, and marks it as assigned; nil if no newer element
  /// corresponds to the older one.
  mutating func take(for older: JSONNode) -> JSONNode? {
    begin()
    let identity = identity(of: older)
    return waiting?[identity]?.popFirst().map { newer[$0] }
  }

  private mutating func begin() {
    if waiting != nil { return }
    waiting = Dictionary(grouping: newer.indices) { identity(of: newer[$0]) }.mapValues { $0[...] }
  }

  /// Returns the JSON of an older element with the corresponding newer element merged into it; nil if no newer element
  /// corresponds to the older one.
  package mutating func merge(over older: JSONNode) throws(JSONSyntaxError) -> [UInt8]? {
    guard let change = take(for: older) else { return nil }
    return try identities.merging.merge(change, over: older, as: identities.type)
  }

  /// Returns the newer elements that were not assigned to an older one, in order. Those among them whose identity is
  /// not unique are reported, because they may correspond to an older element.
  package mutating func rest() -> [JSONNode] {
    begin()
    let rest = (waiting ?? [:]).values.joined().sorted().map { newer[$0] }
    let ambiguous = rest.filter { node in
      identities.key(of: node) != nil && counts[identities.of(node)].map { !$0.isUnique } ?? false
    }
    if !ambiguous.isEmpty { identities.report(ambiguous) }
    return rest
  }

  private func identity(of node: JSONNode) -> [UInt8] {
    let identity = identities.of(node)
    return counts[identity]?.isUnique == true ? identity : identities.ofWhole(node)
  }
}
