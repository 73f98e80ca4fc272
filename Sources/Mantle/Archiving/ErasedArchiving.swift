/// How a model goes between archives and JSON, without its Swift type.
struct ErasedArchiving: Sendable {
  let archive: @Sendable () -> ModelArchive
  /// The keys in archives, by property.
  let keysByProperty: [String: String]
  /// The keys in archives that belong to a property.
  let keys: Set<String>
  /// Those of the properties that say which of several models it is.
  let identityKeys: [String]
  /// Reads an object as the model and writes the model's JSON.
  let unarchive: @Sendable (ArchiveReference, ArchiveDecoder, inout JSONWriter) throws -> Void
  /// Reads JSON as the model and adds the model to an archive.
  let archiveNode: @Sendable (JSONNode, ArchiveEncoder) throws -> ArchiveReference
}

extension ErasedArchiving {
  init<M: Model>(_ type: M.Type) {
    let archived = M.mapping.properties.compactMap { property in
      property.archiveKey.map { (property.name, $0) }
    }
    let keys = Dictionary(archived) { first, _ in first }
    self.init(
      archive: { M.mapping.archive }, keysByProperty: keys, keys: Set(keys.values),
      identityKeys: M.mapping.properties.filter(\.isIdentity).compactMap(\.archiveKey),
      unarchive: { reference, decoder, writer in
        try M.mapping.encode(try decoder.model(reference) as M, to: &writer)
      },
      archiveNode: { node, encoder in try encoder.model(try M.mapping.decodeCollecting(node)) })
  }
}

extension ModelDescription {
  /// How the model stands in archives; nil where the description is of no Swift model.
  var archiving: ErasedArchiving? {
    attachments.value { (modelType as? any Model.Type).map { ErasedArchiving($0) } }
  }

  /// The model's class, version and migrations in archives.
  package var archive: ModelArchive? { archiving?.archive() }
}

/// Finds the model that objects of a class are read as.
struct ArchivedModelTable: Sendable {
  private let models: [ModelDescription]
  private let numbers: [String: Int]

  init(_ models: [ModelDescription]) {
    self.models = models.filter { $0.archiving != nil }
    var numbers: [String: Int] = [:]
    for (number, model) in self.models.enumerated() {
      guard let archive = model.archive else { continue }
      for name in [archive.archiveClass.name] + archive.aliases where numbers[name] == nil {
        numbers[name] = number
      }
    }
    self.numbers = numbers
  }

  /// The model of the class, or of the nearest class above it.
  func model(for archiveClass: ArchiveClass?) -> ModelDescription? {
    archiveClass?.chain.lazy.compactMap { numbers[$0] }.first.map { models[$0] }
  }
}
