import Mantle

extension JSONToArchive {
  /// Upgrades every reachable model to its current version, each model before the models in its fields.
  ///
  /// - Throws: the error of a migration.
  func upgradeAll() throws {
    var isMet: Set<Int> = []
    var waiting = graph.top.map(\.value)
    var next = 0
    while next < waiting.count {
      let reference = waiting[next]
      next += 1
      guard isMet.insert(reference.index).inserted else { continue }
      if let model = models.model(for: graph.archiveClass(of: reference)), let archiving = model.archiving {
        try upgrade(reference, archiving)
      }
      waiting += graph[reference].parts.filter { !graph[$0].isLeaf }
    }
  }

  /// Replaces the fields of one model by the fields of its current version.
  private func upgrade(_ reference: ArchiveReference, _ archiving: ErasedArchiving) throws {
    let fields = graph.fields(of: reference)
    if let legacy = graph.externalRepresentation(fields) {
      var writer = JSONWriter()
      try ArchiveToJSON(graph, .content(of: graph, ArchiveLimits())).write(legacy, to: &writer)
      let json = try JSONDocument(parsing: JSONBytes(writer.finish()))
      let new = graph.fields(of: try archiving.archiveNode(json.root, encoder))
      let keys = Set(new.map(\.key) + [KnownKey.externalRepresentation.key])
      return encoder.builder.fill(reference, new + fields.filter { !keys.contains($0.key) })
    }
    let archive = archiving.archive()
    guard let version = graph.modelVersion(fields), 0..<archive.version ~= version else { return }
    encoder.builder.fill(reference, try upgraded(fields, archive, from: version))
  }

  /// Returns the fields of a model after the migrations from a version to the current one.
  func upgraded(_ fields: [ArchiveField], _ archive: ModelArchive, from version: Int) throws -> [ArchiveField]
  {
    // The graph is moved instead of copied, because it may be large.
    let store = ArchiveStore(.empty)
    swap(&store.graph, &graph)
    defer { swap(&store.graph, &graph) }
    var upgraded = ArchiveFields(try archive.upgraded(fields, from: version, in: store), in: store)
    upgraded[KnownKey.modelVersion.name] = .integer(Int64(archive.version))
    return upgraded.fields
  }

  /// The archive with the edits and upgrades made so far.
  var graph: ArchiveGraph {
    _read { yield encoder.builder.graph }
    _modify { yield &encoder.builder.graph }
  }
}
