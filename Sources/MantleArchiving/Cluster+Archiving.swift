import Mantle

extension Cluster {
  /// Archives a value as an object of its own model.
  ///
  /// - Throws: an ``UnregisteredTypeError`` if no member of the cluster accepts the value.
  func archive(_ value: Base, to encoder: ArchiveEncoder) throws -> ArchiveReference {
    var archiver = MemberArchiver(value: value, encoder: encoder)
    for member in candidates {
      try member.accept(&archiver)
      if let reference = archiver.reference { return reference }
    }
    throw UnregisteredTypeError(value, in: name)
  }

  /// Decodes an object as the member with exactly its class, or else as the first member with
  /// one of its superclasses.
  ///
  /// - Throws: a ``DecodingProblem`` if no member has such a class.
  func unarchive(_ reference: ArchiveReference, from decoder: ArchiveDecoder) throws -> Base {
    var names: [String] = []
    for exactly in [true, false] {
      var reader = MemberUnarchiver<Base>(reference: reference, decoder: decoder, exactly: exactly)
      if let value = try unarchive(&reader) { return value }
      names = reader.names
    }
    throw decoder.mismatch(reference, expected: "one of \(names.joined(separator: ", "))")
  }

  /// Decodes an object as the first member with its class; nil if there is none.
  fileprivate func unarchive(_ reader: inout MemberUnarchiver<Base>) throws -> Base? {
    for member in candidates {
      try member.accept(&reader)
      if let value = reader.value { return value }
    }
    return nil
  }
}

/// A visitor that archives a value as the member whose type it has.
private struct MemberArchiver<Base>: ClusterMemberVisitor {
  /// The value.
  let value: Base
  /// The encoder of the archive.
  let encoder: ArchiveEncoder
  /// The archived object; nil if the visited member does not accept the value.
  var reference: ArchiveReference?

  /// Archives the value if it belongs to the member.
  mutating func visit<Member>(
    _ form: ClusterMemberForm<Base, Member>, mapping: Mapping<Member>, identity: ObjectIdentifier
  ) throws {
    reference = try form.unwrap(value).map { try encoder.model($0, by: mapping, identity) }
  }

  /// Archives the value if it belongs to the nested cluster.
  mutating func visit<Inner>(_ form: ClusterMemberForm<Base, Inner>, cluster: Cluster<Inner>) throws {
    reference = try form.unwrap(value).map { try cluster.archive($0, to: encoder) }
  }
}

/// A visitor that decodes an object as the member whose class it has.
private struct MemberUnarchiver<Base>: ClusterMemberVisitor {
  /// The object.
  let reference: ArchiveReference
  /// The decoder of the archive.
  let decoder: ArchiveDecoder
  /// Whether subclasses of a member's class are excluded.
  let exactly: Bool
  /// The decoded value; nil if the visited member does not accept the object.
  var value: Base?
  /// The class names of the visited members, and the names of the nested clusters.
  var names: [String] = []

  /// Decodes the object if it has the class of the member.
  mutating func visit<Member>(
    _ form: ClusterMemberForm<Base, Member>, mapping: Mapping<Member>, identity: ObjectIdentifier
  ) throws {
    let archive = mapping.archive
    names.append(archive.archiveClass.name)
    let found = decoder.graph.archiveClass(of: reference)
    guard let found, archive.accepts(found, exactly: exactly) else { return }
    value = try form.wrap(try decoder.model(reference, by: mapping, identity))
  }

  /// Decodes the object if it belongs to the nested cluster.
  mutating func visit<Inner>(_ form: ClusterMemberForm<Base, Inner>, cluster: Cluster<Inner>) throws {
    names.append(cluster.name)
    var reader = MemberUnarchiver<Inner>(reference: reference, decoder: decoder, exactly: exactly)
    value = try cluster.unarchive(&reader).map { try form.wrap($0) }
  }
}
