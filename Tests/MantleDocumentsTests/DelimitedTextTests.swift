import Mantle
import Testing

@testable import MantleDocuments

struct DelimitedTextTests {
  @Test(arguments: [
    ("a,b\n1,2\n", #"[{"a":1,"b":2}]"#),
    ("a,b\r\n1,x\r\n2,y", #"[{"a":1,"b":"x"},{"a":2,"b":"y"}]"#),
    ("a,b\r1,x\r", #"[{"a":1,"b":"x"}]"#),
    ("a;b\n1,5;x\n", #"[{"a":"1,5","b":"x"}]"#), ("a\tb\nx\t\n", #"[{"a":"x","b":null}]"#),
    ("a|b\nx|y\n", #"[{"a":"x","b":"y"}]"#),
    ("a,b\n\"x, y\",\"say \"\"hi\"\"\"\n", #"[{"a":"x, y","b":"say \"hi\""}]"#),
    ("a,b\n\"two\nlines\",\"\"\n,\n", #"[{"a":"two\nlines","b":""},{"a":null,"b":null}]"#),
    ("a,b\n1,true\nx,false\n", #"[{"a":"1","b":true},{"a":"x","b":false}]"#),
    ("a,b\n1,true\n,1\n", #"[{"a":1,"b":"true"},{"a":null,"b":"1"}]"#),
    ("a,b\n007,1e5\n01,-2.50\n", #"[{"a":"007","b":1e5},{"a":"01","b":-2.50}]"#),
    ("a,b\n1,2\n\n3,4\n\n", #"[{"a":1,"b":2},{"a":3,"b":4}]"#),
    ("a\nx\n\ny\n", #"[{"a":"x"},{"a":null},{"a":"y"}]"#),
    ("a,b\r\n\r\n\r\n1,2\r\n", #"[{"a":1,"b":2}]"#), ("\n\na,b\n1,2\n", #"[{"a":1,"b":2}]"#),
    ("a\n\n1,2\n", #"[{"a":1,"column 2":2}]"#), ("\na\nx\n", #"[{"a":"x"}]"#), ("a,b\n\n\n", "[]"),
    ("1,x\n2,y\n", #"[{"column 1":1,"column 2":"x"},{"column 1":2,"column 2":"y"}]"#),
    // A title may be a number.
    ("name,2019,2019\nx,1,2\n", #"[{"name":"x","2019":1,"2019_2":2}]"#),
    ("[a],b\n1,2\n", #"[{"[a]":1,"b":2}]"#),
    ("a,a,\n1,2,3\n", #"[{"a":1,"a_2":2,"column 3":3}]"#),
    ("a,b\n1\n1,2,3\n", #"[{"a":1},{"a":1,"b":2,"column 3":3}]"#),
    ("a,b\n", "[]"), ("a,b\n5\" pipe,\"x\"y\n", #"[{"a":"5\" pipe","b":"\"x\"y"}]"#),
    ("\u{FEFF}ä,b\nü,2\n", #"[{"ä":"ü","b":2}]"#),
    // A table of one column has the delimiter of its name.
    ("a\nx|y\nz\n", #"[{"a":"x|y"},{"a":"z"}]"#), ("a\nx\ty\n", #"[{"a":"x\ty"}]"#),
    // A combining accent after a quote is part of the same `Character`.
    ("a\n\"x\"\"\u{301}y\"\n", "[{\"a\":\"x\\\"\u{301}y\"}]"),
  ])
  func tableRecordsBecomeObjects(_ text: String, _ expected: String) throws {
    var written: [UInt8] = []
    try DelimitedText(JSONBytes(text), named: "a.csv").writeJSON { written += $0 }
    let root = try JSONDocument(written).root
    #expect(String(decoding: JSONFormatter.compact.format(root), as: UTF8.self) == expected)
  }

  /// A large table is converted in parts on several threads.
  @Test func recordsOfLargeTablesKeepTheirOrder() throws {
    let text = (0..<30_000).map { "\($0),\"line \($0)\nsays \"\"ü\"\"\"" + ($0 % 7 == 0 ? "\r\n\r\n" : "\n") }
    var written: [UInt8] = []
    try DelimitedText(JSONBytes("id,text\n" + text.joined()), named: "a.csv").writeJSON { written += $0 }
    let rows = Array(try JSONDocument(written).root.elements)
    #expect(rows.count == 30_000)
    for (number, row) in rows.enumerated() {
      #expect(row["id"]?.rawText == "\(number)")
      #expect(row["text"]?.displayText == "line \(number)\nsays \"ü\"")
    }
  }

  @Test func singleTSVColumnMayContainCommas() throws {
    var written: [UInt8] = []
    try DelimitedText(JSONBytes("a\n1,5\n2\n"), named: "a.tsv").writeJSON { written += $0 }
    #expect(String(decoding: written, as: UTF8.self) == "[\n{\"a\": \"1,5\"},\n{\"a\": \"2\"}\n]\n")
  }

  @Test func utf16IsDecoded() throws {
    for (isLittle, mark) in [(true, "\u{FEFF}"), (false, "\u{FEFF}"), (true, ""), (false, "")] {
      let units = Array((mark + "a\tb\nü\t1\n").utf16)
      let bytes = units.flatMap { unit in
        let parts = [UInt8(unit >> 8), UInt8(truncatingIfNeeded: unit)]
        return isLittle ? parts.reversed() : parts
      }
      var written: [UInt8] = []
      try DelimitedText(JSONBytes(bytes), named: "a.csv").writeJSON { written += $0 }
      #expect(String(decoding: written, as: UTF8.self) == "[\n{\"a\": \"ü\", \"b\": 1}\n]\n")
    }
  }

  @Test(arguments: [
    (Array("a,b\n1,".utf8) + [0xFC], "a.csv:2:3: error: the table is not UTF-8", "iconv -f WINDOWS-1252"),
    (Array("a,b\n1,\"x\n2,y\n".utf8), "a.csv:2:3: error: the quoted field is not closed", "closed"),
  ])
  func tableErrorsHaveLocations(_ bytes: [UInt8], _ start: String, _ part: String) {
    let error = #expect(throws: UnreadableText.self) { try DelimitedText(JSONBytes(bytes), named: "a.csv") }
    let text = error?.lines.joined(separator: "\n") ?? ""
    #expect(text.hasPrefix(start) && text.contains(part), "\(text)")
  }

  @Test func titlesRemainWithoutRecords() throws {
    let table = try DelimitedText(JSONBytes("a,b\n"), named: "a.csv")
    #expect(table.titles == ["a", "b"] && table.isEmpty)
    #expect(try !DelimitedText(JSONBytes("1,2\n"), named: "a.csv").isEmpty)
  }

  @Test(arguments: [
    ("a.csv", "x", true), ("a.CSV", "a,b", true), ("a.tsv", "a\tb", true), ("a.csv", #"{"a": 1}"#, false),
    ("data", "a,b\n1,2\n3,4\n", true), ("<stdin>", "a;b\nx;y\nz;w\n", true),
    ("a.json", "a,b\n1,2\n3,4\n", false), ("a.ndjson", "a,b\n1,2\n", false), ("data", "plain text", false),
    ("data", "[1, 2]", false), ("a.csv", "<html>", false), ("a.csv", "[a],b\n1,2\n", true),
    ("a.csv", "[1, 2]", false), ("a.csv", "\"a\",b\n", true),
  ])
  func tablesAreRecognized(_ name: String, _ text: String, _ isTable: Bool) {
    #expect(DelimitedText.isTable(JSONBytes(text), named: name) == isTable)
  }
}
