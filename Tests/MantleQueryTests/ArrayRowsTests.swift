import Mantle
import MantleDocuments
import Testing

@testable import MantleQuery

/// Tables of rows that are arrays.
struct ArrayRowsTests {
  /// A list, and its table as CSV.
  @Test(arguments: [
    (#"[["name", "age"], ["Ada", 36], ["Bob", null]]"#, "name,age\nAda,36\nBob,\n"),
    // The numbers of the column may be strings, as in the answers of the US Census.
    (#"[["NAME", "POP"], ["Ohio", "11780017"], ["Utah", ""]]"#, "NAME,POP\nOhio,11780017\nUtah,\"\"\n"),
    (#"[["on"], [true]]"#, "on\ntrue\n"),
    // Without titles, the columns are the indices.
    (#"[[1, "x"], [2]]"#, "[0],[1]\n1,x\n2,\n"),
    (#"[["a", "b"], ["b", "c"]]"#, "[0],[1]\na,b\nb,c\n"),
    (#"[["a", "a"], [1, 2]]"#, "[0],[1]\na,a\n1,2\n"), (#"[["a", ""], [1, 2]]"#, "[0],[1]\na,\"\"\n1,2\n"),
    (#"[["a"], [1, 2]]"#, "[0],[1]\na,\n1,2\n"),
    // Rows that are not arrays of scalars only are one column.
    (#"[[1, [2]], [3]]"#, "value\n\"[1,[2]]\"\n[3]\n"), (#"[[1], 2]"#, "value\n[1]\n2\n"),
    (#"[[1], {"a": 2}]"#, "value,a\n[1],\n\"{\"\"a\"\":2}\",2\n"), ("[[], []]", "value\n[]\n[]\n"),
  ])
  func arraysHaveColumns(list: String, csv: String) throws {
    let lines = try JSONDocument(list).root.elements.map { JSONFormatter.compact.text($0) }
    for text in [list, lines.joined(separator: "\n") + "\n"] {
      let bytes = JSONBytes(text)
      let layout = JSONLayout.detect(bytes)
      let sequence = layout.isSequence ? layout.children(in: bytes) : nil
      let records = RecordList(bytes, [], sequence: sequence).withoutTitles
      var queries = [Query()]
      try queries.showAll(of: [records], hasKeys: true)
      var writer = TableFormat.csv.writer(queries[0].titles)
      var output = ""
      _ = QueryRun([(records, queries[0])]).run { rows in
        output += writer.write(rows)
        return true
      }
      #expect((output + writer.finish()).replacing("\r\n", with: "\n") == csv, "\(text)")
    }
  }

  @Test(arguments: [
    ("where age > 20 columns name", ["Ada"]), ("columns age sort age desc", ["36", "7"]),
    ("aggregate sum(age), count", ["43"]), ("columns [0]", ["Ada", "Bob"]),
  ])
  func titlesAreNames(query: String, first: [String]) throws {
    let list = RecordList(
      JSONBytes(#"[["name", "age"], ["Ada", 36], ["Bob", 7]]"#), [], sequence: nil
    ).withoutTitles
    var cells: [String] = []
    _ = QueryRun([(list, try Query(QueryText(query), names: list.names))]).run { rows in
      cells += rows.map { $0.cells[0].text }
      return true
    }
    #expect(cells == first)
  }
}
