import Mantle

extension TableLayout {
  var name: String { SQLText.name(table) }

  private func names(_ columns: [StoredColumn]) -> String {
    columns.map { SQLText.name($0.name) }.joined(separator: ", ")
  }

  /// Returns the SQL name of a column, qualified by the name of its table. SQLite would interpret a plain name as a
  /// string if another program has renamed the column.
  func qualified(_ column: StoredColumn) -> String { "\(name).\(SQLText.name(column.name))" }

  /// The SQL statement that creates the table.
  var creation: String {
    let key = names(identity)
    return "CREATE TABLE \(name) (" + columns.map(declaration).joined(separator: ", ")
      + (identity.count > 1 || identity.count == 1 && !hasNumberAsKey ? ", PRIMARY KEY (\(key))" : "") + ")"
  }

  /// Whether the identity of a row is SQLite's row number, by which rows are found fastest.
  var hasNumberAsKey: Bool { identity.count == 1 && identity[0].form == .integer && identity[0].numbersRows }

  func declaration(_ column: StoredColumn) -> String {
    let reference = column.form == .reference ? column.reference : nil
    // A key of the type INTEGER would become the row number.
    let isOther = column.isIdentity && column.form == .integer && !hasNumberAsKey
    let type = (reference?.declaration ?? (isOther ? "INT" : column.form.declaration)).map { " \($0)" } ?? ""
    let isKey = column.isIdentity && hasNumberAsKey
    return SQLText.name(column.name) + type + (isKey ? " PRIMARY KEY" : "")
      + (column.isIdentity ? " NOT NULL" : "")
  }

  /// Returns the SQL statement that adds a missing column.
  func addition(_ column: StoredColumn) -> String { "ALTER TABLE \(name) ADD COLUMN \(declaration(column))" }

  /// Returns the name of the index for a column.
  func index(_ column: StoredColumn) -> String { "\(table)_\(column.name)" }

  /// Returns the SQL statement that creates the index of a column.
  func indexing(_ column: StoredColumn) -> String {
    "CREATE \(column.isUnique ? "UNIQUE " : "")INDEX \(SQLText.name(index(column))) ON \(name) (\(SQLText.name(column.name)))"
  }

  /// The SQL statement that inserts a row.
  var insertion: String {
    "INSERT INTO \(name) (\(names(columns))) VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))"
  }

  /// Returns the SQL statement that inserts a row or updates the row with the same identity.
  ///
  /// - Parameter value: returns the SQL expression for the new value of the column with a given name.
  func insertionOrUpdate(_ value: (String) -> String) -> String {
    guard !identity.isEmpty else { return insertion }
    let others = columns.filter { !$0.isIdentity }.map { SQLText.name($0.name) }
    let changes = others.map { "\($0) = \(value($0))" }
    let action = changes.isEmpty ? "NOTHING" : "UPDATE SET " + changes.joined(separator: ", ")
    return "\(insertion) ON CONFLICT (\(names(identity))) DO \(action)"
  }

  /// Returns the SQL statement that selects all columns and the row number, for the rows that satisfy a condition.
  ///
  /// - Parameter condition: an SQL condition; nil for all rows.
  func selection(where condition: String?) -> String {
    "SELECT \(columns.map(qualified).joined(separator: ", ")), rowid FROM \(name)"
      + (condition.map { " WHERE \($0)" } ?? "")
      + " ORDER BY rowid"
  }

  /// Returns the SQL statement that selects the rows that satisfy a condition, in table order.
  ///
  /// A subquery finds the rows, because SQLite would otherwise read all rows in order instead of using an index.
  func selection(narrowedBy condition: String?) -> String {
    selection(where: condition.map { "rowid IN (SELECT rowid FROM \(name) WHERE \($0))" })
  }

  /// The SQL condition that selects the row with an identity, whose values are parameters.
  var isIdentity: String { identity.map { "\(qualified($0)) = ?" }.joined(separator: " AND ") }

  /// The SQL statement that deletes the rows whose numbers are in a JSON array.
  var deletion: String { "DELETE FROM \(name) WHERE rowid IN (SELECT value FROM json_each(?))" }

  /// The SQL statement that deletes the row with an identity. It returns a row if it deleted one.
  var deletionByIdentity: String { "DELETE FROM \(name) WHERE \(isIdentity) RETURNING 1" }

  /// The SQL statements that delete all rows of the table and of its lists.
  var clearances: [String] { (children.values.map(\.layout) + [self]).map { "DELETE FROM \($0.name)" } }

  /// The SQL statements that drop the table and the tables of its lists.
  var removals: [String] { (children.values.map(\.layout) + [self]).map(\.removal) }

  /// The SQL statement that drops the table.
  var removal: String { "DROP TABLE IF EXISTS \(name)" }

  /// The SQL statement that counts all rows.
  var count: String { "SELECT count(*) FROM \(name)" }

  /// The SQL statement that selects a row by its number.
  var selectionByNumber: String { selection(where: "rowid = ?") }
}

extension Connection {
  /// Returns the SQL statements that create the table of a model and the tables of its lists, or their missing columns
  /// and indexes; empty if nothing is missing.
  func preparation(of layout: TableLayout) throws -> [String] {
    try layout.children.sorted { $0.key < $1.key }.reduce(preparation(of: layout, layout.creation)) {
      let list = $1.value
      let keys = try texts(
        "SELECT name FROM pragma_table_info(?) WHERE pk ORDER BY pk", [.text(list.layout.table)])
      guard keys.isEmpty || keys == list.keyColumns else {
        throw StoreError(
          .definition,
          "a property has the name of a key column: \(keys.joined(separator: ", ")) (name its column with `column(_:)`)"
        ).at(list.layout.table)
      }
      return try $0 + preparation(of: list.layout, list.creation)
    }
  }

  /// Returns the SQL statements that create a table, or add its missing columns, and that create its missing indexes.
  ///
  /// - Parameter creation: the SQL statement that creates the table.
  private func preparation(of layout: TableLayout, _ creation: String) throws -> [String] {
    let known = try columnNames(of: layout)
    try checkDeclarations(of: layout)
    let keys =
      "SELECT name FROM pragma_table_info(?1) WHERE pk UNION SELECT name FROM pragma_index_list(?1) WHERE \"unique\""
    if !known.isEmpty, !layout.identity.isEmpty, try names(keys, [.text(layout.table)]).isEmpty {
      throw StoreError(
        .definition, "the table has no primary or unique key such as `\(layout.identity[0].name)`"
      ).at(
        layout.table)
    }
    let missing = layout.columns.filter { !known.contains($0.name.lowercased()) }
    let indexes = try names("SELECT name FROM sqlite_schema WHERE type = 'index'")
    return (known.isEmpty ? [creation] : missing.map { layout.addition($0) })
      + layout.columns.filter { $0.isIndexed && !indexes.contains(layout.index($0).lowercased()) }.map {
        layout.indexing($0)
      }
  }

  /// Returns the names of a table's columns in lowercase; empty if the table does not exist.
  func columnNames(of layout: TableLayout) throws -> Set<String> {
    try names("SELECT name FROM pragma_table_info(?)", [.text(layout.table)])
  }

  /// Checks that SQLite would not convert the values of the model to the types that another program declared for the
  /// columns.
  private func checkDeclarations(of layout: TableLayout) throws {
    let statement = try statement("SELECT name, type FROM pragma_table_info(?)")
    defer { statement.reset() }
    try statement.bind([.text(layout.table)])
    while try statement.step() {
      let (name, type) = (statement.value(at: 0).words.lowercased(), statement.value(at: 1).words)
      guard let column = layout.columns.first(where: { $0.name.lowercased() == name }),
        case let form = column.form == .reference ? column.reference?.form ?? .any : column.form,
        !form.isKept(inColumnOfType: type)
      else { continue }
      throw StoreError(
        .definition,
        "the column is declared as \(type), to which SQLite converts \(form.words)  (declare it as \(form.declaration ?? "BLOB"))"
      ).at(layout.table, property: column.property)
    }
  }

  private func names(_ sql: String, _ values: [SQLiteValue] = []) throws -> Set<String> {
    Set(try texts(sql, values).map { $0.lowercased() })
  }

  /// Returns the first column of all rows in the result of an SQL query, as text.
  func texts(_ sql: String, _ values: [SQLiteValue] = []) throws -> [String] {
    let statement = try statement(sql)
    defer { statement.reset() }
    try statement.bind(values)
    var texts: [String] = []
    while try statement.step() { texts.append(statement.value(at: 0).words) }
    return texts
  }
}
