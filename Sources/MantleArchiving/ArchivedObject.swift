import Mantle

/// The archive's information about one object that its JSON does not show: class, version, migrations and unmapped fields.
package struct ArchivedObject: Sendable {
  /// The class of the archived object.
  package let archiveClass: ArchiveClass
  /// The version at which the object was archived; nil for an object that is not a model and
  /// contains no version.
  package let version: Int?
  /// The current version of the model; nil if no model has the class.
  package let supported: Int?
  /// The migrations that lead from the object's archived version to the current version of the model, in order.
  package let migrations: [Migration]
  /// The unmapped fields of the object, in the order of the archive. They are preserved when the archive is written.
  package let unknown: [UnknownField]

  /// A field that no property of the model maps.
  package struct UnknownField: Sendable {
    /// The key of the unmapped field.
    package let key: String
    /// A short description of the field's value for the user.
    package let words: String
    /// The field's value as JSON; nil if it has no JSON form, or if the JSON is long.
    package let json: String?
  }
}

/// A table that finds the archived object of each location in the JSON of an archive.
///
/// - Complexity: finding a child of a known object takes O(*n*) time, where *n* is the number
///   of its fields.
package final class ArchivedObjects {
  /// The archive, including the objects that migrations added.
  fileprivate let store: ArchiveStore
  /// The object of the JSON's root value.
  private let start: ArchiveReference
  /// The models of the archived classes.
  fileprivate let models: ArchivedModelTable
  /// The errors and warnings of the archive, with the values that they concern.
  fileprivate private(set) lazy var problems: [(diagnostic: Diagnostic, value: JSONNode?)] = {
    let root = diagnostics.isEmpty ? nil : try? JSONDocument(parsing: json).root
    return diagnostics.map { ($0, root?.find($0.path)) }
  }()
  private let diagnostics: [Diagnostic]
  private let json: JSONBytes
  /// For each object, by index, the number of references to it that the JSON shows; counted on first use.
  fileprivate private(set) lazy var counts = store.graph.shownReferences(from: start, models)
  /// The fields of the objects that were upgraded, by reference.
  private var upgraded: [ArchiveReference: [ArchiveField]] = [:]

  /// Creates the table for an archive that was converted to JSON.
  package init(_ document: ArchivedDocument) {
    store = ArchiveStore(document.graph)
    start = document.root
    models = ArchivedModelTable(document.models)
    (diagnostics, json) = (document.problems, document.json)
  }

  /// The location of the root value, from which the locations of all other values are found.
  package var root: ArchivedPlace? { ArchivedPlace(objects: self, reference: start) }

  /// Returns the fields of an object under the names of the model's current version; an empty array if a migration fails.
  fileprivate func fields(of reference: ArchiveReference, _ archive: ModelArchive?) -> [ArchiveField] {
    let fields = store.graph.fields(of: reference)
    guard let archive, let version = store.graph.modelVersion(fields) else { return fields }
    if let known = upgraded[reference] { return known }
    // A failed migration is already among the diagnostics of the document.
    let changed = (try? archive.upgraded(fields, from: version, in: store)) ?? []
    upgraded[reference] = changed
    return changed
  }
}

/// An archived object at a location in the JSON of the archive.
package struct ArchivedPlace {
  /// The table of the archive's objects, by which the locations of children are found.
  fileprivate let objects: ArchivedObjects
  /// The archived object at the location.
  fileprivate let reference: ArchiveReference

  /// The archive that contains the object.
  private var graph: ArchiveGraph { objects.store.graph }
  /// The model of the archived object; nil if no model has its class.
  private var model: ModelDescription? { objects.models.model(for: graph.archiveClass(of: reference)) }

  /// Returns the location of another object in the same archive.
  private func place(_ reference: ArchiveReference) -> ArchivedPlace {
    ArchivedPlace(objects: objects, reference: reference)
  }

  /// Returns the location of an element of an array or set; nil if there is none.
  ///
  /// - Parameter count: the current number of elements in the edited JSON. If it differs from the number in the archive, the
  ///   result is nil, because the elements do not correspond by index. Nil skips this check.
  package func element(_ index: Int, of count: Int? = nil) -> ArchivedPlace? {
    guard let items = graph[reference].items, items.indices.contains(index),
      items.count == count ?? items.count
    else { return nil }
    return place(items[index])
  }

  /// Returns the location of the value for a key of a dictionary, or of an object without a
  /// model; nil if there is none.
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

  /// Returns the location of a property of a model; nil if there is none, or if the property is a set with several elements,
  /// whose order differs in JSON.
  package func property(_ name: String) -> ArchivedPlace? {
    guard let model, let key = model.archiving?.keysByProperty[name] else { return nil }
    let field = objects.fields(of: reference, model.archive).last { graph.name(of: $0.key) == key }
    return field.flatMap { isUnordered($0.value) ? nil : place($0.value) }
  }

  /// The archived value at the location as JSON; nil if it has no JSON form, or if the JSON is longer than about 1,000 bytes.
  package var shortJSON: String? { graph.shortJSON(of: reference) }

  /// Returns whether a value is a set of several elements. Their order in JSON differs from that in the
  /// archive.
  private func isUnordered(_ reference: ArchiveReference) -> Bool {
    if case .set(let items) = graph[reference] { items.count > 1 } else { false }
  }

  /// The class or kind of the object and the number of references to it, if the JSON shows several references; nil for
  /// an object with one reference.
  package var sharing: (name: String, count: Int)? {
    let counts = objects.counts
    guard reference.index < counts.count, counts[reference.index] > 1 else { return nil }
    return (graph.description(of: reference), Int(counts[reference.index]))
  }

  /// Returns the errors and warnings of the archive about a value or its contents. Diagnostics about values that were edited
  /// since are omitted.
  ///
  /// - Parameters:
  ///   - path: the location of the value.
  ///   - node: the current value in the edited JSON; nil if it is not known.
  package func problems(at path: JSONKeyPath, in node: JSONNode?) -> [Diagnostic] {
    objects.problems.filter { problem in
      guard problem.diagnostic.path.components.starts(with: path.components) else { return false }
      let rest = JSONKeyPath(Array(problem.diagnostic.path.components.dropFirst(path.components.count)))
      guard let node, let value = problem.value else { return true }
      return node.find(rest)?.isEquivalent(to: value) == true
    }.map(\.diagnostic)
  }

  /// The class, version, migrations and unmapped fields of the object; nil for scalars and collections.
  package var object: ArchivedObject? {
    guard case .object(let fields) = graph[reference], let archiveClass = graph.archiveClass(of: reference)
    else { return nil }
    let model = model
    let isModel = model != nil || archiveClass.isModel
    let version = isModel ? graph.modelVersion(fields) : nil
    return ArchivedObject(
      archiveClass: archiveClass, version: version, supported: model?.archive?.version,
      migrations: model?.archive?.migrations(from: version ?? 0) ?? [],
      unknown: model.map { unknown(to: $0) } ?? [])
  }

  /// Returns the fields of the archived object that no property of the model maps.
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
  /// Returns a value as JSON; nil if it has no JSON form, or more than about 1,000 bytes.
  fileprivate func shortJSON(of reference: ArchiveReference) -> String? {
    var writer = JSONWriter(capacity: 64)
    let budget = ArchiveBudget(1_000, exceeded: .limit("1,000 bytes"))
    do { try ArchiveToJSON(self, budget).write(reference, to: &writer) } catch { return nil }
    return writer.text
  }
}
