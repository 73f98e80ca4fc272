import Mantle

extension Cluster {
  /// Archives a value through the model of the first member that accepts the value.
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

  /// Decodes an object as the member with exactly its class; otherwise as the first member with one of its superclasses.
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

  /// Decodes an object as the first member with its class; nil if no member has its class.
  fileprivate func unarchive(_ reader: inout MemberUnarchiver<Base>) throws -> Base? {
    for member in candidates {
      try member.accept(&reader)
      if let value = reader.value { return value }
    }
    return nil
  }
}

/// A visitor of a cluster's members that archives a value as the member of its type.
private struct MemberArchiver<Base>: ClusterMemberVisitor {
  /// The value of the cluster's base type to archive.
  let value: Base
  /// The encoder that adds the value to the archive.
  let encoder: ArchiveEncoder
  /// The archived object; nil if the visited member does not accept the value.
  var reference: ArchiveReference?

  /// Archives the value through the mapping of a member if the value belongs to the member.
  mutating func visit<Member>(
    _ form: ClusterMemberForm<Base, Member>, mapping: Mapping<Member>, identity: ObjectIdentifier
  ) throws {
    reference = try form.unwrap(value).map { try encoder.model($0, by: mapping, identity) }
  }

  /// Archives the value through a nested cluster if the value belongs to the cluster.
  mutating func visit<Inner>(_ form: ClusterMemberForm<Base, Inner>, cluster: Cluster<Inner>) throws {
    reference = try form.unwrap(value).map { try cluster.archive($0, to: encoder) }
  }
}

/// A visitor of a cluster's members that decodes an object as the member of its class.
private struct MemberUnarchiver<Base>: ClusterMemberVisitor {
  /// The archived object to decode.
  let reference: ArchiveReference
  /// The decoder that decodes the object.
  let decoder: ArchiveDecoder
  /// Whether only objects with exactly a member's class are decoded, and none of a subclass.
  let exactly: Bool
  /// The decoded value; nil if the visited member does not have the class of the object.
  var value: Base?
  /// The class names of the visited members and the names of the nested clusters, for the error message.
  var names: [String] = []

  /// Decodes the object through the mapping of a member if the object has the member's class.
  mutating func visit<Member>(
    _ form: ClusterMemberForm<Base, Member>, mapping: Mapping<Member>, identity: ObjectIdentifier
  ) throws {
    let archive = mapping.archive
    names.append(archive.archiveClass.name)
    let found = decoder.graph.archiveClass(of: reference)
    guard let found, archive.accepts(found, exactly: exactly) else { return }
    value = try form.wrap(try decoder.model(reference, by: mapping, identity))
  }

  /// Decodes the object through a nested cluster if a member of the cluster has the object's class.
  mutating func visit<Inner>(_ form: ClusterMemberForm<Base, Inner>, cluster: Cluster<Inner>) throws {
    names.append(cluster.name)
    var reader = MemberUnarchiver<Inner>(reference: reference, decoder: decoder, exactly: exactly)
    value = try cluster.unarchive(&reader).map { try form.wrap($0) }
  }
}
