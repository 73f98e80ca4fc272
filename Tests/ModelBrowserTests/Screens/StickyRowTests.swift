import Mantle
import Testing

@testable import ModelBrowser
@testable import TerminalText

/// The rows around those in sight, at the top, and the mark at the right.
struct StickyRowTests {
  private static let nested =
    #"{"a": {"b": {"c": ["# + (0..<100).map(String.init).joined(separator: ", ") + "]}}, \"z\": 1}"

  @Test func parentRowsStickToTheTop() {
    var session = Session(Self.nested, columns: 60, rows: 14)
    session.press("zR:goto a.b.c[50]<Enter>")
    #expect(session.lines[0].contains("▾ a: {1}"))
    #expect(session.lines[1].contains("▾ b: {1}"))
    #expect(session.lines[2].contains("▾ c: [100]"))
    #expect(session.rows.contains { $0.hasPrefix(">") && $0.contains("[50]") })
    session.press(":set nosticky<Enter>")
    #expect(!session.lines[0].contains("a: {1}"))
  }

  /// The cursor's row is never covered, whatever the size, and what is covered stands in the text above the rest.
  @Test(arguments: [3, 4, 5, 7, 9, 14, 40]) func stickyRowsNeverCoverTheCursor(rows: Int) {
    var session = Session(Self.nested, columns: 60, rows: rows)
    session.press("zR")
    for keys in ["", "5j", "40j", "^E^E", "H", "L", "M", "G", "3k", "zt", "zb", "gg", "50j^Y", "kkkk"] {
      session.press(keys)
      #expect(session.rows.count { $0.hasPrefix(">") } == 1, "\(keys)")
    }
  }

  @Test func clickOnStickyRowMovesTheCursor() {
    var session = Session(Self.nested, columns: 60, rows: 14)
    session.press("zR:goto a.b.c[50]<Enter>")
    session.handle(.mouse(MouseEvent(.press, row: 1, column: 10)))
    #expect(session.cursorPath == "a.b")
  }

  @Test func scrollBarShowsTheCursorPosition() {
    var session = Session(Self.nested, columns: 60, rows: 14)
    session.press("zR")
    let top = session.lines.firstIndex { $0.hasSuffix("▐") }
    session.press(":goto a.b.c[95]<Enter>")
    let bottom = session.lines.firstIndex { $0.hasSuffix("▐") }
    #expect(top == 0 && bottom.map { $0 >= 10 } == true)
    var short = Session("[1, 2]", columns: 60, rows: 14)
    short.press("j")
    #expect(!short.screen.contains("▐"))
  }

  @Test func editorErrorInNestedValueShowsPathAndColumn() {
    var session = Session(Samples.issues, columns: 100, rows: 30)
    session.press(":goto [0].labels<Enter>e^U")
    session.type(#"[{"name": "x", "color": 5}]"#)
    #expect(session.lines.last == "✗ [0].color: expected string, found number 5  (column 25)")
    session.press("^U")
    session.type(#"[{"name" "x"}]"#)
    #expect(session.lines.last?.hasPrefix("✗ column 10: expected ':'") == true)
  }

  @Test func elementNumbersStartAtOneAndIndicesAtZero() {
    var session = Session("[1, 2, 3, [4]]")
    session.press(":3<Enter>")
    #expect(session.cursorPath == "[2]" && session.message == "Element 3 is [2]")
    session.press("2G")
    #expect(session.cursorPath == "[1]" && session.message == "Element 2 is [1]")
    session.press(":goto 3[0]<Enter>")
    #expect(session.cursorPath == "[1]" && session.message.hasPrefix("In a path, an index is in brackets"))
    session.press(":goto [3][0]<Enter>")
    #expect(session.cursorPath == "[3][0]")
  }
}
