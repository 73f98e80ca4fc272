import Foundation
import Testing

/// Commands that use the lines of a pipe as they come.
@Suite struct StreamedLinesTests {
  /// The pipe stays open until the first lines are in the output.
  @Test(arguments: [
    ("filter 'a > 1'", ["{\"a\": 2}", "{\"a\": 3}", "{\"a\": 4}"]), ("get a", ["1", "2", "3", "4"]),
  ])
  func resultsAreWrittenBeforePipeEnds(_ command: String, expected: [String]) throws {
    let scratch = try Scratch()
    let program = Executable.quoted(try MantleBinary.url().path)
    let output = Executable.quoted(scratch.path("output"))
    let wait = "n=0; until grep -qs 2 \(output) || [ $n = 600 ]; do n=$((n + 1)); sleep 0.1; done"
    let pipe = """
      (echo '{"a": 1}'; echo '{"a": 2}'; \(wait); echo "$n" > \(output).waits; echo '{"a": 3}'; sleep 0.5; echo '{"a": 4}')
      """
    let shell = try Executable.outcome(
      of: URL(fileURLWithPath: "/bin/sh"), ["-c", "\(pipe) | \(program) \(command) > \(output)"])
    #expect(shell.status == 0)
    #expect(shell.errors == "")
    #expect(scratch.text("output.waits") != "600\n")
    #expect(scratch.text("output").split(separator: "\n").map(String.init) == expected)
  }

  @Test func malformedLinesAreReportedWithTheirLineNumber() throws {
    let outcome = try streamed(
      ["{\"a\": 1}", "{\"a\": 2}"], ["{\"a\": tru}", "{\"a\": 4,}"], to: "filter 'a > 1'")
    #expect(outcome.output == "{\"a\": 2}\n{\"a\": 4}\n")
    #expect(outcome.errors.contains("<stdin>:3:7: error: expected true, false or null"))
    #expect(outcome.errors.contains("<stdin>:4:8: error:"))
    #expect(outcome.status == 1)
  }

  @Test(arguments: ["filter '$index = 2'", "get '[2]'"])
  func indicesCountFromStartOfPipe(_ command: String) throws {
    let outcome = try streamed(["{\"a\": 1}", "{\"a\": 2}"], ["{\"a\": 3}"], to: command)
    #expect(outcome.output.replacing(" ", with: "") == "{\"a\":3}\n")
  }

  @Test func filterAcceptsKeysThatAppearLater() throws {
    let outcome = try streamed(["{\"a\": 1}", "{\"a\": 2}"], ["{\"b\": 3}"], to: "filter 'b = 3'")
    #expect(outcome.output == "{\"b\": 3}\n")
    #expect(outcome.status == 0)
  }

  @Test func listInsideSinglePipedLineIsFiltered() throws {
    let outcome = try streamed(["{\"items\": [{\"a\": 1}, {\"a\": 2}]}"], [], to: "filter 'a = 2'")
    #expect(outcome.output == "{\"a\": 2}\n")
  }

  /// Runs a command with lines from a pipe that pauses between two parts.
  private func streamed(_ first: [String], _ second: [String], to command: String) throws
    -> Executable.Outcome
  {
    func echo(_ lines: [String]) -> String {
      lines.map { "echo \(Executable.quoted($0))" }.joined(separator: "; ")
    }
    let parts = [echo(first), "sleep 0.5", echo(second)].filter { !$0.isEmpty }.joined(separator: "; ")
    let program = Executable.quoted(try MantleBinary.url().path)
    return try Executable.outcome(
      of: URL(fileURLWithPath: "/bin/sh"), ["-c", "(\(parts)) | \(program) \(command)"])
  }
}
