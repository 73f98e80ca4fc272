import Foundation
import TestSupport
import Testing

/// `mantle get`, `set` and `diff`, as scripts use them.
struct PlaceCommandsTests {
  private func mantle(_ arguments: String..., input: String? = nil) throws -> Executable.Outcome {
    try Executable.outcome(of: MantleBinary.url(), arguments, input: input.map { Data($0.utf8) })
  }

  static let gets: [(text: String, place: String, output: String)] = [
    (#"{"a":{"b":[1, 2.50 ]}}"#, "a.b", "[1, 2.50 ]\n"), (#"{"a":{"b":[1, 2.50]}}"#, "a.b[1]", "2.50\n"),
    (#"{"a":[{"n":"x"},{"n":"y"}]}"#, "a[].n", "\"x\"\n\"y\"\n"), (#"[10,20]"#, "/1", "20\n"),
    (#"{"7":{"a/b":1}}"#, "/7/a~1b", "1\n"), (#"{"\u0061":5}"#, "a", "5\n"), (#"{"a":1,"a":2}"#, "a", "2\n"),
    ("{\"a\": {\n \"b\": 1 } }\n{\"a\": 2}\n", "a", "{\"b\":1}\n2\n"),
    ("{\"a\":1}\n{\"a\":2}\n", "[1].a", "2\n"), ("{\"a\":1}\n{\"a\":2}\n", "[].a", "1\n2\n"),
    ("[1,2]\n[3]\n", "[]", "1\n2\n3\n"),
    ("\u{FEFF}{\"a\":1}", "a", "1\n"), (#"{"a":[]}"#, "a[].b", ""),
    // JSON text sequences (RFC 7464), and prefixes against script inclusion.
    ("\u{1E}{\"a\":1}\n\u{1E}{\"a\":2}\n", "a", "1\n2\n"), ("\u{1E}{\"a\":1}\n", "a", "1\n"),
    ("\u{1E}{\n\"a\":1}\n\u{1E}{\"a\":2}\n", "[].a", "1\n2\n"), (")]}'\n{\"a\":1}", "a", "1\n"),
    ("for(;;);{\"a\":1}", "a", "1\n"), ("while(1);[1]", "[0]", "1\n"), (")]}',\n[1,2]", "[]", "1\n2\n"),
    ("{\"a\":1}\n{\n\"a\":2}\n{\"a\":3}", "a", "1\n2\n3\n"), (#"{"a\tb":1}"#, #"a\tb"#, "1\n"),
    (#"{"a\tb":{"é":1}}"#, #"["a\u0009b"]["\u00e9"]"#, "1\n"), (#"{"/a":1,"-b":2}"#, #"\/a"#, "1\n"),
    // JSON in a string, and in a string of that.
    (#"{"p":"{\"a\": [1, {\"b\": null}]}"}"#, "p.a[1]", "{\"b\": null}\n"),
    (#"["[1]","[2,3]"]"#, "[][]", "1\n2\n3\n"),
    (#"{"p":"[\"[5]\"]"}"#, "/p/0/0", "5\n"),
  ]

  @Test(arguments: gets) func getPrintsNamedValues(_ text: String, _ place: String, _ output: String) throws {
    let outcome = try mantle("get", place, input: text)
    #expect(outcome.output == output)
    #expect(outcome.errors == "")
    #expect(outcome.status == 0)
  }

  @Test func hyphenInPointerAppendsElement() throws {
    let outcome = try mantle("set", "/orders/-", "3", input: #"{"orders":[1,2]}"#)
    #expect(outcome.status == 0 && outcome.output == #"{"orders":[1,2,3]}"#, "\(outcome.errors)")
    let wrong = try mantle("get", "orders[x]", input: #"{"orders":[1,2]}"#)
    #expect(wrong.status == 2 && wrong.errors.contains("`orders[].id`"))
  }

  @Test(arguments: [
    (["get", "items[?price > 10].sku"], "\"p\"\n", ""), (["get", "items[?price > 99].sku"], "", ""),
    (["set", "items[?sku = p].price", "5"], #"{"items":[{"sku":"p","price":5},{"sku":"q","price":3}]}"#, ""),
    (
      ["set", "items[?price < 10].price", "--to", "price * 2"],
      #"{"items":[{"sku":"p","price":12},{"sku":"q","price":6}]}"#, ""
    ),
    (["delete", "items[?price > 10]"], #"{"items":[{"sku":"q","price":3}]}"#, ""),
    (
      ["rename", "items[?price > 10].sku", "id"], #"{"items":[{"id":"p","price":12},{"sku":"q","price":3}]}"#,
      ""
    ),
    (["set", "items[?price > 99].price", "5"], "", "nothing at `items[?price > 99].price`"),
    (["get", "items[?prise > 99].price"], "", "did you mean price?"),
    (["get", "items[?price > ].price"], "", "in the condition: "),
    (
      ["get", "items[?(@.price > 1)]"], "",
      "write names without @ and values without backquotes: [?price > 10]"
    ),
    (["get", "items[?price == `1`]"], "", "values without backquotes"),
    (["get", "items[?price]"], "", "a comparison"),
  ])
  func conditionsSelectElements(_ arguments: [String], _ output: String, _ error: String) throws {
    let text = #"{"items":[{"sku":"p","price":12},{"sku":"q","price":3}]}"#
    let outcome = try Executable.outcome(of: MantleBinary.url(), arguments, input: Data(text.utf8))
    #expect(outcome.output == output, "\(outcome.errors)")
    #expect(error.isEmpty ? outcome.errors.isEmpty : outcome.errors.contains(error), "\(outcome.errors)")
  }

  @Test(arguments: [".[] | .id", "[(@.length-1)]", "[::2]"])
  func foreignQueriesSuggestFilter(_ place: String) throws {
    let wrong = try mantle("get", place, input: #"[{"id":1}]"#)
    #expect(wrong.status == 2 && wrong.errors.contains("`mantle filter` finds values by a condition"))
  }

  @Test(arguments: [
    (#"{"p":"{\"a\": 1}","q":2}"#, "p.a", "5", #"{"p":"{\"a\": 5}","q":2}"#),
    (#"{"p":"{\"a\": 1}"}"#, "p.b", "x", #"{"p":"{\"a\": 1, \"b\": \"x\"}"}"#),
    (#"{"p":"[1,2]"}"#, "p[]", "3", #"{"p":"[3,3]"}"#), (#"{"p":"[1]"}"#, "/p/-", "2", #"{"p":"[1,2]"}"#),
    (#"["[\"[5]\"]"]"#, "[0][0][0]", "6", #"["[\"[6]\"]"]"#),
  ])
  func setEditsDocumentsInStrings(_ text: String, _ place: String, _ value: String, _ after: String) throws {
    let outcome = try mantle("set", place, value, input: text)
    #expect(outcome.output == after, "\(outcome.errors)")
  }

  @Test(arguments: [
    (["get", "..a"], #"{"p":"{\"a\": 1}","a":2}"#, "2\n1\n"),
    (["delete", "p.a"], #"{"p":"{\"a\": 1, \"b\": 2}"}"#, #"{"p":"{\"b\": 2}"}"#),
    (["delete", "p[0]"], #"{"p":"[1,2]"}"#, #"{"p":"[2]"}"#),
    (["delete", "..a"], #"{"p":"{\"a\":1}","a":2,"q":{"a":"{\"a\":3}"}}"#, #"{"p":"{}","q":{}}"#),
    (["delete", "[].p.a"], "{\"p\":\"{\\\"a\\\":1}\"}\n{\"p\":{\"a\":2}}\n", "{\"p\":\"{}\"}\n{\"p\":{}}\n"),
    (["rename", "p.a", "b"], #"{"p":"{\"a\": 1}"}"#, #"{"p":"{\"b\": 1}"}"#),
    (["rename", "..a", "b"], #"{"a":"{\"a\":1}"}"#, #"{"b":"{\"b\":1}"}"#),
    (["delete", "[0][0][0]"], #"["[\"[5]\"]"]"#, #"["[\"[]\"]"]"#),
  ])
  func placesReachIntoDocumentsInStrings(_ words: [String], _ text: String, _ output: String) throws {
    let outcome = try Executable.outcome(of: MantleBinary.url(), words, input: Data(text.utf8))
    #expect(outcome.output == output, "\(outcome.errors)")
  }

  static let commented = """
    {
      // before a
      "a": 1, // one
      // before b
      "b": 2, // two
      "c": [
        1, // x1
        2 // x2
      ] // three
    }

    """

  /// A deleted value takes the comments on its line and above it with it; all other comments stay.
  @Test(arguments: [("a", "\"a\": 1, // one"), ("b", "\"b\": 2, // two"), ("c[0]", "1, // x1")])
  func deletingKeepsOtherComments(_ place: String, _ line: String) throws {
    let outcome = try mantle("delete", place, "--comments", input: Self.commented)
    let lines = Self.commented.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(
      outcome.output
        == lines.filter { !$0.hasSuffix(line) && !$0.hasSuffix("// before \(place)") }.joined(separator: "\n"),
      "\(outcome.errors)")
  }

  static let additions: [(text: String, place: String, expected: String)] = [
    ("{\n  // only\n}\n", "a", "{\n  // only\n  \"a\": 9\n}\n"),
    ("[\n  // none yet\n]\n", "[0]", "[\n  // none yet\n  9\n]\n"),
    ("[ /* see */ ]", "[0]", "[ /* see */ 9 ]"),
    ("{ // none\n}", "a", "{ // none\n  \"a\": 9\n}"),
    ("{\n  \"b\": 2 // of b\n}\n", "a", "{\n  \"b\": 2, // of b\n  \"a\": 9\n}\n"),
    ("[\n  1, // one\n  2 // two\n]\n", "[2]", "[\n  1, // one\n  2, // two\n  9\n]\n"),
    ("[\n  1, // one\n  2, // two\n]\n", "[2]", "[\n  1, // one\n  2, // two\n  9,\n]\n"),
    ("[\r\n  1, // one\r\n  2 // two\r\n]", "[2]", "[\r\n  1, // one\r\n  2, // two\r\n  9\r\n]"),
    (
      "[\n  // one\n  1,\n  // two\n  2\n  // end\n]", "[2]",
      "[\n  // one\n  1,\n  // two\n  2,\n  9\n  // end\n]"
    ), ("[1, /* two */ 2 /* 2 */]", "[2]", "[1, /* two */ 2 /* 2 */, 9]"),
    ("[1 // one\n]", "[1]", "[1, // one\n9\n]"),
    ("[ // numbers\n  1\n]", "[1]", "[ // numbers\n  1,\n  9\n]"),
  ]

  /// A comment stays where it is, and a new value comes after the comments of the value before it.
  @Test(arguments: additions)
  func addingKeepsComments(_ text: String, _ place: String, _ expected: String) throws {
    let set = try mantle("set", place, "9", "--comments", input: text)
    #expect(set.output == expected, "\(set.errors)")
    let scratch = try Scratch()
    let pointer = place == "a" ? "/a" : "/-"
    let patch = try scratch.file("p.json", #"[{"op":"add","path":"\#(pointer)","value":9}]"#)
    let patched = try mantle("patch", "-", patch, "--comments", input: text)
    #expect(patched.output.replacing("\":9", with: "\": 9") == expected, "\(patched.errors)")
    guard place == "a" else { return }
    let merged = try mantle("merge", "-", try scratch.file("n.json", #"{"a":9}"#), "--comments", input: text)
    #expect(merged.output.replacing("\":9", with: "\": 9") == expected, "\(merged.errors)")
  }

  /// An object or a list that a union cannot read does not become a string.
  @Test(arguments: [
    (#"[{"a":{"b":1}},{"a":"x"},{"a":["y"]}]"#, #"{"c":1}"#),
    (#"[{"a":["y"]},{"a":"x"},{"a":{"b":1}}]"#, "[1]"),
    (#"[{"a":5},{"a":"x"},{"a":["y"]}]"#, "[1]"), (#"[{"a":["y"]},{"a":"x"}]"#, "[1]"),
  ])
  func setRefusesContainersForStringUnions(_ text: String, _ value: String) throws {
    let scratch = try Scratch()
    let file = try scratch.file("i.json", text)
    #expect(try mantle("infer", file, "--output", scratch.path("i.model.json")).status == 0)
    let refused = try mantle("set", file, "[0].a", value)
    #expect(refused.status == 1 && refused.errors.hasSuffix("i.json: not changed\n"), "\(refused.errors)")
    #expect(scratch.text("i.json") == text)
  }

  @Test func deletingTheLastElementRemovesTheCommaBefore() throws {
    let outcome = try mantle("delete", "c[1]", "--comments", input: Self.commented)
    #expect(
      outcome.output
        == Self.commented.replacing("1, // x1", with: "1 // x1").replacing("    2 // x2\n", with: ""))
  }

  @Test(arguments: [
    (["get", "p.b"], "1:6: error: nothing at `p.b`: `p` has the keys `a`"),
    (["rename", "p.a", "c"], "1:6: error: not renamed: there is a `c` already"),
    (["set", "p.b.c", "1"], "(--create adds missing parents and keys)"),
    (["get", "..nope"], "1:1: error: nothing at `..nope`: the value contains no match at any depth"),
  ])
  func errorsInsideStringsPointToTheString(_ words: [String], _ message: String) throws {
    let outcome = try Executable.outcome(
      of: MantleBinary.url(), words, input: Data(#"{"p":"{\"a\":1,\"c\":2}"}"#.utf8))
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
  }

  /// A value of the wrong kind is replaced by one of the type, also if both have the same letters.
  @Test(arguments: [
    ("integer", #""5""#, "5", "5"), ("boolean", #""true""#, "true", "true"), ("string", "5", "5", #""5""#),
    ("string", "true", "true", #""true""#), ("string?", "5", "5", #""5""#),
    ("decimal", #""1.50""#, "1.50", "1.50"),
    ("integerString", "7", "7", #""7""#), ("boolString", "true", "true", #""true""#),
    ("[integer]", #""[1]""#, "[1]", "[1]"),
    ("string", #""5""#, "5", #""5""#), ("integer | string", #""5""#, "5", #""5""#),
    ("json", #""5""#, "5", #""5""#),
  ])
  func setConvertsToPropertyType(_ type: String, _ before: String, _ word: String, _ after: String) throws {
    let scratch = try Scratch()
    _ = try scratch.file(
      "R.model.json",
      #"{"mantle":1,"root":"[R]","models":[{"name":"R","properties":[{"name":"p","type":"\#(type)"}]}]}"#)
    // Errors elsewhere stay as they are.
    let file = try scratch.file("r.json", #"[{"p":\#(before)},{"p":{}},{"p":\#(before)}]"#)
    let outcome = try mantle("set", file, "[0].p", word)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(scratch.text("r.json") == #"[{"p":\#(after)},{"p":{}},{"p":\#(before)}]"#)
    let mixed = try scratch.file("r.json", #"[{"p":\#(after)},{"p":\#(before)}]"#)
    let all = try mantle("set", mixed, "[].p", word)
    #expect(all.status == 0, "\(all.errors)")
    #expect(scratch.text("r.json") == #"[{"p":\#(after)},{"p":\#(after)}]"#)
  }

  /// A variable of a script may be empty: all of a text is not replaced by mistake.
  @Test func setRefusesEmptyPlace() throws {
    let scratch = try Scratch()
    let file = try scratch.file("s.json", #"{"a":1}"#)
    let refused = try Executable.outcome(of: MantleBinary.url(), ["set", file, "", "5"], input: nil)
    #expect(refused.status == 2 && refused.errors.contains("an empty place refers to the whole file"))
    #expect(scratch.text("s.json") == #"{"a":1}"#)
    let meant = try Executable.outcome(
      of: MantleBinary.url(), ["set", file, "", "5", "--as", "json"], input: nil)
    #expect(meant.status == 0 && scratch.text("s.json") == "5")
  }

  @Test(arguments: [["get", "a"], ["set", "a", "2"]]) func trailingTextIsReportedOrKept(_ words: [String])
    throws
  {
    let outcome = try Executable.outcome(of: MantleBinary.url(), words, input: Data("{\"a\": 1} x".utf8))
    // The text after the value is kept by an edit.
    #expect(outcome.status == (words[0] == "get" ? 1 : 0))
    #expect(outcome.output == (words[0] == "get" ? "1\n" : "{\"a\": 2} x"))
    let problem = "<stdin>:1:10: error: expected nothing after the value, found 'x'  [a]\n"
    #expect(words[0] == "set" || outcome.errors.hasPrefix(problem))
  }

  /// What a text is instead of JSON, and a way on, is said by every command as `check` says it.
  @Test(arguments: [
    "a,b\n1,2\n", "a: 1\nb: [c]\n", "[1, 2,, 3]\n", "{\"a\": 1 \"b\": 2}\n", "{'a': 1}\n", "<html></html>\n",
  ])
  func everyCommandExplainsMalformedInput(_ text: String) throws {
    let scratch = try Scratch()
    let (file, sound) = (try scratch.file("x.json", text), try scratch.file("y.json", "[1]\n"))
    let checked = try mantle("check", file)
    // Where in the value it is, `check` says too.
    let said = checked.output.split(separator: "\n").prefix { !$0.contains(": no model fits") }.map {
      $0.replacing(/\x20{2}\[.*\]$/, with: "")
    }
    #expect(said.count > 3 && said.last?.hasPrefix("help: ") == true, "\(checked.output)")
    for words in [["get", file, ""], ["merge", file, sound], ["diff", file, sound], ["infer", file]] {
      let outcome = try Executable.outcome(of: MantleBinary.url(), words, input: nil)
      let errors = outcome.errors.split(separator: "\n").map { $0.replacing(/\x20{2}\[.*\]$/, with: "") }
      #expect(errors.starts(with: said), "\(words) \(outcome.errors)")
      // 2 says that nothing could be read, and of diff that the files were not compared.
      #expect(outcome.status == 1 || outcome.status == 2, "\(words) \(outcome.output)")
    }
  }

  /// Values inside comments are ignored, and `set` leaves comments unchanged.
  @Test func setKeepsJSONCComments() throws {
    let scratch = try Scratch()
    let file = try scratch.file("t.jsonc", "{\n  // one\n  \"a\": [1, /* two */ 2,],\n}\n")
    let get = try Executable.outcome(of: MantleBinary.url(), ["get", file, "a[1]"], input: nil)
    #expect(get.output == "2\n" && get.status == 0)
    let set = try Executable.outcome(of: MantleBinary.url(), ["set", file, "a[1]", "3"], input: nil)
    #expect(set.status == 0, "\(set.errors)")
    #expect(scratch.text("t.jsonc") == "{\n  // one\n  \"a\": [1, /* two */ 3,],\n}\n")
    let plain = try scratch.file("t.json", "{\"a\": 1} // one")
    #expect(try Executable.outcome(of: MantleBinary.url(), ["get", plain, "a"], input: nil).status == 1)
  }

  /// Every command that reads accepts comments by suffix, by well-known name and by option, and `set` keeps them.
  @Test(arguments: [
    ["x.jsonc"], ["x.json5"], ["tsconfig.build.json"], ["a.code-workspace"], [".vscode/settings.json"],
    ["x.json", "--comments"],
  ]) func commentsAreAcceptedByEveryCommand(_ words: [String]) throws {
    let scratch = try Scratch()
    try FileManager.default.createDirectory(
      atPath: scratch.path(".vscode"), withIntermediateDirectories: true)
    let file = try scratch.file(words[0], "{\n  // one\n  \"a\": [1, /* two */ 2,],\n}\n")
    for command in [
      ["get", file, "a[1]"], ["filter", "a != 0", file], ["check", file], ["diff", file, file],
      ["infer", file],
      ["merge", file, file], ["convert", file, "-", "--to", "json"], [file],
    ] {
      let outcome = try Executable.outcome(of: MantleBinary.url(), command + words.dropFirst(), input: nil)
      #expect(outcome.status == 0, "\(command) \(outcome.errors)")
    }
    let set = try Executable.outcome(
      of: MantleBinary.url(), ["set", file, "a[1]", "3"] + words.dropFirst(), input: nil)
    #expect(set.status == 0, "\(set.errors)")
    #expect(scratch.text(words[0]) == "{\n  // one\n  \"a\": [1, /* two */ 3,],\n}\n")
  }

  /// The paths that `diff` prints are read by `get` and `set`, whatever characters the keys have.
  @Test(arguments: UInt64(0)..<6) func printedPathsAreAcceptedAsArguments(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let pieces = [
      "a", ".", "[", "]", "\"", "'", "\\", "/", "-", "\t", "\n", "\u{0}", "\u{1B}", "\u{9B}", "\u{202E}",
      "\u{200D}",
      "\u{301}", "🤔", "0", " ", "~", "n", "u", "\u{E0001}",
    ]
    let keys = Set(
      (0..<8).map { _ in
        (0..<Int.random(in: 0..<5, using: &generator)).map { _ in
          pieces[Int.random(in: 0..<pieces.count, using: &generator)]
        }.joined()
      })
    func text(_ value: Int) throws -> Data {
      try JSONSerialization.data(
        withJSONObject: Dictionary(uniqueKeysWithValues: keys.map { ($0, [$0: [value]]) }))
    }
    let scratch = try Scratch()
    let (before, after) = (try scratch.file("a.json", text(1)), try scratch.file("b.json", text(2)))
    let lines = try mantle("diff", before, after).output.split(separator: "\n")
    #expect(lines.count == keys.count)
    for line in lines {
      let path = String(line.unicodeScalars.dropFirst(2)).components(separatedBy: ": 1 → 2")[0]
      let get = try mantle("get", before, path)
      #expect(get.output == "1\n", "\(path) \(get.errors)")
      let set = try mantle("set", before, path, "2", "--output", "-")
      #expect(
        try mantle("diff", before, "-", input: set.output).output.contains("~ \(path): 1 → 2"), "\(path)")
    }
  }

  /// A first value of any size does not hide the ones behind it.
  @Test func largeFirstLineDoesNotHideLaterLines() throws {
    let large = String(repeating: "x", count: 3 << 20)
    let outcome = try mantle("get", "n", input: "{\"a\":\"\(large)\",\"n\":1}\n{\"n\":2}\n")
    #expect(outcome.output == "1\n2\n")
    #expect(outcome.status == 0)
  }

  @Test func rawOptionPrintsStringsWithoutQuotes() throws {
    #expect(try mantle("get", "a", "--raw", input: #"{"a":"x\ny"}"#).output == "x\ny\n")
    #expect(
      try mantle("get", "a", "--raw", input: #"{"a":"x\ud800y"}"#).outputBytes == Data("x\u{FFFD}y\n".utf8))
  }

  static let dead: [(text: String, place: String, message: String)] = [
    (
      #"{"title":1}"#, "titel",
      "<stdin>:1:1: error: nothing at `titel`: the value has the keys `title`; did you mean `title`?"
    ),
    (#"{"a":[{"n":{"b":1}}]}"#, "b", "did you mean `a[].n.b`?"),
    (#"{"a":[1]}"#, "a[3]", "<stdin>:1:6: error: nothing at `a[3]`: `a` has only 1 element"),
    (#"{"a":"x"}"#, "a.b", "<stdin>:1:6: error: nothing at `a.b`: `a` is a string, not an object"),
    ("{\"a\":1}\n{\"b\":1}\n{}\n", "a", "<stdin>: `a` is missing in 2 values"),
    (#"{"x":{"a.b":1}}"#, "x.a.b", #"the key `a.b` is written `a\.b`"#),
    (#"{"a[0].b":1}"#, "a[0].b", #"the key `a[0].b` is written `a\[0]\.b`"#),
  ]

  @Test(arguments: dead) func getExplainsMissingPaths(_ text: String, _ place: String, _ message: String)
    throws
  {
    let outcome = try mantle("get", place, input: text)
    #expect(outcome.errors.contains(message))
    #expect(outcome.status == 1)
  }

  static let sets: [(text: String, words: [String], output: String)] = [
    ("{ \"a\" : 1 , \"b\":2}", ["a", "3"], "{ \"a\" : 3 , \"b\":2}"),
    (#"{"a":"x"}"#, ["a", "3"], #"{"a":"3"}"#), (#"{"a":"x"}"#, ["a", "3", "--as", "json"], #"{"a":3}"#),
    (#"{"a":"x"}"#, ["a", #""y\u00e4""#], #"{"a":"y\u00e4"}"#),
    (#"{"a":"x"}"#, ["a", #""y" z"#], #"{"a":"\"y\" z"}"#),
    (#"{"a":"x"}"#, ["a", #""y""#, "--as", "text"], #"{"a":"\"y\""}"#),
    (#"{"a":"x"}"#, ["a", "null"], #"{"a":null}"#),
    (#"{"a":"x"}"#, ["a", "null", "--as", "text"], #"{"a":"null"}"#),
    (#"{"a":"x"}"#, ["a", "{"], #"{"a":"{"}"#),
    (#"{"a":null}"#, ["a", "{", "--as", "text"], #"{"a":"{"}"#),
    (#"{"a":1}"#, ["a", "-2"], #"{"a":-2}"#),
    (#"{"a":null}"#, ["a", "say \"hi\""], #"{"a":"say \"hi\""}"#),
    (#"{"a":null}"#, ["a", "[1]"], #"{"a":[1]}"#),
    ("{\n  \"a\": 1\n}\n", ["b", "true"], "{\n  \"a\": 1,\n  \"b\": true\n}\n"),
    (#"{"a":[1, 2]}"#, ["a[2]", "3"], #"{"a":[1, 2, 3]}"#), ("[1]\n[2]\n", ["[1]", "9"], "[1]\n9\n"),
    (#"[{"a":1},{"a":2}]"#, ["[].a", "0"], #"[{"a":0},{"a":0}]"#),
    // Each value keeps its kind.
    ("{\"a\":\"x\"}\n{\"a\":1}\n{}\n", ["a", "5"], "{\"a\":\"5\"}\n{\"a\":5}\n{\"a\": 5}\n"),
    (#"[{"a":1},{"a":"x"},{"a":null}]"#, ["[].a", "5"], #"[{"a":5},{"a":"5"},{"a":5}]"#),
    // A value inside another one that is replaced goes with it.
    (#"{"a":{"a":1},"b":{"a":2}}"#, ["..a", "5"], #"{"a":5,"b":{"a":5}}"#),
    (#"{"p":"{\"n\":1}","n":2}"#, ["..n", "5"], #"{"p":"{\"n\":5}","n":5}"#),
  ]

  @Test(arguments: sets) func setChangesOnlyTheNamedPlace(_ text: String, _ words: [String], _ output: String)
    throws
  {
    let outcome = try Executable.outcome(of: MantleBinary.url(), ["set"] + words, input: Data(text.utf8))
    #expect(outcome.output == output)
    #expect(outcome.status == 0)
  }

  /// A value that begins like JSON but is malformed was probably truncated.
  @Test(arguments: [(#"{"a":null}"#, "a", "{"), (#"{"a":null}"#, "a", "\"x"), ("{}", "a", "[1,")])
  func setRefusesTruncatedJSON(_ text: String, _ place: String, _ value: String) throws {
    let outcome = try mantle("set", place, value, input: text)
    #expect(outcome.status == 2 && outcome.output == "")
    #expect(outcome.errors.contains("--as text"))
  }

  @Test(arguments: ["a.json.gz", "a.json"]) func setRefusesToOverwriteCompressedFile(_ name: String) throws {
    let scratch = try Scratch()
    let path = try scratch.file("a.json", #"{"a":1}"#)
    _ = try Executable.outcome(of: URL(filePath: "/bin/sh"), ["-c", "gzip \(path) && mv \(path).gz \(path)"])
    let file = scratch.path(name)
    if name != "a.json" { try FileManager.default.moveItem(atPath: path, toPath: file) }
    let before = try scratch.bytes(name)
    let outcome = try mantle("set", file, "a", "2")
    #expect(outcome.status != 0 && outcome.errors.contains("mantle does not compress"), "\(outcome.errors)")
    #expect(try scratch.bytes(name) == before)
    #expect(try mantle("set", file, "a", "2", "--output", "-").output == #"{"a":2}"#)
  }

  /// A value that its property is warned of is written, and the warning said.
  @Test func setReportsWarnings() throws {
    let scratch = try Scratch()
    _ = try scratch.file(
      "P.model.json",
      #"{"mantle":1,"root":"P","models":[{"name":"P","properties":[{"name":"s","type":"enum","cases":["a","b"]}]}]}"#
    )
    let outcome = try mantle("set", try scratch.file("p.json", #"{"s":"a"}"#), "s", "c")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("warning: P.s: "), "\(outcome.errors)")
  }

  private static let dates = #"""
    {"mantle":1,"root":"P","models":[{"name":"P","properties":[
      {"name":"u","type":"unixSeconds"},{"name":"t","type":"date(dd.MM.yyyy)"},{"name":"d","type":"date"},
      {"name":"day","type":"iso8601Day"},{"name":"later","type":"date?"},{"name":"n","type":"decimalString"}]}]}
    """#

  /// A date is typed as in the browser, whatever it stands there as.
  @Test(arguments: [
    ("u", "2024-03-01", #""u":1709337599"#), ("u", "2024-03-01T08:30", #""u":1709281800"#),
    ("u", "5", #""u":5"#),
    ("u", "+1d", #""u":1709251199"#), ("t", "2024-03-01", #""t":"01.03.2024""#),
    ("t", "01.03.2024", #""t":"01.03.2024""#), ("d", "2024-03-01", #""d":"2024-03-01T12:00:00Z""#),
    ("d", "2024-03-01T00:00", #""d":"2024-03-01T00:00:00Z""#),
    ("day", "2024-03-01T10:00", #""day":"2024-03-01""#),
    ("later", "2024-03-01", #""later":"2024-03-01T00:00:00Z""#), ("n", "9.50", #""n":"9.50""#),
  ]) func setParsesDatesLikeTheBrowser(_ place: String, _ value: String, _ expected: String) throws {
    let scratch = try Scratch()
    _ = try scratch.file("P.model.json", Self.dates)
    let text = #"{"u":1709164799,"t":"03.02.2024","d":"2024-01-01T12:00:00Z","day":"2024-01-02","n":"7.00"}"#
    let outcome = try mantle("set", try scratch.file("p.json", text), place, value)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(scratch.text("p.json").contains(expected), "\(scratch.text("p.json"))")
  }

  /// Without a model, dates are typed where inference finds or suggests them; other values are what was typed.
  @Test(arguments: [
    (#"{"d":"2024-01-31T10:00:00Z"}"#, "d", "+1d", #"{"d":"2024-02-01T10:00:00Z"}"#),
    (
      #"[{"d":"2024-01-31T10:00:00Z"},{}]"#, "[1].d", "2024-02-01T00:00:00Z",
      #"{"d": "2024-02-01T00:00:00Z"}]"#
    ),
    (#"{"d":"2024-01-31"}"#, "d", "+1d", #"{"d":"2024-02-01"}"#),
    (#"{"d":"31.12.2023"}"#, "d", "+1d", #"{"d":"01.01.2024"}"#),
    (#"{"created":1700000000}"#, "created", "+1d", #"{"created":1700086400}"#),
    (#"{"d":"2024-01-31T23:00:00+02:00"}"#, "d", "+1d", #"{"d":"2024-02-01T23:00:00+02:00"}"#),
    (#"{"d":"2024-01-31T23:00:00+02:00"}"#, "d", "+2h", #"{"d":"2024-02-01T01:00:00+02:00"}"#),
    (#"{"d":"2024-01-31T23:00:00+02:00"}"#, "d", "2024-03-01", #"{"d":"2024-03-01T23:00:00+02:00"}"#),
    (#"{"d":"2024-01-31T23:00:00+02:00 x"}"#, "d", "+1d", #"{"d":"+1d"}"#),
    (#"{"d":"x"}"#, "d", "today", #"{"d":"today"}"#), (#"{"d":"2024-01-31"}"#, "d", "soon", #"{"d":"soon"}"#),
  ]) func setInfersDates(
    _ text: String, _ place: String, _ value: String, _ expected: String
  ) throws {
    let outcome = try mantle("set", place, value, input: text)
    #expect(outcome.status == 0 && outcome.output.hasSuffix(expected), "\(outcome.output) \(outcome.errors)")
    let literal = try mantle("set", place, value, "--as", "text", input: text)
    #expect(literal.output.contains("\"\(value)\""), "\(literal.output)")
  }

  /// Relative dates are computed separately for each existing value.
  @Test func relativeDateUsesEachExistingValue() throws {
    let scratch = try Scratch()
    let definition = try scratch.file(
      "P.model.json", Self.dates.replacing(#""root":"P""#, with: #""root":"[P]""#))
    let outcome = try mantle(
      "set", "[].day", "+1d", "--models", definition, "--model", "P", "--at", "[]",
      input: #"[{"day":"2024-01-31"},{"day":"2024-02-29"}]"#)
    #expect(outcome.output == #"[{"day":"2024-02-01"},{"day":"2024-03-01"}]"#, "\(outcome.errors)")
    let wrong = try mantle(
      "set", "[].u", "soon", "--models", definition, "--model", "P", "--at", "[]", input: #"[{"u":1}]"#)
    #expect(wrong.status == 1 && wrong.errors.contains("[0].u: expected "), "\(wrong.errors)")
  }

  static let elements: [(place: String, value: String, before: String, after: String)] = [
    ("days[0]", "2024-03-01", "31.12.2023", "01.03.2024"), ("days[0]", "+1d", "31.12.2023", "01.01.2024"),
    ("/days/-", "2024-03-01", #""]"#, #"","01.03.2024"]"#),
    ("days[1]", "2024-03-01", #""]"#, #"","01.03.2024"]"#),
    ("by.x", "2024-03-01T00:00:00Z", "1700000000", "1709251200"),
    ("by.y", "2024-03-01T00:00:00Z", "}}", #","y":1709251200}}"#),
  ]

  /// What a list or an object of any keys holds is typed as its model has it, also where it is new.
  @Test(arguments: elements) func setUsesElementTypesOfContainers(
    _ place: String, _ value: String, _ before: String, _ after: String
  ) throws {
    let scratch = try Scratch()
    let definition = try scratch.file(
      "P.model.json",
      """
      {"mantle":1,"root":"P","models":[{"name":"P","properties":[
        {"name":"days","type":"[date(dd.MM.yyyy)]"},{"name":"by","type":"{unixSeconds}"}]}]}
      """)
    let text = #"{"days":["31.12.2023"],"by":{"x":1700000000}}"#
    let outcome = try mantle("set", place, value, "--models", definition, input: text)
    #expect(outcome.output == text.replacing(before, with: after), "\(outcome.errors)")
    let wrong = try mantle("set", place, "soon", "--models", definition, input: text)
    #expect(wrong.status == 1 && wrong.errors.contains("expected "), "\(wrong.errors)")
  }

  @Test(arguments: [("[1,2]", "[1,2]\n"), ("7", "7\n"), (#"{"a":1}"#, "{}\n")])
  func patchOfEqualFilesChangesNothing(_ text: String, _ patch: String) throws {
    let scratch = try Scratch()
    let file = try scratch.file("a.json", text)
    let outcome = try mantle("diff", file, file, "--format", "patch")
    #expect(outcome.status == 0 && outcome.output == patch)
  }

  /// A merge patch has no word for null, but arrays are replaced with the nulls in them.
  @Test(arguments: [
    (#"{"a":1,"b":2}"#, #"{"a":null,"b":2}"#, "a"), (#"{"b":{}}"#, #"{"b":{"n":null}}"#, "b.n"),
    (#"{"b":1}"#, #"{"b":{"c":{"n":null}}}"#, "b.c.n"), ("{}", #"{"n":null}"#, "n"),
    ("[]", #"{"n":null}"#, "n"),
    (#"{"a":1}"#, #"{"a":[null,{"n":null}]}"#, nil), (#"{"a":null}"#, #"{"a":null,"b":1}"#, nil),
    (#"{"a":null}"#, "{}", nil), ("1", "null", nil), ("1", "[null]", nil),
  ])
  func mergePatchRefusesNewNulls(_ before: String, _ after: String, _ null: String?) throws {
    let scratch = try Scratch()
    let outcome = try mantle(
      "diff", "--format", "patch", try scratch.file("a.json", before), try scratch.file("b.json", after))
    #expect(outcome.status == (null == nil ? 1 : 2))
    #expect(outcome.output.isEmpty == (null != nil))
    #expect(null.map { outcome.errors.contains("cannot set `\($0)` to null") } ?? outcome.errors.isEmpty)
  }

  /// An array and its elements, one to a line, are the same list.
  @Test(arguments: [
    ("[{\"id\":1},{\"id\":2}]", "{\"id\":1}\n{\"id\":2}\n", ""), ("[{\"id\":1}]", "{\"id\":1}\n", ""),
    ("[]", "", ""),
    ("[{\"id\":1},{\"id\":2}]", "{\"id\":1}\n{\"id\":3}\n", "+ [1]: {\"id\":3}"), ("[[1]]", "[1]\n", ""),
  ])
  func diffTreatsLinesAsArray(_ array: String, _ lines: String, _ difference: String) throws {
    let scratch = try Scratch()
    let files = [try scratch.file("a.json", array), try scratch.file("b.ndjson", lines)]
    for pair in [files, files.reversed()] {
      let outcome = try mantle("diff", pair[0], pair[1])
      #expect(outcome.status == (difference.isEmpty ? 0 : 1), "\(outcome)")
      #expect(pair != files || outcome.output.hasPrefix(difference), "\(outcome.output)")
    }
  }

  @Test func diffShowsInPlaceChange() throws {
    let scratch = try Scratch()
    let path = try scratch.sample("issue.json")
    #expect(try mantle("set", path, "comments", "12").status == 0)
    let difference = try mantle("diff", SampleData.url("issue.json").path, path)
    #expect(difference.status == 1)
    #expect(difference.output.hasPrefix("~ comments: 6 → 12  ("))
    #expect(difference.output.split(separator: "\n").count == 1)
    #expect(
      try mantle("diff", "--format", "patch", SampleData.url("issue.json").path, path).output
        == "{\"comments\":12}\n")
  }

  @Test(arguments: [
    ("state", "closd", "expected \"open\" or \"closed\""),
    ("comments", "many", "comments: expected a whole number or null, found `many`"),
  ])
  func setRefusesMismatchedValues(_ place: String, _ value: String, _ message: String) throws {
    let scratch = try Scratch()
    let path = try scratch.sample("issue.json")
    let before = try scratch.bytes("issue.json")
    let outcome = try mantle("set", path, place, value)
    #expect(outcome.status != 0)
    #expect(outcome.errors.contains(message))
    #expect(try scratch.bytes("issue.json") == before)
  }

  static let differences: [(before: String, after: String, output: [String])] = [
    (#"{"a":1.0,"b":[1]}"#, #"{"b":[1],"a":1}"#, []), (#"{"a":1}"#, #"{"b":2}"#, ["- a: 1", "+ b: 2"]),
    (
      #"[{"id":1,"n":"x"},{"id":2,"n":"y"},{"id":3,"n":"z"}]"#,
      #"[{"id":3,"n":"z"},{"id":1,"n":"w"},{"id":4}]"#,
      [
        "> [1]  moved from [0]", "~ [1].n: \"x\" → \"w\"", "+ [2]: {\"id\":4}",
        "- [1]: {\"id\":2,\"n\":\"y\"}",
      ]
    ),
    ("[1,2,3,4]", "[1,3,4,5]", ["- [1]: 2", "+ [3]: 5"]),
    // Another identity, and nothing else: one change.
    (
      #"[{"id":1,"n":"x"},{"id":2,"n":"y"},{"id":3,"n":"z"}]"#,
      #"[{"id":7,"n":"x"},{"id":4,"n":"q"},{"id":3,"n":"z"}]"#,
      ["~ [0].id: 1 → 7", "- [1]: {\"id\":2,\"n\":\"y\"}", "+ [1]: {\"id\":4,\"n\":\"q\"}"]
    ),
    ("{\"a\":1}\n{\"a\":2}\n", "{\"a\":1}\n{\"a\":3}\n", ["~ [1].a: 2 → 3"]),
    ("1", "\"1\"", ["~ the value: 1 → \"1\""]),
  ]

  @Test(arguments: differences) func diffListsDifferences(
    _ before: String, _ after: String, _ output: [String]
  )
    throws
  {
    let scratch = try Scratch()
    let outcome = try mantle(
      "diff", try scratch.file("a.json", before), try scratch.file("b.json", after))
    let lines = outcome.output.split(separator: "\n").map { line in
      String(line).components(separatedBy: "  (").first ?? ""
    }
    #expect(Set(lines) == Set(output))
    #expect(outcome.status == (output.isEmpty ? 0 : 1))
  }
}

/// `mantle delete`, `rename`, `fix` and `patch`, and what `get`, `set` and `diff` have from other tools.
struct EditCommandsTests {
  private func mantle(_ words: [String], _ input: String) throws -> Executable.Outcome {
    try Executable.outcome(of: MantleBinary.url(), words, input: Data(input.utf8))
  }

  @Test(arguments: [
    (["get", "$.a[-1]"], #"{"a":[1,2]}"#, "2\n"), (["get", "..b"], #"{"a":[{"b":1},{"b":2}]}"#, "1\n2\n"),
    (["get", "[-1]"], "{\"a\":1}\n{\"a\":2}\n", "{\"a\":2}\n"),
    (["get", "[1:].a"], "{\"a\":1}\n{\"a\":2}\n", "2\n"),
    (["set", "a[-1]", "5"], #"{"a":[1,2]}"#, #"{"a":[1,5]}"#),
    (["set", "a[*].b", "5"], #"{"a":[{"b":1}]}"#, #"{"a":[{"b":5}]}"#),
    (["set", "a.b[0].c", "1", "--create"], #"{"x": 1}"#, #"{"x": 1, "a": {"b": [{"c": 1}]}}"#),
    (["delete", "a"], #"{"a":1,"b":2,"a":3}"#, #"{"b":2}"#),
    (["delete", "[].a"], "[{\"a\":1, \"b\":2}]", "[{\"b\":2}]"),
    (["delete", "[1]"], "{\"a\":1}\n{\"a\":2}\n{\"a\":3}\n", "{\"a\":1}\n{\"a\":3}\n"),
    (["delete", "..a"], #"{"a":{"a":1},"b":[{"a":2}]}"#, #"{"b":[{}]}"#),
    (["rename", "a.b", "c"], #"{"a":{"b": 1}}"#, #"{"a":{"c": 1}}"#),
    (["rename", "..b", "z"], #"{"b":{"b":1,"c":[{"b":2}]}}"#, #"{"z":{"z":1,"c":[{"z":2}]}}"#),
    (["rename", "[].a", "b\"c"], "{\"a\":1}\n{\"a\":2}\n", "{\"b\\\"c\":1}\n{\"b\\\"c\":2}\n"),
    (["fix"], "{'a': 1, b: [1,], // c\n}", "{\"a\": 1, \"b\": [1]\n}"),
    (["fix", "--force"], #"{"a": 1 "b": 2"#, #"{"a": 1, "b": 2}"#),
    (["fix"], #"{"a": 1 "b": 2}"#, #"{"a": 1, "b": 2}"#), (["fix"], "\u{FEFF}{\"a\":1}\n", "{\"a\":1}\n"),
    (["fix"], "{\"a\":1}\n{a:2}\n", "{\"a\":1}\n{\"a\":2}\n"),
    (["fix", "--force"], "{\"a\":1},\n{\"b\":2},\n", "{\"a\":1}\n{\"b\":2}\n"),
    (["fix", "--force"], "{\"a\":1},", "{\"a\":1}"), (["fix"], "{u'a': u'b'}", #"{"a": "b"}"#),
    (["fix", "--force"], #"{'a': '\xa0\x4'}"#, #"{"a": "\u00a0\\x4"}"#),
  ])
  func placeCommandsAffectOnlyNamedPlaces(_ words: [String], _ input: String, _ output: String) throws {
    let outcome = try mantle(words, input)
    #expect(outcome.output.filter { $0 != " " } == output.filter { $0 != " " }, "\(outcome.errors)")
    #expect(outcome.status == 0)
  }

  @Test(arguments: [
    (["delete", "b"], #"{"a":1}"#, "nothing at `b`"),
    (["delete", "a[9:]"], #"{"a":[1]}"#, "nothing at `a[9:]`"),
    (["delete", ""], #"{"a":1}"#, "the whole document"),
    (["rename", "a", "b"], #"{"a":1,"b":2}"#, "there is a `b` already"),
    (["rename", "[0]", "b"], "[1]", "an element has no key"),
    (["set", "a.b", "1"], "{}", "--create"), (["fix"], #"{"a": [1"#, "1 change uncertain"),
    (["delete", "a"], "{\"a\":1}\n{\"a\":\n", "2:6: error"),
    (["fix"], "{\"a\":\"b\nc\"}", "replaced a line break with `\\n`"), (["fix"], "{\"a\": NaN}", "uncertain"),
    (["fix"], "{\"a\": 010}", "uncertain"), (["fix"], "{'a': 'x' 'y'}", "2 changes uncertain"),
    (["fix"], "{\"a\": 'x' + 'y'}", "kept `'`  (JSON does not join strings"),
    (["fix"], "{\"a\": `x` + `y`}", "2 changes uncertain"),
    (["fix"], "{\"a\": “x” + “y”}", "2 changes uncertain"),
    (["set", "..zz", "9"], #"{"a":1}"#, "nothing at `..zz`"),
    (["fix", "--force"], "a: 1\nb:\n  - c\n", "YAML"),
  ])
  func errorsLeaveTheInputUnchanged(_ words: [String], _ input: String, _ message: String) throws {
    let outcome = try mantle(words, input)
    #expect(outcome.output == "" && outcome.status == 1)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
  }

  @Test func fixWritesFileInPlace() throws {
    let scratch = try Scratch()
    let file = try scratch.file("a.json", "{'a': 1}")
    let outcome = try mantle(["fix", file, "--in-place"], "")
    #expect(outcome.status == 0 && scratch.text("a.json") == #"{"a": 1}"#, "\(outcome.errors)")
    #expect(outcome.errors.contains("a.json:1:2: replaced"))
  }

  @Test(arguments: ["json-patch", "patch"]) func patchAppliesDiffOutput(_ form: String) throws {
    let scratch = try Scratch()
    let (old, new) = (#"{"a": [1, {"b": 2}], "c": 3}"#, #"{"a": [0, {"b": 4}], "d": "x"}"#)
    let files = [try scratch.file("old.json", old), try scratch.file("new.json", new)]
    let difference = try mantle(["diff"] + files + ["--format", form], "")
    #expect(difference.status == 1)
    let patched = try mantle(["patch", files[0], "-"], difference.output)
    #expect(patched.status == 0, "\(patched.errors)")
    #expect(try mantle(["diff"] + files + ["--format", "json"], "").status == 0)
    let failed = try mantle(["patch", files[0], "-"], #"[{"op":"test","path":"/d","value":1}]"#)
    #expect(failed.status == 1 && failed.errors.contains("operation 0 (`test`)"), "\(failed.errors)")
  }

  @Test(arguments: [
    (["--ignore", "at", "--ignore-order"], 0), (["--ignore", "at"], 1), (["--ignore-order"], 1),
    (["--ignore", "..at", "--ignore", "tags"], 0), (["--ignore", "..at", "--ignore", "..id"], 1),
    (["--ignore-order", "--format", "json-patch"], 2),
  ])
  func diffIgnoresRequestedPlacesAndOrder(_ words: [String], _ status: Int) throws {
    let scratch = try Scratch()
    let old = try scratch.file("old.json", #"{"at": 1, "tags": ["a", "b"]}"#)
    let new = try scratch.file("new.json", #"{"at": 2, "tags": ["b", "a"]}"#)
    #expect(try mantle(["diff", old, new] + words, "").status == Int32(status))
  }

  /// Elements that differ in ignored values only are the same, wherever they are.
  @Test(arguments: [
    (#"[{"t":1,"v":"a"},{"t":2,"v":"b"}]"#, #"[{"t":3,"v":"b"},{"t":4,"v":"a"}]"#, "[].t", ""),
    (#"[{"b":"x"},1]"#, #"[1,{"b":"y"}]"#, "..b", ""), (#"[[{"b":"x"},1]]"#, #"[[1,{}]]"#, "..b", ""),
    ("{\"t\":1}\n{\"t\":2,\"v\":1}\n", "{\"t\":5,\"v\":1}\n{\"t\":7}\n", "[].t", ""),
    (#"[{"t":1,"v":"a"}]"#, #"[{"t":3,"v":"c"}]"#, "[].t", #"~ [0].v: "a" → "c""#),
  ])
  func ignoredValuesDoNotAffectElementMatching(
    _ before: String, _ after: String, _ place: String, _ output: String
  ) throws {
    let scratch = try Scratch()
    let files = [try scratch.file("old.json", before), try scratch.file("new.json", after)]
    let outcome = try mantle(["diff"] + files + ["--ignore", place, "--ignore-order"], "")
    #expect(outcome.output.hasPrefix(output) && outcome.output.isEmpty == output.isEmpty, "\(outcome.output)")
    #expect(outcome.status == (output.isEmpty ? 0 : 1))
  }

  /// A key whose values are ignored pairs no elements, unless it is named.
  @Test(arguments: [
    (["--ignore", "..id"], 0), (["--ignore", "[].id", "--ignore", "[].at"], 0), ([], 1),
    (["--ignore", "[].id", "--key", "name"], 0), (["--ignore", "[].id", "--key", "id"], 1),
  ])
  func ignoredKeyDoesNotPairElements(_ words: [String], _ status: Int) throws {
    let scratch = try Scratch()
    let old = try scratch.file("old.json", #"[{"id": 1, "name": "a"}, {"id": 2, "name": "b"}]"#)
    let new = try scratch.file("new.json", #"[{"id": 2, "name": "a"}, {"id": 1, "name": "b"}]"#)
    let difference = try mantle(["diff", old, new] + words, "")
    #expect(difference.status == Int32(status), "\(difference.output)")
  }
}
