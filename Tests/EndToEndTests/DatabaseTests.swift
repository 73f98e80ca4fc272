import Foundation
import Testing

/// SQLite files on the command line and in the browser.
struct DatabaseTests {
  private func mantle(_ arguments: String...) throws -> Executable.Outcome {
    try Executable.outcome(of: MantleBinary.url(), arguments)
  }

  @Test(arguments: ["issues.archive", "issues.json", "issues.ndjson", "search.json"])
  func modelsRoundTripThroughDatabase(_ name: String) throws {
    let scratch = try Scratch()
    let source = SampleData.url(name).path
    let direct = try mantle("convert", source, "-", "--to", "ndjson", "--quiet", "--mapped-only")
    #expect(try mantle("convert", source, scratch.path("a.sqlite"), "--mapped-only").status == 0)
    let around = try mantle("convert", scratch.path("a.sqlite"), "-", "--to", "ndjson", "--quiet")
    func sorted(_ text: String) -> [Substring] { text.split(separator: "\n").sorted() }
    #expect(sorted(around.output) == sorted(direct.output))
    #expect(!direct.output.isEmpty)
  }

  @Test func inferredModelsAndDefinitionsGetTables() throws {
    let scratch = try Scratch()
    let lines =
      #"{"id":1,"n":9007199254740993,"l":[{"a":1}]}"# + "\n"
      + #"{"id":2,"n":12345678901234567890123,"l":[]}"# + "\n"
    let inferred = try scratch.file("trips.ndjson", lines)
    #expect(try mantle("convert", inferred, scratch.path("a.sqlite")).status == 0)
    #expect(try mantle("convert", scratch.path("a.sqlite/Trip"), "-", "--to", "ndjson").output == lines)
    _ = try scratch.file(
      "beds.model.json",
      #"{"mantle":1,"root":"[Bed]","models":[{"name":"Bed","properties":[{"name":"id","type":"integer","identity":true}]}]}"#
    )
    let beds = try scratch.file("beds.json", #"[{"id":2},{"id":1}]"#)
    #expect(try mantle("convert", beds, scratch.path("a.sqlite")).status == 0)
    #expect(try mantle("convert", beds, scratch.path("a.sqlite"), "--merge").status == 0)
    let found = try mantle("table", scratch.path("a.sqlite/Bed.ndjson"), "--format", "csv")
    #expect(found.output == "id\r\n2\r\n1\r\n")
  }

  @Test func definitionsDetermineColumnsIndexesAndTables() throws {
    let scratch = try Scratch()
    _ = try scratch.file(
      "beds.model.json",
      #"""
      {"mantle":1,"root":"[Bed]","models":[
        {"name":"Bed","properties":[
          {"name":"id","type":"integer","identity":true},
          {"name":"at","type":"string","column":"place","indexed":true},
          {"name":"legs","type":"[Leg]","stored":"table"}]},
        {"name":"Leg","properties":[{"name":"wood","type":"string"}]}]}
      """#)
    let text = #"{"id":1,"at":"Rome","legs":[{"wood":"oak"},{"wood":"elm"}]}"# + "\n"
    let (beds, output) = (try scratch.file("beds.ndjson", text), scratch.path("a.sqlite"))
    #expect(try mantle("convert", beds, output).status == 0)
    #expect(try mantle("convert", output + "/Bed", "-", "--to", "ndjson").output == text)
    #expect(try mantle("get", output + "/Bed_legs", "wood").output == "\"oak\"\n\"elm\"\n")
    let bytes = try Data(contentsOf: URL(filePath: output))
    for sql in [#"CREATE INDEX "Bed_place" ON "Bed" ("place")"#, #""place" TEXT"#] {
      #expect(bytes.range(of: Data(sql.utf8)) != nil, "\(sql)")
    }
  }

  @Test func convertRefusesToOverwriteExistingTable() throws {
    let scratch = try Scratch()
    let (output, source) = (scratch.path("a.db"), try scratch.file("a.ndjson", #"{"word":"new"}"#))
    #expect(try mantle("convert", try scratch.file("b.ndjson", #"{"word":"old"}"#), output).status == 0)
    let refused = try mantle("convert", source, output)
    #expect(refused.status == 2)
    #expect(refused.errors.contains("--merge changes it, --replace replaces it"), "\(refused.errors)")
    func words() throws -> String { try mantle("get", output, "word").output }
    #expect(try words() == "\"old\"\n")
    #expect(try mantle("convert", source, output, "--merge").status == 0)
    #expect(try words() == "\"old\"\n\"new\"\n")
    #expect(try mantle("convert", source, output, "--replace").status == 0)
    #expect(try words() == "\"new\"\n")
  }

  @Test(arguments: ["id", "_id", "uuid", "number"])
  func mergingInferredModelsMatchesIdentityKey(_ key: String) throws {
    let scratch = try Scratch()
    let output = scratch.path("a.db")
    func row(_ id: String, _ text: String) -> String { #"{"\#(key)":"\#(id)","x":"\#(text)"}"# + "\n" }
    for rows in [row("a", "1") + row("b", "2"), row("a", "1") + row("b", "2"), row("b", "3")] {
      let file = try scratch.file("rows.ndjson", rows)
      #expect(try mantle("convert", file, output, "--merge").status == 0)
    }
    #expect(try mantle("convert", output, "-", "--to", "ndjson").output == row("a", "1") + row("b", "3"))
  }

  @Test(arguments: [
    #"[{"id":1,"x":1},{"id":1.0,"x":2}]"#, #"[{"id":"\u0061"},{"id":"a"}]"#, #"[{"id":1},{"id":null}]"#,
    #"[{"id":1},{"x":2}]"#, #"[{"id":true}]"#, #"{"a":{"id":1},"b":{"id":1}}"#,
  ])
  func rowsWithDuplicateKeysAreKept(_ text: String) throws {
    let scratch = try Scratch()
    let file = try scratch.file("rows.json", text)
    #expect(try mantle("convert", file, scratch.path("a.db")).status == 0)
    let rows = try mantle("convert", scratch.path("a.db"), "-", "--to", "ndjson").output
    #expect(rows.split(separator: "\n").count == text.count { $0 == "{" } - (text.hasPrefix("{") ? 2 : 0))
  }

  @Test func mergingKeepsValuesAbsentFromInput() throws {
    let scratch = try Scratch()
    for rows in [#"{"id":1,"a":"x","b":1}{"id":2,"a":"y","b":3}"#, #"{"id":1,"b":2}{"id":2,"a":"z"}"#] {
      let file = try scratch.file("rows.ndjson", rows)
      #expect(try mantle("convert", file, scratch.path("a.db"), "--merge").status == 0)
    }
    let rows = try mantle("convert", scratch.path("a.db"), "-", "--to", "ndjson", "--quiet").output
    #expect(rows == #"{"id":1,"a":"x","b":2}"# + "\n" + #"{"id":2,"a":"z","b":3}"# + "\n")
  }

  /// Only the properties that the input has change, also those of defined models.
  @Test func mergingDefinedModelsKeepsValuesAbsentFromInput() throws {
    let scratch = try Scratch()
    _ = try scratch.file(
      "beds.model.json",
      #"""
      {"mantle":1,"root":"[Bed]","models":[{"name":"Bed","properties":[
        {"name":"id","type":"integer","identity":true}, {"name":"at","type":"string?"},
        {"name":"legs","type":"integer","default":4}, {"name":"wood","type":"string?","path":"made.of"}]}]}
      """#)
    for rows in [
      #"{"id":1,"at":"x","legs":3,"made":{"of":"oak"}}{"id":2,"at":"y"}"#,
      #"{"id":1}{"id":2,"at":null}{"id":3}"#,
    ] {
      let file = try scratch.file("beds.ndjson", rows)
      #expect(try mantle("convert", file, scratch.path("a.db"), "--merge").status == 0)
    }
    let rows = try mantle("convert", scratch.path("a.db"), "-", "--to", "ndjson", "--quiet").output
    #expect(
      rows.split(separator: "\n") == [
        #"{"id":1,"at":"x","legs":3,"made":{"of":"oak"}}"#,
        #"{"id":2,"at":null,"legs":4,"made":{"of":null}}"#,
        #"{"id":3,"at":null,"legs":4,"made":{"of":null}}"#,
      ])
  }

  /// The values of one column that are merged one after the other, and the message of the last one if it is refused.
  private static let laterValues: [(values: [String], refusal: String?)] = [
    (["null", #""x""#], nil), (["null", "5", "null"], nil), ([#""x""#, "null"], nil),
    (["1.5", "null", "2"], nil), (["1.5", #""x""#], nil),
    (["null", "[1]", "null"], nil), (["5", #""x""#, "1.5"], nil), (["true", "null", "false"], nil),
    (["null", "null", "true"], nil),
    ([#""x""#, "1"], "the column holds strings, and the new values are numbers or strings"),
    (["[1]", "1"], "the column holds JSON, and the new values are"),
  ]

  /// A column that held only null takes the form of later values, and later nulls keep the form.
  @Test(arguments: laterValues) func nullColumnAdoptsTypeOfLaterValues(_ values: [String], _ refusal: String?)
    throws
  {
    let scratch = try Scratch()
    var outcome: Executable.Outcome?
    let rows = values.enumerated().map { #"{"id":\#($0.offset),"value":\#($0.element)}"# + "\n" }
    for row in rows {
      outcome = try mantle("convert", try scratch.file("rows.ndjson", row), scratch.path("a.db"), "--merge")
    }
    #expect(outcome?.status == (refusal == nil ? 0 : 2), "\(outcome?.errors ?? "")")
    if let refusal { #expect(outcome?.errors.contains(refusal) == true, "\(outcome?.errors ?? "")") }
    let found = try mantle("convert", scratch.path("a.db"), "-", "--to", "ndjson", "--quiet").output
    #expect(found == (refusal == nil ? rows.joined() : rows[0]))
  }

  @Test func unmappedKeysAreStoredInColumnOfTheirProperty() throws {
    let scratch = try Scratch()
    _ = try scratch.file(
      "beds.model.json",
      #"""
      {"mantle":1,"root":"[Bed]","models":[{"name":"Bed","properties":[
        {"name":"id","type":"integer","identity":true}, {"name":"other","type":"{json}","path":""}]}]}
      """#)
    let lines = #"{"id":1,"x":[1e2],"y":{"z":null}}"# + "\n" + #"{"id":2}"# + "\n"
    let file = scratch.path("a.db")
    #expect(try mantle("convert", try scratch.file("beds.json", lines), file).status == 0)
    #expect(try mantle("convert", file, "-", "--to", "ndjson", "--quiet").output == lines)
    #expect(try mantle("filter", "x[0] = 100", file).output == lines.split(separator: "\n")[0] + "\n")
    #expect(try mantle("set", file, "[1].y", "5").status == 0)
    #expect(try mantle("get", file, "y").output == #"{"z":null}"# + "\n5\n")
    // Models that leave keys unmapped have a column for them, unless only mapped keys are wanted.
    let label = #"{"id":1,"name":"n","color":"c","extra":[1.0]}"#
    let source = try scratch.file("word.json", "[\(label)]")
    let kept = try mantle("convert", source, scratch.path("b.db"), "--model", "Label")
    #expect(!kept.errors.contains("dropped"), "\(kept.errors)")
    #expect(try mantle("get", scratch.path("b.db"), "extra").output == "[1.0]\n")
    let outcome = try mantle("convert", source, scratch.path("c.db"), "--model", "Label", "--mapped-only")
    #expect(
      outcome.errors.contains("dropped unmapped keys: `[].extra`"), "\(outcome.errors)")
    #expect(try !mantle("get", scratch.path("c.db"), "[]").output.contains("extra"))
  }

  @Test func databaseWithoutTablesIsReported() throws {
    let scratch = try Scratch()
    let file = try scratch.file("a.db", "")
    for arguments in [[file], ["check", file], ["stats", file]] {
      let outcome = try Executable.outcome(of: MantleBinary.url(), arguments)
      #expect(outcome.status == 2)
      #expect(outcome.errors.contains("the database has no table"), "\(outcome.errors)")
    }
  }

  @Test func keylessTableRefusesMergeOfKeyedRows() throws {
    let scratch = try Scratch()
    let output = scratch.path("a.db")
    _ = try mantle("convert", try scratch.file("rows.ndjson", #"{"id":1}{"id":1}"#), output)
    let keyed = try scratch.file("rows.ndjson", #"{"id":1}{"id":2}"#)
    let refused = try mantle("convert", keyed, output, "--merge")
    #expect(
      refused.status == 2 && refused.errors.contains("no primary or unique key such as `id`"),
      "\(refused.errors)")
    #expect(try mantle("convert", keyed, output, "--replace").status == 0)
    #expect(try mantle("convert", keyed, output, "--merge").status == 0)
    #expect(try mantle("get", output, "id").output == "1\n2\n")
  }

  @Test(arguments: [
    "{\"a\":1}\n[\"x\",2]", #"[{"a":1},null]"#, #"[{"a":1},"t"]"#, "{\"a\":1}\n5",
    "{\"a\":1}\n[{\"a\":2},{\"a\":3}]",
  ])
  func onlyObjectsBecomeRows(_ text: String) throws {
    let scratch = try Scratch()
    let mixed = try scratch.file("m.json", text)
    let outcome = try mantle("convert", mixed, scratch.path("m.sqlite"))
    #expect(outcome.status == 2 && outcome.errors.contains("a row needs an object"), "\(outcome.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path) == ["m.json"])
  }

  @Test func failedConversionLeavesNoDatabase() throws {
    let scratch = try Scratch()
    let wrong = try scratch.file(
      "a.ndjson", #"{"id":1,"name":"n","color":"c"}"# + "\n" + #"{"id":2,"name":true}"#)
    #expect(try mantle("convert", wrong, scratch.path("a.sqlite"), "--model", "Label").status == 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path) == ["a.ndjson"])
    let other = try scratch.file("b.sqlite", "not a database")
    let outcome = try mantle("convert", SampleData.url("issues.json").path, other)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("file is not a database"), "\(outcome.errors)")
    #expect(scratch.text("b.sqlite") == "not a database")
  }

  @Test func noCommandOverwritesADatabaseWithText() throws {
    let scratch = try Scratch()
    let file = scratch.path("a.sqlite")
    #expect(try mantle("convert", SampleData.url("issues.json").path, file).status == 0)
    let bytes = try scratch.bytes("a.sqlite")
    let outcome = try mantle("convert", SampleData.url("issues.json").path, file, "--format", "json")
    #expect(outcome.status == 2, "\(outcome.errors)")
    #expect(try scratch.bytes("a.sqlite") == bytes)
  }

  @Test(arguments: ["new.sqlite", "new.db", "old.db", "old.db/Row", "old.db/new"])
  func editsRefuseTextOutputUnderDatabaseName(_ name: String) throws {
    let scratch = try Scratch()
    let source = try scratch.file("a.ndjson", #"{"id":1}"#)
    #expect(try mantle("convert", source, scratch.path("old.db")).status == 0)
    let output = scratch.path(name)
    for words in [["set", source, "[0].id", "2"], ["merge", source, source]] {
      let outcome = try Executable.outcome(of: MantleBinary.url(), words + ["--output", output])
      #expect(outcome.status == 2)
      #expect(outcome.errors.contains("`mantle convert` writes tables"), "\(outcome.errors)")
    }
    #expect(!FileManager.default.fileExists(atPath: scratch.path("new.sqlite")))
  }

  @Test func setAndDeleteEditDatabaseRows() throws {
    let scratch = try Scratch()
    let file = scratch.path("a.sqlite")
    #expect(try mantle("convert", SampleData.url("issues.json").path, file).status == 0)
    let table = "\(file)/Issue"
    #expect(try mantle("set", file, "[0].title", "A new title").status == 0)
    #expect(try mantle("get", table, "[0].title").output == "\"A new title\"\n")
    #expect(try mantle("delete", table, "[1]").status == 0)
    #expect(try mantle("filter", "$index >= 0", table, "--count").output == "11\n")
    let kept = try mantle("set", table, "[0].number", "\"x\"", "--as", "json")
    #expect(kept.status == 1 && kept.errors.contains("not changed"), "\(kept.errors)")
    let copied = try mantle("set", table, "[0].title", "B", "--output", "-")
    #expect(copied.output.contains("\"title\":\"B\""))
    #expect(try mantle("get", table, "[0].title").output == "\"A new title\"\n")
    #expect(try mantle("check", file).status == 0)
  }

  /// Files that are made to be sent to others need no other file next to them.
  @Test func databaseNeedsNoCompanionFiles() throws {
    let scratch = try Scratch()
    let file = scratch.path("a.sqlite")
    #expect(try mantle("convert", SampleData.url("issues.json").path, file).status == 0)
    // The bytes are the versions of the format: 2 needs a write-ahead log.
    #expect(try scratch.bytes("a.sqlite")[18...19] == [1, 1])
    #expect(try mantle("set", file, "[0].title", "A new title").status == 0)
    #expect(try mantle("get", file, "[0].title").status == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path) == ["a.sqlite"])
    _ = try mantle("convert", SampleData.url("issues.json").path, file, "--merge")
    #expect(try scratch.bytes("a.sqlite")[18...19] == [1, 1])
  }

  @Test func aWriteProtectedDatabaseIsEditedOnlyByForce() throws {
    let scratch = try Scratch()
    let file = scratch.path("a.sqlite")
    #expect(try mantle("convert", try scratch.file("a.ndjson", #"{"id":1}"#), file).status == 0)
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: file)
    let refused = try mantle("set", file, "[0].id", "2")
    #expect(refused.status == 2 && refused.errors.contains("write-protected"), "\(refused.errors)")
    #expect(try mantle("get", file, "[0].id").output == "1\n")
    guard geteuid() == 0 else { return }
    #expect(try mantle("set", file, "[0].id", "2", "--force").status == 0)
  }

  @Test(.enabled(if: (try? Executable.find("sqlite3")) != nil))
  func invalidUTF8BlocksOnlyEditsOfItsRow() throws {
    let scratch = try Scratch()
    _ = try Executable.run(
      Executable.find("sqlite3"),
      [
        scratch.path("a.db"),
        "create table t(id integer primary key, n text);"
          + "insert into t values(1,'ok'),(2,cast(x'ff41' as text)),(3,'c')",
      ])
    let table = scratch.path("a.db/t")
    let outcome = try mantle("set", table, "[0].n", "new")
    #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
    #expect(try mantle("delete", table, "[2]").status == 0)
    for words in [["delete", table, "[1]"], ["set", table, "[1].id", "5"]] {
      let refused = try Executable.outcome(of: MantleBinary.url(), words)
      #expect(refused.status != 0 && refused.errors.contains("UTF-8"), "\(refused.errors)")
    }
    let rows = try Executable.run(
      Executable.find("sqlite3"), [scratch.path("a.db"), "select id, hex(n) from t"])
    #expect(rows == "1|6E6577\n2|FF41\n")
  }

  @Test func mergingLeavesAbsentValuesOfOtherRowsAbsent() throws {
    let scratch = try Scratch()
    let file = scratch.path("s.db")
    for (rows, expected) in [
      ([#"{"id":1,"at":"2024-01-02T03:04:05Z","n":null}"#, #"{"id":3,"n":2}"#], nil),
      ([#"{"id":1,"at":"2024-01-09T00:00:00Z","extra":5,"n":3}"#], nil),
      (
        [#"{"id":4}"#],
        [
          #"{"id":1,"at":"2024-01-09T00:00:00Z","n":3,"extra":5}"#, #"{"id":3,"n":2}"#, #"{"id":4}"#,
        ]
      ),
      (
        [#"{"id":4,"n":null}"#],
        [
          #"{"id":1,"at":"2024-01-09T00:00:00Z","n":3,"extra":5}"#, #"{"id":3,"n":2}"#, #"{"id":4,"n":null}"#,
        ]
      ),
    ] as [([String], [String]?)] {
      let source = try scratch.file("a.ndjson", rows.map { $0 + "\n" }.joined())
      let outcome = try mantle("convert", source, file, "--merge")
      #expect(outcome.status == 0, "\(outcome.errors)")
      guard let expected else { continue }
      let found = try mantle("convert", file, "-", "--format", "ndjson", "--quiet").output
      #expect(found == expected.map { $0 + "\n" }.joined())
    }
  }

  @Test func commandsReadTablesAsLines() throws {
    let scratch = try Scratch()
    let file = scratch.path("a.sqlite")
    #expect(try mantle("convert", SampleData.url("issues.json").path, file).status == 0)
    #expect(try mantle("filter", "state = open", file, "--count").output == "10\n")
    #expect(try mantle("get", "\(file)/Issue", "[0].number").output == "1\n")
    let check = try mantle("check", file)
    #expect(check.status == 0)
    #expect(check.output.contains("a.sqlite/Issue.ndjson: 12 Issues at `[]`, 0 errors"), "\(check.output)")
    #expect(try mantle("convert", try scratch.file("b.ndjson", #"{"word":1}"#), file).status == 0)
    let ambiguous = try mantle("stats", file)
    #expect(ambiguous.status == 2)
    #expect(ambiguous.errors.contains("2 tables; name one: \(file)/Issue, \(file)/"), "\(ambiguous.errors)")
    #expect(try mantle("get", "\(file)/None", "x").errors.contains("no table `None`; name one: Issue"))
    #expect(try mantle("stats", "\(file)/Issue").output.contains("htmlURL"))
  }

  @Test(.needsTmux) func foreignKeyJumpOpensReferencedRow() throws {
    let scratch = try Scratch()
    try FileManager.default.copyItem(
      at: SampleData.url("shop.sqlite"), to: URL(filePath: scratch.path("shop.sqlite")))
    let browser = try BrowserSession("shop.sqlite/invoice", in: scratch)
    try browser.waitFor("A-1")
    try browser.command("goto [0].customer")
    try browser.waitFor("refers to", "shop.sqlite/customer.ndjson")
    try browser.press("g", "f")
    try browser.waitFor("1 element with .id = 8", "Bob", "(2 of 2)")
    try browser.press("C-^")
    try browser.waitFor("A-2")
    try browser.command("goto [2].corrects")
    try browser.press("g", "f")
    try browser.waitFor("1 element with .number = \"A-1\"")
    #expect(try browser.leave() == 0)
  }

  /// The values of triggers and generated columns are shown after saving, and the row can be saved again.
  /// The rows of a table are an array to a JSON Patch.
  @Test(.enabled(if: (try? Executable.find("sqlite3")) != nil)) func patchEditsDatabaseTables() throws {
    let scratch = try Scratch()
    let create = "create table t(id integer primary key, v text);"
    for (name, rows) in [
      ("x.db", "(1,'a'),(2,'b'),(4,'d')"), ("y.db", "(1,'A'),(3,'c'),(4,'d')"), ("z.db", "(1,'a')"),
    ] {
      _ = try Executable.run(
        Executable.find("sqlite3"), [scratch.path(name), "\(create) insert into t values\(rows)"])
    }
    let (old, new) = (scratch.path("x.db/t"), scratch.path("y.db/t"))
    let patch = try mantle("diff", old, new, "--format", "json-patch")
    #expect(patch.status == 1 && patch.errors == "", "\(patch.errors)")
    let patched = try mantle("patch", old, try scratch.file("p.json", patch.output))
    #expect(patched.status == 0 && patched.errors == "", "\(patched.errors)")
    #expect(try mantle("diff", old, new).output == "")
    let printed = try mantle(
      "patch", old, try scratch.file("q.json", #"[{"op":"replace","path":"/0/v","value":"q"}]"#), "--output",
      "-")
    #expect(printed.output.hasPrefix(#"{"id":1,"v":"q"}"# + "\n"), "\(printed.errors)")
    let before = try mantle("get", old, "[]").output
    for (words, reason) in [
      (
        ["patch", old, try scratch.file("m.json", #"{"v":"q"}"#)],
        "the result of the patch is not a list of rows"
      ),
      (
        ["patch", old, try scratch.file("r.json", #"[{"op":"replace","path":"/9/v","value":1}]"#)],
        "not changed"
      ),
      (["merge", old, scratch.path("z.db/t"), "--output", old], "the name is that of an SQLite file"),
    ] {
      let refused = try Executable.outcome(of: MantleBinary.url(), words)
      #expect(refused.status != 0 && refused.errors.contains(reason), "\(refused.errors)")
    }
    #expect(try mantle("get", old, "[]").output == before)
  }

  @Test(.needsTmux, .enabled(if: (try? Executable.find("sqlite3")) != nil))
  func savingShowsTriggerAndGeneratedValues() throws {
    let scratch = try Scratch()
    let sqlite = """
      CREATE TABLE t (id INTEGER PRIMARY KEY, n INT, twice AS (n * 2), times INT DEFAULT 0);
      CREATE TRIGGER t AFTER UPDATE ON t BEGIN UPDATE t SET times = times + 1 WHERE id = new.id; END;
      INSERT INTO t (n) VALUES (4);
      """
    _ = try Executable.run(Executable.find("sqlite3"), [scratch.path("a.db"), sqlite])
    let browser = try BrowserSession("a.db/t", in: scratch)
    try browser.waitFor("twice  8")
    try browser.command("goto [0].n")
    for (number, shown) in [("5", ["twice  10", "times  1"]), ("6", ["twice  12", "times  2"])] {
      try browser.press("c", "c")
      try browser.type(number)
      try browser.press("Enter")
      try browser.command("w")
      try browser.waitFor("saved: 1 change", shown[0], shown[1])
    }
    try browser.press("u", "u")
    try browser.command("w")
    try browser.waitFor("saved", "twice  10", "times  2")
    #expect(try browser.leave() == 0)
  }

  @Test(.needsTmux, .enabled(if: (try? Executable.find("sqlite3")) != nil))
  func editsOfTablesAreRecoveredAndUndone() throws {
    let (scratch, state) = (try Scratch(), try Scratch())
    func sqlite(_ sql: String) throws -> String {
      try Executable.run(Executable.find("sqlite3"), [scratch.path("a.db"), sql])
    }
    _ = try sqlite(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, v); INSERT INTO t VALUES (1, x'00ff10'), (2, 'b');"
        + "CREATE VIEW w AS SELECT v FROM t")
    func open(_ name: String) throws -> BrowserSession {
      try BrowserSession(name, in: scratch, environment: ["XDG_STATE_HOME": state.folder.path])
    }
    let killed = try open("a.db/t")
    try killed.type("jdd")
    try killed.waitForStatus("[+]")
    try killed.waitUntil("the journal") { _ in
      let files = try FileManager.default.subpathsOfDirectory(atPath: state.folder.path)
      return files.contains { $0.hasSuffix(".edits") }
    }
    try killed.send(signal: SIGKILL)
    _ = try killed.exitStatus()
    let browser = try open("a.db/t.ndjson")
    try browser.waitFor(":recover shows and restores them")
    try browser.command("recover")
    try browser.waitFor("1 change")
    try browser.type("y")
    try browser.waitForStatus("[+]")
    try browser.command("w")
    try browser.waitFor("saved")
    #expect(try sqlite("SELECT id FROM t") == "2\n")
    try browser.type("u")
    try browser.waitForStatus("[+]")
    try browser.command("w")
    try browser.waitFor("saved")
    #expect(try sqlite("SELECT id, quote(v) FROM t") == "1|X'00FF10'\n2|'b'\n")
    #expect(try browser.leave() == 0)
    let view = try open("a.db/w")
    try view.type("jdd")
    try view.waitFor("a.db/w.ndjson is read-only: a view cannot be edited")
    #expect(try view.leave() == 0)
  }

  @Test(.needsTmux) func databaseOpensListOfEditableTables() throws {
    let scratch = try Scratch()
    let file = scratch.path("a.sqlite")
    #expect(try mantle("convert", SampleData.url("issues.json").path, file).status == 0)
    #expect(try mantle("convert", try scratch.file("beds.ndjson", #"{"bed":1}"#), file).status == 0)
    let browser = try BrowserSession("a.sqlite", in: scratch)
    try browser.waitFor("a.sqlite/Issue.ndjson", "12 Issues · no problems")
    try browser.press("j", "Enter")
    try browser.waitFor("bed  1")
    try browser.press("j", "j", "c", "c")
    try browser.type("25")
    try browser.press("Enter")
    try browser.command("w")
    try browser.waitFor("a.sqlite/Bed.ndjson: saved: 1 change: [0].bed")
    #expect(try mantle("get", "\(file)/Bed", "[0].bed").output == "25\n")
    // What another program writes is not overwritten; `:e` merges it.
    #expect(try mantle("set", "\(file)/Bed", "[0].bed", "30").status == 0)
    try browser.press("c", "c")
    try browser.type("26")
    try browser.press("Enter")
    try browser.command("w")
    try browser.waitFor("another program has changed the row")
    #expect(try mantle("get", "\(file)/Bed", "[0].bed").output == "30\n")
    try browser.command("e!")
    try browser.waitFor("30")
    #expect(try browser.leave() == 0)
  }
}
