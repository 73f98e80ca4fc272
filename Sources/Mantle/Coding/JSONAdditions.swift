/// Members a hook adds to an encoded object.
public struct JSONAdditions {
  var members: [(key: String, json: [UInt8])] = []

  /// Adds a member after those of the mapping.
  ///
  /// - Throws: what encoding the value throws.
  public mutating func set(_ key: String, _ value: some JSONConvertible) throws {
    members.append((key, try value.jsonBytes()))
  }
}
