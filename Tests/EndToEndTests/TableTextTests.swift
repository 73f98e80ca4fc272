import Foundation
import Testing

/// CSV and TSV as input of every command.
struct TableTextTests {
  private static let people = "id;name;born;paid\r\n1;Ann;1990-02-03;true\r\n2;\"Bo; Jr.\";;false\r\n"

  private func mantle(_ arguments: String..., input: Data? = nil) throws -> Executable.Outcome {
    try Executable.outcome(of: MantleBinary.url(), arguments, input: input)
  }

  private func people() throws -> (scratch: Scratch, path: String) {
    let scratch = try Scratch()
    return (scratch, try scratch.file("people.csv", Self.people))
  }

  @Test func everyCommandReadsTextTables() throws {
    let (scratch, path) = try people()
    let json = #"{"id": 2, "name": "Bo; Jr.", "born": null, "paid": false}"#
    #expect(try mantle("get", path, "[1]").output == json + "\n")
    #expect(try mantle("filter", "paid = false", path).output == json + "\n")
    #expect(try mantle("get", "[0].name", input: Data(Self.people.utf8)).output == "\"Ann\"\n")
    #expect(try mantle("check", path).status == 0)
    #expect(try mantle("infer", path, "--format", "table").output.contains("Person"))
    #expect(try mantle("stats", path, "--format", "csv").output.contains("1990-02-03"))
    #expect(try mantle(path).output.contains("\"name\": \"Ann\""))
    let other = scratch.path("people.json")
    #expect(try mantle("convert", path, other).status == 0)
    #expect(try mantle("diff", path, other).status == 0)
    #expect(try mantle("convert", path, scratch.path("people.sqlite")).status == 0)
  }

  @Test func textTablesAreReadOnly() throws {
    let (scratch, path) = try people()
    for arguments in [
      ["set", path, "[0].name", "Cy"], ["delete", path, "[0].name"], ["fix", path, "--in-place"],
      ["merge", path, path, "--output", path],
    ] {
      let outcome = try Executable.outcome(of: MantleBinary.url(), arguments)
      #expect(
        outcome.status == 2 && outcome.errors.contains("CSV and TSV are read-only"), "\(outcome.errors)")
      #expect(try scratch.bytes("people.csv") == Array(Self.people.utf8))
    }
    let other = scratch.path("other.csv")
    let written = try Executable.outcome(
      of: MantleBinary.url(), ["delete", path, "[0].name", "--output", other])
    #expect(written.status == 2 && written.errors.contains("this command writes JSON"), "\(written.errors)")
    #expect(!FileManager.default.fileExists(atPath: other))
    let changed = try mantle("set", path, "[0].name", "Cy", "--output", "-")
    #expect(changed.output.contains(#"{"id": 1, "name": "Cy""#), "\(changed.errors)")
  }

  @Test(arguments: ["issues.json", "issues.ndjson", "search.json"])
  func csvOutputRoundTrips(_ name: String) throws {
    let scratch = try Scratch()
    let sample = SampleData.url(name).path
    let columns = "number, title, state, comments, locked, body, user.login, createdAt, labels, milestone"
    let first = try mantle("table", sample, "--format", "csv", "--columns", columns)
    #expect(first.status == 0, "\(first.errors)")
    let table = try scratch.file("first.csv", first.output)
    let second = try mantle("table", table, "--format", "csv")
    #expect(second.output == first.output)
  }

  @Test func textTableErrorsHaveAPosition() throws {
    let scratch = try Scratch()
    let latin = try mantle("check", scratch.file("a.csv", Array("a,b\n1,".utf8) + [0xFC]))
    #expect(latin.status == 2)
    #expect(latin.errors.contains("a.csv:2:3: error: the table is not UTF-8"), "\(latin.errors)")
    let open = try mantle("get", scratch.file("b.csv", "a,b\n1,\"x\n"), "[0]")
    #expect(open.errors.contains("b.csv:2:3: error: the quoted field is not closed"), "\(open.errors)")
  }
}
