import Foundation
import Testing

/// Definition files, as they are found and used by every command.
struct DefinitionsTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    _ = try scratch.file(
      "trains.json",
      #"[{"id":"a","at":"2025-10-04T02:30:00Z","line":"S1"},{"id":"b","at":"2025-10-04T03:00:00Z"}]"#)
    _ = try scratch.file(
      "late.json", #"[{"id":"c","at":"soon","line":"S1"},{"id":"d","at":"2025-10-04T03:00:00Z"}]"#)
  }

  private func mantle(_ arguments: String...) throws -> Executable.Outcome {
    try Executable.outcome(of: MantleBinary.url(), arguments, input: nil)
  }

  @Test func inferredDefinitionChecksItsSource() throws {
    let definition = scratch.path("Train.model.json")
    #expect(try mantle("infer", scratch.path("trains.json"), "--output", definition).status == 0)
    let same = try mantle("check", scratch.path("trains.json"))
    #expect(same.status == 0)
    #expect(same.output.contains("2 Trains at `[]`"))
    // Beside the data it is found by itself; elsewhere it is named.
    let other = try mantle("check", scratch.path("late.json"))
    #expect(other.status == 1)
    #expect(
      other.output.contains(
        "late.json:1:17: error: Train.at: expected ISO 8601 date with time, found \"soon\""))
    let folder = try Scratch()
    let copy = try folder.file("late.json", scratch.bytes("late.json"))
    #expect(try mantle("check", copy).status == 0)
    #expect(try mantle("check", copy, "--models", definition).status == 1)
    #expect(try mantle("check", copy, "--models", scratch.folder.path).status == 1)
  }

  /// The suggestions of a report are about the definition.
  @Test func suggestionsNameTheDefinition() throws {
    let definition = scratch.path("Train.model.json")
    #expect(try mantle("infer", scratch.path("trains.json"), "--output", definition).status == 0)
    let lacking = try scratch.file(
      "lacking.json", #"[{"line": "S1"}, {"id": null, "line": "S1", "at": "2025-10-04T03:00:00Z"}]"#)
    let output = try mantle("check", lacking, "--model", "Train").output
    #expect(
      output.contains("help: if they may be absent, put `?` after their types in the definition"),
      "\(output)")
    #expect(output.contains("help: to allow null, put `?` after the type in the definition"), "\(output)")
    #expect(!output.contains(".default("), "\(output)")
  }

  /// One key of the same name does not make a definition in the same directory that of a file.
  @Test(arguments: [
    (#"[{"id":1,"v":"text"}]"#, false), (#"[{"id":1,"v":2}]"#, true), (#"[{"v":"text"}]"#, true),
  ])
  func adjacentDefinitionThatDecodesNothingIsIgnored(_ text: String, isUsed: Bool) throws {
    _ = try scratch.file(
      "ids.model.json",
      #"{"mantle":1,"root":"Item","models":[{"name":"Item","properties":[{"name":"v","type":"integer"}]}]}"#)
    let other = try scratch.file("other.json", text)
    #expect(try mantle("check", other).output.contains("Item") == isUsed)
    #expect(try mantle("check", other, "--model", "Item").output.contains("Item"))
  }

  @Test func modelsAreListedWithTheirSource() throws {
    #expect(
      try mantle("infer", scratch.path("trains.json"), "--output", scratch.path("Train.model.json")).status
        == 0)
    let list = try mantle("models", "--models", scratch.path("Train.model.json"))
    #expect(list.output.contains("Train.model.json"))
    #expect(list.output.contains("Issue "))
    let table = try mantle("models", "train", "--models", scratch.path("Train.model.json"))
    #expect(
      table.output
        == "Train\n  id    string     required\n  at    date       iso8601, required\n  line  string?\n")
    let fits = try mantle("models", scratch.path("trains.json"))
    #expect(fits.output.hasPrefix("read as Train at []\n"))
  }

  struct Whole: Sendable {
    /// What is inferred, what is checked then, and how that ends.
    let sample: String
    let data: String
    let end: String
  }

  static let wholes = [
    Whole(sample: #"["a","b"]"#, data: #"["a","c"]"#, end: "2 strings at `[]`, 0 errors, 0 warnings"),
    // Named like the definition, it is meant to be what that says, however wrong.
    Whole(sample: #"["a","b"]"#, data: "[1,2]", end: "2 strings at `[]`, 2 errors, 0 warnings"),
    Whole(sample: "[[1,2],[3]]", data: "[[1],[\"x\"]]", end: "2 lists at `[]`, 1 error, 0 warnings"),
    Whole(
      sample: #"{"1":1,"2":2}"#, data: #"{"1":1,"3":"x"}"#, end: "1 map at the root, 1 error, 0 warnings"),
    Whole(sample: "\"a\"\n\"b\"\n", data: "\"a\"\n1\n", end: "2 strings at `[]`, 1 error, 0 warnings"),
    // A list that is one of several things a root may be.
    Whole(
      sample: #"{"kind":"more","children":[]}"# + "\n" + #"[{"kind":"more","children":[{"id":1}]},3]"# + "\n",
      data: #"[{"kind":"more","children":[]},3]"#, end: "0 errors, 0 warnings"),
    // A list of models beside other values is one of the values, not the only one.
    Whole(
      sample: "[{\"id\":1,\"n\":2}]\n\"x\"\n", data: "[{\"id\":1,\"n\":\"y\"}]\n5\n\"z\"\n\"a\"\n\"b\"\n",
      end: "5 values at `[]`, 2 errors, 0 warnings"),
    // What is wrong with the whole is not passed over for the models inside.
    Whole(
      sample: #"{"total":1,"items":[{"id":1,"n":2}]}"#, data: #"{"total":[],"items":[{"id":1,"n":2}]}"#,
      end: "1 Values at the root, 1 error, 0 warnings"),
    Whole(
      sample: #"{"1":{"n":1,"at":{"x":1,"y":2}}}"#, data: #"{"1":{"n":[],"at":{"x":1,"y":2}}}"#,
      end: "1 Value at `[]`, 1 error, 0 warnings"),
    Whole(sample: "\"a\"", data: "\"b\"", end: "1 string at the root, 0 errors, 0 warnings"),
    Whole(sample: "\"a\"", data: "5", end: "1 string at the root, 1 error, 0 warnings"),
    Whole(sample: #"{"id":1,"n":2}"#, data: "5", end: "1 Values at the root, 1 error, 0 warnings"),
  ]

  /// A definition whose texts hold no models, or a list beside them, is used as any other.
  @Test(arguments: wholes) func definitionAppliesToWholeDocuments(_ whole: Whole) throws {
    let folder = try Scratch()
    let sample = try folder.file("values.json", whole.sample)
    #expect(try mantle("infer", sample, "--output", folder.path("values.model.json")).status == 0)
    let data = try folder.file("values.json", whole.data)
    let check = try mantle("check", data)
    #expect(check.output.contains(whole.end), "\(check.output)")
    // Other files of the folder are so only where they fit; asked for, it is what a text is meant to be.
    let other = try folder.file("numbers.json", "[1,2]")
    #expect(try mantle("check", other).output.contains("no model fits") == !whole.data.contains("kind"))
    if whole.sample.hasPrefix("[\"") {
      let asked = try Scratch()
      let copy = try asked.file("numbers.json", "[1,2]")
      #expect(try mantle("check", copy, "--models", folder.path("values.model.json")).status == 1)
    }
  }

  private static let broken =
    #"{"mantle":1,"root":"[A]","models":[{"name":"A","properties":[{"name":"id","type":"integr"}]}]}"#

  /// A folder of somebody else's: nothing in it is waited for, and nothing large or compressed is read unasked.
  @Test func discoverySkipsPipesDevicesAndLargeFiles() throws {
    let scratch = try Scratch()
    let data = try scratch.file("a.json", "[1]")
    try #require(mkfifo(scratch.path("pipe.model.json"), 0o600) == 0)
    try #require(symlink("/dev/zero", scratch.path("endless.model.json")) == 0)
    _ = try scratch.file("large.model.json", "{")
    try #require(truncate(scratch.path("large.model.json"), 3 << 30) == 0)
    let outcome = try mantle("check", data)
    let said = outcome.output + outcome.errors
    #expect(said.contains("pipe.model.json: not a regular file"), "\(said)")
    #expect(said.contains("endless.model.json: not a regular file"))
    #expect(said.contains("large.model.json: 3072 MB is too large for a definition"))
    #expect(said.contains("a.json: no model fits, checked as plain JSON: the syntax is correct"))
  }

  @Test func brokenAdjacentDefinitionIsAnError() throws {
    _ = try scratch.file("a.model.json", Self.broken)
    let check = try mantle("check", scratch.path("trains.json"))
    #expect(check.status == 2)
    #expect(check.output.contains("a.model.json:1:82: error: "))
    #expect(check.output.contains("help: did you mean `integer`?"))
    #expect(check.output.contains("a.model.json: the definition cannot be used: 1 error"))
    let json = try mantle("check", "--format", "json", scratch.path("trains.json"), scratch.path("late.json"))
    #expect(json.status == 2)
    let lines = json.output.split(separator: "\n")
    // Said once, however many files it is for.
    #expect(lines.count { $0.contains(#""format":"definition""#) } == 1)
    #expect(lines.last?.contains(#""files":3,"failed":1,"unreadable":1"#) == true)
    let baseline = scratch.path("known.json")
    let written = try mantle("check", scratch.path("trains.json"), "--write-baseline", baseline)
    #expect(written.status == 2)
    #expect(written.errors.contains("a.model.json:1:82: error: "))
    let set = try mantle("set", scratch.path("trains.json"), "[0].id", "c", "--model", "A")
    #expect(set.status == 2)
    #expect(set.errors.contains("a.model.json:1:82: error: "))
  }

  @Test(arguments: [#"{"version":2,"resources":[]}"#, "not JSON", ""])
  func discoveryIgnoresForeignFilesWithDefinitionSuffix(_ text: String) throws {
    _ = try scratch.file("other.model.json", text)
    let check = try mantle("check", scratch.path("trains.json"))
    #expect(check.status == 0)
    #expect(!(check.output + check.errors).contains("other.model.json"))
  }

  @Test func definitionFilesAreCheckedAsDefinitions() throws {
    let wrong = try scratch.file("a.model.json", Self.broken)
    let check = try mantle("check", wrong)
    #expect(check.status == 1)
    #expect(check.output.contains("a.model.json:1:82: error: "))
    #expect(check.output.contains("1 Definition at the root, 1 error"))
    #expect(check.output.components(separatedBy: "integr").count == 3, "said once, with its line")
    let place = "models[0].properties[0].type"
    #expect(try mantle("set", wrong, place, "integer").status == 0)
    let right = try mantle("check", wrong)
    #expect(right.status == 0)
    #expect(right.output.contains("1 Definition at the root, 0 errors"))
    let set = try mantle("set", wrong, place, "strng")
    #expect(set.status == 1)
    #expect(set.errors.contains("did you mean `string`?") || set.errors.contains("`strng`"))
    #expect(try mantle("get", wrong, place, "--raw").output == "integer\n")
    let cut = try scratch.file("cut.model.json", #"{"mantle":1,"root":"[A]","models":["#)
    #expect(try mantle("check", cut).status == 1)
  }

  @Test func requestedDefinitionErrorsHaveAPosition() throws {
    let wrong = try scratch.file(
      "Wrong.model.json",
      #"{"mantle": 1, "root": "A", "models": [{"name": "A", "properties": [{"name": "a", "type": "strng"}]}]}"#
    )
    let outcome = try mantle("check", scratch.path("trains.json"), "--models", wrong)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("Wrong.model.json:1:90: error: "))
  }
}
