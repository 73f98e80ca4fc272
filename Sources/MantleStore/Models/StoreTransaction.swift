import Mantle

/// Changes to a ``Store`` that are saved together, or not at all. Reads through the transaction include its changes.
///
/// An error of one function undoes only the changes of this function. If the error is caught within the transaction,
/// the other changes are saved.
///
/// ```swift
/// try store.transaction { transaction in
///   guard var note = try transaction.fetchOne(Note.self, id: 2) else { return }
///   note.stars += 1
///   try transaction.save(note)
/// }
/// ```
///
/// A transaction exists only during the call of ``Store/transaction(_:)``.
public struct StoreTransaction: ~Copyable {
  private let connection: Connection
  private(set) var prepared: PreparedTables
  /// The layouts of the tables that the transaction has used, by table name.
  private(set) var layouts: [String: TableLayout] = [:]

  init(on connection: Connection, _ prepared: PreparedTables) {
    (self.connection, self.prepared) = (connection, prepared)
  }

  // MARK: - Saving

  /// Saves a model: inserts a row, or updates the row with the same identity. A model without identity properties is
  /// always inserted.
  ///
  /// ```swift
  /// try store.transaction { try $0.save(Note(id: 1, text: "a", stars: 0)) }
  /// ```
  ///
  /// - Parameter policy: the way in which the model is merged into the existing one.
  /// - Throws: a ``StoreError`` with the row and the property.
  public mutating func save<Root: Model>(_ model: Root, merging policy: MergePolicy = .overwrite) throws {
    try save(contentsOf: CollectionOfOne(model), merging: policy)
  }

  /// Saves many models as a part of the transaction.
  ///
  /// ```swift
  /// let count = try store.transaction { try $0.save(contentsOf: notes) }
  /// ```
  ///
  /// The sequence must not use the store.
  ///
  /// - Parameters:
  ///   - policy: the way in which a model is merged into the existing one.
  ///   - progress: called with the number of models saved so far, after every thousand models and at the end.
  /// - Returns: the number of saved models.
  /// - Throws: a ``StoreError`` with the row and the property, or the error of `progress`.
  @discardableResult
  public mutating func save<Root: Model>(
    contentsOf models: some Sequence<Root>, merging policy: MergePolicy = .overwrite,
    progress: (Int) throws -> Void = { _ in }
  ) throws -> Int {
    let layout = try table(of: Root.self)
    return try connection.savepoint {
      var saver = RowSaver<Root>(layout, policy, on: connection)
      var count = 0
      for model in models {
        try saver.save(model)
        count += 1
        if count % 1_000 == 0 { try progress(count) }
      }
      try progress(count)
      return count
    }
  }

  /// Merges a partial response into the model with the same identity; see ``Store/save(_:)``.
  ///
  /// - Throws: a `DecodingFailure` if the report has no value, or a ``StoreError`` with the row and the property.
  public mutating func save<Root: Model>(_ answer: DecodingReport<Root>) throws {
    try save(answer.get(), merging: .presentOnly(answer.presentProperties))
  }

  /// Merges JSON into the model with the same identity: values of keys that the JSON lacks remain, and null
  /// clears a value (RFC 7396). A model that is not in the store must be complete.
  ///
  /// - Returns: the merged model.
  /// - Throws: a `DecodingFailure` with every problem of the merged JSON, and a ``StoreError`` with the row
  ///   and the property.
  @discardableResult
  public mutating func merge<Root: Model>(_: Root.Type = Root.self, json: String) throws -> Root {
    let layout = try table(of: Root.self)
    let patch = try JSONValue(json: json)
    return try connection.savepoint {
      guard let current: Root = try connection.current(of: patch.node, in: layout) else {
        let model = try Root.decode(patch.node)
        var saver = RowSaver<Root>(layout, .keepIfNil, on: connection)
        try saver.save(model)
        return model
      }
      let base = try JSONDocument(
        layout.takingReferences(of: patch.node, into: JSONDocument(current.jsonBytes()).root))
      let model = try Root.decode(base.root).applying(mergePatch: patch)
      var saver = RowSaver<Root>(layout, .overwrite, on: connection)
      try saver.save(model, mergingReferences: .keepIfNil)
      return model
    }
  }

  // MARK: - Deleting

  /// Deletes the models that pass a filter.
  ///
  /// The condition applies to the models as the transaction has changed them.
  ///
  /// - Parameter condition: a condition in the filter language (``StoreCondition``); nil for all models.
  /// - Returns: the number of deleted models.
  /// - Throws: a ``StoreError``, with the position of a mistake in `condition`.
  @discardableResult
  public mutating func delete<Root: Model>(_: Root.Type, where condition: StoreCondition? = nil) throws -> Int
  {
    let layout = try table(of: Root.self)
    let request = try RowRequest(Root.modelDescription, where: condition)
    return try connection.savepoint {
      let rows = try RowScan(layout, request, on: connection)
      var numbers: [Int64] = []
      while let row = try rows.next() { numbers.append(row.number) }
      // One statement deletes all rows, because they may refer to each other.
      _ = try connection.delete(layout, by: layout.deletion, [.text("\(numbers)")])
      return numbers.count
    }
  }

  /// Deletes the model with an identity.
  ///
  /// - Parameter id: the value of the identity property.
  /// - Returns: whether there was such a model.
  /// - Throws: a ``StoreError``, also if the model does not have exactly one identity property.
  @discardableResult
  public mutating func delete<Root: Model>(_: Root.Type, id: any JSONConvertible) throws -> Bool {
    let layout = try table(of: Root.self)
    return try delete(layout.key(of: Root.self, id: id), of: layout)
  }

  /// Deletes the model whose identity properties have the values.
  ///
  /// - Parameter key: a value for each identity property, by its Swift name.
  /// - Returns: whether there was such a model.
  /// - Throws: a ``StoreError``, also if a name is missing or is not that of an identity property.
  @discardableResult
  public mutating func delete<Root: Model>(_: Root.Type, key: [String: any JSONConvertible]) throws -> Bool {
    let layout = try table(of: Root.self)
    return try delete(layout.key(of: Root.self, key), of: layout)
  }

  private func delete(_ values: [SQLiteValue], of layout: TableLayout) throws -> Bool {
    try connection.savepoint { try connection.delete(layout, by: layout.deletionByIdentity, values) }
  }

  // MARK: - Reading

  /// Returns the model with an identity; nil if there is none.
  ///
  /// The result includes the changes of the transaction.
  ///
  /// - Parameter id: the value of the identity property.
  /// - Throws: a ``StoreError``, also if the model does not have exactly one identity property.
  public mutating func fetchOne<Root: Model>(_: Root.Type = Root.self, id: any JSONConvertible) throws
    -> Root?
  {
    let layout = try table(of: Root.self)
    return try connection.fetch(layout, layout.key(of: Root.self, id: id))
  }

  /// Returns the model whose identity properties have the values; nil if there is none.
  ///
  /// - Parameter key: a value for each identity property, by its Swift name.
  /// - Throws: a ``StoreError``, also if a name is missing or is not that of an identity property.
  public mutating func fetchOne<Root: Model>(
    _: Root.Type = Root.self, key: [String: any JSONConvertible]
  ) throws -> Root? {
    let layout = try table(of: Root.self)
    return try connection.fetch(layout, layout.key(of: Root.self, key))
  }

  /// Returns the models that pass a filter.
  ///
  /// - Parameters:
  ///   - condition: a condition in the filter language (``StoreCondition``); nil for all models.
  ///   - order: properties to sort by, such as `comments desc, title`; nil for the order of the rows.
  ///   - limit: the most models to return.
  /// - Throws: a ``StoreError``, with the position of a mistake in `condition` or `order`.
  public mutating func fetchAll<Root: Model>(
    _: Root.Type = Root.self, where condition: StoreCondition? = nil, order: StoreOrder? = nil,
    limit: Int? = nil
  ) throws -> [Root] {
    try connection.models(table(of: Root.self), where: condition, order: order, limit: limit)
  }

  /// Returns the number of models that pass a filter.
  ///
  /// - Parameter condition: a condition in the filter language (``StoreCondition``); nil for all models.
  /// - Throws: a ``StoreError``, with the position of a mistake in `condition`.
  public mutating func count<Root: Model>(_: Root.Type, where condition: StoreCondition? = nil) throws -> Int
  {
    try connection.count(Root.self, table(of: Root.self), where: condition)
  }

  // MARK: - Tables

  /// Returns the layout of a model's table. At the first use of the model, the table is created or completed.
  private mutating func table<Root: Model>(of _: Root.Type) throws -> TableLayout {
    let layout = try Root.mapping.layout()
    let isKnown = try prepared.contains(layout)
    guard !isKnown || layouts[layout.table] == nil else { return layout }
    if isKnown {
      try connection.checkVersions(of: layout)
    } else {
      // In a transaction, references between tables cannot be broken temporarily, so tables are not migrated.
      guard try layout.tables.allSatisfy({ try connection.migration(to: $0) == nil }) else {
        throw StoreError(.version, "the rows are of an older version (use the model before the transaction)")
          .at(layout.table)
      }
      try connection.savepoint { try connection.prepare(layout) }
      prepared.insert(layout)
    }
    layouts[layout.table] = layout
    return layout
  }
}

extension Connection {
  /// Returns the stored model that has the identity in the JSON; nil if there is none. The JSON may lack other keys.
  fileprivate func current<Root: Model>(of json: JSONNode, in layout: TableLayout) throws -> Root? {
    guard json.kind == .object, !layout.identityIndices.isEmpty else { return nil }
    if let key = try? layout.identity(of: layout.values(in: json)), let current: Root = try fetch(layout, key)
    {
      return current
    }
    // The JSON may have the identity in another form than the row.
    guard let model = try Root.report(json).value else { return nil }
    return try fetch(layout, layout.identity(of: layout.values(in: JSONDocument(model.jsonBytes()).root)))
  }

  /// Deletes rows of a table with an SQL statement.
  ///
  /// - Returns: whether the statement returned a row, which means that it deleted one.
  fileprivate func delete(
    _ layout: TableLayout, by sql: String, _ values: [SQLiteValue]
  ) throws(StoreError) -> Bool {
    do throws(StoreError) { return try value(sql, values) != .null } catch {
      let isReferred = error.message.hasPrefix("FOREIGN KEY")
      throw (isReferred ? StoreError(.constraint, "other rows refer to it") : error).at(layout.table)
    }
  }
}
