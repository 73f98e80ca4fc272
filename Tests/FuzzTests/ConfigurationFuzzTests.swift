import Mantle
import Testing

@testable import ModelBrowser
@testable import TerminalText

/// The configuration file: anything is taken, with what is wrong said, and a browser runs with it.
struct ConfigurationFuzzTests {
  private static let corpus = [
    #"{"options": {"wrap": false, "mouse": true, "detail": false, "regex": true}, "keys": {"X": ":filter has-error<Enter>"}}"#,
    #"{"keys": {"<F2>": ":w<Enter>", "^T": "zR", "gx": "gg<Down>jj", "<Space>": "<Space>"}}"#, "{}", "[]", "",
  ]
  private static let tokens = [
    "\"keys\"", "\"options\"", "\"<\"", "\"<lt>\"", "\"<Enter\"", "\"^\"", "\"\"", "null", "1", "[", "{", "}",
    ",", ":", "\"X\": \"X\",",
    "\"j\": \"jj\",", "\"\\ud83d\\ude00\"", "<Esc>", "\"<C-x>\"", "\"\\u0000\"", "true", "\"wrap\"", "99",
  ]

  @Test func anyConfigurationLoadsWithReadableProblems() {
    Fuzzer.run(corpus: Self.corpus, tokens: Self.tokens) { bytes, seed in
      let configuration = Configuration(JSONBytes(bytes), name: "config.json")
      for problem in configuration.problems {
        #expect(
          !problem.isEmpty && !problem.utf8.contains { $0 < 0x20 },
          "MANTLE_FUZZ_SEED=\(seed): \(problem.debugDescription)")
      }
      var browser = Browser(
        DocumentSource(JSONBytes("[1, {\"a\": 2}]"), name: "t"), size: ScreenSize(rows: 10, columns: 40))
      browser.startChecking()
      browser.apply(configuration)
      let keys = configuration.keys.flatMap { KeyNotation.keys($0.keys) } + KeyNotation.keys("jX<F2>^Tgxk")
      for key in keys.prefix(200) { browser.handle(.key(key)) }
      #expect(browser.render().lines.count <= 10, "MANTLE_FUZZ_SEED=\(seed)")
    }
  }
}
