import Mantle
import ModelBrowser
import Testing

@testable import CursesTerminal
@testable import TerminalText
@testable import TextCells

@Suite struct ShownRowsTests {
  private let size = ScreenSize(rows: 3, columns: 10)

  private func frame(_ lines: String...) -> Frame {
    Frame(size: size, lines: lines.map { [Span($0)] })
  }

  private func shown() -> ShownRows {
    _ = Environment.useUTF8()
    return ShownRows(looks: Looks(palette: .basic), cursesTakesUTF8: true)
  }

  @Test func drawsOnlyChangedRows() {
    var shown = shown()
    #expect(shown.update(to: frame("a", "b"), size: size).map(\.index) == [0, 1, 2])
    #expect(shown.update(to: frame("a", "b"), size: size).isEmpty)
    #expect(shown.update(to: frame("a", "c"), size: size).map(\.index) == [1])
    #expect(shown.update(to: frame("a"), size: size).map(\.index) == [1])
    shown.invalidate()
    #expect(shown.update(to: frame("a"), size: size).count == 3)
  }

  @Test func rowsAreTruncatedToScreenSize() {
    var shown = shown()
    let changes = shown.update(to: frame("0123456789abc", "中中中中中中", "", "too many"), size: size)
    #expect(changes.map(\.new) == [.curses([Span("0123456789")]), .curses([Span("中中中中中")]), .curses([])])
  }

  /// Texts of these signs are not looked at further.
  @Test func plainSignsAreOneCellWide() {
    _ = Environment.useUTF8()
    let signs = (0x80...0x3000).compactMap(Unicode.Scalar.init).map(String.init).filter(\.isPlainWithSigns)
    #expect(signs.count > 500)
    #expect(signs.filter { $0.cellWidth != 1 || !$0.hasAgreedWidth || Sanitized($0).text != $0 } == [])
  }

  @Test(arguments: ["\u{1B}[2J", "a\u{9B}b", "\u{202E}", "é\n"])
  func rowsEscapeUnsafeCharacters(text: String) {
    var shown = shown()
    guard case .curses(let spans) = shown.update(to: frame(text), size: size)[0].new else {
      Issue.record("expected a row for curses")
      return
    }
    #expect(spans.text == Sanitized(text).spans().prefix(cells: 10).text)
  }

  @Test(arguments: [
    ("é", true), ("e\u{301}", true), ("中文", true), ("한", true), ("😀", false), ("❤️", false), ("🇩🇪", false),
  ])
  func emojiRowsBypassCurses(text: String, byCurses: Bool) {
    var shown = shown()
    let row = shown.update(to: frame(text), size: size)[0].new
    #expect(row.isDrawnDirectly == !byCurses && row.spans == [Span(text)])
    var plain = ShownRows(looks: Looks(palette: .basic), cursesTakesUTF8: false)
    #expect(plain.update(to: frame(text), size: size)[0].new.isDrawnDirectly)
  }
}
