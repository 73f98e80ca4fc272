import Foundation
import Testing

/// NDJSON is a list, however many lines it has: none, one or several.
struct LinesTests {
  private static let lines = [
    #"{"id":1,"name":"A","owner":{"login":"bob"}}"#, #"{"id":2,"name":"B","owner":{"login":"al"}}"#,
  ]

  /// The outcome of a command on the lines is that on an array of the same values.
  @Test(
    arguments: [
      ["get", "[].name"], ["get", "[0].owner.login"], ["filter", "id >= 1"], ["table"], ["stats"],
      ["table", "--group", "owner.login"],
      ["convert", "-", "--format", "json"], ["convert", "-", "--format", "ndjson"], ["models"],
    ], [0, 1, 2])
  func commandsTreatLinesAsArray(_ words: [String], _ count: Int) throws {
    let scratch = try Scratch()
    let lines = Self.lines.prefix(count)
    let text = lines.map { "\($0)\n" }.joined()
    let file = try scratch.file("lines.ndjson", text)
    let array = try scratch.file("array.json", "[\(lines.joined(separator: ","))]")
    let outputs = try [file, array].map { path in
      var arguments = words
      arguments.insert(path, at: words[0] == "filter" ? 2 : 1)
      return try Executable.outcome(of: MantleBinary.url(), arguments)
    }
    #expect(outputs[0].output == outputs[1].output, "\(outputs[0].errors)")
    #expect(outputs[0].status == outputs[1].status)
  }

  /// Edits and merged values leave lines lines, compressed or in a table.
  @Test func singleLineFileIsEditedAsLines() throws {
    let scratch = try Scratch()
    let mantle = try MantleBinary.url()
    let one = try scratch.file("one.ndjson", "\(Self.lines[0])\n")
    let two = try scratch.file("two.ndjson", Self.lines.map { "\($0)\n" }.joined())
    for words in [
      ["set", one, "[0].name", "C"], ["rename", one, "[].id", "number"], ["delete", one, "[0].owner"],
    ] {
      _ = try Executable.run(mantle, words)
    }
    #expect(scratch.text("one.ndjson") == "{\"number\":1,\"name\":\"C\"}\n")
    _ = try Executable.run(
      mantle, ["merge", one, two, "--key", "name", "--output", scratch.path("all.ndjson")])
    #expect(scratch.text("all.ndjson").split(separator: "\n").count == 3)
    _ = try Executable.run(mantle, ["convert", one, scratch.path("one.sqlite")])
    #expect(try Executable.run(mantle, ["get", scratch.path("one.sqlite"), "[0].name"]) == "\"C\"\n")
    _ = try Executable.run(mantle, ["convert", scratch.path("one.sqlite"), scratch.path("back.json")])
    #expect(scratch.text("back.json").hasPrefix("["))
  }
}
