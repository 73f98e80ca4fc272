import Mantle
import MantleQuery

extension Store {
  /// Returns the model of an identity; nil if there is none.
  ///
  /// ```swift
  /// let note = try store.fetch(Note.self, id: 2)
  /// ```
  ///
  /// - Complexity: O(log *n*), where *n* is the number of rows.
  ///
  /// - Parameters:
  ///   - id: the value of the first identity property.
  ///   - others: the values of further identity properties, in the order of the mapping.
  /// - Throws: a ``StoreError``, also if the model has no identity properties.
  public func fetch<Root: Model>(
    _: Root.Type = Root.self, id: any JSONConvertible, _ others: any JSONConvertible...
  ) throws -> Root? {
    let layout = try table(of: Root.self)
    let key = try layout.key([id] + others, of: Root.mapping.properties)
    return try read {
      try $0.checkVersions(of: layout)
      return try $0.fetch(layout, key)
    }
  }

  /// Returns the models that pass a filter.
  ///
  /// ```swift
  /// let best = try store.fetch(Note.self, where: "stars >= 3 and text ~ milk", order: "stars desc", limit: 10)
  /// ```
  ///
  /// If one of the rows is not a model, the call throws an error; `models(_:where:order:limit:)` continues
  /// after it.
  ///
  /// - Parameters:
  ///   - condition: a condition in the language of `mantle filter`; nil for all models.
  ///   - order: properties to sort by, such as `comments desc, title`; nil for the order of the rows.
  ///   - limit: the most models to return.
  /// - Throws: a ``StoreError``, with the position of a mistake in `condition` or `order`.
  public func fetch<Root: Model>(
    _: Root.Type = Root.self, where condition: StoreCondition? = nil, order: String? = nil, limit: Int? = nil
  ) throws -> [Root] {
    let rows = try scan(Root.self, where: condition, order: order, limit: limit)
    var models: [Root] = []
    while let row = try rows.next() { models.append(try Root.decode(row: row.document, of: rows.layout)) }
    return models
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
  ///   - condition: a condition in the language of `mantle filter`; nil for all models.
  ///   - order: properties to sort by, such as `comments desc, title`; nil for the order of the rows.
  ///   - limit: the most models to return.
  /// - Throws: a ``StoreError``, with the position of a mistake in `condition` or `order`.
  public func models<Root: Model>(
    _: Root.Type = Root.self, where condition: StoreCondition? = nil, order: String? = nil, limit: Int? = nil
  ) throws -> StoredModels<Root> {
    StoredModels(try scan(Root.self, where: condition, order: order, limit: limit))
  }

  /// Returns the models that pass a filter for a loop that lets other tasks run between them:
  ///
  /// ```swift
  /// for try await issue in try store.models(Issue.self) { print(try issue.get().title) }
  /// ```
  ///
  /// All models of an iteration are of the moment at which it begins. A row that is not a model is an error in the
  /// sequence, which continues after it.
  ///
  /// - Parameters:
  ///   - condition: a condition in the language of `mantle filter`; nil for all models.
  ///   - order: properties to sort by, such as `comments desc, title`; nil for the order of the rows.
  ///   - limit: the most models to return.
  /// - Throws: a ``StoreError``, with the position of a mistake in `condition` or `order`.
  @_disfavoredOverload
  public func models<Root: Model>(
    _: Root.Type = Root.self, where condition: StoreCondition? = nil, order: String? = nil, limit: Int? = nil
  ) throws -> AsyncStoredModels<Root> {
    let layout = try table(of: Root.self)
    let request = try RowRequest(Root.modelDescription, where: condition, order: order, limit: limit)
    return AsyncStoredModels { try ReaderScan(self, layout, request) }
  }

  /// Observes the models that pass a filter: returns them now, and again after a change of models of their
  /// type, or of models to which they refer.
  ///
  /// Changes that follow each other quickly may give one array. Changes by other stores and programs are
  /// found within a tenth of a second; a change of other models by them may give the same array again.
  ///
  /// ```swift
  /// for try await urgent in store.observe(Issue.self, where: "state = open") { show(urgent) }
  /// ```
  ///
  /// The loop ends when its task is canceled.
  ///
  /// - Parameters:
  ///   - condition: a condition in the language of `mantle filter`; nil for all models.
  ///   - order: properties to sort by, such as `comments desc, title`; nil for the order of the rows.
  ///   - limit: the most models to return.
  public func observe<Root: Model>(
    _: Root.Type = Root.self, where condition: StoreCondition? = nil, order: String? = nil, limit: Int? = nil
  ) -> ObservedModels<Root> {
    let tables = (try? Root.mapping.layout())?.tables.map(\.table) ?? []
    return ObservedModels(
      changes: { [weak self] in
        self?.observers.changes(of: Set(tables)) { [weak self] in self?.isChangedByOthers() }
          ?? AsyncStream { nil }
      }
    ) { try self.fetch(where: condition, order: order, limit: limit) }
  }

  /// Whether other connections have written to the file since the last call; false while this store is writing.
  private func isChangedByOthers() -> Bool {
    // The number of the writer's connection does not change with its own transactions.
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
  /// - Parameter condition: a condition in the language of `mantle filter`; nil for all models.
  /// - Throws: a ``StoreError``, with the position of a mistake in `condition`.
  public func count<Root: Model>(_: Root.Type, where condition: StoreCondition? = nil) throws -> Int {
    guard condition != nil else {
      let layout = try table(of: Root.self)
      guard case .integer(let count) = try read({ try $0.value(layout.count) }) else { return 0 }
      return Int(count)
    }
    let rows = try scan(Root.self, where: condition)
    var count = 0
    while try rows.next() != nil { count += 1 }
    return count
  }

  private func scan<Root: Model>(
    _: Root.Type, where condition: StoreCondition? = nil, order: String? = nil, limit: Int? = nil
  ) throws -> ReaderScan {
    let layout = try table(of: Root.self)
    let request = try RowRequest(Root.modelDescription, where: condition, order: order, limit: limit)
    return try ReaderScan(self, layout, request)
  }
}
