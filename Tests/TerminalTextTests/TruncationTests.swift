import TestSupport
import Testing

@testable import TerminalText
@testable import TextCells

@Suite struct TruncationTests {
  @Test(arguments: [
    (Truncation.end, "hello", 5, "hello"), (.end, "hello", 4, "hel…"), (.end, "hello", 1, "…"),
    (.end, "hello", 0, ""),
    (.end, "hello", -3, ""), (.end, "中文字", 4, "中…"), (.end, "中文字", 5, "中文…"), (.end, "", 0, ""),
    (.start, "a.b.title", 6, "…title"), (.start, "a.b", 3, "a.b"), (.start, "中文字", 4, "…字"),
    (.middle, "issues.json", 7, "iss…son"), (.middle, "issues.json", 6, "iss…on"), (.middle, "ab", 1, "…"),
    (.end, "👨‍👩‍👧👨‍👩‍👧", 3, "👨‍👩‍👧…"),
  ])
  func truncatesTextToCells(place: Truncation, text: String, cells: Int, shown: String) {
    #expect(place.fit(text, to: cells) == shown)
  }

  @Test func truncationKeepsSpanStyles() {
    let spans = [Span("name", Style(.name)), Span(": "), Span("a long value", Style(.string))]
    #expect(Truncation.end.fit(spans, to: 40) == spans)
    #expect(
      Truncation.end.fit(spans, to: 10) == [
        Span("name", Style(.name)), Span(": "), Span("a l…", Style(.string)),
      ])
    #expect(Truncation.end.fit(spans, to: 3) == [Span("na…", Style(.name))])
    #expect(Truncation.start.fit(spans, to: 6).last == Span("value", Style(.string)))
  }

  @Test func truncatedTextNeverExceedsItsWidth() {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<200 {
      let text = Sanitized(String(String.UnicodeScalarView((0..<8).map { _ in generator.scalar() }))).text
      for cells in 0...12 {
        for place in Truncation.allCases { #expect(place.fit(text, to: cells).cellWidth <= cells) }
        #expect(text.prefix(cells: cells).cellWidth <= cells)
        #expect(text.suffix(cells: cells).cellWidth <= cells)
      }
    }
  }

  @Test func paddingExtendsSpansToWidth() {
    #expect([Span("中")].padded(to: 5).cellWidth == 5)
    #expect([Span("wide")].padded(to: 2) == [Span("wide")])
  }
}
