import Mantle
import Testing

@testable import ModelBrowser

/// Lists of problems, unmapped keys, hits, changes, jumps and marks, and going where they lead.
struct ListTests {
  private static let labels = """
    [{"id": 1, "name": "bug", "color": "red", "zzz": 1},
     {"id": 2, "name": 7, "color": "green", "zzz": 2},
     {"id": "x", "name": 8, "color": "blue"}]
    """

  private func session() -> Session {
    var session = Session(Self.labels, columns: 90, rows: 20)
    session.press(":model Label<Enter>")
    return session
  }

  private func listed(_ session: Session) -> [String] {
    Array(session.lines.dropLast(2)).filter { !$0.isBlank }
  }

  @Test(arguments: [
    ("@title", "[0].title"), ("@title<Down>", "[1].title"), ("@1login", "[1].user.login"),
    ("@lab0name", "[0].labels[0].name"), ("@2 state", "[2].state"), ("@", "[0]"),
  ])
  func aPathIsGoneToByItsLetters(keys: String, path: String) {
    var session = Session(Samples.issues, columns: 90, rows: 20)
    session.press(keys + "<Enter>")
    #expect(session.cursorPath == path)
    session.press("gg@zzz<Enter>")
    #expect(session.lines.contains { $0.hasPrefix(" paths: 0") })
    session.press("<Esc>")
    #expect(session.cursorPath == "")
  }

  @Test func ofManyPathsThoseOfTheElementAreListed() {
    let list = "[" + (0..<30_000).map { #"{"n": \#($0)}"# }.joined(separator: ",") + "]"
    var session = Session(list, columns: 90, rows: 20)
    session.press(":20000<Enter>@n<Enter>")
    #expect(session.cursorPath == "[19999].n")
    // What is typed is never taken for commands.
    session.press("gg@7n<Enter>")
    #expect(session.cursorPath == "[7].n")
    for text in ["[]", "7", "", list] {
      var session = Session(text)
      session.press("@dd<Enter><Esc>")
      #expect(!session.browser.document.isModified)
    }
  }

  @Test func problemsStandByCauseAndEnterGoesThere() {
    var session = session()
    session.press("ge")
    let lines = listed(session)
    #expect(lines[0] == " problems: 3")
    #expect(lines.contains { $0.contains("✗ Label.name:") && $0.hasSuffix("  2") }, "\(lines)")
    #expect(lines.contains { $0.contains("[1].name") })
    session.press("<Enter>")
    #expect(session.cursorPath.hasPrefix("["))
    let first = session.cursorPath
    session.press("]l]l")
    #expect(session.cursorPath != first)
    session.press("[l[l")
    #expect(session.cursorPath == first)
    session.press("gl")
    #expect(listed(session)[0] == " problems: 3")
    session.press("q")
    #expect(session.cursorPath == first)
  }

  @Test func aListIsNarrowedFoldedAndSorted() {
    var session = session()
    session.press("ge/name<Enter>")
    #expect(listed(session)[0] == #" problems: 2 · with "name""#)
    session.press("h")
    #expect(listed(session).count == 2)
    session.press("l<Esc>s")
    #expect(listed(session)[0] == " problems: 3 · by count")
    #expect(listed(session)[1].hasSuffix("  2"))
    session.press("<Esc>")
    #expect(session.rows.contains { $0.contains("bug") })
  }

  @Test func unmappedKeysLeadToTheElementsThatHaveThem() {
    var session = session()
    session.press("gu")
    #expect(listed(session).contains { $0.contains("[].zzz") && $0.hasSuffix("  2") }, "\(listed(session))")
    session.press("<Enter>")
    #expect(session.message.hasPrefix("2 elements with .zzz != absent"))
  }

  @Test func hitsAreListedWithWhereTheyAre() {
    var session = session()
    session.press("gh")
    #expect(session.message == "Nothing was searched for")
    session.press("/re<Enter>gh")
    let lines = listed(session)
    #expect(lines[0] == " hits: 2")
    #expect(
      lines.contains { $0.contains("[0].color  \"red\"") } && lines.contains { $0.contains("[1].color") })
    session.press("G<Enter>")
    #expect(session.cursorPath == "[1].color")
  }

  @Test func oneChangeIsTakenBackAndTheOthersStay() {
    var session = Session(#"{"a": 1, "b": 2, "c": [1]}"#, columns: 90, rows: 20)
    session.press(":goto a<Enter>e^U10<Enter>:goto b<Enter>e^U20<Enter>gc")
    #expect(
      listed(session).contains { $0.contains("a  1 → 10") }
        && listed(session).contains { $0.contains("2 → 20") })
    session.press("u")
    #expect(session.text == #"{"a": 1, "b": 20, "c": [1]}"#)
    #expect(listed(session)[0] == " changes: 1")
    session.press("qu")
    #expect(session.text == #"{"a": 10, "b": 20, "c": [1]}"#)
  }

  @Test func marksComeBack() {
    var session = session()
    session.press("lljma gg'a")
    #expect(session.cursorPath == "[0].id")
    session.press("gr")
    session.press("gg'a")
    #expect(session.cursorPath == "[0].id")
    session.press("'x")
    #expect(session.message == "There is no mark x  (mx sets it)")
    session.press("g'")
    #expect(listed(session).contains { $0.contains("[0].id") })
  }

  @Test(arguments: [
    ("ge", "There are no errors".replacing("errors", with: "problems")),
    ("gu", "There are no keys that nothing maps"), ("gc", "There are no unsaved edits"),
    ("gj", "There was no jump out of sight"), ("g'", "There are no marks (ma sets the mark a)"),
    ("gl", "No list was shown yet (:problems :unmapped :hits :changes :jumps :marks)"),
  ])
  func whatIsEmptyIsSaid(keys: String, message: String) {
    var session = Session("[1, 2]")
    session.press(keys)
    #expect(session.message == message)
  }

  @Test func errorsStayAmongWhatAFilterShows() {
    var source = DocumentSource(JSONBytes(Self.labels), name: "t", models: Session.gitHub)
    source.largestRecord = 60
    var session = Session(source, columns: 90, rows: 20)
    session.press(":model Label<Enter>&color = blue<Enter>]e")
    #expect(session.cursorPath.hasPrefix("[2]"), "\(session.cursorPath)")
    session.press("]e]e")
    #expect(session.message.hasPrefix("No more errors below among those with color = blue"))
  }
}
