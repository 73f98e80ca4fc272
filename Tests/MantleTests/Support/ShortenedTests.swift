@testable import Mantle
import TestSupport
import Testing

/// Values in diagnostics: at most forty characters, none of them cut in two.
struct ShortenedTests {
  @Test(
    "Short text is not truncated",
    arguments: [
      "", "a", String(repeating: "x", count: 40), String(repeating: "é", count: 40), "👩‍👩‍👧‍👦👩‍👩‍👧‍👦",
      String(repeating: "\\n", count: 20), #"\ud83d\ude00"#,
    ])
  func shortTextIsNotTruncated(_ text: String) throws {
    #expect(found(text) == text)
    #expect(Shortened.text(text) == text)
  }

  @Test(
    "Long text ends in an ellipsis after a whole character",
    arguments: [
      (String(repeating: "x", count: 41), String(repeating: "x", count: 39)),
      (String(repeating: "é", count: 200), String(repeating: "é", count: 39)),
      // Ten families are 250 bytes.
      (String(repeating: "👩‍👩‍👧‍👦", count: 20), String(repeating: "👩‍👩‍👧‍👦", count: 10)),
      // One character of a thousand bytes.
      ("e" + String(repeating: "\u{301}", count: 500), ""),
      ("ab" + String(repeating: "\u{301}", count: 500), "a"),
    ])
  func longTextEndsInAnEllipsis(_ text: String, _ kept: String) throws {
    #expect(found(text) == kept + "…")
    #expect(Shortened.text(text) == kept + "…")
  }

  @Test("An escape is one character and is not cut in two", arguments: 30..<42)
  func escapesAreNotSplit(_ count: Int) throws {
    let letters = String(repeating: "x", count: count)
    for escape in [#"\n"#, #"\u00e9"#, #"\ud83d\ude00"#, #"\\"#] {
      let text = letters + escape + String(repeating: "y", count: 30)
      let shortened = found(text)
      let kept = shortened.dropLast().drop { $0 == "x" }.prefix { $0 != "y" }
      #expect(kept.isEmpty || kept == escape, "\(shortened)")
      #expect(shortened.count <= 40)
      #expect(shortened.last == "…")
    }
  }

  @Test("Truncated random text is a prefix of the original")
  func randomTextIsCutToPrefix() throws {
    var generator = SeededGenerator(seed: 7)
    let letters: [String] = ["a", "é", "e\u{301}", "日", "👩‍👩‍👧‍👦", "🇩🇪", "\u{301}", " "]
    for _ in 0..<300 {
      let count = Int.random(in: 0..<80, using: &generator)
      let text = (0..<count).map { _ in letters.randomElement(using: &generator) ?? "" }.joined()
      let shortened = Shortened.text(text)
      #expect(shortened.count <= 40)
      if shortened != text {
        #expect(shortened.last == "…")
        #expect(text.starts(with: shortened.dropLast()))
      }
    }
  }

  private func found(_ text: String) -> String {
    let document = try? JSONDocument("\"\(text)\"")
    let words = document?.root.withCursor(DecodingContext(minimumSeverity: .error)) { $0.foundText } ?? ""
    return String(words.dropFirst().dropLast())
  }
}
