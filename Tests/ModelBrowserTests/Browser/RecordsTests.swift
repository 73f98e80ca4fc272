import Mantle
import TestSupport
import Testing

@testable import ModelBrowser

/// A browser is a value: what is remembered beside it makes it faster, and nothing else.
struct RecordsTests {
  private static let keys = [
    "j", "k", "l", "h", "J", "K", "G", "gg", "^D", "zR", "zM", "za", "m", "dd", "u", "^R", "yy", "p", "P",
    "]e",
    "]m", "/a<Enter>", "n", "&a<Enter>", "<Esc>", "$", "''",
  ]

  private static let texts = [
    Samples.issues, #"{"a": [1, {"aa": [2, 3]}], "b": {"c": "a", "d": null}}"#,
    "[1]\n[2, \"a\"]\n{\"a\": 3}\n",
  ]

  private func source(_ text: String) -> DocumentSource {
    var source = DocumentSource(JSONBytes(text), name: "t", models: Session.gitHub)
    source.largestRecord = 64
    return source
  }

  @Test(arguments: texts, 0..<6 as Range<UInt64>)
  func droppingCachesKeepsTheScreen(text: String, seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var (remembering, forgetting) = (Session(source(text)), Session(source(text)))
    for _ in 0..<60 {
      let key = Self.keys.randomElement(using: &random) ?? "j"
      remembering.press(key)
      forgetting.browser.outline.records.removeAll()
      forgetting.press(key)
      #expect(remembering.screen == forgetting.screen, "after \(key)")
      #expect(remembering.text == forgetting.text, "after \(key)")
    }
  }

  /// Copies share a cache but do not see each other's changes.
  @Test(arguments: texts, 0..<6 as Range<UInt64>)
  func copiedSessionsAreIndependent(text: String, seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var original = Session(source(text))
    var (alone, other) = (Session(source(text)), original)
    for _ in 0..<40 {
      let key = Self.keys.randomElement(using: &random) ?? "j"
      original.press(key)
      other.press(Self.keys.randomElement(using: &random) ?? "k")
      _ = other.screen
      alone.press(key)
      #expect(original.screen == alone.screen, "after \(key)")
      #expect(original.text == alone.text, "after \(key)")
    }
  }
}
