import Foundation
import Testing

@Suite(.needsTmux) struct ResizeAndSignalsTests {
  @Test func resizeKeepsTheCursor() throws {
    let browser = try BrowserSession(sample: "issues.json")
    try browser.type("8G")
    try browser.waitForPath("[7]")
    try browser.resize(columns: 80, rows: 12)
    try browser.waitUntil("a narrow screen") { !$0.contains("│") && $0.contains("[7] #8") }
    try browser.resize(columns: 140, rows: 40)
    try browser.waitUntil("a wide screen") { $0.contains("│") }
    try browser.waitForPath("[7]")
  }

  @Test(arguments: [(1, 1), (20, 5), (2, 2), (7, 3), (300, 2)])
  func browserSurvivesSmallWindows(_ columns: Int, _ rows: Int) throws {
    let browser = try BrowserSession(sample: "issues.json")
    try browser.resize(columns: columns, rows: rows)
    try browser.type("zRGggjjllhh/a\rnn")
    try browser.press("F1", "q", "Tab", "Tab")
    try browser.type("e")
    try browser.resize(columns: 120, rows: 30)
    // The value is in a line or in a pane, as wide as the screen was when `e` came.
    try browser.press("Escape")
    try browser.waitForStatus("12 Issues")
    #expect(try browser.leave() == 0)
    #expect(try browser.isTerminalRestored())
  }

  @Test(arguments: [(1, 1), (20, 5)])
  func browserOpensInSmallWindow(_ columns: Int, _ rows: Int) throws {
    let browser = try BrowserSession(sample: "issues.json", columns: columns, rows: rows)
    try browser.waitUntil("the browser's screen") { _ in try browser.property("alternate_on") == "1" }
    try browser.resize(columns: 120, rows: 30)
    try browser.waitForStatus("12 Issues · no errors")
    #expect(try browser.leave() == 0)
  }

  @Test(arguments: [SIGTERM, SIGABRT, SIGILL, SIGSEGV, SIGTRAP])
  func fatalSignalsRestoreTerminal(_ signal: Int32) throws {
    let browser = try BrowserSession(sample: "issues.json")
    try browser.type("zR")
    try browser.waitFor("▾ user")
    try browser.send(signal: signal)
    #expect(try browser.exitStatus() == 128 + Int(signal))
    #expect(try browser.isTerminalRestored())
  }

  @Test(arguments: [SIGTERM, SIGHUP]) func signalRescuesUnsavedEditsNextToFile(_ signal: Int32) throws {
    let browser = try BrowserSession(sample: "issue.json")
    let before = try browser.bytes()
    try browser.flipLocked()
    try browser.send(signal: signal)
    #expect(try browser.exitStatus() == 143)
    #expect(try browser.isTerminalRestored())
    #expect(try browser.bytes() == before)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: browser.scratch.folder.path).sorted()
        == ["issue.json", "issue.json.unsaved"])
    let rescued = try browser.scratch.bytes("issue.json.unsaved")
    #expect(ByteDifference(before, rescued).before.text == "fals")
    #expect(ByteDifference(before, rescued).after.text == "tru")
  }

  @Test func editsAreRecoveredAfterSIGKILL() throws {
    let (scratch, state) = (try Scratch(), try Scratch())
    _ = try scratch.sample("issue.json")
    let environment = ["XDG_STATE_HOME": state.folder.path]
    let browser = try BrowserSession("issue.json", in: scratch, environment: environment)
    let before = try browser.bytes()
    try browser.flipLocked()
    func journals() -> [String] {
      ((try? FileManager.default.contentsOfDirectory(atPath: state.path("mantle"))) ?? [])
        .filter { $0.hasSuffix(".edits") }
    }
    func isWritten() -> Bool {
      journals().contains { state.text("mantle/\($0)").contains("\"end\"") }
    }
    let end = Date() + TmuxSession.patience
    while !isWritten(), Date() < end { usleep(10_000) }
    try browser.send(signal: SIGKILL)
    _ = try browser.exitStatus()
    #expect(try browser.bytes() == before)

    let again = try BrowserSession("issue.json", in: scratch, environment: environment)
    try again.waitFor(":recover shows and restores them")
    try again.command("recover")
    try again.waitFor("1 change: locked?")
    try again.type("y")
    try again.waitForStatus("issue.json [+]")
    try again.type("ZZ")
    #expect(try again.exitStatus() == 0)
    #expect(try again.bytes().text.contains(#""locked": true"#))
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path) == ["issue.json"])
    #expect(journals().isEmpty)
  }

  @Test func browserSurvivesTruncationOfOpenFile() throws {
    let browser = try BrowserSession(sample: "issues.json")
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: browser.scratch.path("issues.json")))
    try file.truncate(atOffset: 0)
    try browser.type("j")
    try browser.waitFor("issues.json changed on disk")
    try browser.type("zRGggG/zebra\r")
    try browser.waitFor("Not found: zebra")
    #expect(try browser.leave() == 0)
    #expect(try browser.isTerminalRestored())
  }

  /// ^C and ^Z in an editor are the editor's; a job that is stopped there is stopped as a whole.
  @Test func externalEditorReceivesControlKeys() throws {
    let scratch = try Scratch()
    _ = try scratch.file("a.json", #"{"a": "b"}"#)
    _ = try scratch.file(
      "editor",
      #"""
      trap 'echo interrupted' INT; trap 'echo continued' CONT; echo ready
      until read word; do :; done; printf %s "$word" >"$1"
      """#)
    let shell = try TmuxSession.shell(in: scratch.folder, columns: 120, rows: 30)
    try shell.type("VISUAL='exec sh ./editor' \(Executable.quoted(try MantleBinary.url().path)) a.json")
    try shell.press("Enter")
    try shell.waitFor("no errors")
    try shell.type("jE")
    try shell.waitFor("ready")
    try shell.press("C-c")
    try shell.waitFor("interrupted")
    try shell.press("C-z")
    try shell.waitFor("Stopped")
    try shell.type("fg")
    try shell.press("Enter")
    try shell.waitFor("continued")
    try shell.type("changed")
    try shell.press("Enter")
    try shell.waitFor("changed a", "[+]")
    try shell.type(":w")
    try shell.press("Enter")
    try shell.waitFor("a.json: saved")
    #expect(scratch.text("a.json") == #"{"a": "changed"}"#)
  }

  @Test func browserSuspendsAndResumes() throws {
    let scratch = try Scratch()
    _ = try scratch.sample("issues.json")
    let shell = try TmuxSession.shell(in: scratch.folder, columns: 120, rows: 30)
    try shell.type("\(Executable.quoted(try MantleBinary.url().path)) issues.json")
    try shell.press("Enter")
    try shell.waitFor("12 Issues · no errors")
    try shell.type("3j")
    try shell.waitFor("  [2]\n")
    try shell.press("C-z")
    try shell.waitFor("Stopped")
    #expect(try shell.property("alternate_on") == "0")
    try shell.type("fg")
    try shell.press("Enter")
    try shell.waitFor("12 Issues · no errors")
    #expect(try shell.property("alternate_on") == "1")
    try shell.type("j")
    try shell.waitFor("  [3]\n")
    try shell.type("q")
    // What is typed before the shell has the terminal again belongs to the browser.
    try shell.waitFor("issues.json\n$")
    try shell.type("echo left:$?")
    try shell.press("Enter")
    try shell.waitFor("left:0")
  }

  @Test func closingTerminalEndsBrowser() throws {
    let browser = try BrowserSession(sample: "issues.json")
    let process = try browser.processIdentifier()
    try browser.run(["kill-session"])
    let end = Date() + TmuxSession.patience
    while kill(process, 0) == 0, Date() < end { usleep(10_000) }
    #expect(kill(process, 0) != 0)
  }
}
