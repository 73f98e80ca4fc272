import Mantle
import MantleReports
import Testing

@testable import MantleCommand

struct ArgumentsTests {
  private func check(_ words: FileName...) throws -> CheckCommand? {
    guard case .command(let command, _) = try Arguments(["check"] + words, isInputPiped: false) else {
      return nil
    }
    return command as? CheckCommand
  }

  @Test func checkParsesEveryOption() throws {
    let request = try #require(
      try check(
        "a", "--model=Issue", "--format", "sarif", "--notes", "--quiet", "--no-unmapped", "--max-errors", "7",
        "--warnings-as-errors", "--fail-on", "warning", "--fail-on=unmapped", "--require-model", "--allow",
        "x",
        "--allow", "@y", "--baseline", "b", "--write-baseline", "c", "--", "--d"))
    #expect(request.paths == ["a", "--d"])
    #expect(request.models == [ModelRequest(name: "Issue")] && request.form == .sarif && request.listsNotes)
    let policy = request.basicPolicy
    #expect(policy.isQuiet && !policy.reportsUnmapped && policy.warningsAreErrors)
    #expect(policy.maximumProblems == 7)
    #expect(policy.failsOn == [.warning, .unmapped, .noModel])
    #expect(request.allowed == ["x", "@y"])
    #expect(request.baseline == "b" && request.newBaseline == "c")
    #expect(try check("a", "--max-errors", "0")?.basicPolicy.maximumProblems == .max)
  }

  @Test func modelOptionsPairWithPlaces() throws {
    let request = try #require(
      try check("a", "--at", "items[]", "--model", "Issue", "--model=User", "--at=owner"))
    let places: [JSONKeyPath] = ["items[]", "owner"]
    #expect(
      request.models == [
        ModelRequest(name: "Issue", place: places[0]), ModelRequest(name: "User", place: places[1]),
      ])
  }

  @Test(arguments: [
    (["check", "a", "--max-errors", "-1"], "--max-errors must be 0 or more, not `-1`"),
    (["check", "a", "--quiet=yes"], "`--quiet` takes no value"),
    (["check", "a", "--fail-on", "all"], "--fail-on is one of unmapped, warning, no-model, not `all`"),
    (["check", "a", "--two", "json"], "no option `--two`"),
    (["infer", "a", "--formt", "swift"], "no option `--formt`; did you mean `--format`?"),
    (["infer", "a", "--as", "yaml"], "--format is one of definition, swift, schema, table, not `yaml`"),
    (
      ["convert", "a", "--format", "yaml"],
      "--format is one of json, ndjson, archive, xml-archive, plist, xml-plist, not `yaml`"
    ),
    (["explain", "a", "b"], "explain takes one CODE, found 2"),
    (["explian", "a"], "no command `explian`; did you mean `explain`?"),
    (["--hlep"], "no option `--hlep`; did you mean `--help`?"),
    (["-V"], "no option `-V`; did you mean `--version`?"),
    (["fix", "a", "-i"], "no option `-i`; did you mean `--in-place`?"),
    (["check", "a", "-f"], "no option `-f`; did you mean `--format` or `--fail-on` or `--force`?"),
    (["validate", "a"], "no command `validate`; `mantle check FILE` lists the problems"),
    (["format"], "no command `format`; `mantle FILE | cat` prints it indented"),
    (
      ["convert", "a.json", "b.csv"],
      "convert does not write b.csv: use mantle table a.json --format csv > b.csv"
    ),
    (["convert", "a.json", "b.yml"], "convert does not write b.yml: use yq -P -o yaml a.json > b.yml"),
    (["help", "foo"], "no help about `foo`; `mantle help help` lists the topics"),
    (["help", "tabels"], "no help about `tabels`; did you mean `tables`?"),
    (["check", "a", "--at", "[]"], "each `--at` needs its `--model`: found 1 and 0"),
    (["check"], "check needs a PATH, or input on standard input"),
    ([], "no FILE, and nothing on standard input"),
  ])
  func usageErrorsNameTheirCause(_ words: [String], _ message: String) {
    let error = #expect(throws: CommandError.self) {
      _ = try Arguments(words.map { FileName($0) }, isInputPiped: false)
    }
    #expect(error?.message == message)
  }

  @Test func helpHasEveryFormAndOption() {
    for command in CommandSyntax.all {
      for lines in [Usage.lines(command), Usage.reference(command)] {
        for form in command.forms { #expect(lines.contains { $0.hasSuffix(form) }) }
        for option in command.options { #expect(lines.contains { $0.hasPrefix("  \(option.title)") }) }
      }
      guard let name = command.name else { continue }
      #expect(ManualPage.text.contains(".SS \(name)"))
      #expect(Usage.overview.contains { $0.contains(name) }, "\(name)")
    }
  }

  @Test func helpFitsATerminal() {
    for lines in [Usage.overview] + CommandSyntax.all.map(Usage.lines) {
      #expect(lines.count < 24, "\(lines[0])")
      for line in lines { #expect(line.count <= 80, "\(line)") }
    }
    for line in CommandSyntax.all.flatMap(Usage.reference) { #expect(line.count <= 80, "\(line)") }
  }

  @Test func argumentsAcceptInvalidUTF8FileNames() throws {
    let name = FileName(bytes: [0x61, 0xFF])
    #expect(name.path.fileNameBytes == [0x61, 0xFF] && name.shown == #"a\xff"#)
    #expect(try check(name)?.paths == [name])
    #expect(FileName("é").path == "é")
  }
}
