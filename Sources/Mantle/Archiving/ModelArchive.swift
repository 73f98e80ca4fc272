/// How a model stands in archives: under which class, at which version, and how older ones are upgraded.
///
///     static let archive = ModelArchive(
///       "GHIssue", version: 2,
///       migrations: [
///         Migration(from: 0, "`name` is now `title`") { $0.rename("name", to: "title") },
///         …
///       ])
public struct ModelArchive: Sendable {
  /// The class as the original would name it, with the model classes above it.
  package let archiveClass: ArchiveClass
  /// Further class names that are read as this model, e.g. those of renamed classes.
  package let aliases: [String]
  /// The version written, and the newest that is read.
  package let version: Int
  package let migrations: [Migration]

  /// - Parameters:
  ///   - className: the name in the archive; the Swift type may have another.
  ///   - superclasses: the model classes above it, nearest first, without `MTLModel`.
  ///   - version: the version of the present properties; 0 for a model that never changed.
  ///   - migrations: at most one from each older version; a version without one needs no change.
  public init(
    _ className: String, superclasses: [String] = [], aliases: [String] = [], version: Int = 0,
    migrations: [Migration] = []
  ) {
    archiveClass = .model(className, superclasses: superclasses)
    self.aliases = aliases
    self.version = version
    self.migrations = migrations
  }

  /// A subclass, which is read as this model too.
  package func subclass(_ name: String) -> ArchiveClass {
    ArchiveClass(name, chain: [name] + archiveClass.chain)
  }

  /// Whether an object of the class can be read as this model: the class itself or a subclass.
  package func accepts(_ archiveClass: ArchiveClass) -> Bool {
    archiveClass.chain.contains { $0 == self.archiveClass.name || aliases.contains($0) }
  }

  func accepts(_ archiveClass: ArchiveClass, exactly: Bool) -> Bool {
    let isExact = archiveClass.name == self.archiveClass.name || aliases.contains(archiveClass.name)
    return isExact || (!exactly && accepts(archiveClass))
  }
}

extension ModelArchive {
  /// The step from a version to the next; nil where nothing has to change.
  func migration(from version: Int) -> Migration? { migrations.first { $0.from == version } }

  /// The fields of an object, brought from an older version to the present one; those of a newer one as they are.
  ///
  /// - Throws: what a migration throws.
  func upgraded(
    _ fields: [ArchiveField], from version: Int, in store: ArchiveStore
  ) throws -> [ArchiveField] {
    guard 0..<self.version ~= version else { return fields }
    var upgraded = ArchiveFields(fields, in: store)
    for version in version..<self.version { try migration(from: version)?.step(&upgraded) }
    return upgraded.fields
  }
}

/// One step from a model version to the next: a pure function over the fields of one object.
public struct Migration: Sendable {
  /// The version it starts from; it leads to the one after.
  package let from: Int
  /// What it does, in words: each use leaves them as a note.
  package let note: String
  let step: @Sendable (inout ArchiveFields) throws -> Void

  /// A step from one version to the next; without a closure, one that changes nothing and says why.
  ///
  /// What the step throws is reported for the object that was read.
  @preconcurrency public init(
    from: Int, _ note: String, _ step: @escaping @Sendable (inout ArchiveFields) throws -> Void = { _ in }
  ) {
    self.from = from
    self.note = note
    self.step = step
  }
}

/// The fields of one archived object, by name, for a ``Migration`` to change.
public struct ArchiveFields {
  private let store: ArchiveStore
  private(set) var fields: [ArchiveField]

  init(_ fields: [ArchiveField], in store: ArchiveStore) {
    self.fields = fields
    self.store = store
  }

  /// A field's value; nil where there is no such field. Setting nil removes the field.
  ///
  /// - Complexity: O(fields).
  public subscript(name: String) -> ArchiveValue? {
    get { place(of: name).map { store.graph[fields[$0].value] } }
    set {
      guard let newValue else { return remove(name) }
      let field = ArchiveField(store.graph.intern(name), store.graph.append(newValue))
      if let place = place(of: name) { fields[place] = field } else { fields.append(field) }
    }
  }

  /// Gives a field another name, in place of a field that had it; no effect where there is no such field.
  public mutating func rename(_ name: String, to newName: String) {
    guard let place = place(of: name), name != newName else { return }
    fields[place].key = store.graph.intern(newName)
    let key = fields[place].key
    let value = fields[place].value
    fields.removeAll { $0.key == key && $0.value != value }
  }

  /// Takes a field away; no effect where there is no such field.
  public mutating func remove(_ name: String) {
    guard let key = store.graph.key(name) else { return }
    fields.removeAll { $0.key == key }
  }

  /// Divides a text into fields of their own, the last of which takes what is left; no effect where there is no such
  /// text.
  ///
  /// - Parameter separator: where the text is divided; where it does not stand often enough, the last fields are not made.
  public mutating func split(_ name: String, by separator: String, into names: [String]) {
    guard case .string(let text)? = self[name], !separator.isEmpty, !names.isEmpty else { return }
    remove(name)
    let parts = text.split(separator: separator, maxSplits: names.count - 1, omittingEmptySubsequences: false)
    for (name, part) in zip(names, parts) { self[name] = .string(String(part)) }
  }

  /// Makes one text of several, in their order; those that are no texts stay, and no effect where none is one.
  public mutating func join(_ names: [String], with separator: String, into name: String) {
    var parts: [String] = []
    for part in names {
      guard case .string(let text)? = self[part] else { continue }
      parts.append(text)
      remove(part)
    }
    if !parts.isEmpty { self[name] = .string(parts.joined(separator: separator)) }
  }

  private func place(of name: String) -> Int? {
    guard let key = store.graph.key(name) else { return nil }
    return fields.firstIndex { $0.key == key }
  }
}

/// The graph of one decode call, shared by those who read it and the migrations that add to it.
final class ArchiveStore {
  var graph: ArchiveGraph

  init(_ graph: ArchiveGraph) { self.graph = graph }
}
