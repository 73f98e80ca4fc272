import Testing

@testable import ModelBrowser

/// What must be seen is seen on eighty columns and fewer.
struct NarrowScreenTests {
  /// Where it came from gives way to the value; the pane has it.
  @Test func longValueHidesItsKeyPath() {
    let url = "https://example.org/" + String(repeating: "long/", count: 30)
    var session = Session(#"[{"html_url": "\#(url)", "number": 1, "title": "t"}]"#, columns: 80, rows: 40)
    session.press(":model Issue<Enter>zR")
    #expect(session.rows.contains { $0.contains("htmlURL") && $0.hasSuffix("…") })
    #expect(!session.rows.contains { $0.contains("← html_url") })
  }

  @Test func rowShowsProblemNextToLongValue() {
    let state = String(repeating: "reopened ", count: 20)
    var session = Session(
      Samples.issues.replacing("reopened", with: state), columns: 100, rows: 90)
    session.press(":set nodetail<Enter>zR")
    #expect(session.rows.contains { $0.contains("state") && $0.contains("expected \"open\" or \"closed\"") })
  }

  @Test(arguments: [40, 60, 80, 100])
  func narrowStatusBarKeepsThePath(columns: Int) {
    var session = Session(Samples.issues, columns: columns, rows: 20)
    session.press("jl6j")
    #expect(session.status.contains("[0].title") || session.status.hasSuffix("title"), "\(session.status)")
    let names = [40: " test.json  ", 60: " test.json · 1 error · 1 unmapped  "]
    #expect(
      session.status.hasPrefix(names[columns] ?? " test.json · 3 Issues · 1 error"), "\(session.status)")
    #expect(session.status.contains("1/3 · "), "\(session.status)")
  }

  @Test func editKeepsPositionInStatusBar() {
    for keys in [":goto [1].locked<Enter>", ":goto [1].title<Enter>", "3G"] {
      var session = Session(Samples.issues, columns: 100, rows: 20)
      session.press(keys)
      let before = session.status
      let share = before.split(separator: " ").firstIndex(of: "%").map {
        before.split(separator: " ")[$0 - 1]
      }
      session.press(":goto [1].locked<Enter>~" + keys)
      #expect(share.map { session.status.contains(" \($0) %") } == true, "\(before): \(session.status)")
    }
    var session = Session("[1, 2, 3]", columns: 100, rows: 20)
    session.press("G\"ayy\"apG")
    #expect(session.status.contains("4/4 · 75 %"), "\(session.status)")
    var sorted = Session("[3, 2, 1, 0]", columns: 100, rows: 20)
    sorted.press(":sort<Enter>3G")
    #expect(sorted.status.contains("3/4 · 50 %"), "\(sorted.status)")
  }

  @Test(arguments: [30, 40, 80]) func longFilterKeepsPositionInStatusBar(columns: Int) {
    var session = Session(Samples.issues, columns: columns, rows: 20)
    session.press("&state = open and title ~ \"a\" and comments >= 0 and number > 3 or locked = true<Enter>j")
    #expect(session.status.contains("2/3"), "\(session.status)")
    #expect(session.status.hasPrefix(" test.j"), "\(session.status)")
  }

  @Test func searchKeepsPositionInStatusBar() {
    var session = Session(Samples.issues, columns: 40, rows: 12)
    session.press("/crash<Enter>")
    #expect(session.status.contains("1/3 · ") && session.status.hasSuffix("1/2"), "\(session.status)")
  }

  @Test func questionFitsNarrowestScreen() {
    var session = Session(Samples.issues, columns: 20, rows: 5)
    session.press(":goto [1].number<Enter>e")
    #expect(session.lines.last == "number is rea… y Esc", "\(session.screen)")
  }

  @Test(arguments: [60, 80, 100]) func shortenedMessageKeepsItsCommand(cells: Int) {
    let message = Message.warning(
      "There are unsaved edits of a session that ended at once  (:recover shows and restores them, :discard deletes them)"
    )
    let text = message.spans(cells: cells).reduce(into: "") { $0 += $1.text }
    #expect(text.hasPrefix("! There") && text.contains("  (:recover shows"), "\(text)")
    #expect(text.cellWidth <= cells)
  }

  @Test func questionShowsEveryAnswer() {
    var session = Session(Samples.issues, name: String(repeating: "name", count: 20), columns: 60)
    session.press("jl6je^UA<Enter>q")
    #expect(session.screen.replacing("\n", with: " ").contains("y yes · n no · d show · Esc stay"))
  }

  @Test func shortenedMessageKeepsItsReason() {
    var session = Session(Samples.issues, columns: 60)
    session.press(":w /nowhere/" + String(repeating: "x", count: 80) + "/y<Enter>")
    #expect(session.lines.last?.hasSuffix("No such file or directory") == true)
  }

  @Test func helpAndDifferencesAreWrapped() {
    var session = Session(Samples.issues, columns: 50, rows: 300)
    session.press("<F1>")
    let words = session.lines.joined(separator: " ").split(separator: " ").joined(separator: " ")
    #expect(words.contains("Edit the value (Enter accepts, Esc cancels)"))
    session.press("qjl6je^U" + String(repeating: "word ", count: 30) + "<Enter>")
    #expect(session.differences.count { $0.contains("word word") } > 2)
  }
}
