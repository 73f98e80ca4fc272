import Mantle

/// The conversions of a model between archives and JSON, without its Swift type.
struct ErasedArchiving: Sendable {
  /// A closure that returns the archive settings of the model.
  let archive: @Sendable () -> ModelArchive
  /// The archive keys of the properties, by property name; properties that are not archived are absent.
  let keysByProperty: [String: String]
  /// The archive keys of all archived properties.
  let keys: Set<String>
  /// The archive keys of the identity properties.
  let identityKeys: [String]
  /// A closure that decodes an object of an archive as the model, and writes the model as JSON.
  let unarchive: @Sendable (ArchiveReference, ArchiveDecoder, inout JSONWriter) throws -> Void
  /// A closure that writes an object as JSON, property by property, for an object that cannot be decoded as a whole.
  /// The `PartWriter` writes the fields that cannot be decoded.
  let unarchiveParts:
    @Sendable (ArchiveReference, ArchiveDecoder, inout JSONWriter, PartWriter) throws -> Void
  /// A closure that decodes JSON as the model, and adds the model to an archive.
  let archiveNode: @Sendable (JSONNode, ArchiveEncoder) throws -> ArchiveReference
}

extension ErasedArchiving {
  /// Creates the conversions of a model by its mapping.
  ///
  /// - Parameter identity: the identity of the mapping, under which decoded objects are
  ///   shared.
  fileprivate init<Root>(_ mapping: Mapping<Root>, _ identity: ObjectIdentifier) {
    let properties = mapping.archivedProperties.map { ($0.name, $0.key) }
    let keys = Dictionary(properties) { first, _ in first }.compactMapValues(\.self)
    self.init(
      archive: { mapping.archive }, keysByProperty: keys, keys: Set(keys.values),
      identityKeys: mapping.properties.filter(\.isIdentity).compactMap(\.archiveKey),
      unarchive: { reference, decoder, writer in
        try mapping.encode(try decoder.model(reference, by: mapping, identity), to: &writer)
      },
      unarchiveParts: { reference, decoder, writer, part in
        let mark = decoder.mark
        let source = try decoder.openParts(reference, mapping, identity)
        defer { decoder.close(source) }
        decoder.prepend(part.place, since: mark)
        var parts = PartialModel(mapping, source, part)
        try mapping.visit(&parts)
        parts.members.write(to: &writer)
      },
      archiveNode: { node, encoder in
        try encoder.model(try mapping.decode(node), by: mapping, identity)
      })
  }
}

/// A mapping whose model can be converted between archives and JSON.
private protocol ArchivedMapping {
  /// The conversions of the mapping's model between archives and JSON.
  var archiving: ErasedArchiving { get }
}

extension Mapping: ArchivedMapping {
  /// The conversions of the mapping's model between archives and JSON. They use the main mapping of the model even if
  /// this mapping is a profile, because archives have no profiles.
  fileprivate var archiving: ErasedArchiving {
    if let type = Root.self as? any Model.Type { return Self.archiving(of: type) }
    return ErasedArchiving(self, ObjectIdentifier(self))
  }

  /// Returns the conversions between archives and JSON by the main mapping of a model type.
  private static func archiving<M: Model>(of type: M.Type) -> ErasedArchiving {
    ErasedArchiving(M.mapping, ObjectIdentifier(type))
  }
}

extension ModelDescription {
  /// The conversions of the model between archives and JSON; nil for a description without a mapping.
  var archiving: ErasedArchiving? {
    attachments.value { (mapping as? any ArchivedMapping)?.archiving }
  }

  /// The class, version and migrations of the model in archives; nil for a description
  /// without a mapping.
  package var archive: ModelArchive? { archiving?.archive() }
}

/// A table that finds the model for the class of an archived object.
struct ArchivedModelTable: Sendable {
  /// The models that can be archived.
  private let models: [ModelDescription]
  /// The index of the model in `models` for each class name, including aliases.
  private let numbers: [String: Int]

  /// Creates a table. If several models have the same class, the first is used.
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

  /// Returns the model of a class, or of its nearest superclass that has one; nil if there is
  /// none.
  func model(for archiveClass: ArchiveClass?) -> ModelDescription? {
    archiveClass?.chain.lazy.compactMap { numbers[$0] }.first.map { models[$0] }
  }
}
