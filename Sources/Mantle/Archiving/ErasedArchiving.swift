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

extension Mapping {
  /// Nil for a mapping of a type that is no model.
  var erasedArchiving: ErasedArchiving? {
    (Root.self as? any Model.Type).flatMap { erasedArchiving($0) }
  }

  private func erasedArchiving<M: Model>(_ type: M.Type) -> ErasedArchiving? {
    guard let mapping = self as? Mapping<M> else { return nil }
    let archived = properties.compactMap { property in property.archiveKey.map { (property.name, $0) } }
    let keys = Dictionary(archived) { first, _ in first }
    return ErasedArchiving(
      archive: { M.archive }, keysByProperty: keys, keys: Set(keys.values),
      identityKeys: properties.filter(\.isIdentity).compactMap(\.archiveKey),
      unarchive: { reference, decoder, writer in
        try mapping.encode(try M.unarchive(reference, from: decoder), to: &writer)
      },
      archiveNode: { node, encoder in try encoder.model(try mapping.decodeCollecting(node)) })
  }
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
