import Mantle
import TestSupport
import Testing

@testable import ModelBrowser
@testable import TerminalText
@testable import TextCells

/// Keys, and what they do to the text.
struct EditingTests {
  /// Starting on the record: keys that lead to a property, then the edit.
  @Test(
    arguments: [
      // A text.
      ("jl6je^U", "New title", "<Enter>", "\"Crash when opening\"", "\"New title\""),
      (
        "jl6j<Enter>^U", "Grüße 👩‍💻 \"quoted\" \\ back", "<Enter>", "\"Crash when opening\"",
        "\"Grüße 👩‍💻 \\\"quoted\\\" \\\\ back\""
      ),
      (
        "jl7je<PgDn><End>", " More.", "<Enter>^S", "\"It crashes.\\nAlways.\"",
        "\"It crashes.\\nAlways. More.\\n\""
      ),
      // An enum: the letter goes to the case.
      ("jl5je", "", "c<Enter>", "\"open\"", "\"closed\""),
      ("jl5je", "", "j<Enter>", "\"open\"", "\"closed\""),
      // A boolean has two cases, and flips.
      ("jl14j", "", "et<Enter>", "\"locked\": false", "\"locked\": true"),
      ("jl14j", "", "<Enter>k<Enter>", "\"locked\": false", "\"locked\": true"),
      ("jl14j", "", "~", "\"locked\": false", "\"locked\": true"),
      // Null and absent are different things.
      ("jl7j", "", "dn", "\"It crashes.\\nAlways.\"", "null"),
      ("jl7j", "", "dd", ", \"body\": \"It crashes.\\nAlways.\"", ""),
    ] as [(String, String, String, String, String)])
  func typedTextChangesProperties(go: String, typed: String, finish: String, before: String, after: String) {
    var session = Session(Samples.issues)
    session.press(go)
    session.type(typed)
    session.press(finish)
    let expected = Samples.issues.replacingFirst(before, with: after)
    #expect(session.text == expected)
    #expect(session.isModified)
    session.press("u")
    #expect(session.text == Samples.issues)
    #expect(!session.isModified)
    session.press("^R")
    #expect(session.text == expected)
  }

  /// A word that no case begins with takes none, and is said.
  @Test(arguments: ["clopen", "x", "jx"]) func editorRefusesUnknownCase(typed: String) {
    var session = Session(Samples.issues)
    session.press("jl5je" + typed + "<Enter>")
    #expect(session.text == Samples.issues)
    #expect(session.screen.contains("no match for `"), "\(session.screen)")
    session.press("<Home>c<Enter>")
    #expect(session.text == Samples.issues.replacingFirst("\"open\"", with: "\"closed\""))
  }

  @Test func escapeCancelsTheEdit() {
    var session = Session(Samples.issues)
    session.press("jl6je")
    session.type("nonsense")
    session.press("<Esc>")
    #expect(session.text == Samples.issues)
    #expect(session.message == "Unchanged")
  }

  @Test func editorRefusesInvalidJSON() {
    var session = Session(#"[{"name": "bug", "color": "d73a4a", "id": 1, "default": true}]"#)
    session.press("grjl4je^U")
    session.type("[tru")
    #expect(session.lines.last?.hasPrefix("✗ column 5: ") == true)
    session.press("<Enter>")
    guard case .editing = session.browser.mode else {
      Issue.record("the edit was left")
      return
    }
    session.type("e]")
    #expect(session.lines.last == "✓ [true]")
  }

  /// A `let` property is changed after a question, once in a session, through its transformer.
  @Test func editingLetPropertyAsksFirst() {
    var session = Session(Samples.issues, columns: 120, rows: 30)
    session.press("jl4je")
    #expect(
      session.lines.last?.hasPrefix("number is read-only in Issue. Change its JSON?") == true)
    session.press("<Esc>")
    #expect(session.text == Samples.issues)
    session.press("ey^U")
    session.type("many")
    #expect(session.lines.last?.hasPrefix("✗") == true)
    session.press("^U99<Enter>")
    #expect(session.text == Samples.issues.replacingFirst("\"number\": 14", with: "\"number\": 99"))
    session.press("Jk")
    session.press("e^U7<Enter>")
    #expect(session.text == Samples.issues.replacingFirst("\"number\": 14", with: "\"number\": 7"))
    session.press("99u")
    #expect(!session.isModified)
  }

  /// A key that is no answer leaves the question, and does what it does; letters, which may be a value that was typed
  /// without looking, do nothing.
  @Test func otherKeysDismissTheQuestion() {
    var session = Session(Samples.issues, columns: 120, rows: 30)
    session.press("jl4j^A<Down>")
    #expect(session.cursorPath == "[0].state")
    session.press("<Up>^A:goto [2].body<Enter>yy")
    #expect(session.cursorPath == "[2].body")
    #expect(!session.isModified)
    session.press(":goto [0].number<Enter>eddx4x")
    #expect(session.lines.last?.contains("Change its JSON?") == true)
    session.press("<Esc>")
    #expect(session.cursorPath == "[0].number" && !session.isModified)
  }

  @Test func editingInsideLetPropertyAsksFirst() {
    var session = Session(Samples.issues, columns: 100, rows: 40)
    session.press(":goto [0].user.id<Enter>e")
    #expect(session.lines.last?.hasPrefix("id is read-only in User. Change its JSON?") == true)
    session.press("y^U5<Enter>")
    #expect(session.text == Samples.issues.replacingFirst("\"id\": 1,", with: "\"id\": 5,"))
  }

  /// Texts need no quotes, wherever they stand; ^T is for those who mean JSON.
  @Test(arguments: [
    (#"{"a": "x"}"#, "je^U", "say \"hi\"", #"{"a": "say \"hi\""}"#),
    (#"{"a": "x"}"#, "je^U", "12", #"{"a": "12"}"#),
    (#"{"a": "x"}"#, "je^T^U", "12", #"{"a": 12}"#),
    (#"{"a": null}"#, "je^U", "two words", #"{"a": "two words"}"#),
    (#"{"a": 1}"#, "je^U", "2", #"{"a": 2}"#), (#"{"a": 1}"#, "je^U", "[2]", #"{"a": [2]}"#),
    (#"{"a": 1}"#, "jo", "b: plain text", #"{"a": 1, "b": "plain text"}"#),
    (#"["x"]"#, "jo", "new", #"["x","new"]"#),
    (#"["x"]"#, "jo^T^U", "5", #"["x",5]"#), (#"[1]"#, "jo", "true", "[1,true]"),
  ])
  func stringsCanBeTypedWithoutQuotes(before: String, keys: String, typed: String, after: String) {
    var session = Session(before)
    session.press(keys)
    session.type(typed)
    session.press("<Enter>")
    #expect(session.text == after)
  }

  /// What is no JSON is mended as text.
  @Test(arguments: [
    ("{\"a\":1}\n{\"a\":2}\nERROR x\n{\"a\":3}\n", "3G", "ERROR x", "[2]"),
    ("{\"a\":1}\nERROR x\n{\"a\":2}\n{\"a\":3}\n", "jj", "ERROR x", "[1]"),
    ("ERROR x\n{\"a\":1}\n{\"a\":2}\n{\"a\":3}\n", "j", "ERROR x", "[0]"),
  ])
  func malformedValuesAreReplacedByTyping(text: String, keys: String, broken: String, path: String) {
    var session = Session(text, columns: 80)
    session.press(keys)
    #expect(session.cursorPath == path)
    #expect(session.rows.contains { $0.hasPrefix(">") && $0.contains("not JSON") })
    session.press("e")
    #expect(session.lines.last?.hasPrefix("✗") == true)
    session.press("^U{\"ok\": 1}<Enter>")
    #expect(session.text == text.replacingFirst(broken, with: "{\"ok\": 1}"))
    session.press("u")
    #expect(session.text == text)
    session.press("dd")
    #expect(!session.text.contains(broken))
    session.press("u")
    #expect(session.text == text)
  }

  @Test func countRepeatsPaste() {
    var session = Session("[1, 2]")
    session.press("jyyj3p")
    #expect(session.text == "[1, 2, 1, 1, 1]")
    #expect(session.message == "inserted 3 values, the first [2]  (u undoes)")
    session.press("u")
    #expect(session.text == "[1, 2]")
    session.press("gg2jk2ddap<Esc>")
    #expect(session.text == "[]")
    session.press("ggp")
    #expect(session.text == "[1, 2]")
  }

  @Test func copyIncludesEditsOfTheList() {
    var session = Session("[1, 2]")
    session.press("jddggyy")
    #expect(session.copied == ["[2]"])
  }

  @Test func editorAppearsInItsRow() {
    var session = Session(Samples.issues, columns: 60, rows: 20)
    session.press("jl6je^U")
    session.type("Neu")
    let frame = session.browser.render()
    #expect(frame.plainLines[7] == "        title              Neu")
    #expect(frame.cursor == Frame.Position(row: 7, column: 30))
    #expect(session.lines.last == "✓ \"Neu\"")
  }

  @Test(arguments: [
    ("jl3jdd", "id is required: it cannot be absent"),
    ("jl6jdd", "title is required: it cannot be absent"),
    ("jl6jdn", "title is not optional"),
    ("je", "Not editable: open it, and edit its properties"),
    ("jl11jdn", "labels is not optional"),
    ("jl]m", ""), ("u", "There is nothing to undo"), ("^R", "There is nothing to redo"),
    (
      "jl3j]m",
      "The model defines the order of its properties  (gr shows the JSON, where keys can be moved)"
    ), ("yk", "This row has no key"),
    (":diff<Enter>", "There are no unsaved edits"),
    ("n", "No previous search"), ("ZX", "No command has the key ZX  (F1 shows all)"),
  ])
  func invalidEditsAreRefused(keys: String, message: String) {
    var session = Session(Samples.issues)
    session.press(keys)
    if !message.isEmpty { #expect(session.message == message) }
  }

  /// Lists, edited with keys: text before, after.
  @Test(arguments: [
    ("[1, 2, 3]", "jdd", "[2, 3]"), ("[1, 2, 3]", "jjdd", "[1, 3]"), ("[1, 2, 3]", "Gdd", "[1, 2]"),
    ("[1, 2, 3]", "j2dd", "[3]"), ("[1, 2, 3]", "j3dd", "[]"), ("[1]", "jdd", "[]"),
    ("[1, 2, 3]", "j]m", "[2, 1, 3]"), ("[1, 2, 3]", "G[m[m", "[3, 1, 2]"),
    ("[1, 2, 3]", "jo<Enter>", "[1, 0, 2, 3]"), ("[1, 2, 3]", "jO7<Enter>", "[7, 1, 2, 3]"),
    ("[1, 2, 3]", "a<Enter>", "[1, 2, 3, 0]"), ("[]", "a<Enter>", "[null]"),
    ("[1, 2, 3]", "jo^U7<Enter>", "[1, 7, 2, 3]"),
    ("[1, 2, 3]", "jo^U7<Enter>o^U8<Enter>", "[1, 7, 8, 2, 3]"),
    ("[1, 2, 3]", "jo^U7<Enter>ddjdd", "[1, 2]"),
    ("[\n  1,\n  2\n]\n", "jo^U7<Enter>", "[\n  1,\n  7,\n  2\n]\n"),
    ("[1,2]", "a^U3<Enter>", "[1,2,3]"), ("1\n2\n3\n", "jjdd", "1\n3\n"), ("1\n2\n3\n", "Gdd", "1\n2\n"),
    ("1\n2\n", "jo^U7<Enter>", "1\n7\n2\n"), ("1\n2\n", "Go^U7<Enter>", "1\n2\n7\n"),
    ("1\n2\n3\n", "jdd", "2\n3\n"),
    (#"{"a": [1, 2]}"#, "jljdd", #"{"a": [2]}"#), (#"{"a": [1, 2]}"#, "jljO<Enter>", #"{"a": [0, 1, 2]}"#),
    (#"{"a": [1, 2]}"#, "jlja<Enter>", #"{"a": [1, 2, 0]}"#),
    (#"{"a": [1, 2]}"#, "jlj]m", #"{"a": [2, 1]}"#),
    (#"{"a": 1, "b": 2}"#, "jdd", #"{"b": 2}"#), (#"{"a": 1, "b": 2}"#, "Gdd", #"{"a": 1}"#),
    (#"{"a": []}"#, "ja<Enter>", #"{"a": [null]}"#),
  ])
  func keysEditListsAndUndoRestoresThem(before: String, keys: String, after: String) {
    for size in [1, 1 << 20] {
      var source = DocumentSource(JSONBytes(before), name: "t")
      source.largestRecord = size
      var session = Session(source)
      session.press(keys)
      #expect(session.text == after, "records of \(size)")
      session.press("<Esc>99u")
      #expect(session.text == before)
      #expect(!session.isModified)
    }
  }

  /// Deleting a container removes the edits inside, and undoing restores them.
  @Test(arguments: ["jljO\"k\": 5<Enter>", "jla\"k\": 5<Enter>", "jljcc7<Enter>", "jljdd"])
  func deletionUndoRestoresNestedEdits(keys: String) {
    for size in [1, 1 << 20] {
      var source = DocumentSource(JSONBytes(#"[{"a": 1, "b": 2}, {"c": 3}]"#), name: "t")
      source.largestRecord = size
      var session = Session(source)
      session.press(keys)
      let edited = session.text
      #expect(edited != source.bytes.text(0..<source.bytes.count))
      session.press(":goto [0]<Enter>dd")
      #expect(session.text == #"[{"c": 3}]"#, "records of \(size)")
      session.press("u")
      #expect(session.text == edited)
      session.press("99u")
      #expect(!session.isModified)
    }
  }

  /// Pasted line breaks would make several lines of one.
  @Test(arguments: [
    ("1\n2\n", "t", "j", "{\n  \"a\": [\r\n1]\n}", "{\"a\":[1]}\n2\n"),
    ("{\"a\": 1, \"b\":2}\n{}\n", "t", "jlj", "[1,\n2]", "{\"a\": [1,2], \"b\":2}\n{}\n"),
    ("{\"a\": 1}\n", "one.ndjson", "jlj", "[1,\n2]", "{\"a\": [1,2]}\n"),
    ("{\"a\": 1}\n", "one.json", "j", "[1,\n2]", "{\"a\": [1,\n2]}\n"),
  ])
  func pasteKeepsOneValuePerLine(before: String, name: String, go: String, pasted: String, after: String) {
    var session = Session(before, name: name)
    session.press(go + "e^U")
    session.handle(.paste(pasted))
    session.press("<Enter>")
    #expect(session.text == after)
  }

  @Test func newModelContainsRequiredProperties() throws {
    var session = Session(Samples.issues)
    session.press("jl11janew<Enter>ff0000<Enter>")
    let node = try JSONDocument(session.text).root.find("[0].labels[1]")
    #expect(node?.rawText == #"{"name": "new", "color": "ff0000"}"#)
    #expect(session.cursorPath == "[0].labels[1]")
  }

  @Test func editingAbsentPropertyAddsItsKey() throws {
    var session = Session(
      #"{"number": 1, "state": "open", "title": "t", "url": "https://a.b", "updated_at": "2011-04-22T13:33:48Z"}"#
    )
    session.press(":model Issue<Enter>:goto body<Enter>e")
    session.type("text")
    session.press("<Enter>")
    #expect(session.text.hasSuffix(#"2011-04-22T13:33:48Z", "body": "text"}"#))
  }

  @Test func editsAreListedAndMarked() {
    var session = Session(Samples.issues, columns: 120, rows: 30)
    session.press("jl6je^UA<Enter>e^UB<Enter>")
    #expect(session.rows.first { $0.hasPrefix(">") } == "> +      title              B")
    #expect(session.screen.contains("\"A\" → \"B\""))
    #expect(session.status.hasPrefix(" test.json [+] ·"))
    #expect(
      session.differences.prefix(3) == ["[0].title", "- \"Crash when opening\"", "+ \"B\""])
  }

  @Test func fixingErrorRemovesItsMark() {
    var session = Session(Samples.issues)
    #expect(session.status.contains("1 error"))
    session.press("jjl5je")
    session.press("o<Enter>")
    #expect(!session.screen.contains("✗"))
    #expect(session.status.contains("no errors"))
    session.press("u")
    #expect(session.status.contains("1 error"))
  }

  @Test func quittingAsksOnlyWithUnsavedEdits() {
    var session = Session(Samples.issues)
    session.press("jl6je^UA<Enter>q")
    #expect(!session.hasQuit)
    #expect(session.screen.contains("test.json has unsaved edits. Save t"))
    session.press("<Esc>")
    session.press("uq")
    #expect(session.hasQuit)
  }

  @Test(arguments: [
    ("q", true), (":q<Enter>", true), (":q!<Enter>", true), ("ZQ", true), ("<Esc><Esc>", false),
  ])
  func quitKeysEndTheSession(keys: String, leaves: Bool) {
    var session = Session(Samples.issues)
    session.press(keys)
    #expect(session.hasQuit == leaves)
  }

  /// Any number of edits, undone, gives the original; done again, the result.
  @Test(arguments: 0..<30) func undoAndRedoRestoreRandomEdits(seed: UInt64) {
    var random = RandomText(seed: seed)
    let original = random.array()
    var source = DocumentSource(JSONBytes(original), name: "t")
    source.largestRecord = [1, 40, 1 << 20].randomElement(using: &random.generator) ?? 1
    var session = Session(source)
    session.press("zR")
    for _ in 0..<12 {
      let keys = [
        "jdd", "jjo<Enter>", "ja<Enter>", "j]m", "k[m", "5je^U7<Enter>", "jdn", "ggjO<Enter>", "Gdd",
        "zR", "3j",
      ]
      session.press(keys.randomElement(using: &random.generator) ?? "j")
      #expect((try? JSONDocument(session.text)) != nil, "\(session.text)")
      // What is shown is what would be saved.
      let fresh = OutlineTests.walk(OutlineTests.outline(session.text, largestRecord: 1 << 20)).count
      session.press("zR")
      #expect(OutlineTests.walk(session.browser.outline).count == fresh)
    }
    let result = session.text
    session.press("<Esc>999u")
    #expect(session.text == original)
    #expect(!session.isModified)
    session.press("999^R")
    #expect(session.text == result)
  }
}

struct EscapedTextTests {
  @Test(arguments: [
    ("a\nb", "a\\nb"), ("tab\t", "tab\\t"), ("C:\\new", "C:\\\\new"), ("\\ back", "\\ back"), ("\\", "\\"),
    ("\\\\", "\\\\\\"), ("\u{1B}", "\\e"), ("C:\\east", "C:\\\\east"), ("\\\n", "\\\\\\n"), ("", ""),
    ("\u{9B}x", "\\u{9b}x"),
  ])
  func controlCharactersAreEscapedForEditing(text: String, escaped: String) {
    #expect(EscapedText.escape(text) == escaped)
    #expect(EscapedText.unescape(escaped) == text)
  }

  @Test(arguments: 0..<200) func escapedTextRoundTrips(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let pieces = ["\\", "n", "u", "{", "}", "1", "\n", "t", "\t", "é", " ", "\u{7F}", "r"]
    let text = (0..<12).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
    #expect(EscapedText.unescape(EscapedText.escape(text)) == text)
  }
}

extension String {
  func replacingFirst(_ old: String, with new: String) -> String {
    guard let range = firstRange(of: old) else { return self }
    return replacingCharacters(in: range, with: new)
  }

  private func replacingCharacters(in range: Range<String.Index>, with new: String) -> String {
    String(self[..<range.lowerBound]) + new + String(self[range.upperBound...])
  }
}
