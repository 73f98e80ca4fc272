import Foundation
import Testing

/// `mantle convert`, as scripts use it.
struct ConvertTests {
  private func mantle(_ arguments: String..., input: Data? = nil) throws -> Executable.Outcome {
    try Executable.outcome(of: MantleBinary.url(), arguments, input: input)
  }

  @Test(arguments: ["issues.archive", "issues.json", "issues.ndjson"], ["a.archive", "a.xml", "a.ndjson"])
  func intermediateFormatsPreserveIssues(_ name: String, _ between: String) throws {
    let scratch = try Scratch()
    let source = SampleData.url(name).path
    let direct = try mantle("convert", source, "-", "--to", "json", "--mapped-only")
    #expect(direct.status == 0)
    #expect(try mantle("convert", source, scratch.path(between)).status == 0)
    let around = try mantle("convert", scratch.path(between), "-", "--to", "json", "--mapped-only")
    #expect(around.status == 0)
    #expect(around.output == direct.output)
    #expect(around.output.contains("\"html_url\": \""))
  }

  @Test func convertReportsFlattenedLists() throws {
    let scratch = try Scratch()
    let definition =
      #"{"mantle":1,"root":"[[S]]","models":[{"name":"S","properties":[{"name":"a","type":"integer"}]}]}"#
    _ = try scratch.file("s.model.json", definition)
    let outcome = try mantle(
      "convert", try scratch.file("s.json", #"[[{"a":1}],[],[{"a":2}]]"#), "-", "--to", "ndjson")
    #expect(outcome.output == "{\"a\":1}\n{\"a\":2}\n")
    #expect(outcome.errors.contains("the lists at `[][]` are written as one list"), "\(outcome.errors)")
  }

  @Test func convertUsesStandardInputAndOutput() throws {
    let archive = try Data(contentsOf: SampleData.url("issues.archive"))
    let outcome = try mantle("convert", "-", "-", "--to", "ndjson", input: archive)
    #expect(outcome.status == 0)
    #expect(outcome.output.split(separator: "\n").count == 12)
  }

  @Test func damagedArchiveLeavesOutputUnchanged() throws {
    let scratch = try Scratch()
    let whole = [UInt8](try Data(contentsOf: SampleData.url("issues.archive")))
    let output = try scratch.file("out.json", "kept")
    for length in [8, 40, whole.count / 2, whole.count - 1] {
      let cut = try scratch.file("cut.archive", whole.prefix(length))
      let outcome = try mantle("convert", cut, output)
      #expect(outcome.status == 1)
      #expect(outcome.errors.contains("cut.archive: error: "))
      #expect(try mantle("check", cut).status == 1)
    }
    #expect(try scratch.bytes("out.json") == Array("kept".utf8))
  }

  /// Every mistake in lines is reported where it stands in the file, and its caret stands under it.
  @Test(arguments: ["json", "ndjson", "archive"]) func convertLocatesErrorsInLines(_ format: String) throws {
    let lines = (1...60).map { #"{"id":\#($0),"name":"n\#($0)","color":"ff0000"}"# }
    var wrong = lines
    wrong[40] = #"  {"id":41,"name":true,"color":"ff0000"}"#
    wrong[59] = #"{"id":60,"name":"n60","color":[]}"#
    let outcome = try mantle(
      "convert", "-", "-", "--model", "Label", "--to", format,
      input: Data(wrong.joined(separator: "\n").utf8))
    #expect(outcome.status == 1)
    #expect(
      outcome.errors == """
        <stdin>:41:19: error: Label.name: expected string, found true  [[40].name]
          {"id":41,"name":true,"color":"ff0000"}
                          ^
        help: put the word in quotes, or make the property a `Bool`
        <stdin>:60:31: error: Label.color: expected string, found empty array  [[59].color]
        {"id":60,"name":"n60","color":[]}
                                      ^
        help: the array is empty; if it may not be empty, send null and make the property optional

        """)
    var broken = lines
    broken[1] = #"{"id":2,}"#
    broken[58] = #"{"id":59 "name":1}"#
    let syntax = try mantle(
      "convert", "-", "-", "--to", format, input: Data(broken.joined(separator: "\n").utf8))
    #expect(syntax.status == 1)
    #expect(syntax.errors.contains("<stdin>:2:8: error: "), "\(syntax.errors)")
    #expect(syntax.errors.contains("<stdin>:59:10: error: "), "\(syntax.errors)")
  }

  /// A number that its property cannot hold is written with less digits, which is said once.
  @Test(arguments: ["json", "ndjson", "archive"]) func convertReportsRoundedNumbers(_ format: String) throws {
    let scratch = try Scratch()
    let numbers = ["0.1234567890123456789012345", "1.5", "0.5911985205581724", "65.613616999999977"]
    let issues = try numbers.map { number in
      let text = try String(contentsOf: SampleData.url("issues.ndjson"), encoding: .utf8)
      let first = try #require(text.split(separator: "\n").first)
      return String(first.dropLast()) + ",\"score\":\(number)}"
    }
    let source = try scratch.file("a.ndjson", issues.joined(separator: "\n"))
    let arguments = [
      "convert", source, scratch.path("out"), "--to", format, "--model", "Issue", "--mapped-only",
    ]
    let outcome = try Executable.outcome(of: MantleBinary.url(), arguments)
    #expect(outcome.status == 0)
    let lines = outcome.errors.split(separator: "\n").filter { $0.contains("warning") }
    #expect(lines.count == 1, "\(outcome.errors)")
    #expect(lines.first?.contains("a.ndjson:1:") == true)
    #expect(
      lines.first?.contains(
        "warning: Issue.score: 3 numbers are rounded, the first here: a Double holds fewer digits: 0.12345678901234568"
      ) == true, "\(outcome.errors)")
    let quiet = try Executable.outcome(of: MantleBinary.url(), arguments + ["--quiet", "--force"])
    #expect((quiet.status, quiet.errors) == (0, ""))
  }

  /// Nothing but errors is said where that is asked for.
  @Test func quietOptionPrintsErrorsOnly() throws {
    let scratch = try Scratch()
    let marked = try scratch.file(
      "marked.json", "\u{FEFF}[{\"a\":1,\"a\":0.1234567890123456789012345}]")
    let older = try archive(ofVersion: 1, in: scratch)
    for file in [marked, older] {
      #expect(try !mantle("convert", file, "-", "--to", "json").errors.isEmpty)
      let quiet = try mantle("convert", file, "-", "--to", "json", "--quiet")
      #expect((quiet.status, quiet.errors) == (0, ""), "\(file)")
    }
  }

  /// An error of many elements is reported once, with their number.
  @Test func repeatedErrorsAreReportedOnce() throws {
    let scratch = try Scratch()
    let label = #"{"id":1,"name":"x","color":5}"#
    let file = try scratch.file("a.json", "[\(Array(repeating: label, count: 40).joined(separator: ",\n"))]")
    for output in ["b.ndjson", "b.archive", "b.sqlite"] {
      let outcome = try Executable.outcome(
        of: MantleBinary.url(), ["convert", "--model", "Label", file, scratch.path(output)])
      let count = outcome.errors.split(separator: "\n").count { $0.contains("error:") }
      #expect(outcome.status == 1 && count == 1, "\(outcome.errors)")
      #expect(outcome.errors.contains("× 40, first at [0].color, last at [39].color"), "\(outcome.errors)")
    }
  }

  /// The keys that are missing in one object are one error, as of `mantle check`.
  @Test func missingKeysAreReportedAsOneError() throws {
    let outcome = try mantle(
      "convert", "-", "-", "--model", "User", "--to", "json", input: Data("{\"name\": \"x\"}".utf8))
    #expect(outcome.status == 1)
    #expect(
      outcome.errors.contains("<stdin>:1:1: error: User: 2 required keys are missing: `login`, `id`\n"),
      "\(outcome.errors)")
  }

  /// Values without line breaks between them, and one larger than what is looked at first.
  @Test func consecutiveValuesAreConvertedAsList() throws {
    let large = "{\"a\":[" + String(repeating: "1,", count: 1 << 19) + "1]}"
    for text in ["{\"a\":1} {\"a\":2}\n[3]", large + "\n" + large + "\n7"] {
      let outcome = try mantle("convert", "-", "-", "--to", "ndjson", input: Data(text.utf8))
      #expect(outcome.status == 0)
      #expect(outcome.output.split(separator: "\n").count == 3)
    }
  }

  /// A value that the model keeps as any JSON is written on the model's line, even if the input spans several lines.
  @Test func eachModelIsWrittenOnOneLine() throws {
    for name in ["issues.json", "issues.archive", "issues.ndjson"] {
      let outcome = try mantle("convert", SampleData.url(name).path, "-", "--to", "ndjson")
      #expect(outcome.status == 0)
      #expect(outcome.output.split(separator: "\n").count == 12, "\(name)")
    }
    let plain = try mantle("convert", "-", "-", "--to", "ndjson", input: Data("[{\"a\":\n[1,\n2]},\n3]".utf8))
    #expect(plain.output == "{\"a\":[1,2]}\n3\n")
  }

  /// Models of several kinds in one text are all written, in the order of the text.
  @Test func convertWritesModelsFromSeveralPlaces() throws {
    let label = #"{"id":1,"name":"bug","color":"f00"}"#
    let text = "{\"one\": \(label), \"more\": [\(label), \(label)], \"n\": 1}"
    let outcome = try mantle(
      "convert", "-", "-", "--to", "ndjson", "--at", "one", "--model", "Label", "--at", "more[]", "--model",
      "Label", input: Data(text.utf8))
    #expect(outcome.status == 0)
    #expect(outcome.output.split(separator: "\n").count == 3)
  }

  /// An object around a list is no model, and left out of both.
  @Test(arguments: [("json", "[\n  {\n    \"id\": 1,"), ("ndjson", "{\"id\":1,")])
  func convertDropsValuesOutsideModels(_ format: String, _ start: String) throws {
    let scratch = try Scratch()
    let label = #"{"id": 1, "name": "bug", "color": "ff0000"}"#
    let wrapped = try scratch.file("wrapped.json", #"{"total_count": 1, "items": [\#(label), \#(label)]}"#)
    let outcome = try mantle("convert", wrapped, "-", "--model", "Label", "--to", format)
    #expect(outcome.status == 0)
    #expect(outcome.output.hasPrefix(start), "\(outcome.output)")
    #expect(!outcome.output.contains("total_count"), "\(outcome.output)")
    #expect(
      outcome.errors
        == "mantle: \(wrapped): dropped values outside of the list: `total_count` (`mantle check` lists all)\n"
    )
  }

  /// A list of two models could not be read as either.
  @Test func convertRefusesToMixModels() throws {
    let user = #"{"id": 1, "login": "ada"}"#
    let label = #"{"id": 1, "name": "bug", "color": "ff0000"}"#
    let text = Data(#"{"users": [\#(user)], "labels": [\#(label)]}"#.utf8)
    let mixed = try mantle("convert", "-", "-", "--to", "json", "--mapped-only", input: text)
    #expect(mixed.status == 2)
    #expect(
      mixed.errors.contains(
        "<stdin> holds User at `users[]`, Label at `labels[]`: select one, such as --at 'users[]' --model User"
      ))
    let one = try mantle(
      "convert", "-", "-", "--to", "json", "--mapped-only", "--at", "users[]", "--model", "User", input: text)
    #expect(one.status == 0)
    #expect(one.errors.contains("`labels`"), "\(one.errors)")
  }

  @Test func singleLineConvertsToListOfOneElement() throws {
    let scratch = try Scratch()
    let lines = try scratch.file("a.ndjson", "{\"id\":1}\n")
    #expect(try mantle("convert", lines, "-", "--to", "json").output == "[\n  {\n    \"id\": 1\n  }\n]\n")
  }

  /// Whatever is changed, the program ends by itself and says what it thinks of it.
  /// All of what no model fits is written.
  @Test func convertKeepsAllValuesWithoutModel() throws {
    let scratch = try Scratch()
    let plain = try scratch.file("plain.ndjson", "{\"id\":1,\"x\":[1]}\n{\"id\":2}\n")
    let outcome = try mantle("convert", plain, "-", "--to", "ndjson")
    #expect(outcome.output == "{\"id\":1,\"x\":[1]}\n{\"id\":2}\n")
    #expect(!outcome.errors.contains("dropped"), "\(outcome.errors)")
  }

  /// Objects that no model describes lose their class in JSON, unless it is asked for.
  @Test func keepClassesOptionWritesClassNames() throws {
    let scratch = try Scratch()
    let json = try scratch.file("thing.json", #"[{"$class":["XYThing","NSObject"],"inside":1}]"#)
    let archive = scratch.path("thing.archive")
    #expect(try mantle("convert", json, archive).status == 0)
    let plain = try mantle("convert", archive, "-", "--to", "ndjson")
    #expect(plain.output == "{\"inside\":1}\n")
    let kept = try mantle("convert", archive, "-", "--to", "ndjson", "--keep-classes")
    #expect(kept.output == "{\"$class\":[\"XYThing\",\"NSObject\"],\"inside\":1}\n")
  }

  @Test func checkReportsArchiveProblems() throws {
    let whole = try Data(contentsOf: SampleData.url("issues.archive"))
    let piped = try mantle("check", "-", input: whole)
    #expect(piped.status == 0)
    #expect(piped.output.contains("<stdin>: 12 Issues at `[]`, 0 errors"))
    let damaged = try mantle("check", "-", input: whole.dropLast(7))
    #expect(damaged.status == 1)
    #expect(damaged.output.contains("<stdin>: error: damaged property list"))
    #expect(damaged.output.contains("<stdin>: the archive cannot be read: 1 error"))
  }

  @Test func mutatedArchivesNeverCrashConvert() throws {
    let scratch = try Scratch()
    let whole = [UInt8](try Data(contentsOf: SampleData.url("issues.archive")))
    for step in 0..<40 {
      var bytes = whole
      let place = (step * 7919) % bytes.count
      bytes[place] = bytes[place] &+ UInt8(truncatingIfNeeded: 1 + step * 37)
      bytes[bytes.count - 1 - step % 32] ^= step.isMultiple(of: 3) ? 0xFF : 0
      let file = try scratch.file("mutated.archive", bytes)
      let outcome = try mantle("convert", file, "-", "--to", "json")
      #expect(outcome.status <= 1, "byte \(place): \(outcome.errors)")
    }
  }

  /// The sample's issues as though their models had another version.
  private func archive(ofVersion version: Int, in scratch: Scratch) throws -> String {
    let xml = scratch.path("a.xml")
    #expect(try mantle("convert", SampleData.url("issues.archive").path, xml).status == 0)
    let text = String(decoding: try scratch.bytes("a.xml"), as: UTF8.self)
    // At this depth it is the version, not a reference.
    let own = try #require(text.firstRange(of: "\n\t\t<integer>2</integer>"))
    return try scratch.file(
      "version\(version).xml", text.replacingCharacters(in: own, with: "\n\t\t<integer>\(version)</integer>"))
  }

  @Test func newerArchiveErrorNamesBothVersions() throws {
    let scratch = try Scratch()
    let newer = try archive(ofVersion: 7, in: scratch)
    let outcome = try mantle("convert", newer, "-", "--to", "json")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("version 2 or older, found version 7"), "\(outcome.errors)")
    #expect(outcome.output.isEmpty)
  }

  /// Keys of a map of models, and defaults for what is not there, are named.
  @Test func convertReportsAddedDefaultsAndLostKeys() throws {
    let label = #"{"id":1,"name":"a","color":"f00"}"#
    let map = try mantle(
      "convert", "-", "-", "--to", "ndjson", "--mapped-only",
      input: Data("{\"bug\":\(label),\"ui\":\(label),\"doc\":\(label)}".utf8))
    #expect(map.status == 0)
    #expect(
      map.errors.contains("mantle: <stdin>: dropped keys, which a list cannot have: `bug`, `ui`, `doc`\n"))
    for (before, after, place) in [("", "", "[]"), (#"{"n": 3, "data": "#, "}", "data[]")] {
      let object = try mantle(
        "convert", "-", "-", "--to", "json", "--mapped-only", "--at", place, "--model", "Label",
        input: Data("\(before){\"b\\u0022g\":\(label),\"ui\":\(label)}\(after)".utf8))
      #expect(object.status == 0)
      let json = try JSONSerialization.jsonObject(with: Data(object.output.utf8)) as? [String: [String: Any]]
      #expect(Set(json?.keys.map { $0 } ?? []) == ["b\"g", "ui"], "\(object.output)")
      #expect(!object.errors.contains("a list cannot have"))
    }
    let issue = """
      {"url":"https://a.b","html_url":"https://a.b","id":1,"number":1,"state":"open","title":"t","assignees":null,
       "user":{"login":"a","id":1},"comments":1,"created_at":"2011-04-22T13:33:48Z","updated_at":"2011-04-22T13:33:48Z"}
      """
    for form in ["json", "archive"] {
      let outcome = try mantle(
        "convert", "-", "-", "--model", "Issue", "--to", form, "--mapped-only", input: Data(issue.utf8))
      #expect(outcome.status == 0)
      #expect(
        outcome.errors.contains("mantle: <stdin>: wrote defaults for missing keys: `assignees` × 1, "),
        "\(outcome.errors)")
    }
  }

  /// Comments are meant in `.jsonc`, and said to be lost; what else is wrong is said, in its place.
  @Test func convertAcceptsCommentsInJSONCFiles() throws {
    let scratch = try Scratch()
    let file = try scratch.file("a.jsonc", "{\n  // one\n  \"a\": [1, /* two */ 2,],\n}\n")
    let outcome = try mantle("convert", file, "-", "--to", "json")
    #expect(outcome.status == 0)
    #expect(outcome.output == "{\n  \"a\": [\n    1,\n    2\n  ]\n}\n")
    #expect(
      outcome.errors.contains("a.jsonc: 2 comments not written: JSON does not allow comments\n"),
      "\(outcome.errors)")
    let wrong = try scratch.file("b.jsonc", "{\n  // one\n  \"a\" 1,\n}\n")
    let refused = try mantle("convert", wrong, "-", "--to", "json")
    #expect(refused.status == 1)
    #expect(refused.errors.contains("b.jsonc:3:7: error: ") && !refused.errors.contains("remove it"))
    #expect(try mantle("convert", file, "-", "--to", "json", "--quiet").errors == "")
  }
}
