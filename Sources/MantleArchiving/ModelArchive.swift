import Mantle

/// The archive settings of a model: its class, its version and the migrations from older
/// versions.
///
/// ```swift
/// static let archive = ModelArchive(
///   "GHIssue", version: 1,
///   migrations: [Migration(from: 0, "`name` is now `title`") { $0.rename("name", to: "title") }])
/// ```
public struct ModelArchive: Sendable {
  /// The class in archives, with the superclasses that are models.
  package let archiveClass: ArchiveClass
  /// Further class names that are decoded as the model, such as former names.
  let aliases: [String]
  /// The version of written archives, which is also the newest version that can be read.
  package let version: Int
  /// The migrations of the model from older versions.
  let migrations: [Migration]

  /// Creates the archive settings of a model.
  ///
  /// ```swift
  /// let archive = ModelArchive("GHIssue", aliases: ["OCTIssue"], version: 2)
  /// ```
  ///
  /// - Parameters:
  ///   - className: the class in archives, which may differ from the Swift type.
  ///   - superclasses: the superclasses that are models too, nearest first, without
  ///     `MTLModel`.
  ///   - aliases: further class names that are decoded as the model, such as former names.
  ///   - version: the version of the current properties; 0 for a model that never changed.
  ///   - migrations: the changes from each version to the next, in their order. A version without a
  ///     migration needs no change.
  public init(
    _ className: String, superclasses: [String] = [], aliases: [String] = [], version: Int = 0,
    migrations: [Migration] = []
  ) {
    archiveClass = .model(className, superclasses: superclasses)
    self.aliases = aliases
    self.version = version
    self.migrations = migrations
  }

  /// Returns the archive class of a subclass, whose objects are decoded as the model too.
  func subclass(_ name: String) -> ArchiveClass {
    ArchiveClass(name, chain: [name] + archiveClass.chain)
  }

  /// Returns whether objects of a class can be decoded as the model: the class itself, an alias, or a
  /// subclass of either.
  ///
  /// - Parameter exactly: whether subclasses are excluded.
  func accepts(_ archiveClass: ArchiveClass, exactly: Bool = false) -> Bool {
    archiveClass.chain.prefix(exactly ? 1 : .max).contains { name in
      name == self.archiveClass.name || aliases.contains(name)
    }
  }
}

extension ModelArchive {
  /// Returns the migrations that lead from a version to the next version.
  func migrations(of version: Int) -> [Migration] { migrations.filter { $0.from == version } }

  /// Returns the fields of an object after all migrations to the current version. Fields of a newer version are returned
  /// unchanged.
  ///
  /// - Throws: the error of a migration.
  func upgraded(
    _ fields: [ArchiveField], from version: Int, in store: ArchiveStore
  ) throws -> [ArchiveField] {
    var upgraded = ArchiveFields(fields, in: store)
    for migration in migrations(from: version) { try migration.step(&upgraded) }
    return upgraded.fields
  }

  /// Returns the migrations from a version to the current one, in order; none for a newer version.
  func migrations(from version: Int) -> [Migration] {
    guard 0..<self.version ~= version else { return [] }
    return (version..<self.version).flatMap(migrations(of:))
  }
}

extension ModelArchive {
  /// Returns the descriptions of the migrations from a version to the current one. Consecutive versions with the same
  /// description are combined.
  func steps(from version: Int) -> [(versions: Range<Int>, words: String)] {
    (version..<max(version, self.version)).reduce(into: []) { steps, version in
      let notes = migrations(of: version).map(\.note)
      let words = notes.isEmpty ? "nothing to change" : notes.joined(separator: "; ")
      let isSame = steps.last?.words == words
      let start = isSame ? steps.removeLast().versions.lowerBound : version
      steps.append((start..<version + 1, words))
    }
  }
}

/// A migration from one model version to the next: a function that changes the fields of one
/// object.
///
/// ```swift
/// Migration(from: 0, "`name` is now `title`") { $0.rename("name", to: "title") }
/// ```
public struct Migration: Sendable {
  /// The version that the migration applies to. The migrated fields have the next version.
  package let from: Int
  /// The description of the migration, which is reported as a note whenever the migration runs.
  package let note: String
  /// The function that migrates an object by changing its fields.
  let step: @Sendable (inout ArchiveFields) throws -> Void

  /// Creates a migration to the next version.
  ///
  /// - Parameters:
  ///   - from: the version that the migration applies to.
  ///   - note: a description, which is reported whenever the migration runs.
  ///   - step: changes the fields of an object. The default changes nothing. An error is
  ///     reported for the object being decoded.
  @preconcurrency public init(
    from: Int, _ note: String, _ step: @escaping @Sendable (inout ArchiveFields) throws -> Void = { _ in }
  ) {
    self.from = from
    self.note = note
    self.step = step
  }
}

/// The fields of one archived object by name, which a ``Migration`` can change.
///
/// ```swift
/// let migration = Migration(from: 0, "`name` is now `title`") { fields in
///   fields.rename("name", to: "title")
///   fields.remove("cache")
/// }
/// ```
public struct ArchiveFields {
  /// The archive that contains the object, to which the migration adds new values.
  private let store: ArchiveStore
  /// The current fields of the object.
  private(set) var fields: [ArchiveField]
  /// The nested model or dictionary that has the fields; nil for the object that is being migrated.
  private let origin: ArchiveReference?

  /// Creates the fields of the object that is being migrated.
  init(_ fields: [ArchiveField], in store: ArchiveStore) {
    self.fields = fields
    self.store = store
    origin = nil
  }

  /// Creates the fields of a model or a dictionary with strings as keys; nil for other objects.
  init?(of reference: ArchiveReference, in store: ArchiveStore) {
    switch store.graph[reference] {
    case .object(let fields): self.fields = fields
    case .dictionary(let entries):
      fields = []
      for entry in entries {
        guard case .string(let key) = store.graph[entry.key] else { return nil }
        fields.append(ArchiveField(store.graph.intern(key), entry.value))
      }
    default: return nil
    }
    self.store = store
    origin = reference
  }

  /// Adds the nested model or dictionary, with its current fields, to an archive as a new object.
  func appended(to store: ArchiveStore) -> ArchiveReference {
    let archiveClass = origin.flatMap { store.graph.archiveClass(of: $0) }
    if let origin, case .object = store.graph[origin] {
      return store.graph.append(.object(fields), class: archiveClass)
    }
    let entries = fields.map { field in
      let key = store.graph.append(.string(store.graph.name(of: field.key)))
      return ArchiveEntry(key: key, value: field.value)
    }
    return store.graph.append(.dictionary(entries), class: archiveClass)
  }

  /// The value of a field; nil if there is none. Setting nil removes the field.
  ///
  /// ```swift
  /// fields["state"] = .string("open")
  /// ```
  ///
  /// - Complexity: O(*n*), where *n* is the number of fields.
  public subscript(name: String) -> ArchivedValue? {
    get { place(of: name).map { store.value(of: fields[$0].value) } }
    set {
      guard let newValue else { return remove(name) }
      let place = place(of: name)
      let value = store.append(newValue, replacing: place.map { fields[$0].value })
      let field = ArchiveField(store.graph.intern(name), value)
      if let place { fields[place] = field } else { fields.append(field) }
    }
  }

  /// Renames a field, replacing an existing field with the new name. Does nothing if the
  /// field is absent.
  ///
  /// ```swift
  /// fields.rename("name", to: "title")
  /// ```
  ///
  /// - Parameters:
  ///   - name: the current name.
  ///   - newName: the new name.
  public mutating func rename(_ name: String, to newName: String) {
    guard let place = place(of: name), name != newName else { return }
    fields[place].key = store.graph.intern(newName)
    let key = fields[place].key
    let value = fields[place].value
    fields.removeAll { $0.key == key && $0.value != value }
  }

  /// Removes a field. Does nothing if the field is absent.
  ///
  /// ```swift
  /// fields.remove("cache")
  /// ```
  public mutating func remove(_ name: String) {
    guard let key = store.graph.key(name) else { return }
    fields.removeAll { $0.key == key }
  }

  /// Splits a string into several fields and removes the original field. Does nothing if the
  /// field is absent or not a string.
  ///
  /// ```swift
  /// fields.split("name", by: " ", into: ["firstName", "lastName"])  // "Ada King" gives "Ada" and "King"
  /// ```
  ///
  /// - Parameters:
  ///   - name: the field with the string.
  ///   - separator: the string between the parts. If it occurs too rarely, the last fields
  ///     are not created.
  ///   - names: the fields of the parts. The last one receives the remainder of the string.
  public mutating func split(_ name: String, by separator: String, into names: [String]) {
    guard case .string(let text)? = self[name], !separator.isEmpty, !names.isEmpty else { return }
    remove(name)
    let parts = text.split(separator: separator, maxSplits: names.count - 1, omittingEmptySubsequences: false)
    for (name, part) in zip(names, parts) { self[name] = .string(String(part)) }
  }

  /// Joins the strings of several fields into one field and removes the original fields.
  /// Fields that are not strings remain. Does nothing if no field is a string.
  ///
  /// ```swift
  /// fields.join(["firstName", "lastName"], with: " ", into: "name")
  /// ```
  ///
  /// - Parameters:
  ///   - names: the fields to join, in order.
  ///   - separator: the string to insert between the parts.
  ///   - name: the field for the result.
  public mutating func join(_ names: [String], with separator: String, into name: String) {
    var parts: [String] = []
    for part in names {
      guard case .string(let text)? = self[part] else { continue }
      parts.append(text)
      remove(part)
    }
    if !parts.isEmpty { self[name] = .string(parts.joined(separator: separator)) }
  }

  /// Changes the fields of a nested model or dictionary, or of each one in a list or set. Does nothing to other values.
  ///
  /// ```swift
  /// Migration(from: 0, "labels have titles") { $0.change("labels") { $0.rename("name", to: "title") } }
  /// ```
  ///
  /// - Parameters:
  ///   - name: the field with the nested model, dictionary, list or set.
  ///   - step: changes the fields of one model or dictionary.
  public mutating func change(
    _ name: String, _ step: (inout ArchiveFields) throws -> Void
  ) rethrows {
    guard let place = place(of: name) else { return }
    fields[place].value = try changed(fields[place].value, step)
  }

  /// Returns a copy of a model, dictionary, list or set with changed fields; other values are returned unchanged.
  private func changed(
    _ value: ArchiveReference, _ step: (inout ArchiveFields) throws -> Void
  ) rethrows -> ArchiveReference {
    let collection = store.graph[value]
    if let items = collection.items {
      let changedItems = try items.map { try changed($0, step) }
      return store.graph.append(
        collection.replacing(items: changedItems), class: store.graph.archiveClass(of: value))
    }
    guard var inner = ArchiveFields(of: value, in: store) else { return value }
    try step(&inner)
    return inner.appended(to: store)
  }

  /// Returns the index of the field with a name; nil if there is none.
  private func place(of name: String) -> Int? {
    guard let key = store.graph.key(name) else { return nil }
    return fields.firstIndex { $0.key == key }
  }
}

/// A shared reference to the graph of one decoding call. Migrations add objects to it.
final class ArchiveStore {
  /// The graph of the decoding call, to which migrations add objects.
  var graph: ArchiveGraph

  /// Creates a store with a graph that several owners share.
  init(_ graph: ArchiveGraph) { self.graph = graph }
}
