import Mantle
import Testing

@testable import ModelBrowser
@testable import TerminalText

/// Whole screens.
struct RenderTests {
  @Test func listOfModelsRendersOneRowPerModel() {
    let session = Session(Samples.issues, columns: 60, rows: 7)
    #expect(
      session.screen == """
          ▾ test.json  3 Issues
            ▸ [0] #14 open Crash when opening
        ✗   ▸ [1] #15 reopened Wrong colour
            ▸ [2] #16 closed 日本語のタイトル

         test.json · 3 Issues · 1 error · 1 unmapped key
        F1 help · q quit · jk move · lh open, close · / search
        """)
  }

  @Test func openModelRendersItsProperties() {
    var session = Session(Samples.issues, columns: 80, rows: 30)
    session.press("jl")
    #expect(
      session.rows.prefix(22).joined(separator: "\n") == """
           ▾ test.json  3 Issues
        >    ▾ [0] #14 open Crash when opening
          ⊘      url                https://api.example.org/issues/14
          ⊘      htmlURL            https://example.org/issues/14  ← html_url
          ⊘      id                 100014
          ⊘      number             14
                 state              open
                 title              Crash when opening
                 body               It crashes.\\nAlways.
          ⊘      reporterLogin      ada                            ← user.login
          ⊘    ▸ user               ada
                 assignee           null
               ▸ labels             1 Label  bug
          ⊘      milestone          null
          ⊘      comments           2
                 locked             false
          ⊘      createdAt          2011-04-22T13:33:48Z           ← created_at
          ⊘      updatedAt          2011-04-23T13:33:48Z           ← updated_at
          ⊘      closedAt           null                           ← closed_at
               ▸ absent (6)  assignees  authorAssociation  pullRequest  score  reactions…
               ▸ unmapped (1)  node_id
         ✗   ▸ [1] #15 reopened Wrong colour
        """)
  }

  @Test func rowShowsItsProblem() {
    var session = Session(Samples.issues, columns: 90, rows: 30)
    session.press("jjl5j")
    #expect(
      session.rows.first { $0.hasPrefix(">") }?.hasPrefix(
        ">✗       state              \"reopened\"  expected") == true)
    #expect(session.rows.first { $0.hasPrefix(">") }?.contains("expected \"open\" or \"closed\"") == true)
  }

  @Test func renderedSpansHaveSemanticStyles() {
    var session = Session(
      #"[{"name": "bug", "color": "d73a4a", "id": 1, "default": false, "description": null}]"#, columns: 50,
      rows: 12)
    session.press("jl")
    #expect(
      session.browser.render().marked.split(separator: "\n").dropFirst().prefix(4).joined(separator: "\n")
        == """
        « »« »«  »«▾ »«[0] »«bug»«                                     »
         ⊘      ⟨name:id⟩         ⟨number:1⟩
                ⟨name:name⟩       ⟨string:bug⟩
                ⟨name:color⟩      ⟨string:d73a4a⟩
        """)
  }

  @Test func detailPaneShowsValueAndDiagnostics() {
    var session = Session(Samples.issues, columns: 120, rows: 24)
    session.press("jjl5j")
    let pane = session.lines.map { $0.split(separator: "│", maxSplits: 1).last.map(String.init) ?? "" }
    for words in [
      "Issue.state: IssueState", "path         [1].state", "at           line 11, column 42", "\"reopened\"",
      "transformer  cases", "editable     yes", "✗ 11:42: error: Issue.state: expected \"open\"",
    ] {
      #expect(pane.contains { $0.contains(words) }, "\(words) is missing in\n\(pane.joined(separator: "\n"))")
    }
  }

  @Test func switchingViewsKeepsTheRow() {
    var session = Session(Samples.issues, columns: 70, rows: 30)
    session.press("jl4jgr")
    #expect(session.rows.first { $0.hasPrefix(">") } == ">        \"number\": 14")
    session.press("gr")
    #expect(session.cursorPath == "[0].number")
    #expect(session.message == "Model view")
  }

  @Test func unmappedKeysCanBeOpened() {
    var session = Session(Samples.issues, columns: 70, rows: 40)
    session.press("jll$")
    #expect(session.rows.first { $0.hasPrefix(">") } == ">      ▸ unmapped (1)  node_id")
    session.press("ll")
    #expect(session.rows.first { $0.hasPrefix(">") } == ">          node_id: \"MDU6\"")
    #expect(session.cursorPath == "[0].node_id")
  }

  static let hostile =
    "[{\"title\": \"a\\u001b[31mred\\u0007\", \"\\u202eevil\\u0085\": \"\u{9b}x\u{202e}y\\u0000\"}, \"\u{200b}\u{7f}\", 1]"

  /// No control character of a file reaches the screen, and no line is wider than it, whatever its size.
  @Test(arguments: [
    ScreenSize(rows: 1, columns: 1), ScreenSize(rows: 2, columns: 3), ScreenSize(rows: 3, columns: 10),
    ScreenSize(rows: 5, columns: 20), ScreenSize(rows: 20, columns: 5), ScreenSize(rows: 24, columns: 80),
    ScreenSize(rows: 50, columns: 200),
  ])
  func everyScreenFitsAndEscapesControlCharacters(size: ScreenSize) {
    for text in [Samples.issues, Self.hostile, "[1, oops]", "", "{}"] {
      var session = Session(text, columns: size.columns, rows: size.rows)
      for keys in [
        "", "zR", "3j", "i", "m", "G", "e", "<Esc>", "<F1>", "jj", "q", ":model<Enter>", "j", "<Esc>",
        "/e<Enter>", "n", ":",
        "<Esc>", "gg", "dd", "u", "o", "<Esc>", ":diff<Enter>", "q", "q", "<Esc>", "zM",
      ] {
        session.press(keys)
        let frame = session.browser.render()
        #expect(frame.lines.count <= max(1, size.rows))
        for line in frame.lines {
          #expect(line.cellWidth <= size.columns)
          for span in line {
            #expect(span.text.unicodeScalars.allSatisfy(Self.isSafe), "\(span.text.debugDescription)")
          }
        }
        if let cursor = frame.cursor {
          #expect(cursor.row < size.rows && cursor.column < size.columns)
        }
      }
    }
  }

  private static func isSafe(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value) && !(0x202A...0x202E).contains(scalar.value)
      && scalar.value != 0x200B
  }
}
