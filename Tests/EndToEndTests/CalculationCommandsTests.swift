import Foundation
import TestSupport
import Testing

/// Calculations in `mantle filter`, `table` and `set`, and queries in SQL.
struct CalculationCommandsTests {
  private func mantle(_ arguments: [String], input: String? = nil) throws -> Executable.Outcome {
    try Executable.outcome(of: MantleBinary.url(), arguments, input: input.map { Data($0.utf8) })
  }

  private static let orders = #"""
    {"id": 1, "qty": 2, "price": 10.10, "name": "ann", "items": [{"n": 1}, {"n": 2}]}
    {"id": 2, "qty": 3, "price": 1, "name": "bob", "items": []}
    {"id": 3, "qty": "x", "price": 2, "name": null}
    {"id": 4, "name": "cem"}

    """#

  /// A condition has the same answer as a filter, as a column and as a filter of a table.
  @Test(arguments: [
    "qty * price > 5", "length(name) = 3", "price < .qty", "sum(items[].n) >= 3", "any(items, n = 2)",
    "qty * 2 = unreadable", "coalesce(name, \"-\") = \"-\"", "upper(name) ~ ^A",
  ])
  func filtersColumnsAndAggregatesAgreeOnConditions(_ condition: String) throws {
    let count = try mantle(["filter", condition, "--count"], input: Self.orders)
    let column = try mantle(
      ["table", "--columns", "x = \(condition)", "--where", "x = true", "--format", "csv"], input: Self.orders
    )
    let aggregate = try mantle(
      ["table", "--where", condition, "--aggregate", "n = count", "--format", "ndjson"], input: Self.orders)
    let number = Int(count.output.trimmingCharacters(in: .newlines))
    #expect(number == column.output.split(separator: "\r\n").count - 1, "\(column.output)\(column.errors)")
    #expect(aggregate.output == "{\"n\":\(number ?? -1)}\n", "\(aggregate.errors)")
  }

  @Test func failedCalculationIsNullAndReported() throws {
    let outcome = try mantle(
      ["table", "--columns", "id, total = qty * price", "--format", "ndjson"], input: Self.orders)
    #expect(
      outcome.output
        == "{\"id\":1,\"total\":20.2}\n{\"id\":2,\"total\":3}\n{\"id\":3,\"total\":null}\n{\"id\":4}\n")
    #expect(outcome.errors.contains("1 value could not be calculated; the first: x is not a number"))
    #expect(outcome.status == 1)
  }

  @Test(arguments: [
    (["[].price", "--to", "round(price * 1.1, 1)", "--where", "id = 1"], #""price": 11.1,"#),
    (["[].name", "x", "--where", "price > 5"], #""name": "x", "items": [{"#),
    (["name", "--to", "upper(name)", "--where", "id = 2"], #""name": "BOB""#),
    (["[].total", "--to", "id * 2", "--create"], #""name": "cem", "total": 8}"#),
  ])
  func setCalculatesValues(_ words: [String], _ part: String) throws {
    let outcome = try mantle(["set"] + words, input: Self.orders)
    #expect(outcome.output.contains(part), "\(outcome.output)\(outcome.errors)")
    #expect(outcome.output.split(separator: "\n").count == 4)
  }

  /// The names are those of the innermost list in lines, too.
  @Test(arguments: ["[0].items[].q", "[1].items[].q", "[].items[].q"])
  func setFindsListsInLines(_ place: String) throws {
    let line = #"{"items":[{"p":3,"q":1},{"p":1,"q":1}]}"# + "\n"
    let changed = line.replacing("\"q\":1},", with: "\"q\":2},")
    let expected = (place.hasPrefix("[1]") ? line : changed) + (place.hasPrefix("[0]") ? line : changed)
    let lines = try mantle(["set", place, "--where", "p > 2", "--to", "q + 1"], input: line + line)
    #expect(lines.output == expected, "\(lines.errors)")
  }

  @Test func setNeedsThePlaceOnlyInElementsThatPass() throws {
    let json = #"[{"id": 1, "o": {"a": 1}}, {"id": 3, "o": null}]"#
    let passing = try mantle(["set", "[].o.a", "5", "--where", "id = 1"], input: json)
    #expect(passing.output == #"[{"id": 1, "o": {"a": 5}}, {"id": 3, "o": null}]"#, "\(passing.errors)")
    let missing = try mantle(["set", "[].o.a", "5", "--where", "id = 3"], input: json)
    #expect(missing.status == 1 && missing.errors.contains("is null"), "\(missing.errors)")
  }

  @Test func setWritesNothingIfCalculationFails() throws {
    let outcome = try mantle(["set", "[].qty", "--to", "qty * 2"], input: Self.orders)
    #expect(outcome.output.isEmpty && outcome.status != 0)
    #expect(outcome.errors.contains("x is not a number"), "\(outcome.errors)")
  }

  @Test(arguments: [
    (["table", "--columns", "a", "--distinct", "--format", "csv"], "a\r\n1\r\n2\r\n"),
    (
      ["table", "--columns", "a", "--sort", "a desc", "--distinct", "--limit", "1", "--format", "csv"],
      "a\r\n2\r\n"
    ),
    (["filter", "a > 0", "--distinct"], "{\"a\":1}\n{\"a\":2}\n"),
    (["filter", "a > 0", "--distinct", "--count"], "2\n"),
    (["filter", "a = 2", "--sample", "5"], "{\"a\":2}\n"),
    (["filter", "a > 0", "--sample", "2,9", "--count"], "2\n"),
  ])
  func distinctAndSampleSelectRows(_ words: [String], _ output: String) throws {
    let outcome = try mantle(words, input: "{\"a\":1}\n{\"a\":2}\n{\"a\":1}\n")
    #expect(outcome.output == output, "\(outcome.errors)")
  }

  @Test(arguments: [
    "x", "0", "3,", "3,x", "3,1,2",
  ])
  func mistakesInSamplesAreReported(_ sample: String) throws {
    let outcome = try mantle(["table", "--sample", sample], input: "[1]")
    #expect(
      outcome.errors.contains("--sample is a number of rows") && outcome.status == 2, "\(outcome.errors)")
  }
}
