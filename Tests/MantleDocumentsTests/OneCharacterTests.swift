import Testing

@testable import Mantle
@testable import MantleDocuments

/// One character where another one belongs, or twice, or not at all: one mistake, and what stands behind it is read.
@Suite struct OneCharacterTests {
  private static let rows: [JSONRepairTests.Row] = [
    // Comments
    .init(#"{"id":2,#name":"b","color":5}"#, #"{"id":2,"name":"b","color":5}"#, "wrong-character 9"),
    .init(#"{"a":1,//b":2,"c":3}"#, #"{"a":1,"c":3}"#, "comment 8"),
    .init(#"{"a":1, // was "b": 2, "c": 3}"#, #"{"a":1, "c": 3}"#, "comment 9"),
    .init(#"{"a":1 # c}"#, #"{"a":1 }"#, "comment 8"),
    .init(#"[1, 2 // three, 4]"#, #"[1, 2 , 4]"#, "comment 7"),
    .init(#"[{"a":1}, //{"a":2},{"a":3}]"#, #"[{"a":1}, {"a":3}]"#, "comment 11"),
    .init(#"{"a": {"b": 1 // x }, "c": 2}"#, #"{"a": {"b": 1 }, "c": 2}"#, "comment 15"),
    .init(#"{"a":1, /* "b": 2, "c": 3}"#, #"{"a":1,  "c": 3}"#, "comment 9"),
    .init("{\n \"a\":1, // b, \"c\"\n \"d\":2}", "{\n \"a\":1, \n \"d\":2}", "comment 9"),
    .init(#"{"a":1, // cut off"#, #"{"a":1}"#, "cut-off 19"),
    // Quotes
    .init("{\n \"a: 1,\n \"b\": 2}", "{\n \"a\": 1,\n \"b\": 2}", "missing-quote 2"),
    .init("{\n \"a : [],\n \"b\": 2}", "{\n \"a\" : [],\n \"b\": 2}", "missing-quote 2"),
    .init(#"{"a":1,"b : 2, "c":3}"#, #"{"a":1,"b" : 2, "c":3}"#, "missing-quote 8"),
    .init(#"{"a":1,"b: -2.5}"#, #"{"a":1,"b": -2.5}"#, "missing-quote 8"),
    .init(#"{"a*:"x","b":2}"#, #"{"a":"x","b":2}"#, "wrong-character 4"),
    .init(#"{*a":1,"b":2}"#, #"{"a":1,"b":2}"#, "wrong-character 2"),
    .init(#"{"c":1,2a":1,"b":2}"#, #"{"c":1,"2a":1,"b":2}"#, "missing-quote 8"),
    .init(#"{""id":77,"b":1}"#, #"{"id":77,"b":1}"#, "surplus-quote 3"),
    .init(#"{"a":""x"","b":1}"#, #"{"a":"x","b":1}"#, "surplus-quote 7, surplus-quote 10"),
    .init(
      #"{"a":""It" fails, "so" it is","b":1}"#, #"{"a":"\"It\" fails, \"so\" it is","b":1}"#,
      "unescaped-quote 7, unescaped-quote 10, unescaped-quote 19, unescaped-quote 22"),
    .init(#"{"a":"""b":1}"#, #"{"a":"","b":1}"#, "missing-comma 8"),
    .init(#"{"a":"""}"#, #"{"a":""}"#, "surplus-quote 7"),
    .init(#"["a","b""","c"]"#, #"["a","b","","c"]"#, "missing-comma 9"),
    .init(#"["a""b","c"]"#, #"["a","b","c"]"#, "missing-comma 5"),
    .init(#"{"a":https://x.org/{/id}","b":1}"#, #"{"a":"https://x.org/{/id}","b":1}"#, "missing-quote 6"),
    .init(#"{"a":"https://x.org/{/id},"b":1}"#, #"{"a":"https://x.org/{/id}","b":1}"#, "missing-quote 6"),
    .init(#"{"a":one, two","b":1}"#, #"{"a":"one, two","b":1}"#, "missing-quote 6"),
    .init(#"{"a":say \"no\", then","b":1}"#, #"{"a":"say \"no\", then","b":1}"#, "missing-quote 6"),
    .init(
      "{\n \"a\": C:\\temp, or x\",\n \"b\": 1}", "{\n \"a\": \"C:\\temp, or x\",\n \"b\": 1}",
      "missing-quote 7"),
    .init(#"["x",1,one, two","b"]"#, #"["x",1,"one, two","b"]"#, "missing-quote 8"),
    .init(#"{"a":(see [1], {2})","b":1}"#, #"{"a":"(see [1], {2})","b":1}"#, "missing-quote 6"),
    // Commas
    .init(#"{"a":"x". "b":1}"#, #"{"a":"x", "b":1}"#, "wrong-character 9"),
    .init(#"{"a":"x"l"b":1}"#, #"{"a":"x","b":1}"#, "wrong-character 9"),
    .init(#"{"a":1-"b":1}"#, #"{"a":1,"b":1}"#, "wrong-character 7"),
    .init("{\"a\":null$\n\"b\":1}", "{\"a\":null,\n\"b\":1}", "wrong-character 10"),
    .init("{\"a\":1，\n\"b\":1}", "{\"a\":1,\n\"b\":1}", "wide-punctuation 7"),
    .init(#"["a"-"b","c"]"#, #"["a","b","c"]"#, "wrong-character 5"),
    .init(#"[{"a":1}.{"a":2}]"#, #"[{"a":1},{"a":2}]"#, "wrong-character 9"),
    .init(#"{"l":[]("b":2}"#, #"{"l":[],"b":2}"#, "wrong-character 8"),
    // Colons
    .init(#"{"a"8"x","b":2}"#, #"{"a":"x","b":2}"#, "wrong-character 5"),
    .init(#"{"a" is 1,"b":2}"#, #"{"a" : 1,"b":2}"#, "wrong-character 6"),
    .init(#"{"a">{"x":1},"b":2}"#, #"{"a":{"x":1},"b":2}"#, "wrong-character 5"),
    // Brackets
    .init(#"{"u":s"a":1},"b":2}"#, #"{"u":{"a":1},"b":2}"#, "wrong-character 6"),
    .init(#"[{"a":1},z"a":2}]"#, #"[{"a":1},{"a":2}]"#, "wrong-character 10"),
    .init(#"{"l":Z{"a":1},{"a":2}],"b":2}"#, #"{"l":[{"a":1},{"a":2}],"b":2}"#, "wrong-character 6"),
    .init(#"{"l":{{"a":1},{"a":2}],"b":2}"#, #"{"l":[{"a":1},{"a":2}],"b":2}"#, "wrong-bracket 6"),
    .init(#"{"l":{1,2],"b":2}"#, #"{"l":[1,2],"b":2}"#, "wrong-bracket 6"),
    .init(#"{"l":Z1,2],"b":2}"#, #"{"l":[1,2],"b":2}"#, "wrong-character 6"),
    .init(#"{"l":_],"b":2}"#, #"{"l":[],"b":2}"#, "wrong-character 6"),
    .init(#"{"l":},"b":2}"#, #"{"l":{},"b":2}"#, "missing-opener 6"),
    .init(#"{"l":"a","b"],"c":2}"#, #"{"l":["a","b"],"c":2}"#, "missing-opener 6"),
    .init(#"{"l":[1,2U,"b":2}"#, #"{"l":[1,2],"b":2}"#, "wrong-character 10"),
    .init(#"[{"a":1|,{"a":2}]"#, #"[{"a":1},{"a":2}]"#, "wrong-character 8"),
    .init(#"[{"a":"x"y,{"a":2}]"#, #"[{"a":"x"},{"a":2}]"#, "wrong-character 10"),
    .init(#"[{"a":1},["a":2},{"a":3}]"#, #"[{"a":1},{"a":2},{"a":3}]"#, "wrong-bracket 10"),
    .init(#"Y{"a":1},{"a":2}]"#, #"[{"a":1},{"a":2}]"#, "wrong-character 1"),
    .init(#"{"a":{"x":false1,"b":2}"#, #"{"a":{"x":false},"b":2}"#, "wrong-character 16"),
    .init(#"{"a":{"x":"y"1,"b":2}"#, #"{"a":{"x":"y"},"b":2}"#, "wrong-character 14"),
    .init(#"{"l":{"a":1}],"b":2}"#, #"{"l":{"a":1},"b":2}"#, "surplus-bracket 13"),
    // Quotes and brackets in place of others
    .init(#"{"a"'"x","b":2}"#, #"{"a":"x","b":2}"#, "wrong-character 5"),
    .init(#"{"a"" [1],"b":2}"#, #"{"a": [1],"b":2}"#, "wrong-character 5"),
    .init(#"{"t"[ "x","u":{"a":1}}"#, #"{"t": "x","u":{"a":1}}"#, "wrong-character 5"),
    .init(#"{"a":"x"["b":1}"#, #"{"a":"x","b":1}"#, "wrong-character 9"),
    .init(#"{"a":[1)],"b":2}"#, #"{"a":[1],"b":2}"#, "stray-text 8"),
    // Two that changed places
    .init(#"{"u":{"a":1,}"b":2}"#, #"{"u":{"a":1},"b":2}"#, "swapped 12"),
    .init(#"{"a":"x," "b":1}"#, #"{"a":"x,", "b":1}"#, "missing-comma 11"),
    // Keys
    .init(#"{"us"er":1,"b":2}"#, #"{"us\"er":1,"b":2}"#, "unescaped-quote 5"),
    .init("{\"us\ner\":1,\"b\":2}", #"{"us\ner":1,"b":2}"#, "unescaped-control 5"),
    .init(#"{"a"=:1,"b":2}"#, #"{"a":1,"b":2}"#, "surplus-colon 5"),
    .init(#"{"a"1:2,"b":2}"#, #"{"a":2,"b":2}"#, "stray-text 5"),
    // Digits
    .init(#"{"a":["x"]9,"b":2}"#, #"{"a":["x"],"b":2}"#, "stray-text 11"),
    .init(#"{"a":[{"x":1}9],"b":2}"#, #"{"a":[{"x":1},9],"b":2}"#, "missing-comma 14"),
    .init(#"{"a":9[1],"b":2}"#, #"{"a":[1],"b":2}"#, "stray-text 6"),
    .init(#"{"a":{"x":10d"},"b":2}"#, #"{"a":{"x":"10d"},"b":2}"#, "missing-quote 11"),
    .init(#"["a", b, "c"]"#, #"["a", "b", "c"]"#, "unquoted-text 7"),
  ]

  @Test(arguments: rows) func singleCharacterErrorIsReportedOnce(_ row: JSONRepairTests.Row) {
    let bytes = JSONBytes(row.text)
    let repair = JSONRepair(bytes)
    #expect(repair.text.text(0..<repair.text.count) == row.repaired)
    let causes = repair.regions.map { "\($0.cause.rawValue) \(bytes.location(at: $0.offset).column)" }
    #expect(causes.joined(separator: ", ") == row.causes)
    #expect(repair.regions.indices.count(where: repair.isReported) == 1)
  }

  /// The message names the unexpected character and its replacement.
  @Test(arguments: [
    (#"{"a": "x". "b": 1}"#, "`,` belongs here instead of `.`"),
    (#"{"a" is 1}"#, "`:` belongs here instead of `is`"),
    (#"{"b": 1, *a": 1}"#, "`\"` belongs here instead of `*`"),
    (#"{"l": {1, 2], "b": 2}"#, "`[` belongs here instead of `{`"),
    (#"{"l": {"a": 1}], "b": 2}"#, "a bracket too many, or `[` is missing before the value that ends here"),
  ]) func hintSuggestsTheExpectedCharacter(_ text: String, _ hint: String) {
    let bytes = JSONBytes(text)
    #expect(JSONRepair(bytes).regions.map { $0.hint(in: bytes) } == [hint])
  }

  /// Of all slips of one character in what punctuation there is, in several ways of writing it, nearly all are one report.
  @Test(arguments: [
    ("{", ",", ":", "}"), ("{\n  ", ",\n  ", ": ", "\n}"), ("{\r\n\t", ",\r\n\t", ": ", "\r\n}"),
  ])
  func mostSingleCharacterTyposAreReportedOnce(_ form: (String, String, String, String)) {
    let (open, comma, colon, close) = form
    func object(_ number: Int) -> String {
      let members = [
        #""url"\#(colon)"https://x.org/a{/b}""#, #""id"\#(colon)\#(number)"#, #""ok"\#(colon)true"#,
        #""by"\#(colon)null"#, #""tags"\#(colon)["a", "b"]"#,
      ]
      return open + members.joined(separator: comma) + close
    }
    let text = Array("[\((1...3).map(object).joined(separator: comma))]".utf8)
    var (slips, single) = (0, 0)
    func look(_ slip: [UInt8]) {
      guard (try? JSONDocument(parsing: JSONBytes(slip))) == nil else { return }
      let repair = JSONRepair(JSONBytes(slip))
      slips += 1
      single += repair.regions.indices.count(where: repair.isReported) == 1 ? 1 : 0
    }
    for place in text.indices where Array("{}[],:\"".utf8).contains(text[place]) {
      look(Array(text[..<place] + text[(place + 1)...]))
      look(Array(text[...place] + text[place...]))
      for bit in 0..<7 where text[place] ^ (1 << bit) >= ASCII.space {
        var slip = text
        slip[place] ^= 1 << bit
        look(slip)
      }
    }
    #expect(slips > 200)
    #expect(single * 100 >= slips * 94, "\(single) of \(slips)")
  }

  /// Time is linear in the text, whatever there is much of.
  @Test(
    .timeLimit(.minutes(30)),
    arguments: [
      "{\"a\": 1, # ", ",\"a", "#a", "/*", "//a,", "\"\"\"a", "\"\"a", "}x", "{\"a\"x", "1.,", "z\"a\":",
      "*a\":", ".\"b\"",
    ])
  func repairOfRepeatedErrorsTakesLinearTime(_ text: String) {
    for line in ["", "\n"] {
      let repair = JSONRepair(JSONBytes("{\"a\": [" + String(repeating: text + line, count: 10_000)))
      #expect(repair.regions.indices.contains(where: repair.isReported))
    }
  }

  /// How far away the closing bracket is does not matter.
  @Test(arguments: [
    (#"{"i":[{"l":[{"d":null}]],"x":{"y":2},"pad":"P"},{"l":[3]}]}"#, "surplus-bracket 24"),
    (#"{"i":{"l":[{"x":1}},"s":"open","pad":"P"},"c":1}"#, "wrong-bracket 19"),
  ])
  func bracketErrorsDoNotDependOnDistance(_ text: String, _ cause: String) {
    for size in [1, 2000, 100_000] {
      let bytes = JSONBytes(text.replacing("P", with: String(repeating: "x", count: size)))
      let causes = JSONRepair(bytes).regions.map {
        "\($0.cause.rawValue) \(bytes.location(at: $0.offset).column)"
      }
      #expect(causes == [cause], "\(size)")
    }
  }
}
