import Mantle

/// A reference to a row of another table by its identity.
struct RowReference: MappedHashable, Sendable {
  let table: String
  /// The name of the identity column in the other table.
  let column: String
  /// The path to the identity in the JSON of the other row's model.
  let path: [String]
  /// The form in which the identity is stored.
  let form: ColumnForm

  static let properties = Properties(of: RowReference.self) {
    Property(\.table, "table")
    Property(\.column, "column")
    Property(\.path, "path")
    Property(\.form, "form", .cases)
  }
  static let mapping = Mapping(RowReference.init, properties)
}

extension RowReference {
  /// Creates a reference to the identity property of a model.
  ///
  /// - Throws: a ``StoreError`` if the model does not have exactly one identity property.
  init(to model: ModelDescription) throws(StoreError) {
    let identity = try model.partColumns().filter(\.isIdentity)
    guard identity.count == 1 else {
      throw StoreError(.definition, "a reference needs one identity property in the model \(model.name)").at(
        model.name)
    }
    self.init(table: model.name, column: identity[0].name, path: identity[0].path, form: identity[0].form)
  }

  /// Returns the column that contains such a reference in the table of a list.
  func column(of list: StoredColumn) -> StoredColumn {
    StoredColumn(
      name: "\(table)_\(column)", property: list.property, field: "", path: [], form: .reference,
      keepsAbsence: true, isIndexed: true, reference: self)
  }

  /// The SQL declaration of a column with such references, without its name.
  var declaration: String {
    (form.declaration.map { "\($0) " } ?? "") + "REFERENCES \(SQLText.name(table)) (\(SQLText.name(column)))"
  }

  /// Returns the identity in the JSON of the other row's model; null if the JSON is null.
  func identity(in node: JSONNode) -> SQLiteValue {
    var identity: JSONNode? = node
    for key in path { identity = identity?[key] }
    guard let identity, !identity.isNull else { return .null }
    return form.value(of: identity)
  }

  /// Saves a model, given as JSON, as a row of the other table.
  ///
  /// - Parameter input: the JSON from which the model was decoded; nil if it is unknown.
  func save(
    _ node: JSONNode, from input: JSONNode? = nil, _ related: RelatedTables, on connection: Connection
  ) throws(StoreError) {
    guard !node.isNull, let layout = related.layouts[table] else { return }
    try layout.save(node, from: input, related, on: connection)
  }

  /// Writes the JSON of the other table's row with an identity.
  ///
  /// - Throws: a ``StoreError`` if the row does not exist, or if rows of a damaged file refer to each other in a cycle.
  func write(
    _ identity: SQLiteValue, _ related: RelatedTables, on connection: Connection, to writer: inout JSONWriter
  ) throws(StoreError) {
    let inner = try related.entering(writer.count)
    guard let layout = related.layouts[table] else { return writer.writeNull() }
    let row = try connection.statement(layout.selectionByIdentity)
    defer { row.reset() }
    try row.bind([identity])
    guard try row.step() else {
      throw StoreError(.damaged, "another row refers to this one, which is missing").at(
        table, row: identity.words)
    }
    try layout.write(row, inner, to: &writer)
  }
}
