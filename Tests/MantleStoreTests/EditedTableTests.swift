import Mantle
import Testing

@testable import MantleStore

/// Edited rows of tables of any program.
@Suite struct EditedTableTests {
  /// Applies an edit of the lines of table `t`.
  ///
  /// - Returns: the rows that are stored with other text, by their indices.
  @discardableResult
  private static func edit(
    _ temporary: TemporaryStore, replaced: ReplacedRows = ReplacedRows(),
    _ change: ([String]) -> [String], meanwhile: String? = nil
  ) throws -> [Int: String] {
    var bytes: [UInt8] = []
    let file = try DatabaseFile(temporary.path)
    try file.writeLines(of: "t") {
      bytes += $0
      return true
    }
    let lines = bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
    if let meanwhile { try temporary.run(meanwhile) }
    func nodes(_ lines: [String]) throws -> [JSONNode] { try lines.map { try JSONDocument($0).root } }
    return try file.update("t", from: nodes(lines), to: nodes(change(lines)), replaced: replaced).mapValues {
      String(decoding: $0, as: UTF8.self)
    }
  }

  static let schema =
    "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, size REAL, done BOOLEAN, meta JSON, raw)"

  private static func table(_ sql: String...) throws -> TemporaryStore {
    let temporary = try TemporaryStore()
    for sql in sql { try temporary.run(sql) }
    return temporary
  }

  private static func sample() throws -> TemporaryStore {
    try table(
      schema, "INSERT INTO t VALUES (1, 'a', 1.5, 0, '{\"k\": [1]}', x'00ff')",
      "INSERT INTO t VALUES (2, 'b', null, 1, '[]', 'text'), (3, 'c', -2.0, null, null, 7)")
  }

  static let edits: [(from: String, to: String, rows: [String])] = [
    (
      #""name":"a""#, #""name":"ä\n""#,
      ["1|ä\n|1.5|0|{\"k\": [1]}|blob", "2|b||1|[]|text", "3|c|-2.0|||integer"]
    ),
    (
      #""done":false"#, #""done":null"#,
      ["1|a|1.5||{\"k\": [1]}|blob", "2|b||1|[]|text", "3|c|-2.0|||integer"]
    ),
    (
      #"{"k": [1]}"#, #"{"k":[1,2]}"#,
      ["1|a|1.5|0|{\"k\":[1,2]}|blob", "2|b||1|[]|text", "3|c|-2.0|||integer"]
    ),
    (#""size":1.5"#, #""size":3"#, ["1|a|3.0|0|{\"k\": [1]}|blob", "2|b||1|[]|text", "3|c|-2.0|||integer"]),
    (#""AP8=""#, #""AAA=""#, ["1|a|1.5|0|{\"k\": [1]}|blob", "2|b||1|[]|text", "3|c|-2.0|||integer"]),
    (#""id":1"#, #""id":9"#, ["2|b||1|[]|text", "3|c|-2.0|||integer", "9|a|1.5|0|{\"k\": [1]}|blob"]),
    (#""name":"a","#, "", ["1||1.5|0|{\"k\": [1]}|blob", "2|b||1|[]|text", "3|c|-2.0|||integer"]),
  ]

  @Test(arguments: edits) func editChangesTheRow(_ from: String, _ to: String, _ rows: [String]) throws {
    let temporary = try Self.sample()
    try Self.edit(temporary, { $0.map { $0.replacing(from, with: to) } })
    #expect(try temporary.shell("SELECT id, name, size, done, meta, typeof(raw) FROM t ORDER BY id") == rows)
  }

  @Test func editingAddsAndRemovesRows() throws {
    let temporary = try Self.sample()
    try Self.edit(temporary, { [$0[2], #"{"id":2,"name":"new"}"#, #"{"name":"next"}"#] })
    #expect(try temporary.shell("SELECT id, name FROM t ORDER BY id") == ["2|new", "3|c", "4|next"])
  }

  @Test(arguments: [
    (#""name":"a""#, #""name":5"#, "would hold \"5\""), (#""name":"a""#, #""nom":"a""#, "no such column"),
    (#""name":"a""#, #""name":[1]"#, "cannot hold"), (#""done":false"#, #""done":"x""#, "cannot hold"),
    (#""AP8=""#, #""!""#, "base64"), (#""id":1"#, #""id":2"#, "UNIQUE"),
    (#""id":1"#, #""id":"x""#, "datatype"),
  ])
  func valuesThatColumnsCannotHoldAreRefused(_ from: String, _ to: String, _ words: String) throws {
    let temporary = try Self.sample()
    let before = try temporary.shell("SELECT * FROM t")
    let error = #expect(throws: StoreError.self) {
      try Self.edit(temporary, { $0.map { $0.replacing(from, with: to) } })
    }
    #expect(error?.description.contains(words) == true, "\(String(describing: error))")
    #expect(error?.table == "t")
    #expect(try temporary.shell("SELECT * FROM t") == before)
  }

  @Test func rowChangedMeanwhileIsNotOverwritten() throws {
    for sql in ["UPDATE t SET size = 9 WHERE id = 1", "DELETE FROM t WHERE id = 1"] {
      let temporary = try Self.sample()
      let error = #expect(throws: StoreError.self) {
        try Self.edit(temporary, { $0.map { $0.replacing("\"a\"", with: "\"x\"") } }, meanwhile: sql)
      }
      #expect(error?.reason == .conflict)
    }
    // Other rows may change.
    let temporary = try Self.sample()
    try Self.edit(
      temporary, { $0.map { $0.replacing("\"a\"", with: "\"x\"") } },
      meanwhile: "UPDATE t SET name = 'y' WHERE id = 2")
    #expect(try temporary.shell("SELECT name FROM t ORDER BY id") == ["x", "y", "c"])
  }

  @Test(arguments: [
    "CREATE TABLE t (x)", "CREATE TABLE t (rowid TEXT, x)",
    "CREATE TABLE t (a TEXT, x, PRIMARY KEY (a, x)) WITHOUT ROWID",
    "CREATE TABLE t (x PRIMARY KEY) WITHOUT ROWID", "CREATE TABLE t (x, \"y \"\"z\" AS (x + 1))",
  ])
  func everyKindOfTableCanBeEdited(_ sql: String) throws {
    let temporary = try Self.table(sql)
    try temporary.run(
      "INSERT INTO t (\(sql.contains("a TEXT") ? "a, x) VALUES ('k', 1), ('k', 2)" : "x) VALUES (1), (2)")")
    try Self.edit(
      temporary,
      { lines in lines.map { $0.replacing("\"x\":2", with: "\"x\":5") } })
    #expect(try temporary.shell("SELECT x FROM t ORDER BY x") == ["1", "5"])
    try Self.edit(temporary, { Array($0.dropFirst()) })
    #expect(try temporary.shell("SELECT x FROM t") == ["5"])
  }

  /// An index of words is kept by triggers.
  @Test func editingRunsTriggersOnVirtualTables() throws {
    let temporary = try Self.table(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, x)", "INSERT INTO t VALUES (1, 'a')",
      "CREATE VIRTUAL TABLE words USING fts5(x)",
      "CREATE TRIGGER words AFTER UPDATE ON t BEGIN INSERT INTO words VALUES (new.x); END")
    try Self.edit(temporary, { $0.map { $0.replacing("\"a\"", with: "\"b\"") } })
    #expect(try temporary.shell("SELECT x FROM t UNION ALL SELECT x FROM words") == ["b", "b"])
  }

  /// Many versions of SQLite regard their JSON functions as unsafe in a schema.
  @Test(arguments: [
    "CREATE INDEX i ON t (json_extract(j, '$.a'))", "ALTER TABLE t ADD COLUMN a AS (j ->> 'a')",
    "CREATE TABLE other (j TEXT CHECK (json_valid(j)))",
    "CREATE VIEW v AS SELECT json_extract(j, '$.a') FROM t",
  ])
  func tablesWithJSONFunctionsCanBeEdited(_ sql: String) throws {
    let temporary = try Self.table(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, j TEXT)", "INSERT INTO t VALUES (1, '{}')", sql)
    try Self.edit(temporary, { $0.map { $0.replacing("\"id\":1", with: "\"id\":2") } })
    #expect(try temporary.shell("SELECT id, j FROM t") == ["2|{}"])
  }

  @Test(arguments: ["CREATE VIEW t AS SELECT 1 AS x", "CREATE VIRTUAL TABLE t USING fts5(x)"])
  func editingViewsIsRefused(_ sql: String) throws {
    let temporary = try Self.table(sql)
    let error = #expect(throws: StoreError.self) { try Self.edit(temporary, { $0 + [#"{"x":2}"#] }) }
    #expect(error?.reason == .definition, "\(String(describing: error))")
  }

  @Test func editingKeepsBlobColumnsAsBlobs() throws {
    let temporary = try Self.table(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, b BLOB)",
      "INSERT INTO t VALUES (1, null), (2, x'00ff'), (3, 'text')")
    func rows() throws -> [String] { try temporary.shell("SELECT id, typeof(b), length(b) FROM t") }
    try Self.edit(temporary, { [$0[0].replacing("null", with: #""AAAA""#), $0[2]] })
    #expect(try rows() == ["1|blob|3", "3|text|4"])
    try Self.edit(temporary, { $0.map { $0.replacing("text", with: "words") } + [#"{"id":2,"b":"AP8="}"#] })
    #expect(try rows() == ["1|blob|3", "2|blob|2", "3|text|5"])
    let error = #expect(throws: StoreError.self) { try Self.edit(temporary, { $0 + [#"{"b":"no bytes"}"#] }) }
    #expect(error?.description.contains("base64") == true, "\(String(describing: error))")
  }

  /// Values whose JSON is also that of other values come back as they were.
  @Test(arguments: [
    ("", "x'00ff10'"), ("TEXT", "x'00ff10'"), ("", "1.0"), ("BLOB", "'text'"), ("", "9e999"), ("", "'AP8Q'"),
    ("INTEGER", "'x'"), ("BOOLEAN", "x'00'"), ("ANY PRIMARY KEY", "x'00ff10'"), ("REAL", "2"),
  ])
  func undoingAnEditRestoresTheRow(_ type: String, _ value: String) throws {
    let temporary = try Self.table(
      "CREATE TABLE t (v \(type), n)", "INSERT INTO t VALUES (\(value), 1), ('b', 2)")
    func rows() throws -> [String] { try temporary.shell("SELECT typeof(v), quote(v), n FROM t ORDER BY n") }
    let (before, replaced) = (try rows(), ReplacedRows())
    var row = ""
    try Self.edit(temporary, replaced: replaced) { lines in
      row = lines[0]
      return [lines[1]]
    }
    #expect(try rows() == [before[1]])
    try Self.edit(temporary, replaced: replaced) { [row] + $0 }
    #expect(try rows() == before)
    try Self.edit(temporary, replaced: replaced) { lines in
      lines.map { $0 == row ? #"{"v":null,"n":1}"# : $0 }
    }
    #expect(try rows() != before)
    try Self.edit(temporary, replaced: replaced) { lines in lines.map { $0.contains("null") ? row : $0 } }
    #expect(try rows() == before)
  }

  /// Of a column with bytes, base64 text is a copy of them, unless the column has the same text.
  @Test func copyingABlobValueStoresABlob() throws {
    let temporary = try Self.table(
      "CREATE TABLE t (v, n)", "INSERT INTO t VALUES (x'00ff10', 1), ('abcd', 2)")
    try Self.edit(temporary) {
      $0 + [#"{"v":"AP8Q","n":3}"#, #"{"v":"abcd","n":4}"#, #"{"v":"AP8R","n":5}"#]
    }
    #expect(
      try temporary.shell("SELECT quote(v) FROM t ORDER BY n")
        == ["X'00FF10'", "'abcd'", "X'00FF10'", "'abcd'", "'AP8R'"])
  }

  /// Rules of the schema that would delete other rows, or ignore the edit, without an error.
  @Test(arguments: [
    ("UNIQUE ON CONFLICT REPLACE", #""k":"a""#, #""k":"b""#, "UNIQUE"),
    ("UNIQUE ON CONFLICT IGNORE", #""k":"a""#, #""k":"b""#, "UNIQUE"),
    ("NOT NULL ON CONFLICT REPLACE DEFAULT 'c'", #""k":"a""#, #""k":null"#, "NOT NULL"),
  ])
  func editsIgnoredByConflictsAreErrors(_ rule: String, _ from: String, _ to: String, _ words: String) throws
  {
    for trigger in ["SELECT 1", "CREATE TRIGGER t AFTER UPDATE ON t BEGIN SELECT 1; END"] {
      let temporary = try Self.table(
        "CREATE TABLE t (k \(rule))", "INSERT INTO t VALUES ('a'), ('b')", trigger)
      for change in [{ $0.replacing(from, with: to) }, { $0.contains(from) ? "\($0)\n{\(to)}" : $0 }] {
        let error = #expect(throws: StoreError.self) {
          try Self.edit(temporary, { $0.flatMap { change($0).components(separatedBy: "\n") } })
        }
        #expect(error?.description.contains(words) == true, "\(String(describing: error))")
        #expect(try temporary.shell("SELECT k FROM t") == ["a", "b"])
      }
    }
  }

  /// The JSON does not tell which of the rows is edited.
  @Test func editingRowsWithEqualJSONIsRefused() throws {
    let temporary = try Self.table(
      "CREATE TABLE t (v, w)", "INSERT INTO t VALUES (x'6869', 1), ('aGk=', 1), ('c', 2)")
    for edit in [{ Array($0.dropFirst()) }, { $0.map { $0.replacing("1", with: "3") } }]
      as [([String]) -> [String]]
    {
      let error = #expect(throws: StoreError.self) { try Self.edit(temporary, edit) }
      #expect(error?.description.contains("same JSON") == true, "\(String(describing: error))")
    }
    try Self.edit(temporary, { Array($0.dropLast()) })
    #expect(try temporary.shell("SELECT quote(v) FROM t") == ["X'6869'", "'aGk='"])
  }

  @Test func movingRowsIsRefused() throws {
    let temporary = try Self.sample()
    let error = #expect(throws: StoreError.self) { try Self.edit(temporary, { $0.reversed() }) }
    #expect(error?.description.contains("have no order") == true, "\(String(describing: error))")
  }

  @Test(arguments: ["INSERT", "UPDATE", "DELETE"]) func triggerIgnoringEditIsAnError(_ event: String) throws {
    let temporary = try Self.table(
      "CREATE TABLE t (k)", "INSERT INTO t VALUES ('a'), ('b')",
      "CREATE TRIGGER keep BEFORE \(event) ON t BEGIN SELECT RAISE(IGNORE); END")
    let error = #expect(throws: StoreError.self) {
      try Self.edit(
        temporary, { event == "INSERT" ? $0 + [$0[0]] : event == "DELETE" ? [$0[1]] : [$0[0], "{}"] })
    }
    #expect(error?.description.contains("a trigger undid the change") == true, "\(String(describing: error))")
    #expect(try temporary.shell("SELECT k FROM t") == ["a", "b"])
  }

  /// A trigger has the conflict policies of its own statements.
  @Test func triggersKeepTheirConflictPolicies() throws {
    let temporary = try Self.table(
      "CREATE TABLE t (k TEXT)", "CREATE TABLE log (k TEXT UNIQUE)", "INSERT INTO t VALUES ('a')",
      "INSERT INTO log VALUES ('b')",
      "CREATE TRIGGER t AFTER UPDATE ON t BEGIN INSERT OR REPLACE INTO log VALUES (new.k); END")
    try Self.edit(temporary, { $0.map { $0.replacing("a", with: "b") } })
    #expect(try temporary.shell("SELECT k FROM t") == ["b"])
  }

  @Test func rowsReferringToEachOtherCanChangeTogether() throws {
    let temporary = try Self.table(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, up INTEGER REFERENCES t)",
      "INSERT INTO t VALUES (1, null), (2, 1), (3, null), (4, 3)")
    try Self.edit(temporary, { [$0[2].replacing("3", with: "5"), $0[3].replacing("3", with: "5")] })
    #expect(try temporary.shell("SELECT * FROM t") == ["4|5", "5|"])
    for dangling in [[#"{"id":4,"up":6}"#], [#"{"id":4,"up":6}"#, #"{"id":7,"up":null}"#]] {
      let error = #expect(throws: StoreError.self) { try Self.edit(temporary, { _ in dangling }) }
      #expect(error?.reason == .constraint && error?.table == "t", "\(String(describing: error))")
    }
    #expect(try temporary.shell("SELECT * FROM t") == ["4|5", "5|"])
  }

  /// Rows that refer to a changed row remain, also where other rows next to it are removed or added.
  @Test(arguments: ["n INTEGER PRIMARY KEY, m DEFAULT 1", "n, m DEFAULT 1, PRIMARY KEY (m, n)"])
  func editingIdentifiesRowsByPrimaryKey(_ columns: String) throws {
    let temporary = try Self.table(
      "CREATE TABLE t (x, \(columns))", "CREATE UNIQUE INDEX i ON t (n)",
      "CREATE TABLE c (d, n REFERENCES t (n) ON DELETE CASCADE ON UPDATE CASCADE)",
      "INSERT INTO t VALUES ('a', 1, 1), ('b', 2, 1), ('c', 3, 1)",
      "INSERT INTO c VALUES (1, 1), (2, 2), (3, 3)")
    try Self.edit(temporary, { [$0[1].replacing("b", with: "B"), $0[2]] })
    #expect(try temporary.shell("SELECT x, d FROM t JOIN c USING (n)") == ["B|2", "c|3"])
    try Self.edit(temporary, { [#"{"x":"new","n":4}"#, $0[0].replacing("B", with: "b"), $0[1]] })
    #expect(try temporary.shell("SELECT x, d FROM t JOIN c USING (n)") == ["b|2", "c|3"])
    try Self.edit(temporary, { $0.map { $0.replacing("2", with: "5") } })
    #expect(try temporary.shell("SELECT x, d, n FROM t JOIN c USING (n)") == ["b|2|5", "c|3|3"])
    try Self.edit(temporary, { $0.filter { $0.contains("b") } + [#"{"x":"d","n":6,"m":2}"#] })
    #expect(try temporary.shell("SELECT x, d FROM t LEFT JOIN c USING (n) ORDER BY x") == ["b|2", "d|"])
  }

  /// Each edit is of the rows as they are stored: another edit of the same rows finds them.
  @Test func editingReturnsTheStoredRows() throws {
    let temporary = try Self.table(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a REAL DEFAULT 7, b AS (a + 1), c)",
      "INSERT INTO t VALUES (1, 1, 0)",
      "CREATE TRIGGER t AFTER UPDATE ON t BEGIN UPDATE t SET c = c + 1 WHERE id = new.id; END")
    var stored = try Self.edit(temporary, { [$0[0].replacing("\"a\":1.0", with: "\"a\":2.50")] })
    #expect(stored == [0: #"{"id":1,"a":2.5,"b":3.5,"c":1}"#])
    stored = try Self.edit(temporary, { [#"{ "id": 2, "c": 9 }"#, $0[0].replacing("2.5", with: "3")] })
    #expect(
      stored == [0: #"{"id":2,"a":7.0,"b":8.0,"c":9}"#, 1: #"{"id":1,"a":3.0,"b":4.0,"c":2}"#])
    stored = try Self.edit(temporary, { $0 + [$0[1].replacing("\"id\":2", with: "\"id\":3")] })
    #expect(stored == [:])
    // A generated value cannot be edited, but may be that of former values.
    stored = try Self.edit(temporary, { [#"{"id":1,"a":1,"b":2,"c":2}"#] + $0[1...] })
    #expect(stored == [0: #"{"id":1,"a":1.0,"b":2.0,"c":3}"#])
    let error = #expect(throws: StoreError.self) {
      try Self.edit(temporary, { $0.map { $0.replacing("\"b\":2", with: "\"b\":5") } })
    }
    #expect(error?.description.contains("would hold 2.0 instead") == true, "\(String(describing: error))")
  }

  @Test func editingRemovesOneOfEqualRows() throws {
    let temporary = try Self.table("CREATE TABLE t (x)", "INSERT INTO t VALUES (1), (1), (1)")
    try Self.edit(temporary, { Array($0.dropFirst()) })
    #expect(try temporary.shell("SELECT x FROM t") == ["1", "1"])
  }
}
