/// How a property's values stand in an archive.
struct ArchiveForm<Value>: Sendable {
  let archive: @Sendable (Value, ArchiveEncoder) throws -> ArchiveReference
  let unarchive: @Sendable (ArchiveReference, ArchiveDecoder) throws -> Value

  /// The type's own form where it has one, whatever the transformer; else the transformer's JSON.
  init(_ transformer: JSONTransformer<Value>) {
    if let type = Value.self as? any ArchiveConvertible.Type, let own = Self.own(type) as? Self {
      self = own
    } else {
      self.init(json: transformer)
    }
  }

  private static func own<Native: ArchiveConvertible>(_: Native.Type) -> Any {
    ArchiveForm<Native>(
      archive: { try $0.archive(to: $1) }, unarchive: { try Native.unarchive($0, from: $1) })
  }

  private init(
    archive: @escaping @Sendable (Value, ArchiveEncoder) throws -> ArchiveReference,
    unarchive: @escaping @Sendable (ArchiveReference, ArchiveDecoder) throws -> Value
  ) {
    self.archive = archive
    self.unarchive = unarchive
  }

  private init(json transformer: JSONTransformer<Value>) {
    let encode = transformer.encode
    archive = { value, encoder in
      guard let encode else {
        throw ArchiveProblem(
          .archive, expected: "a transformer with a reverse, or a type with an archive form")
      }
      return try encoder.json { try encode(value, &$0) }
    }
    unarchive = { reference, decoder in try decoder.json(reference, transformer.decode) }
  }
}
