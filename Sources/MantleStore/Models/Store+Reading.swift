import Mantle
import MantleQuery

extension Store {
  /// Returns the model with an identity; nil if there is none.
  ///
  /// ```swift
  /// let note = try store.fetchOne(Note.self, id: 2)
  /// ```
  ///
  /// - Complexity: O(log *n*), where *n* is the number of rows.
  ///
  /// - Parameter id: the value of the identity property.
  /// - Throws: a ``StoreError``, in particular if the model does not have exactly one identity property.
  public func fetchOne<Root: Model>(_: Root.Type = Root.self, id: any JSONConvertible) throws -> Root? {
    try snapshot { try $0.fetchOne(id: id) }
  }

  /// Returns the model whose identity properties have the given values; nil if there is none.
  ///
  /// ```swift
  /// let line = try store.fetchOne(OrderLine.self, key: ["order": 7, "line": 3])
  /// ```
  ///
  /// - Parameter key: a value for each identity property, by its Swift name.
  /// - Throws: a ``StoreError``, in particular if a name is missing or is not the name of an identity property.
  public func fetchOne<Root: Model>(_: Root.Type = Root.self, key: [String: any JSONConvertible]) throws
    -> Root?
  {
    try snapshot { try $0.fetchOne(key: key) }
  }

  /// Returns the first model that passes a filter; nil if there is none.
  ///
  /// ```swift
  /// let best = try store.fetchOne(Note.self, where: "text ~ milk", order: "stars desc")
  /// ```
  ///
  /// - Parameters:
  ///   - condition: a condition in the filter language (``StoreCondition``); nil for all models.
  ///   - order: properties to sort by, such as `comments desc, title`; nil for the order of the rows.
  /// - Throws: a ``StoreError``, with the position of a mistake in `condition` or `order`.
  public func fetchOne<Root: Model>(
    _: Root.Type = Root.self, where condition: StoreCondition?, order: StoreOrder? = nil
  ) throws -> Root? { try fetchAll(Root.self, where: condition, order: order, limit: 1).first }

  /// Returns the models that pass a filter.
  ///
  /// ```swift
  /// let best = try store.fetchAll(Note.self, where: "stars >= 3 and text ~ milk", order: "stars desc", limit: 10)
  /// ```
  ///
  /// If one of the rows is not a model, the call throws an error; `models(_:where:order:limit:)` continues
  /// after it.
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
    try snapshot { try $0.fetchAll(where: condition, order: order, limit: limit) }
  }

  /// Returns the models that pass a filter, one after the other.
  ///
  /// All models are of the moment at which the function is called. A row that is not a model is an error in the
  /// sequence, which continues after it.
  ///
  /// ```swift
  /// for note in try store.models(Note.self, where: "stars > 3") { print(try note.get().text) }
  /// ```
  ///
  /// Only one model is in memory at a time.
  ///
  /// - Parameters:
  ///   - condition: a condition in the filter language (``StoreCondition``); nil for all models.
  ///   - order: properties to sort by, such as `comments desc, title`; nil for the order of the rows.
  ///   - limit: the most models to return.
  /// - Throws: a ``StoreError``, with the position of a mistake in `condition` or `order`.
  public func models<Root: Model>(
    _: Root.Type = Root.self, where condition: StoreCondition? = nil, order: StoreOrder? = nil,
    limit: Int? = nil
  ) throws -> StoredModels<Root> {
    StoredModels(try scan(Root.self, where: condition, order: order, limit: limit))
  }

  /// Returns the models that pass a filter, for a loop that lets other tasks run between them:
  ///
  /// ```swift
  /// for try await issue in try store.models(Issue.self) { print(try issue.get().title) }
  /// ```
  ///
  /// All models are from the time when the iteration begins. A row that cannot be decoded is an error in the
  /// sequence, which continues after it.
  ///
  /// - Parameters:
  ///   - condition: a condition in the filter language (``StoreCondition``); nil for all models.
  ///   - order: properties to sort by, such as `comments desc, title`; nil for the order of the rows.
  ///   - limit: the most models to return.
  /// - Throws: a ``StoreError``, with the position of a mistake in `condition` or `order`.
  @_disfavoredOverload
  public func models<Root: Model>(
    _: Root.Type = Root.self, where condition: StoreCondition? = nil, order: StoreOrder? = nil,
    limit: Int? = nil
  ) throws -> AsyncStoredModels<Root> {
    let layout = try table(of: Root.self)
    let request = try RowRequest(Root.modelDescription, where: condition, order: order, limit: limit)
    return AsyncStoredModels { try ReaderScan(self, layout, request) }
  }

  /// Observes the models that pass a filter: returns them now, and again after each change of models of their type or
  /// of models that they refer to.
  ///
  /// Changes in quick succession may be reported as one array. Changes by other stores and programs are detected
  /// within a tenth of a second. If they affect other models only, the same array may be reported again.
  ///
  /// ```swift
  /// for try await urgent in store.updates(of: Issue.self, where: "state = open") { show(urgent) }
  /// ```
  ///
  /// The loop ends when its task is canceled.
  ///
  /// - Parameters:
  ///   - condition: a condition in the filter language (``StoreCondition``); nil for all models.
  ///   - order: properties to sort by, such as `comments desc, title`; nil for the order of the rows.
  ///   - limit: the most models to return.
  public func updates<Root: Model>(
    of _: Root.Type = Root.self, where condition: StoreCondition? = nil, order: StoreOrder? = nil,
    limit: Int? = nil
  ) -> ObservedModels<Root> {
    let tables = (try? Root.mapping.layout())?.tables.map(\.table) ?? []
    return ObservedModels(
      changes: { [weak self] in
        self?.observers.changes(of: Set(tables)) { [weak self] in self?.isChangedByOthers() }
          ?? AsyncStream { nil }
      }
    ) { try self.fetchAll(where: condition, order: order, limit: limit) }
  }

  /// Returns whether other connections have written to the file since the last call; false while this store is writing.
  private func isChangedByOthers() -> Bool {
    // A connection's own transactions do not change its data version.
    writer.withLockIfAvailable { connection in
      guard case .integer(let version)? = try? connection.value("PRAGMA data_version") else { return false }
      return fileVersion.withLock { last in
        defer { last = version }
        return last != nil && last != version
      }
    } ?? false
  }

  /// Returns the number of models that pass a filter.
  ///
  /// ```swift
  /// let open = try store.count(Issue.self, where: "state = open")
  /// ```
  ///
  /// - Parameter condition: a condition in the filter language (``StoreCondition``); nil for all models.
  /// - Throws: a ``StoreError``, with the position of a mistake in `condition`.
  public func count<Root: Model>(_: Root.Type, where condition: StoreCondition? = nil) throws -> Int {
    try snapshot { try $0.count(Root.self, where: condition) }
  }

  private func scan<Root: Model>(
    _: Root.Type, where condition: StoreCondition? = nil, order: StoreOrder? = nil, limit: Int? = nil
  ) throws -> ReaderScan {
    let layout = try table(of: Root.self)
    let request = try RowRequest(Root.modelDescription, where: condition, order: order, limit: limit)
    return try ReaderScan(self, layout, request)
  }
}
