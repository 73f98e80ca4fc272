import CSQLite
import Mantle

/// A prepared statement.
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

  /// Sets all parameters, in their order.
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
            // An empty buffer may have no address, which SQLite would bind as null.
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

  /// Runs the statement to its end.
  func run(_ values: [SQLiteValue]) throws(StoreError) {
    defer { reset() }
    try bind(values)
    while try step() {}
  }

  /// Goes to the next row; false if there is none.
  func step() throws(StoreError) -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw connection.failure(code)
    }
  }

  /// The text of the statement, without the statements after it.
  var text: String { sqlite3_sql(handle).map { String(cString: $0) } ?? "" }

  /// Whether a text has no statement, such as a comment.
  static func isNone(_ sql: String, on connection: Connection) -> Bool {
    var prepared: OpaquePointer?
    defer { sqlite3_finalize(prepared) }
    return sqlite3_prepare_v2(connection.handle, sql, -1, &prepared, nil) == SQLITE_OK && prepared == nil
  }

  /// Whether the statement writes nothing.
  var isReadOnly: Bool { sqlite3_stmt_readonly(handle) != 0 }

  /// Whether the statement has a row now: rows that refer to rows of their own table are read by several.
  var isRunning: Bool { sqlite3_stmt_busy(handle) != 0 }

  /// Ends the statement, so that it holds no lock and can be run again.
  func reset() {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
  }

  /// A copy of a value of the row.
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

  /// The name of a column of the result.
  func name(at column: Int) -> String {
    sqlite3_column_name(handle, Int32(column)).map { String(cString: $0) } ?? ""
  }

  /// The type that the table declares for a column of the result; nil for an expression, or without a type.
  func declaredType(at column: Int) -> String? {
    sqlite3_column_decltype(handle, Int32(column)).map { String(cString: $0) }
  }

  var columnCount: Int { Int(sqlite3_column_count(handle)) }

  /// The kind of a value of the row, without a copy of the value.
  func kind(at column: Int) -> Int32 { sqlite3_column_type(handle, Int32(column)) }

  func isNull(at column: Int) -> Bool { kind(at: column) == SQLITE_NULL }

  func integer(at column: Int) -> Int64 { sqlite3_column_int64(handle, Int32(column)) }

  func real(at column: Int) -> Double { sqlite3_column_double(handle, Int32(column)) }

  /// Calls a function with the bytes of a text, which are not always UTF-8 in a damaged file.
  func withText<Result>(at column: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    // The text must be requested before its length, which may change with the encoding.
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
