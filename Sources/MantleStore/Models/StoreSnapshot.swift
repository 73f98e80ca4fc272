import Dispatch
import Mantle

/// The models of a ``Store`` at one point in time, without later changes.
///
/// ```swift
/// let (open, all) = try store.snapshot { snapshot in
///   (try snapshot.count(Note.self, where: "stars > 3"), try snapshot.fetchAll(Note.self))
/// }
/// ```
///
/// A snapshot exists only during the call of ``Store/snapshot(_:)``.
public struct StoreSnapshot: ~Copyable {
  private let store: Store
  private let connection: Connection

  init(_ store: Store, on connection: Connection) { (self.store, self.connection) = (store, connection) }

  /// Returns the model with an identity; nil if there is none.
  ///
  /// - Throws: a ``StoreError``, in particular if the model does not have exactly one identity property.
  public func fetchOne<Root: Model>(_: Root.Type = Root.self, id: any JSONConvertible) throws -> Root? {
    let layout = try store.table(of: Root.self)
    return try connection.fetchChecked(layout, layout.key(of: Root.self, id: id))
  }

  /// Returns the model whose identity properties have the given values; nil if there is none.
  ///
  /// - Parameter key: a value for each identity property, by its Swift name.
  /// - Throws: a ``StoreError``, in particular if a name is missing or is not the name of an identity property.
  public func fetchOne<Root: Model>(_: Root.Type = Root.self, key: [String: any JSONConvertible]) throws
    -> Root?
  {
    let layout = try store.table(of: Root.self)
    return try connection.fetchChecked(layout, layout.key(of: Root.self, key))
  }

  /// Returns the models that pass a filter.
  ///
  /// - Parameters:
  ///   - condition: a condition in the filter language (``StoreCondition``); nil for all models.
  ///   - order: properties to sort by, such as `comments desc, title`; nil for the order of the rows.
  ///   - limit: the most models to return.
  /// - Throws: a ``StoreError``, with the position of a mistake in `condition` or `order`.
  public func fetchAll<Root: Model>(
    _: Root.Type = Root.self, where condition: StoreCondition? = nil, order: StoreOrder? = nil,
    limit: Int? = nil
  ) throws -> [Root] {
    let layout = try store.table(of: Root.self)
    try connection.checkVersions(of: layout)
    return try connection.models(layout, where: condition, order: order, limit: limit)
  }

  /// Returns the number of models that pass a filter.
  ///
  /// - Throws: a ``StoreError``, with the position of a mistake in `condition`.
  public func count<Root: Model>(_: Root.Type, where condition: StoreCondition? = nil) throws -> Int {
    try connection.count(Root.self, store.table(of: Root.self), where: condition)
  }
}

extension Store {
  /// Calls a function that reads from the store several times, at one point in time.
  ///
  /// ```swift
  /// let counts = try store.snapshot { snapshot in
  ///   [try snapshot.count(Note.self), try snapshot.count(Note.self, where: "stars > 3")]
  /// }
  /// ```
  ///
  /// The table of a model can only be created or migrated by the first read of a snapshot.
  ///
  /// - Returns: the result of the function.
  /// - Throws: the error of the function, or a ``StoreError`` if the file cannot be read.
  public func snapshot<Result>(_ body: (borrowing StoreSnapshot) throws -> Result) throws -> Result {
    try read { connection in
      try connection.run("BEGIN")
      defer { try? connection.run("COMMIT") }
      return try body(StoreSnapshot(self, on: connection))
    }
  }

  /// Calls a function on another thread and waits for it without blocking the current thread.
  ///
  /// ```swift
  /// let notes = try await store.perform { try $0.fetchAll(Note.self) }
  /// ```
  ///
  /// The functions of a store block their thread, in particular while another thread writes. On the main actor, call
  /// them through this function. Canceling the task does not interrupt the function.
  ///
  /// - Returns: the result of the function.
  /// - Throws: the error of the function.
  public func perform<Result: Sendable>(
    _ body: @escaping @Sendable (Store) throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(with: Swift.Result { try body(self) }) }
    }
  }
}

extension Connection {
  /// Returns the model whose identity columns have the given values; nil if there is none. Before, it checks that
  /// another program has not migrated the rows to a newer version.
  func fetchChecked<Root: Model>(_ layout: TableLayout, _ key: [SQLiteValue]) throws -> Root? {
    try checkVersions(of: layout)
    return try fetch(layout, key)
  }

  func models<Root: Model>(
    _ layout: TableLayout, where condition: StoreCondition?, order: StoreOrder?, limit: Int?
  ) throws -> [Root] {
    let request = try RowRequest(Root.modelDescription, where: condition, order: order, limit: limit)
    let rows = try RowScan(layout, request, on: self)
    var models: [Root] = []
    while let row = try rows.next() { models.append(try Root.decode(row: row.document, of: layout)) }
    return models
  }

  /// Returns the number of all rows of a table.
  func count(_ layout: TableLayout) throws -> Int {
    guard case .integer(let count) = try value(layout.count) else { return 0 }
    return Int(count)
  }

  func count<Root: Model>(_: Root.Type, _ layout: TableLayout, where condition: StoreCondition?) throws -> Int
  {
    guard condition != nil else { return try count(layout) }
    let rows = try RowScan(layout, RowRequest(Root.modelDescription, where: condition), on: self)
    var count = 0
    while try rows.next() != nil { count += 1 }
    return count
  }
}
