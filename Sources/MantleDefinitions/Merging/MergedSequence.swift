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
  private var pairing: IdentityPairing

  /// Creates a merge of the newer values.
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
