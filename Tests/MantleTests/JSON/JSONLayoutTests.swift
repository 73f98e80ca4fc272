import Mantle
import Testing

@Suite struct JSONLayoutTests {
  static let layouts: [(text: String, layout: JSONLayout)] = [
    ("", .empty), (" \n", .empty), ("\u{FEFF}", .empty), ("1", .scalar(at: 0)), (" \"a\"\n", .scalar(at: 1)),
    ("[1, 2]", .array(at: 0)), ("\u{FEFF}\n[1]\n", .array(at: 4)), ("{\"a\": 1}\n", .object(at: 0)),
    ("{\"a\":1}\n{\"a\":2}\n", .lines(from: 0)), ("\n\n[1]\r\n[2]", .lines(from: 2)),
    ("1\n2\n3", .lines(from: 0)),
    ("{}{}", .concatenated(from: 0)), ("{} {}", .concatenated(from: 0)),
    ("{\n}\n{\n}\n", .concatenated(from: 0)),
    ("{\"a\":1}\n{\"a\":\n2}", .concatenated(from: 0)), ("{}\n{\n}\n{\n}\n", .concatenated(from: 0)),
    ("{\"a\":1}\n{\"a\":\n{\"a\":2}", .lines(from: 0)), ("{\"a\":1}\n{\"a\"\n}\n", .lines(from: 0)),
    ("\"a\" \"b\"", .concatenated(from: 0)), ("[1] x", .array(at: 0)), ("[1, 2", .array(at: 0)),
    ("{\"a", .object(at: 0)),
    ("]", .scalar(at: 0)), ("x y", .scalar(at: 0)), ("{\"a\":1}, {\"a\":2}", .concatenated(from: 0)),
    ("{\"a\":1},\n{\"a\":2},\n", .concatenated(from: 0)), ("{\"a\":1},\n", .object(at: 0)),
    ("\u{1E}{\"a\":1}\n\u{1E}{\"a\":2}\n", .lines(from: 1)),
    ("\u{1E}{\n}\n\u{1E}[]\n", .concatenated(from: 1)),
    (")]}'\n[1]", .array(at: 5)), ("for(;;);{}", .object(at: 8)), ("false", .scalar(at: 0)),
    // A line that is no JSON, wherever it stands.
    ("{\"a\":1}\nERROR\n{\"a\":2}\n", .lines(from: 0)),
    ("ERROR\n{\"a\":1}\n{\"a\":2}\n", .lines(from: 0)),
    ("{\"a\":\n{\"a\":1}\n{\"a\":2}\n", .lines(from: 0)), ("{\"a\":1}\nERROR\n", .object(at: 0)),
    ("{ // c\n \"a\": 1}", .object(at: 0)), ("[ // c\n{\"a\":1},\n{\"a\":2}\n]", .array(at: 0)),
  ]

  @Test(arguments: layouts) func layoutIsDetected(_ text: String, _ layout: JSONLayout) {
    #expect(JSONLayout.detect(JSONBytes(text)) == layout)
  }

  /// A text that is called NDJSON: one line is enough, and one whole line behind one that is not.
  @Test(
    arguments: [
      ("", .lines(from: 0)), ("{\"a\":1}\n", .lines(from: 0)), ("\n{\"a\":1}", .lines(from: 1)),
      ("{\"a\":1\n{\"a\":2}\n", .lines(from: 0)), ("{\"a\":\n{\"a\":2}", .lines(from: 0)),
      ("{\"a\":1}\n{\"a\":", .lines(from: 0)), ("{\"a\":\n", .lines(from: 0)),
      ("{\"a\":1}\nERROR\n", .lines(from: 0)), ("ERROR\n{\"a\":1}\n", .lines(from: 0)),
      ("[{\"a\":1}]\n", .array(at: 0)), ("[\n{\"a\":1},\n{\"a\":2}\n", .array(at: 0)),
      ("{\n\"a\":1}\n", .object(at: 0)), ("{\n\"a\": {\n", .object(at: 0)), ("1\n", .scalar(at: 0)),
    ] as [(String, JSONLayout)])
  func ndjsonLayoutIsDetected(_ text: String, _ layout: JSONLayout) {
    #expect(JSONLayout.detect(JSONBytes(Array(text.utf8), isNDJSON: true)) == layout)
  }

  /// A first value larger than the window is taken for the only one, unless it is all of the first line.
  @Test func layoutDetectionInspectsOnlyThePrefix() {
    let large = "[" + String(repeating: "1,", count: 1000) + "1]"
    for rest in ["\n[2]", "\r\n{}\n"] {
      #expect(JSONLayout.detect(JSONBytes(large + rest), window: 128) == .lines(from: 0))
    }
    for rest in [" [2]", "\n", "\nx", ",\n[2]"] {
      #expect(JSONLayout.detect(JSONBytes(large + rest), window: 128) == .array(at: 0), "\(rest)")
    }
    #expect(JSONLayout.detect(JSONBytes("[" + large + "\n[2]"), window: 128) == .array(at: 0))
    #expect(JSONLayout.detect(JSONBytes(large + "\n[2]")) == .lines(from: 0))
  }
}
