import Testing

@Suite struct CellWidthTests {
  @Test(arguments: [
    ("", 0), ("a", 1), ("~", 1), ("é", 1), ("e\u{301}", 1), ("ß", 1), ("Ж", 1), ("→", 1), ("─", 1), ("…", 1),
    ("中", 2), ("あ", 2), ("ｱ", 1), ("Ａ", 2), ("　", 2), ("￥", 2), ("〈", 2), ("㍿", 2),
    ("한", 2), ("\u{1112}\u{1161}\u{11AB}", 2), ("\u{1112}", 2), ("\u{1161}", 0),
    ("😀", 2), ("⌚", 2), ("⭐", 2), ("🀄", 2), ("🈚", 2), ("🪿", 2),
    ("❤", 1), ("❤\u{FE0F}", 2), ("☎\u{FE0E}", 1), ("©", 1), ("©\u{FE0F}", 2), ("1", 1),
    ("1\u{FE0F}\u{20E3}", 2),
    ("👍🏽", 2), ("👨‍👩‍👧‍👦", 2), ("🏳️‍🌈", 2), ("❤️‍🔥", 2), ("🇩🇪", 2), ("🇩", 1),
    ("🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}", 2),
    ("\u{301}", 0), ("\u{200B}", 0), ("\u{202E}", 0), ("\n", 0), ("\u{7F}", 0), ("\u{9B}", 0), ("\u{AD}", 0),
    ("ก็", 1), ("नि", 2), ("\u{E000}", 1), ("\u{20000}", 2), ("\u{3FFFD}", 2), ("𝕏", 1), ("\u{1F1E6}x", 2),
  ])
  func cellWidthCountsTerminalColumns(text: String, cells: Int) {
    #expect(text.cellWidth == cells)
  }

  @Test func stringWidthIsSumOfCharacterWidths() {
    let text = "naïve 中文 👨‍👩‍👧 e\u{301} 🇯🇵"
    #expect(text.cellWidth == text.reduce(0) { $0 + $1.cellWidth })
  }
}
