import Mantle
import MantleDocuments
import TestSupport
import Testing

@testable import MantleQuery

/// Rows in each format.
struct TableFormatTests {
  private static let json = #"""
    [{"n": 1, "t": "plain", "x": null}, {"n": 22, "t": "a,\"b\"\n|c\t", "x": [1, {"k": "ü"}]},
     {"n": -3.50, "t": "=1+1", "x": true}, {"t": "漢字🌊"}]
    """#

  private func text(_ format: TableFormat) throws -> String {
    try QueryRunTests.result("", of: Self.json, format: format).text
  }

  @Test func csvFollowsRFC4180() throws {
    #expect(
      try text(.csv)
        == "n,t,x\r\n1,plain,\r\n22,\"a,\"\"b\"\"\n|c\t\",\"[1,{\"\"k\"\":\"\"ü\"\"}]\"\r\n-3.50,=1+1,true\r\n,漢字🌊,\r\n"
    )
  }

  @Test func csvWriterGuardsFormulas() {
    var writer = TableFormat.csv.writer(["t"], guardsFormulas: true)
    let rows = ["=1", "+1", "-1", "@a", "a=1"].map { QueryRow(record: nil, cells: [QueryCell(.text, $0)]) }
    let number = QueryRow(record: nil, cells: [QueryCell(.number, "-1")])
    let text = writer.write(rows + [number])
    #expect(text == "t\r\n'=1\r\n'+1\r\n'-1\r\n'@a\r\na=1\r\n-1\r\n")
  }

  @Test func tsvQuotesTabsAndLineBreaks() throws {
    #expect(
      try text(.tsv)
        == "n\tt\tx\n1\tplain\t\n22\t\"a,\"\"b\"\"\n|c\t\"\t[1,{\"k\":\"ü\"}]\n-3.50\t=1+1\ttrue\n\t漢字🌊\t\n"
    )
  }

  /// A sign that a combining accent follows is escaped, too, and so are both bytes of a line break.
  @Test(arguments: [
    (TableFormat.csv, "x\"\u{301}y", "t\r\n\"x\"\"\u{301}y\"\r\n"), (.csv, "a\r\nb", "t\r\n\"a\r\nb\"\r\n"),
    (.tsv, "l\tm\"\u{301}", "t\n\"l\tm\"\"\u{301}\"\n"),
    (.md, "p|\u{301}q", "| t |\n| --- |\n| p\\|\u{301}q |\n"),
  ])
  func signsWithCombiningAccentsAreEscaped(_ format: TableFormat, _ text: String, _ expected: String) {
    var writer = format.writer(["t"])
    let written = writer.write([QueryRow([QueryCell(.text, text)])]) + writer.finish()
    #expect(Array(written.utf8) == Array(expected.utf8), "\(written)")
  }

  @Test func markdownWriterAlignsAndEscapesCells() throws {
    #expect(
      try text(.md) == """
        | n | t | x |
        | ---: | --- | --- |
        | 1 | plain | null |
        | 22 | a,"b"<br>\\|c\\t | [1,{"k":"ü"}] |
        | -3.50 | =1+1 | true |
        | · | 漢字🌊 | · |

        """)
  }

  @Test func jsonWriterKeepsValues() throws {
    #expect(
      try text(.json) == """
        [
          {"n":1,"t":"plain","x":null},
          {"n":22,"t":"a,\\"b\\"\\n|c\\t","x":[1,{"k":"ü"}]},
          {"n":-3.50,"t":"=1+1","x":true},
          {"t":"漢字🌊"}
        ]

        """)
    #expect(try QueryRunTests.result("columns n limit 0", of: Self.json, format: .json).text == "[]\n")
  }

  private func table(_ width: Int) throws -> (text: String, hidden: [String]) {
    let list = RecordList(JSONBytes(Self.json), [], sequence: nil)
    var query = Query()
    let found = list.properties(workers: 1)
    query.showAll(found.names, hasOthers: found.hasOthers, names: list.names)
    var table = TextTable(query.titles, width: width)
    var text = ""
    _ = QueryRun([(list, query)], workers: 1).run { rows in
      text += table.write(rows)
      return true
    }
    return (text + table.finish(), table.hidden)
  }

  @Test func textTableIsAlignedAndFitsTheWidth() throws {
    #expect(
      try table(80).text == """
            n  t            x
        ─────  ───────────  ─────────────
            1  plain        null
           22  a,"b"\\n|c\\t  [1,{"k":"ü"}]
        -3.50  =1+1         true
            ·  漢字🌊       ·

        """)
    let narrow = try table(25)
    #expect(narrow.text.split(separator: "\n").allSatisfy { $0.count <= 25 }, "\(narrow.text)")
    #expect(narrow.hidden.isEmpty)
    #expect(try table(15).hidden == ["x"])
  }

  @Test(arguments: [TableFormat.csv, .tsv])
  func writtenTablesAreReadBack(_ format: TableFormat) throws {
    for seed in 0..<300 {
      var random = SeededGenerator(seed: UInt64(seed))
      let signs = ["a", "\"", ",", "\t", "\n", "\r\n", "\\", "\\t", "ü", "\u{301}", " ", ";", "|", "'"]
      func text() -> String { (0..<random.below(6)).map { _ in signs[random.below(signs.count)] }.joined() }
      let rows = (0..<1 + random.below(4)).map { _ in ["x" + text(), text(), "y" + text()] }
      var writer = format.writer(["a", "b", "c"])
      let written = writer.write(rows.map { QueryRow($0.map { QueryCell(.text, $0) }) }) + writer.finish()
      var json: [UInt8] = []
      try DelimitedText(JSONBytes(written), named: "t.\(format.rawValue)").writeJSON { json += $0 }
      let found = try JSONDocument(json).root.elements.map { $0.members.map(\.value.displayText) }
      #expect(
        found.map { $0.map { Array($0.utf8) } } == rows.map { $0.map { Array($0.utf8) } }, "seed \(seed)")
    }
  }
}
