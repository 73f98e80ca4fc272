extension Model {
  /// By default the class has the mapping's name, version 0 and no migrations.
  public static var archive: ModelArchive { ModelArchive(mapping.name) }

  @inlinable public var archiveSubclass: String? { nil }

  public func archive(to encoder: ArchiveEncoder) throws -> ArchiveReference { try encoder.model(self) }

  /// Reads the object as this model: an object of its class or a subclass, at its version or an older one.
  @inlinable public static func unarchive(
    _ reference: ArchiveReference, from decoder: ArchiveDecoder
  ) throws -> Self {
    let isShared = decoder.isShared(reference)
    if isShared, let known = decoder.known(reference, Self.self) { return known }
    var source = try decoder.open(reference, Self.self)
    defer { decoder.close(source) }
    if let legacy = source.legacy { return try decoder.json(legacy, { try decode($0) }) }
    let mapping = mapping
    var model =
      decoder.collects
      ? try mapping.engine.unarchiveCollecting(&source) : try mapping.engine.unarchive(&source)
    if !mapping.options.finish.isEmpty || !mapping.options.rules.isEmpty {
      try mapping.finish(&model, in: decoder.context)
    }
    if isShared { decoder.remember(model, reference) }
    if !source.backReferences.isEmpty || decoder.hasWaiting { decoder.completed(model, source) }
    return model
  }
}

extension Mapping {
  /// Runs the hooks and rules of the whole model.
  @usableFromInline func finish(_ root: inout Root, in context: DecodingContext) throws {
    for hook in options.finish { try hook(&root, context) }
    for rule in options.rules { try rule(&root) }
  }
}
