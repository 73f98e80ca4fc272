import Mantle
import ModelBrowser
import Testing

@testable import CursesTerminal

@Suite struct CanvasTests {
  private let size = ScreenSize(rows: 3, columns: 10)

  private func frame(_ lines: String...) -> Frame {
    Frame(size: size, lines: lines.map { [Span($0)] })
  }

  private func canvas() -> Canvas {
    _ = Environment.useUTF8()
    return Canvas(palette: .basic, cursesTakesUTF8: true)
  }

  @Test func onlyWhatDiffersIsDrawn() {
    var canvas = canvas()
    #expect(canvas.update(to: frame("a", "b"), size: size).map(\.index) == [0, 1, 2])
    #expect(canvas.update(to: frame("a", "b"), size: size).isEmpty)
    #expect(canvas.update(to: frame("a", "c"), size: size).map(\.index) == [1])
    #expect(canvas.update(to: frame("a"), size: size).map(\.index) == [1])
    canvas.invalidate()
    #expect(canvas.update(to: frame("a"), size: size).count == 3)
  }

  @Test func rowsAreCutToTheScreen() {
    var canvas = canvas()
    let changes = canvas.update(to: frame("0123456789abc", "中中中中中中", "", "too many"), size: size)
    #expect(changes.map(\.new) == [.curses([Span("0123456789")]), .curses([Span("中中中中中")]), .curses([])])
  }

  @Test(arguments: ["\u{1B}[2J", "a\u{9B}b", "\u{202E}", "é\n"])
  func nothingUnsafeReachesTheScreen(text: String) {
    var canvas = canvas()
    guard case .curses(let spans) = canvas.update(to: frame(text), size: size)[0].new else {
      Issue.record("expected a row for curses")
      return
    }
    #expect(spans.text == Sanitized(text).spans().prefix(cells: 10).text)
  }

  @Test(arguments: [
    ("é", true), ("e\u{301}", true), ("中文", true), ("한", true), ("😀", false), ("❤️", false), ("🇩🇪", false),
  ])
  func emojiArePlacedOneByOne(text: String, byCurses: Bool) {
    var canvas = canvas()
    let row = canvas.update(to: frame(text), size: size)[0].new
    #expect(row == (byCurses ? .curses([Span(text)]) : .placed([Span(text)])))
    var plain = Canvas(palette: .basic, cursesTakesUTF8: false)
    #expect(plain.update(to: frame(text), size: size)[0].new == .placed([Span(text)]))
  }
}
