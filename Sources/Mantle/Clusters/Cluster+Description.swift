extension Cluster {
  /// A description of the cluster as one model, for documents whose root value is decoded by the cluster. The
  /// description has the properties of all members; a property is required if every member requires it. Each
  /// object is displayed and decoded as the member that it matches.
  package var description: ModelDescription { description(profile: nil) }

  func description(profile: String?) -> ModelDescription {
    let members = candidates.compactMap { $0.kind.description(for: nil, profile: profile) }
    var description = ModelDescription(
      name: name, documentation: nil, properties: Self.joined(members.map(\.properties)), mapping: nil,
      member: { self.description(for: $0) }, decode: { try self.decode($0) },
      encode: { try self.encode($0, to: &$1) })
    description.members = members
    let tags = candidates.compactMap(\.stringTags)
    if discriminator != nil, tags.count == candidates.count, members.count == candidates.count {
      description.memberTags = tags
    }
    // Keys that select a member are not reported as unmapped keys.
    description.discriminators = discriminators + candidates.flatMap(\.paths)
    return description
  }

  /// Decodes a JSON value as the first cluster member whose condition the value satisfies.
  ///
  /// - Throws: a ``DecodingFailure`` with all errors.
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

extension ClusterMember {
  /// The discriminator strings that select this cluster member. Empty for a member that accepts every object;
  /// nil for a member that is selected by a number, a boolean, the presence of keys or a predicate.
  fileprivate var stringTags: [String]? {
    switch condition {
    case .discriminator(let tags):
      tags.allSatisfy { $0.kind == nil || $0.kind == .string } ? tags.map(\.text) : nil
    case .always: []
    case .keys, .predicate: nil
    }
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
