import Mantle
import Testing

@testable import ModelBrowser

/// Edits of several rows at once, and what registers hold.
struct SelectionTests {
  /// What stood in a list may stand there again.
  @Test func pastedMalformedElementKeepsItsText() {
    let text = #"[{"title": 1},"# + "\n" + #"{"title": 2 "x": 3},"# + "\n" + #"{"title": 3}]"#
    var source = DocumentSource(JSONBytes(text), name: "a.json", models: Session.gitHub)
    source.largestRecord = 24
    var session = Session(source)
    session.press(":goto [1]<Enter>ddp")
    #expect(session.text.contains(#"{"title": 2 "x": 3}"#), "\(session.message)\n\(session.text)")
  }

  private static let nested = #"{"l": [1, 2, 3, 4]}"#
  private static let object = #"{"a": true, "b": false, "c": 3}"#

  /// Each is one step, whatever size the records have.
  @Test(arguments: [
    ("[1, 2, 3, 4]", "jvjdd", "[3, 4]"), ("[1, 2, 3, 4]", "jjvjx", "[1, 4]"),
    ("[1, 2, 3, 4]", "3jvkkdd", "[4]"), ("[1, 2, 3, 4]", "jvGdd", "[]"),
    (nested, ":goto l[0]<Enter>vjdd", #"{"l": [3, 4]}"#), (nested, ":goto l[1]<Enter>2dd", #"{"l": [1, 4]}"#),
    // A row inside stands for the element it is in.
    ("[[1, 2], [3], 4]", "jvjljx", "[4]"), ("[[1, 2], [3], 4]", "jjlvj<Esc>gvGx", "[[1, 2]]"),
    ("[1, 2, 3, 4]", "jvj^A", "[2, 3, 3, 4]"), ("[1, 2, 3, 4]", "jVG5^X", "[-4, -3, -2, -1]"),
    ("[1, 2, 3, 4]", "jvj^Ajj.", "[2, 3, 3, 5]"), (object, "jvj~", #"{"a": false, "b": true, "c": 3}"#),
    (object, "jvjjdn", #"{"a": null, "b": null, "c": null}"#),
    ("[1, 2, 3, 4]", "jvjcc7<Enter>", "[7, 7, 3, 4]"),
    ("[1, 2, 3, 4]", "jvje^U\"text\"<Enter>", #"["text", "text", 3, 4]"#),
    ("[1, 2, 3, 4]", "jvjcc7<Enter>jgv<Esc>", "[7, 7, 3, 4]"),
    ("[1, 2, 3, 4]", "jvjJ", "[3, 1, 2, 4]"), ("[1, 2, 3, 4]", "jvj2J", "[3, 4, 1, 2]"),
    ("[1, 2, 3, 4]", "jjvjK", "[2, 3, 1, 4]"), ("[1, 2, 3, 4]", "jvj9J", "[3, 4, 1, 2]"),
    (nested, ":goto l[0]<Enter>vj]m", #"{"l": [3, 1, 2, 4]}"#),
    ("[1, 2, 3, 4]", "jvjJKx", "[3, 4]"),
    (#"[{"n": 1}, {"n": 2}, {"n": 3}]"#, "jvj:set-all n 7<Enter>", #"[{"n": 7}, {"n": 7}, {"n": 3}]"#),
    // Operators take motions among the rows beside the cursor's.
    ("[1, 2, 3, 4]", "jd2j", "[4]"), ("[1, 2, 3, 4]", "jj2dj", "[1]"), ("[1, 2, 3, 4]", "3jd1k", "[1, 4]"),
    ("[1, 2, 3, 4]", "jjdG", "[1]"), ("[1, 2, 3, 4]", "3jdgg", "[4]"),
    ("[1, 2, 3, 4]", "jdjP", "[1, 2, 3, 4]"),
    ("[1, 2, 3]", "j2yyGp", "[1, 2, 3, 1, 2]"), ("[1, 2, 3]", "jjyGP", "[1, 2, 3, 2, 3]"),
    ("[1, 2, 3]", "jjyggGp", "[1, 2, 3, 1, 2]"), ("[1, 2, 3]", "jy2jp", "[1, 2, 3]"),
    // Marks and filters decide what is selected.
    ("[1, 2, 3, 4]", "jmajjv'adn", "[null, null, null, 4]"),
    ("[1, 2, 3, 4]", "&$value > 2<Enter>ggjvGdd", "[1, 2]"),
    // Registers.
    ("[1, 2, 3, 4]", "jvjyyGp", "[1, 2, 3, 4, 1, 2]"),
    ("[1, 2, 3, 4]", "j\"ayyj\"byyG\"ap\"bp", "[1, 2, 3, 4, 1, 2]"),
    ("[1, 2]", "j\"addp\"a3p", "[2, 1, 1, 1, 1]"), ("[1, 2]", "j\"ayyjyy\"ap.", "[1, 2, 1, 1]"),
    ("[1, 2]", "jyy\"ap", "[1, 2]"), ("[1, 2]", "jyy3P", "[1, 1, 1, 1, 2]"),
    (#"{"a": 1, "b": 2, "o": {"z": 0}}"#, "jvjddjljp", #"{"o": {"z": 0, "a": 1, "b": 2}}"#),
  ])
  func selectionEditIsOneUndoStep(before: String, keys: String, after: String) {
    for size in [1 << 20, 8] {
      var source = DocumentSource(JSONBytes(before), name: "t")
      source.largestRecord = size
      var session = Session(source)
      session.press(keys)
      #expect(session.text == after, "records of \(size): \(session.message)")
      #expect(
        !session.browser.selection.isActive || keys.contains("J") || keys.contains("]m") || keys.contains("K")
      )
      session.press("<Esc><Esc>99u")
      #expect(session.text == before)
      #expect(!session.isModified)
      session.press("99^R")
      #expect(session.text == after)
    }
  }

  /// The comment behind a member goes with it.
  @Test func membersAreDeletedWithTheirComments() {
    let text = "{\n  \"a\": 1,\n  \"b\": 2, // two\n  \"c\": 3\n}"
    var session = Session(text, name: "t.jsonc")
    session.press("j2dd")
    #expect(session.text == "{\n  \"c\": 3\n}")
    #expect(session.message == "deleted 2 values, the first a  (u undoes)")
    session.press("u")
    #expect(session.text == text)
  }

  @Test(arguments: ["[1, 2, 3, 4]", nested, #"{"a": 1, "b": 2, "c": 3}"#])
  func reselectionCoversRestoredValues(text: String) {
    var session = Session(text)
    session.press(text == Self.nested ? ":goto l[1]<Enter>vjddugvdd" : "jjvjddugvdd")
    #expect(session.text == text.replacing(", 2, 3", with: "").replacing(#", "b": 2, "c": 3"#, with: ""))
  }

  @Test func oneUndoRestoresAllSelectedValues() {
    for (keys, after) in [
      ("vjjdd", "[4]"), ("vjj^A", "[2, 3, 4, 4]"), ("vjjJ", "[4, 1, 2, 3]"),
    ] {
      var session = Session("[1, 2, 3, 4]")
      session.press("j" + keys)
      #expect(session.text == after)
      session.press("u")
      #expect(session.text == "[1, 2, 3, 4]")
    }
  }

  @Test func selectionIsHighlightedUntilEscape() {
    var session = Session("[1, 2, 3, 4]", columns: 80)
    session.press("jvj")
    #expect(session.status.contains("SELECT 2"))
    #expect(session.browser.render().lines[1].contains { $0.style.role == .selected })
    #expect(!session.browser.render().lines[3].contains { $0.style.role == .selected })
    session.press("<Esc>")
    #expect(!session.status.contains("SELECT"))
    session.press("Gggvv")
    #expect(!session.status.contains("SELECT"))
    session.press("jjgv")
    #expect(session.message == "" && session.cursorPath == "")
  }

  @Test func singleRowCommandsRefuseSelection() {
    var session = Session("[1, 2, 3, 4]")
    session.press("jvjo")
    #expect(session.message == "This command works on one row (Esc ends the selection)")
    session.press("<Esc>gvyv")
    #expect(session.copied == ["[1,2]"])
    session.press("gvyp")
    #expect(session.copied.last == "[0]\n[1]")
    session.press(":registers<Enter>")
    #expect(session.lines[0] == " \"  2 values: 1")
  }

  @Test func membersAreCopiedAsAnObject() {
    var session = Session(#"{"a": 1, "b": [2], "c": 3}"#)
    session.press("jvjyv")
    #expect(session.copied == [#"{"a":1,"b":[2]}"#])
    session.press("ggjp")
    #expect(session.text == #"{"a": 1, "b": [2], "c": 3}"#)
    #expect(session.browser.message?.text == #"Not put here: the object has a key "a" already"#)
  }

  /// A selection in a model is edited through the properties it holds; what a property cannot be is refused for all.
  @Test func selectedPropertiesAreSetTogether() {
    var session = Session(Samples.issues, columns: 100, rows: 40)
    session.press("jvG~")
    #expect(
      session.message.hasPrefix("Cannot increase this value")
        || session.message.hasPrefix("Not editable"))
    session.press("<Esc>:goto [0].title<Enter>vjccSame^S")
    #expect(session.text.contains(#""title": "Same", "body": "Same""#))
    #expect(session.message == "changed 2 values, the first [0].title  (u undoes)")
    session.press(":goto [0].state<Enter>vjejk<Enter>")
    #expect(!session.message.hasPrefix("Not changed") || session.text.contains(#""state": "open""#))
  }

  /// Elements of a large list go as one edit, with those that were put in among them.
  @Test func deletionInLargeListIsOneUndoStep() throws {
    let text = "[" + (0..<20_000).map(String.init).joined(separator: ",") + "]"
    var source = DocumentSource(JSONBytes(text), name: "t", models: [])
    source.largestRecord = 1 << 12
    var session = Session(source, columns: 100)
    session.press(":goto [10]<Enter>")
    session.press("yyp")
    session.press(":goto [5]<Enter>2000dd")
    #expect(session.message.hasPrefix("deleted 2000 values, the first [5]"), "\(session.message)")
    var left = Array(0..<20_000)
    left.insert(10, at: 11)
    left.removeSubrange(5..<2005)
    #expect(
      try session.browser.currentText.text().text(0..<1 << 20).hasPrefix("[0,1,2,3,4,\(left[5]),\(left[6]),"))
    session.press("u")
    #expect(session.browser.document.history.done.count == 1)
    session.press("u")
    #expect(!session.isModified)
  }

  @Test func pastingManyValuesIsOneUndoStep() {
    let text = "[" + (0..<300).map(String.init).joined(separator: ",") + "]"
    for size in [12, 1 << 20] {
      var source = DocumentSource(JSONBytes(text), name: "t", models: [])
      source.largestRecord = size
      var session = Session(source, columns: 100)
      session.press("6G200ddP")
      #expect(session.message.hasPrefix("inserted 200 values, the first [5]"), "\(session.message)")
      #expect(session.cursorPath == "[204]")
      #expect(session.text == text)
      #expect(session.browser.document.history.done.count == 2)
      session.press("u")
      #expect(session.text == "[0,1,2,3,4," + (205..<300).map(String.init).joined(separator: ",") + "]")
      session.press("u")
      #expect(!session.isModified)
    }
  }

  /// A message that is too long for the screen's width is on several lines, all of it.
  @Test func longMessagesWrapOntoSeveralLines() {
    var session = Session("[1]", models: [], columns: 60, rows: 16)
    session.press(":set nosuchoption<Enter>")
    let shown = session.lines.joined().replacing(" ", with: "")
    #expect(shown.contains(session.message.replacing(" ", with: "")), "\(session.screen)")
  }
}
