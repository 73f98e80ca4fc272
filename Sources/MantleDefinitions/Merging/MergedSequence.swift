import Mantle

/// A merge of newer values into a sequence of older values, which are processed one at a time.
///
/// If ``needsExpectations`` is true, pass all older values to ``expect(_:)`` first. Then call
/// ``merge(over:)`` for each older value, and append ``rest``.
package struct MergedSequence {
  /// The merge of two values.
  private let merging: JSONMerging
  /// The type of each value; nil if it is unknown.
  private let type: DefinedType?
  /// The rule that identifies the values.
  private let identities: ElementIdentities
  /// The newer values.
  private let values: [JSONNode]
  /// The assignment of the newer values to the older ones.
  private var pairing: IdentityPairing

  /// Creates a merge of the newer values.
  fileprivate init(
    _ values: [JSONNode], _ type: DefinedType?, _ merging: JSONMerging, by identities: ElementIdentities
  ) {
    self.values = values
    self.type = type
    self.merging = merging
    self.identities = identities
    pairing = IdentityPairing(values.map(identities.of), isShared: identities.areShared)
    needsExpectations = pairing.needsExpectations
  }

  /// Whether ``expect(_:)`` must be called for all older values before the first is merged.
  package let needsExpectations: Bool

  /// Announces an older value that ``merge(over:)`` will receive later.
  package mutating func expect(_ older: JSONNode) { pairing.expect(identities.of(older)) }

  /// Returns the older value merged with the newer values of the same identity; nil if there are
  /// none, so that the value is unchanged.
  package mutating func merge(over older: JSONNode) throws(JSONSyntaxError) -> [UInt8]? {
    let changes = pairing.take(identities.of(older)).map { values[$0] }
    return changes.isEmpty ? nil : try merging.merge(changes, over: older, as: type)
  }

  /// The newer values without an older one, merged with each other by identity, in order.
  package var rest: [[UInt8]] {
    get throws(JSONSyntaxError) {
      var rest: [[UInt8]] = []
      for group in pairing.rest {
        rest.append(try merging.merge(group.map { values[$0] }, over: nil, as: type))
      }
      return rest
    }
  }
}

extension JSONMerging {
  /// Creates a merge of newer values into a sequence of older values.
  ///
  /// - Parameters:
  ///   - newer: the newer values, which are all held in memory.
  ///   - type: the type of each value; nil if it is unknown.
  /// - Returns: nil if neither the definition nor a key identifies the values.
  package func sequence(of newer: [JSONNode], as type: DefinedType? = nil) -> MergedSequence? {
    identities(of: nil, newer, type).map { MergedSequence(newer, type, self, by: $0) }
  }
}
