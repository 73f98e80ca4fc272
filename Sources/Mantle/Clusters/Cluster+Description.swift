extension Cluster {
  /// The cluster as one model, for the roots of texts: with the properties of all its members, of which those are
  /// required that every member requires. An object is shown and read as its member.
  package var description: ModelDescription { description(profile: nil) }

  func description(profile: String?) -> ModelDescription {
    let members = candidates.compactMap { $0.kind.description(for: nil, profile: profile) }
    var description = ModelDescription(
      name: name, documentation: nil, properties: Self.joined(members.map(\.properties)), mapping: nil,
      member: { self.description(for: $0) }, decode: { try self.decode($0) },
      encode: { try self.encode($0, to: &$1) })
    description.members = members
    // Where no member is found by them, they are not among the keys that nothing reads.
    description.discriminators = (discriminator.map { [$0] } ?? []) + candidates.flatMap(\.paths)
    return description
  }

  /// Reads a value as one of the members.
  ///
  /// - Throws: a ``DecodingFailure`` with every error.
  package func decode(_ node: JSONNode) throws -> Base {
    try node.decodeCollecting(as: name) { try self.decode($0) }
  }

  private static func joined(_ members: [[PropertyDescription]]) -> [PropertyDescription] {
    var joined: [PropertyDescription] = []
    var positions: [String: Int] = [:]
    for property in members.joined() where positions[property.name] == nil {
      positions[property.name] = joined.count
      let isRequired = members.allSatisfy { properties in
        properties.contains { $0.name == property.name && $0.isRequired }
      }
      joined.append(property.required(isRequired))
    }
    return joined
  }
}

extension PropertyDescription {
  fileprivate func required(_ isRequired: Bool) -> PropertyDescription {
    PropertyDescription(
      name: name, keyPaths: keyPaths, writtenPaths: writtenPaths, typeName: self.typeName, shape: shape,
      transformer: transformer,
      isEditable: isEditable, isRequired: isRequired, documentation: documentation,
      decode: { self.decode($0) },
      words: { self.words(of: $0) },
      replacement: { try self.replacement(for: $0) }, defaultJSON: { self.defaultJSON },
      inner: { self.inner })
  }
}
