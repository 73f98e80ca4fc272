import TestSupport
import Testing

@testable import TerminalText
@testable import TextCells

@Suite struct WrappingTests {
  @Test(arguments: [
    ("the quick brown fox", 10, ["the quick ", "brown fox"]),
    ("the quick brown fox", 9, ["the quick", "brown fox"]),
    ("abcdefghij", 4, ["abcd", "efgh", "ij"]),
    ("one\ntwo\r\n\nthree", 10, ["one", "two", "", "three"]),
    ("ends\n", 10, ["ends", ""]), ("", 10, [""]), ("   ", 2, ["  "]),
    ("中文字符", 5, ["中文", "字符"]), ("中", 1, ["…"]), ("well-known", 6, ["well-", "known"]),
    ("a\tb", 10, ["a   b"]), ("x\u{1B}[2J", 10, [#"x\e[2J"#]), ("ab\u{202E}", 4, ["ab", #"\u{…"#]),
    ("a b c d", 0, ["a", "b", "c", "d"]),
  ])
  func wrapsTextToWidth(text: String, width: Int, rows: [String]) {
    #expect(Wrapping(text, width: width).map(\.text) == rows)
  }

  @Test func everyCharacterIsInExactlyOneRow() {
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<100 {
      let text = String(String.UnicodeScalarView((0..<40).map { _ in generator.scalar() })) + " a\nb"
      for width in [1, 2, 7, 30] {
        let rows = Array(Wrapping(text, width: width))
        #expect(rows.map { String(text[$0.range]) }.joined() == text)
        #expect(
          rows.allSatisfy { $0.text.cellWidth <= width },
          "\(rows.filter { $0.text.cellWidth > width }.map { $0.text.unicodeScalars.map { String($0.value, radix: 16) } })"
        )
        #expect(rows.allSatisfy { $0.spans().text == $0.text })
      }
    }
  }

  @Test func escapesGetASeparateStyle() {
    let spans = Sanitized("a\n").spans(Style(.string), escapes: Style(.warning))
    #expect(spans == [Span("a", Style(.string)), Span(#"\n"#, Style(.warning))])
    #expect([Span("中"), Span("ab"), Span("")].cellWidth == 4)
  }

  @Test func wrappingResumesAtRowStart() {
    let text = String(repeating: "lorem ipsum dolor ", count: 20)
    let rows = Array(Wrapping(text, width: 16))
    let resumed = Wrapping(text, width: 16, from: rows[3].range.lowerBound)
    #expect(Array(resumed) == Array(rows.dropFirst(3)))
  }
}
