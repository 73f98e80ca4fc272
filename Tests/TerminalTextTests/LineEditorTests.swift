import TestSupport
import Testing

@testable import TerminalText
@testable import TextCells

@Suite struct LineEditorTests {
  /// What is left and right of the cursor after some keys, with `|` for the cursor.
  private func typed(_ start: String, _ keys: [Key], history: [String] = []) -> String {
    var editor = LineEditor(start, history: history)
    for key in keys { editor.handle(key) }
    return editor.text[..<editor.cursor] + "|" + editor.text[editor.cursor...]
  }

  @Test(
    arguments: [
      ("", [.character("a"), .character("é")], "aé|"),
      ("abc", [.left, .character("x")], "abx|c"),
      ("abc", [.control("a"), .control("d")], "|bc"),
      ("abc", [.home, .right, .end, .control("b")], "ab|c"),
      ("abc", [.control("b"), .control("b"), .control("f"), .delete], "ab|"),
      ("abc", [.backspace, .control("h")], "a|"),
      ("a👨‍👩‍👧", [.backspace], "a|"),
      ("one two", [.alt("b"), .control("k")], "one |"),
      ("one two", [.alt("b"), .control("u")], "|two"),
      ("one two", [.control("u"), .control("y"), .control("y")], "one twoone two|"),
      ("one two.three  ", [.control("w")], "one |"),
      ("one two.three  ", [.alt("\u{7F}")], "one two.|"),
      ("one two", [.home, .alt("f"), .alt("d")], "one|"),
      ("one two", [.home, .alt("d"), .end, .control("y")], " twoone|"),
      ("ab", [.control("t")], "ba|"), ("abc", [.home, .right, .control("t")], "ba|c"),
      ("a", [.control("t")], "a|"),
      ("", [.backspace, .delete, .control("w"), .alt("b"), .alt("f"), .left, .right, .control("t")], "|"),
      ("e", [.character("\u{301}"), .left], "|e\u{301}"),
    ] as [(String, [Key], String)])
  func typedKeysEditTheLine(start: String, keys: [Key], result: String) {
    #expect(typed(start, keys) == result)
  }

  @Test func historyKeysRestoreUnfinishedLine() {
    let history = ["first", "second"]
    #expect(typed("new", [.up], history: history) == "second|")
    #expect(typed("new", [.up, .up, .up], history: history) == "first|")
    #expect(typed("new", [.up, .up, .down, .down, .down], history: history) == "new|")
  }

  @Test(arguments: [.enter, .escape, .tab, .pageUp, .function(1), .control("c"), .alt("z")] as [Key])
  func unhandledKeysLeaveLineUnchanged(key: Key) {
    var editor = LineEditor("abc")
    let isHandled = editor.handle(key)
    #expect(!isHandled)
    #expect(editor == LineEditor("abc"))
  }

  @Test func pasteKeepsControlCharacters() {
    var editor = LineEditor("[]")
    editor.handle(.left)
    editor.insert("a\nb\u{1B}")
    #expect(editor.text == "[a\nb\u{1B}]")
    #expect(editor.window(cells: 20).spans.text == #"[a\nb\e]"#)
    #expect(editor.window(cells: 20).cursorColumn == 7)
  }

  @Test(
    arguments: [
      ("abc", [], 10, "abc", 3),
      ("abc", [.home], 10, "abc", 0),
      ("abcdefghij", [], 5, "…hij", 4),
      ("abcdefghij", [.home], 5, "abcd…", 0),
      ("中文", [.left], 10, "中文", 2),
      ("abc", [], 1, "", 0),
    ] as [(String, [Key], Int, String, Int)])
  func windowScrollsToCursor(text: String, keys: [Key], cells: Int, shown: String, column: Int) {
    var editor = LineEditor(text)
    for key in keys { editor.handle(key) }
    let window = editor.window(cells: cells)
    #expect(window.spans.text == shown)
    #expect(window.cursorColumn == column)
  }

  /// Of a character of any length no more is looked at than the window can show.
  @Test func windowTruncatesCharacterWithManyMarks() {
    let editor = LineEditor("ab" + String(repeating: "\u{301}", count: 5000) + "c")
    let window = editor.window(cells: 20)
    #expect(window.spans.text.hasPrefix("…"))
    #expect(window.spans.text.hasSuffix("c"))
    #expect(window.cursorColumn == 19)
  }

  @Test func theCursorIsAlwaysInsideTheWindow() {
    var generator = SeededGenerator(seed: 5)
    let keys: [Key] = [
      .left, .right, .home, .end, .alt("b"), .alt("f"), .backspace, .control("t"), .character("中"),
    ]
    for cells in [0, 1, 2, 5, 20] {
      var editor = LineEditor(String(String.UnicodeScalarView((0..<60).map { _ in generator.scalar() })))
      for _ in 0..<60 {
        editor.handle(keys.randomElement(using: &generator) ?? .left)
        let window = editor.window(cells: cells)
        #expect(window.spans.cellWidth <= max(1, cells))
        #expect((0..<max(1, cells)).contains(window.cursorColumn))
      }
    }
  }
}
