/// Members a hook adds to an encoded object. They follow the encode call's profile, null policy and selection.
public struct JSONAdditions {
  var members: [(key: String, json: [UInt8])] = []
  /// What the encode call carries along for values in the object.
  let context: EncodingContext?
  let ancestors: Ancestors

  init(in writer: borrowing JSONWriter) {
    context = writer.context
    ancestors = writer.ancestors
  }

  /// Adds a member after those of the mapping.
  ///
  /// - Throws: what encoding the value throws.
  public mutating func set(_ key: String, _ value: some JSONConvertible) throws {
    var writer = JSONWriter(capacity: 64)
    writer.context = context
    writer.ancestors = ancestors
    try value.encode(to: &writer)
    members.append((key, writer.finish()))
  }
}
