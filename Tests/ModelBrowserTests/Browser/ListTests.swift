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
  func pathListMatchesTypedLetters(keys: String, path: String) {
    var session = Session(Samples.issues, columns: 90, rows: 20)
    session.press(keys + "<Enter>")
    #expect(session.cursorPath == path)
    session.press("gg@zzz<Enter>")
    #expect(session.lines.contains { $0.hasPrefix(" paths: 0") })
    session.press("<Esc>")
    #expect(session.cursorPath == "")
  }

  @Test func pathListContainsEachPathOnce() {
    var session = Session(Samples.issues, columns: 90, rows: 40)
    session.press("@userlogin")
    #expect(session.lines.count { $0.contains("[0].user.login") } == 1, "\(session.screen)")
  }

  @Test func pathListOfLargeFileCoversCurrentElement() {
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

  @Test func problemListGroupsByCause() {
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

  @Test func keysFilterFoldAndSortLists() {
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

  @Test func unmappedKeyListFiltersElementsByKey() {
    var session = session()
    session.press("gu")
    #expect(listed(session).contains { $0.contains("[].zzz") && $0.hasSuffix("  2") }, "\(listed(session))")
    session.press("<Enter>")
    #expect(session.message.hasPrefix("2 elements with .zzz != absent"))
    #expect(session.cursorPath == "[0].zzz")
    // Back in the list nothing is left out any more.
    session.press("gl")
    #expect(session.browser.outline.filters.isEmpty)
    #expect(listed(session).contains { $0.contains("[].zzz") })
  }

  /// One key after another is looked at, not those that have all of them.
  @Test func nextUnmappedKeyReplacesPreviousFilter() {
    let text = Samples.issues.replacingFirst("\"closed_at\"", with: "\"extra\": 1, \"closed_at\"")
    var session = Session(text, columns: 90, rows: 20)
    session.press("gu<Enter>")
    #expect(session.browser.outline.filters.count == 1)
    session.press("]l")
    #expect(session.browser.outline.filters.count == 1)
    #expect(session.message.hasPrefix("1 element with .extra != absent"), "\(session.message)")
    session.press("gl<Enter><Esc>")
    #expect(session.browser.outline.filters.isEmpty)
  }

  /// The list drops fixed problems and adds new ones.
  @Test func problemListFollowsEdits() {
    var session = Session(Samples.issues, columns: 90, rows: 20)
    session.press("ge")
    #expect(listed(session)[0] == " problems: 1")
    session.press("q:goto [1].state<Enter>ec<Enter>ge")
    #expect(session.message == "There are no problems")
    session.press("gr:goto [0].number<Enter>e^U\"x\"<Enter>:goto [2].title<Enter>dngrge")
    #expect(listed(session)[0] == " problems: 2")
    #expect(listed(session).contains { $0.contains("Issue.number: ") })
    session.press("/number<Enter>G<Enter>")
    #expect(session.cursorPath == "[0].number")
    session.press("99uge")
    #expect(listed(session)[0] == " problems: 1")
    #expect(listed(session).contains { $0.contains("[1].state") })
  }

  @Test func matchListShowsPaths() {
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

  @Test func matchListContainsEachValueOnce() {
    var session = Session(#"{"k": "foo foo foo", "m": "foo", "n": "bar"}"#, columns: 90, rows: 20)
    session.press("/foo<Enter>gh")
    #expect(
      listed(session).map { String($0.trimmedStart) } == [
        "hits: 4", #"▾ "foo" in 2 values  4"#, #"k × 3  "foo foo foo""#, #"m  "foo""#,
      ])
  }

  @Test func matchListRespectsFilter() {
    var session = session()
    session.press("&color = red<Enter>/re<Enter>gh")
    #expect(listed(session).dropFirst(2).map { String($0.trimmedStart) } == [#"[0].color  "red""#])
  }

  @Test func revertingOneChangeKeepsOtherChanges() {
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

  static let plain = #"{"z": 1, "b": [1, 2, 3], "c": {"d": 1, "e": 2}}"#

  /// Keys that edit, what the list says then, and whether `u` in it makes the text what it was.
  static let changes: [(text: String, keys: String, line: String)] = [
    (Samples.issues, "2Gdd", "[1]  #15 reopened Wrong colour"),
    (Samples.issues, "3G[m[m", "[2] → [0]  #16 closed 日本語のタイトル"),
    (Samples.issues, ":goto [0].labels[0]<Enter>dd", "[0].labels[0]  bug"),
    (Samples.issues, ":goto [1].title<Enter>e^Unew<Enter>", #"[1].title  "Wrong colour" → "new""#),
    (plain, ":goto b[1]<Enter>dd", "b[1]  2"), (plain, ":goto b[0]<Enter>dd", "b[0]  1"),
    (plain, ":goto z<Enter>dd", "z  1"), (plain, ":goto c.e<Enter>dd", "c.e  2"),
    (plain, ":goto b[0]<Enter>]m]m", "b[0] → b[2]  1"),
    (plain, ":goto c<Enter>dd", "c  {d: 1, e: 2}"),
    (plain, ":goto b[0]<Enter>o9<Enter>", "b[1]  9"),
    (
      plain, "gr:sort-keys all<Enter>",
      "all of it: 3 keys in another order, sorted by key, with nested objects  z, b, c → b, c, z"
    ),
    (many, ":sort<Enter>", "all of it: 6 elements in another order, sorted by value"),
    (
      "{\"l\": [1, 2, 3, 4, 5, 6]}", ":goto l<Enter>:sort desc<Enter>",
      "l: 6 elements in another order, sorted by value in descending order"
    ),
    (
      "{ // six\n  \"b\": 1, // bee\n  \"a\": 2\n}", ":sort-keys<Enter>",
      "all of it: 2 keys in another order, sorted by key  b, a → a, b"
    ),
  ]

  static let many = "[6, 5, 4, 3, 2, 1]"

  @Test(arguments: changes)
  func changeListDescribesAndRevertsChanges(text: String, keys: String, line: String) {
    var session = Session(text, columns: 110, rows: 20)
    session.press(keys + "gc")
    #expect(listed(session).contains { $0.trimmedStart.hasPrefix(line) }, "\(listed(session))")
    // What the heading stands for is not taken back at once.
    session.press("gu")
    #expect(session.isModified && session.lines.last?.hasPrefix("u undoes one change") == true)
    session.press("ju")
    #expect(session.text == text)
    // With none left the list is left, and what was done is said there.
    #expect(!session.screen.contains("changes:") && session.lines.last?.hasPrefix("Reverted: ") == true)
    #expect(session.browser.document.isModified == false)
  }

  /// Undoing the sort keeps later edits, deletions and insertions.
  @Test func revertingSortKeepsLaterEdits() {
    var session = Session(Self.many, columns: 110, rows: 20)
    session.press(":sort<Enter>:goto [0]<Enter>e^U10<Enter>:goto [1]<Enter>dd:goto [3]<Enter>o7<Enter>")
    #expect(session.text == "[10, 3, 4, 5, 7, 6]")
    let edited = session.text
    session.press("gc/order<Enter>u")
    #expect(session.text == "[6, 5, 7, 4, 3, 10]")
    session.press("<Esc><Esc>u")
    #expect(session.text == edited)
    session.press("99u")
    #expect(session.text == Self.many)
    #expect(session.browser.document.isModified == false)
  }

  /// Once every change is taken back, nothing is left to save, at any size.
  @Test(arguments: [1, 1 << 20]) func revertingAllChangesLeavesFileUnmodified(largestRecord: Int) {
    let text = #"[{"id": 1}, {"id": 2},   {"id": 3}, {"id": 4}]"#
    for keys in [
      ":goto [1]<Enter>dd:goto [2]<Enter>dd", ":goto [0]<Enter>]m:goto [3].id<Enter>^A",
      ":sort id desc<Enter>:goto [1].id<Enter>^A", ":goto [1]<Enter>yyp:goto [0]<Enter>dd",
    ] {
      var source = DocumentSource(JSONBytes(text), name: "t.json")
      source.largestRecord = largestRecord
      var session = Session(source, columns: 110, rows: 20)
      session.press(keys + "gc")
      for _ in 0..<9 where session.lines[0].hasPrefix(" changes") { session.press("gju") }
      #expect(session.text == text && !session.isModified, "\(keys): \(session.screen)")
      session.press("99u")
      #expect(session.text == text)
    }
  }

  /// A sort after a save is taken back to what was saved.
  @Test func revertingSortAfterSaveRestoresSavedOrder() throws {
    let folder = try Folder()
    let path = try folder.file("l.json", Self.many)
    var session = Session(try DocumentSource.file(path, models: []), columns: 110, rows: 20)
    session.press(":sort<Enter>:w<Enter>:sort desc<Enter>gc")
    #expect(
      listed(session).contains { $0.contains("sorted by value in descending order") }, "\(session.screen)")
    session.press("ju")
    #expect(session.text == "[1, 2, 3, 4, 5, 6]")
    #expect(!session.isModified)
  }

  /// Of several deletions in a list each has the index it had, and comes back on its own.
  @Test(arguments: [":goto [2]<Enter>dd:goto [1]<Enter>dd", ":goto [1]<Enter>dd:goto [1]<Enter>dd"])
  func changeListShowsDeletionsAtTheirOldIndices(keys: String) {
    var session = Session(Samples.issues, columns: 110, rows: 20)
    session.press(keys + "gc")
    let items = listed(session).map(\.trimmedStart)
    #expect(items.contains { $0.hasPrefix("[1]  #15 ") } && items.contains { $0.hasPrefix("[2]  #16 ") })
    session.press("jju")
    #expect(listed(session).contains { $0.trimmedStart.hasPrefix("[1]  #15 ") })
    #expect(session.text.contains("日本語のタイトル") && !session.text.contains("Wrong colour"))
    session.press("ju")
    #expect(session.text == Samples.issues)
  }

  @Test func marksReturnToTheirRows() {
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

  /// Listed places have the text of their rows.
  @Test func placeListsShowTheTextOfTheRows() {
    var session = Session(Samples.issues, columns: 90, rows: 20)
    session.press("jmaGgggj")
    #expect(listed(session).contains { $0.contains("[2]  #16 closed") }, "\(session.screen)")
    session.press("qg'")
    #expect(listed(session).contains { $0.contains("[0]  #14 open Crash when opening") }, "\(session.screen)")
  }

  /// Commands and help are not lost in a list; it is there again.
  @Test func listCanBeReopenedAfterCommand() {
    var session = session()
    session.press("ge:set nodetail<Enter>")
    #expect(session.browser.options.detail == false)
    session.press("gl")
    #expect(listed(session)[0] == " problems: 3")
    session.press("<F1>")
    #expect(session.screen.contains("First keys"), "\(session.screen)")
  }

  @Test func tableHelpBeginsWithTableKeys() {
    var session = Session(#"[{"n": 1}, {"n": 2}]"#, rows: 12)
    session.press("T<F1>")
    #expect(session.screen.hasPrefix("Tables"), "\(session.screen)")
    session.press("qT<F1>")
    #expect(session.screen.hasPrefix("First keys"), "\(session.screen)")
  }

  @Test func absenceOfErrorsIsReportedUnderFilter() {
    var session = Session(#"[{"n": 1}, {"n": 2}]"#, columns: 90)
    session.press("&.n = 1<Enter>]e")
    #expect(session.message == "There are no errors")
  }

  @Test(arguments: [
    ("ge", "There are no errors".replacing("errors", with: "problems")),
    ("gu", "There are no unmapped keys"), ("gc", "There are no unsaved edits"),
    ("gj", "There was no jump yet"), ("g'", "There are no marks (ma sets the mark a)"),
    ("gl", "No list was shown yet (:problems :unmapped :hits :changes :jumps :marks)"),
  ])
  func emptyListsAreReported(keys: String, message: String) {
    var session = Session("[1, 2]")
    session.press(keys)
    #expect(session.message == message)
  }

  @Test func errorNavigationRespectsFilter() {
    var source = DocumentSource(JSONBytes(Self.labels), name: "t", models: Session.gitHub)
    source.largestRecord = 60
    var session = Session(source, columns: 90, rows: 20)
    session.press(":model Label<Enter>&color = blue<Enter>]e")
    #expect(session.cursorPath.hasPrefix("[2]"), "\(session.cursorPath)")
    session.press("]e]e")
    #expect(session.message.hasPrefix("No more errors below among elements with color = blue"))
  }
}

extension String {
  fileprivate var trimmedStart: Substring { drop { $0 == " " } }
}
