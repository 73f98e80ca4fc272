import Testing

@testable import ModelBrowser

/// The keys that can follow a prefix.
struct PendingKeysTests {
  @Test(arguments: ["g", "z", "y", "d", "[", "]", "m", "'", "\"", "3g"])
  func pendingPrefixShowsPossibleKeys(prefix: String) {
    var session = Session(Samples.issues, columns: 100)
    session.press(prefix)
    let bottom = session.lines.suffix(3).joined(separator: "\n")
    let continuations = session.browser.keys.continuations
    #expect(!continuations.isEmpty)
    #expect(bottom.contains(continuations[0]), "\(bottom)")
    #expect(session.lines.allSatisfy { $0.count <= 100 })
    session.press("<Esc>")
    #expect(!session.screen.contains(continuations[0]))
  }

  @Test func keyContinuationsNameTheirCommands() {
    let keys = CommandTable.standard.bindings
    #expect(keys.continuations(of: [.character("m")]) == ["a…z set mark"])
    #expect(keys.continuations(of: [.character("g")]).contains("e problems"))
    #expect(keys.continuations(of: [.character("j")]).isEmpty)
  }

  @Test func selectionStaysInItsList() {
    var session = Session(#"{"a": [1, 2, 3, 4], "b": 5, "c": 6}"#)
    session.press(":goto a[1]<Enter>vG")
    #expect(session.cursorPath == "a[3]")
    session.press("gg")
    #expect(session.cursorPath == "a[0]")
    session.press("<Esc>G")
    #expect(session.cursorPath == "c")
  }

  @Test func enterDoesNotCloseHelp() {
    var session = Session(Samples.issues)
    session.press("<F1><Enter>q")
    #expect(!session.hasQuit)
    #expect(session.status.contains("t.json") || session.status.contains("test.json"), "\(session.status)")
  }

  @Test func hintsAreShortenedFromTheRight() {
    let hint = Message.note("Table · T back to the tree · zl zh scroll · :columns picks")
    #expect(hint.spans(cells: 40).map(\.text).joined() == "Table · T back to the tree")
    #expect(hint.spans(cells: 80).map(\.text).joined() == hint.text)
  }
}
