import CSQLite
import MantlePlatform

/// A connection to a database file, which one thread uses at a time.
final class Connection {
  let handle: OpaquePointer
  private let path: String
  /// The prepared statements of this connection, cached by their SQL text.
  private var statements: [String: Statement] = [:]

  /// The distinct statements that may write, recorded while ``rehearse(_:)`` runs; nil at all other times.
  private var log: [String]?

  /// The maximum time in milliseconds to wait for another connection that is writing.
  private static let patience: Int32 = 5_000

  /// Opens a database file. If the file does not exist and is opened for writing, it is created.
  ///
  /// Even a connection that only reads may write to the file if the system permits it: the last connection to a file
  /// moves the write-ahead log into the file and removes it, and rolls back the transaction of a program that was
  /// killed.
  init(_ path: String, isReadOnly: Bool = false) throws(StoreError) {
    var opened: OpaquePointer?
    let isFrozen = isReadOnly && WriteAheadLog.isMissingAndCannotBeMade(for: path)
    let name = isFrozen ? "file:\(Self.escaped(path))?immutable=1" : path
    let access =
      SQLITE_OPEN_READWRITE | (isReadOnly ? 0 : SQLITE_OPEN_CREATE) | (isFrozen ? SQLITE_OPEN_URI : 0)
    let code = sqlite3_open_v2(name, &opened, access | SQLITE_OPEN_NOMUTEX, nil)
    guard let opened else { throw StoreError(.database(code: Int(code)), "out of memory", file: path) }
    (handle, self.path) = (opened, path)
    guard code == SQLITE_OK else { throw failure(code) }
    sqlite3_extended_result_codes(handle, 1)
    sqlite3_busy_timeout(handle, Self.patience)
    // `cell_size_check` detects damaged pages before they are used. The schema may call functions without side
    // effects, because JSON functions are common in indexes, and many versions of SQLite refuse them otherwise.
    for setting in ["foreign_keys = ON", "trusted_schema = ON", "cell_size_check = ON"] {
      try run("PRAGMA \(setting)")
    }
    if isReadOnly { try run("PRAGMA query_only = ON") }
  }

  /// Returns a path with the characters escaped that have a meaning in a URI.
  private static func escaped(_ path: String) -> String {
    path.replacing(["%": "%25", "?": "%3f", "#": "%23"])
  }

  deinit { sqlite3_close_v2(handle) }

  /// Returns the prepared statement for an SQL text, from the cache if possible.
  func statement(_ sql: String) throws(StoreError) -> Statement {
    if let known = statements[sql], !known.isRunning { return known }
    let made = try Statement(sql, on: self)
    statements[sql] = made
    if !made.isReadOnly { note(sql) }
    return made
  }

  /// Adds an SQL statement or a comment to the result of ``rehearse(_:)``, unless the result contains it. Has no effect
  /// at other times.
  func note(_ line: String) {
    if log?.contains(line) == false { log?.append(line) }
  }

  /// Runs a function in a transaction that is rolled back, to find the statements that the function would run.
  ///
  /// - Returns: the statements that may write and that the function ran for the first time on this connection.
  func rehearse(_ body: () throws -> Void) throws -> [String] {
    try run("BEGIN IMMEDIATE")
    defer { if sqlite3_get_autocommit(handle) == 0 { try? run("ROLLBACK") } }
    log = []
    defer { log = nil }
    try body()
    return log ?? []
  }

  /// Runs an SQL statement to completion with the values of its parameters.
  func run(_ sql: String, _ values: [SQLiteValue] = []) throws(StoreError) {
    try statement(sql).run(values)
  }

  /// Runs an SQL query and returns the first column of the first row; null if there are no rows.
  func value(_ sql: String, _ values: [SQLiteValue] = []) throws(StoreError) -> SQLiteValue {
    let statement = try statement(sql)
    defer { statement.reset() }
    try statement.bind(values)
    return try statement.step() ? statement.value(at: 0) : .null
  }

  /// Runs a function in one transaction, which is rolled back if the function throws.
  func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    try run("BEGIN IMMEDIATE")
    do {
      let result = try body()
      try run("COMMIT")
      return result
    } catch {
      // After some errors, SQLite has already rolled back.
      if sqlite3_get_autocommit(handle) == 0 { try? run("ROLLBACK") }
      throw error
    }
  }

  /// Runs a function as a part of the current transaction. If the function throws, only its own changes are undone.
  func savepoint<Result>(_ body: () throws -> Result) throws -> Result {
    // SQLite has rolled back the transaction after some errors.
    guard sqlite3_get_autocommit(handle) == 0 else {
      throw StoreError(.database(code: Int(SQLITE_ABORT)), "the transaction was rolled back", file: path)
    }
    try run("SAVEPOINT change")
    do {
      let result = try body()
      try run("RELEASE change")
      return result
    } catch {
      if sqlite3_get_autocommit(handle) == 0 {
        try run("ROLLBACK TO change")
        try run("RELEASE change")
      }
      throw error
    }
  }

  /// Runs a function as a part of the current transaction with the triggers of the schema disabled, and undoes its
  /// changes.
  ///
  /// If the function fails, the cause is in the rows of the changed table, and not in a trigger.
  func rehearseWithoutTriggers(_ body: () throws -> Void) throws {
    try run("SAVEPOINT rehearsal")
    sqlite3_enable_triggers(handle, 0)
    defer {
      sqlite3_enable_triggers(handle, 1)
      if sqlite3_get_autocommit(handle) == 0 {
        try? run("ROLLBACK TO rehearsal")
        try? run("RELEASE rehearsal")
      }
    }
    try body()
  }

  /// Returns the error for a result code of SQLite, with SQLite's message for it.
  func failure(_ code: Int32) -> StoreError {
    let message = String(cString: sqlite3_errmsg(handle))
    switch code & 0xFF {
    case _ where message.contains("unsafe use of"):
      let advice = "code in the schema of the file is not run: change the rows with `sqlite3`"
      return StoreError(.database(code: Int(code)), "\(message)  (\(advice))", file: path)
    case SQLITE_CANTOPEN where access(path, F_OK) == 0, SQLITE_READONLY:
      let advice =
        WriteAheadLog.exists(for: path)
        ? "; to read it elsewhere, copy it with the file that has the suffix `-wal`" : ""
      return StoreError(
        .database(code: Int(code)), "\(message)  (the file and its directory must be writable\(advice))",
        file: path)
    case SQLITE_BUSY, SQLITE_LOCKED:
      return StoreError(
        .busy, "\(message): another program is writing (try again when it has finished)", file: path)
    case SQLITE_NOTADB, SQLITE_CORRUPT:
      return StoreError(.damaged, "\(message) (restore the file from a backup)", file: path)
    case SQLITE_CONSTRAINT: return StoreError(.constraint, message, file: path)
    default: return StoreError(.database(code: Int(code)), message, file: path)
    }
  }
}

/// A namespace for SQLite's write-ahead log: the file with the suffix `-wal` next to a database file, which contains
/// the latest changes.
enum WriteAheadLog {
  /// Returns whether a write-ahead log that is not empty exists next to the database file at a path.
  static func exists(for path: String) -> Bool {
    var status = stat()
    return stat(path + "-wal", &status) == 0 && status.st_size > 0
  }

  /// Returns whether the database file at a path uses a write-ahead log that neither exists nor can be created by this
  /// process. Then the database file is complete, and no other connection is writing to it.
  static func isMissingAndCannotBeMade(for path: String) -> Bool {
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    return (access(path, W_OK) != 0 || access(folder, W_OK) != 0) && isKept(by: path) && !exists(for: path)
  }

  /// Returns whether the header of a database file specifies a write-ahead log.
  private static func isKept(by path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var header = [UInt8](repeating: 0, count: 20)
    // Bytes 18 and 19 are the format versions for writing and for reading. Version 2 means a write-ahead log.
    return read(descriptor, &header, header.count) == header.count && header[19] == 2
  }
}
