import Foundation
import Testing

/// `mantle get`, `mantle filter` and `mantle FILE` agree with `mantle check` on what is JSON.
struct DamagedInputTests {
  private func mantle(_ arguments: [String]) throws -> Executable.Outcome {
    try Executable.outcome(of: MantleBinary.url(), arguments, input: nil)
  }

  static let documents: [(name: String, text: String)] = [
    ("a.json", #"[{"a":1},{"a":2},{"a":[null,"é\n"]}]"#), ("b.json", #"{"a":{"b":[1, 2.5e3]}}"#),
    ("c.ndjson", "{\"a\":1}\n{\"a\":2}\n"), ("d.json", "{\"a\":1}\n{\"a\":2}"),
  ]

  /// A text that was cut off at any byte is refused or reported, and what is written is JSON.
  @Test(arguments: documents) func commandsReportTruncatedInput(_ name: String, _ text: String) throws {
    let scratch = try Scratch()
    let bytes = Array(text.utf8)
    for count in 0...bytes.count {
      let file = try scratch.file(name, bytes.prefix(count))
      let isSound = try mantle(["check", file]).status == 0
      for command in [
        ["get", file, ""], ["filter", "$value != 7", file], ["filter", "--count", "$value != 7", file],
      ] {
        let outcome = try mantle(command)
        #expect((outcome.status == 0) == isSound, "\(count) \(command) \(outcome.errors)")
        #expect(outcome.errors.isEmpty == isSound, "\(count) \(command)")
        for line in outcome.outputBytes.split(separator: UInt8(ascii: "\n")) {
          #expect(throws: Never.self, "\(count) \(command)") {
            try JSONSerialization.jsonObject(with: Data(line), options: .fragmentsAllowed)
          }
        }
      }
    }
  }

  static let damaged: [(text: String, status: Int32, output: String, words: String)] = [
    (#"[{"a":1},{"a":2},{"a":3,"b"#, 1, "1\n2\n", "the input is cut off"),
    (#"[{"a":1},{"a":2}{"a":3}]"#, 1, "1\n2\n3\n", "is a comma missing before this?"),
    (#"[{"a":1},{"a":tru},{"a":3}]"#, 1, "1\n3\n", "expected true, false or null"),
    ("{\"a\":1}\n{\"a\":2\n{\"a\":3}", 1, "1\n3\n", "skipped 1 of 3 values"),
    ("{\"a\":NaN}\n{\"a\":2}\n{\"a\":3}\n", 1, "2\n3\n", "skipped 1 of 3 values"),
    ("# comment\n{\"a\":2}\n{\"a\":3}\n", 1, "2\n3\n", "skipped 1 of 3 values"),
    ("started\n{\"a\":2}\nx\n{\"a\":3}\n", 1, "2\n3\n", "skipped 2 of 4 values"),
    ("{\"a\":1},\n{\"a\":2},\n{\"a\":3}\n", 1, "1\n2\n3\n", "values with commas between them"),
    ("<!DOCTYPE html><html></html>", 2, "", "an HTML page"), ("", 2, "", "the text is empty"),
    (" \n", 2, "", "empty"),
  ]

  /// The whole values of a sequence are written, and the damaged ones are reported as `check` reports them.
  @Test(arguments: damaged) func damagedValuesAreSkippedAndReported(
    _ text: String, _ status: Int32, _ output: String, _ words: String
  ) throws {
    let scratch = try Scratch()
    let copy = try scratch.file("x.json", text)
    let get = try mantle(["get", copy, "[].a"])
    #expect(get.status == status && get.output == output, "\(get.output) \(get.errors)")
    #expect(get.errors.contains(words), "\(get.errors)")
    let filter = try mantle(["filter", "a > 0", copy])
    #expect(filter.status == status && filter.errors.contains(words), "\(filter.errors)")
    #expect(filter.output == output.split(separator: "\n").map { "{\"a\":\($0)}\n" }.joined())
    let count = try mantle(["filter", "--count", "a > 0", copy])
    #expect(count.output == (output.isEmpty ? "" : "\(output.split(separator: "\n").count)\n"))
    #expect(try mantle([copy]).status == status)
  }

  /// A missing comma hides no rows.
  @Test func rowsAfterAMissingCommaAreListed() throws {
    let scratch = try Scratch()
    let file = try scratch.file("x.json", #"[{"a":1},{"a":2}{"a":3}]"#)
    let table = try mantle(["table", file, "--format", "csv"])
    #expect(table.status == 1 && table.errors.contains("is a comma missing"), "\(table.errors)")
    #expect(table.output.contains("3"), "\(table.output)")
  }

  /// One file that cannot be read hides no other, and the worst outcome counts.
  @Test func filterContinuesAfterDamagedFile() throws {
    let scratch = try Scratch()
    let (page, list) = (
      try scratch.file("a.json", "<html></html>"), try scratch.file("b.json", #"[{"a":1}]"#)
    )
    let outcome = try mantle(["filter", "a = 1", page, list])
    #expect(outcome.status == 2 && outcome.output == "{\"a\":1}\n", "\(outcome.errors)")
  }

  /// The advice of `check` is given where the text is printed.
  @Test(arguments: [
    ([0xFF, 0xFE, 0x7B, 0, 0x7D, 0] as [UInt8], "iconv"), (Array("<html></html>".utf8), "login page"),
  ])
  func everyCommandAdvisesOnUnreadableInput(_ bytes: [UInt8], _ advice: String) throws {
    let scratch = try Scratch()
    let file = try scratch.file("x.json", bytes)
    for command in [
      [file], ["get", file, "a"], ["filter", "a = 1", file], ["infer", file], ["diff", file, file],
    ] {
      let outcome = try mantle(command)
      #expect(outcome.status == 2 && outcome.errors.contains(advice), "\(command) \(outcome.errors)")
    }
  }

  /// More levels than models are decoded at are no obstacle for commands that decode none.
  @Test func everyCommandReadsDeeplyNestedInput() throws {
    let scratch = try Scratch()
    let text = String(repeating: "{\"a\":", count: 1500) + "1" + String(repeating: "}", count: 1500)
    let file = try scratch.file("x.json", text)
    for command in [["check", file], ["get", file, "a"], ["infer", file], [file]] {
      let outcome = try mantle(command)
      #expect(outcome.status == 0, "\(command) \(outcome.errors)")
    }
  }
}
