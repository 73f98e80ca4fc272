import Mantle

/// An archive in the form of JSON: models as JSON of their mappings, and all other objects as their archived fields.
///
/// The document retains the archive it was read from, so that edited JSON can be written into
/// the same archive. Unmapped and unchanged parts of the archive are preserved.
package struct ArchivedDocument: Sendable {
  /// The archive that was read.
  package let graph: ArchiveGraph
  /// The form of the file: binary or XML.
  package let format: ArchiveFormat
  /// The bytes of the file that was read.
  private let source: [UInt8]
  /// The root object of the archive as compact JSON.
  package let json: JSONBytes
  /// The diagnostics of reading the archive: migrations, unmapped keys, unknown classes, and values that could not be
  /// decoded. A model that could not be decoded is an object of its archived fields in ``json``.
  package let diagnostics: [Diagnostic]
  /// The outermost models in the archive, the most frequent first.
  package let found: [FoundModel]
  /// The models that can occur in the archive.
  let models: [ModelDescription]
  /// The object that ``json`` shows: that of the only entry point, or a dictionary of all entry points, which is not part of the
  /// file.
  let root: ArchiveReference

  /// The models of one class and version at one location in the JSON of an archive.
  package struct FoundModel: Sendable {
    /// The model that decodes the objects.
    package let model: ModelDescription
    /// The archived class of the objects.
    package let archiveClass: ArchiveClass
    /// The version at which the objects were archived.
    package let version: Int
    /// The location of the objects in the JSON, with `[]` for the elements of arrays.
    package let path: JSONKeyPath
    /// The number of objects with the class and version at the location.
    package internal(set) var count: Int
  }

  /// The diagnostics of reading the archive that are errors or warnings.
  package var problems: [Diagnostic] { diagnostics.filter { $0.severity > .note } }

  /// Whether the archive was decoded without errors.
  package var isReadable: Bool { !diagnostics.hasErrors }

  /// Reads a keyed archive or a plain property list. An archive with several entry points
  /// becomes a JSON object with a member for each.
  ///
  /// - Parameters:
  ///   - bytes: the contents of the file, in binary or XML form.
  ///   - models: the models that can occur in the archive.
  ///   - limits: the maximum size of the JSON, in which shared objects are repeated.
  ///   - inference: returns further models for the classes of the archive.
  ///   - keepsClasses: whether objects without a model get a member `$class` in the JSON,
  ///     from which their class can be restored.
  /// - Throws: an ``ArchiveError`` if the bytes are not an archive, or if its contents exceed
  ///   the limits.
  package init(
    reading bytes: [UInt8], models: [ModelDescription], limits: ArchiveLimits = ArchiveLimits(),
    inferring inference: (ArchiveGraph) -> [ModelDescription] = { _ in [] }, keepsClasses: Bool = false
  ) throws {
    guard let format = ArchiveFormat(sniffing: bytes) else { throw ArchiveError(.notAPropertyList) }
    var graph = try ArchiveGraph(reading: bytes, isPlainAllowed: true)
    let models = models + inference(graph)
    let root = try graph.joinedEntries()
    let table = ArchivedModelTable(models)
    var budget = ArchiveBudget.content(of: graph, limits)
    let extent = ArchiveExtent.bytes(of: root, in: graph, table)
    try budget.spend(Int(exactly: extent.rounded()) ?? .max)
    let decoder = ArchiveDecoder(graph, options: .strict, limits: limits, readsAllEntries: true)
    let converter = ArchiveToJSON(
      graph, .content(of: graph, limits), models: table, decoder: decoder, keepsClasses: keepsClasses)
    var writer = JSONWriter(capacity: 2 * bytes.count)
    try converter.write(root, to: &writer)
    self.graph = graph
    self.root = root
    self.format = format
    source = bytes
    self.models = models
    json = JSONBytes(writer.finish())
    diagnostics = decoder.diagnostics
    found = converter.found.sorted { $0.count > $1.count }
  }
}

extension ArchivedDocument {
  /// The settings for applying edited JSON to an archive.
  package struct Edits {
    /// The positions that the edited values had in the JSON before the edits, so that unmapped fields are preserved; nil to match
    /// the values by comparison.
    var origins: ValueOrigins?
    /// Whether an edit of a shared object changes a copy of the object, which only the edited reference gets. Otherwise
    /// the edit changes the object for all references.
    package var copiesShared = false
    /// The archive from which values were copied into the edited JSON, so that they keep their archived types; nil if
    /// there is none.
    package var source: ArchivedDocument?
    /// A closure that receives each shared object that the edits changed.
    package var reportShared: (SharedObject) -> Void = { _ in }

    /// Creates the settings for applying edited JSON to an archive.
    package init(origins: ValueOrigins? = nil, copiesShared: Bool = false, source: ArchivedDocument? = nil) {
      self.origins = origins
      self.copiesShared = copiesShared
      self.source = source
    }
  }

  /// Returns the file of the archive after its JSON was edited. If nothing changed, the result is the file that was read, byte
  /// for byte. In a plain property list as XML, only the bytes of changed values differ.
  ///
  /// - Throws: as ``rewritten(_:_:)``.
  package func bytes(
    with node: JSONNode, as format: ArchiveFormat, _ edits: Edits = Edits()
  ) throws -> [UInt8] {
    if format == self.format, node.isEquivalent(to: try JSONDocument(parsing: json).root) { return source }
    let graph = try rewritten(node, edits)
    guard format == .xml, self.format == .xml, graph.kind == .propertyList else {
      return try graph.bytes(format)
    }
    let list = try KeyedArchiveWriter.propertyList(of: graph)
    return try XMLPropertyListEdit.bytes(of: list, over: source, budget: .content(of: graph))
  }

  /// Returns the object graph of the archive after its JSON was edited.
  ///
  /// - Parameters:
  ///   - node: the JSON that was created by editing ``json``.
  ///   - edits: the origins of edited values, and the treatment of shared objects.
  /// - Throws: a ``DecodingFailure`` with every error if the JSON contains invalid models.
  func rewritten(_ node: JSONNode, _ edits: Edits = Edits()) throws -> ArchiveGraph {
    let counts = graph.shownReferences(from: root, ArchivedModelTable(models))
    let importer = JSONToArchive(
      graph, models: models, model: found.first?.model, at: found.first?.path ?? JSONKeyPath(),
      patching: ArchivePatching(graph, edits.origins, counts: counts, copiesShared: edits.copiesShared),
      typesOf: [edits.source, self])
    let before = try JSONDocument(parsing: json).root
    let reference = try importer.patch(ArchivePatch(root, before, node))
    guard importer.diagnostics.isEmpty else { throw DecodingFailure(importer.diagnostics) }
    importer.connect()
    importer.patching.changedShared.values.sorted { $0.index < $1.index }.forEach(edits.reportShared)
    if graph.top.count > 1, case .dictionary(let entries) = importer.graph[reference] {
      return importer.encoder.finish(entries)
    }
    return importer.encoder.finish(root: reference, named: graph.rootEntry?.name ?? "root")
  }

  /// Returns the archive with every model upgraded to its current version. Unmapped fields
  /// are preserved.
  package func upgraded() throws -> ArchiveGraph {
    let importer = JSONToArchive(graph, models: models, model: nil, at: JSONKeyPath(), typesOf: [])
    try importer.upgradeAll()
    return importer.graph
  }

  /// Converts JSON of the archive to another kind of property list. Dates and data keep their types.
  ///
  /// - Parameters:
  ///   - node: the JSON of the archive, edited or not.
  ///   - kind: the kind of property list to create.
  /// - Throws: a ``DecodingFailure`` with every model in the JSON that cannot be decoded, and with every null if the kind is a
  ///   plain property list, which has no null.
  package func graph(of node: JSONNode, _ kind: ArchiveGraph.Kind) throws -> ArchiveGraph {
    if kind == .propertyList { return try ArchiveGraph(json: [node], as: kind, typesOf: self) }
    return try ArchiveGraph(
      json: [node], models: models, model: found.first?.model, at: found.first?.path ?? JSONKeyPath(),
      typesOf: self)
  }
}

extension ArchiveGraph {
  /// Returns the object of the only entry point, or a new dictionary of all entry points if there are several.
  fileprivate mutating func joinedEntries() throws(ArchiveError) -> ArchiveReference {
    guard top.count > 1 else { return try requiredRoot() }
    let entries = top.map { ArchiveEntry(key: append(.string($0.name), classIndex: -1), value: $0.value) }
    return append(.dictionary(entries))
  }
}

extension ArchiveEncoder {
  /// Returns the archive whose entry points are the entries of a dictionary.
  fileprivate func finish(_ entries: [ArchiveEntry]) -> ArchiveGraph {
    builder.graph.top = entries.compactMap { entry in
      if case .string(let name) = builder.graph[entry.key] { (name, entry.value) } else { nil }
    }
    return builder.graph
  }
}

extension ArchiveGraph {
  /// Creates an archive from JSON.
  ///
  /// - Parameters:
  ///   - nodes: the root value, or the elements of a list, which may come from several documents,
  ///     such as lines.
  ///   - isList: whether the root is a list of the nodes.
  ///   - kind: the kind of property list. A plain one has no models.
  ///   - models: the models that can occur in the JSON.
  ///   - model: the model of the values at `path`; nil for JSON without models.
  ///   - path: the location of the models in the JSON.
  ///   - document: the archive that the JSON was made from, whose dates and data keep their types.
  ///   - reportModel: receives each model that is written, except those in the properties of other models.
  /// - Throws: a ``DecodingFailure`` with every error if the JSON contains invalid models, or null,
  ///   which a plain property list cannot hold.
  package init(
    json nodes: [JSONNode], isList: Bool = false, as kind: Kind = .keyedArchive,
    models: [ModelDescription] = [], model: ModelDescription? = nil, at path: JSONKeyPath = JSONKeyPath(),
    typesOf document: ArchivedDocument? = nil, reportModel: ((WrittenModel) -> Void)? = nil
  ) throws {
    self.init()
    self.kind = kind
    let importer = JSONToArchive(self, models: models, model: model, at: path, typesOf: [document])
    importer.reportModel = reportModel
    let root = isList ? try importer.addList(nodes) : try nodes.first.map { try importer.add($0) }
    guard importer.diagnostics.isEmpty else { throw DecodingFailure(importer.diagnostics) }
    self = importer.encoder.finish(root: root ?? .null)
  }
}
