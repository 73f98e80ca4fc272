import Foundation
import Testing

/// `mantle check` as continuous integration runs it: many files, known problems, and reports for other programs.
struct LintTests {
  private func mantle(_ arguments: String...) throws -> Executable.Outcome {
    try Executable.outcome(of: MantleBinary.url(), arguments)
  }

  private func payloads() throws -> Scratch {
    let scratch = try Scratch()
    for name in ["issues.json", "broken.json", "issues.archive"] { _ = try scratch.sample(name) }
    return scratch
  }

  @Test func folderCheckReportsTotals() throws {
    let scratch = try payloads()
    let outcome = try mantle("check", scratch.folder.path, "--no-unmapped")
    #expect(outcome.status == 1)
    #expect(!outcome.output.contains("unmapped"))
    #expect(
      outcome.output.hasSuffix("\n2 of 3 files fine, 6 errors, 0 warnings\n"), "\(outcome.output.suffix(80))")
    let quiet = try mantle("check", scratch.folder.path, "--quiet")
    let lines = quiet.output.split(separator: "\n")
    #expect(lines.count { !$0.hasPrefix("help: ") } == 6 * 3 + 1, "\(quiet.output)")
    #expect(
      try mantle("check", scratch.path("issues.json"), scratch.path("issues.archive"), "--quiet").output == ""
    )
  }

  /// A forgotten name must not cost the data that is named in its place.
  @Test func writeBaselineOverwritesOnlyBaselines() throws {
    let scratch = try payloads()
    let data = scratch.path("issues.json")
    let before = try scratch.bytes("issues.json")
    let outcome = try mantle("check", "--write-baseline", data, scratch.folder.path)
    #expect(outcome.status == 2 && outcome.errors.contains("is not a baseline"), "\(outcome.errors)")
    #expect(try scratch.bytes("issues.json") == before)
    let empty = try scratch.file("baseline", "")
    for _ in 0..<2 { #expect(try mantle("check", data, "--write-baseline", empty).status == 0) }
  }

  @Test func onlyNewProblemsFailWithABaseline() throws {
    let scratch = try payloads()
    let baseline = scratch.path("baseline.json")
    let written = try mantle("check", scratch.folder.path, "--write-baseline", baseline)
    #expect(written.status == 0)
    #expect(written.output.hasPrefix("\(baseline): "))
    let known = try mantle("check", scratch.folder.path, "--baseline", baseline, "--fail-on", "unmapped")
    #expect(known.status == 0, "\(known.output)")
    let text = String(decoding: try scratch.bytes("issues.json"), as: UTF8.self)
    _ = try scratch.file("issues.json", text.replacing(#""number": 7,"#, with: #""number": "7","#))
    let worse = try mantle("check", scratch.folder.path, "--baseline", baseline)
    #expect(worse.status == 1)
    #expect(worse.output.contains("2 of 3 files fine, 1 error"), "\(worse.output)")
    #expect(try mantle("check", baseline, "--baseline", scratch.path("broken.json")).status == 2)
  }

  @Test func requestedFailuresSetExitStatus() throws {
    let scratch = try Scratch()
    let plain = try scratch.file("plain.json", #"{"colour": "red"}"#)
    #expect(try mantle("check", plain).status == 0)
    let required = try mantle("check", plain, "--require-model")
    #expect(required.status == 1)
    #expect(required.output.contains("plain.json: error: no model fits"), "\(required.output)")
    let twice = try scratch.file("twice.json", #"{"a":1,"a":2}"#)
    #expect(try mantle("check", twice).status == 0)
    #expect(try mantle("check", twice, "--fail-on", "warning").status == 1)
    #expect(try mantle("check", twice, "--warnings-as-errors").status == 1)
    #expect(try mantle("check", twice, "--warnings-as-errors", "--allow", "duplicate-key").status == 0)
    let issue = SampleData.url("issue.json").path
    #expect(try mantle("check", issue, "--fail-on", "unmapped").status == 1)
  }

  /// A place that was named and is nowhere: an answer without its list would pass for ever.
  @Test(arguments: [
    (#"{"message": "no"}"#, "items[]", "1:1: error: nothing at `items[]`: the value has the keys `message`"),
    (#"{"item": []}"#, "items[]", "; did you mean `item`?"),
    (#""x""#, "[]", "nothing at `[]`: the value is a string, not an array"),
    ("{\"a\": 1}\n{\"a\": 2}\n", "[].items[]", "nothing at `[].items[]`: the value has the keys `a`"),
  ]) func checkFailsIfRequestedPlaceIsMissing(_ text: String, _ place: String, _ words: String) throws {
    let scratch = try Scratch()
    let file = try scratch.file("answer.json", text)
    let outcome = try mantle("check", file, "--at", place, "--model", "Label")
    #expect(outcome.status == 1)
    #expect(outcome.output.contains(words), "\(outcome.output)")
  }

  @Test func checkAcceptsEmptyList() throws {
    let scratch = try Scratch()
    let file = try scratch.file("answer.json", #"{"items": []}"#)
    #expect(try mantle("check", file, "--at", "items[]", "--model", "Label").status == 0)
  }

  @Test func reportFormatsAreWellFormed() throws {
    let scratch = try payloads()
    let absent = scratch.path("absent.json")
    for form in ["json", "sarif"] {
      let outcome = try mantle("check", scratch.folder.path, absent, "--format", form)
      #expect(outcome.status == 2)
      for line in outcome.output.split(separator: "\n") {
        #expect(try JSONSerialization.jsonObject(with: Data(line.utf8)) is [String: Any])
      }
    }
    let junit = try mantle("check", scratch.folder.path, absent, "--format", "junit")
    let parser = XMLChecker(junit.output)
    #expect(parser.elements["testcase"] == 4)
    #expect(parser.elements["failure"] == 1 && parser.elements["error"] == 1)
  }

  /// Comments and trailing commas are accepted by suffix, by well-known name and by option.
  @Test func commentsAreAcceptedBySuffixNameAndOption() throws {
    let scratch = try Scratch()
    let text = "{\n  // what for\n  \"a\": 1,\n}\n"
    for name in ["a.jsonc", "a.json", "tsconfig.base.json"] { _ = try scratch.file(name, text) }
    #expect(try mantle("check", scratch.path("a.jsonc")).status == 0)
    #expect(try mantle("check", scratch.path("tsconfig.base.json")).status == 0)
    #expect(try mantle("check", "--comments", scratch.path("a.json")).status == 0)
    let notes = try mantle("check", "--notes", scratch.path("a.jsonc"))
    #expect(notes.status == 0)
    #expect(notes.output.contains("a.jsonc:2:3: note: "))
    let plain = try mantle("check", scratch.path("a.json"))
    #expect(plain.status == 1)
    let wrong = try scratch.file("b.jsonc", "{\n  // what for\n  'a': 1,\n}\n")
    #expect(try mantle("check", wrong).status == 1)
  }

  @Test func explainRecognizesSimilarCodes() throws {
    #expect(try mantle("explain", "sytax").errors.contains("; did you mean `syntax`?"))
    for code in ["Type_Mismatch", "type mismatch"] {
      #expect(try mantle("explain", code).output == mantle("explain", "type-mismatch").output)
    }
  }

  @Test func explainDescribesEveryCode() throws {
    let list = try mantle("explain")
    #expect(list.status == 0)
    for line in list.output.split(separator: "\n") {
      let code = String(line.prefix { $0 != " " })
      let page = try mantle("explain", code)
      #expect(page.status == 0 && page.output.hasPrefix("\(code): "))
    }
    #expect(try mantle("explain", "nonsense").status == 2)
  }
}
