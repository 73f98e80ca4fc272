import Testing

@Suite(.needsTmux) struct QuittingTests {
  /// The browser with an unsaved edit.
  private func editedSession() throws -> BrowserSession {
    let browser = try BrowserSession(sample: "issue.json")
    try browser.flipLocked()
    return browser
  }

  @Test(arguments: ["q", "ZZ", "ZQ", ":q\r", ":quit\r", ":wq\r", ":x\r", ":q!\r"])
  func quittingWithoutEditsExitsImmediately(_ keys: String) throws {
    let browser = try BrowserSession(sample: "issue.json")
    let before = try browser.bytes()
    try browser.type(keys)
    #expect(try browser.exitStatus() == 0)
    #expect(try browser.isTerminalRestored())
    #expect(try browser.bytes() == before)
  }

  @Test func quittingWithEditsAsksToSave() throws {
    let browser = try editedSession()
    let before = try browser.bytes()
    try browser.type("q")
    try browser.waitFor("issue.json has unsaved edits. Save them?")
    try browser.press("Escape")
    try browser.waitForNo("has unsaved edits")
    try browser.command("q")
    try browser.waitFor("issue.json has unsaved edits. Save them?")
    try browser.type("d")
    try browser.waitFor("- false")
    try browser.type("q")
    try browser.waitForStatus("issue.json [+]")
    try browser.type("q")
    try browser.waitFor("has unsaved edits")
    try browser.type("n")
    #expect(try browser.exitStatus() == 0)
    #expect(try browser.isTerminalRestored())
    #expect(try browser.bytes() == before)
  }

  @Test(arguments: ["qy", ":wq\r", "ZZ"])
  func saveAndQuitKeysWriteEdits(_ keys: String) throws {
    let browser = try editedSession()
    try browser.type(keys)
    #expect(try browser.exitStatus() == 0)
    #expect(try browser.bytes().text.contains(#""locked": true"#))
  }

  @Test(arguments: ["qn", ":q!\r", "ZQ"])
  func forcedQuitDiscardsEdits(_ keys: String) throws {
    let browser = try editedSession()
    let before = try browser.bytes()
    try browser.type(keys)
    #expect(try browser.exitStatus() == 0)
    #expect(try browser.bytes() == before)
  }

  @Test func escapeAndControlCNeverQuit() throws {
    let browser = try BrowserSession(sample: "issue.json")
    try browser.press("Escape")
    try browser.press("Escape")
    try browser.press("C-c")
    try browser.type("G")
    try browser.waitFor("Keys that Issue does not map")
  }
}
