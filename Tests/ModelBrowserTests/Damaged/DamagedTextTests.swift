import Mantle
import Testing

@testable import MantleDocuments
@testable import ModelBrowser

/// Text that is not JSON stays visible, can be browsed and edited, and keeps its bytes beside an edit.
@Suite(.ownFolders) struct DamagedTextTests {
  /// Broken texts, each with a value that can be edited and stands somewhere else than the mistake.
  static let broken: [(name: String, text: String, keys: String)] = [
    ("trailing comma", #"{"a": [1, 2,], "z": 1}"#, "z"),
    ("trailing comma of an object", "{\n  \"a\": 1,\n  \"z\": 1,\n}\n", "z"),
    ("line comment", "{ // c, \"d\" ]\n \"a\": [1], // x\n \"z\": 1\n}", "z"),
    (
      "comment of its own line",
      "// head\n{\n  // about a\n  \"a\": 2,\n  # about z\n  \"z\": 1\n}\n// end\n", "z"
    ),
    ("block comment", #"{"a"/* k */: [/* { */ 1], "z": 1 /* last */}"#, "z"),
    ("missing comma", #"{"a": [1 2] "b": 3, "z": 1}"#, "z"),
    ("missing comma of lines", "[\n  {\"a\": 1}\n  {\"z\": 1}\n]", "[1].z"),
    ("missing bracket", #"{"a": [1, 2, "z": 1}"#, "z"),
    ("wrong bracket", #"{"a": [1, 2}, "z": 1}"#, "z"),
    ("surplus bracket", #"{"a": [1, 2]], "z": 1}"#, "z"),
    ("surplus bracket at the end", #"{"z": 1}}"#, "z"),
    ("single quotes", #"{'a': 'it is', "z": 1}"#, "z"),
    ("unquoted keys", "{a: 2, z: 1}", "z"),
    ("NaN", #"{"a": [NaN, Infinity, undefined, None, True], "z": 1}"#, "z"),
    ("number spelling", #"{"a": [0x1F, +1, .5, 01], "z": 1}"#, "z"),
    ("cut off", #"{"z": 1, "a": [{"b": 2}, {"c": "#, "z"),
    ("cut off in a string", #"{"z": 1, "a": "x y"#, "z"),
    ("unescaped quote", #"{"a": "say "hi" now", "z": 1}"#, "z"),
    ("control character", "{\"a\": \"x\ty\", \"z\": 1}", "z"),
    ("missing value", #"{"a": , "z": 1}"#, "z"),
    ("missing colon", #"{"a" 2, "z": 1}"#, "z"),
    ("text before", #"INFO 12:01 got {"z": 1}"#, "z"),
    ("text after", #"{"z": 1} and more"#, "z"),
    ("typographic quotes", "{\u{201C}a\u{201D}: 2, \"z\": 1}", "z"),
    ("byte order mark", "\u{FEFF}{\"a\": [1,], \"z\": 1}", "z"),
    ("carriage returns", "{\r\n  // c\r\n  \"z\": 1,\r\n}\r\n", "z"),
    ("line of several", "{\"z\": 1}\n{\"a\": [1,], \"y\": 2}\n{\"b\": 3}\n", "[1].y"),
  ]

  /// A property that a malformed line lacks is set without another mistake.
  @Test(arguments: [#"{"a": "#, #"{"a""#, #"{"a": 1,"#, "{", #"{"a": [1"#])
  func settingAbsentPropertyAddsNoSyntaxError(line: String) throws {
    var session = Session(
      DocumentSource(
        JSONBytes(Array("{\"a\": 1, \"b\": 1}\n\(line)\n{\"b\": 2}\n".utf8), isNDJSON: true),
        name: "t.ndjson", inference: Inferring()))
    let errors = session.browser.findings.errors
    session.press(":goto [1].b<Enter>e5<Enter>")
    #expect(session.isModified, "\(session.screen)")
    let lines = session.text.split(separator: "\n")
    #expect(lines.count == 3 && lines[1].contains("5"), "\(session.text)")
    #expect(
      JSONRepair(JSONBytes(String(lines[1]))).regions.count <= JSONRepair(JSONBytes(line)).regions.count)
    #expect(session.browser.findings.errors <= errors)
  }

  @Test(arguments: broken) func editsKeepUnrelatedSyntaxErrors(
    _ row: (name: String, text: String, keys: String)
  ) {
    var session = Session(row.text)
    session.press(":goto ")
    session.type(row.keys)
    session.press("<Enter>")
    #expect(session.cursorPath == row.keys, "\(row.name): \(session.message)")
    let old = session.browser.cursor.node?.rawText ?? ""
    session.press("e^U")
    session.type("98765")
    session.press("<Enter>")
    let edited = session.text
    #expect(edited.replacing("98765", with: old) == row.text, "\(row.name): \(edited)")
    #expect(edited != row.text, "\(row.name): \(session.message)")
    session.press("u")
    #expect(session.text == row.text, "\(row.name)")
    session.press("^R")
    #expect(session.text == edited, "\(row.name)")
  }

  /// Every mistake has a row or a mark, and an entry in the list of problems.
  @Test(arguments: broken) func everySyntaxErrorIsMarkedAndListed(
    _ row: (name: String, text: String, keys: String)
  ) {
    var session = Session(row.text, rows: 40)
    session.press("zR")
    #expect(
      session.rows.contains { $0.dropFirst().first == "!" || $0.dropFirst().first == "✗" }, "\(row.name)")
    #expect(!session.screen.contains("not JSON"), "\(row.name): \(session.screen)")
    session.press(":problems<Enter>")
    let places = DamagedText.regions(of: row.text) + (row.text.hasPrefix("\u{FEFF}") ? 1 : 0)
    #expect(session.screen.contains("problems: \(places)"), "\(row.name): \(session.screen)")
  }

  private enum DamagedText {
    static func regions(of text: String) -> Int {
      let repairs =
        text.hasPrefix("{\"z\": 1}\n{")
        ? [JSONRepair(JSONBytes("{\"a\": [1,], \"y\": 2}"))] : [JSONRepair(JSONBytes(text))]
      return repairs.reduce(0) { sum, repair in sum + repair.regions.indices.count(where: repair.isReported) }
    }
  }

  @Test func rowsShowSyntaxErrorsAndComments() {
    var session = Session("{\"a\":1, // x\n \"b\": [1 2,}, \"c\": NaN}", columns: 60, rows: 14)
    session.press("zR")
    #expect(
      session.rows == [
        ">✗ ▾ test.json  {3} a: 1, b: [1, 2], c: null",
        "       a: 1",
        " ✗     // x",
        " ✗   ▾ b: [2] 1, 2",
        "         [0] 1",
        " ✗       [1] 2,",
        " ✗       }  wrong bracket",
        " ✗     c: NaN",
      ])
  }

  @Test func syntaxErrorIsEditedAsText() {
    var session = Session(#"{"a": [1 2], "c": 3}"#, columns: 90)
    session.press("]e")
    #expect(session.browser.cursor.mistake != nil)
    session.press("e")
    #expect(session.screen.contains(#"{"a": [1 2], "c": 3}"#))
    session.press("^U")
    session.type(#"{"a": [1, 2], "c": 3}"#)
    #expect(session.screen.contains("✓ JSON"))
    session.press("<Enter>")
    #expect(session.text == #"{"a": [1, 2], "c": 3}"#)
    #expect(session.browser.findings.errors == 0)
    session.press("u")
    #expect(session.text == #"{"a": [1 2], "c": 3}"#)
  }

  /// The line shows what is in the file, and Enter keeps what it is read as.
  @Test(arguments: [
    ("b", "tru", "✓ true  (repaired)", #""b": true,"#),
    (
      "c", "unterminated", #"✓ "unterminated"  (repaired; in the file: "unterminated)"#,
      #""c": "unterminated","#
    ),
    ("f", "01", "✓ 1  (repaired)", #""f": 1,"#), ("n", "NaN", "✓ null  (repaired)", #""n": null,"#),
    ("e.x", "0x10", "✓ 16  (repaired)", #"{"x": 16}"#),
  ])
  func editorShowsAndAcceptsRepairedValues(path: String, typed: String, words: String, line: String) {
    let text = "{\n\"b\": tru,\n\"c\": \"unterminated,\n\"f\": 01,\n\"n\": NaN,\n\"e\": {\"x\": 0x10}\n}"
    var session = Session(text, columns: 90, rows: 20)
    session.press(":goto \(path)<Enter>e")
    guard case .editing(let edit) = session.browser.mode else {
      Issue.record("\(session.screen)")
      return
    }
    #expect(edit.line.text == typed)
    #expect(session.lines.last == words)
    session.press("<Esc>")
    #expect(session.text == text)
    session.press("e<Enter>")
    #expect(session.text.contains(line), "\(session.text)")
    #expect(session.message.hasPrefix("changed \(path)"))
    session.press("u")
    #expect(session.text == text)
    session.press("e^U7<Enter>")
    #expect(session.text.contains(path == "c" ? "\"7\"" : "7"), "\(session.text)")
  }

  /// A line that is no JSON is shown as it is, and moved like any other.
  @Test func malformedLineIsShownAndMoved() {
    let bad = "Traceback (most recent call last):"
    let text = "{\"a\": 1}\n\(bad)\n{\"a\": 2}\n{\"a\": 3}\n"
    var session = Session(text, name: "log.ndjson", columns: 120, rows: 20)
    #expect(session.rows.contains { $0.contains("✗     [1] not JSON: \(bad)") }, "\(session.rows)")
    session.press(":goto [1]<Enter>")
    #expect(
      session.screen.contains("text") && session.lines.count { $0.contains(bad) } == 2, "\(session.screen)")
    session.press("]m")
    #expect(session.text == "{\"a\": 1}\n{\"a\": 2}\n\(bad)\n{\"a\": 3}\n", "\(session.message)")
    #expect(session.cursorPath == "[2]")
    session.press("[m[m")
    #expect(session.text == "\(bad)\n{\"a\": 1}\n{\"a\": 2}\n{\"a\": 3}\n")
    session.press("u")
    #expect(session.text == text && !session.isModified)
  }

  @Test func deletionOfSyntaxErrorIsReported() {
    var session = Session(#"{"d": [1, 2,, 3]}"#)
    session.press("]edd")
    #expect(session.text == #"{"d": [1, 2, 3]}"#)
    #expect(session.message == "deleted a mistake (surplus comma) in d  (u undoes)")
    session = Session("{ // c\n\"d\": 1}")
    session.press("jdd")
    #expect(session.message == "deleted a comment in test.json  (u undoes)", "\(session.screen)")
  }

  @Test func partlyFixedTextIsAccepted() {
    var session = Session(#"{"a": [1 2 3}"#, columns: 90)
    session.press("]ee^U")
    session.type(#"{"a": [1, 2 3}"#)
    #expect(session.screen.contains("the file is parsed again, with 2 mistakes left"), "\(session.screen)")
    session.press("<Enter>")
    #expect(session.text == #"{"a": [1, 2 3}"#)
  }

  @Test func aSurplusBracketCanBeDeleted() {
    var session = Session(#"{"a": [1]], "z": 1}"#)
    session.press("]edd")
    #expect(session.text == #"{"a": [1], "z": 1}"#, "\(session.message)")
  }

  @Test func structuralEditsKeepComments() {
    let text = "{\n  // about a\n  \"a\": 1, // one\n  \"b\": [1, 2,], // two\n  \"z\": 'x' // last\n}\n"
    var session = Session(text)
    session.press(":goto b[1]<Enter>yyp")
    #expect(session.text == text.replacing("[1, 2,]", with: "[1, 2, 2,]"))
    session.press("u:goto b<Enter>dd")
    #expect(session.text == text.replacing("  \"b\": [1, 2,], // two\n", with: ""), "\(session.text)")
    session.press("u:goto z<Enter>dd")
    #expect(
      session.text == "{\n  // about a\n  \"a\": 1, // one\n  \"b\": [1, 2,] // two\n}\n", "\(session.text)")
    session.press("u:goto a<Enter>cw^U")
    session.type("renamed")
    session.press("<Enter>")
    #expect(session.text == text.replacing("\"a\"", with: "\"renamed\""))
  }

  @Test func modelsAreDecodedFromDamagedText() {
    let text = """
      [ // two users
        {'login': 'ann', "id": 1, "type": "User", "html_url": "https://a.example",},
        {"login": "bob", "id": NaN, "type": "User", "html_url": "https://b.example"}
      ]
      """
    var session = Session(text, columns: 100, rows: 30)
    #expect(session.browser.document.model?.name == "User", "\(session.screen)")
    session.press(":goto [0].login<Enter>ey^U")
    session.type("eve")
    session.press("<Enter>")
    #expect(session.text == text.replacing("'ann'", with: "\"eve\""), "\(session.text)")
  }

  @Test func bracketInCommentDoesNotCloseContainer() {
    let text = "{ // }\n \"a\": [1],\n \"z\": 1\n}"
    var session = Session(text)
    session.press(":goto z<Enter>e^U2<Enter>")
    #expect(session.text == text.replacing("\"z\": 1", with: "\"z\": 2"))
  }

  @Test func searchFindsComments() {
    var session = Session("{\n  \"a\": 1, // needle\n  \"b\": 'needle'\n}")
    session.press("/needle<Enter>")
    #expect(session.browser.cursor.mistake?.cause == .comment)
    session.press("n")
    #expect(session.cursorPath == "b")
  }

  @Test(arguments: broken) func fixMakesValidJSON(_ row: (name: String, text: String, keys: String)) throws {
    var session = Session(row.text)
    session.press(":fix<Enter>")
    #expect(session.screen.contains("unsaved change"), "\(row.name): \(session.screen)")
    session.press("q")
    let fixed = JSONBytes(session.text)
    #expect(throws: Never.self, "\(row.name): \(session.text)") {
      try JSONDocument(parsing: fixed.valuesAsArray ?? fixed)
    }
    #expect(session.browser.findings.errors == 0, "\(row.name)")
    // The mark at the beginning is the file's, and stays.
    #expect(session.status.contains("warning") == (row.name == "byte order mark"), "\(session.status)")
    session.press("u")
    #expect(session.text == row.text, "\(row.name)")
  }

  /// What is much may be data: it stays, and where it stands is said.
  @Test func fixKeepsTextThatMayBeData() {
    let text = #"{"z": 1} and "# + String(repeating: "more of it ", count: 9) + "\n"
    var session = Session(text)
    session.press(":fix<Enter>")
    #expect(session.text == text)
    #expect(session.message.hasPrefix("Not changed: one mistake remains, at 1:10"))
  }

  @Test func fixRemovesCommentLines() {
    var session = Session("// head\n{\n  // about a\n  \"a\": 'x', // one\n  \"b\": [1,],\n}\n")
    session.press(":fix<Enter>")
    #expect(session.screen.contains("- // head"))
    #expect(session.screen.contains("(comment)"))
    session.press("q")
    #expect(session.text == "{\n  \"a\": \"x\",\n  \"b\": [1]\n}\n")
    session.press(":fix<Enter>")
    #expect(session.message.contains("nothing to repair"))
  }
}

/// What `:fix` does not know how to mend stays as it is, and is said.
struct MendingTests {
  @Test(arguments: [
    ("hello world\nthis is text\n", nil), ("a: 1\nb:\n  - x\n", nil),
    ("{'a': True, 'c': (1,2)}", #"{"a": true, "c": (1,2)}"#),
    ("{\"a\": hello, // x\n}", "{\"a\": \"hello\"\n}"),
    ("// a\n{\"a\": 1 /* b */, // c\n  // d\n \"b\": 2} // e", "{\"a\": 1  ,\n \"b\": 2}"),
    ("{\"a\": [1,], \"b\": {{ title }}}", "{\"a\": [1], \"b\": {{ title }}}"),
  ])
  func fixKeepsUncertainText(text: String, fixed: String?) {
    var session = Session(text)
    session.press(":fix<Enter>")
    if fixed == nil {
      #expect(session.message.contains("othing to repair here"), "\(session.screen)")
    } else {
      session.press("q")
    }
    #expect(session.text == fixed ?? text)
  }
}
