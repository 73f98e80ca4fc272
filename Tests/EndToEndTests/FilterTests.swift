import Foundation
import Testing

/// `mantle filter`, as scripts use it.
struct FilterCommandTests {
  private func mantle(_ arguments: String..., input: String) throws -> Executable.Outcome {
    try Executable.outcome(of: MantleBinary.url(), arguments, input: Data(input.utf8))
  }

  @Test func whatPassesIsWrittenOneToALine() throws {
    let list = "[{\"n\": 1, \"s\": \"a\"},\n {\"n\": 2,\n  \"s\": \"b\"}, {\"n\": 30, \"s\": \"b\"}]"
    #expect(try mantle("filter", "s = b and n < 10", input: list).output == "{\"n\":2,\"s\":\"b\"}\n")
    #expect(try mantle("filter", "--count", ".s = b", "-", input: list).output == "2\n")
    let lines = "{\"n\": 1}\n{\"n\": 2}\n"
    #expect(try mantle("filter", "n > 1", input: lines).output == "{\"n\": 2}\n")
    #expect(try mantle("filter", "n > 1", input: "{\"n\": 2}").output == "{\"n\": 2}\n")
  }

  /// A script whose variable is empty gets an error, not other rows.
  @Test(arguments: ["n >", "n =", "n in ()", "n => 5", "n <> 5", "n == = 5"]) func halfAConditionIsAMistake(
    _ filter: String
  ) throws {
    let outcome = try mantle("filter", filter, input: "[{\"n\": 1}]")
    #expect(outcome.status == 2, "\(outcome.output)")
    #expect(outcome.output == "")
  }

  /// What a filter writes where nothing passes is read by the other commands: no lines are no values.
  @Test func noLinesAreNoValues() throws {
    let scratch = try Scratch()
    let none = try scratch.file("none.ndjson", "")
    let some = try scratch.file("some.ndjson", "{\"id\":1}\n")
    #expect(try mantle("check", none, input: "").status == 0)
    #expect(try mantle("get", none, "id", input: "").status == 0)
    #expect(try mantle("diff", none, none, input: "").status == 0)
    #expect(try mantle("merge", none, some, input: "").output == "{\"id\":1}\n")
  }

  @Test func aMistakeIsAUsageErrorWithItsPlace() throws {
    let outcome = try mantle("filter", "n = 1 and size > 3", input: "[{\"n\": 1, \"sizes\": 2}]")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("no property or key \"size\"; did you mean sizes?"))
    #expect(outcome.errors.contains("at character 11"))
  }
}
