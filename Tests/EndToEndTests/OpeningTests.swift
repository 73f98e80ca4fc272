import Foundation
import Testing

/// What is seen first.
@Suite(.needsTmux) struct OpeningTests {
  @Test(arguments: [
    ("issues.json", "issues.json · 12 Issues · no errors · 23 unmapped keys"),
    ("issues.ndjson", "issues.ndjson · 12 Issues · no errors"),
    ("search.json", "search.json · 3 Issues · no errors"),
    ("issue.json", "issue.json · Issue · no errors · 20 unmapped keys"),
  ])
  func theSamplesOpenAsModels(_ name: String, _ status: String) throws {
    let browser = try BrowserSession(sample: name)
    try browser.waitForStatus(status)
    #expect(try browser.leave() == 0)
    #expect(try browser.isTerminalRestored())
  }

  @Test(.needsFixtures, arguments: [("issues-page.json", "[]", 19), ("search-issues.json", "items[]", 27)])
  func realResponsesOpenWithoutNamingAModel(_ name: String, _ place: String, _ unmapped: Int) throws {
    let browser = try BrowserSession(fixture: name)
    try browser.waitForStatus("\(name) · 30 Issues · no errors · \(unmapped) unmapped keys")
    try browser.command("model")
    try browser.waitFor("Read as", try Regex("▸ Issue +at \\Q\(place)\\E"))
  }

  @Test func definitionsOpenAndBrokenDefinitionsAreReported() throws {
    let scratch = try Scratch()
    _ = try scratch.file(
      "a.model.json",
      #"{"mantle":1,"root":"[A]","models":[{"name":"A","properties":[{"name":"id","type":"integr"}]}]}"#)
    let definition = try BrowserSession("a.model.json", in: scratch)
    try definition.waitForStatus("a.model.json · Definition · 1 error")
    _ = try scratch.file("a.json", #"[{"id":1}]"#)
    let data = try BrowserSession("a.json", in: scratch)
    try data.waitFor("a.model.json:1:82: error:")
  }

  /// A session for a file whose name is not UTF-8. A shell gives the name, and makes the file where it is missing: what
  /// starts the program here takes names that are text only.
  private func sessionOfUnreadableName(_ scratch: Scratch) throws -> TmuxSession {
    let program = try MantleBinary.url().path
    let script = #"""
      n=$(printf 'inv\377.json'); test -f "$n" || printf '{"a":1}' >"$n"; exec '\#(program)' "$n"
      """#
    return try TmuxSession(
      ["sh", "-c", script], in: scratch.folder, environment: ["XDG_STATE_HOME": scratch.path("state")])
  }

  /// What a command prints in the folder; Foundation has no words for such names.
  private func shell(_ command: String, in scratch: Scratch) throws -> String {
    let line = "cd \(Executable.quoted(scratch.folder.path)) && \(command)"
    return try Executable.run(URL(fileURLWithPath: "/bin/sh"), ["-c", line])
  }

  private func edit(_ session: TmuxSession, from old: Int, to new: Int) throws {
    try session.type("ggje")
    try session.waitFor("✓ \(old)")
    try session.press("C-u")
    try session.type("\(new)")
    try session.waitFor("✓ \(new)")
    try session.press("Enter")
    try session.waitFor("changed a")
  }

  private func recover(_ session: TmuxSession) throws {
    try session.waitFor("(:recover")
    try session.type(":recover")
    try session.press("Enter")
    try session.waitFor("y yes")
    try session.type("y")
    try session.waitFor("Restored the unsaved edits")
  }

  @Test func browserOpensInvalidUTF8FileNames() throws {
    let scratch = try Scratch()
    defer { _ = try? shell("rm inv*", in: scratch) }
    let killed = try sessionOfUnreadableName(scratch)
    try killed.waitFor(#"inv\xff.json"#, "a")
    try edit(killed, from: 1, to: 2)
    let state = scratch.folder.appendingPathComponent("state/mantle").path
    try killed.waitUntil("the journal") { _ in
      (try? FileManager.default.contentsOfDirectory(atPath: state))?.contains { $0.hasSuffix(".edits") }
        == true
    }
    try killed.send(signal: SIGKILL)
    #expect(try killed.exitStatus() == 137)

    let told = try sessionOfUnreadableName(scratch)
    try recover(told)
    try edit(told, from: 2, to: 3)
    try told.send(signal: SIGTERM)
    try told.waitFor(#"inv\xff.json: the unsaved edits are in"#, #"inv\xff.json.unsaved"#)

    let saving = try sessionOfUnreadableName(scratch)
    try recover(saving)
    try saving.type(":w")
    try saving.press("Enter")
    try saving.waitFor(#"inv\xff.json: saved, 7 bytes"#)
    try saving.type(":q")
    try saving.press("Enter")
    #expect(try saving.exitStatus() == 0)
    #expect(try shell("cat inv*.json", in: scratch) == #"{"a":3}"#)
  }

  @Test func aRowShowsValueSourceAndEditability() throws {
    let browser = try BrowserSession(sample: "issues.json", columns: 160)
    try browser.type("3Gl")
    try browser.waitFor(
      "▾ [2] #3 open Grüße aus Kiel: translate the menu 🌊", /\ state +open +/,
      /⊘ +reporterLogin +kobayashi-chihiro +← user\.login/,
      /⊘ +createdAt +2025-10-04T02:30:00Z +← created_at/,
      /\ ▸ labels +2 Labels +i18n +documentation/)
  }

  @Test func unmappedKeysFormASeparateGroup() throws {
    let browser = try BrowserSession(sample: "issue.json")
    try browser.search("node_id")
    try browser.waitForPath("node_id")
    try browser.waitFor("▾ unmapped (3)", #"node_id: "I_00001""#)
  }

  @Test func theDetailPaneShowsTheValueInFull() throws {
    let browser = try BrowserSession(sample: "issues.json", columns: 180)
    try browser.go(toElement: 3, property: "created_at")
    try browser.waitFor(
      "Issue.createdAt: Date", #"forward      "2025-10-04T02:30:00Z" → 2025-10-04T02:30:00Z"#,
      "round trip   ✓ gives the same JSON", "editable     after confirmation: createdAt is")
  }

  @Test func brokenModelsAreShownWithTheirErrors() throws {
    let browser = try BrowserSession(sample: "broken.json", columns: 160)
    try browser.waitForStatus("6 Issues · 6 errors")
    try browser.type("1Gl")
    try browser.waitFor(
      /✗ +▾ \[0\] #1 reopened Lamp goes dark/,
      /✗ +state +"reopened" +expected "open" or "closed", found "reopened"/,
      /\   +title +Lamp goes dark at the turn of the month/)
  }

  @Test func unknownDataShowsInferredModel() throws {
    let text = #"[{"at": "2025-10-04T02:30:00Z", "n": 1}, {"at": "2025-10-05T02:30:00Z"}]"#
    let browser = try BrowserSession("trains.json", text: text, columns: 120)
    try browser.waitForStatus("trains.json · 2 Trains · no errors")
    try browser.type("jl")
    try browser.waitFor("at", "2025-10-04T02:30:00Z")
    try browser.command("infer Train.model.json")
    try browser.waitFor("Train.model.json: written")
    #expect(try browser.leave() == 0)
  }

  @Test(arguments: [("[]", "[0]"), ("{}", "{}"), ("42", "42"), ("null", "null")])
  func dataWithoutObjectsShowsRawJSON(_ text: String, _ words: String) throws {
    let browser = try BrowserSession("plain.json", text: text)
    try browser.waitForStatus("plain.json · raw JSON · no errors")
    try browser.waitFor(words, "No model fits")
    #expect(try browser.leave() == 0)
  }

  @Test func deeplyNestedFileOpens() throws {
    let depth = 5_000
    let text = String(repeating: "[", count: depth) + "7" + String(repeating: "]", count: depth)
    let browser = try BrowserSession("deep.json", text: text)
    try browser.type("zRG")
    try browser.waitFor("7")
    #expect(try browser.leave() == 0)
  }
}
