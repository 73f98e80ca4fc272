import Foundation
import Testing

/// Four mistakes in four issues of one file: all of them are found, by `check` and in the browser.
struct CheckTests {
  /// A mistake made in a sample issue.
  struct Mistake {
    let issue: Int
    let replaced: String
    let by: String
    /// What stands at the place that is reported.
    let marked: String
    let message: String
    let path: String
    let shown: String
  }

  static let mistakes = [
    Mistake(
      issue: 2, replaced: #""state": "open""#, by: #""state": "reopened""#, marked: #""reopened""#,
      message: #"Issue.state: expected "open" or "closed", found "reopened""#, path: "[1].state",
      shown: #"expected "open" or "closed", found "reopened""#),
    Mistake(
      issue: 5, replaced: #""title": "Read the tide table in the background""#, by: #""title": 404"#,
      marked: "404", message: "Issue.title: expected string, found number 404", path: "[4].title",
      shown: "expected string, found number 404"),
    Mistake(
      issue: 9, replaced: #""created_at": "2025-"#,
      by: #""created_at": "2025-02-30T11:00:00Z", "was": "2025-"#,
      marked: #""2025-02-30T11:00:00Z""#,
      message: #"Issue.createdAt: expected ISO 8601 date with time, found "2025-02-30T11:00:00Z""#,
      path: "[8].created_at",
      shown: "expected ISO 8601 date with time"),
    Mistake(
      issue: 11, replaced: #""number": 11,"#, by: #""nummer": 11,"#, marked: "{",
      message: "Issue.number: expected integer, found no key `number`", path: "[10].number",
      shown: "missing, expected integer"),
  ]

  /// The sample issues with the mistakes in them, and where each stands as `line:column`.
  static func brokenIssues() throws -> (text: String, places: [String]) {
    var lines = try String(contentsOf: SampleData.url("issues.json"), encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let starts = lines.indices.filter { lines[$0] == "  {" }
    let places = try mistakes.map { mistake in
      let start = starts[mistake.issue - 1]
      let line = try #require(lines[start...].firstIndex { $0.contains(mistake.replaced) })
      lines[line] = lines[line].replacing(mistake.replaced, with: mistake.by)
      let marked = mistake.marked == "{" ? start : line
      let before = try #require(lines[marked].firstRange(of: mistake.marked)).lowerBound
      return "\(marked + 1):\(lines[marked][..<before].count + 1)"
    }
    return (lines.joined(separator: "\n"), places)
  }

  @Test func checkReportsEveryErrorWithItsPosition() throws {
    let (text, places) = try Self.brokenIssues()
    let scratch = try Scratch()
    let path = try scratch.file("four.json", text)
    let outcome = try Executable.outcome(of: MantleBinary.url(), ["check", path])
    #expect(outcome.status == 1)
    let errors = outcome.output.split(separator: "\n").filter { $0.contains(": error: ") }
    #expect(
      errors
        == zip(places, Self.mistakes).map { "\(path):\($0): error: \($1.message)  [\($1.path)]" }[...].map {
          $0[...]
        })
    #expect(outcome.output.contains("12 Issues at `[]`, 4 errors"))
  }

  @Test func jsonReportContainsEveryError() throws {
    let (text, places) = try Self.brokenIssues()
    let scratch = try Scratch()
    let path = try scratch.file("four.json", text)
    let outcome = try Executable.outcome(of: MantleBinary.url(), ["check", "--format", "json", path])
    #expect(outcome.status == 1)
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    let diagnostics = try #require(report["diagnostics"] as? [[String: Any]])
    #expect(diagnostics.map { "\($0["line"] ?? ""):\($0["column"] ?? "")" } == places)
    #expect(diagnostics.map { $0["path"] as? String } == Self.mistakes.map(\.path))
  }

  /// Data that does not fit the requested model is an error. It is never shown as plain JSON.
  @Test(arguments: [
    (#"[{"foo":1}]"#, "Issue", 1, "1 Issue at `[]`, "),
    (#"{"foo":1}"#, "Issue", 1, "1 Issue at the root, "),
    (#"{"items":[{"foo":1},{"foo":2}]}"#, "issue", 1, "2 Issues at `items[]`, "),
    ("{\"foo\":1}\n{\"foo\":2}\n", "Issue", 1, "2 Issues at `[]`, "),
    ("3", "Issue", 1, "1 Issue at the root, "),
    ("[]", "Issue", 0, "0 Issues at `[]`, 0 errors"),
    (#"[{"id":1,"name":"bug","color":"ff0000"}]"#, "Label", 0, "1 Label at `[]`, 0 errors"),
    (#"[{"id":1,"name":"bug","color":"ff0000"}]"#, "Issue", 1, "1 Issue at `[]`, "),
  ])
  func checkUsesRequestedModel(_ text: String, _ model: String, _ status: Int32, _ summary: String) throws {
    let outcome = try Executable.outcome(
      of: MantleBinary.url(), ["check", "--model", model], input: Data(text.utf8))
    #expect(outcome.status == status, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.output.contains("<stdin>: \(summary)"), "\(outcome.output)")
  }

  @Test func checkFailsIfArchiveLacksRequestedModel() throws {
    let binary = try MantleBinary.url()
    let scratch = try Scratch()
    let plain = scratch.path("plain.archive")
    let text = try scratch.file("plain.json", "[1, 2]")
    #expect(try Executable.outcome(of: binary, ["convert", text, plain]).status == 0)
    #expect(try Executable.outcome(of: binary, ["check", plain]).status == 0)
    let outcome = try Executable.outcome(of: binary, ["check", "--model", "Issue", plain])
    #expect(outcome.status == 1)
    #expect(
      outcome.output.contains("error: expected Issue, found no object of its class"), "\(outcome.output)")
    let issues = SampleData.url("issues.archive").path
    #expect(try Executable.outcome(of: binary, ["check", "--model", "Issue", issues]).status == 0)
  }

  @Test(.needsTmux) func browserMarksEveryErrorInItsRow() throws {
    let browser = try BrowserSession("four.json", text: try Self.brokenIssues().text, columns: 180, rows: 40)
    try browser.waitForStatus("12 Issues · 4 errors")
    for issue in 1...12 {
      let mark = Self.mistakes.contains { $0.issue == issue } ? "✗" : " "
      try browser.waitFor(try Regex("(?m)^\(mark) .*\\[\(issue - 1)\\] "))
    }
    for mistake in Self.mistakes {
      try browser.type("zM\(mistake.issue)Gl")
      try browser.waitFor(try Regex("(?m)^✗.*\\Q\(mistake.shown)\\E"))
    }
    try browser.type("zM1Gl")
    try browser.waitFor("Lamp goes dark at the turn of the month")
  }
}
