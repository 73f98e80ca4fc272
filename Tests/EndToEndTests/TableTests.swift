import Foundation
import Testing

/// `mantle table` and `mantle stats`, as people and scripts use them.
struct TableCommandTests {
  private func mantle(_ arguments: String..., input: String = "") throws -> Executable.Outcome {
    try Executable.outcome(of: MantleBinary.url(), arguments, input: Data(input.utf8))
  }

  private static let orders = #"""
    {"page": 1, "orders": [{"id": 1, "who": "ann", "total": 5.25, "lines": [{"sku": "a"}, {"sku": "b"}]},
     {"id": 2, "who": null, "total": 17, "lines": []}, {"id": 30, "who": "漢字", "total": "?"}]}
    """#

  @Test func tableFitsWidthAndAlignsColumns() throws {
    let all = try mantle("table", "--width", "60", input: Self.orders)
    #expect(
      all.output == """
        id  who   total  lines
        ──  ────  ─────  ─────────────────────────
         1  ann   5.25   [{"sku":"a"},{"sku":"b"}]
         2  null  17     []
        30  漢字  ?      ·

        """)
    #expect(all.status == 0)
    let narrow = try mantle("table", "--width", "12", input: Self.orders)
    #expect(
      narrow.output.hasPrefix("id  who   \n") || narrow.output.hasPrefix("id  who\n"), "\(narrow.output)")
    #expect(narrow.errors.contains("not shown (--columns, --width): "), "\(narrow.errors)")
  }

  /// The members of an object of several objects are its values.
  @Test(arguments: [
    #"{"ann": {"n": 1}, "bob": {"n": 2}}"#, #"{"total": 2, "users": {"ann": {"n": 1}, "bob": {"n": 2}}}"#,
  ])
  func mapsOfObjectsAreTables(map: String) throws {
    #expect(try mantle("table", "--format", "csv", input: map).output == "$key,n\r\nann,1\r\nbob,2\r\n")
    #expect(
      try mantle("table", "--columns", "$key, n", "--format", "csv", input: map).output.hasSuffix("bob,2\r\n")
    )
    #expect(try mantle("filter", "n > 1", input: map).output == "{\"n\": 2}\n")
    #expect(try mantle("stats", "--format", "csv", input: map).output.contains("n,2,0,0,0,2,1,"))
  }

  /// Columns that nobody asked for give way if they tell little in a few cells.
  @Test func narrowTableKeepsInformativeColumns() throws {
    let rows =
      #"[{"link": "https://example.com/1", "none": null, "parts": [1, 2], "title": "A long title of one thing", "n": 1}]"#
    #expect(
      try mantle("table", "--width", "22", input: rows).output == """
        title                n
        ───────────────────  ─
        A long title of on…  1

        """)
    let asked = try mantle("table", "--columns", "link, parts, n", "--width", "16", input: rows)
    #expect(asked.output.hasPrefix("link") && asked.output.contains(" parts\n"), "\(asked)")
    #expect(asked.errors.hasPrefix("1 column not shown"), "\(asked)")
  }

  @Test func optionsExpressQueryClauses() throws {
    let sorted = try mantle(
      "table", "--columns", "id, amount = total", "--where", "id < 10", "--sort", "amount desc", "--limit",
      "1",
      "--format", "csv", input: Self.orders)
    #expect(sorted.output == "id,amount\r\n2,17\r\n")
    let exploded = try mantle(
      "table", "--at", "orders[]", "--columns", "id, lines[].sku", "--format", "tsv", input: Self.orders)
    #expect(exploded.output == "id\tlines[].sku\n1\ta\n1\tb\n")
    let outer = try mantle(
      "table", "--at", "orders[]", "--explode", "lines outer", "--columns", "id, lines[].sku", "--rows",
      "lines[].sku != a", "--format", "tsv", input: Self.orders)
    #expect(outer.output == "id\tlines[].sku\n1\tb\n2\t\n30\t\n")
    let grouped = try mantle(
      "table", "--group", "who", "--aggregate", "count, sum(total)", "--sort", "count desc, who", "--format",
      "md",
      input: Self.orders)
    #expect(
      grouped.output == """
        | who | count | sum(total) |
        | --- | ---: | ---: |
        | ann | 1 | 5.25 |
        | 漢字 | 1 | null |
        | null | 1 | 17 |

        """)
    #expect(
      grouped.errors.contains("sum(total) leaves out 1 value: not a number"), "\(grouped.errors)")
  }

  @Test func invalidOptionsAreUsageErrors() throws {
    let mistakes = [
      (["--sort", "totl"], "did you mean total?"), (["--aggregate", "avg(total)"], "did you mean mean?"),
      (["--limit", "x"], "a number of rows"), (["--format", "xml"], "--format is one of"),
      (["--width", "0"], "--width is a number"), (["--at", "c[]"], "--at 'orders[]'"),
    ]
    for (options, message) in mistakes {
      let outcome = try Executable.outcome(
        of: MantleBinary.url(), ["table"] + options, input: Data(Self.orders.utf8))
      #expect(outcome.status == 2 && outcome.output.isEmpty, "\(options)")
      #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }
  }

  @Test func malformedRowsAreSkippedAndReported() throws {
    let outcome = try mantle("table", "--format", "csv", input: "{\"a\": 1}\n{\"a\" 2}\n{\"a\": 3}\n")
    #expect(outcome.output == "a\r\n1\r\n3\r\n")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("<stdin>:2:6: error: expected ':' after a key"), "\(outcome.errors)")
    #expect(outcome.errors.contains("<stdin>: skipped 1 of 3 values"), "\(outcome.errors)")
    let filtered = try mantle(
      "table", "--where", "a > 2", "--format", "csv", input: "{\"a\": 1}\nx\n{\"a\": 3}\n")
    #expect(filtered.output == "a\r\n3\r\n")
    #expect(filtered.status == 1 && filtered.errors.contains("skipped 1 of 3 values"), "\(filtered.errors)")
    let cut = try mantle("table", "--format", "csv", input: "[{\"a\": 1}, {\"a\": 2}")
    #expect(cut.output == "a\r\n1\r\n2\r\n")
    #expect(cut.status == 1)
  }

  @Test func keysWithPunctuationKeepTheirNames() throws {
    let text = #"[{"a,b":1,"c d":2,"x.y":3}]"#
    #expect(
      try mantle("table", "--format", "ndjson", input: text).output == text.dropFirst().dropLast() + "\n")
  }

  /// A decimal has no binary noise, and what a terminal would obey is escaped.
  @Test func decimalsAreExactAndControlCharactersEscaped() throws {
    let numbers = try mantle(
      "table", "--aggregate", "median(v)", "--format", "ndjson", input: "[{\"v\":1.1},{\"v\":2.2}]")
    #expect(numbers.output == "{\"median(v)\":1.65}\n")
    let hostile = try mantle("table", "--format", "md", input: #"[{"a":"\u001b[31m|x\ny"}]"#)
    #expect(!hostile.output.contains("\u{1B}") && hostile.output.contains("\\|x<br>y"), "\(hostile.output)")
  }

  /// An array that holds itself: its values are incomplete, and all commands that read them say so.
  @Test(arguments: [
    ["table", "FILE"], ["stats", "FILE"], ["get", "FILE", ""], ["filter", "$value != 7", "FILE"],
  ])
  func archivesWithErrorsAreReported(_ words: [String]) throws {
    let scratch = try Scratch()
    let file = try scratch.file("cycle.plist", Self.cycle)
    let arguments = words.map { $0 == "FILE" ? file : $0 }
    let outcome = try Executable.outcome(of: MantleBinary.url(), arguments, input: Data())
    #expect(outcome.status == 1 && outcome.errors.contains("reference cycle"), "\(outcome.errors)")
  }

  private static let cycle = """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0"><dict><key>$archiver</key><string>NSKeyedArchiver</string><key>$version</key><integer>100000</integer>
    <key>$top</key><dict><key>root</key><dict><key>CF$UID</key><integer>1</integer></dict></dict>
    <key>$objects</key><array><string>$null</string><dict><key>$class</key><dict><key>CF$UID</key><integer>2</integer></dict>
    <key>NS.objects</key><array><dict><key>CF$UID</key><integer>1</integer></dict></array></dict>
    <dict><key>$classname</key><string>NSArray</string><key>$classes</key><array><string>NSArray</string></array></dict>
    </array></dict></plist>
    """

  /// A file that cannot be read is named, and the others are read all the same.
  @Test(arguments: ["table", "stats", "filter"]) func unreadableFileIsSkipped(_ command: String) throws {
    let scratch = try Scratch()
    let bad = try scratch.file("bad.plist", "bplist00garbage")
    let wide = try scratch.file("wide.json", [0xFF, 0xFE] + "[1]".utf8.flatMap { [$0, 0] })
    let good = try scratch.file("good.json", "[{\"a\": 77}]")
    let words = command == "filter" ? ["filter", "a = 77"] : [command]
    let outcome = try Executable.outcome(
      of: MantleBinary.url(), words + [bad, scratch.path("none.json"), wide, good], input: Data())
    #expect(outcome.status == 2 && outcome.output.contains("77"), "\(outcome.errors)")
    for part in [bad + ": damaged property list", "none.json: no such file", wide + ":1:1: error: "] {
      #expect(outcome.errors.contains(part), "\(outcome.errors)")
    }
  }

  @Test func scalarElementsHaveAValueColumn() throws {
    let outcome = try mantle("table", "--format", "csv", input: #"[1, {"a": 2}, "x"]"#)
    #expect(outcome.output == "value,a\r\n1,\r\n\"{\"\"a\"\":2}\",2\r\nx,\r\n")
  }

  @Test func repeatedOptionsAreCombined() throws {
    let outcome = try mantle(
      "table", "--columns", "id", "--columns", "who", "--where", "id < 30", "--where",
      "who = ann or who = null",
      "--sort", "who", "--sort", "id desc", "--format", "csv", input: Self.orders)
    #expect(outcome.output == "id,who\r\n1,ann\r\n2,\r\n", "\(outcome.errors)")
  }

  @Test func severalFilesAreOneTable() throws {
    let scratch = try Scratch()
    let first = try scratch.file("a.json", "[{\"a\": 2}]")
    let second = try scratch.file("b.ndjson", "{\"a\": 1, \"b\": 3}\n")
    let outcome = try mantle("table", first, second, "--sort", "a", "--format", "ndjson")
    #expect(outcome.output == "{\"a\":1,\"b\":3}\n{\"a\":2}\n")
  }

  /// The definition in the directory of the data says what values are.
  @Test func tableDecodesValuesWithAdjacentDefinition() throws {
    let scratch = try Scratch()
    let file = try scratch.file(
      "shop.json", #"{"orders": [{"at": 1700000000}, {"at": 946684799}, {"at": "x"}]}"#)
    _ = try scratch.file(
      "shop.model.json",
      """
      {"mantle":1,"root":"Shop","models":[{"name":"Shop","properties":[{"name":"orders","type":"[Order]"}]},
        {"name":"Order","properties":[{"name":"at","type":"unixSeconds"}]}]}
      """)
    let outcome = try mantle("table", file, "--sort", "at", "--format", "csv")
    #expect(
      outcome.output == "at\r\n1999-12-31T23:59:59Z\r\n2023-11-14T22:13:20Z\r\nx\r\n", "\(outcome.errors)")
  }

  /// What a model does not take is written as it stands, and reported.
  @Test(arguments: ["text", "csv", "json"]) func unreadableValuesAreReported(_ format: String) throws {
    let scratch = try Scratch()
    let file = try scratch.file("rows.json", #"[{"id": 1}, {"id": "x"}]"#)
    _ = try scratch.file(
      "rows.model.json",
      #"{"mantle":1,"root":"[Row]","models":[{"name":"Row","properties":[{"name":"id","type":"integer"}]}]}"#)
    let outcome = try mantle("table", file, "--format", format)
    #expect(outcome.status == 1 && outcome.output.contains("x"))
    #expect(
      outcome.errors.contains("table: 1 value not as the model expects"),
      "\(outcome.errors)")
  }

  @Test func statisticsHaveALineForEachProperty() throws {
    let outcome = try mantle("stats", "--format", "csv", "--columns", "id, who, total", input: Self.orders)
    #expect(
      outcome.output.split(separator: "\r\n") == [
        "property,count,null,absent,errors,distinct,min,q1,median,q3,max,mean,stddev,sum,top",
        "id,3,0,0,0,3,1,1.5,2,16,30,11,16.4620776332,33,\"1 ×1, 2 ×1, 30 ×1\"",
        "who,2,1,0,0,2,ann,,,,漢字,,,,\"ann ×1, 漢字 ×1\"",
        "total,3,0,0,0,3,5.25,8.1875,11.125,14.0625,17,11.125,8.30850467894,22.25,\"5.25 ×1, 17 ×1, ? ×1\"",
      ])
    #expect(outcome.status == 0)
  }
}
