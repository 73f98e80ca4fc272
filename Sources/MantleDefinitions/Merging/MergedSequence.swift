import Mantle

/// Newer values of a sequence, merged into older ones as these are met.
package struct MergedSequence {
  private let merging: JSONMerging
  private let type: DefinedType?
  private let identities: ElementIdentities
  private let values: [JSONNode]
  private var pairing: IdentityPairing

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

  /// Whether all older values are to be given to ``expect(_:)`` before they are merged.
  package let needsExpectations: Bool

  /// An older value that is going to be merged.
  package mutating func expect(_ older: JSONNode) { pairing.expect(identities.of(older)) }

  /// The older value with the newer ones of the same identity merged into it; nil where there is none.
  package mutating func merge(over older: JSONNode) throws(JSONSyntaxError) -> [UInt8]? {
    let changes = pairing.take(identities.of(older)).map { values[$0] }
    return changes.isEmpty ? nil : try merging.merge(changes, over: older, as: type)
  }

  /// The values that met no older one, in their order.
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
  /// Newer values to be merged into a sequence of older ones.
  ///
  /// - Parameter type: what the definition says of each of them.
  /// - Returns: nil where neither the definition nor a key tells them apart.
  package func sequence(of newer: [JSONNode], as type: DefinedType? = nil) -> MergedSequence? {
    identities(of: nil, newer, type).map { MergedSequence(newer, type, self, by: $0) }
  }
}
