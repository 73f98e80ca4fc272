/// What an archive says of one object beyond the values of its properties.
package struct ArchivedObject: Sendable, Hashable {
  package let archiveClass: ArchiveClass
  /// The version it was archived at; nil for an object that is no model and carries none.
  package let version: Int?
  /// The model's present version; nil where no model has the class.
  package let supported: Int?
  /// What the migrations from its version to the present one did, in order.
  package let migrations: [Step]
  /// What nothing maps, in the order of the archive: it is kept when the archive is written.
  package let unknown: [UnknownField]

  /// One migration that ran.
  package struct Step: Sendable, Hashable {
    /// The version it started from; it led to the one after.
    package let from: Int
    package let note: String
  }

  /// A key no property has, with its value in a few words and, where it has any, as JSON.
  package struct UnknownField: Sendable, Hashable {
    package let key: String
    package let words: String
    package let json: String?
  }
}

/// The objects of an archive by their places in the JSON made of it.
///
/// - Complexity: finding an object inside one already found is O(fields), whatever the archive's size.
package final class ArchivedObjects {
  fileprivate let store: ArchiveStore
  private let start: ArchiveReference
  fileprivate let models: ArchivedModelTable
  private var upgraded: [ArchiveReference: [ArchiveField]] = [:]

  package init(_ document: ArchivedDocument) {
    store = ArchiveStore(document.graph)
    start = document.root
    models = ArchivedModelTable(document.models)
  }

  /// The place of the outermost value.
  package var root: ArchivedPlace? { ArchivedPlace(objects: self, reference: start) }

  /// The fields under the names of the model's present version, as far as the migrations go.
  fileprivate func fields(of reference: ArchiveReference, _ archive: ModelArchive?) -> [ArchiveField] {
    let fields = store.graph.fields(of: reference)
    guard let archive, let version = store.graph.modelVersion(fields) else { return fields }
    if let known = upgraded[reference] { return known }
    // A migration that fails is a diagnostic of the document already: here its object has no more to say.
    let changed = (try? archive.upgraded(fields, from: version, in: store)) ?? []
    upgraded[reference] = changed
    return changed
  }
}

/// Where in an archive a value of its JSON came from.
package struct ArchivedPlace {
  fileprivate let objects: ArchivedObjects
  fileprivate let reference: ArchiveReference

  private var graph: ArchiveGraph { objects.store.graph }
  private var model: ModelDescription? { objects.models.model(for: graph.archiveClass(of: reference)) }

  private func place(_ reference: ArchiveReference) -> ArchivedPlace {
    ArchivedPlace(objects: objects, reference: reference)
  }

  package func element(_ index: Int) -> ArchivedPlace? {
    items.flatMap { $0.indices.contains(index) ? place($0[index]) : nil }
  }

  /// The place of an element of an array that has `count` of them in the JSON now; nil where the archive has
  /// another number, and nobody knows which element was which.
  package func element(_ index: Int, of count: Int) -> ArchivedPlace? {
    items?.count == count ? element(index) : nil
  }

  private var items: [ArchiveReference]? { graph[reference].items }

  /// The place of the value under a key of a dictionary, or of an object that no model reads.
  package func member(_ key: String) -> ArchivedPlace? {
    switch graph[reference] {
    case .dictionary(let entries):
      entries.last { entry in
        if case .string(let text) = graph[entry.key] { text.isExactly(key) } else { false }
      }.map { place($0.value) }
    case .object(let fields):
      fields.last { graph.name(of: $0.key).isExactly(key) }.map { place($0.value) }
    default: nil
    }
  }

  /// The place of a model's property.
  package func property(_ name: String) -> ArchivedPlace? {
    guard let model, let key = model.archiving?.keysByProperty[name] else { return nil }
    let field = objects.fields(of: reference, model.archive).last { graph.name(of: $0.key) == key }
    return field.flatMap { isUnordered($0.value) ? nil : place($0.value) }
  }

  /// A set of several is written in another order than the archive's.
  private func isUnordered(_ reference: ArchiveReference) -> Bool {
    if case .set(let items) = graph[reference] { items.count > 1 } else { false }
  }

  /// What there is to say of the object here; nil for values and collections.
  package var object: ArchivedObject? {
    guard case .object(let fields) = graph[reference], let archiveClass = graph.archiveClass(of: reference)
    else { return nil }
    let model = model
    let isModel = model != nil || archiveClass.isModel
    let version = isModel ? graph.modelVersion(fields) : nil
    return ArchivedObject(
      archiveClass: archiveClass, version: version, supported: model?.archive?.version,
      migrations: model?.archive.map { steps(of: $0, from: version ?? 0) } ?? [],
      unknown: model.map { unknown(to: $0) } ?? [])
  }

  private func steps(of archive: ModelArchive, from version: Int) -> [ArchivedObject.Step] {
    guard 0..<archive.version ~= version else { return [] }
    return (version..<archive.version).compactMap { from in
      archive.migration(from: from).map { ArchivedObject.Step(from: from, note: $0.note) }
    }
  }

  private func unknown(to model: ModelDescription) -> [ArchivedObject.UnknownField] {
    let known = model.archiving?.keys ?? []
    return objects.fields(of: reference, model.archive).compactMap { field in
      let name = graph.name(of: field.key)
      guard field.key != KnownKey.modelVersion.key, !known.contains(name) else { return nil }
      return ArchivedObject.UnknownField(
        key: name, words: graph.description(of: field.value), json: graph.shortJSON(of: field.value))
    }
  }
}

extension ArchiveGraph {
  /// The value as JSON; nil where it has none or more than anybody would look at.
  fileprivate func shortJSON(of reference: ArchiveReference) -> String? {
    var writer = JSONWriter(capacity: 64)
    let budget = ArchiveBudget(1_000, exceeded: .limit("1,000 bytes"))
    do { try ArchiveToJSON(self, budget).write(reference, to: &writer) } catch { return nil }
    return writer.text
  }
}
