import Mantle
import MantleQuery
import Testing

@testable import ModelBrowser

/// Frequencies, groups and statistics of the elements of a list.
struct ResultTableTests {
  private static let cities = #"""
    [{"city": "Rome", "n": 3, "tags": ["a", "b"]}, {"city": "Oslo", "n": 10, "tags": []},
    {"city": "Rome", "n": 2.5}, {"city": null, "n": 3, "tags": ["b", "b"]}]
    """#

  /// Sessions of one document as a list that is read whole, as a large one, and as lines.
  private static func sessions(_ keys: String) -> [Session] {
    let lines = String(cities.dropFirst().dropLast()).replacing("}, {", with: "}\n{")
      .replacing("},\n{", with: "}\n{")
    return [(cities, 1 << 20), (cities, 60), (lines, 1 << 20)].map { text, size in
      var source = DocumentSource(JSONBytes(text), name: "test.json")
      source.largestRecord = size
      var session = Session(source, columns: 100)
      session.press(keys)
      return session
    }
  }

  /// The cells of the result that is shown.
  private func rows(_ session: Session) -> [String] {
    session.browser.view.result?.rows.map { row in
      row.cells.map {
        $0.kind == .absent ? "absent" : [.null, .number].contains($0.kind) ? $0.shown : $0.text
      }
      .joined(separator: " ")
    } ?? []
  }

  @Test(arguments: [
    (":values city<Enter>", ["Rome 2 50.0", "Oslo 1 25.0", "null 1 25.0"]),
    (":frequency n<Enter>", ["3 2 50.0", "10 1 25.0", "2.5 1 25.0"]),
    // The values of a list count in each element that has them, as a filter finds them.
    (":values tags<Enter>", ["b 2 50.0", "a 1 25.0", "[] 1 25.0", "absent 1 25.0"]),
    (":goto [1].city<Enter>gV", ["Rome 2 50.0", "Oslo 1 25.0", "null 1 25.0"]),
    ("jgVcity<Enter>", ["Rome 2 50.0", "Oslo 1 25.0", "null 1 25.0"]),
    ("TF", ["Rome 2 50.0", "Oslo 1 25.0", "null 1 25.0"]),
    ("&n=3<Enter>:values city<Enter>", ["Rome 1 50.0", "null 1 50.0"]),
    // Three states of the order of a column.
    (":values n<Enter>s", ["2.5 1 25.0", "3 2 50.0", "10 1 25.0"]),
    (":values n<Enter>ss", ["10 1 25.0", "3 2 50.0", "2.5 1 25.0"]),
    (":values city<Enter>ss", ["Rome 2 50.0", "Oslo 1 25.0", "null 1 25.0"]),
    (":values n<Enter>F", ["2.5 ..< 3 1 25.0", "3 ..< 3.5 2 50.0"]),
    (
      ":group city aggregate count, mean(n) sort count desc<Enter>", ["Rome 2 2.75", "Oslo 1 10", "null 1 3"]
    ),
    (":group n, city<Enter>s", ["2.5 Rome 1", "3 Rome 1", "3 null 1", "10 Oslo 1"]),
    (":goto [1].city<Enter>gb<Enter>", ["Rome 2", "Oslo 1", "null 1"]),
  ])
  func valueCountsAndPercentagesAreListed(keys: String, expected: [String]) {
    for session in Self.sessions(keys) {
      let rows = rows(session)
      #expect(rows == expected || keys.hasSuffix("F") && rows.starts(with: expected), "\(session.screen)")
    }
  }

  /// The rows of an exploded list are counted, kept, summarized and sorted as elements are.
  @Test(arguments: [
    ("zA", ["0 Rome 3 a", "0 Rome 3 b", "3 null 3 b", "3 null 3 b"], "4 rows of 2 elements"),
    ("zAF", ["b 3 75.0", "a 1 25.0"], "2 values of 4 rows"),
    ("zAhhF", ["Rome 2 50.0", "null 2 50.0"], "2 values of 4 rows"),
    ("zA&tags[] = b<Enter>", ["0 Rome 3 b", "3 null 3 b", "3 null 3 b"], "3 rows of 2 elements"),
    ("zA=", ["0 Rome 3 a"], "1 row of 1 element"),
    ("zA!", ["0 Rome 3 b", "3 null 3 b", "3 null 3 b"], "3 rows of 2 elements"),
    ("zA=F", ["a 1 100.0"], "1 value of 1 row"),
    ("zA!&n = 3<Enter>hh!", ["3 null 3 b", "3 null 3 b"], "2 rows of 1 element"),
    ("zAF<Enter>", ["0 Rome 3 b", "3 null 3 b", "3 null 3 b"], "3 rows of 2 elements"),
    ("zAss", ["0 Rome 3 b", "3 null 3 b", "3 null 3 b", "0 Rome 3 a"], "4 rows of 2 elements"),
    ("zA=q", ["0 Rome 3 a", "0 Rome 3 b", "3 null 3 b", "3 null 3 b"], "4 rows of 2 elements"),
  ])
  func explodedRowsAreCountedAndFiltered(keys: String, expected: [String], counts: String) {
    for session in Self.sessions("Tj:column tags<Enter>" + keys) {
      #expect(rows(session) == expected, "\(session.screen)")
      #expect(session.lines[0].contains(counts), "\(session.screen)")
    }
  }

  @Test func statisticsCountExplodedRows() {
    for var session in Self.sessions("Tj:column tags<Enter>zA!I") {
      #expect(session.lines[0].contains("4 columns of 3 rows   & not tags[] === \"a\""), "\(session.screen)")
      session.press("G<Enter>")
      #expect(rows(session) == ["b 3 100.0"], "\(session.screen)")
    }
  }

  @Test func invalidRowConditionStaysInThePrompt() {
    for session in Self.sessions("Tj:column tags<Enter>zA&tags[] ><Enter>") {
      #expect(session.lines[0].contains("4 rows of 2 elements"), "\(session.screen)")
      #expect(session.screen.contains("tags[] >"), "\(session.screen)")
    }
  }

  /// Dates are counted by periods of the calendar, and F goes on to longer ones.
  @Test(arguments: [
    (
      ["2024-01-31", "2024-03-01", "2024-03-01T09:30:00Z"], "FF",
      ["2024-01-31 1 33.3", "2024-02-01 0 0.0"], "31 days of 3 elements"
    ),
    (
      ["2024-01-31", "2024-03-01", "2024-03-01T09:30:00Z"], "FFFF",
      ["2024-01 1 33.3", "2024-02 0 0.0", "2024-03 2 66.7"], "3 months of 3 elements"
    ),
    (["2023-12-31", "2024-01-01"], "FFF", ["2023-12-25 1 50.0", "2024-01-01 1 50.0"], "2 weeks"),
    (["2023-12-31", "2024-06-01", "x"], "FFFF", ["2023 1 33.3", "2024 1 33.3", "x 1 33.3"], "3 years"),
    (["2024-02-01T10:59:59Z", "2024-02-01T12:00:00+01:00"], "FFF", ["2024-02-01T10 1 50.0"], "2 hours"),
  ])
  func datesAreCountedByCalendarPeriods(dates: [String], keys: String, expected: [String], counts: String) {
    let json = "[" + dates.map { "{\"at\": \"\($0)\"}" }.joined(separator: ", ") + "]"
    var session = Session(json, columns: 100)
    session.press("Tj:column at<Enter>" + keys)
    #expect(rows(session).starts(with: expected), "\(session.screen)")
    #expect(session.lines[0].contains(counts), "\(session.screen)")
    for (row, count) in (session.browser.view.result?.rows.map { $0.cells[1].text } ?? []).enumerated()
    where count != "0" {
      session.press("gg\(row == 0 ? "" : "\(row)j")<Enter>")
      #expect(session.message.hasPrefix("\(count) element"), "\(session.message)")
      session.press("q")
    }
  }

  /// T opens the only list of objects in an object, whatever other lists there are.
  @Test(arguments: [
    (#"{"bbox": [1, 2], "features": [{"id": 7}], "x": 1}"#, "features[0].id"),
    (#"{"a": [{"id": 7}], "b": [[1]], "c": []}"#, "a[0].id"),
  ])
  func tableOpensTheOnlyListOfObjects(json: String, path: String) {
    var session = Session(json, columns: 100)
    session.press("T")
    #expect(session.browser.view.table?.grid.columns.map(\.title) == ["id"], "\(session.screen)")
    session.press("j")
    #expect(session.cursorPath == path, "\(session.screen)")
  }

  @Test func aggregatesWorkWithoutGroup() {
    for session in Self.sessions(":group aggregate sum(n), stddev(n)<Enter>") {
      #expect(rows(session) == ["18.5 3.591077"], "\(session.screen)")
    }
  }

  /// Bars show the figure by which groups are sorted, and figures are aligned at the decimal point.
  @Test func barsShowTheSortedAggregate() {
    for var session in Self.sessions(":group city aggregate count, sum(n)<Enter>") {
      #expect(session.lines[2].contains("██"), "\(session.screen)")
      session.press("llss")
      #expect(rows(session) == ["Oslo 1 10", "Rome 2 5.5", "null 1 3"])
      #expect(session.lines[1].hasSuffix("sum(n)"), "\(session.screen)")
      let bars = session.lines[2...4].map { $0.count { $0 == "█" } }
      #expect(bars[0] > bars[1] && bars[1] > bars[2], "\(session.screen)")
      #expect(
        session.lines[2].contains("10    █") && session.lines[3].contains("5.5  █"), "\(session.screen)")
    }
  }

  @Test func rangeCellsShowBothEnds() {
    for var session in Self.sessions(":values n<Enter>FG") {
      #expect(rows(session).last == "10 ..< 10.5 1 25.0")
      #expect(rows(session).count == 16)
      session.press("<Enter>")
      #expect(session.message.hasPrefix("1 element with n >= 10 and n < 10.5"), "\(session.message)")
      session.press("qqq")
      #expect(session.browser.view.results.isEmpty)
    }
  }

  /// Enter shows the elements behind a row, q returns to the row, and then to the table or the tree.
  @Test(arguments: [
    ("", ":goto [1].city<Enter>gV", #"2 elements with city === "Rome"  (Esc shows all)"#, "[2].city"),
    ("T", "jFj", #"1 element with city === "Oslo"  (Esc shows all)"#, "[1].city"),
    ("T", "jFG", "1 element with city === null  (Esc shows all)", "[3].city"),
    (
      "T", "j:group city, n<Enter>", #"1 element with city === "Rome" and n === 3  (Esc shows all)"#,
      "[0].city"
    ),
    ("T", "jIl<Enter>j", #"1 element with city === "Oslo"  (Esc shows all)"#, "[1].city"),
    ("T", "jI2l", "1 element with city = null  (Esc shows all)", "[3].city"),
    ("T", "jIjj:column absent<Enter>", "1 element with tags = absent  (Esc shows all)", "[2]"),
    ("T", "jIj:column max<Enter>", "1 element with n === 10  (Esc shows all)", "[1].n"),
  ])
  func enterShowsElementsOfResultRow(start: String, keys: String, message: String, path: String) {
    for var session in Self.sessions(start) {
      session.press(keys)
      let origin = session.cursorPath
      let before = session.lines.prefix(6)
      session.press("<Enter>")
      #expect(session.message == message, "\(session.screen)")
      #expect(session.cursorPath == path)
      #expect(session.browser.view.result == nil)
      session.press("q")
      #expect(session.lines.prefix(6) == before, "\(session.screen)")
      #expect(session.browser.outline.filters.isEmpty)
      while session.browser.view.result != nil { session.press("q") }
      #expect(session.cursorPath == origin)
      #expect((session.browser.view.table != nil) == (start == "T"))
      #expect(!session.hasQuit)
    }
  }

  /// Enter shows as many elements as a row counts, whatever else looks like its value.
  @Test(arguments: [
    #"[1, 1.0, 1e0, "1", true, "true", null, "null", "absent", "unreadable", 2, "2", "", " ", [], {}]"#,
    #"[{"v": 1}, {"v": "1"}, {"v": null}, {}, {"v": "null"}, {"v": true}, {"v": "a \" b"}, {"v": "\\"}]"#,
    #"[{"v": {"a": 1}}, {"v": {"b": 1}}, {"v": {"a": 1.0}}, {"v": {}}, {"v": 1}, {"v": "{}"}, {"v": []}]"#,
    #"[{"v": ["a", "b"]}, {"v": "a"}, {"v": [["a"]]}, {"v": [{"x": "a"}]}, {"v": [1, "1", null]}, {"v": "1"}]"#,
    #"[{"v": "é"}, {"v": "e\u0301"}, {"v": "É"}, {"v": "2024-05-01"}, {"v": "2024-05"}, {"v": "7d"}]"#,
    #"[{"v": "2024-05-01T00:00:00Z"}, {"v": "2024-05-01T02:00:00+02:00"}, {"v": "or"}, {"v": "x sort y"}]"#,
    #"[{"v": 9007199254740993}, {"v": 9007199254740992}, {"v": 1e400}, {"v": -0.0}, {"v": 0}, {"v": 0.1}]"#,
  ])
  func resultRowOpensExactlyItsCountedElements(json: String) {
    let name = json.hasPrefix("[{") ? "v" : "$value"
    let lines = String(json.dropFirst().dropLast()).replacing(", {", with: "\n{")
    for text in name == "v" ? [json, lines] : [json] {
      var session = Session(text, columns: 100)
      session.press(":values \(name)<Enter>")
      let counts = session.browser.view.result?.rows.map { $0.cells[1].text } ?? []
      #expect(counts.count > 2)
      for (row, count) in counts.enumerated() {
        session.press("\(row == 0 ? "gg" : "gg\(row)j")<Enter>")
        #expect(session.message.hasPrefix("\(count) element"), "\(session.message)")
        session.press("q")
      }
    }
  }

  /// A cell keeps the rows with its value, and leaves out the same ones.
  @Test(arguments: [
    (#"[{"v": {"a": 1}}, {"v": {"b": 1}}, {"v": {"a": 1}}]"#, 2),
    (#"[{"v": ["a", 1]}, {"v": ["b", 1]}, {"v": "a"}]"#, 1),
    (#"[{"v": "1"}, {"v": 1}, {"v": [1]}]"#, 1),
    (#"[{}, {"v": null}, {"v": 1}]"#, 1),
    (#"[{"v": "\u00e9"}, {"v": "e\u0301"}, {"v": "\u00e9"}]"#, 2),
  ])
  func cellFilterKeepsOrExcludesItsValue(json: String, count: Int) {
    for (key, kept) in [("=", count), ("!", 3 - count)] {
      var session = Session(json, columns: 100)
      session.press("Tj:column v<Enter>gg\(key)")
      #expect(session.message.hasPrefix("\(kept) element"), "\(session.screen)")
    }
  }

  /// The statistics are those of `mantle stats` and a histogram.
  @Test func statisticsMatchStatsCommand() throws {
    for session in Self.sessions("TI") {
      let list = Self.records(JSONBytes(session.text))
      var queries = [Query()]
      try queries.showAll(of: [list], hasKeys: false)
      let query = queries[0]
      var expected: [QueryRow] = []
      _ = QueryRun([(list, Statistics.usual.query(of: query))]).run { rows in
        expected = rows.flatMap { Statistics.usual.rows(of: query, $0) }
        return true
      }
      let rows = session.browser.view.result?.rows ?? []
      func cells(_ title: String, _ titles: [String], _ rows: [QueryRow]) -> [QueryCell] {
        titles.firstIndex(of: title).map { index in rows.map { $0.cells[index] } } ?? []
      }
      let shown = Statistics.withHistograms.titles
      for title in Statistics.usual.titles {
        #expect(cells(title, shown, rows) == cells(title, Statistics.usual.titles, expected))
      }
      #expect(cells("histogram", shown, rows).map(\.text) == ["", "▇      ▃", ""])
    }
  }

  /// The elements of a document as the program reads them.
  private static func records(_ bytes: JSONBytes) -> RecordList {
    let layout = JSONLayout.detect(bytes)
    return RecordList(bytes, [], sequence: layout.isSequence ? layout.children(in: bytes) : nil)
  }

  /// A result is copied and written like a table.
  @Test func resultRowsAreCopiedAsText() {
    for var session in Self.sessions(":values city<Enter>") {
      session.press("yt")
      #expect(session.copied.last == "city\tcount\tpercent\nRome\t2\t50\nOslo\t1\t25\n\t1\t25\n")
      session.press("jyrl-yc")
      #expect(session.copied.suffix(2) == ["Oslo\t1\t25\n", "50\n25\n25\n"])
      session.press(":copy table csv<Enter>")
      #expect(session.copied.last == "city,percent\r\nRome,50\r\nOslo,25\r\n,25\r\n")
    }
  }

  /// A result is not the document, in whatever format it is written.
  @Test func resultsAreWrittenInsteadOfTheDocument() throws {
    let folder = try Folder()
    let path = try folder.file("a.json", Self.cities)
    for name in ["b.json", "b.ndjson", "b.csv"] {
      var session = Session(try DocumentSource.file(path, models: []), columns: 100)
      session.press(":values city<Enter>:w \(folder.path)/\(name)<Enter>")
      let text = try String(contentsOfFile: "\(folder.path)/\(name)", encoding: .utf8)
      #expect(text.contains("count") && text.contains("Rome") && !text.contains("tags"), "\(text)")
      session.press(":w \(folder.path)/b.sqlite<Enter>")
      #expect(session.message.hasPrefix("Databases are written by `mantle convert"), "\(session.message)")
    }
  }

  /// Edits count, inserted elements too, and those that are made while the elements behind a row are shown.
  @Test func resultsIncludeUnsavedEdits() {
    for var session in Self.sessions(
      ":goto [1].city<Enter>ccRome<Enter>:goto [0]<Enter>yyp:values city<Enter>")
    {
      #expect(rows(session) == ["Rome 4 80.0", "null 1 20.0"])
      session.press("j<Enter>:goto [4].city<Enter>ccRome<Enter>q")
      #expect(rows(session) == ["Rome 5 100.0"], "\(session.screen)")
    }
  }

  /// The rows of a result are searched, from either end to the other.
  @Test(arguments: [
    ("/os<Enter>", 1), ("/o<Enter>", 1), ("/o<Enter>n", 0), ("/o<Enter>nn", 1), ("/o<Enter>N", 0),
    ("G?o<Enter>", 1), ("G?o<Enter>n", 0), ("/o<Enter>2n", 1), ("/null", 2), ("/null<Esc>", 0),
    ("/none<Enter>", 0),
  ])
  func searchFindsResultRows(keys: String, row: Int) {
    for var session in Self.sessions(":values city<Enter>") {
      session.press(keys)
      #expect(session.browser.view.result?.selected == row, "\(session.screen)")
      #expect(session.message.hasPrefix("Not found") == keys.contains("none"), "\(session.message)")
    }
  }

  /// A list has a row for each of its elements, from which Enter leads to the list and q back.
  @Test func explodedListHasOneRowPerElement() {
    for var session in Self.sessions("T:column tags<Enter>zM") {
      #expect(
        rows(session) == ["0 Rome 3 a", "0 Rome 3 b", "3 null 3 b", "3 null 3 b"])
      session.press("G<Enter>")
      #expect(session.cursorPath == "[3].tags", "\(session.screen)")
      session.press("q")
      #expect(session.browser.view.result?.selected == 3)
      session.press("zc")
      #expect(session.browser.view.result == nil)
      session.press("hzM")
      #expect(session.message == "The visible values of this column are not lists")
    }
    var objects = Session(
      #"{"a": {"items": [{"n": 1, "m": 2}, {"n": 3}]}, "b": {"items": []}}"#, columns: 100)
    objects.press("jTzM")
    #expect(rows(objects) == ["a 1 2", "a 3 absent"], "\(objects.screen)")
    objects.press("G<Enter>")
    #expect(objects.cursorPath == "a.items", "\(objects.screen)")
  }

  /// Commands of the tree leave the results, and those of lists of elements say so.
  @Test func treeCommandsCloseResults() {
    for var session in Self.sessions("T:values city<Enter>") {
      session.press("=")
      #expect(session.message.hasPrefix("These rows are not elements"), "\(session.message)")
      session.press(":goto [2].n<Enter>")
      #expect(session.browser.view.results.isEmpty && session.cursorPath == "[2].n")
    }
  }

  /// In a table, names are those of its rows, also in an object of objects.
  @Test(arguments: [
    (":group city<Enter>", ["Rome 2", "Oslo 1"]), (":column city<Enter>gb<Enter>", ["Rome 2", "Oslo 1"]),
    (":values city<Enter>", ["Rome 2 66.7", "Oslo 1 33.3"]),
    ("&city=Oslo<Enter>:values city<Enter>", ["Oslo 1 100.0"]),
  ])
  func namesReferToRowsOfTheTable(keys: String, expected: [String]) {
    var session = Session(
      #"{"users": {"a": {"city": "Rome", "x": {"city": 1}}, "b": {"city": "Oslo"}, "c": {"city": "Rome"}}}"#,
      columns: 100)
    session.press("jT\(keys)")
    #expect(rows(session) == expected, "\(session.screen)")
  }

  /// Numbers beyond those of the machine are what they are.
  @Test func largeNumbersAreCountedExactly() {
    var session = Session(#"[{"n": 1e400}, {"n": 9007199254740993}, {"n": 9007199254740992}]"#, columns: 100)
    session.press(":values n<Enter>s")
    #expect(rows(session) == ["9007199254740992 1 33.3", "9007199254740993 1 33.3", "1e400 1 33.3"])
    session.press("<Enter>")
    #expect(session.message.hasPrefix("1 element with n === 9007199254740992"), "\(session.message)")
  }

  @Test func datesAreGroupedIntoRanges() {
    var session = Session(
      #"[{"at": "2024-05-01T00:00:00Z"}, {"at": "2024-05-01T06:00:00Z"}, {"at": "2024-05-02T12:30:00Z"}]"#,
      columns: 100)
    session.press(":values at<Enter>F")
    #expect(rows(session).first == "2024-05-01T00 1 33.3", "\(session.screen)")
    session.press("G<Enter>")
    #expect(session.message.hasPrefix("1 element with at >= 2024-05-02T12:00:00Z"), "\(session.message)")
  }

  @Test(arguments: [
    ("7", ":values x<Enter>", "There is no list here"),
    (#"[{"city": 1}]"#, ":values cty<Enter>", #"no property or key "cty""#),
    (#"[{"city": 1}]"#, ":values a b<Enter>", "not a name"),
    (#"[{"city": 1}]"#, ":group cty<Enter>", #"group: no property or key "cty""#),
    (
      #"[{"city": "a"}]"#, ":values city<Enter>F",
      "Ranges need at least two different numbers or dates of one property"
    ),
    (#"[{"n": 1}, {"n": 1.0}]"#, ":values n<Enter>F", "Ranges need at least two"),
    (#"[{"n": 1e300}, {"n": 1}]"#, ":values n<Enter>FG<Enter>", "1 element with n >= 1e+300 and n <"),
    // Keys of elements are not taken for those of the shell.
    (#"[{"n": [1]}]"#, "TjF!", "These rows are not elements"),
    ("7", ":statistics<Enter>", "There is no list here"),
  ])
  func uncountableValuesAreExplained(json: String, keys: String, words: String) {
    var session = Session(json, columns: 100)
    session.press(keys)
    #expect(session.message.hasPrefix(words), "\(session.message)")
  }

  /// The letters after `&` are text of the filter, and not keys of commands.
  @Test(arguments: ["F", "I", ":group n<Enter>"])
  func filterOfResultIsOfElements(keys: String) {
    var session = Session(#"[{"n": 1}, {"n": 2}]"#, columns: 100)
    session.press("T\(keys)&count > 8<Enter>")
    #expect(session.screen.contains("no property or key \"count\""), "\(session.screen)")
    session.press("<Esc>")
    #expect(session.browser.view.result != nil)
    session.press("&n = 2<Enter>")
    #expect(session.message == "1 element with n = 2  (Esc shows all)", "\(session.screen)")
  }

  /// Keys with any signs, and values in lists of lists.
  @Test(arguments: [
    (#"[{"a b.c": 1}, {"a b.c": 2}]"#, "gV", #"values of a\ b\.c   2 values of 2 elements"#),
    (#"[{"a": [{"b": 1}, {"b": 2}]}, {"a": []}]"#, ":goto [0].a[1].b<Enter>gV", "values of a.b   3 values"),
    ("[[1, 2], [3]]", ":goto [0][1]<Enter>gV", "values of $value   3 values of 2 elements"),
    (#"["a", "b", "a"]"#, "gV", "values of $value   2 values of 3 elements"),
  ])
  func valueCommandAcceptsFilterNames(json: String, keys: String, title: String) {
    var session = Session(json, columns: 100)
    session.press((json.hasPrefix(#"["a"#) ? "j" : "jlj") + keys)
    #expect(session.lines[0].hasPrefix(" " + title), "\(session.screen)")
    session.press("<Enter>")
    #expect(session.message.contains(" element"), "\(session.message)")
  }

  /// The figures of edited text are those of the saved text.
  @Test(arguments: 0..<12) func resultsOfEditsMatchSavedText(seed: Int) throws {
    let edits = [
      ":goto [1].city<Enter>ccParis<Enter>", ":goto [2]<Enter>dd", ":goto [0]<Enter>yyp",
      ":goto [3].n<Enter>cc7<Enter>",
      ":goto [0].tags<Enter>dd", ":goto [1]<Enter>yyP", "u", ":goto [0].n<Enter>cc1e3<Enter>", "G]m", "^R",
    ]
    let queries = [
      "group city aggregate count, sum(n), max(n), median(n)", "group tags",
      "group n, city aggregate list(tags)",
    ]
    for session in Self.sessions("") {
      var session = session
      for step in 0..<6 { session.press(edits[(seed * 7 + step * (seed % 3 + 1)) % edits.count]) }
      let bytes = JSONBytes(session.text)
      let saved = Self.records(bytes)
      for text in queries {
        var expected: [QueryRow] = []
        _ = QueryRun([(saved, try Query(QueryText(text), names: saved.names))]).run {
          expected += $0; return true
        }
        session.press(":goto [0]<Enter>:\(text)<Enter>")
        #expect(session.browser.view.result?.rows.map(\.cells) == expected.map(\.cells), "\(session.text)")
        session.press("q")
      }
    }
  }
}
