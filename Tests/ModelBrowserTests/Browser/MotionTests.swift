import Testing

@testable import ModelBrowser

/// Keys, and the rows they lead to.
struct MotionTests {
  static let nested = #"{"a": [1, 2, {"b": null}], "c": {"d": "x", "e": []}, "f": true}"#

  @Test(arguments: [
    ("", ""), ("j", "a"), ("jj", "c"), ("3j", "f"), ("99j", "f"), ("99jk", "c"), ("G", "f"), ("Ggg", ""),
    ("<Down><Down>", "c"), ("<End>", "f"), ("<End><Home>", ""), ("^N^N^P", "a"),
    ("jl", "a"), ("jll", "a[0]"), ("jlljj", "a[2]"), ("jlljjll", "a[2].b"), ("jlljjllh", "a[2]"),
    ("jlljjllhh", "a[2]"), ("jlljjllhhh", "a"), ("jllJ", "a[1]"), ("jll2J", "a[2]"), ("jll9J", "a[2]"),
    ("jll$", "a[2]"), ("jll$0", "a[0]"), ("jllJK", "a[0]"), ("j<Backspace>", ""), ("zRG", "f"),
    ("zRGk", "c.e"),
    ("zR7j", "c.d"), ("jJ", "c"), ("jJJJ", "f"), ("zR$", ""),
  ])
  func keysMoveTheCursor(keys: String, path: String) {
    var session = Session(Self.nested, models: [])
    session.press(keys)
    #expect(session.cursorPath == path)
  }

  @Test(arguments: [
    ("", ["test.json", "a", "c", "f"]), ("zM", ["test.json", "a", "c", "f"]),
    ("zR", ["test.json", "a", "[0]", "[1]", "[2]", "b", "c", "d", "e", "f"]),
    ("z2", ["test.json", "a", "[0]", "[1]", "[2]", "c", "d", "e", "f"]),
    ("jza", ["test.json", "a", "[0]", "[1]", "[2]", "c", "f"]),
    ("j<Space><Space>", ["test.json", "a", "c", "f"]),
    ("jzo", ["test.json", "a", "[0]", "[1]", "[2]", "c", "f"]),
    ("jzO", ["test.json", "a", "[0]", "[1]", "[2]", "b", "c", "f"]),
    ("jzOzC", ["test.json", "a", "c", "f"]), ("jzOzCzo", ["test.json", "a", "[0]", "[1]", "[2]", "c", "f"]),
    ("jlljzc", ["test.json", "a", "c", "f"]), ("z1", ["test.json", "a", "c", "f"]), ("zc", ["test.json"]),
    (":fold 2<Enter>", ["test.json", "a", "[0]", "[1]", "[2]", "c", "d", "e", "f"]),
  ])
  func foldKeysShowAndHideRows(keys: String, names: [String]) {
    var session = Session(Self.nested, models: [])
    session.press(keys)
    let shown = session.rows.map { row in
      let text = row.dropFirst().drop { " ▸▾".contains($0) }
      return String(text.prefix { $0 != " " && $0 != ":" })
    }
    #expect(shown == names)
  }

  @Test func foldingKeepsTheCursorOnItsScreenLine() {
    var session = Session(Self.nested, models: [])
    session.press("zRGkkk")
    let line = session.rows.firstIndex { $0.hasPrefix(">") }
    session.press("zR")
    #expect(session.rows.firstIndex { $0.hasPrefix(">") } == line)
    session.press("jzM")
    #expect(session.cursorPath == "c")
  }

  static let numbers = "[" + (0..<100).map(String.init).joined(separator: ",") + "]"

  /// The window has 10 rows; three stay in sight above and below the cursor.
  @Test(arguments: [
    ("", 0, 0), ("6j", 6, 0), ("7j", 7, 1), ("20j", 20, 14), ("20jk", 19, 14), ("20j3k", 17, 14),
    ("20j4k", 16, 13),
    ("G", 100, 91), ("Gk", 99, 91), ("^D", 5, 2), ("^D^D", 10, 7), ("^D^U", 0, 0), ("^F", 9, 6),
    ("^F^F", 18, 15), ("^F^F^B", 9, 6),
    ("20jzt", 20, 17), ("20jzz", 20, 15), ("20jzb", 20, 14), ("20j^E", 20, 15), ("20j^Y", 19, 13),
    ("20jzt^E", 21, 18), ("50G", 50, 45), ("17G", 17, 12), (":33<Enter>", 33, 28), ("99G100G", 100, 91),
    ("8G", 8, 2),
  ])
  func viewScrollsWithTheCursor(keys: String, cursor: Int, top: Int) {
    var session = Session(Self.numbers, models: [], rows: 12)
    session.press(keys)
    let visible = session.browser.view.visibleRows
    let all = OutlineTests.walk(session.browser.outline).map(\.id)
    #expect(all.firstIndex(of: session.browser.cursor.id) == cursor)
    #expect(visible.first.flatMap { all.firstIndex(of: $0.row.id) } == top)
    #expect(visible.count == 10)
  }

  @Test(arguments: [
    ("500G", "There is no element 500; there are 100"), (":0<Enter>", "There is no element 0; there are 100"),
    (":goto x<Enter>", "There is no x; this is its nearest existing parent"),
  ])
  func missingMotionTargetsAreReported(keys: String, message: String) {
    var session = Session(Self.numbers, models: [])
    session.press(keys)
    #expect(session.message == message)
    #expect(session.cursorPath == "")
  }

  /// Names stay, values move under them, and come back.
  @Test(arguments: [
    ("", #"a: "0123456789日本語abcdefg…"#), ("5zl", "a: …56789日本語abcdefghijkl…"),
    ("5zl5zh", #"a: "0123456789日本語abcdefg…"#), ("zL", "a: …bcdefghijklmnopqrstuvwx…"),
    ("zLzH", #"a: "0123456789日本語abcdefg…"#), ("9zL", "a: …"),
    ("999999zh", #"a: "0123456789日本語abcdefg…"#),
  ])
  func keysScrollValuesSideways(keys: String, line: String) {
    var session = Session(
      #"{"a": "0123456789日本語abcdefghijklmnopqrstuvwxyz"}"#, models: [], columns: 34, rows: 12)
    session.press("j" + keys)
    #expect(session.lines[1].contains(line), "\(session.screen)")
    session.press("9zH")
    #expect(session.browser.view.valueStart == 0)
  }

  @Test func resizingKeepsCursorVisible() {
    var session = Session(Self.numbers, models: [], rows: 30)
    session.press("50j")
    for rows in [5, 1, 2, 3, 60, 200, 12] {
      session.resize(rows: rows, columns: 40)
      #expect(session.cursorPath == "[49]")
      #expect(session.browser.view.visibleRows.contains { $0.isCursor })
      #expect(session.browser.view.visibleRows.count == min(101, session.browser.layout.listRows))
    }
  }
}
