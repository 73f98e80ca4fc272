import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite(.needsTmux) struct MovingAndFoldingTests {
  @Test func motionKeysAcceptCounts() throws {
    let browser = try BrowserSession(sample: "issues.json")
    try browser.type("5j")
    try browser.waitForPath("[4]")
    try browser.type("2k")
    try browser.waitForPath("[2]")
    try browser.press("Down", "Up", "Up")
    try browser.waitForPath("[1]")
    try browser.press("G")
    try browser.waitForPath("[11]")
    try browser.type("gg")
    try browser.waitForRoot()
    try browser.type("7G")
    try browser.waitForPath("[6]")
    try browser.command("9")
    try browser.waitForPath("[8]")
    try browser.type("99G")
    try browser.waitFor("There is no element 99")
  }

  /// Pictures made ahead, of rows with and without emoji, leave nothing behind.
  ///
  /// Without joined emoji: tmux drops the second part of one that reaches it in two reads.
  @Test func heldKeyDrawsSameScreenAsFullRedraw() throws {
    let titles = (0..<80).map { $0 % 3 == 0 ? "👩 é 日本語 \($0)" : "plain \($0)" }
    let text = "[" + titles.map { #"{"title": "\#($0)", "n": [1, 2]}"# }.joined(separator: ", ") + "]"
    let browser = try BrowserSession("held.json", text: text)
    try browser.waitFor("plain 1")
    for keys in ["jjjj", "kk", "llj", "jj", "hh", "G", "kkk"] {
      for key in keys {
        try browser.type(String(key))
        usleep(20_000)
      }
      let held = try settled(browser)
      try browser.press("C-l")
      #expect(try settled(browser) == held, "\(keys)")
    }
    try browser.waitForPath("[76]")
  }

  /// The screen once it has not changed for a while.
  private func settled(_ browser: BrowserSession) throws -> String {
    var screen = try browser.capture()
    var since = 0
    while since < 5 {
      usleep(50_000)
      let now = try browser.capture()
      since = now == screen ? since + 1 : 0
      screen = now
    }
    return screen
  }

  @Test func keysOpenAndCloseModels() throws {
    let browser = try BrowserSession(sample: "issues.json")
    try browser.type("2Gl")
    try browser.waitFor("▾ [1] #2")
    try browser.type("l")
    try browser.waitForPath("[1].url")
    try browser.type("$")
    try browser.waitFor("▸ unmapped")
    try browser.type("h")
    try browser.waitForPath("[1]")
    try browser.press("Space")
    try browser.waitFor("▸ [1] #2")
    try browser.press("Enter")
    try browser.waitFor("▾ [1] #2")
    try browser.type("J")
    try browser.waitForPath("[2]")
    try browser.type("2K")
    try browser.waitForPath("[0]")
  }

  @Test func keysOpenAndCloseLevels() throws {
    let browser = try BrowserSession(sample: "issues.json")
    try browser.type("zR")
    try browser.waitFor("▾ user")
    try browser.type("z2")
    try browser.waitFor("▸ user")
    try browser.type("zM")
    try browser.waitForNo("▸ user")
    try browser.type("1GzO")
    try browser.waitFor("▾ user")
    #expect(try browser.capture().contains("▸ [1]") == false)
    try browser.type("zC")
    try browser.waitFor("▸ [0]")
  }

  @Test func switchingViewsKeepsCursorPath() throws {
    let browser = try BrowserSession(sample: "issues.json")
    try browser.go(toElement: 4, property: "closed_at")
    try browser.type("gr")
    try browser.waitFor("Raw JSON view", #""closed_at": "#)
    try browser.waitForPath("[3].closed_at")
    try browser.type("gr")
    try browser.waitFor("Model view")
    try browser.waitForPath("[3].closed_at")
  }

  @Test func pagingKeepsCursorVisible() throws {
    let browser = try BrowserSession(sample: "issues.json", rows: 12)
    try browser.type("zR")
    try browser.press("C-f", "C-f", "C-b", "C-d", "C-u", "NPage", "PPage")
    try browser.type("G")
    try browser.press("C-d")
    try browser.waitForPath("[11].node_id")
    for keys in ["zt", "zz", "zb"] {
      try browser.type(keys)
      try browser.waitFor("node_id: \"I_00012\"")
    }
    #expect(try browser.leave() == 0)
  }

  @Test func helpListsTheKeys() throws {
    let browser = try BrowserSession(sample: "issue.json")
    try browser.press("F1")
    try browser.waitFor("Moving")
    try browser.press("G")
    try browser.waitFor("Marks")
    try browser.press("q")
    try browser.waitForStatus("issue.json")
    try browser.press("€")
    try browser.waitFor("No command has the key €")
  }
}
