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
  /// - Parameter identity: tells the mapping from others.
  fileprivate init<Root>(_ mapping: Mapping<Root>, _ identity: ObjectIdentifier) {
    let archived = mapping.properties.compactMap { property in
      property.archiveKey.map { (property.name, $0) }
    }
    let keys = Dictionary(archived) { first, _ in first }
    self.init(
      archive: { mapping.archive }, keysByProperty: keys, keys: Set(keys.values),
      identityKeys: mapping.properties.filter(\.isIdentity).compactMap(\.archiveKey),
      unarchive: { reference, decoder, writer in
        try mapping.encode(try decoder.model(reference, by: mapping, identity), to: &writer)
      },
      archiveNode: { node, encoder in
        try encoder.model(try mapping.decodeCollecting(node), by: mapping, identity)
      })
  }
}

/// A mapping whose models go between archives and JSON.
private protocol ArchivedMapping {
  var archiving: ErasedArchiving { get }
}

extension Mapping: ArchivedMapping {
  /// Archives know the main mapping of a model only, whichever profile this is.
  fileprivate var archiving: ErasedArchiving {
    if let type = Root.self as? any Model.Type { return Self.archiving(of: type) }
    return ErasedArchiving(self, ObjectIdentifier(self))
  }

  private static func archiving<M: Model>(of type: M.Type) -> ErasedArchiving {
    ErasedArchiving(M.mapping, ObjectIdentifier(type))
  }
}

extension ModelDescription {
  /// How the model stands in archives; nil where the description is of no mapping.
  var archiving: ErasedArchiving? {
    attachments.value { (mapping as? any ArchivedMapping)?.archiving }
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
