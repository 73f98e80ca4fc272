import Foundation
import Testing

/// `mantle filter`, as scripts use it.
struct FilterCommandTests {
  private func mantle(_ arguments: String..., input: String) throws -> Executable.Outcome {
    try Executable.outcome(of: MantleBinary.url(), arguments, input: Data(input.utf8))
  }

  @Test func filterWritesOneValuePerLine() throws {
    let list = "[{\"n\": 1, \"s\": \"a\"},\n {\"n\": 2,\n  \"s\": \"b\"}, {\"n\": 30, \"s\": \"b\"}]"
    #expect(try mantle("filter", "s = b and n < 10", input: list).output == "{\"n\":2,\"s\":\"b\"}\n")
    #expect(try mantle("filter", "--count", ".s = b", "-", input: list).output == "2\n")
    let lines = "{\"n\": 1}\n{\"n\": 2}\n"
    #expect(try mantle("filter", "n > 1", input: lines).output == "{\"n\": 2}\n")
    #expect(try mantle("filter", "n > 1", input: "{\"n\": 2}").output == "{\"n\": 2}\n")
  }

  /// JSON can write each character as an escape, which filters read as the character.
  @Test(arguments: [
    (#"t ~ "AT&T""#, #"{"t":"AT\u0026T"}"#), (#"t ~ "at&t""#, #"{"t":"\u0041\u0054&T"}"#),
    (#""<b>""#, #"{"t":"\u003Cb\u003e"}"#), (#"t ~ "x/y""#, #"{"t":"x\/y"}"#), ("x/y", #"{"t":"x\/\u0079"}"#),
    (#"t ~ /AT&T/"#, #"{"t":"AT\u0026T"}"#), (#""key""#, #"{"t":0,"\u006bey":1}"#),
    (#"t ~ "é""#, #"{"t":"É"}"#), (#""été""#, #"{"t":"\u00C9tÉ"}"#), (#"t ~ "дом""#, #"{"t":"ДоМ"}"#),
    (#"t ~ "🌊""#, #"{"t":"\ud83c\udf0a"}"#), (#"t ~ "\"a""#, #"{"t":"\u0022a"}"#),
    (#"t ~ "x""#, #"{"t":"x\u0301"}"#),
  ])
  func filterMatchesEscapedCharacters(_ filter: String, _ row: String) throws {
    let other = #"{"t":"\n\\u0026 \u00e8/","k":["a\\\/b"]}"#
    let outcome = try mantle("filter", filter, input: "\(other)\n\(row)\n\(other)\n")
    #expect(outcome.output == row + "\n", "\(outcome.errors)")
    #expect(try mantle("filter", filter, "--count", input: "[\(row),\(other)]").output == "1\n")
  }

  /// A script whose variable is empty gets an error, not other rows.
  @Test(arguments: ["n >", "n =", "n in ()", "n => 5", "n <> 5", "n == = 5"]) func incompleteConditionFails(
    _ filter: String
  ) throws {
    let outcome = try mantle("filter", filter, input: "[{\"n\": 1}]")
    #expect(outcome.status == 2, "\(outcome.output)")
    #expect(outcome.output == "")
  }

  /// The empty output of a filter without matches is valid input for the other commands.
  @Test func emptyLinesFileHasZeroValues() throws {
    let scratch = try Scratch()
    let none = try scratch.file("none.ndjson", "")
    let some = try scratch.file("some.ndjson", "{\"id\":1}\n")
    #expect(try mantle("check", none, input: "").status == 0)
    #expect(try mantle("get", none, "id", input: "").status == 0)
    #expect(try mantle("diff", none, none, input: "").status == 0)
    #expect(try mantle("merge", none, some, input: "").output == "{\"id\":1}\n")
  }

  /// Without being told where; which of several, it is told.
  @Test func filterFindsListInsideObject() throws {
    let one = #"{"page": 1, "orders": [{"id": 1, "total": 5}, {"id": 2, "total": 7}]}"#
    #expect(try mantle("filter", "id = 1", input: one).output == "{\"id\": 1, \"total\": 5}\n")
    #expect(try mantle("filter", "id > 0", "--at", "orders[]", "--count", input: one).output == "2\n")
    #expect(try mantle("filter", "id > 0", "--at", "orders", "--count", input: one).output == "2\n")
    #expect(try mantle("filter", "page = 1", "--count", input: one).output == "1\n")
    for unnamed in ["$index = 1", "7", ".id = 2", "id = 2 and $index = 1"] {
      #expect(try mantle("filter", unnamed, input: one).output == "{\"id\": 2, \"total\": 7}\n", "\(unnamed)")
    }
    #expect(
      try mantle("table", "--where", "$index = 1", "--format", "ndjson", input: one).output
        == "{\"id\":2,\"total\":7}\n")
    let keyed = #"{"u1": {"n": 1}, "u2": {"n": 2}}"#
    #expect(try mantle("filter", "$key = u2", input: keyed).output == "{\"n\": 2}\n")
    let nested = #"{"data": {"items": [{"id": 1}]}, "tags": ["a"]}"#
    #expect(try mantle("filter", "id = 1", input: nested).output == "{\"id\": 1}\n")
    let mistake = try mantle("filter", "totl = 1", input: one)
    #expect(mistake.status == 2 && mistake.errors.contains("did you mean total?"), "\(mistake.errors)")
    let two = try mantle("filter", "id = 1", input: #"{"a": [{"id": 1}], "b": [{"id": 1}]}"#)
    #expect(two.status == 2 && two.errors.contains("--at 'a[]', 'b[]'"), "\(two.errors)")
    let nowhere = try mantle("filter", "id = 1", "--at", "c[]", input: one)
    #expect(nowhere.status == 2 && nowhere.errors.contains("--at 'orders[]'"), "\(nowhere.errors)")
  }

  /// The definition beside the data says what the elements are.
  @Test func filterDecodesElementsWithAdjacentDefinition() throws {
    let scratch = try Scratch()
    let orders = #"{"orders": [{"at": "31.12.2023"}, {"at": "01.05.2024"}, {"at": null}]}"#
    let file = try scratch.file("shop.json", orders)
    _ = try scratch.file(
      "shop.model.json",
      """
      {"mantle":1,"root":"Shop","models":[{"name":"Shop","properties":[{"name":"orders","type":"[Order]"}]},
        {"name":"Order","properties":[{"name":"at","type":"date(dd.MM.yyyy)?"}]}]}
      """)
    #expect(try mantle("filter", "at > 2024-01-01", file, input: "").output == "{\"at\": \"01.05.2024\"}\n")
    #expect(try mantle("filter", "at < 2024", file, "--at", "orders[]", "--count", input: "").output == "1\n")
  }

  @Test func filterMistakeReportsItsPosition() throws {
    let outcome = try mantle("filter", "n = 1 and size > 3", input: "[{\"n\": 1, \"sizes\": 2}]")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("no property or key \"size\"; did you mean sizes?"))
    #expect(outcome.errors.contains("at character 11"))
  }
}
