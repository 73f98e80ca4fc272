import CSQLite
import Mantle

/// An SQL statement that a connection has prepared for execution.
final class Statement {
  private let handle: OpaquePointer
  unowned let connection: Connection

  init(_ sql: String, on connection: Connection) throws(StoreError) {
    var prepared: OpaquePointer?
    let code = sqlite3_prepare_v3(
      connection.handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
    guard code == SQLITE_OK, let prepared else { throw connection.failure(code) }
    (handle, self.connection) = (prepared, connection)
  }

  deinit { sqlite3_finalize(handle) }

  /// Binds values to all parameters of the statement, in order.
  func bind(_ values: [SQLiteValue]) throws(StoreError) {
    for (index, value) in values.enumerated() { try bind(value, at: Int32(index) + 1) }
  }

  private func bind(_ value: SQLiteValue, at index: Int32) throws(StoreError) {
    let code =
      switch value {
      case .null: sqlite3_bind_null(handle, index)
      case .integer(let value): sqlite3_bind_int64(handle, index, value)
      case .real(let value): sqlite3_bind_double(handle, index, value)
      case .text(var text):
        text.withUTF8 { utf8 in
          utf8.withMemoryRebound(to: CChar.self) {
            // An empty buffer may have a null address, which SQLite would bind as null.
            guard let start = $0.baseAddress else { return sqlite3_bind_copied_text(handle, index, "", 0) }
            return sqlite3_bind_copied_text(handle, index, start, UInt64($0.count))
          }
        }
      case .blob(let bytes):
        bytes.withUnsafeBytes {
          sqlite3_bind_copied_blob(handle, index, $0.baseAddress, UInt64($0.count))
        }
      }
    guard code == SQLITE_OK else { throw connection.failure(code) }
  }

  /// Runs the statement to completion with values for its parameters.
  func run(_ values: [SQLiteValue]) throws(StoreError) {
    defer { reset() }
    try bind(values)
    while try step() {}
  }

  /// Advances to the next row of the result; returns false if there is none.
  func step() throws(StoreError) -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw connection.failure(code)
    }
  }

  /// The SQL text of this statement, without the statements that follow it in the text from which it was prepared.
  var text: String { sqlite3_sql(handle).map { String(cString: $0) } ?? "" }

  /// Returns whether an SQL text contains no statement, for example because it is only a comment.
  static func isNone(_ sql: String, on connection: Connection) -> Bool {
    var prepared: OpaquePointer?
    defer { sqlite3_finalize(prepared) }
    return sqlite3_prepare_v2(connection.handle, sql, -1, &prepared, nil) == SQLITE_OK && prepared == nil
  }

  /// Whether the statement does not change the database.
  var isReadOnly: Bool { sqlite3_stmt_readonly(handle) != 0 }

  /// Whether the statement is being executed and therefore cannot be reused for a nested read of the table.
  var isRunning: Bool { sqlite3_stmt_busy(handle) != 0 }

  /// Ends the execution, so that the statement holds no lock and can be run again.
  func reset() {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
  }

  /// Returns a copy of the value in a column of the current row.
  func value(at column: Int) -> SQLiteValue {
    let column = Int32(column)
    switch sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(handle, column))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(handle, column))
    case SQLITE_TEXT: return .text(withText(at: Int(column)) { String(decoding: $0, as: UTF8.self) })
    case SQLITE_BLOB: return .blob(withBlob(at: Int(column)) { Array($0) })
    default: return .null
    }
  }

  /// Returns the name of a column of the result.
  func name(at column: Int) -> String {
    sqlite3_column_name(handle, Int32(column)).map { String(cString: $0) } ?? ""
  }

  /// Returns the declared type of a column of the result; nil for an expression and for a column without a type.
  func declaredType(at column: Int) -> String? {
    sqlite3_column_decltype(handle, Int32(column)).map { String(cString: $0) }
  }

  var columnCount: Int { Int(sqlite3_column_count(handle)) }

  /// Returns SQLite's type code of the value in a column of the current row, without copying the value.
  func kind(at column: Int) -> Int32 { sqlite3_column_type(handle, Int32(column)) }

  func isNull(at column: Int) -> Bool { kind(at: column) == SQLITE_NULL }

  func integer(at column: Int) -> Int64 { sqlite3_column_int64(handle, Int32(column)) }

  func real(at column: Int) -> Double { sqlite3_column_double(handle, Int32(column)) }

  /// Calls a function with the bytes of the text in a column of the current row. They may be invalid UTF-8 in a damaged
  /// file.
  func withText<Result>(at column: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    // The text is requested before its length, because a conversion of the encoding changes the length.
    let start = sqlite3_column_text(handle, Int32(column))
    let count = Int(sqlite3_column_bytes(handle, Int32(column)))
    return body(UnsafeBufferPointer(start: start, count: start == nil ? 0 : count))
  }

  func withBlob<Result>(at column: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    let start = sqlite3_column_blob(handle, Int32(column))
    let count = Int(sqlite3_column_bytes(handle, Int32(column)))
    let bytes = UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count)
    return body(bytes.assumingMemoryBound(to: UInt8.self))
  }
}
