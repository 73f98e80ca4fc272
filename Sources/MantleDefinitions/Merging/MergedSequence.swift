import Mantle

/// Newer values of a sequence, merged into older ones as these are met.
package struct MergedSequence {
  private let merging: JSONMerging
  private let type: DefinedType?
  private let identities: ElementIdentities
  private var pairing: IdentityPairing

  fileprivate init(
    _ values: [JSONNode], _ type: DefinedType?, _ merging: JSONMerging, by identities: ElementIdentities
  ) {
    self.type = type
    self.merging = merging
    self.identities = identities
    pairing = IdentityPairing(values, by: identities)
  }

  /// Counts an older value. All of them are counted before the first is merged.
  package mutating func expect(_ older: JSONNode) { pairing.expect(older) }

  /// The older value with the newer one of the same identity merged into it; nil where there is none.
  package mutating func merge(over older: JSONNode) throws(JSONSyntaxError) -> [UInt8]? {
    guard let change = pairing.take(for: older) else { return nil }
    return try merging.merge(change, over: older, as: type)
  }

  /// The values that met no older one, in their order. Those that could not be paired are reported.
  package mutating func rest() -> [JSONNode] {
    merging.report(&pairing, by: identities)
    return pairing.rest
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
