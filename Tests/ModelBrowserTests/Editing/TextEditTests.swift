import Mantle
import Testing

@testable import ModelBrowser
@testable import TerminalText

/// Long texts, and those of several lines, in the text pane.
struct TextEditTests {
  private static func session(_ text: String, columns: Int = 40, rows: Int = 12) -> Session {
    Session("[" + JSONText.quoted(text) + "]", columns: columns, rows: rows)
  }

  /// `|` is the cursor.
  @Test(arguments: [
    ("one\ntwo", "X", "Xone\ntwo"), ("one\ntwo", "<Down>X", "one\nXtwo"), ("one\ntwo", "<End>X", "oneX\ntwo"),
    ("one\ntwo", "<Down><End>X", "one\ntwoX"), ("one\ntwo", "<Enter>", "\none\ntwo"),
    ("one\ntwo", "<Right><Right><Down>X", "one\ntwXo"), ("one\n\ntwo", "<End><Down><Down>X", "one\n\ntwoX"),
    ("one\ntwo", "<Down><Home><Backspace>", "onetwo"), ("one\ntwo", "^K^K", "two"),
    ("one\ntwo", "<End>^U", "\ntwo"),
    ("one\ntwo", "<PgDn><PgDn>X", "one\nXtwo"), ("one\ntwo", "<PgDn><PgUp>X", "Xone\ntwo"),
    ("one\ntwo", "^Ftw<Enter>X", "one\nXtwo"), ("o\no\no", "^Fo<Enter>^GX", "o\nXo\no"),
    ("o\no", "^Fo<Enter>^G^GX", "Xo\no"), ("a\nb", "^Fnone<Enter>X", "Xa\nb"), ("a\nb", "<Tab>", "\ta\nb"),
    ("日本\nx", "<Right><Down>X", "日本\nxX"), ("a\r\nb", "<Down>X", "a\r\nXb"), ("a\n", "<Down>X", "a\nX"),
    // New lines end as the others do.
    ("a\r\nb", "<Enter>", "\r\na\r\nb"), ("a\r\nb\nc", "<Enter>", "\na\r\nb\nc"),
  ])
  func keysEditTextOfSeveralLines(before: String, keys: String, after: String) {
    var session = Self.session(before)
    session.press("je" + keys + "^S")
    #expect(session.text == "[" + JSONText.quoted(after) + "]")
    session.press("u")
    #expect(session.text == "[" + JSONText.quoted(before) + "]")
  }

  /// What is typed as an escape and may have been meant as characters is said.
  @Test(arguments: [
    (#"C:\new"#, #"\n is a line break; \\n would be the characters"#), (#"a\tb"#, #"\t is a tab"#),
    (#"C:\\new"#, nil), (#"C:\Users"#, nil), ("plain", nil),
  ])
  func editorWarnsAboutTypedEscapes(typed: String, words: String?) {
    var session = Self.session("", columns: 100)
    session.press("je" + typed)
    #expect(
      (session.lines.last ?? "").contains("would be the characters") == (words != nil),
      "\((session.lines.last ?? ""))")
    if let words { #expect((session.lines.last ?? "").contains(words), "\((session.lines.last ?? ""))") }
  }

  /// A letter with its accent as one code point or as two: on the line, in the pane and in an editor of one's own.
  @Test(arguments: [
    ("e\u{301}", "je^U\u{E9}<Enter>"), ("e\u{301}\nb", "je<Delete>\u{E9}^S"), ("e\u{301}", "jE"),
  ])
  func canonicallyEquivalentTextCountsAsEdit(before: String, keys: String) {
    var session = Self.session(before)
    session.edited = { $0.replacing("e\u{301}", with: "\u{E9}") }
    session.press(keys)
    #expect(session.isModified)
    #expect(session.text.unicodeScalars.contains("\u{E9}"))
  }

  @Test func cursorMovesThroughWrappedRows() {
    let words = (1...30).map { "word\($0)" }.joined(separator: " ")
    var session = Self.session(words, columns: 30, rows: 8)
    session.press("je")
    #expect(
      session.lines[1...3] == [
        "word1 word2 word3 word4 word5", "word6 word7 word8 word9", "word10 word11 word12 word13",
      ])
    session.press("<Down><Down>")
    session.type("X")
    #expect(session.lines[3].hasPrefix("Xword10"))
    session.press("<PgDn><PgDn><PgDn>")
    #expect(session.lines.contains { $0.contains("word30") })
    #expect(session.browser.render().cursor.map { $0.row <= 5 } == true)
    session.press("<Esc>n")
    #expect(!session.isModified)
  }

  @Test func searchInEditorReportsNoMatch() {
    var session = Self.session("one\ntwo")
    session.press("je^Ftw")
    #expect(session.lines.last == "/tw")
    session.press("x")
    #expect(session.lines.last == "/twx  not found in this text")
    session.press("<Enter>^G")
    #expect(session.lines.last == "/twx  not found in this text")
    session.press("X")
    #expect(session.lines.last?.hasPrefix("/") == false)
  }

  @Test func escapeInTextEditorAsksOnlyAfterChanges() {
    var session = Self.session("a\nb", columns: 80)
    session.press("je<Esc>")
    #expect(session.message == "Unchanged")
    session.press("eX")
    session.press("<Esc>")
    #expect(session.lines.last?.hasPrefix("Keep the edited text?") == true)
    session.press("<Esc>")
    #expect(session.message == "Unchanged  (p pastes what was typed)")
    #expect(!session.isModified)
    session.press("eX<Esc>y")
    #expect(session.text == #"["Xa\nb"]"#)
    session.press("eY<Esc>n")
    #expect(session.text == #"["Xa\nb"]"#)
  }

  /// What is pasted keeps its lines; a text that was written is written again elsewhere; `cc` begins with nothing.
  @Test func textEditsCanBePastedAndRepeated() {
    var session = Session(#"["a\nb", "c"]"#)
    session.press("jcc")
    session.handle(.paste("x\r\ny"))
    session.press("^Sj.")
    #expect(session.text == #"["x\ny", "x\ny"]"#)
  }

  @Test func editedTextIsEncodedByItsTransformer() {
    var session = Session(Samples.issues, columns: 80, rows: 24)
    session.press(":goto [0].body<Enter>eNew: ^S")
    #expect(session.text.contains(#""body": "New: It crashes.\nAlways.""#))
    #expect(session.message == "changed [0].body  (u undoes)")
  }

  /// Every position of the cursor is in sight, whatever the width.
  @Test func textEditorKeepsCursorVisible() {
    let text = "The quick brown fox\n\njumps over\tthe lazy 日本語 dog-and-cat\nagain and again\n"
    for columns in [3, 7, 20, 80] {
      var session = Self.session(text, columns: columns, rows: 6)
      session.press("j")
      guard case .editing(let edit)? = Optional(ModeOf.editing(session)) else { continue }
      var written = TextEdit(edit)
      let size = ScreenSize(rows: 3, columns: columns)
      for key in Array(repeating: Key.right, count: 70) + Array(repeating: .up, count: 40)
        + Array(repeating: .down, count: 40)
      {
        var browser = session.browser
        browser.mode = .writing(written)
        browser.resize(ScreenSize(rows: 6, columns: columns + 1))
        browser.handle(.key(key))
        guard case .writing(let next) = browser.mode else { break }
        written = next
        let cursor = browser.render().cursor
        #expect(cursor.map { $0.row >= 1 && $0.row <= size.rows && $0.column <= columns } == true)
      }
    }
  }

  private enum ModeOf {
    static func editing(_ session: Session) -> Mode {
      EditOpening.of(session.browser.cursor, isInferred: false).map { opening in
        if case .typing(let edit) = opening { return .editing(edit) }
        return .browsing
      } ?? .browsing
    }
  }
}
