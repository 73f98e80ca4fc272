import Testing

@Suite(.needsTmux) struct HostileTextTests {
  /// ESC and colours, a window title, BEL, CSI as one C1 control, bidi overrides and marks, DEL, a line separator.
  private static let hostile =
    "a\u{1B}[31mb\u{1B}]0;pwned\u{7}c\u{9B}5md\u{202E}gnp.exe\u{2066}e\u{200F}f\u{7F}g\u{2028}h"

  /// How the screen shows it.
  private static let shown =
    #"a\e[31mb\e]0;pwned\u{7}c\u{9b}5md\u{202e}gnp.exe\u{2066}e\u{200f}f\u{7f}g\u{2028}h"#

  /// What stays as it is in a JSON string; the controls below U+0020 have to be escaped there.
  private static func json(_ text: String) -> String {
    "\"" + text.replacing("\u{1B}", with: #"\u001b"#).replacing("\u{7}", with: #"\u0007"#) + "\""
  }

  private func session(_ text: String, columns: Int = 160) throws -> BrowserSession {
    let browser = try BrowserSession("hostile.json", text: text, columns: columns)
    #expect(try browser.property("pane_title") != "pwned")
    return browser
  }

  @Test func controlsInValuesAndKeysAreShownAsEscapes() throws {
    let text = Self.json(Self.hostile)
    let browser = try session("[\(text), {\(text): 1}]", columns: 280)
    try browser.type("zR")
    let screen = try browser.waitUntil("every level") {
      $0.contains(Self.shown) && $0.contains("▾ [1]")
    }
    for control in ["\u{7}", "\u{9B}", "\u{202E}", "\u{2066}", "\u{200F}", "\u{7F}", "\u{2028}"] {
      #expect(!screen.contains(control))
    }
    #expect(try !browser.capture(styled: true).contains("\u{1B}[31mb"))
    #expect(try browser.property("pane_title") != "pwned")
    #expect(try browser.leave() == 0)
    #expect(try browser.isTerminalRestored())
  }

  @Test func everyScreenAreaEscapesControlCharacters() throws {
    let browser = try session("{\(Self.json(Self.hostile)): \(Self.json(Self.hostile))}")
    try browser.type("j")
    // The detail pane, the status bar's path, the position, the editor, the messages, the window title.
    try browser.waitFor(#"\u{202e}gnp.exe"#)
    try browser.press("C-g")
    try browser.type("e")
    try browser.waitFor("✓ ")
    try browser.press("Enter")
    try browser.type("*yk")
    try browser.command("diff")
    try browser.command("w \u{9B}5m/\u{202E}x")
    try browser.command("\u{202E}")
    let screen = try browser.waitFor("Not a command")
    #expect(!screen.contains("\u{202E}"))
    #expect(!screen.contains("\u{9B}"))
    #expect(try browser.property("pane_title") != "pwned")
  }

  @Test func fileNamesAreSanitized() throws {
    let scratch = try Scratch()
    let name = "a\u{1B}[7m\u{202E}.json"
    _ = try scratch.sample("issue.json")
    _ = try scratch.file(name, try scratch.bytes("issue.json"))
    let browser = try BrowserSession(name, in: scratch)
    try browser.waitForStatus(#"a\e[7m\u{202e}.json"#)
    let missing = try TmuxSession.mantle(["b\u{1B}]0;pwned\u{7}.json"], in: scratch.folder)
    #expect(try missing.exitStatus() == 2)
    #expect(try missing.property("pane_title") != "pwned")
  }

  @Test(arguments: [
    "plain", "日本語のタイトル", "한국어", "e\u{301}u\u{308}n\u{303}", "👩‍💻 works", "👨‍👩‍👧 family", "🇯🇵🇩🇪", "👍🏽 skin", "❤️ heart",
    "☃︎ snow",
    "ｆｕｌｌ", "ﷺ", "नमस्ते", "ไทยครับ", "a\u{200D}b", "…·─", "\u{1F1E6}", "עברית", "ـ\u{301}",
  ])
  func columnsAlignAfterAnyText(_ title: String) throws {
    let issues = [title, "x"].map { #"{"title": "\#($0)", "number": 7}"# }
    let browser = try BrowserSession(
      "wide.json", text: "[\(issues.joined(separator: ", "))]", arguments: ["--model", "Issue"])
    let pane = try (0..<4).map { try browser.column(of: "│", row: $0) }
    #expect(Set(pane).count == 1, "\(pane)")
    #expect(pane[0] > 0)
  }
}
