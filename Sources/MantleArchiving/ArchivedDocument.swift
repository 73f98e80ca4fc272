import Mantle

/// An archive as JSON: models through their mappings, with the keys of the API, and all other
/// objects as they are.
///
/// The document retains the archive it was read from, so that edited JSON can be written into
/// the same archive. Unmapped and unchanged parts of the archive are preserved.
package struct ArchivedDocument: Sendable {
  /// The archive that was read.
  package let graph: ArchiveGraph
  /// The form of the file.
  package let format: ArchiveFormat
  /// The contents of the file.
  private let source: [UInt8]
  /// The root as compact JSON.
  package let json: JSONBytes
  /// The diagnostics: migrations, unmapped keys, unknown classes, and values that could not
  /// be decoded. A model that could not be decoded is an object of its archived fields in
  /// ``json``.
  package let diagnostics: [Diagnostic]
  /// The outermost models, the most frequent first.
  package let found: [FoundModel]
  /// The models that can occur in the archive.
  let models: [ModelDescription]
  /// The object of ``json``: the only entry point, or a dictionary of all entry points, which
  /// is not part of the file.
  let root: ArchiveReference

  /// The objects of one class and version at one location.
  package struct FoundModel: Sendable {
    /// The model.
    package let model: ModelDescription
    /// The class in the archive.
    package let archiveClass: ArchiveClass
    /// The version at which the objects were archived.
    package let version: Int
    /// The location in the JSON, with `[]` for the elements of arrays.
    package let path: JSONKeyPath
    /// The number of objects.
    package internal(set) var count: Int
  }

  /// The errors and warnings.
  package var problems: [Diagnostic] { diagnostics.filter { $0.severity > .note } }

  /// Whether everything could be decoded.
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
  /// The edits of an archive's JSON.
  package struct Edits {
    /// The origins of the edited values, whose unmapped fields are preserved; nil to determine
    /// them by comparing the values.
    var origins: ValueOrigins?
    /// Whether an edit of a shared object changes a copy of the object.
    package var copiesShared = false
    /// An archive that new values come from: they keep the types that they have in it.
    package var source: ArchivedDocument?
    /// Receives each shared object that the edits changed.
    package var reportShared: (SharedObject) -> Void = { _ in }

    /// Creates edits.
    package init(origins: ValueOrigins? = nil, copiesShared: Bool = false, source: ArchivedDocument? = nil) {
      self.origins = origins
      self.copiesShared = copiesShared
      self.source = source
    }
  }

  /// Returns the file of the archive with changed contents. If nothing changed, the result is
  /// the file that was read, byte for byte; in a plain property list as XML, only the bytes of
  /// changed values differ.
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

  /// Returns the archive with changed contents.
  ///
  /// - Parameters:
  ///   - node: the JSON that was created by editing ``json``.
  ///   - edits: the edits.
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

  /// The archive's JSON, or one made by editing it, as another kind of property list; dates and data keep their types.
  ///
  /// - Throws: a ``DecodingFailure`` with every error when models in the JSON cannot be read, and with every null where the
  ///   kind cannot hold it.
  package func graph(of node: JSONNode, _ kind: ArchiveGraph.Kind) throws -> ArchiveGraph {
    if kind == .propertyList { return try ArchiveGraph(json: [node], as: kind, typesOf: self) }
    return try ArchiveGraph(
      json: [node], models: models, model: found.first?.model, at: found.first?.path ?? JSONKeyPath(),
      typesOf: self)
  }
}

extension ArchiveGraph {
  /// Returns the object of the only entry point, or of a new dictionary of all entry points.
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
  ///   - model: the model at the path; nil for JSON without models.
  ///   - path: the location of the model.
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
