extension Cluster {
  /// Encodes a value through the model of its cluster member, and adds the discriminator before the other keys
  /// if the model does not encode it.
  ///
  /// - Throws: ``UnregisteredTypeError`` if no cluster member accepts the value; an ``EncodingProblem`` if the
  ///   JSON would be decoded as another member; a ``MappingError`` if the cluster's definition is invalid.
  func encode(_ value: Base, to writer: inout JSONWriter) throws {
    if let mistake { throw mistake }
    var refusal: (any Error)?
    for (number, member) in candidates.enumerated() {
      guard let write = member.kind.encode(value) else { continue }
      var inner = JSONWriter()
      inner.context = writer.context
      inner.ancestors = writer.ancestors
      try write(&inner)
      let document = try tagged(inner.finish(), by: number, writer.context?.profile)
      if writer.context?.filters ?? false || leads(document, to: number) {
        return writer.writeRawJSON(document.root)
      }
      refusal = refusal ?? self.refusal(of: document, from: member)
    }
    throw refusal ?? UnregisteredTypeError(value, in: name)
  }

  /// Parses the JSON that a cluster member encoded and adds the member's tag, unless the model has encoded the
  /// tag.
  ///
  /// - Throws: an ``EncodingProblem`` if the tag cannot be added to the object, or if an added tag would change
  ///   the value that the object is decoded as.
  private func tagged(_ json: [UInt8], by number: Int, _ profile: String?) throws -> JSONDocument {
    let member = candidates[number]
    let document = try JSONDocument(parsing: JSONBytes(json), limits: JSONLimits(depth: .max))
    guard let discriminator else { return document }
    let reading = tagReading(number, discriminator, profile, of: document.root)
    if let path = reading.unkeptTags.first(where: { document.root.find($0) != nil }) {
      throw EncodingProblem(
        TransformError(
          expected: "only unmapped keys, because decoding would not restore a mapped key here",
          found: "the key `\(path)`"),
        in: member.name, of: name)
    }
    guard let tag = member.tags.first, document.root.find(discriminator) == nil else { return document }
    guard !reading.isRead else {
      throw EncodingProblem(
        TransformError(
          expected: "a value for `\(discriminator)`, which \(member.name) maps", found: "nothing"),
        in: discriminator.description, of: name)
    }
    var writer = JSONWriter(capacity: json.count + 64)
    guard document.root.write(tag.json, at: discriminator.components[...], to: &writer) else {
      throw EncodingProblem(
        TransformError(
          expected: "an object that can hold the tag \(tag.phrase)", found: document.root.rawText),
        in: discriminator.description, of: name)
    }
    return try JSONDocument(parsing: JSONBytes(writer.finish()), limits: JSONLimits(depth: .max))
  }

  /// Returns how the model of a cluster member uses the discriminator in an object that the member encoded. If
  /// the model decodes the discriminator but did not encode it, no tag may be added to the object: the tag
  /// would change the decoded value.
  private func tagReading(
    _ number: Int, _ discriminator: JSONKeyPath, _ profile: String?, of object: JSONNode
  ) -> TagReading {
    func reading(_ member: ClusterMember<Base>, of object: JSONNode?) -> TagReading {
      guard let model = member.kind.description(for: nil, profile: profile) else { return TagReading() }
      let keys = ObjectKeys(of: model, .profile(profile), in: object)
      func isRead(_ tag: JSONKeyPath) -> Bool {
        keys.paths.contains { $0.components.starts(with: tag.components) }
      }
      return TagReading(
        isRead: isRead(discriminator),
        unkeptTags: keys.kept == nil ? [] : discriminators.filter { !isRead($0) },
        dependsOnObject: keys.dependOnObject)
    }
    let known = tagReaders.value(for: profile) { candidates.map { reading($0, of: nil) } }[number]
    guard known.dependsOnObject else { return known }
    var own = reading(candidates[number], of: object)
    // If the object lacks the keys of an optional flattened model, an added tag would be decoded as one of
    // those keys.
    own.isRead = known.isRead
    return own
  }

  /// Returns whether decoding the JSON would select the cluster member at the index `number`.
  func leads(_ document: JSONDocument, to number: Int) -> Bool {
    document.root.withCursor(DecodingContext(minimumSeverity: .error)) { json in
      let tag = tagNode(of: json).flatMap { ClusterTag(json.at($0)) }
      return candidates.firstIndex { $0.fits(json, discriminator: tag) } == number
    }
  }

  private func refusal(of document: JSONDocument, from member: ClusterMember<Base>) -> EncodingProblem {
    let expected =
      member.tags.isEmpty
      ? "JSON that decodes as \(member.name) again"
      : "\(member.tags.map { "`\($0.text)`" }.joined(separator: " or ")), which selects this member of \(name)"
    let found = discriminator.flatMap { document.root.find($0) } ?? document.root
    return EncodingProblem(
      TransformError(expected: expected, found: Shortened.text(found.rawText)),
      in: discriminator?.description ?? member.name, of: name)
  }
}

/// A description of how the model of a cluster member uses the discriminator.
struct TagReading: Sendable {
  /// Whether a property of the member's model is decoded from the discriminator.
  var isRead = false
  /// The discriminator paths that no property of the member's model maps. A value at such a path would be lost
  /// when the encoded object is decoded again, because discriminators are not among the kept keys. Empty if
  /// the model keeps no unmapped keys.
  var unkeptTags: [JSONKeyPath] = []
  /// Whether the mapped keys of the member's model depend on the encoded object, so that a description that
  /// was cached for the model is not sufficient.
  var dependsOnObject = false
}

extension JSONNode {
  /// Writes this object with a value added at a key path. The added member precedes the other members of the
  /// object that contains it.
  ///
  /// - Returns: false if the path passes through a value that is not an object.
  fileprivate func write(
    _ value: [UInt8], at path: ArraySlice<JSONKeyPath.Component>, to writer: inout JSONWriter
  ) -> Bool {
    guard kind == .object, case .key(let key)? = path.first else { return false }
    let isThere = self[key] != nil
    var isWritten = true
    writer.beginObject()
    if !isThere { isWritten = writer.member(value, at: path) }
    for member in members {
      writer.separate()
      writer.writeRawJSON(member.key)
      writer.byte(ASCII.colon)
      if isThere, member.key.displayText == key {
        isWritten = member.value.write(value, at: path.dropFirst(), to: &writer)
      } else {
        writer.writeRawJSON(member.value)
      }
    }
    writer.endObject()
    return isWritten
  }
}

extension JSONWriter {
  /// Writes an object member whose key is the first key of the path. The member's value is `value`, nested in
  /// one object for each further key of the path.
  ///
  /// - Returns: false if the path contains an array index.
  fileprivate mutating func member(_ value: [UInt8], at path: ArraySlice<JSONKeyPath.Component>) -> Bool {
    guard case .key(let key)? = path.first else { return false }
    writeKey(key)
    let rest = path.dropFirst()
    if rest.isEmpty {
      writeRawJSON(value)
      return true
    }
    beginObject()
    defer { endObject() }
    return member(value, at: rest)
  }
}
