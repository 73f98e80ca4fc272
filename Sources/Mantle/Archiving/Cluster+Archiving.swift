extension Cluster {
  /// Archives a value as its own model.
  ///
  /// - Throws: ``UnregisteredTypeError`` for a value no member takes.
  func archive(_ value: Base, to encoder: ArchiveEncoder) throws -> ArchiveReference {
    var archiver = MemberArchiver(value: value, encoder: encoder)
    for member in candidates {
      try member.accept(&archiver)
      if let reference = archiver.reference { return reference }
    }
    throw UnregisteredTypeError(value, in: name)
  }

  /// Reads an object as the member of exactly its class, else as the first one of a superclass.
  func unarchive(_ reference: ArchiveReference, from decoder: ArchiveDecoder) throws -> Base {
    if let value = try unarchive(reference, from: decoder, exactly: true) { return value }
    if let value = try unarchive(reference, from: decoder, exactly: false) { return value }
    var names = ClassNames<Base>()
    for member in candidates { try member.accept(&names) }
    throw decoder.mismatch(reference, expected: "one of \(names.names.joined(separator: ", "))")
  }

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

/// Archives a value as an object of its own model's class, where it is the member's.
private struct MemberArchiver<Base>: ClusterMemberVisitor {
  let value: Base
  let encoder: ArchiveEncoder
  var reference: ArchiveReference?

  mutating func visit<Member>(
    _ form: ClusterMemberForm<Base, Member>, mapping: Mapping<Member>, identity: ObjectIdentifier
  ) throws {
    reference = try form.unwrap(value).map { try encoder.model($0, by: mapping, identity) }
  }

  mutating func visit<Inner>(_ form: ClusterMemberForm<Base, Inner>, cluster: Cluster<Inner>) throws {
    reference = try form.unwrap(value).map { try cluster.archive($0, to: encoder) }
  }
}

/// Reads an object of the member's class or, unless exactness is asked, of a subclass.
private struct MemberUnarchiver<Base>: ClusterMemberVisitor {
  let reference: ArchiveReference
  let decoder: ArchiveDecoder
  let exactly: Bool
  var value: Base?

  mutating func visit<Member>(
    _ form: ClusterMemberForm<Base, Member>, mapping: Mapping<Member>, identity: ObjectIdentifier
  ) throws {
    guard let found = decoder.archiveClass(of: reference), mapping.archive.accepts(found, exactly: exactly)
    else { return }
    value = try form.wrap(try decoder.model(reference, by: mapping, identity))
  }

  mutating func visit<Inner>(_ form: ClusterMemberForm<Base, Inner>, cluster: Cluster<Inner>) throws {
    value = try cluster.unarchive(reference, from: decoder, exactly: exactly).map { try form.wrap($0) }
  }
}

private struct ClassNames<Base>: ClusterMemberVisitor {
  var names: [String] = []

  mutating func visit<Member>(
    _: ClusterMemberForm<Base, Member>, mapping: Mapping<Member>, identity: ObjectIdentifier
  ) throws {
    names.append(mapping.archive.archiveClass.name)
  }

  mutating func visit<Inner>(_: ClusterMemberForm<Base, Inner>, cluster: Cluster<Inner>) throws {
    names.append(cluster.name)
  }
}
