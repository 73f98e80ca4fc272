/// An archive as JSON: every model it holds through its mapping, with the API's keys, and the rest as it is.
///
/// It keeps the archive it was read from, so that edited JSON goes back into the same archive: what nothing
/// maps, and what did not change, stays as it was.
package struct ArchivedDocument: Sendable {
  package let graph: ArchiveGraph
  /// The form of the file.
  package let format: ArchiveFormat
  private let source: [UInt8]
  /// The root, as compact JSON.
  package let json: JSONBytes
  /// Migrations, keys nothing maps, classes nobody knows, and what could not be read. A model that could not
  /// be read stands in ``json`` as an object of its archived fields.
  package let diagnostics: [Diagnostic]
  /// The outermost models that were found, the most frequent first.
  package let found: [FoundModel]
  let models: [ModelDescription]
  /// What ``json`` is: the object of the only entry, or a dictionary of all entries that stands in no file.
  let root: ArchiveReference

  /// Objects of one class at one place.
  package struct FoundModel: Sendable {
    package let model: ModelDescription
    package let archiveClass: ArchiveClass
    /// The version they were archived at.
    package let version: Int
    /// Where they are in the JSON: `[]` for the elements of an array.
    package let path: JSONKeyPath
    package internal(set) var count: Int
  }

  /// Whether everything could be read; if not, the archive must not be written from ``json``.
  package var isReadable: Bool { !diagnostics.hasErrors }

  /// What there is to say about the archive, in numbers.
  package var summary: Checker.Summary {
    var summary = Checker.Summary(errors: diagnostics.errors.count)
    if let first = found.first {
      let alike = found.filter { $0.model.name == first.model.name && $0.path == first.path }
      summary.places = [.init(model: first.model.name, path: first.path)]
      summary.add(models: [alike.reduce(0) { $0 + $1.count }])
    }
    summary.warnings = diagnostics.count { $0.severity == .warning }
    var places: [JSONKeyPath: Int] = [:]
    for diagnostic in diagnostics where diagnostic.code == .unmappedKey {
      let path = diagnostic.path.withoutIndices
      if let place = places[path] {
        summary.unmapped[place].count += 1
      } else {
        places[path] = summary.unmapped.count
        summary.unmapped.append((path, 1))
      }
    }
    return summary
  }

  /// Reads a keyed archive or a plain property list. An archive with several entries in `$top` becomes a JSON object
  /// with a member for each.
  ///
  /// - Parameters:
  ///   - limits: how large the JSON may become when shared objects are written for each of their holders.
  ///   - keepsClasses: whether objects of classes that no model has get a member `$class` in the JSON, from which
  ///     an archive made of the JSON gives them their class back.
  /// - Throws: an ``ArchiveError`` when the bytes are no archive, or its content is larger than the limits.
  package init(
    reading bytes: [UInt8], models: [ModelDescription], limits: ArchiveLimits = ArchiveLimits(),
    keepsClasses: Bool = false
  ) throws {
    guard let format = ArchiveFormat(sniffing: bytes) else { throw ArchiveError(.notAPropertyList) }
    var graph = try ArchiveGraph(reading: bytes, isPlainAllowed: true)
    let root = try graph.joinedEntries()
    let table = ArchivedModelTable(models)
    var budget = ArchiveBudget.content(of: graph, limits)
    let extent = ArchiveExtent.measure(root, in: graph, table)
    try budget.spend(Int(exactly: extent.formatted.rounded()) ?? .max)
    let decoder = ArchiveDecoder(graph, policy: .strict, userInfo: [:], limits: limits, readsAllEntries: true)
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
  /// The archive with other content, as a file: byte for byte the one that was read where nothing is changed.
  ///
  /// - Parameter other: an archive that new values come from: they keep the types that they have in it.
  /// - Throws: as ``rewritten(_:origins:)``.
  package func bytes(
    with node: JSONNode, as format: ArchiveFormat, origins: ValueOrigins? = nil,
    typesOf other: ArchivedDocument? = nil
  ) throws -> [UInt8] {
    if format == self.format, node.isEquivalent(to: try JSONDocument(parsing: json).root) { return source }
    return try rewritten(node, origins, upgrades: false, typesOf: other).bytes(format)
  }

  /// The archive with other content: JSON that was made by editing ``json``.
  ///
  /// - Parameter origins: where values were in ``json``, as the edits tell: an edited value keeps what nothing maps.
  ///   Nil where only the texts can tell it.
  /// - Throws: a ``DecodingFailure`` with every error when models in the JSON cannot be read.
  package func rewritten(_ node: JSONNode, origins: ValueOrigins? = nil) throws -> ArchiveGraph {
    try rewritten(node, origins, upgrades: false, typesOf: nil)
  }

  /// The archive with every model at its present version; what nothing maps is kept.
  package func upgraded() throws -> ArchiveGraph {
    try rewritten(try JSONDocument(parsing: json).root, nil, upgrades: true, typesOf: nil)
  }

  /// The archive's JSON, or one made by editing it, as another kind of property list; dates and data keep their types.
  ///
  /// - Throws: a ``DecodingFailure`` with every error when models in the JSON cannot be read, and with every null where the
  ///   kind cannot hold it.
  package func graph(of node: JSONNode, _ kind: ArchiveGraph.Kind) throws -> ArchiveGraph {
    switch kind {
    case .propertyList: try ArchiveGraph(plain: [node], typesOf: self)
    case .keyedArchive:
      try ArchiveGraph(
        json: [node], isList: false, models: models, model: found.first?.model,
        at: found.first?.path ?? JSONKeyPath(), typesOf: self)
    }
  }

  private func rewritten(
    _ node: JSONNode, _ origins: ValueOrigins?, upgrades: Bool, typesOf other: ArchivedDocument?
  ) throws -> ArchiveGraph {
    let importer = JSONToArchive(
      graph, models: models, model: found.first?.model, at: found.first?.path ?? JSONKeyPath(),
      origins: origins, upgrades: upgrades, leafTypes: LeafTypes([other, self].compactMap(\.self)))
    let before = try JSONDocument(parsing: json).root
    let reference = try importer.add(node, over: .init(reference: root, node: before))
    guard importer.diagnostics.isEmpty else { throw DecodingFailure(importer.diagnostics) }
    if graph.top.count > 1, case .dictionary(let entries) = importer.encoder.builder.graph[reference] {
      return importer.encoder.finish(entries)
    }
    return importer.encoder.finish(root: reference, named: graph.rootEntry?.name ?? "root")
  }
}

extension ArchiveGraph {
  /// The object of the only entry; for several, a dictionary of them, added for this purpose.
  fileprivate mutating func joinedEntries() throws(ArchiveError) -> ArchiveReference {
    guard top.count > 1 else { return try requiredRoot() }
    let entries = top.map { ArchiveEntry(key: append(.string($0.name), classIndex: -1), value: $0.value) }
    return append(.dictionary(entries))
  }
}

extension ArchiveEncoder {
  /// The archive with the entries of a dictionary as its own.
  fileprivate func finish(_ entries: [ArchiveEntry]) -> ArchiveGraph {
    builder.graph.top = entries.compactMap { entry in
      if case .string(let name) = builder.graph[entry.key] { ArchiveTop(name, entry.value) } else { nil }
    }
    return builder.graph
  }
}

extension ArchiveGraph {
  /// An archive of JSON: models where they are expected, and the rest as collections and leaves.
  ///
  /// - Parameters:
  ///   - models: every model that may be found.
  ///   - model: the model at the path; nil for plain JSON, in which no models are looked for.
  /// - Throws: a ``DecodingFailure`` with every error when models in the JSON cannot be read.
  package init(
    json node: JSONNode, models: [ModelDescription], model: ModelDescription?,
    at path: JSONKeyPath = JSONKeyPath()
  ) throws {
    try self.init(json: [node], isList: false, models: models, model: model, at: path)
  }

  /// A plain property list of one value, or of a list whose elements come from as many documents.
  ///
  /// - Parameter document: the archive that the JSON was made from, whose dates and data keep their types.
  /// - Throws: a ``DecodingFailure`` with every null in the JSON, which a property list cannot hold.
  package init(
    plain values: [JSONNode], isList: Bool = false, typesOf document: ArchivedDocument? = nil
  ) throws {
    self.init()
    kind = .propertyList
    try self.init(
      json: values, isList: isList, models: [], model: nil, at: JSONKeyPath(), in: self, typesOf: document)
  }

  /// An archive of one value, or of a list whose elements come from as many documents, such as lines.
  ///
  /// - Parameter empty: the archive before anything is added to it, which has the kind that is written.
  package init(
    json values: [JSONNode], isList: Bool, models: [ModelDescription], model: ModelDescription?,
    at path: JSONKeyPath, in empty: ArchiveGraph = ArchiveGraph(), typesOf document: ArchivedDocument? = nil
  ) throws {
    let importer = JSONToArchive(
      empty, models: models, model: model, at: path,
      leafTypes: LeafTypes([document].compactMap(\.self)))
    let root = isList ? try importer.addList(values) : try values.first.map { try importer.add($0) }
    guard importer.diagnostics.isEmpty else { throw DecodingFailure(importer.diagnostics) }
    self = importer.encoder.finish(root: root ?? .null)
  }
}

extension JSONKeyPath {
  /// The path with `[]` for every index.
  package var withoutIndices: JSONKeyPath {
    JSONKeyPath(
      components.map { step in
        if case .index = step { .each } else { step }
      })
  }
}
