import Mantle

/// An SQLite file of any program, whose tables and views are read as JSON.
///
/// ```swift
/// let file = try DatabaseFile("issues.sqlite")
/// for table in try file.tables() { print(table) }
/// ```
///
/// A row is an object with a member for each column. Integers and real numbers are numbers, text is a string, a blob is
/// base64 text, and the values of columns that are declared as `BOOLEAN` or `JSON` are Booleans and JSON. A row that a
/// ``Store`` saved is the JSON of its model.
///
/// ```
/// sqlite> INSERT INTO note VALUES (1, 'Buy milk', 4.5);
/// {"id":1,"text":"Buy milk","stars":4.5}
/// ```
///
/// The file is opened for reading. Only `update(_:from:to:)` writes to it.
package final class DatabaseFile {
  let path: String
  let connection: Connection

  /// Opens a file for reading.
  ///
  /// - Throws: a ``StoreError`` if the file cannot be opened or is not a database.
  package init(_ path: String) throws {
    self.path = path
    connection = try Connection(path, isReadOnly: true)
    // SQLite reads the file at the first statement.
    try connection.run("PRAGMA schema_version")
  }

  /// The first bytes of every SQLite file.
  package static let signature = Array("SQLite format 3\0".utf8)

  /// Returns the names of the tables and views, in the order in which they were created.
  ///
  /// ```swift
  /// let names = try DatabaseFile("notes.sqlite").tables()
  /// ```
  ///
  /// - Throws: a ``StoreError`` if the file cannot be read.
  package func tables() throws -> [String] {
    try connection.texts(
      """
      SELECT list.name FROM pragma_table_list AS list LEFT JOIN sqlite_schema AS made
        ON made.name = list.name AND made.type IN ('table', 'view')
      WHERE list.schema = 'main' AND list.type <> 'shadow' AND list.name <> ?
        AND list.name NOT LIKE 'sqlite~_%' ESCAPE '~' ORDER BY made.rowid
      """, [.text(TableRecord.mapping.name)])
  }

  /// Writes the rows of a table as JSON objects, one per line.
  ///
  /// ```swift
  /// try file.writeLines(of: "note") { lines in
  ///   print(String(decoding: lines, as: UTF8.self), terminator: "")
  ///   return true
  /// }
  /// ```
  ///
  /// - Parameter write: receives blocks of complete lines; returns false to stop.
  /// - Throws: a ``StoreError`` if the table does not exist or a row cannot be read, or the error of `write`.
  package func writeLines(of table: String, to write: (ArraySlice<UInt8>) throws -> Bool) throws {
    let (layout, _) = try connection.layout(of: table)
    let statement = try connection.statement("SELECT * FROM \(layout.name)")
    defer { statement.reset() }
    var writer = JSONWriter()
    while try statement.step() {
      try layout.writeLine(statement, to: &writer)
      writer.raw("\n")
      guard writer.count >= Self.pieceSize else { continue }
      guard try write(writer.finish()[...]) else { return }
      writer.removeAll()
    }
    if writer.count > 0 { _ = try write(writer.finish()[...]) }
  }

  private static let pieceSize = 1 << 16
}

extension Connection {
  /// Returns the columns of a table or view, and whether a ``Store`` created the table. The layout includes the tables
  /// that the rows refer to.
  func layout(of table: String) throws -> (layout: TableLayout, isOfStore: Bool) {
    var (layout, isOfStore) = try ownLayout(of: table)
    try layout.addRelated { column, _ throws(StoreError) in
      try ownLayout(of: column.reference?.table ?? "").layout
    }
    return (layout, isOfStore)
  }

  /// Returns the columns of a table or view without the tables that its rows refer to, and whether a ``Store`` created
  /// the table.
  private func ownLayout(of table: String) throws(StoreError) -> (layout: TableLayout, isOfStore: Bool) {
    // The table that has the name of the store's table of records may belong to another program.
    let record = try? record(of: table)
    // The statement is not cached, because a cached statement has the former names of renamed columns.
    let statement = try Statement("SELECT * FROM \(SQLText.name(table))", on: self)
    var layout = TableLayout(
      table, (0..<statement.columnCount).map { statement.column(at: $0, record?.columns ?? []) })
    for (index, column) in layout.columns.enumerated() {
      if let columns = record?.children[column.name] {
        layout.children[index] = ChildTable(column, in: layout, columns)
      }
    }
    return (layout, record != nil)
  }
}

extension TableLayout {
  /// Writes all columns of a row as a JSON object on one line.
  func writeLine(_ row: Statement, to writer: inout JSONWriter) throws {
    let start = writer.count
    try write(row, to: &writer)
    guard writer.hasLineBreak(since: start) else { return }
    // JSON in a column may span several lines. Its line breaks are insignificant white space.
    let line = writer.withUnsafeBytes {
      $0[start...].map { [ASCII.lineFeed, ASCII.carriageReturn].contains($0) ? ASCII.space : $0 }
    }
    writer.truncate(to: start)
    guard let object = try? JSONDocument(line).root else { return writer.writeRawJSON(line) }
    JSONFormatter.compact.write(object, to: &writer)
  }
}

extension Statement {
  /// Returns the description of a result column: as a store has recorded it for its table, or else from the type that
  /// another program has declared.
  ///
  /// - Parameter recorded: the columns that a store has recorded; empty for a table of another program.
  func column(at index: Int, _ recorded: [StoredColumn]) -> StoredColumn {
    let name = name(at: index)
    return recorded.first { $0.name.lowercased() == name.lowercased() }
      ?? StoredColumn(
        name: name, property: name, field: name, path: [name],
        form: ColumnForm(declared: declaredType(at: index)), keepsAbsence: false)
  }
}
