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

extension Mapping {
  /// Adds members to every encoded object: an envelope key, a signature (F-052).
  public func afterEncoding(
    _ hook: @escaping @Sendable (Root, inout JSONAdditions) throws -> Void
  ) -> Mapping {
    var options = options
    options.afterEncoding.append(hook)
    return Mapping(self, options: options)
  }

  /// Runs on every JSON object before it is decoded and may give another text in its place: to unwrap an
  /// envelope, to repair what a server is known to send. Nil keeps the object.
  ///
  /// A diagnostic of a replaced text has path, line and column of the object it replaced; its detail says where
  /// in the replacement it is.
  public func beforeDecoding(_ hook: @escaping @Sendable (JSONNode) throws -> [UInt8]?) -> Mapping {
    var options = options
    options.beforeDecoding.append(hook)
    return Mapping(self, options: options)
  }

  func writeAdditions(to root: Root, _ writer: inout JSONWriter) throws {
    var additions = JSONAdditions()
    for hook in options.afterEncoding { try hook(root, &additions) }
    try writer.context?.everyModel?(name, &additions)
    for member in additions.members {
      writer.key(member.key)
      writer.rawJSON(member.json)
    }
  }
}
