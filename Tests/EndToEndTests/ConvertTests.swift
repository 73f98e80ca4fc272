import Foundation
import Testing

/// `mantle convert`, as scripts use it.
struct ConvertTests {
  private func mantle(_ arguments: String..., input: Data? = nil) throws -> Executable.Outcome {
    try Executable.outcome(of: MantleBinary.url(), arguments, input: input)
  }

  @Test(arguments: ["issues.archive", "issues.json", "issues.ndjson"], ["a.archive", "a.xml", "a.ndjson"])
  func everyWayGivesTheSameIssues(_ name: String, _ between: String) throws {
    let scratch = try Scratch()
    let source = SampleData.url(name).path
    let direct = try mantle("convert", source, "-", "--to", "json")
    #expect(direct.status == 0)
    #expect(try mantle("convert", source, scratch.path(between)).status == 0)
    let around = try mantle("convert", scratch.path(between), "-", "--to", "json")
    #expect(around.status == 0)
    #expect(around.output == direct.output)
    #expect(around.output.contains("\"html_url\": \""))
  }

  @Test func standardInputAndOutput() throws {
    let archive = try Data(contentsOf: SampleData.url("issues.archive"))
    let outcome = try mantle("convert", "-", "-", "--to", "ndjson", input: archive)
    #expect(outcome.status == 0)
    #expect(outcome.output.split(separator: "\n").count == 12)
  }

  @Test func damagedArchivesAreReportedAndLeaveTheOutputAlone() throws {
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

  /// Whatever is changed, the program ends by itself and says what it thinks of it.
  @Test func checkSaysWhatIsWrongWithAnArchive() throws {
    let whole = try Data(contentsOf: SampleData.url("issues.archive"))
    let piped = try mantle("check", "-", input: whole)
    #expect(piped.status == 0)
    #expect(piped.output.contains("<stdin>: 12 Issues at `[]`, 0 errors"))
    let damaged = try mantle("check", "-", input: whole.dropLast(7))
    #expect(damaged.status == 1)
    #expect(damaged.output.contains("<stdin>: error: damaged property list"))
    #expect(damaged.output.contains("<stdin>: the archive cannot be read: 1 error"))
  }

  @Test func mutatedArchivesNeverCrashIt() throws {
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

  @Test func newerArchivesAreRefusedWithBothVersions() throws {
    let scratch = try Scratch()
    let xml = scratch.path("a.xml")
    #expect(try mantle("convert", SampleData.url("issues.archive").path, xml).status == 0)
    let text = String(decoding: try scratch.bytes("a.xml"), as: UTF8.self)
    // At this depth it is the version, not a reference.
    let version = try #require(text.firstRange(of: "\n\t\t<integer>2</integer>"))
    let newer = try scratch.file(
      "newer.xml", text.replacingCharacters(in: version, with: "\n\t\t<integer>7</integer>"))
    let outcome = try mantle("convert", newer, "-", "--to", "json")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("version 2 or older, found version 7"), "\(outcome.errors)")
    #expect(outcome.output.isEmpty)
  }
}
