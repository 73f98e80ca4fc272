/// How a cluster's member stands in archives: as an object of its own model's class.
struct ArchivedMember<Base>: Sendable {
  /// The class's name, for diagnostics.
  let name: @Sendable () -> String
  /// Archives a value; nil where it is not this member's.
  let archive: @Sendable (Base, ArchiveEncoder) throws -> ArchiveReference?
  /// Reads an object; nil where it is not of the member's class or, unless exactness is asked, of a subclass.
  let unarchive: @Sendable (ArchiveReference, ArchiveDecoder, _ exactly: Bool) throws -> Base?
}

extension ArchivedMember {
  init<Member: Model>(
    _ type: Member.Type, _ wrap: @escaping @Sendable (Member) throws -> Base,
    _ unwrap: @escaping @Sendable (Base) -> Member?
  ) {
    name = { Member.archive.archiveClass.name }
    archive = { try unwrap($0)?.archive(to: $1) }
    unarchive = { reference, decoder, exactly in
      guard let found = decoder.archiveClass(of: reference), Member.archive.accepts(found, exactly: exactly)
      else { return nil }
      return try wrap(try Member.unarchive(reference, from: decoder))
    }
  }

  init<Inner>(
    _ inner: @escaping @Sendable () -> Cluster<Inner>, _ wrap: @escaping @Sendable (Inner) -> Base,
    _ unwrap: @escaping @Sendable (Base) -> Inner?
  ) {
    name = { inner().name }
    archive = { value, encoder in
      guard let value = unwrap(value) else { return nil }
      return try inner().archive(value, to: encoder)
    }
    unarchive = { reference, decoder, exactly in
      try inner().unarchive(reference, from: decoder, exactly: exactly).map(wrap)
    }
  }
}

extension Cluster {
  /// Archives a value as its own model.
  ///
  /// - Throws: ``UnregisteredTypeError`` for a value no member takes.
  func archive(_ value: Base, to encoder: ArchiveEncoder) throws -> ArchiveReference {
    for member in candidates {
      if let reference = try member.archiving.archive(value, encoder) { return reference }
    }
    throw UnregisteredTypeError(cluster: name, type: TypeName.plain(type(of: value)))
  }

  /// Reads an object as the member of exactly its class, else as the first one of a superclass.
  func unarchive(_ reference: ArchiveReference, from decoder: ArchiveDecoder) throws -> Base {
    if let value = try unarchive(reference, from: decoder, exactly: true) { return value }
    if let value = try unarchive(reference, from: decoder, exactly: false) { return value }
    throw decoder.mismatch(
      reference, expected: "one of \(candidates.map { $0.archiving.name() }.joined(separator: ", "))")
  }

  fileprivate func unarchive(
    _ reference: ArchiveReference, from decoder: ArchiveDecoder, exactly: Bool
  ) throws -> Base? {
    for member in candidates {
      if let value = try member.archiving.unarchive(reference, decoder, exactly) { return value }
    }
    return nil
  }
}

extension PolymorphicModel {
  public func archive(to encoder: ArchiveEncoder) throws -> ArchiveReference {
    try Self.cluster.archive(self, to: encoder)
  }

  public static func unarchive(
    _ reference: ArchiveReference, from decoder: ArchiveDecoder
  ) throws -> Self {
    try cluster.unarchive(reference, from: decoder)
  }
}
