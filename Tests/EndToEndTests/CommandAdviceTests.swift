import Foundation
import Testing

/// Advice about command lines with mistakes.
struct CommandAdviceTests {
  private func mantle(_ arguments: [String], in scratch: Scratch, input: Data? = Data()) throws
    -> Executable.Outcome
  {
    let folder = Executable.quoted(scratch.folder.path)
    let words = arguments.map(Executable.quoted).joined(separator: " ")
    return try Executable.outcome(
      of: Executable.find("sh"),
      ["-c", "cd \(folder) && exec \(Executable.quoted(try MantleBinary.url().path)) \(words)"], input: input)
  }

  private func samples() throws -> Scratch {
    let scratch = try Scratch()
    for name in ["issue.json", "issues.json"] { _ = try scratch.sample(name) }
    return scratch
  }

  @Test(arguments: [
    (["issue.jsn"], "issue.jsn: no such file\nhelp: did you mean `issue.json`?"),
    (["check", "isues.json"], "isues.json: no such file\nhelp: did you mean `issues.json`?"),
    (["get", "title", "issue.json"], "help: `issue.json` is a file; the order is `mantle get FILE PLACE"),
    (["set", "state", "issue.json", "open"], "the order is `mantle set FILE PLACE VALUE"),
    (["filter", "issues.json", "state = open"], "the order is `mantle filter EXPRESSION [FILE…]"),
    (["get", "issue.json"], "help: `issue.json` is a file; the order is `mantle get FILE PLACE"),
    (["filter", "state = open"], "help: no FILE was given, so standard input was read"),
    (["check"], "help: no PATH was given, so standard input was read"),
    (["https://example.com/a.json"], "help: fetch it first: curl -s https://example.com/a.json | mantle"),
  ])
  func usageMistakesGetSuggestions(_ arguments: [String], _ words: String) throws {
    let outcome = try mantle(arguments, in: samples())
    #expect(outcome.status != 0)
    #expect(outcome.errors.contains(words), "\(outcome.errors)")
  }

  @Test func checkIdentifiesImages() throws {
    let scratch = try Scratch()
    for start in [[0x89, 0x50, 0x4E, 0x47], [0xFF, 0xD8, 0xFF, 0xE0], Array("GIF89a".utf8)] as [[UInt8]] {
      _ = try scratch.file("a.json", start + [0, 1, 2])
      let outcome = try mantle(["check", "a.json"], in: scratch)
      #expect(outcome.output.contains("expected JSON in UTF-8, found an image"), "\(outcome.output)")
    }
  }

  @Test func refusedEditsAreReportedOnce() throws {
    let scratch = try Scratch()
    let labels = (0..<40).map { #"{"name": "n\#($0)", "color": "red"}"# }.joined(separator: ",\n")
    _ = try scratch.file("labels.json", "[\(labels)]")
    let outcome = try mantle(["delete", "labels.json", "[].color", "--model", "Label"], in: scratch)
    #expect(outcome.status == 1)
    #expect(outcome.errors.split(separator: "\n").count == 2, "\(outcome.errors)")
    #expect(outcome.errors.contains("× 40, first at [0].color, last at [39].color"), "\(outcome.errors)")
  }

  @Test func anArrayWithoutOperationsIsNotAPatch() throws {
    let scratch = try Scratch()
    _ = try scratch.file("a.json", #"{"a": 1}"#)
    _ = try scratch.file("p.json", "[1, 2]")
    let refused = try mantle(["patch", "a.json", "p.json"], in: scratch)
    #expect(refused.status == 2)
    #expect(refused.errors.contains("p.json: an array without operations would replace all of a.json"))
    #expect(try mantle(["patch", "a.json", "p.json", "--force"], in: scratch).status == 0)
    #expect(String(decoding: try scratch.bytes("a.json"), as: UTF8.self).contains("1"))
  }

  @Test func jsonSchemaServesAsModels() throws {
    let scratch = try samples()
    let schema = try mantle(["schema", "Issue", "--output", "issue.schema.json"], in: scratch)
    #expect(schema.status == 0, "\(schema.errors)")
    let sound = try mantle(["check", "--models", "issue.schema.json", "issue.json"], in: scratch)
    #expect(sound.status == 0, "\(sound.output) \(sound.errors)")
    #expect(sound.output.contains("1 Issue at the root"), "\(sound.output)")
    _ = try scratch.file(
      "x.schema.json",
      #"{"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "X", "type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"], "if": {}}"#
    )
    _ = try scratch.file("x.json", #"{"a": "1"}"#)
    let wrong = try mantle(["check", "--models", "x.schema.json", "x.json"], in: scratch)
    #expect(wrong.status == 1)
    #expect(wrong.output.contains("X.a: expected integer"), "\(wrong.output)")
    #expect(wrong.errors.contains("x.schema.json: 1 part of the schema not checked"), "\(wrong.errors)")
  }

  @Test(arguments: [
    ("get issue.json user.lo", ["user.login"]),
    ("get issue.json labe", ["labels", "labels[]"]),
    ("check --model Iss", ["Issue"]), ("explain alias", ["alias-used"]), ("help cookb", ["cookbook"]),
    ("completion z", ["zsh"]), ("table issues.json --sort comments_", ["comments_url"]),
    ("check issue.json --form", ["--format"]), ("check --format j", ["json", "junit"]), ("expl", ["explain"]),
    ("check --model = Iss", ["Issue"]), ("convert issue.json x", []),
  ])
  func completionOffersMatchingWords(_ line: String, _ words: [String]) throws {
    let outcome = try mantle(
      ["completion", "words", "--"] + line.split(separator: " ").map(String.init), in: samples())
    #expect(outcome.status == 0)
    #expect(Set(outcome.output.split(separator: "\n").map(String.init)) == Set(words), "\(outcome.errors)")
  }

  @Test func bashCompletesWordsAndFiles() throws {
    let scratch = try samples()
    let script = """
      cd \(Executable.quoted(scratch.folder.path)) && mantle() { \(Executable.quoted(try MantleBinary.url().path)) "$@"; }
      source <(mantle completion bash)
      complete() { :; }
      try() { COMP_WORDS=(mantle "$@"); COMP_CWORD=$#; _mantle; echo "${COMPREPLY[@]}"; }
      try che; try check issues; try get issue.json user.log; try check --model Iss; try explain unknown-c
      """
    let outcome = try Executable.outcome(of: Executable.find("bash"), ["-c", script])
    #expect(
      outcome.output == "check\nissues.json\nuser.login\nIssue\nunknown-case\n",
      "\(outcome.output) \(outcome.errors)")
  }
}
