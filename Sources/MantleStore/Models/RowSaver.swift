import Mantle

/// An operation that saves models of one type as rows, merged into the existing rows by a policy.
struct RowSaver<Root: Model>: ~Copyable {
  private let layout: TableLayout
  private let policy: MergePolicy
  private let connection: Connection
  private var writer = JSONWriter()
  private let hasRules = Root.mapping.hasRules

  init(_ layout: TableLayout, _ policy: MergePolicy, on connection: Connection) {
    (self.layout, self.policy, self.connection) = (layout, policy, connection)
  }

  /// Saves a model: inserts a row, or merges the model into the row with the same identity.
  mutating func save(_ model: Root) throws {
    let incoming = try document(of: model)
    guard policy != .overwrite else { return try layout.save(incoming.root, on: connection) }
    var document = incoming
    if !layout.identityIndices.isEmpty {
      let key = layout.identity(of: try layout.values(in: document.root))
      if let current: Root = try connection.fetch(layout, key) {
        document = try self.document(of: current.merging(model, by: policy))
      }
    }
    try layout.save(document.root, mergedBy: policy, from: incoming.root, on: connection)
  }

  /// Saves a model: inserts a row, or replaces the row with the same identity. The models that it refers to are merged
  /// into their own rows.
  mutating func save(_ model: Root, mergingReferences policy: MergePolicy) throws {
    let document = try document(of: model)
    try layout.save(document.root, mergedBy: policy, from: document.root, on: connection)
  }

  /// Returns the model with the corrections of its validation rules.
  ///
  /// - Throws: a ``StoreError`` if the model violates a rule.
  private func validated(_ model: Root) throws -> Root {
    guard hasRules else { return model }
    var model = model
    do { try model.normalize() } catch let failure as ValidationFailure {
      guard let problem = failure.problems.first else { throw failure }
      throw StoreError(.value, errorText(problem.underlying))
        .at(layout.table, row: model.identityText, property: problem.property)
    }
    return model
  }

  private mutating func document(of model: Root) throws -> JSONDocument {
    let model = try validated(model)
    writer.removeAll()
    do { try model.encode(to: &writer) } catch let problem as EncodingProblem {
      throw StoreError(.value, errorText(problem.underlying))
        .at(layout.table, row: model.identityText, property: problem.property)
    }
    return try JSONDocument(writer.finish())
  }
}

extension Statement {
  /// Runs this statement, which inserts or updates a row. An error names the row.
  func save(_ values: [SQLiteValue], in layout: TableLayout) throws(StoreError) {
    do { try run(values) } catch { throw error.at(layout.table, row: layout.words(ofRow: values)) }
  }
}

extension TableLayout {
  /// Returns the values of the identity columns from the values of all columns of a row.
  func identity(of values: [SQLiteValue]) -> [SQLiteValue] { identityIndices.map { values[$0] } }

  /// Returns the stored form of an identity, to find the row of a model: the value of the identity column for a value
  /// of the only identity property.
  func key<Root: Model>(of _: Root.Type, id: any JSONConvertible) throws -> [SQLiteValue] {
    try key([id], of: Root.mapping.properties)
  }

  /// Returns the stored form of an identity, to find the row of a model: the values of the identity columns for values
  /// of the identity properties, by property name.
  func key<Root: Model>(of _: Root.Type, _ values: [String: any JSONConvertible]) throws -> [SQLiteValue] {
    let properties = Root.mapping.properties
    let names = properties.filter(\.isIdentity).map(\.name)
    guard Set(names) == Set(values.keys) else {
      let given = values.isEmpty ? "no values" : values.keys.sorted().joined(separator: ", ")
      let wanted =
        names.isEmpty
        ? "the model has no identity property" : "rows are identified by \(names.joined(separator: ", "))"
      throw StoreError(.query, "\(given), but \(wanted)").at(table)
    }
    return try key(names.compactMap { values[$0] }, of: properties)
  }

  /// Returns the stored form of an identity: the values of the identity columns for values of the identity properties,
  /// in the order of the mapping.
  private func key<Root>(_ values: [any JSONConvertible], of properties: [AnyProperty<Root>]) throws
    -> [SQLiteValue]
  {
    guard values.count == identity.count else {
      let names = identity.map(\.property).joined(separator: ", ")
      let wanted = names.isEmpty ? "the model has no identity property" : "rows are identified by \(names)"
      throw StoreError(.query, "\(values.count) values, but \(wanted)").at(table)
    }
    let own = properties.filter(\.isIdentity)
    return try zip(identity, zip(own, values)).map { column, part in
      var writer = JSONWriter()
      if try !part.0.write(value: part.1, to: &writer) { try part.1.encode(to: &writer) }
      return column.form.value(of: try JSONDocument(writer.finish()).root)
    }
  }

  /// Returns the error of a store for a row that cannot be decoded as a model.
  func error(_ failure: DecodingFailure, in document: JSONDocument) -> any Error {
    guard let problem = failure.diagnostics.first else { return failure }
    let key = identity.compactMap { $0.node(in: document.root)?.displayText }
    var error = StoreError(.value, problem.detail ?? "expected \(problem.expected ?? "another value")")
      .at(table, row: key.isEmpty ? nil : key.joined(separator: ", "))
    (error.property, error.value) = (problem.property, problem.found)
    return error
  }
}

extension Model {
  /// Decodes a model from the JSON of its row.
  ///
  /// - Parameter layout: the table, which is only evaluated after an error, because copying it is slow.
  /// - Throws: a ``StoreError`` for the first problem.
  static func decode(row document: JSONDocument, of layout: @autoclosure () -> TableLayout) throws -> Self {
    do { return try decode(document.root) } catch let failure as DecodingFailure {
      throw layout().error(failure, in: document)
    }
  }
}

extension Connection {
  /// Returns the model of the row whose identity columns have the given values; nil if there is none.
  func fetch<Root: Model>(_ layout: TableLayout, _ key: [SQLiteValue]) throws -> Root? {
    let statement = try statement(layout.selectionByIdentity)
    defer { statement.reset() }
    try statement.bind(key)
    guard try statement.step() else { return nil }
    var writer = JSONWriter()
    try layout.write(statement, to: &writer)
    let document = try JSONDocument(writer.finish())
    return try Root.decode(row: document, of: layout)
  }
}
