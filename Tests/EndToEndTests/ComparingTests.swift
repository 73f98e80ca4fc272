import Foundation
import Testing

/// Comparing and merging files in the browser.
@Suite(.needsTmux) struct ComparingTests {
  private static let old = "[\n  {\"id\": 1, \"n\": 1.0},\n  {\"id\": 2, \"n\": 2}\n]\n"
  private static let new = "[{\"id\":2,\"n\":2},{\"id\":1,\"n\":5},{\"id\":3,\"n\":[]}]"

  private func files(_ old: String, _ new: String) throws -> Scratch {
    let scratch = try Scratch()
    _ = try scratch.file("old.json", old)
    _ = try scratch.file("new.json", new)
    return scratch
  }

  @Test func diffOnTerminalOpensBrowser() throws {
    let scratch = try files(Self.old, Self.new)
    let words = [try MantleBinary.url().path, "diff", "old.json", "new.json"]
    let session = try TmuxSession(words, in: scratch.folder, columns: 100, rows: 30)
    try session.waitFor("differences: 3 · old.json │ new.json")
    try session.type("O")
    try session.waitFor("took 3 differences from new.json")
    try session.type(":wq")
    try session.press("Enter")
    #expect(try session.exitStatus() == 0)
    let saved = String(decoding: try scratch.bytes("old.json"), as: UTF8.self)
    #expect(
      saved == "[\n  {\"id\": 2, \"n\": 2},\n  {\"id\": 1, \"n\": 5},\n  {\"id\": 3, \"n\": []}\n]\n",
      "\(saved)")
  }

  @Test func diffWithFormatOptionPrintsOnTerminal() throws {
    let scratch = try files(Self.old, Self.new)
    let words = [try MantleBinary.url().path, "diff", "old.json", "new.json", "--format", "text"]
    let session = try TmuxSession(words, in: scratch.folder, columns: 100, rows: 30)
    #expect(try session.exitStatus() == 1)
    #expect(try session.capture().contains("+ [2]: {\"id\":3,\"n\":[]}"))
  }

  /// Without conflicts and with them, and for values one to a line.
  @Test(arguments: [
    (old, "[{\"id\":3,\"n\":[1]}]"), (old, new), ("{\"a\": 1}\n", "{\"b\":{\"c\":[2]}}"),
    ("{\"id\": 1, \"n\": 1}\n{\"id\": 2}\n", "{\"id\":2,\"n\":1}\n{\"id\":3,\"n\":[1]}\n"),
  ])
  func browserMergeMatchesTheCommand(_ old: String, _ new: String) throws {
    let scratch = try files(old, new)
    let merged = try Executable.outcome(
      of: MantleBinary.url(), ["merge", scratch.path("old.json"), scratch.path("new.json")], input: nil)
    let browser = try BrowserSession("old.json", in: scratch)
    try browser.command("merge new.json")
    try browser.waitFor("merged new.json: ")
    try browser.press("Escape")
    try browser.command("w")
    try browser.waitFor("old.json: saved")
    #expect(String(decoding: try browser.bytes(), as: UTF8.self) == merged.output)
  }
}
