import Testing

@testable import TerminalText
@testable import TextCells

/// Printable ASCII takes a faster way through measuring, cutting and wrapping: it must lead to the same place. A text
/// with `é` in place of `e` takes the other way and is as wide.
struct PlainTextTests {
  private static let alphabet = Array("e ee- e\n e-e")

  /// All kinds of mixtures of letters, blanks, hyphens and line breaks.
  static let texts: [String] = (0..<400).map { seed in
    var state = UInt64(seed) &* 0x9e37_79b9_7f4a_7c15 | 1
    return String(
      (0..<seed % 37).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return alphabet[Int(state >> 33) % alphabet.count]
      })
  }

  private func slow(_ text: String) -> String { text.replacing("e", with: "é") }

  @Test(arguments: [1, 2, 3, 5, 8, 13]) func plainTextWrapsLikeOtherText(width: Int) {
    for text in Self.texts {
      let rows = Wrapping(text, width: width).map(\.text)
      #expect(rows.map(slow) == Wrapping(slow(text), width: width).map(\.text), "\(text.debugDescription)")
    }
  }

  @Test(arguments: [0, 1, 2, 7, 20]) func plainTextTruncatesLikeOtherText(cells: Int) {
    for text in Self.texts {
      #expect(slow(String(text.prefix(cells: cells))) == slow(text).prefix(cells: cells))
      #expect(slow(String(text.suffix(cells: cells))) == slow(text).suffix(cells: cells))
      let (fast, other) = (Sanitized(text, cells: cells), Sanitized(slow(text), cells: cells))
      #expect(slow(fast.text) == other.text)
      #expect(fast.cellWidth == other.cellWidth)
      #expect(fast.isCut == other.isCut)
    }
  }

  @Test func baseCharactersKeepTheirMarks() {
    let text = "abce\u{301}fgh1\u{FE0F}\u{20E3}x"
    #expect(text.cellWidth == 10)
    #expect(text.prefix(cells: 3) == "abc")
    #expect(text.prefix(cells: 4) == "abce\u{301}")
    #expect(Sanitized(text).text == text)
    #expect(Wrapping(text, width: 4).map(\.text) == ["abce\u{301}", "fgh", "1\u{FE0F}\u{20E3}x"])
  }
}
