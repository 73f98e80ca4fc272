import Foundation
import GitHubModels
import Mantle
import Testing

@testable import MantleStore

/// SQLite files of any program, read as JSON.
@Suite struct DatabaseFileTests {
  static func lines(_ path: String, of table: String) throws -> [String] {
    var bytes: [UInt8] = []
    try DatabaseFile(path).writeLines(of: table) {
      bytes += $0
      return true
    }
    return bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(arguments: [
    ("(1, 'x' || char(0) || 'y', x'00ff10')", #"{"a":1,"b":"x\u0000y","c":"AP8Q"}"#),
    ("(9007199254740993, '', x'')", #"{"a":9007199254740993,"b":"","c":""}"#),
    ("(-9223372036854775808, null, x'7b7d')", #"{"a":-9223372036854775808,"b":null,"c":"e30="}"#),
    ("(1.5, '007', -0.25)", #"{"a":1.5,"b":"007","c":-0.25}"#),
    ("('text', '{\"a\": 1}', 9e999)", #"{"a":"text","b":"{\"a\": 1}","c":9.0e+999}"#),
  ]) func everyKindOfSQLiteValueConvertsToJSON(_ values: String, _ expected: String) throws {
    let temporary = try TemporaryStore()
    try temporary.run("CREATE TABLE t (a INTEGER, b TEXT, c)")
    try temporary.run("INSERT INTO t VALUES \(values)")
    #expect(try Self.lines(temporary.path, of: "t") == [expected])
  }

  @Test(arguments: [
    ("1, '{\"k\": [1,\n 2]}'", #"{"flag":true,"json":{"k":[1,2]}}"#),
    ("0, 'no JSON'", #"{"flag":false,"json":"no JSON"}"#),
    ("2, null", #"{"flag":2,"json":null}"#), ("null, x'8c1761'", #"{"flag":null,"json":"jBdh"}"#),
  ]) func declaredBooleanAndJSONColumnsConvertToJSON(_ values: String, _ expected: String) throws {
    let temporary = try TemporaryStore()
    try temporary.run("CREATE TABLE t (flag boolean, json JSON)")
    try temporary.run("INSERT INTO t VALUES (\(values))")
    #expect(try Self.lines(temporary.path, of: "t") == [expected])
  }

  @Test(arguments: [
    ("a REFERENCES p", ["p: a = id"]), ("a REFERENCES P(ID)", ["p: a = id"]), ("a REFERENCES none", []),
    ("a, \"b c\", FOREIGN KEY (A, \"b c\") REFERENCES two", ["two: a = x, b c = y"]),
    ("a REFERENCES p, b REFERENCES t(a)", ["p: a = id", "t: b = a"]), ("a REFERENCES p(none)", []),
  ]) func foreignKeysAreListedWithTheirColumns(_ columns: String, _ expected: [String]) throws {
    let temporary = try TemporaryStore()
    for sql in [
      "CREATE TABLE p (id INTEGER PRIMARY KEY)", "CREATE TABLE two (y, x, z, PRIMARY KEY (x, y))",
      "CREATE TABLE t (\(columns))",
    ] {
      try temporary.run(sql)
    }
    let keys = try DatabaseFile(temporary.path).foreignKeys(of: "t").map { key in
      "\(key.table): \(key.columns.map { "\($0.own) = \($0.target)" }.joined(separator: ", "))"
    }
    #expect(keys == expected)
  }

  @Test func everyKindOfTableConvertsToJSON() throws {
    let temporary = try TemporaryStore()
    for sql in [
      "CREATE TABLE keyless (x)", "INSERT INTO keyless VALUES (1), (1)",
      "CREATE TABLE keyed (k TEXT PRIMARY KEY, v) WITHOUT ROWID", "INSERT INTO keyed VALUES ('a', 2)",
      "CREATE TABLE made (a INT, b INT AS (a * 2) STORED, c INT AS (a + 1))",
      "INSERT INTO made (a) VALUES (4)", "CREATE TRIGGER made AFTER INSERT ON made BEGIN SELECT 1; END",
      "CREATE VIEW seen AS SELECT k, k, v + 1 AS sum FROM keyed",
      "CREATE VIRTUAL TABLE found USING fts5(body)", "INSERT INTO found VALUES ('hello')",
      "CREATE TABLE \"select \"\"x\"\"\" (\"from\" INT, \"a\"\"b\" INT)",
      "INSERT INTO \"select \"\"x\"\"\" VALUES (1, 2)",
      "CREATE TABLE empty (x)",
    ] {
      try temporary.run(sql)
    }
    let expected: KeyValuePairs = [
      "keyless": [#"{"x":1}"#, #"{"x":1}"#], "keyed": [#"{"k":"a","v":2}"#],
      "made": [#"{"a":4,"b":8,"c":5}"#],
      "seen": [#"{"k":"a","k:1":"a","sum":3}"#], "found": [#"{"body":"hello"}"#],
      "select \"x\"": [#"{"from":1,"a\"b":2}"#], "empty": [],
    ]
    #expect(try DatabaseFile(temporary.path).tables() == expected.map(\.key))
    for (table, lines) in expected { #expect(try Self.lines(temporary.path, of: table) == lines) }
    #expect(throws: StoreError.self) { try Self.lines(temporary.path, of: "nothing") }
  }

  /// A program that is killed while it writes leaves a rollback journal.
  @Test func interruptedTransactionIsRolledBack() throws {
    let temporary = try TemporaryStore()
    let (path, copy) = (temporary.folder.path + "/a.db", temporary.folder.path + "/b.db")
    let connection = try Connection(path)
    for sql in [
      "CREATE TABLE t (x)", "INSERT INTO t VALUES (1)", "PRAGMA cache_size = 1", "BEGIN",
      "UPDATE t SET x = 2",
      "CREATE TABLE long AS SELECT value, zeroblob(4000) FROM json_each('[\(Array(repeating: "1", count: 99).joined(separator: ","))]')",
    ] {
      try connection.run(sql)
    }
    for suffix in ["", "-journal"] {
      try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
    }
    #expect(try Self.lines(copy, of: "t") == [#"{"x":1}"#])
    #expect(try DatabaseFile(copy).tables() == ["t"])
  }

  /// The last connection moves the write-ahead log into the file.
  @Test func readingAndEditingLeaveNoExtraFiles() throws {
    let temporary = try TemporaryStore()
    let path = temporary.folder.path + "/a.db"
    func files() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: temporary.folder.path).filter { $0.hasPrefix("a.") }
    }
    do {
      let connection = try Connection(path)
      for sql in ["PRAGMA journal_mode = WAL", "CREATE TABLE t (x)", "INSERT INTO t VALUES (1)"] {
        try connection.run(sql)
      }
    }
    #expect(try Self.lines(path, of: "t") == [#"{"x":1}"#])
    #expect(try files() == ["a.db"])
    let rows = try [#"{"x":1}"#, #"{"x":2}"#].map { try JSONDocument($0).root }
    try DatabaseFile(path).update("t", from: [rows[0]], to: [rows[1]])
    #expect(try files() == ["a.db"])
    let copy = temporary.folder.path + "/b.db"
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    #expect(try Self.lines(copy, of: "t") == [#"{"x":2}"#])
  }

  @Test(.enabled(if: geteuid() != 0, "the superuser may write everywhere"))
  func databaseInReadOnlyFolderCanBeRead() throws {
    let temporary = try TemporaryStore()
    try temporary.store.save(contentsOf: [
      try GitHubModels.Label.decode(json: #"{"id":1,"name":"n","color":"c"}"#)
    ])
    let folder = temporary.folder.appending(path: "folder")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try temporary.store.backUp(to: URL(filePath: folder.path + "/a.db"))
    let connection = try Connection(folder.path + "/a.db")
    try connection.run("PRAGMA journal_mode = WAL")
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.path)
    defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path) }
    #expect(try Self.lines(folder.path + "/a.db", of: "Label").count == 1)
  }

  @Test func foreignTableNamedLikeTheRecordsIsIgnored() throws {
    let temporary = try TemporaryStore()
    for sql in [
      "CREATE TABLE mantle_tables (\"table\" TEXT, columns TEXT)", "CREATE TABLE t (x)",
      "INSERT INTO t VALUES (1)",
      "INSERT INTO mantle_tables VALUES ('t', '[]')",
    ] {
      try temporary.run(sql)
    }
    #expect(try Self.lines(temporary.path, of: "t") == [#"{"x":1}"#])
  }

  /// A law: the rows of a store are the JSON of their models.
  @Test func savedModelsAreReadBackAsTheirJSON() throws {
    let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let issues = try [GitHubModels.Issue].decode(
      json: try Data(contentsOf: package.appending(path: "SampleData/issues.json"))
    )
    .sorted { ($0.id ?? 0) < ($1.id ?? 0) }
    let temporary = try TemporaryStore()
    try temporary.store.save(contentsOf: issues)
    #expect(try DatabaseFile(temporary.path).tables() == ["Issue"])
    let lines = try Self.lines(temporary.path, of: "Issue")
    #expect(try lines.map { try JSONValue(json: $0) } == issues.map { try JSONValue(json: $0.json()) })
    // What another program adds to the table is read, too.
    try temporary.run("ALTER TABLE Issue ADD COLUMN stars INT DEFAULT 3")
    #expect(try Self.lines(temporary.path, of: "Issue").allSatisfy { $0.hasSuffix(#","stars":3}"#) })
  }

  @Test func savingClusterLinesKeepsEveryMember() throws {
    let lines = [
      #"{"type":"circle","radius":1.5}"#, #"{"type":"square","side":{"x":1},"size.unit":null}"#,
    ]
    let temporary = try TemporaryStore()
    try temporary.store.saveLines(of: Shape.cluster.description) { save in
      try save(Array((lines.joined(separator: "\n") + "\n").utf8)[...])
    }
    #expect(
      try Self.lines(temporary.path, of: "Shape") == [
        #"{"radius":1.5,"type":"circle"}"#, #"{"side":{"x":1},"type":"square","size.unit":null}"#,
      ])
  }

  /// A table of another program is kept as it is, whatever the case of its name, also if its rows would be replaced.
  @Test(arguments: [false, true]) func savingDoesNotReplaceForeignTables(replacing: Bool) throws {
    let temporary = try TemporaryStore()
    for sql in ["CREATE TABLE circle (a NOT NULL)", "INSERT INTO circle VALUES (1)"] {
      _ = try temporary.shell(sql)
    }
    let error = #expect(throws: StoreError.self) {
      try temporary.store.saveLines(of: Circle.modelDescription, replacing: replacing) { save in
        try save(Array("{\"radius\":1}\n".utf8)[...])
      }
    }
    #expect(error?.description.hasPrefix("table Circle: another program created the table") == true)
    #expect(try temporary.shell("SELECT * FROM circle") == ["1"])
  }

  @Test func savingLinesKeepsOmittedValues() throws {
    struct Plain: Model {
      var id: Int
      var a: String?
      var b: JSONValue?
      var c: [Circle]?
      static let properties = Properties(of: Plain.self) {
        Property(\.id, "id").identity()
        Property(\.a, "a")
        Property(\.b, "b").encodeNil(as: .omitted)
        Property(\.c, "c").persisted(as: .table).encodeNil(as: .omitted)
      }
      static let mapping = Mapping(Plain.init, properties)
    }
    let temporary = try TemporaryStore()
    func save(_ lines: String..., keepingAbsent: Bool) throws -> [String] {
      try temporary.store.saveLines(of: Plain.modelDescription, merging: keepingAbsent) { save in
        let lines = try keepingAbsent ? lines.map { try pair($0, as: Plain.modelDescription) } : lines
        try save(Array(lines.map { $0 + "\n" }.joined().utf8)[...])
      }
      return try Self.lines(temporary.path, of: "Plain")
    }
    let all = #"{"id":1,"a":"x","b":[1],"c":[{"radius":1}]}"#
    #expect(try save(all, keepingAbsent: true) == [all])
    #expect(
      try save(#"{"id":1,"a":null}"#, #"{"id":2,"a":"y"}"#, keepingAbsent: true)
        == [all.replacing("\"x\"", with: "null"), #"{"id":2,"a":"y"}"#])
    #expect(
      try save(#"{"id":1,"a":"z","b":null,"c":[]}"#, keepingAbsent: true).first
        == #"{"id":1,"a":"z","c":[]}"#)
    #expect(try save(#"{"id":1,"a":"z"}"#, keepingAbsent: false).first == #"{"id":1,"a":"z"}"#)
  }

  /// A line of a model and the JSON from which it was decoded.
  private func pair(_ json: String, as model: ModelDescription) throws -> String {
    var writer = JSONWriter()
    try model.export(try JSONDocument(json).root, to: &writer)
    return "[\(String(decoding: writer.finish(), as: UTF8.self)),\(json)]"
  }

  /// Inputs and what they change in a row: nothing, or a part that is removed or replaced.
  private static let changes: [(input: String, change: String?)] = [
    (#"{"id":1}"#, nil), (#"{"id":1,"renamed":null}"#, #""name":"n","#),
    (#"{"id":1,"old":"o"}"#, #""name":"n",→"name":"o","#),
    (#"{"id":1,"size":null}"#, #","size":{"w":1,"h":2}"#),
    (#"{"id":1,"size":{"w":3}}"#, #"{"w":1,"h":2}→{"w":3}"#),
    (#"{"id":1,"level":null}"#, #""level":7→"level":5"#), (#"{"id":1,"level":5}"#, "7→5"),
    (#"{"id":1,"at":{"x":9}}"#, #"{"x":1,"y":2}→{"x":9}"#),
    (#"{"id":1,"owner":null}"#, #","owner":{"id":8,"name":"m"}"#),
    (#"{"id":1,"owner":{"id":8}}"#, nil),
    (#"{"id":1,"owner":{"id":8,"name":"k"}}"#, #""m"→"k""#),
    (#"{"id":1,"more":[{"id":9}]}"#, nil), (#"{"id":1,"more":null}"#, #","more":[{"id":9,"name":"p"}]"#),
    (#"{"id":1,"parts":[]}"#, #"[{"radius":1}]→[]"#),
    (#"{"id":1,"parts":null}"#, #","parts":[{"radius":1}]"#),
    (#"{"id":1,"tags":null}"#, #","tags":["a"]"#),
  ]

  /// Only the properties that the input has change, and null clears them, in whatever form they are stored.
  @Test(arguments: changes) func mergingLinesKeepsMissingProperties(_ input: String, _ change: String?)
    throws
  {
    let all =
      #"{"id":1,"name":"n","level":7,"size":{"w":1,"h":2},"at":{"x":1,"y":2},"owner":{"id":8,"name":"m"},"#
      + #""more":[{"id":9,"name":"p"}],"parts":[{"radius":1}],"tags":["a"]}"#
    let temporary = try TemporaryStore()
    func save(_ line: String) throws {
      try temporary.store.saveLines(of: Stored.modelDescription, merging: true) { save in
        try save(Array((try pair(line, as: Stored.modelDescription) + "\n").utf8)[...])
      }
    }
    try save(all)
    #expect(try Self.lines(temporary.path, of: "Stored") == [all])
    try save(input)
    let parts = change?.components(separatedBy: "→") ?? []
    let expected = parts.first.map { all.replacing($0, with: parts.count > 1 ? parts[1] : "") } ?? all
    #expect(try Self.lines(temporary.path, of: "Stored") == [expected])
    // A new row has the defaults.
    try save(#"{"id":2}"#)
    #expect(try Self.lines(temporary.path, of: "Stored").last == #"{"id":2,"level":5}"#)
  }

  @Test func replacingKeepsIndexesAndTriggers() throws {
    let temporary = try TemporaryStore()
    func save(_ lines: String...) throws {
      try temporary.store.saveLines(of: Circle.modelDescription, replacing: true) { save in
        try save(Array(lines.map { $0 + "\n" }.joined().utf8)[...])
      }
    }
    try save(#"{"radius":1}"#)
    try temporary.run("CREATE INDEX mine ON Circle (radius)")
    try temporary.run("CREATE TRIGGER mine AFTER INSERT ON Circle BEGIN SELECT 1; END")
    try save(#"{"radius":2}"#, #"{"radius":3}"#)
    #expect(try temporary.shell("SELECT radius FROM Circle") == ["2.0", "3.0"])
    #expect(
      try temporary.shell("SELECT type FROM sqlite_schema WHERE name = 'mine'") == ["index", "trigger"])
  }

  @Test func replacingRowsDeletesNothingOnFailure() throws {
    struct Stop: Error {}
    let temporary = try TemporaryStore()
    func save(_ ids: Range<Int>, replacing: Bool = false, stops: Bool = false) throws {
      try temporary.store.saveLines(of: Circle.modelDescription, replacing: replacing) { save in
        for id in ids { try save(Array("{\"radius\":\(id)}\n".utf8)[...]) }
        if stops { throw Stop() }
      }
    }
    try save(0..<3)
    try save(3..<4)
    #expect(try temporary.store.count(Circle.self) == 4)
    #expect(throws: Stop.self) { try save(5..<9, replacing: true, stops: true) }
    #expect(try temporary.store.count(Circle.self) == 4)
    try save(5..<9, replacing: true)
    #expect(try temporary.store.fetchAll(Circle.self).map(\.radius) == [5, 6, 7, 8])
  }
}

private enum Shape: PolymorphicModel {
  case circle(Circle), square(Square)

  static let cluster = Cluster<Shape>(
    by: "type",
    [
      .model(Circle.self, when: "circle", wrap: Shape.circle),
      .model(Square.self, when: "square", wrap: Shape.square),
    ])
}

private struct Circle: Model {
  var radius: Double
  static let properties = Properties(of: Circle.self) { Property(\.radius, "radius") }
  static let mapping = Mapping(Circle.init, properties)
}

private struct Square: Model {
  var side: JSONValue
  static let properties = Properties(of: Square.self) { Property(\.side, "side") }
  static let mapping = Mapping(Square.init, properties)
}

/// A model with a property in each form.
private struct Stored: Model {
  var id: Int
  var name: String?
  var level: Int
  var size: Size?
  var at: [String: Int]?
  var owner: Owner?
  var more: [Owner]?
  var parts: [Circle]?
  var tags: [String]?

  struct Size: Model {
    var w: Int
    var h: Int?
    static let properties = Properties(of: Size.self) {
      Property(\.w, "w")
      Property(\.h, "h")
    }
    static let mapping = Mapping(Size.init, properties).encodeNil(as: .omitted)
  }

  struct Owner: Model {
    var id: Int
    var name: String?
    static let properties = Properties(of: Owner.self) {
      Property(\.id, "id").identity()
      Property(\.name, "name")
    }
    static let mapping = Mapping(Owner.init, properties).encodeNil(as: .omitted)
  }

  static let properties = Properties(of: Stored.self) {
    Property(\.id, "id").identity()
    Property(\.name, "name", or: ["renamed", "old"])
    Property(\.level, "level").default(5, for: .null)
    Property(\.size, "size").persisted(as: .columns)
    Property(\.at, "at")
    Property(\.owner, "owner").persisted(as: .reference)
    Property(\.more, "more").persisted(as: .reference)
    Property(\.parts, "parts").persisted(as: .table)
    Property(\.tags, "tags")
  }
  static let mapping = Mapping(Stored.init, properties).encodeNil(as: .omitted)
}
