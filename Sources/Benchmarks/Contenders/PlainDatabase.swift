import CSQLite
import Foundation

/// A hand-written loop over the C interface of SQLite that writes the rows that a store writes for issues.
final class PlainDatabase {
  private var database: OpaquePointer?

  init(_ path: String) throws {
    guard sqlite3_open(path, &database) == SQLITE_OK else { throw failure }
    try run("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
    try run(
      """
      CREATE TABLE issue (url TEXT, html_url TEXT, number INTEGER PRIMARY KEY, state TEXT, title TEXT, body TEXT,
        login TEXT, assignee TEXT, comments INTEGER, created_at TEXT, updated_at TEXT);
      CREATE TABLE label (issue INTEGER, position INTEGER, name TEXT, color TEXT, PRIMARY KEY (issue, position))
        WITHOUT ROWID
      """)
  }

  deinit { sqlite3_close(database) }

  func save(_ issues: [Issue]) throws -> Int {
    try run("BEGIN")
    let issueRow = try Row("INSERT INTO issue VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", of: self)
    let labelRow = try Row("INSERT INTO label VALUES (?, ?, ?, ?)", of: self)
    for issue in issues {
      let assignee = try issue.assignee.map { String(decoding: try $0.jsonBytes(), as: UTF8.self) }
      let dates = [issue.createdAt, issue.updatedAt].map { $0?.formatted(.iso8601) }
      try issueRow.insert([
        .text(issue.url), .text(issue.htmlURL), .integer(issue.number), .text(issue.state.rawValue),
        .text(issue.title), .text(issue.body), .text(issue.reporterLogin), .text(assignee),
        .integer(issue.comments), .text(dates[0]), .text(dates[1]),
      ])
      for (position, label) in issue.labels.enumerated() {
        try labelRow.insert([
          .integer(issue.number), .integer(position), .text(label.name), .text(label.color),
        ])
      }
    }
    try run("COMMIT")
    return issues.count
  }

  private func run(_ sql: String) throws {
    guard sqlite3_exec(database, sql, nil, nil, nil) == SQLITE_OK else { throw failure }
  }

  private var failure: Race.Failure { Race.Failure(description: String(cString: sqlite3_errmsg(database))) }

  /// A prepared statement that inserts rows into a table.
  private final class Row {
    private let owner: PlainDatabase
    private var statement: OpaquePointer?

    /// The value of a column in a row.
    enum Value { case integer(Int), text(String?) }

    init(_ sql: String, of owner: PlainDatabase) throws {
      self.owner = owner
      let code = sqlite3_prepare_v2(owner.database, sql, -1, &statement, nil)
      guard code == SQLITE_OK else { throw owner.failure }
    }

    deinit { sqlite3_finalize(statement) }

    func insert(_ values: [Value]) throws {
      for (index, value) in zip(Int32(1)..., values) {
        switch value {
        case .integer(let number): sqlite3_bind_int64(statement, index, Int64(number))
        case .text(nil): sqlite3_bind_null(statement, index)
        case .text(let text?): sqlite3_bind_copied_text(statement, index, text, UInt64(text.utf8.count))
        }
      }
      guard sqlite3_step(statement) == SQLITE_DONE, sqlite3_reset(statement) == SQLITE_OK else {
        throw owner.failure
      }
    }
  }
}
