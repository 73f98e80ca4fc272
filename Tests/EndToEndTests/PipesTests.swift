import Foundation
import Testing

/// `… | mantle`: the data from the pipe, the keys from the terminal.
@Suite(.needsTmux) struct PipesTests {
  private func session(_ name: String) throws -> (TmuxSession, Data) {
    let data = try Data(contentsOf: SampleData.url(name))
    return (try TmuxSession.mantle([], input: data, columns: 120), data)
  }

  @Test func pipedInputIsBrowsedWithKeys() throws {
    let (browser, _) = try session("issues.ndjson")
    try browser.waitFor("<stdin> · 12 Issues · no errors")
    try browser.type("4Gl")
    try browser.waitFor("▾ [3] #4 closed Crash when the log is empty")
    try browser.type("q")
    #expect(try browser.exitStatus() == 0)
    #expect(try browser.isTerminalRestored())
  }

  /// A stream that goes on shows how much has come, and what that is as soon as it is asked for.
  @Test func slowPipeShowsProgressAndPartialInput() throws {
    let scratch = try Scratch()
    let file = Executable.quoted(try scratch.sample("issues.json"))
    let program = Executable.quoted(try MantleBinary.url().path)
    let shell = try TmuxSession.shell(in: scratch.folder, columns: 120, rows: 30)
    try shell.type("(head -c 5000 \(file); sleep 600) | \(program)")
    try shell.press("Enter")
    try shell.waitFor("Reading standard input: ", "Enter shows the input so far")
    try shell.press("Enter")
    try shell.waitFor("Issues · reading, 5000 bytes")
    try shell.type("2Gl")
    try shell.waitFor("▾ [1]")
  }

  /// Values one to a line show as they come.
  @Test func linesOfSlowPipeAppearAsTheyArrive() throws {
    let scratch = try Scratch()
    let file = Executable.quoted(try scratch.sample("issues.ndjson"))
    let program = Executable.quoted(try MantleBinary.url().path)
    let shell = try TmuxSession.shell(in: scratch.folder, columns: 120, rows: 30)
    func wait(_ name: String) -> String { "until [ -e \(name) ]; do sleep 0.1; done" }
    func make(_ name: String) throws { try Data().write(to: scratch.folder.appendingPathComponent(name)) }
    try shell.type("(head -n 3 \(file); \(wait("go")); tail -n +4 \(file); \(wait("end"))) | \(program)")
    try shell.press("Enter")
    try shell.waitFor("<stdin> · 3 Issues · reading, ")
    try make("go")
    try shell.waitFor("<stdin> · 12 Issues · reading, ")
    try make("end")
    try shell.waitFor("<stdin> · 12 Issues · no errors")
  }

  /// An endless pipe does not block the keyboard.
  @Test func endlessPipeCanBeBrowsedAndQuit() throws {
    let program = Executable.quoted(try MantleBinary.url().path)
    let scratch = try Scratch()
    let shell = try TmuxSession.shell(in: scratch.folder, columns: 120, rows: 30)
    // Not endless where the test fails.
    try shell.type("yes '{\"a\":1}' | head -c 4G | \(program); echo EXIT:$?")
    try shell.press("Enter")
    try shell.waitFor("eading")
    try shell.press("Enter")
    try shell.waitFor("<stdin>", "reading, ")
    try shell.press("G")
    try shell.type(":q!")
    try shell.press("Enter")
    #expect(try shell.exitStatus() == 0)
  }

  @Test func slowPipeOpensAtEndOfInput() throws {
    let scratch = try Scratch()
    let file = Executable.quoted(try scratch.sample("issues.json"))
    let program = Executable.quoted(try MantleBinary.url().path)
    let shell = try TmuxSession.shell(in: scratch.folder, columns: 120, rows: 30)
    try shell.type("(cat \(file); sleep 2) | \(program)")
    try shell.press("Enter")
    try shell.waitFor("Reading standard input: ")
    try shell.waitFor("<stdin> · 12 Issues")
  }

  @Test func unstorablePipedInputIsReported() throws {
    let scratch = try Scratch()
    let program = Executable.quoted(try MantleBinary.url().path)
    let shell = try TmuxSession.shell(in: scratch.folder, columns: 120, rows: 30)
    try shell.type("yes 1 | (ulimit -f 100; \(program); echo left:$?)")
    try shell.press("Enter")
    try shell.waitFor("File too large", "left:2")
  }

  @Test func savingPipedInputNeedsAPath() throws {
    let (browser, data) = try session("issue.json")
    try browser.waitFor("<stdin> · Issue")
    try browser.type("/locked\r~")
    try browser.waitFor("<stdin> [+]")
    try browser.type(":w\r")
    try browser.waitFor("\n:w")
    try browser.press("Escape")
    try browser.type("q")
    try browser.waitFor("has unsaved edits")
    try browser.press("Escape")
    try browser.waitForNo("has unsaved edits")
    try browser.type(":w saved.json\r")
    try browser.waitFor("saved.json: saved")
    let saved = try Data(contentsOf: browser.directory.appendingPathComponent("saved.json"))
    let expected = String(decoding: data, as: UTF8.self).replacing(
      #""locked": false"#, with: #""locked": true"#)
    #expect(String(decoding: saved, as: UTF8.self) == expected)
  }

  @Test func pipedArchivesAreRecognized() throws {
    let (browser, _) = try session("issues.archive")
    try browser.waitFor("Binary archive")
    try browser.type("zR/ghlabel\r")
    try browser.waitFor("GHLabel : MTLModel : NSObject")
    try browser.type("q")
    #expect(try browser.exitStatus() == 0)
  }

  @Test func emptyPipeIsReported() throws {
    let browser = try TmuxSession.mantle([], input: Data(), columns: 120)
    try browser.waitFor("The file is empty")
    try browser.type("q")
    #expect(try browser.exitStatus() == 0)
  }

  @Test func modelOptionAppliesToPipedInput() throws {
    let data = try Data(contentsOf: SampleData.url("issues.json"))
    let browser = try TmuxSession.mantle(["--model", "milestone"], input: data, columns: 120)
    try browser.waitFor("<stdin> · Milestones in [].milestone · no errors")
  }

  @Test func documentIsPrintedWithoutTerminal() throws {
    let scratch = try Scratch()
    let file = try scratch.file("a.json", #"{"a":[1,2.50]}"#)
    let outcome = try Executable.outcome(of: MantleBinary.url(), [file])
    #expect(outcome.status == 0)
    #expect(outcome.output == "{\n  \"a\": [\n    1,\n    2.50\n  ]\n}\n")
  }
}
