import Testing

@testable import ModelBrowser

/// What must be seen is seen on eighty columns and fewer.
struct NarrowScreenTests {
  /// Where it came from gives way to the value; the pane has it.
  @Test func aLongValueHasTheWholeRow() {
    let url = "https://example.org/" + String(repeating: "long/", count: 30)
    var session = Session(#"[{"html_url": "\#(url)", "number": 1, "title": "t"}]"#, columns: 80, rows: 40)
    session.press(":model Issue<Enter>zR")
    #expect(session.rows.contains { $0.contains("htmlURL") && $0.hasSuffix("…") })
    #expect(!session.rows.contains { $0.contains("← html_url") })
  }

  @Test func aProblemIsShownBesideALongValue() {
    let state = String(repeating: "reopened ", count: 20)
    var session = Session(
      Samples.issues.replacing("reopened", with: state), columns: 100, rows: 90)
    session.press(":set nodetail<Enter>zR")
    #expect(session.rows.contains { $0.contains("state") && $0.contains("expected \"open\" or \"closed\"") })
  }

  @Test(arguments: [40, 60, 80, 100])
  func theStatusBarKeepsThePath(columns: Int) {
    var session = Session(Samples.issues, columns: columns, rows: 20)
    session.press("jl6j")
    #expect(session.status.contains("[0].title") || session.status.hasSuffix("title"), "\(session.status)")
    #expect(session.status.hasPrefix(" test.json · 3"))
  }

  @Test func theQuestionShowsEveryAnswer() {
    var session = Session(Samples.issues, name: String(repeating: "name", count: 20), columns: 60)
    session.press("jl6je^UA<Enter>q")
    #expect(session.lines.last?.hasSuffix("y yes · n no · d show · Esc stay") == true)
  }

  @Test func aLongMessageKeepsItsReason() {
    var session = Session(Samples.issues, columns: 60)
    session.press(":w /nowhere/" + String(repeating: "x", count: 80) + "/y<Enter>")
    #expect(session.lines.last?.hasSuffix("No such file or directory") == true)
  }

  @Test func helpAndDifferencesAreWrapped() {
    var session = Session(Samples.issues, columns: 50, rows: 200)
    session.press("<F1>")
    let words = session.lines.joined(separator: " ").split(separator: " ").joined(separator: " ")
    #expect(words.contains("edit the value; Enter keeps it once it is valid, Esc leaves it as it was"))
    session.press("qjl6je^U" + String(repeating: "word ", count: 30) + "<Enter>:diff<Enter>")
    #expect(session.lines.count { $0.contains("word word") } > 2)
  }
}
