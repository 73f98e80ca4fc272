import CSQLite
import Mantle
import MantleQuery

/// A private database for queries in SQL: its tables contain the rows of other queries. SQLite stores it in memory, or
/// in a temporary file if it becomes large.
package final class QueryDatabase {
  private let connection: Connection

  package init() throws(StoreError) {
    // A database without a name is private and deleted when it is closed.
    connection = try Connection("")
    sqlite3_refuse_quoted_strings(connection.handle)
    for setting in ["journal_mode = OFF", "synchronous = OFF"] { try connection.run("PRAGMA \(setting)") }
  }

  /// Creates a table and inserts rows into it.
  ///
  /// - Parameters:
  ///   - columns: the names of the columns, which must differ even if case is ignored.
  ///   - rows: a function that passes all rows, in blocks, to the function that it receives.
  package func create(
    _ table: String, _ columns: [String], rows: (([QueryRow]) throws -> Void) throws -> Void
  ) throws {
    let names = columns.map(SQLText.name).joined(separator: ", ")
    try connection.run("CREATE TABLE \(SQLText.name(table)) (\(names))")
    let places = columns.map { _ in "?" }.joined(separator: ", ")
    let insertion = try connection.statement("INSERT INTO \(SQLText.name(table)) VALUES (\(places))")
    try connection.transaction {
      try rows { block in
        for row in block { try insertion.run(row.cells.map(SQLiteValue.init)) }
      }
    }
  }

  /// Runs an SQL query, which must not change the database.
  ///
  /// - Parameters:
  ///   - titles: receives the names of the columns before the first row.
  ///   - take: receives the rows in blocks; returns false to stop.
  package func run(
    _ sql: String, titles: ([String]) -> Void, _ take: ([QueryRow]) -> Bool
  ) throws(StoreError) {
    try connection.run("PRAGMA query_only = ON")
    let statement = try query(sql)
    defer { statement.reset() }
    titles((0..<statement.columnCount).map(statement.name))
    var block: [QueryRow] = []
    while try statement.step() {
      block.append(QueryRow((0..<statement.columnCount).map { QueryCell(statement.value(at: $0)) }))
      guard block.count == Self.block else { continue }
      if !take(block) { return }
      block = []
    }
    _ = block.isEmpty || take(block)
  }

  /// Returns the prepared form of an SQL text, which must consist of one statement that returns rows and does not
  /// change the database.
  private func query(_ sql: String) throws(StoreError) -> Statement {
    guard !Statement.isNone(sql, on: connection) else { throw StoreError(.query, "the query is empty") }
    let statement = try Statement(sql, on: connection)
    // For SQLite, ATTACH is read-only, although it creates a file. It is recognized because it has no columns.
    guard statement.isReadOnly, statement.columnCount > 0 else {
      throw StoreError(.query, "the statement writes, and a query only reads")
    }
    let rest = String(sql.utf8.dropFirst(statement.text.utf8.count)) ?? ""
    guard Statement.isNone(rest, on: connection) else {
      throw StoreError(.query, "more than one statement")
    }
    return statement
  }

  private static let block = 1_000
}

extension SQLiteValue {
  /// Creates the SQL value of a cell: JSON text for a list or an object, text for a date, and null for an unreadable
  /// value.
  fileprivate init(_ cell: QueryCell) {
    switch cell.kind {
    case .absent, .null, .unreadable: self = .null
    case .boolean: self = .integer(cell.text == "true" ? 1 : 0)
    case .number: self = Int64(cell.text).map { .integer($0) } ?? Double(cell.text).map { .real($0) } ?? .null
    case .date, .text: self = .text(cell.text)
    case .list, .object: self = .text(String(decoding: cell.json, as: UTF8.self))
    }
  }
}

extension QueryCell {
  fileprivate init(_ value: SQLiteValue) {
    switch value {
    case .null: self.init(.null, "")
    case .integer(let number): self.init(.number, "\(number)")
    case .real(let number): self = .number(number)
    case .text, .blob: self.init(.text, value.words)
    }
  }
}
