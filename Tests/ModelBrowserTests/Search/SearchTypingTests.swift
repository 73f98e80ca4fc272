import Mantle
import Testing

@testable import ModelBrowser
@testable import TerminalText

/// Searching while it is typed, with regular expressions, in keys or values only.
struct SearchTypingTests {
  private static let text =
    #"{"name": "Ada", "names": ["bob", "Eve 2024"], "n": 2024, "quote": "say \"bug\"", "x": {"name": "crash"}}"#

  private func path(after keys: String, typed: String = "") -> String {
    var session = Session(Self.text)
    session.press("zR" + keys)
    session.type(typed)
    session.press("<Enter>")
    return session.cursorPath
  }

  @Test(arguments: [
    ("bug|crash/r", "quote"), ("^crash$/r", "x.name"), (#"^\d{4}$/r"#, "n"), (#"\d{4}/r"#, "names[1]"),
    ("^bob$/r", "names[0]"), (#""bug"$/r"#, "quote"), ("eve/v", "names[1]"), ("name/v", ""), ("^n$/kr", "n"),
    ("ame/k", "name"), ("Ada", "name"), ("b.b/r", "names[0]"), ("b.b", ""),
  ])
  func searchAcceptsExpressionsWithFlags(typed: String, path: String) {
    #expect(self.path(after: "/", typed: typed) == path)
  }

  @Test func searchKeysVisitMatchesOfExpression() {
    var session = Session(Self.text)
    session.press("zR/")
    session.type("ada|bob|crash/r")
    session.press("<Enter>n")
    #expect(session.cursorPath == "names[0]")
    session.press("n")
    #expect(session.cursorPath == "x.name")
    session.press("NN")
    #expect(session.cursorPath == "name")
    session.press("gh")
    #expect(session.lines[0] == " hits: 3", "\(session.lines)")
  }

  @Test func searchReportsInvalidExpression() {
    var session = Session(Self.text)
    session.press("/")
    session.type("(a/r")
    session.press("<Enter>")
    #expect(session.message.hasPrefix("this ( is never closed at character 1"))
    session.press(":set regex<Enter>/[z<Enter>")
    #expect(session.message.hasPrefix("this [ is never closed"))
  }

  /// What comes in while it is typed, as the elements that pass a filter, or what a command makes of a value, is not taken back
  /// with what was shown.
  @Test(arguments: ["/b<Esc>", "/b<Enter>", "/bx<Backspace><Esc>"])
  func cancelledSearchKeepsBackgroundResults(keys: String) throws {
    for (command, isIn) in [
      ("&n > 1<Enter>", { $0.outline.filter?.share == nil && $0.outline.filter?.shown.count == 2 }),
      (":| tr a-z A-Z<Enter>", { $0.document.isModified && $0.document.history.done.count == 1 }),
    ] as [(String, (Browser) -> Bool)] {
      var source = DocumentSource(JSONBytes(#"[{"n": 1, "s": "b"}, {"n": 2}, {"n": 3}]"#), name: "t")
      source.largestRecord = 24
      var browser = Browser(source, size: ScreenSize(rows: 20, columns: 80))
      browser.startChecking()
      _ = browser.takeEffects()
      var waiting: [Effect] = []
      func press(_ keys: String) {
        for key in KeyNotation.keys(keys) {
          browser.handle(.key(key))
          for effect in browser.takeEffects() {
            if case .start(let work) = effect, [.filter, .shell].contains(work.kind) {
              waiting.append(effect)
            }
          }
        }
      }
      press("zR:goto [0].s<Enter>" + command)
      press(String(keys.prefix(2)))
      try #require(waiting.count == 1)
      for case .start(let work) in waiting { work.run { browser.receive($0) } }
      #expect(isIn(browser), "\(command)")
      press(String(keys.dropFirst(2)))
      #expect(isIn(browser), "\(command) \(keys)")
    }
  }

  @Test func incrementalSearchShowsMatchUntilEscape() {
    var session = Session(Self.text)
    session.press("j/cra")
    #expect(session.cursorPath == "x.name")
    session.press("<Esc>")
    #expect(session.cursorPath == "name")
    #expect(session.browser.search.pattern == nil)
    session.press("/zzz")
    #expect(session.status.contains("Not found: zzz"))
    session.press("^Ubob<Enter>")
    #expect(session.cursorPath == "names[0]")
    session.press("^O")
    #expect(session.browser.mode.isBrowsing)
  }
}

extension Mode {
  fileprivate var isBrowsing: Bool { if case .browsing = self { true } else { false } }
}
