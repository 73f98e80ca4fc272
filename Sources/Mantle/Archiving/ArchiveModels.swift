/// The models that archives may hold, found by class: archives to JSON and back where the Swift type is not
/// known beforehand.
public struct ArchiveModels: Sendable {
  private let models: [any Model.Type]

  public init(_ models: [any Model.Type]) { self.models = models }

  /// The model for a class: the one of that name, else that of its nearest superclass.
  public func model(for archiveClass: ArchiveClass) -> (any Model.Type)? {
    for name in archiveClass.chain {
      let found = models.first { $0.archive.archiveClass.name == name || $0.archive.aliases.contains(name) }
      if let found { return found }
    }
    return nil
  }

  /// The archive's root as JSON, its models written through their mappings; objects of other classes become
  /// JSON objects of their fields.
  ///
  /// - Returns: the JSON, nil where an error stands among the diagnostics.
  /// - Throws: an ``ArchiveError`` for an archive without a root, a ``MappingError``.
  public func json(
    of graph: ArchiveGraph, policy: DecodingPolicy = .strict
  ) throws -> (json: [UInt8]?, diagnostics: [Diagnostic]) {
    guard let root = graph.root else { throw ArchiveError(.notAKeyedArchive("no object under `root`")) }
    let decoder = ArchiveDecoder(graph, policy: policy, userInfo: [:], collects: true)
    var writer = JSONWriter()
    do {
      try write(root, decoder, depth: 0, to: &writer)
    } catch let error as MappingError {
      throw error
    } catch {
      decoder.report(error)
    }
    let failed = decoder.diagnostics.contains { $0.severity == .error }
    return (failed ? nil : writer.finish(), decoder.diagnostics)
  }

  /// JSON as an archive of a model, or of an array of it, by the outermost value.
  ///
  /// - Parameter opened: the archive the JSON was made from, whose unknown parts are kept.
  /// - Throws: a ``DecodingFailure`` when the JSON is not that model's, what archiving throws.
  public func graph(
    of json: JSONNode, as model: any Model.Type, updating opened: ArchiveGraph? = nil
  ) throws -> ArchiveGraph {
    try Self.graph(of: json, model, opened)
  }

  private static func graph<M: Model>(
    of json: JSONNode, _ model: M.Type, _ opened: ArchiveGraph?
  ) throws -> ArchiveGraph {
    if json.kind == .array { return try Archive.graph(of: try [M].decode(json), updating: opened) }
    return try Archive.graph(of: try M.decode(json), updating: opened)
  }
}

extension ArchiveModels {
  private func write(
    _ reference: ArchiveReference, _ decoder: ArchiveDecoder, depth: Int, to writer: inout JSONWriter
  ) throws {
    guard depth < 64 else { throw ArchiveProblem(.limit, expected: "collections nested at most 64 deep") }
    switch decoder[reference] {
    case .array(let items), .set(let items), .orderedSet(let items):
      writer.beginArray()
      for (index, item) in items.enumerated() {
        writer.element()
        try member(item, .index(index), decoder, depth: depth, to: &writer)
      }
      writer.endArray()
    case .dictionary(let entries):
      writer.beginObject()
      for entry in entries {
        guard case .string(let key) = decoder[entry.key] else {
          throw decoder.mismatch(entry.key, expected: "keys that are strings")
        }
        writer.key(key)
        try member(entry.value, .key(key), decoder, depth: depth, to: &writer)
      }
      writer.endObject()
    case .object:
      guard let found = decoder.archiveClass(of: reference), let type = model(for: found) else {
        return try decoder.store.graph.writeJSON(reference, to: &writer)
      }
      try write(type, reference, decoder, to: &writer)
    default: try decoder.store.graph.writeJSON(reference, to: &writer)
    }
  }

  /// Writes a member of a collection; one that cannot be read is on record and written as null.
  private func member(
    _ reference: ArchiveReference, _ step: JSONKeyPath.Component, _ decoder: ArchiveDecoder, depth: Int,
    to writer: inout JSONWriter
  ) throws {
    let mark = decoder.mark
    let start = writer.count
    do {
      try write(reference, decoder, depth: depth + 1, to: &writer)
    } catch let error as MappingError {
      throw error
    } catch {
      decoder.report(error)
      writer.truncate(to: start)
      writer.null()
    }
    if decoder.mark != mark { decoder.prepend(step, since: mark) }
  }

  private func write<M: Model>(
    _ type: M.Type, _ reference: ArchiveReference, _ decoder: ArchiveDecoder, to writer: inout JSONWriter
  ) throws {
    try M.unarchive(reference, from: decoder).encode(to: &writer)
  }
}
