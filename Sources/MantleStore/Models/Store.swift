import CSQLite
import MantlePlatform
import Mantle
import MantleQuery

/// A store of models in an SQLite database file.
///
/// Each model has a table with its name, and a column for each property that is written to JSON. The identity
/// properties of the model (`Property/identity()`) are the key of the table.
///
/// ```swift
/// let store = try Store(at: URL(filePath: "issues.sqlite"))
/// try store.save(contentsOf: issues)
/// let urgent = try store.fetchAll(Issue.self, where: "state = open and comments > 10", order: "comments desc")
/// ```
///
/// One thread writes at a time, while any number of threads read. Each reader sees the rows at one point in time. A
/// saved model survives a loss of power. ``save(contentsOf:merging:progress:)`` writes faster: a loss of power may
/// lose all of its rows, but never some of them, and does not damage the file.
///
/// A model whose properties are declared as
///
/// ```swift
/// static let properties = Properties(of: Note.self) {
///   Property(\.id, "id").identity()
///   Property(\.text, "text")
///   Property(\.stars, "stars").indexed()
/// }
/// ```
///
/// is a row of the table `Note`, with the columns `id`, `text` and `stars`, which any SQLite tool reads.
///
/// | To … | call |
/// |---|---|
/// | insert or replace a model | ``save(_:merging:)`` |
/// | save many models quickly | ``save(contentsOf:merging:progress:)`` |
/// | change some properties, from JSON | ``merge(_:json:)`` |
/// | find a model by its identity | ``fetchOne(_:id:)`` |
/// | find models by a condition | ``fetchAll(_:where:order:limit:)`` |
/// | read many models one by one | `models(_:where:order:limit:)` |
/// | follow changes | ``updates(of:where:order:limit:)`` |
/// | make several changes together | ``transaction(_:)`` |
/// | read several times at one moment | ``snapshot(_:)`` |
/// | read or write without blocking the current thread | ``perform(_:)`` |
///
/// Conditions are written in the filter language, such as `state = open and comments > 10`. Names are those of the
/// Swift properties or the JSON keys, and a value that is inserted by `\(…)` is always quoted; see
/// ``StoreCondition``.
///
/// A property with a nested model or a list is one column of JSON text unless `Property/persisted(as:)` selects
/// another form. If a model changes, its table is changed or migrated when the model is first used;
/// ``plan(for:)`` returns the statements beforehand.
///
/// The methods may be called from any thread. They wait up to five seconds for another writer and then throw
/// a ``StoreError``.
public final class Store: Sendable {
  private let path: String
  private let isReadOnly: Bool
  let writer: Locked<Connection>
  /// The idle connections for reading, which no thread is using.
  private let readers = Locked<[Connection]>([])
  private let prepared = Locked(PreparedTables())
  /// The file of a temporary store, which is deleted together with the store; nil for other stores.
  private let temporaryFile = Locked<TemporaryFile?>(nil)
  let observers = TableObservers()
  /// SQLite's version number of the file at the last check for changes by other connections; nil before the first
  /// check.
  let fileVersion = Locked<Int64?>(nil)

  /// Opens a database file, or creates it if it does not exist.
  ///
  /// ```swift
  /// let store = try Store(at: URL(filePath: "notes.sqlite"))
  /// ```
  ///
  /// Tables are created when a model is first used. The file may contain tables of other programs.
  ///
  /// - Throws: a ``StoreError`` if the file cannot be opened or is not a database.
  public convenience init(at url: URL) throws { try self.init(url.path(percentEncoded: false)) }

  /// Opens the database file at a path, or creates it if it does not exist.
  package convenience init(_ path: String) throws { try self.init(path, Self.logging(path)) }

  /// Opens an existing database file for reading only.
  ///
  /// The directory of the file may be read-only. Saving and deleting are errors, and so is the first use of a model
  /// if its table would have to be created or changed.
  ///
  /// ```swift
  /// let store = try Store(reading: URL(filePath: "notes.sqlite"))
  /// let best = try store.fetchAll(Note.self, where: "stars > 3")
  /// ```
  ///
  /// - Throws: a ``StoreError`` if the file cannot be opened or is not a database.
  public convenience init(reading url: URL) throws { try self.init(reading: url.path(percentEncoded: false)) }

  /// Opens the existing database file at a path for reading only.
  convenience init(reading path: String) throws {
    let connection = try Connection(path, isReadOnly: true)
    try connection.run("PRAGMA schema_version")
    try self.init(path, connection, isReadOnly: true)
  }

  /// Creates a store that is deleted when this object is released, for example for a test or a preview.
  ///
  /// The store is a file in the directory for temporary files, because an SQLite database in memory does not allow
  /// reading while another thread writes.
  ///
  /// ```swift
  /// let store = try Store.temporary()
  /// try store.save(Note(id: 1, text: "Buy milk", stars: 2))
  /// ```
  ///
  /// - Throws: a ``StoreError`` if the file cannot be created.
  public static func temporary() throws -> Store {
    let file = try TemporaryFile()
    let store = try Store(file.path, Self.logging(file.path))
    store.temporaryFile.withLock { $0 = file }
    return store
  }

  /// Opens a database file, and makes it use a write-ahead log, so that reading is possible while another thread
  /// writes.
  private static func logging(_ path: String) throws -> sending Connection {
    let connection = try Connection(path)
    guard case .text("wal") = try connection.value("PRAGMA journal_mode = WAL") else {
      throw StoreError(
        .database(code: 0), "SQLite cannot keep a write-ahead log (a store needs a file on a local disk)",
        file: path)
    }
    return connection
  }

  init(_ path: String, _ connection: sending Connection, isReadOnly: Bool = false) throws {
    try connection.run("PRAGMA synchronous = FULL")
    (self.path, self.isReadOnly, writer) = (path, isReadOnly, Locked(connection))
  }

  // MARK: - Saving

  /// Saves a model: inserts a row, or updates the row with the same identity. A model without identity properties is
  /// always inserted.
  ///
  /// ```swift
  /// try store.save(Note(id: 2, text: "Buy milk", stars: 5))
  /// try store.save(Note(id: 2, text: "", stars: 4), merging: .presentOnly(["stars"]))  // keeps the text
  /// ```
  ///
  /// Validation rules of the model run before it is saved. The model survives a loss of power after the call.
  ///
  /// - Parameter policy: the way in which the model is merged into the existing one.
  /// - Throws: a ``StoreError`` with the row and the property. Nothing is then saved.
  public func save<Root: Model>(_ model: Root, merging policy: MergePolicy = .overwrite) throws {
    _ = try table(of: Root.self)
    try transaction { try $0.save(model, merging: policy) }
  }

  /// Saves many models in one transaction.
  ///
  /// ```swift
  /// let count = try store.save(contentsOf: notes)
  /// ```
  ///
  /// The call is much faster than a loop that saves each model in a transaction of its own.
  ///
  /// The sequence is read during the transaction. It may read from the store, but it must not write to it. SQLite
  /// does not check foreign keys during the transaction.
  ///
  /// - Parameters:
  ///   - policy: the way in which a model is merged into the existing one.
  ///   - progress: called with the number of models saved so far, after every thousand models and at the end.
  /// - Returns: the number of saved models.
  /// - Throws: a ``StoreError`` with the row and the property, or the error of `progress`. Nothing is then saved.
  @discardableResult
  public func save<Root: Model>(
    contentsOf models: some Sequence<Root>, merging policy: MergePolicy = .overwrite,
    progress: (Int) throws -> Void = { _ in }
  ) throws -> Int {
    _ = try table(of: Root.self)
    return try transaction(isBulk: true) {
      try $0.save(contentsOf: models, merging: policy, progress: progress)
    }
  }

  /// Merges JSON into the model with the same identity: values of keys that the JSON lacks remain, and null
  /// clears a value (RFC 7396). A model that is not in the store must be complete.
  ///
  /// ```swift
  /// let note = try store.merge(Note.self, json: #"{"id": 2, "stars": 5}"#)
  /// ```
  ///
  /// - Returns: the merged model.
  /// - Throws: a `DecodingFailure` with every problem of the merged JSON, and a ``StoreError`` with the row
  ///   and the property. Nothing is then saved.
  @discardableResult
  public func merge<Root: Model>(_: Root.Type = Root.self, json: String) throws -> Root {
    _ = try table(of: Root.self)
    return try transaction { try $0.merge(json: json) }
  }

  /// Merges a partial response into the model with the same identity. Properties whose key is missing in the response
  /// keep their values, and null clears a value. A model that is not in the store is inserted.
  ///
  /// ```swift
  /// try store.save(Note.report(json: answer))
  /// ```
  ///
  /// - Throws: a `DecodingFailure` if the report has no value, or a ``StoreError`` with the row and the property.
  ///   Nothing is saved then.
  public func save<Root: Model>(_ answer: DecodingReport<Root>) throws {
    _ = try table(of: Root.self)
    try transaction { try $0.save(answer) }
  }

  /// Makes several changes in one transaction. They are saved together, or not at all if the function throws an error.
  ///
  /// ```swift
  /// try store.transaction { transaction in
  ///   let count = try transaction.delete(Issue.self, where: "state = closed")
  ///   try transaction.save(Report(deleted: count))
  /// }
  /// ```
  ///
  /// The function reads its own changes through the transaction. Until the transaction ends, the store itself still
  /// has the previous state; writing to it and the first use of a model are errors.
  ///
  /// - Returns: the result of the function.
  /// - Throws: the error of the function, or a ``StoreError`` if the changes cannot be saved.
  public func transaction<Result>(_ body: (inout StoreTransaction) throws -> Result) throws -> Result {
    try transaction(isBulk: false, body)
  }

  /// Runs a closure that changes models in one transaction, and then notifies the observers of the changed tables.
  ///
  /// - Parameter isBulk: whether a loss of power may lose the whole transaction, but never a part of it.
  private func transaction<Result>(
    isBulk: Bool, _ body: (inout StoreTransaction) throws -> Result
  ) throws -> Result {
    let (result, tables, layouts) = try write(isBulk: isBulk) { connection in
      var transaction = StoreTransaction(on: connection, prepared.withLock { $0 })
      return (try body(&transaction), transaction.prepared, transaction.layouts)
    }
    prepared.withLock { $0.formUnion(tables) }
    notifyObservers(of: layouts.values)
    return result
  }

  /// Runs a function in one transaction on the connection for writing.
  ///
  /// - Parameters:
  ///   - isBulk: whether a loss of power may lose the whole transaction, but never a part of it. Foreign keys are not
  ///     checked then: each row is saved after the rows that it refers to.
  ///   - rebuilds: whether tables are dropped and created again. Rows of other tables that refer to rows of such a
  ///     table then remain.
  func write<Result>(
    isBulk: Bool = false, rebuilds: Bool = false, _ body: (Connection) throws -> Result
  ) throws -> Result {
    try withWriter { connection in
      let checksKeys = !rebuilds && !isBulk
      if !checksKeys { try connection.run("PRAGMA foreign_keys = OFF") }
      defer { if !checksKeys { try? connection.run("PRAGMA foreign_keys = ON") } }
      if isBulk { try connection.run("PRAGMA synchronous = NORMAL") }
      defer { if isBulk { try? connection.run("PRAGMA synchronous = FULL") } }
      return try connection.transaction { try body(connection) }
    }
  }

  private func withWriter<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    guard !isReadOnly else {
      throw StoreError(
        .database(code: Int(SQLITE_READONLY)), "the store was opened for reading, and this needs to write",
        file: path)
    }
    guard let result = try writer.withLockUnlessHeld({ try body($0) }) else {
      throw StoreError(
        .busy, "a transaction of this thread has not ended (use the transaction instead of the store)",
        file: path)
    }
    return result
  }

  func notifyObservers(of layouts: some Sequence<TableLayout>) {
    observers.notify(of: Set(layouts.flatMap(\.tables).map(\.table)))
  }

  // MARK: - Deleting

  /// Deletes the models that pass a filter.
  ///
  /// ```swift
  /// let count = try store.delete(Note.self, where: "stars = 0")
  /// ```
  ///
  /// Rows that other models refer to are not deleted: the call throws a ``StoreError`` instead.
  ///
  /// - Parameter condition: a condition in the filter language (``StoreCondition``); nil for all models.
  /// - Returns: the number of deleted models.
  /// - Throws: a ``StoreError``. Nothing is then deleted.
  @discardableResult
  public func delete<Root: Model>(_: Root.Type, where condition: StoreCondition? = nil) throws -> Int {
    _ = try table(of: Root.self)
    return try transaction { try $0.delete(Root.self, where: condition) }
  }

  /// Deletes the model with an identity.
  ///
  /// ```swift
  /// let existed = try store.delete(Note.self, id: 2)
  /// ```
  ///
  /// - Parameter id: the value of the identity property.
  /// - Returns: whether there was such a model.
  /// - Throws: a ``StoreError``, in particular if the model does not have exactly one identity property. Nothing is
  ///   deleted then.
  @discardableResult
  public func delete<Root: Model>(_: Root.Type, id: any JSONConvertible) throws -> Bool {
    _ = try table(of: Root.self)
    return try transaction { try $0.delete(Root.self, id: id) }
  }

  /// Deletes the model whose identity properties have the given values.
  ///
  /// ```swift
  /// let existed = try store.delete(OrderLine.self, key: ["order": 7, "line": 3])
  /// ```
  ///
  /// - Parameter key: a value for each identity property, by its Swift name.
  /// - Returns: whether there was such a model.
  /// - Throws: a ``StoreError``, in particular if a name is missing or is not the name of an identity property.
  ///   Nothing is deleted then.
  @discardableResult
  public func delete<Root: Model>(_: Root.Type, key: [String: any JSONConvertible]) throws -> Bool {
    _ = try table(of: Root.self)
    return try transaction { try $0.delete(Root.self, key: key) }
  }

  // MARK: - Checking

  /// Checks the structure of the whole file.
  ///
  /// ```swift
  /// for problem in try store.check() { print(problem) }
  /// ```
  ///
  /// - Returns: the problems that SQLite finds; empty for an intact file.
  /// - Throws: a ``StoreError`` if the file cannot be read.
  /// - Complexity: O(*n*) in the size of the file.
  public func check() throws -> [String] {
    let problems = try read { try $0.texts("PRAGMA integrity_check") }
    return problems == ["ok"] ? [] : problems
  }

  /// Returns the statements that the first use of a model runs: to create its table, to add columns, or to
  /// migrate the rows of an older version. A comment describes each migration.
  ///
  /// The statements run in a transaction that is rolled back, so that the call throws the errors of the first use.
  ///
  /// ```swift
  /// for statement in try store.plan(for: Note.self) { print(statement) }
  /// ```
  ///
  /// The array is empty if the table already has the form of the model.
  ///
  /// - Throws: a ``StoreError`` if the rows are of a newer version or cannot be decoded as models, or the error of a migration.
  public func plan<Root: Model>(for _: Root.Type) throws -> [String] {
    let layout = try Root.mapping.layout()
    guard try !read({ try $0.isPrepared(for: layout) }) else { return [] }
    return try withWriter { _ in
      let connection = try Connection(path)
      try connection.run("PRAGMA foreign_keys = OFF")
      return try connection.rehearse { try connection.prepare(layout) }
    }
  }

  /// Copies all tables to a new file, for example before a migration.
  ///
  /// ```swift
  /// if try !store.plan(for: Note.self).isEmpty { try store.backUp(to: URL(filePath: "backup.sqlite")) }
  /// ```
  ///
  /// - Throws: a ``StoreError`` if the copy cannot be written or if the file exists.
  public func backUp(to url: URL) throws {
    try withWriter { try $0.run("VACUUM INTO ?", [.text(url.path(percentEncoded: false))]) }
  }

  // MARK: - Connections

  /// Returns the layout of a model's table. At the first use of the model, the table is created, completed or migrated.
  func table<Root: Model>(of _: Root.Type) throws -> TableLayout {
    let layout = try Root.mapping.layout()
    guard try !prepared.withLock({ $0 }).contains(layout) else { return layout }
    if isReadOnly, try read({ try $0.isReadable(layout) }) {
      prepared.withLock { $0.insert(layout) }
      return layout
    }
    if try !read({ try $0.isPrepared(for: layout) }) {
      // Another program may have prepared the table in the meantime.
      try write(rebuilds: true) { connection in try connection.prepare(layout) }
    }
    prepared.withLock { $0.insert(layout) }
    return layout
  }

  func read<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    let connection = try takeReader()
    defer { putBack(connection) }
    return try body(connection)
  }

  func takeReader() throws -> Connection {
    if let idle = readers.withLock({ $0.popLast() }) { return idle }
    return try Connection(path, isReadOnly: true)
  }

  func putBack(_ connection: Connection) { readers.withLock { $0.append(connection) } }
}
