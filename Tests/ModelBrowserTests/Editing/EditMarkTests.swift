import Testing

@testable import ModelBrowser

/// Edits are known by their place in the JSON, whichever view they were made in.
struct EditMarkTests {
  private func marked(_ session: Session) -> [String] {
    session.rows.filter { $0.dropFirst(2).hasPrefix("+") }.map {
      $0.dropFirst(3).split(separator: " ").first { $0 != "▾" && $0 != "▸" }.map(String.init) ?? ""
    }
  }

  @Test func bothViewsMarkTheEditedValue() {
    var session = Session(Samples.issues, columns: 80, rows: 40)
    session.press("jl6je^UA<Enter>")
    #expect(marked(session) == ["[0]", "title"])
    session.press("gr")
    #expect(marked(session) == ["[0]", "\"title\":"])
  }

  @Test func undoGoesToTheEditMadeInTheOtherView() {
    var session = Session(Samples.issues, columns: 80, rows: 40)
    session.press("jl6je^UA<Enter>grggu")
    #expect(session.cursorPath == "[0].title")
    session.press("grgg^R")
    #expect(session.cursorPath == "[0].title")
    #expect(session.rows.contains { $0.hasPrefix("> +") && $0.contains("title") })
  }

  /// A value that was changed and restored counts as unchanged.
  @Test func restoredValueHasZeroMarks() {
    var session = Session(Samples.issues, columns: 80, rows: 40)
    session.press("jl14j~")
    #expect(marked(session) == ["[0]", "locked"])
    session.press("~")
    #expect(marked(session).isEmpty)
    #expect(!session.isModified)
    session.press("8ke^UA<Enter>e^UCrash when opening<Enter>")
    #expect(marked(session).isEmpty)
    session.press("u")
    #expect(marked(session) == ["[0]", "title"])
    session.press("u^R^R")
    #expect(marked(session).isEmpty)
  }

  /// Not on comments, nor on what has the same key.
  @Test(arguments: [
    ("{ // c\n \"a\": 1, \"b\": 2 }", ":goto a<Enter>e^U7<Enter>", ["a"]),
    ("{ // c\n \"a\": 1, \"b\": 2 }", ":goto a<Enter>dd", []),
    ("{ // c\n \"a\": [1, // one\n 2 ], // b\n \"b\": 2 }", ":goto b<Enter>^A", ["b"]),
    (#"{"a": 1, "d": 1, "d": 2}"#, ":goto a<Enter>^A", ["a"]),
    (#"{"a": 1, "d": 1, "d": 2}"#, "gr:goto d<Enter>^A", ["d"]),
    (#"{"a": 1, "d": 1, "d": 2}"#, "grGdd", []),
    (#"{"d": 1, "b": 3, "d": 2, "d": {"x": 1}}"#, "gr:goto d<Enter>dd", []),
    (#"{"d": 1, "b": 3, "d": 2, "d": {"x": 1}}"#, "gr:goto d<Enter>2jdd", []),
    (#"{"a": 'x', "e": tru}"#, ":goto e<Enter>e^Utrue<Enter>", ["e"]),
  ])
  func editMarksCoverOnlyEditedValues(text: String, keys: String, expected: [String]) {
    var session = Session(text, columns: 80, rows: 20)
    session.press(keys)
    #expect(session.isModified)
    let names = marked(session).map { $0.filter { $0.isLetter } }
    #expect(names.filter { $0 != "testjson" } == expected, "\(session.rows)")
    session.press("u")
    #expect(marked(session).isEmpty)
  }

  @Test func correctedSpellingCountsAsChange() {
    var session = Session(#"{"a": 'x', "e": tru, "f": 1}"#)
    session.press(":goto e<Enter>e^Utrue<Enter>:goto f<Enter>^A")
    #expect(session.browser.outline.changeWords == "2 changes: f, e")
  }

  /// Of several members with one key only those that changed are said to have.
  @Test(arguments: [
    (":goto d<Enter>dd", "1 change: d"), ("G2kdd", "1 change: d"), ("G2k^A", "1 change: d"),
    (":goto d<Enter>dduG2kdd", "1 change: d"),
  ])
  func changesDistinguishDuplicateKeys(keys: String, words: String) {
    var session = Session(#"{"d": 1, "b": 3, "d": 2, "d": {"x": 1}, "z": 1}"#, rows: 20)
    session.press("gr" + keys)
    #expect(session.browser.outline.changeWords == words, "\(session.text)")
  }

  @Test func changesDistinguishDuplicateKeysAfterASave() throws {
    let folder = try Folder()
    let path = try folder.file("d.json", #"{"a": 1, "d": 1, "b": 3, "d": 2, "d": {"x": 1}}"#)
    var session = Session(try DocumentSource.file(path, models: []), rows: 20)
    session.press("gr:goto d<Enter>dd:w<Enter>u")
    #expect(session.browser.outline.changeWords == "1 change: d")
    session.press("2jdd")
    #expect(session.browser.outline.changeWords == "2 changes: d, d", "\(session.text)")
  }

  static let mistakes = """
    {
      "a": 1,
      "b": tru,
      "c": "unterminated,
      "d": [1, 2,, 3],
      "e": {"x" 5},
      "f": 01,
      "g": "ok"
    }
    """

  /// A repair next to other edits is reported at its own place.
  @Test(arguments: [
    (":goto c<Enter>e^Uok<Enter>", "1 change: c"), (":goto c<Enter>dd", "1 change: c"),
    (":goto c<Enter>e^Uok<Enter>:goto b<Enter>e^Utrue<Enter>", "2 changes: c, b"),
    (":goto f<Enter>e^U2<Enter>", "1 change: f"), (":goto d<Enter>dd", "1 change: d"),
    (":goto e<Enter>dd", "1 change: e"),
  ])
  func repairIsReportedSeparatelyFromOtherEdits(keys: String, words: String) {
    var session = Session(Self.mistakes, rows: 20)
    session.press(keys)
    let said = session.browser.outline.changeWords
    #expect(said == words || said == "2 changes: b, c" && words == "2 changes: c, b", "\(session.text)")
  }

  @Test func undoMessageNamesTheEdit() {
    var session = Session("[1, 2, 3, 4]")
    session.press("jo<Enter>u")
    #expect(session.message == "undone: inserted [1]")
    session.press("^R")
    #expect(session.message == "redone: inserted [1]")
    session.press("ggj3dd")
    #expect(session.text == "[3, 4]")
    session.press("u")
    #expect(session.text == "[1, 0, 2, 3, 4]")
    #expect(session.message == "undone: deleted 3 values, the first [0]")
    session.press("e^U7<Enter>2u")
    #expect(session.message == "undone: 2 edits, at last inserted [1]")
    #expect(session.text == "[1, 2, 3, 4]")
  }

  @Test func undoAndRedoFindUnmappedValues() {
    var session = Session(Samples.issues, columns: 80, rows: 40)
    session.press("/node_id<Enter>e^U\"new\"<Enter>")
    #expect(session.cursorPath == "[0].node_id")
    session.press("zMggu")
    #expect(session.cursorPath == "[0].node_id")
    session.press("grgg^R")
    #expect(session.cursorPath == "[0].node_id")
  }

  @Test func bothElementsOfAMoveAreMarked() {
    var session = Session("[[1, 2, 3]]", columns: 60, rows: 12)
    session.press("zRjj]m")
    #expect(session.text == "[[2, 1, 3]]")
    #expect(marked(session).contains("[0]"))
    #expect(marked(session).contains("[1]"))
    session.press("u")
    #expect(marked(session).isEmpty)
  }
}
