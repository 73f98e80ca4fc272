import Mantle

/// Newer values of a sequence, merged into older ones as these are met.
package struct MergedSequence {
  private let merging: JSONMerging
  private let type: DefinedType?
  private let key: String?
  /// In their order; nil once one has met its older one.
  private var values: [JSONNode?]
  private var places: [[UInt8]: Int] = [:]

  fileprivate init?(_ values: [JSONNode], _ type: DefinedType?, _ merging: JSONMerging, by key: String?) {
    for (place, value) in values.enumerated() {
      guard let identity = merging.identity(of: value, as: type, by: key),
        places.updateValue(place, forKey: identity) == nil
      else { return nil }
    }
    self.values = values
    self.type = type
    self.merging = merging
    self.key = key
  }

  /// The older value with the newer one of the same identity merged into it; the older one where there is none.
  package mutating func merge(over older: JSONNode) -> [UInt8] {
    guard let place = merging.identity(of: older, as: type, by: key).flatMap({ places[$0] }),
      let newer = values[place]
    else { return JSONFormatter.compact.format(older) }
    values[place] = nil
    return merging.merge(newer, over: older, as: type)
  }

  /// The values that met no older one, in their order.
  package var rest: [[UInt8]] { values.compactMap { $0.map { JSONFormatter.compact.format($0) } } }
}

extension JSONMerging {
  /// Newer values to be merged into a sequence of older ones.
  ///
  /// - Parameter type: what the definition says of each of them.
  /// - Returns: nil where neither the definition nor a key tells all of them apart.
  package func sequence(of newer: [JSONNode], as type: DefinedType? = nil) -> MergedSequence? {
    if let byDefinition = MergedSequence(newer, type, self, by: nil) { return byDefinition }
    return keys.lazy.compactMap { MergedSequence(newer, type, self, by: $0) }.first
  }
}
