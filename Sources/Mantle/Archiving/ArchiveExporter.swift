/// Writes the objects of an archive as JSON, models through their mappings.
final class ArchiveExporter {
  let decoder: ArchiveDecoder
  private(set) var found: [ArchivedDocument.FoundModel] = []
  private let graph: ArchiveGraph
  private let models: ArchivedModelTable
  private let byteLimit: Int
  private var path: [JSONKeyPath.Component] = []
  private var known: [ArchiveClass: ModelDescription?] = [:]
  /// The objects being written, each inside the one before.
  private var open: Set<Int> = []
  private var strangers: Set<ArchiveClass> = []

  init(_ graph: ArchiveGraph, _ models: [ModelDescription], byteLimit: Int) {
    self.graph = graph
    self.models = ArchivedModelTable(models)
    self.byteLimit = byteLimit
    decoder = ArchiveDecoder(graph, policy: .strict, userInfo: [:], collects: true)
  }

  /// - Throws: an ``ArchiveError`` when the text grows beyond all proportion, because objects are repeated.
  func write(_ reference: ArchiveReference, to writer: inout JSONWriter) throws(ArchiveError) {
    guard writer.count <= byteLimit else { throw Self.repetition(byteLimit) }
    guard path.count < ArchiveDepth.limit else {
      report(.error, .limit, expected: "objects nested at most \(ArchiveDepth.limit) deep")
      return writer.null()
    }
    guard open.insert(reference.index).inserted else {
      report(.error, .archive, expected: "a value that ends", found: "an object that holds itself")
      return writer.null()
    }
    defer { open.remove(reference.index) }
    switch graph[reference] {
    case .array(let items), .set(let items), .orderedSet(let items):
      writer.beginArray()
      for (index, item) in items.enumerated() {
        writer.element()
        try write(item, under: .index(index), to: &writer)
      }
      writer.endArray()
    case .dictionary(let entries): try write(entries, to: &writer)
    case .object(let fields): try write(fields, of: reference, to: &writer)
    default: writePlain(reference, to: &writer)
    }
  }

  static func repetition(_ limit: Int) -> ArchiveError {
    ArchiveError(.limit("objects that repeat or hold each other to more than \(limit) bytes of JSON"))
  }

  private func write(
    _ reference: ArchiveReference, under step: JSONKeyPath.Component, to writer: inout JSONWriter
  ) throws(ArchiveError) {
    path.append(step)
    try write(reference, to: &writer)
    path.removeLast()
  }

  private func write(_ entries: [ArchiveEntry], to writer: inout JSONWriter) throws(ArchiveError) {
    writer.beginObject()
    for entry in entries {
      guard case .string(let key) = graph[entry.key] else {
        report(
          .error, .typeMismatch, expected: "keys that are strings", found: graph.description(of: entry.key))
        continue
      }
      writer.key(key)
      try write(entry.value, under: .key(key), to: &writer)
    }
    writer.endObject()
  }

  /// A model through its mapping; an object of an unknown class as its fields.
  private func write(
    _ fields: [ArchiveField], of reference: ArchiveReference, to writer: inout JSONWriter
  ) throws(ArchiveError) {
    let archiveClass = graph.archiveClass(of: reference)
    if let archiveClass, let model = model(for: archiveClass) {
      return writeModel(reference, as: model, archiveClass, to: &writer)
    }
    note(stranger: archiveClass)
    if let legacy = graph.externalRepresentation(of: reference) {
      report(.note, .archive, detail: "the JSON an archive from before Mantle 0.3 holds")
      return try write(legacy, to: &writer)
    }
    writer.beginObject()
    for field in fields where field.key != KnownKey.modelVersion.key {
      let name = graph.name(of: field.key)
      writer.key(name)
      try write(field.value, under: .key(name), to: &writer)
    }
    writer.endObject()
  }

  private func writeModel(
    _ reference: ArchiveReference, as model: ModelDescription, _ archiveClass: ArchiveClass,
    to writer: inout JSONWriter
  ) {
    guard let archiving = model.archiving else { return writePlain(reference, to: &writer) }
    count(model, archiveClass, graph.modelVersion(of: reference) ?? 0)
    let start = writer.count
    let mark = decoder.mark
    do {
      try archiving.unarchive(reference, decoder, &writer)
      place(since: mark)
    } catch {
      decoder.report(error)
      place(since: mark)
      writer.truncate(to: start)
      writePlain(reference, to: &writer)
    }
  }

  /// The object without its models; null where it has no JSON.
  private func writePlain(_ reference: ArchiveReference, to writer: inout JSONWriter) {
    let start = writer.count
    do { try graph.writeJSON(reference, to: &writer) } catch {
      let mark = decoder.mark
      decoder.report(error)
      place(since: mark)
      writer.truncate(to: start)
      writer.null()
    }
  }
}

extension ArchiveExporter {
  private func model(for archiveClass: ArchiveClass) -> ModelDescription? {
    if let model = known[archiveClass] { return model }
    let model = models.model(for: archiveClass)
    known[archiveClass] = model
    return model
  }

  private func count(_ model: ModelDescription, _ archiveClass: ArchiveClass, _ version: Int) {
    let place = JSONKeyPath(path).withoutIndices
    let index = found.firstIndex {
      $0.archiveClass == archiveClass && $0.version == version && $0.path == place
    }
    if let index {
      found[index].count += 1
    } else {
      found.append(
        ArchivedDocument.FoundModel(
          model: model, archiveClass: archiveClass, version: version, path: place, count: 1))
    }
  }

  /// A class nobody knows, once.
  private func note(stranger archiveClass: ArchiveClass?) {
    guard let archiveClass, strangers.insert(archiveClass).inserted else { return }
    report(
      .warning, .archive, found: "class \(archiveClass.name)",
      detail: "no model has this class; its fields are shown as they are")
  }

  private func report(
    _ severity: Diagnostic.Severity, _ code: Diagnostic.Code, expected: String? = nil, found: String? = nil,
    detail: String? = nil
  ) {
    decoder.report(severity, code, at: path, expected: expected, found: found, detail: detail)
  }

  /// Completes the paths of what was recorded since.
  private func place(since mark: Int) {
    guard decoder.mark != mark else { return }
    for step in path.reversed() { decoder.prepend(step, since: mark) }
  }
}
