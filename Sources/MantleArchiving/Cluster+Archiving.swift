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
    if let value = try unarchive(reference, from: decoder, exactly: true) { return value }
    if let value = try unarchive(reference, from: decoder, exactly: false) { return value }
    var names = ClassNames<Base>()
    for member in candidates { try member.accept(&names) }
    throw decoder.mismatch(reference, expected: "one of \(names.names.joined(separator: ", "))")
  }

  /// Decodes an object as the first member with its class; nil if there is none.
  ///
  /// - Parameter exactly: whether subclasses of a member's class are excluded.
  fileprivate func unarchive(
    _ reference: ArchiveReference, from decoder: ArchiveDecoder, exactly: Bool
  ) throws -> Base? {
    var reader = MemberUnarchiver<Base>(reference: reference, decoder: decoder, exactly: exactly)
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

  /// Decodes the object if it has the class of the member.
  mutating func visit<Member>(
    _ form: ClusterMemberForm<Base, Member>, mapping: Mapping<Member>, identity: ObjectIdentifier
  ) throws {
    guard let found = decoder.archiveClass(of: reference), mapping.archive.accepts(found, exactly: exactly)
    else { return }
    value = try form.wrap(try decoder.model(reference, by: mapping, identity))
  }

  /// Decodes the object if it belongs to the nested cluster.
  mutating func visit<Inner>(_ form: ClusterMemberForm<Base, Inner>, cluster: Cluster<Inner>) throws {
    value = try cluster.unarchive(reference, from: decoder, exactly: exactly).map { try form.wrap($0) }
  }
}

/// A visitor that collects the class names of the members, for messages.
private struct ClassNames<Base>: ClusterMemberVisitor {
  /// The names collected.
  var names: [String] = []

  /// Adds the class of a member.
  mutating func visit<Member>(
    _: ClusterMemberForm<Base, Member>, mapping: Mapping<Member>, identity: ObjectIdentifier
  ) throws {
    names.append(mapping.archive.archiveClass.name)
  }

  /// Adds the name of a nested cluster.
  mutating func visit<Inner>(_: ClusterMemberForm<Base, Inner>, cluster: Cluster<Inner>) throws {
    names.append(cluster.name)
  }
}
