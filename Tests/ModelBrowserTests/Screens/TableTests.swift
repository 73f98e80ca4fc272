import Mantle
import MantleQuery
import Testing

@testable import ModelBrowser

/// The elements of a list as a table.
struct TableTests {
  private static let cities = #"""
    [{"city": "Rome", "n": 3, "tags": ["a"], "at": {"x": 1, "y": {"z": "deep"}}}, {"city": "Oslo", "n": 1000},
    {"city": "A long name", "n": null, "at": {"x": 2}}, {"city": "東京", "n": 2.5, "tags": []}]
    """#

  /// Sessions of one document as a list that is read whole, as a large one, and as lines.
  private static func sessions(_ json: String = cities, columns: Int = 70, keys: String = "T") -> [Session] {
    let lines = (try? JSONDocument(json).root)?.elements.map { JSONFormatter.compact.text($0) } ?? []
    return [(json, 1 << 20), (json, 110), (lines.joined(separator: "\n"), 1 << 20)].map { text, size in
      var source = DocumentSource(JSONBytes(text), name: "t")
      source.largestRecord = size
      var session = Session(source, columns: columns)
      session.press(keys)
      return session
    }
  }

  private func lines(_ session: Session) -> [String] {
    session.lines.prefix(session.browser.layout.bodyRows).filter { !$0.isEmpty }
  }

  @Test func tableShowsElementsAsRowsAndKeysAsColumns() {
    for session in Self.sessions() {
      #expect(
        lines(session) == [
          "    │ city            n  tags   at",
          "  0 │ Rome            3  [\"a\"]  {x: 1, y: {z: \"deep\"}}",
          "  1 │ Oslo         1000  ·      ·",
          "  2 │ A long name  null  ·      {x: 2}",
          "  3 │ 東京          2.5  []     ·",
        ])
      #expect(session.cursorPath == "[0].city")
    }
  }

  /// The table of an object is that of its only list, or of its members if all are objects.
  @Test(arguments: [
    (#"{"page": 1, "orders": [{"id": 7}]}"#, "orders[0].id"), (#"{"a": {"n": 1}, "b": {"n": 2}}"#, "a.n"),
    (#"{"orders": [{"id": 7}]}"#, "orders[0].id"),
  ])
  func tableOfObjectShowsItsOnlyList(text: String, path: String) {
    var session = Session(text)
    session.press("ggT")
    #expect(session.cursorPath == path, "\(session.screen)")
  }

  @Test func tableAsksToChooseAmongSeveralLists() {
    var session = Session(#"{"users": [{"id": 1}], "orders": [{"id": 7}]}"#)
    session.press("ggT")
    #expect(
      session.message.contains("several lists; go to one of them  (users, orders)"), "\(session.message)")
    session.press(":goto orders<Enter>T")
    #expect(session.cursorPath == "orders[0].id")
  }

  @Test func editedCellIsShownCompletely() {
    for var session in Self.sessions() {
      session.press("lcc1234567<Enter>")
      #expect(session.lines.contains { $0.contains("1234567") }, "\(session.screen)")
    }
  }

  /// A screen that has scrolled to the last column shows as many columns before it as fit.
  @Test func scrollingToLastColumnFillsTheScreen() {
    for var session in Self.sessions(columns: 40) {
      session.press("$w")
      #expect(session.screen.contains("tags") && session.screen.contains("{x: 2}"), "\(session.screen)")
    }
  }

  /// The cursor of the table is that of the tree.
  @Test(arguments: [
    ("j", "[1].city"), ("jl", "[1].n"), ("Gk$", "[2].at"), ("2l", "[0].tags"), ("j2l", "[1]"),
    ("jlT", "[1].n"),
    ("jl<Enter>", "[1].n"), ("jl<Enter>ggq", "[1].n"), ("$(", "[0].at.x"), ("$(l)", "[0].at"),
    ("$(l(", "[0].at.y.z"), ("$(l()", "[0].at.y"), ("3G", "[2].city"), ("/deep<Enter>", "[0].at.y.z"),
    ("l:goto [2].at.x<Enter>", "[2].at.x"), ("lll:goto [2].at.x<Enter>k", "[1]"), ("-", "[0].n"),
    ("---", "[0].at"), ("----", "[0].at"), ("Lh", "[0].n"), ("LH", "[0].city"),
    (":column ta<Enter>", "[0].tags"),
    ("&n=1000<Enter>l", "[1].n"),
  ])
  func tableCursorMatchesTreeCursor(keys: String, path: String) {
    for var session in Self.sessions() {
      session.press(keys)
      #expect(session.cursorPath == path, "\(session.screen)")
    }
  }

  @Test(arguments: [
    ("-", "n  tags   at"), ("--+", "city            n  tags   at"), ("L", "n  city         tags   at"),
    ("$(", "city            n  tags   at.x  at.y"), ("$()", "city            n  tags   at"),
    ("5<", "city       n  tags   at"), ("3>", "city               n  tags   at"),
    ("5<_", "city            n  tags   at"),
    ("C<Space>q<Esc>", "n  tags   at"), (":columns n<Enter>", "n"),
  ])
  func keysHideMoveAndResizeColumns(keys: String, header: String) {
    for var session in Self.sessions() {
      session.press(keys)
      #expect(
        lines(session)[0] == "    │ " + (header.first == "n" ? "   " : "") + header, "\(session.screen)")
    }
  }

  @Test func frozenColumnsStayVisible() {
    for var session in Self.sessions(columns: 36) {
      session.press("f$")
      #expect(lines(session)[0].hasPrefix("    │ city        │ "), "\(session.screen)")
      #expect(lines(session)[0].contains("at"))
      session.press("0f$")
      #expect(!lines(session)[0].contains("city"))
      // Those that leave no room scroll with the others.
      session.press("0l$f0$")
      #expect(lines(session)[0].contains("at"), "\(session.screen)")
    }
  }

  @Test(arguments: [
    ("lccx<Esc>", 0), ("lcc7<Enter>", 7), ("jle<BS><BS>5<Enter>", 105), ("l^A", 4),
  ])
  func tableCellsAreEditedLikeTreeRows(keys: String, value: Int) {
    for var session in Self.sessions() {
      session.press(keys)
      let name = session.cursorPath
      if value > 0 {
        #expect(session.text.contains("\"n\": \(value)") || session.text.contains("\"n\":\(value)"))
      }
      #expect(name.hasSuffix(".n"))
      #expect(session.browser.view.table != nil)
    }
  }

  /// A key that an object lacks is typed in its cell.
  @Test func editingEmptyCellAddsItsKey() {
    for var session in Self.sessions() {
      session.press("j2le")
      session.type("7")
      session.press("<Enter>")
      #expect(session.cursorPath == "[1].tags", "\(session.screen)")
      #expect(lines(session)[2].contains("7"))
      session.press("u")
      #expect(!session.isModified)
      session.press(":goto [1]<Enter>dd")
      #expect(!session.isModified, "\(session.message)")
    }
  }

  @Test func selectedRowsAreEditedTogether() {
    for var session in Self.sessions() {
      session.press("lvjcc")
      session.type("8")
      session.press("<Enter>")
      #expect(lines(session)[1].contains("  8  ") && lines(session)[2].contains("  8  "), "\(session.screen)")
      session.press("uvjddr")
      #expect(lines(session).count == 3, "\(session.screen)")
    }
  }

  /// With several rows selected in a column, a deletion asks for its part, and a new key goes to all elements.
  @Test func deletionInColumnSelectionAsksForRowsOrCells() {
    let text = #"[{"a": 1, "b": 2}, {"a": 3, "b": 4}, {"a": 5, "b": 6}]"#
    for (keys, result) in [
      ("vjdd<Esc>", text), ("vjddr", #"[{"a": 5, "b": 6}]"#),
      ("vjddc", #"[{"b": 2}, {"b": 4}, {"a": 5, "b": 6}]"#),
      ("lvGddcu", text), ("lvGcwz<Enter>", text.replacing("\"b\"", with: "\"z\"")),
    ] {
      var session = Session(text, models: [], columns: 90)
      session.press("T" + keys)
      #expect(session.text == result, "\(keys): \(session.screen)")
    }
    var session = Session(text, models: [], columns: 90)
    session.press("TvG")
    #expect(session.status.contains("SELECT 3  yy rows · cc ~ column · dd asks"), "\(session.status)")
    session.press("dd")
    #expect(session.lines.last?.hasPrefix("Delete 3 rows, or only a of each?  r rows · c a") == true)
  }

  /// Leaving the form of a new element returns to the row, whose cells are edited next.
  @Test func cancelingANewElementReturnsToTheRow() {
    for var session in Self.sessions(keys: "Tjja<Esc>") {
      #expect(session.cursorPath == "[2].city", "\(session.screen)")
      session.press("l")
      #expect(session.cursorPath == "[2].n")
    }
  }

  @Test func rowsAreAddedAndDeleted() {
    for var session in Self.sessions() {
      session.press("jl:duplicate<Enter>")
      #expect(lines(session).count == 6, "\(session.screen)")
      #expect(session.cursorPath == "[2].n")
      session.press("dd")
      #expect(session.cursorPath == "[2].n" || session.cursorPath == "[2]")
      session.press("uu")
      #expect(lines(session).count == 5)
      session.press("ggdj")
      #expect(lines(session).count == 3, "\(session.screen)")
    }
  }

  @Test func listsOfMixedValuesHaveTables() {
    var numbers = Session(#"{"list": [1, "x", {"a": null}, [2]]}"#, models: [])
    numbers.press("jT")
    #expect(
      lines(numbers) == [
        "    │ value      a", "  0 │ 1          ·", "  1 │ x          ·", "  2 │ {a: null}  null",
        "  3 │ [2]        ·",
      ])
    numbers.press("jccy<Enter>")
    #expect(numbers.text == #"{"list": [1, "y", {"a": null}, [2]]}"#)
    var map = Session(#"{"one": {"a": 1}, "two": {"a": 2}}"#, models: [])
    map.press("T")
    #expect(lines(map) == ["      │ a", "  one │ 1", "  two │ 2"])
    map.press("qjT")
    #expect(lines(map)[0] == "      │ a")
  }

  /// Values that are no objects stay in a column of their own.
  @Test func expandedColumnsKeepOtherValues() {
    for var session in Self.sessions(
      #"[{"at": 7, "n": 1}, {"at": {"x": 1}, "n": 2}, {"at": null, "n": 3}, {"at": "later", "n": 4}]"#,
      keys: "T("
    ) {
      #expect(
        lines(session) == [
          "    │ at      at.x  n", "  0 │ 7          ·  1", "  1 │ {x: 1}     1  2", "  2 │ null       ·  3",
          "  3 │ later      ·  4",
        ], "\(session.screen)")
      session.press("l)")
      #expect(lines(session)[0] == "    │ at      n", "\(session.screen)")
    }
  }

  /// Columns are the union of the keys of all elements, not of the first ones only.
  @Test func rareKeysHaveColumns() {
    let objects = (0..<400).map { index in
      index == 390
        ? #"{"n": 390, "rare key": 1, "at": {"y": 2}}"# : #"{"n": \#(index), "at": {"x": \#(index)}}"#
    }
    for (text, size) in [
      ("[\(objects.joined(separator: ","))]", 1 << 20), ("[\(objects.joined(separator: ","))]", 110),
    ] {
      var source = DocumentSource(JSONBytes(text), name: "t")
      source.largestRecord = size
      var session = Session(source, columns: 70)
      session.press("T")
      #expect(session.browser.view.table?.grid.columns.map(\.title) == ["n", "at", "rare key"])
      session.press("l(391G")
      #expect(session.browser.view.table?.grid.columns.map(\.title) == ["n", "at.x", "rare key"])
      #expect(session.screen.contains("390 │ 390     ·         1"), "\(session.screen)")
      session.press("$s")
      #expect(session.cursorPath == "[390].rare key", "\(session.screen)")
    }
  }

  @Test func narrowScreensTruncateRows() {
    for var session in Self.sessions() {
      for columns in [1, 5, 9, 20] {
        for rows in [1, 2, 3, 5] {
          session.resize(rows: rows, columns: columns)
          session.press("jlhk$0")
          for line in session.lines { #expect(line.cellWidth <= columns) }
        }
      }
    }
  }

  // MARK: - Order and filters

  /// The numbers of the rows on the screen.
  private func numbers(_ session: Session) -> [String] {
    lines(session).compactMap { line in
      let words = line.split(separator: " ")
      return words.count > 1 && words[1] == "│" ? String(words[0].filter { $0 != "+" }) : nil
    }
  }

  @Test(arguments: [
    ("ls", "3012", "n ▲", "[3].n"), ("lss", "1032", "n ▼", "[1].n"), ("lsss", "0123", "n", "[1].n"),
    ("lsj", "3012", "n ▲", "[0].n"), ("lsG", "3012", "n ▲", "[2].n"), ("lsGkk", "3012", "n ▲", "[0].n"),
    ("s", "2103", "city ▲", "[2].city"), ("lshS", "3012", "city ▲2", "[3].city"),
    ("ls4G", "3012", "n ▲", "[3].n"),
    ("ls&n>2.7<Enter>", "01", "n ▲", "[1].n"), ("&n>2.7<Enter>lss", "10", "n ▼", "[1].n"),
    ("l=", "0", "n", "[0].n"), ("l!", "123", "n", "[1].n"), ("jl=", "1", "n", "[1].n"),
    ("2jl=", "2", "n", "[2].n"), ("j$=", "13", "at", "[1]"),
    ("l!&city = Oslo<Enter>\\j<Enter>", "1", "n", "[1].n"),
    ("l!&city = Oslo<Enter>\\<Enter>", "123", "n", "[1].n"), ("ls\\<Enter>", "0123", "n", "[3].n"),
  ])
  func rowsAreSortedAndFiltered(keys: String, rows: String, title: String, path: String) {
    for var session in Self.sessions() {
      session.press(keys)
      #expect(numbers(session).joined() == rows, "\(session.screen)")
      #expect(lines(session).contains { $0.contains(title) }, "\(session.screen)")
      #expect(session.cursorPath == path, "\(session.screen)")
    }
  }

  /// A column of a key that is no plain name is sorted, filtered, counted and grouped like any other.
  @Test(arguments: ["", "a\nb", "$index", "not", "/x", "best sort", "\\", "😀"])
  func columnsWithUnusualKeysAreUsable(key: String) {
    let quoted = JSONText.quoted(key)
    for keys in ["F", "=", "s", "I"] {
      var session = Session("[{\(quoted):1,\"b\":2},{\(quoted):3,\"b\":2}]", columns: 70)
      session.press("T\(keys)")
      #expect(
        !session.screen.contains("✗") && !session.message.hasPrefix("No element"),
        "\(keys)\n\(session.screen)")
      if keys == "=" { #expect(numbers(session).count == 1, "\(session.screen)") }
    }
  }

  @Test func sortingTheListEndsTheOrderOfItsRows() {
    for var session in Self.sessions(keys: "Tls:sort city<Enter>") {
      #expect(lines(session)[0].contains("n  tags"), "\(session.screen)")
      #expect(lines(session)[1].contains("A long name"))
      session.press("u")
      #expect(lines(session)[1].contains("Rome"))
    }
  }

  /// Sorting is only a view: nothing is edited, and rows that are edited stay where they are.
  @Test func tableSortingLeavesTheFileUnmodified() {
    for var session in Self.sessions() {
      session.press("ls")
      #expect(!session.isModified)
      session.press("cc9999<Enter>")
      #expect(numbers(session).joined() == "3012", "\(session.screen)")
      session.press("jvjddr")
      #expect(numbers(session).count == 2, "\(session.screen)")
      session.press("u")
      #expect(numbers(session).count == 4)
    }
  }

  // MARK: - Copies

  @Test(arguments: [
    (":copy cell<Enter>", "Rome\n"), (":copy cell json<Enter>", "\"Rome\"\n"),
    ("yr", "Rome\t3\t[\"a\"]\t{\"x\":1,\"y\":{\"z\":\"deep\"}}\n"),
    ("lyc", "3\n1000\n\n2.5\n"), ("lsyc", "2.5\n3\n1000\n\n"),
    ("2l--yt", "city\tn\nRome\t3\nOslo\t1000\nA long name\t\n東京\t2.5\n"),
    (
      "2l--&n>2.7<Enter>:copy table json<Enter>",
      "[\n  {\"city\":\"Rome\",\"n\":3},\n  {\"city\":\"Oslo\",\"n\":1000}\n]\n"
    ),
    ("2l--:copy row md<Enter>", "| city | n |\n| --- | ---: |\n| Rome | 3 |\n"),
    ("l:copy column csv<Enter>", "3\r\n1000\r\n\r\n2.5\r\n"), ("yy", "\"Rome\""),
  ])
  func copyCommandsCopyCellsRowsAndColumns(keys: String, text: String) {
    for var session in Self.sessions() {
      session.press(keys)
      #expect(session.copied == [text], "\(session.message)")
    }
  }

  @Test func writingTableKeepsItsColumnsFilterAndOrder() throws {
    let folder = try Folder()
    for (index, var session) in Self.sessions().enumerated() {
      session.press("ls2l--&n>2.7<Enter>")
      for (command, suffix, text) in [
        ("w", "csv", "city,n\r\nRome,3\r\nOslo,1000\r\n"),
        ("export", "tsv", "city\tn\nRome\t3\nOslo\t1000\n"),
        ("w", "md", "| city | n |\n| --- | ---: |\n| Rome | 3 |\n| Oslo | 1000 |\n"),
        ("export", "ndjson", "{\"city\":\"Rome\",\"n\":3}\n{\"city\":\"Oslo\",\"n\":1000}\n"),
      ] {
        let path = folder.path + "/\(index).\(suffix)"
        session.type(":\(command) \(path)")
        session.press("<Enter>")
        #expect(session.message == "\(path): wrote 2 rows")
        #expect(try folder.read("\(index).\(suffix)") == text)
      }
    }
  }
}
