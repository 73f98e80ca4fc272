import TestSupport
import Testing

@testable import TerminalText
@testable import TextCells

@Suite struct SanitizedTests {
  @Test(arguments: [
    ("plain text", "plain text"),
    ("a\nb\r\nc\td", #"a\nb\r\nc\td"#),
    ("\u{1B}]0;PWNED\u{7}", #"\e]0;PWNED\u{7}"#),
    ("\0\u{7F}\u{9B}31m", #"\u{0}\u{7f}\u{9b}31m"#),
    ("user\u{202E}gnp.exe", #"user\u{202e}gnp.exe"#),
    ("\u{2066}x\u{2069}\u{200E}\u{200F}\u{61C}", #"\u{2066}x\u{2069}\u{200e}\u{200f}\u{61c}"#),
    ("\u{FEFF}a\u{2028}b\u{2029}", #"\u{feff}a\u{2028}b\u{2029}"#),
    ("pass\u{200D}word\u{200B}!\u{AD}", #"pass\u{200d}word\u{200b}!\u{ad}"#),
    ("می\u{200C}خواهم", "می\u{200C}خواهم"),
    ("क्\u{200D}ष", "क्\u{200D}ष"),
    ("👨‍👩‍👧 🏳️‍🌈 👍🏽 🇩🇪 1️⃣", "👨‍👩‍👧 🏳️‍🌈 👍🏽 🇩🇪 1️⃣"),
    ("👩\u{200D}", #"👩\u{200d}"#),
    ("e\u{301}", "e\u{301}"), ("\u{301}e", #"\u{301}e"#),
    ("a\u{FE0F}", #"a\u{fe0f}"#), ("❤\u{FE0F}\u{FE0E}", "❤\u{FE0F}\\u{fe0e}"),
    ("a\u{E0061}\u{E0062}", #"a\u{e0061}\u{e0062}"#),
    ("\u{3164}\u{115F}\u{34F}", #"\u{3164}\u{115f}\u{34f}"#),
    ("\u{E000}\u{10FFFF}\u{378}", "\u{E000}\u{10FFFF}\u{378}"),
    (#"C:\new"#, #"C:\new"#), ("中文", "中文"), ("", ""),
  ])
  func unsafeScalarsBecomeEscapes(text: String, shown: String) {
    #expect(Sanitized(text).text == shown)
  }

  @Test func escapesFormSeparatePieces() {
    let pieces = Sanitized("a\n\nb").pieces
    #expect(pieces.map(\.text) == ["a", #"\n\n"#, "b"])
    #expect(pieces.map(\.isEscape) == [false, true, false])
  }

  @Test(
    arguments: [
      ([0x61, 0xFF, 0xFE, 0x62], #"a\xff\xfeb"#), ([0xC3, 0xA9], "é"), ([0xC3], #"\xc3"#),
      ([0xED, 0xA0, 0x80], #"\xed\xa0\x80"#), ([0xF0, 0x9F, 0x98, 0x80, 0xF0, 0x9F], #"😀\xf0\x9f"#),
      ([0x1B, 0x05], #"\e\u{5}"#), ([], ""),
    ] as [([UInt8], String)])
  func escapesBytesOutsideUTF8(bytes: [UInt8], shown: String) {
    #expect(Sanitized(bytes: bytes).text == shown)
  }

  @Test func sanitizingLimitsCombiningMarks() {
    let zalgo = "a" + String(repeating: "\u{301}", count: 40)
    let sanitized = Sanitized(zalgo)
    #expect(sanitized.pieces.map(\.text.unicodeScalars.count) == [16, 4])
    #expect(sanitized.text.hasSuffix(#"\{…}"#))
    #expect(Sanitized(String(repeating: "\u{301}", count: 10_000)).cellWidth == 16 * 7 + 4)
  }

  @Test(arguments: [0, 1, 5, 80])
  func limitOverrunsByAtMostOneCharacter(limit: Int) {
    for unit in ["x", "中", "\u{202E}", "👨‍👩‍👧", "e\u{301}"] {
      let sanitized = Sanitized(String(repeating: unit, count: 2_000), cells: limit)
      #expect(sanitized.isCut)
      #expect(sanitized.cellWidth > limit && sanitized.cellWidth <= limit + Sanitized(unit).cellWidth)
      let bytes = Sanitized(bytes: Array(String(repeating: unit, count: 2_000).utf8), cells: limit)
      #expect(bytes.isCut && bytes.cellWidth > limit)
    }
    #expect(!Sanitized("abc", cells: 80).isCut)
  }

  @Test func sanitizingIsSafeAndIdempotent() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<300 {
      let text = String(String.UnicodeScalarView((0..<12).map { _ in generator.scalar() }))
      let safe = Sanitized(text).text
      #expect(safe.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
      #expect(Sanitized(safe).text == safe)
      #expect(
        Sanitized(text).cellWidth == safe.cellWidth,
        "\(text.unicodeScalars.map { String($0.value, radix: 16) })")
    }
  }
}
