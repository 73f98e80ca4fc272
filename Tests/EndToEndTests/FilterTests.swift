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

  @Test func aMistakeIsAUsageErrorWithItsPlace() throws {
    let outcome = try mantle("filter", "n = 1 and size > 3", input: "[{\"n\": 1, \"sizes\": 2}]")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("no property or key \"size\"; did you mean sizes?"))
    #expect(outcome.errors.contains("at character 11"))
  }
}
