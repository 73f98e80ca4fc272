import Foundation
import Testing

/// The program without a terminal: arguments, exit statuses, `check`.
struct CommandLineTests {
  private func mantle(_ arguments: String..., input: Data? = nil) throws -> Executable.Outcome {
    try Executable.outcome(of: MantleBinary.url(), arguments, input: input)
  }

  @Test func helpAndVersionPrintUsage() throws {
    let help = try mantle("--help")
    #expect(help.status == 0)
    #expect(help.output.contains("usage: mantle FILE"))
    let version = try mantle("--version")
    #expect(version.status == 0)
    #expect(version.output.wholeMatch(of: /mantle \d+\.\d+\.\d+\n/) != nil)
  }

  /// A bare chroot has no /proc, where Swift looks for the words of the command line.
  @Test(.needsOwnMounts) func argumentsAreReadWithoutProc() throws {
    let command = "umount -l /proc && exec \(Executable.quoted(try MantleBinary.url().path)) --version"
    let outcome = try Executable.outcome(of: Executable.find("unshare"), ["-m", "sh", "-c", command])
    #expect(outcome.status == 0)
    #expect(outcome.output.hasPrefix("mantle "))
  }

  @Test(arguments: [
    (["--frobnicate"], "no option `--frobnicate`"),
    (["check", "-", "-"], "check can read standard input (`-`) once only"),
    (["check", "a", "--format", "yaml"], "--format is one of text, json"),
    (["check", "a", "--model"], "`--model` needs a value"),
    (["convert"], "convert needs IN and OUT"), (["convert", "a"], "convert needs IN and OUT"),
    (["convert", "a", "b", "c"], "convert needs IN and OUT"),
    (["convert", "a", "b"], "convert needs an output format"),
    (["chek", "issues.json"], "no command `chek`; did you mean `check`?"),
    (["Check", "issues.json"], "no command `Check`; did you mean `check`?"),
    (["covert", "a", "b"], "no command `covert`; did you mean `convert`?"),
    (["one", "two"], "one: no such file"),
    (["one", "-"], "standard input (`-`) cannot be browsed together with files"),
  ])
  func usageErrorsNameTheirCause(_ arguments: [String], _ words: String) throws {
    let outcome = try Executable.outcome(of: MantleBinary.url(), arguments)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(words), "\(outcome.errors)")
    #expect(outcome.output.isEmpty)
  }

  /// Without a terminal, the texts of several files follow each other; the exit status is the worst.
  @Test func severalFilesArePrinted() throws {
    let scratch = try Scratch()
    for (name, text) in [("a.json", "[1]"), ("b.json", "{\"b\": 2}"), ("c.json", "[3")] {
      try text.write(toFile: scratch.path(name), atomically: true, encoding: .utf8)
    }
    let sound = try mantle(scratch.path("a.json"), scratch.path("b.json"))
    #expect(sound.output == "[\n  1\n]\n{\n  \"b\": 2\n}\n" && sound.status == 0)
    let all = try Executable.outcome(of: MantleBinary.url(), [scratch.folder.path])
    #expect(all.output.hasPrefix("[\n  1\n]") && all.status == 1, "\(all.output) \(all.errors)")
  }

  @Test func unreadableInputIsReported() throws {
    let scratch = try Scratch()
    for command in [["check"], []] {
      let missing = try Executable.outcome(of: MantleBinary.url(), command + [scratch.path("absent.json")])
      #expect(missing.status == 2)
      #expect(missing.errors.contains("no such file"))
      let folder = try Executable.outcome(of: MantleBinary.url(), command + [scratch.folder.path])
      #expect(folder.status == 2)
      #expect(folder.errors.contains("no file in this folder has a known suffix"))
    }
    let model = try mantle("check", "--model", "Isue", SampleData.url("issues.json").path)
    #expect(model.status == 2)
    #expect(model.errors.contains("no model `Isue`; there are Issue"))
  }

  @Test(arguments: [
    ("issues.json", "12 Issues at `[]`, 0 errors"),
    ("issue.json", "1 Issue at the root, 0 errors"),
    ("issues.ndjson", "12 Issues at `[]`, 0 errors"),
    ("search.json", "3 Issues at `items[]`, 0 errors"),
  ])
  func samplesHaveNoErrors(_ name: String, _ summary: String) throws {
    let outcome = try mantle("check", SampleData.url(name).path)
    #expect(outcome.status == 0)
    #expect(outcome.output.contains(summary), "\(outcome.output)")
    #expect(outcome.output.contains("unmapped keys:"))
  }

  @Test func checkListsEveryProblemWithItsPosition() throws {
    let outcome = try mantle("check", SampleData.url("broken.json").path)
    #expect(outcome.status == 1)
    let problems = outcome.output.matches(of: /broken\.json:(\d+:\d+): error: (.*)/)
    #expect(
      problems.map { "\($0.1) \($0.2)" } == [
        #"42:14 Issue.state: expected "open" or "closed", found "reopened"  [[0].state]"#,
        "116:14 Issue.title: expected string, found number 404  [[1].title]",
        #"237:19 Issue.updatedAt: expected ISO 8601 date with time, found "2025-02-30T11:00:00Z"  [[2].updated_at]"#,
        "248:3 Issue.number: expected integer, found no key `number`  [[3].number]",
        #"322:18 Label.color: expected string, found number 7  [[4].labels[0].color]"#,
        #"437:17 Issue.comments: expected integer, found "none"  [[5].comments]"#,
      ])
  }

  @Test func jsonReportHasDocumentedMembers() throws {
    let outcome = try mantle("check", "--format", "json", SampleData.url("broken.json").path)
    #expect(outcome.status == 1)
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    #expect(report["version"] as? Int == 1)
    #expect(report["kind"] as? String == "models")
    #expect(report["format"] as? String == "json")
    #expect(report["model"] as? String == "Issue")
    #expect(report["at"] as? String == "[]")
    #expect(report["models"] as? Int == 6)
    let diagnostics = try #require(report["diagnostics"] as? [[String: Any]])
    #expect(diagnostics.count == 6)
    #expect(diagnostics[0]["severity"] as? String == "error")
    #expect(diagnostics[0]["code"] as? String == "unknown-case")
    #expect(diagnostics[0]["property"] as? String == "state")
    #expect(diagnostics[0]["path"] as? String == "[0].state")
    #expect(diagnostics[0]["line"] as? Int == 42)
    #expect(diagnostics[0]["column"] as? Int == 14)
    #expect((report["unmapped"] as? [[String: Any]])?.first?["count"] as? Int == 6)
  }

  /// Many files are checked like one each; what cannot be read is named and does not keep the others from being checked.
  @Test func filesAreCheckedIndependently() throws {
    let scratch = try Scratch()
    let names = ["issues.json", "broken.json", "issues.archive"].map { SampleData.url($0).path }
    let all = try Executable.outcome(of: MantleBinary.url(), ["check"] + names)
    #expect(all.status == 1)
    let each = try names.map { try mantle("check", $0).output }
    #expect(all.output == each.joined() + "2 of 3 files fine, 6 errors, 0 warnings, 45 unmapped keys\n")
    let absent = scratch.path("absent.json")
    let worst = try Executable.outcome(of: MantleBinary.url(), ["check", names[0], absent, names[2]])
    #expect(worst.status == 2)
    #expect(worst.output.hasPrefix(each[0] + each[2]))
    #expect(worst.errors.contains("absent.json: no such file"))
    #expect(
      try mantle("check", names[0], "-", input: Data("{}".utf8)).output.contains("the syntax is correct\n"))
    let json = try Executable.outcome(of: MantleBinary.url(), ["check", "--format", "json"] + names)
    #expect(json.status == 1)
    let reports = try json.output.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    #expect(reports.dropLast().map { $0["file"] as? String } == names)
    #expect(reports.last?["kind"] as? String == "total")
  }

  @Test func inputWithoutMatchingModelIsCheckedForSyntax() throws {
    let scratch = try Scratch()
    let plain = try mantle("check", scratch.file("plain.json", #"{"colour": "red"}"#))
    #expect(plain.status == 0)
    #expect(plain.output.contains("no model fits"))
    let repeated = try mantle("check", scratch.file("repeated.json", #"{"a":1,"a":2}"#))
    #expect(repeated.status == 0)
    #expect(repeated.output.contains("repeated.json:1:8: warning: the key `a` is repeated here"))
    #expect(repeated.output.contains("checked as plain JSON: the syntax is correct, 1 warning"))
    let broken = try mantle("check", scratch.file("broken.json", #"{"colour": }"#))
    #expect(broken.status == 1)
    #expect(
      broken.output.contains("broken.json:1:12: error: expected a value, found '}'"), "\(broken.output)")
  }

  @Test(arguments: [
    ("empty", "", "1:1: error"),
    ("garbage", "\u{0}\u{1}\u{fffd}", "1:1: error"),
    (
      "truncated", #"[{"a": 1}, {"b": "#,
      "help: the input is cut off: the object at 1:12 is not closed"
    ),
    ("number", "01", "1:2: error"),
  ])
  func checkReportsDamagedInput(_ name: String, _ text: String, _ words: String) throws {
    let scratch = try Scratch()
    let outcome = try mantle("check", scratch.file(name, text))
    #expect(outcome.status == 1)
    #expect(outcome.output.contains(words), "\(outcome.output)")
  }

  @Test func checkReadsPipedInput() throws {
    let outcome = try mantle("check", input: Data(contentsOf: SampleData.url("issues.ndjson")))
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("<stdin>: 12 Issues"))
  }

  @Test func aByteOrderMarkIsAcceptedAndReported() throws {
    let scratch = try Scratch()
    let bytes = [0xEF, 0xBB, 0xBF] + [UInt8](try Data(contentsOf: SampleData.url("issue.json")))
    let outcome = try mantle("check", scratch.file("bom.json", bytes))
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("1:1: warning: a byte order mark"), "\(outcome.output)")
  }
}

extension Trait where Self == ConditionTrait {
  fileprivate static var needsOwnMounts: Self {
    .enabled("mounts of one's own are not allowed: nothing was run without /proc") {
      (try? Executable.run(Executable.find("unshare"), ["-m", "true"])) != nil
    }
  }
}
