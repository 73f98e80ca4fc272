import Mantle
import Testing

@testable import ModelBrowser
@testable import TerminalText

/// Percent, screen lines, and the commands people type.
struct HabitTests {
  private static let numbers = "[" + (0..<100).map(String.init).joined(separator: ",") + "]"

  @Test(arguments: [
    ("50%", "[50]"), (":50%<Enter>", "[50]"), (":$<Enter>", "[99]"), (":+3<Enter>", "[2]"),
    (":5<Enter>:-1<Enter>", "[3]"),
    ("100%", "[99]"), ("gg:10<Enter>H", ""), ("ggjL", "[12]"), (":goto [99]<Enter>", "[99]"),
  ])
  func motionKeysMoveToElements(keys: String, path: String) {
    var session = Session(Self.numbers)
    session.press(keys)
    #expect(session.cursorPath == path)
  }

  @Test func missingPlaceKeepsTheCursor() {
    var session = Session(Self.numbers)
    session.press(":goto [100]<Enter>")
    #expect(session.message == "There is no [100] in the list; there are 100 elements")
    #expect(session.cursorPath == "")
  }

  @Test func forwardJumpRevertsBackwardJumps() {
    var session = Session(Self.numbers)
    session.press(":50<Enter>:90<Enter>^O^O")
    #expect(session.cursorPath == "")
    session.press("]j]j")
    #expect(session.cursorPath == "[89]")
    session.press("]j")
    #expect(session.message == "No later jump to go forward to")
  }

  @Test func shellCommandsReadAndInsertText() {
    var session = Session(#"{"a": [1, 2]}"#)
    session.press(":!wc -c<Enter>")
    #expect(session.message.filter(\.isNumber) == "13")
    session.press(":w !tr a-z A-Z<Enter>")
    #expect(session.message == #"{"A": [1, 2]}"#)
    session.press(":goto a[0]<Enter>:r !echo 7<Enter>")
    #expect(session.text == #"{"a": [1, 7, 2]}"#)
    session.press(":!printf 'x\\ny\\n'<Enter>")
    #expect(session.lines.prefix(2) == ["x", "y"])
    session.press("q:!exit 3<Enter>")
    #expect(session.message == "exit 3: exit status 3")
    var list = Session("[1, 2]\n")
    list.press(":goto [1]<Enter>e^U30<Enter>gg:!wc -c<Enter>")
    #expect(list.message.filter(\.isNumber) == "8", "all of it, with its edits")
  }

  @Test func writeRefusesUnsupportedFormat() throws {
    let folder = try Folder()
    var session = Session("[1]")
    session.press(":w \(folder.path)/x.csv<Enter>")
    #expect(session.message.hasPrefix("Only JSON and archives can be written, not csv"))
    session.press(":noh<Enter>")
    #expect(!session.message.contains("command"))
  }

  @Test func controlCCancelsTheCheckButEscapeDoesNot() {
    var browser = Browser(
      DocumentSource(JSONBytes("[1]"), name: "t", models: Session.gitHub),
      size: ScreenSize(rows: 10, columns: 60))
    browser.startChecking()
    browser.handle(.key(.escape))
    #expect(browser.findings.isRunning)
    browser.handle(.key(.control("c")))
    #expect(!browser.findings.isRunning)
    #expect(browser.message?.text == "Cancelled  (:check checks again)")
  }

  @Test func helpOpensTopicsAndSupportsSearch() {
    var session = Session("[1]", columns: 80, rows: 20)
    session.press(":help filter<Enter>")
    #expect(session.lines[0] == "About filter")
    session.press("q:h nothingofthiskind<Enter>")
    #expect(session.message == "The help has no entry for nothingofthiskind")
    session.press("<F1>/:type [<Enter>")
    #expect(session.lines[0].contains(":type [TYPE]"), "\(session.screen)")
    session.press("q:h mouse<Enter>/divider<Enter>")
    #expect(session.lines[0].contains("divider"))
  }

  @Test func clicksSelectItemsInMenus() throws {
    var session = Session(Samples.issues, columns: 80, rows: 30)
    session.press(":goto [1].state<Enter>e")
    let row = try #require(session.lines.firstIndex { $0.contains("closed") && $0.hasPrefix("   ") })
    session.handle(.mouse(MouseEvent(.press, row: row, column: 5)))
    #expect(session.lines[row].contains("▸"), "\(session.screen)")
    session.handle(.mouse(MouseEvent(.press, row: row, column: 5)))
    #expect(session.message.hasPrefix("changed [1].state"), "\(session.message)")
    session.press(":goto [1].labels<Enter>a")
    let field = try #require(session.lines.firstIndex { $0.contains("color") })
    session.handle(.mouse(MouseEvent(.press, row: field, column: 2)))
    session.press("red")
    #expect(session.lines[field].contains("red"), "\(session.screen)")
  }

  @Test func mouseSelectsScrollsAndDrags() {
    var session = Session(Self.numbers, columns: 120, rows: 20)
    session.handle(.mouse(MouseEvent(.press, row: 5, column: 3)))
    #expect(session.cursorPath == "[4]")
    session.handle(.mouse(MouseEvent(.wheelDown, row: 5, column: 3)))
    #expect(session.rows[0].contains("[2]"))
    let width = session.browser.layout.listColumns
    session.handle(.mouse(MouseEvent(.press, row: 5, column: width)))
    session.handle(.mouse(MouseEvent(.drag, row: 5, column: width - 20)))
    session.handle(.mouse(MouseEvent(.release, row: 5, column: width - 20)))
    #expect(abs(session.browser.layout.listColumns - (width - 20)) <= 1)
    session.press(":set nomouse<Enter>")
    #expect(session.effects.last == "nomouse")
  }
}
