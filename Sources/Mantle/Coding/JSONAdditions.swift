/// The members that a hook adds to an encoded object.
public struct JSONAdditions {
  var members: [(key: String, json: [UInt8])] = []
  /// The context of the encode call, with the options for the values of the added members.
  let context: EncodingContext?
  let ancestors: Ancestors

  init(in context: EncodingContext?, _ ancestors: Ancestors) {
    self.context = context
    self.ancestors = ancestors
  }

  /// Adds a member after the members of the mapping. The member replaces an added member and a kept key of the
  /// same name.
  ///
  /// ```swift
  /// let mapping = Mapping(Point.init, Point.properties).afterEncoding { point, additions in
  ///   try additions.set("length", point.x + point.y)
  /// }
  /// ```
  ///
  /// The value is encoded with the options of the call.
  ///
  /// - Throws: any error thrown while encoding the value.
  public mutating func set(_ key: String, _ value: some JSONConvertible) throws {
    var writer = JSONWriter(capacity: 64)
    writer.context = context
    writer.ancestors = ancestors
    try value.encode(to: &writer)
    members.removeAll { $0.key.isExactly(key) }
    members.append((key, writer.finish()))
  }
}
