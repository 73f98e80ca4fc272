import Foundation
import TestSupport
import Testing

@testable import Mantle
@testable import MantleDocuments

/// What is made of a text that is not JSON.
@Suite struct JSONRepairTests {
  /// A text, what it is read as, and what is wrong with it: cause and column.
  struct Row: Sendable {
    let text: String
    let repaired: String
    let causes: String

    init(_ text: String, _ repaired: String, _ causes: String) {
      (self.text, self.repaired, self.causes) = (text, repaired, causes)
    }
  }

  static let small: [Row] = [
    // Commas
    Row(#"{"a":1,}"#, #"{"a":1}"#, "trailing-comma 7"),
    Row("[1,2,]", "[1,2]", "trailing-comma 5"),
    Row("[1,,2]", "[1,2]", "surplus-comma 4"),
    Row("[,1]", "[1]", "surplus-comma 2"),
    Row(#"{,"a":1}"#, #"{"a":1}"#, "surplus-comma 2"),
    Row("[1 2]", "[1, 2]", "missing-comma 4"),
    Row(#"["a" "b"]"#, #"["a", "b"]"#, "missing-comma 6"),
    Row(#"{"a":1 "b":2}"#, #"{"a":1, "b":2}"#, "missing-comma 8"),
    Row(#"{"a":1 "c":{"p":1}}"#, #"{"a":1, "c":{"p":1}}"#, "missing-comma 8"),
    Row(#"["p" "q" "r"]"#, #"["p", "q", "r"]"#, "missing-comma 6, missing-comma 10"),
    Row(#"{"a":1 "c":{"p":1 "q":2}}"#, #"{"a":1, "c":{"p":1, "q":2}}"#, "missing-comma 8, missing-comma 19"),
    Row(#"{"a":"x" "b":2}"#, #"{"a":"x", "b":2}"#, "missing-comma 10"),
    Row(#"[{"a":1}{"a":2}]"#, #"[{"a":1},{"a":2}]"#, "missing-comma 9"),
    Row(#"{"a":1;"b":2}"#, #"{"a":1,"b":2}"#, "semicolon 7"),
    // Keys, colons, values
    Row(#"{"a" 1}"#, #"{"a": 1}"#, "missing-colon 6"),
    Row(#"{"a" "x","b":1}"#, #"{"a": "x","b":1}"#, "missing-colon 6"),
    Row(#"{"a"::1}"#, #"{"a":1}"#, "surplus-colon 6"),
    Row(#"{"a"=1,"b"=>2}"#, #"{"a":1,"b":2}"#, "equals-sign 5, equals-sign 11"),
    Row(#"{"a":,"b":1}"#, #"{"a":null,"b":1}"#, "missing-value 6"),
    Row(#"{"a":}"#, #"{"a":null}"#, "missing-value 6"),
    Row(#"{"a":1,"b","c":2}"#, #"{"a":1,"c":2}"#, "missing-key 8"),
    Row(#"{"a":1,"b"}"#, #"{"a":1}"#, "missing-key 8"),
    Row(#"{"a":1,{"b":2}}"#, #"{"a":1}"#, "missing-key 8"),
    Row(#"{"a":"b", 5, "c":2}"#, #"{"a":"b",  "c":2}"#, "stray-text 11"),
    Row(#"{"a":"b", 5}"#, #"{"a":"b"}"#, "stray-text 11"),
    Row(#"[{"a":"b", ["x"], "c":2}]"#, #"[{"a":"b",  "c":2}]"#, "missing-key 12"),
    Row(#"[{"a":"b", {"x":1}, "c":2},3]"#, #"[{"a":"b",  "c":2},3]"#, "missing-key 12"),
    Row("{a:1,b_c:2}", #"{"a":1,"b_c":2}"#, "javascript-text 2, javascript-text 6"),
    Row(#"{"a":open,"b":1}"#, #"{"a":"open","b":1}"#, "unquoted-text 6"),
    Row(#"{"a":1 x,"b":2}"#, #"{"a":1 ,"b":2}"#, "stray-text 8"),
    // Literals and numbers
    Row("[None,True,False]", "[null,true,false]", "python-literal 2, python-literal 7, python-literal 12"),
    Row("[NaN,-Infinity]", "[null,null]", "not-a-number 2, not-a-number 6"),
    Row(
      #"{u'a':Rb"it's"}"#, #"{"a":"it's"}"#,
      "single-quoted-text 2, single-quoted-text 2, single-quoted-text 7"),
    Row("[undefined]", "[null]", "literal-spelling 2"),
    Row(
      "[+1,.5,1.,01,0x1F,1_000]", "[1,0.5,1.0,1,31,1000]",
      "number-spelling 2, number-spelling 5, number-spelling 10, number-spelling 12, number-spelling 15, number-spelling 20"
    ),
    // Quotes
    Row(
      "{'a':'x'}", #"{"a":"x"}"#,
      "single-quoted-text 2, single-quoted-text 2, single-quoted-text 6, single-quoted-text 6"),
    Row("[“a”]", #"["a"]"#, "curly-quotes 2, curly-quotes 2"),
    Row(
      #"{"a":"say "hi" now","b":1}"#, #"{"a":"say \"hi\" now","b":1}"#,
      "unescaped-quote 11, unescaped-quote 14"),
    Row(#"{"a":"x,"b":1}"#, #"{"a":"x","b":1}"#, "missing-quote 6"),
    Row(#"{"a":x","b":1}"#, #"{"a":"x","b":1}"#, "missing-quote 6"),
    Row(#"{"a:1,"b":2}"#, #"{"a":1,"b":2}"#, "missing-quote 2"),
    Row(#"{a":1,"b":2}"#, #"{"a":1,"b":2}"#, "missing-quote 2"),
    Row("{\"a\":\"x\n y\",\"b\":1}", #"{"a":"x\n y","b":1}"#, "unescaped-control 8"),
    Row("{\"a\":\"x,\n\"b\":1}", "{\"a\":\"x\",\n\"b\":1}", "missing-quote 6"),
    Row(
      #"[{"a":"the "best": yes","b":1}]"#, #"[{"a":"the \"best\": yes","b":1}]"#,
      "unescaped-quote 12, unescaped-quote 17"),
    Row(#"{"a":"x"b":2}"#, #"{"a":"x","b":2}"#, "missing-comma 9, missing-quote 9"),
    Row(
      #"["a",'say "hi", ok',"b"]"#, #"["a","say \"hi\", ok","b"]"#,
      "single-quotes 6, single-quotes 6, single-quotes 6, single-quotes 6"),
    Row(
      "{\"a\":\"b\nc \"d\"\nee\"}", #"{"a":"b\nc \"d\"\nee"}"#,
      "unescaped-control 8, unescaped-quote 3, unescaped-quote 5, unescaped-control 6"),
    Row(
      #"{"a":{"b":"{{ c "d" }}","e":1}}"#, #"{"a":{"b":"{{ c \"d\" }}","e":1}}"#,
      "unescaped-quote 17, unescaped-quote 19"),
    Row(
      #"{"t":{"d":{"c":"}}","o":"{{"}},"x":1,}"#, #"{"t":{"d":{"c":"}}","o":"{{"}},"x":1}"#,
      "trailing-comma 37"),
    Row(#"{"a":{"b":{"o":"{{"}},}"#, #"{"a":{"b":{"o":"{{"}}}"#, "trailing-comma 22"),
    Row(
      #"[r'\n\z', b'x']"#, #"["\\n\\z", "x"]"#,
      "single-quoted-text 2, invalid-escape 4, invalid-escape 6, single-quoted-text 2, single-quoted-text 11, single-quoted-text 11"
    ),
    Row("['a\\\nb']", #"["ab"]"#, "single-quotes 2, invalid-escape 4, single-quotes 2"),
    Row(#"{"a":10:30,"b":#f00}"#, ##"{"a":"10:30","b":"#f00"}"##, "unquoted-text 6, unquoted-text 16"),
    Row(#"{"a":10:30","b":1}"#, #"{"a":"10:30","b":1}"#, "missing-quote 6"),
    Row(
      "{\"a\":\"x\\\n\"b\":1}", "{\"a\":\"x\\\\\",\n\"b\":1}",
      "invalid-escape 8, missing-quote 6, missing-comma 1"),
    Row("{\"a\":\"x\\\n}", "{\"a\":\"x\\\\\"\n}", "invalid-escape 8, missing-quote 6"),
    Row("{a/b:1,\"c\":2,\"d\":3}", #"{"a/b":1,"c":2,"d":3}"#, "unquoted-key 2"),
    Row(#"{"a":Lamp 2","b":1}"#, #"{"a":"Lamp 2","b":1}"#, "missing-quote 6"),
    Row("[\"a\tb\"]", #"["a\tb"]"#, "unescaped-control 4"),
    Row(#"["\x41"]"#, #"["\u0041"]"#, "invalid-escape 3"),
    // Brackets
    Row(#"[{"a":1,{"a":2}]"#, #"[{"a":1},{"a":2}]"#, "missing-bracket 9"),
    Row(#"{"a":[1,2,"b":3}"#, #"{"a":[1,2],"b":3}"#, "missing-bracket 11"),
    Row(#"{"a":[1,2},"b":3}"#, #"{"a":[1,2],"b":3}"#, "wrong-bracket 10"),
    Row(#"{"a":[1,2}"#, #"{"a":[1,2]}"#, "missing-bracket 10"),
    Row("{\"a\":1}\n\u{A0}b:", "{\"a\":1}\n ", "other-space 1, text-after 2"),
    Row(#"{"a":[,,,"b":1}"#, #"{"a":[],"b":1}"#, "missing-bracket 7, surplus-comma 8"),
    Row(#"{"a":[1,]"b":"#, #"{"a":[1]}"#, "swapped 8, cut-off 14"),
    Row(#"{"a":[1,2]],"b":3}"#, #"{"a":[1,2],"b":3}"#, "surplus-bracket 11"),
    Row(#"{"a":{"b":1}},"c":2}"#, #"{"a":{"b":1},"c":2}"#, "surplus-bracket 13"),
    Row(#"[{"a":1}},{"a":2}]"#, #"[{"a":1},{"a":2}]"#, "surplus-bracket 9"),
    Row(#"{"l":[{"a":1},"b":[2]}],"m":3}"#, #"{"l":[{"a":1,"b":[2]}],"m":3}"#, "surplus-bracket 13"),
    Row(#"{"l":[{"a":1},"b":{"c":2}}"#, #"{"l":[{"a":1}],"b":{"c":2}}"#, "missing-bracket 15"),
    Row(#"[{"a":1}],{"a":2}]"#, #"[{"a":1},{"a":2}]"#, "surplus-bracket 9"),
    Row(#"{"a":1}}"#, #"{"a":1}"#, "surplus-bracket 8"),
    Row(#"["a":1,"b":2},{"a":3}]"#, #"[{"a":1,"b":2},{"a":3}]"#, "missing-opener 2"),
    Row(#"[{"a":1},"a":2},{"a":3}]"#, #"[{"a":1},{"a":2},{"a":3}]"#, "missing-opener 10"),
    Row(#"{"u":"l":1,"m":2},"n":3}"#, #"{"u":{"l":1,"m":2},"n":3}"#, "missing-opener 6"),
    Row(#"{"l":{"a":1},{"a":2}],"n":3}"#, #"{"l":[{"a":1},{"a":2}],"n":3}"#, "missing-opener 6"),
    Row(#"{"u":["l":1,"m":2},"n":3}"#, #"{"u":{"l":1,"m":2},"n":3}"#, "wrong-bracket 6"),
    Row(#"[[{"a":1},{"a":2}]"#, #"[{"a":1},{"a":2}]"#, "surplus-bracket 1"),
    Row(#"[{{"a":1},{"a":2}]"#, #"[{"a":1},{"a":2}]"#, "surplus-bracket 3"),
    // Of two readings, the one that the brackets ahead bear out
    Row(#"[{"p":{"q":{"l":[1]],"x":2}}}]"#, #"[{"p":{"q":{"l":[1],"x":2}}}]"#, "surplus-bracket 20"),
    Row(#"{"a":{"f":{"b":1],"c":2},"d":3}}"#, #"{"a":{"f":{"b":1,"c":2},"d":3}}"#, "surplus-bracket 17"),
    Row(#"{"a":{"b":true),"c":1}"#, #"{"a":{"b":true},"c":1}"#, "wrong-character 15"),
    Row(#"{"a":{"b":12),"c":1}"#, #"{"a":{"b":12},"c":1}"#, "wrong-character 13"),
    Row(#"{"a":{"b":"x"),"c":1}"#, #"{"a":{"b":"x"},"c":1}"#, "wrong-character 14"),
    Row(
      #"{"l":[{"a":1,"b":2},"a":3,"b":4},{"a":5}],"n":2}"#,
      #"{"l":[{"a":1,"b":2},{"a":3,"b":4},{"a":5}],"n":2}"#,
      "missing-opener 21"),
    // Left out
    Row(#"{"t":"x", ...,"b":1}"#, #"{"t":"x", "b":1}"#, "stray-text 11"),
    Row(#"["a",…,"b"]"#, #"["a","b"]"#, "stray-text 6"),
    Row(#"{"t":"x",...}"#, #"{"t":"x"}"#, "stray-text 10"),
    Row(#"{"a":[1,2],...,"b":1}"#, #"{"a":[1,2],"b":1}"#, "stray-text 12"),
    Row(#"{"t":"x" ...}"#, #"{"t":"x" }"#, "stray-text 10"),
    Row(#"{"a":"x",42:"y"}"#, #"{"a":"x","42":"y"}"#, "unquoted-key 10"),
    Row(#"{"v":"a" 2,"b":3}"#, #"{"v":"a" ,"b":3}"#, "stray-text 10"),
    // Quotes inside, up to the end and before a colon
    Row(#"{"t":"Me "too"","b":2}"#, #"{"t":"Me \"too\"","b":2}"#, "unescaped-quote 10, unescaped-quote 14"),
    Row(
      #"{"t":"Found "a" bug: x in y","b":2}"#, #"{"t":"Found \"a\" bug: x in y","b":2}"#,
      "unescaped-quote 13, unescaped-quote 15"),
    Row(#"{"u": \"https://x.org","b":1}"#, #"{"u": "https://x.org","b":1}"#, "invalid-escape 7"),
    Row(#"{"x":[object Object],"y":1}"#, #"{"x":"[object Object]","y":1}"#, "unquoted-text 6"),
    // Cut off
    Row(#"{"a":1,"b":"x"#, #"{"a":1,"b":"x"}"#, "missing-quote 12, cut-off 14"),
    Row(#"{"a":1,"b"#, #"{"a":1}"#, "cut-off 10"),
    Row(#"{"a":1,"b":"#, #"{"a":1}"#, "cut-off 12"),
    Row(#"[{"a":1},{"a":"#, #"[{"a":1},{}]"#, "cut-off 15"),
    Row(#"[1,2"#, #"[1,2]"#, "cut-off 5"),
    Row(#"[{"a":1}] {"a":2}]"#, "[{\"a\":1}] \n{\"a\":2}", "second-value 11, surplus-bracket 18"),
    Row(
      #"{"a":1}{"b":2}{"c":3}}"#, "{\"a\":1}\n{\"b\":2}\n{\"c\":3}",
      "second-value 8, second-value 15, surplus-bracket 22"),
    Row(#"[1,"#, #"[1]"#, "cut-off 4"),
    // Around it
    Row("{\"a\":1\n", "{\"a\":1}\n", "cut-off 1"),
    Row("[/*\n", "[ ]\n", "comment 2, cut-off 1"),
    Row("// c\n{\"a\":1 /* d */}", "\n{\"a\":1  }", "comment 1, comment 8"),
    Row("[1] x", "[1] ", "text-after 5"),
    Row("[1][2]", "[1]\n[2]", "second-value 4"),
    Row("{} \"x\"", "{} \n\"x\"", "second-value 4"),
    Row("2024-01-01 10:00 INFO start\n{\"a\":1}", "\n{\"a\":1}", "text-before 1"),
    Row("[INFO] start\n{\"a\":1}", "\n{\"a\":1}", "text-before 1"),
    Row("INFO: {\"a\":1} got it\n{\"b\":1}", "{\"a\":1} \n{\"b\":1}", "text-before 1, text-after 15"),
    Row("INFO: {\"a\":1} got it\n", "{\"a\":1} \n", "text-before 1, text-after 15"),
    Row(
      "event: a\ndata: {\"a\":1}\n\ndata: {\"a\":2}\n\ndata: [DONE]\n", "\n {\"a\":1}\n\n {\"a\":2}\n\n\n",
      "line-prefix 1, line-prefix 1, line-prefix 1, line-prefix 1"),
    Row("callback({\"a\":1});", "{\"a\":1}", "text-before 1, text-after 17"),
    Row(")]}',\n{\"a\":1}", ")]}',\n{\"a\":1}", ""),
    Row("", "null", "empty 1"),
    Row("<!DOCTYPE html><html></html>", "null", "html 1"),
  ]

  @Test(arguments: small) func smallMistakesAreRepaired(_ row: Row) throws {
    let bytes = JSONBytes(row.text)
    let repair = JSONRepair(bytes)
    #expect(repair.text.text(0..<repair.text.count) == row.repaired)
    let causes = repair.regions.map { "\($0.cause.rawValue) \(bytes.location(at: $0.offset).column)" }
    #expect(causes.joined(separator: ", ") == row.causes)
  }

  /// Values one to a line are no mistake, nor is any text that is JSON.
  @Test(arguments: [
    "{}", "[]", " [1, {\"a\": [], \"b\": {}}, \"x\\n\"] ", "{\"a\":1}\n{\"a\":2}\n",
    "{\n \"a\":1\n}\n{\n \"a\":2\n}", "1\n2",
    "[[[1],[2]],[],{}]", "\"x\"", "-1.5e3", "\u{FEFF}[1]", "{\"a\":\n{\n\"b\":1},\n\"c\":\n2}",
    "[\"a, \\\"b\\\"\", \"c\"]",
  ]) func repairLeavesValidTextUnchanged(_ text: String) {
    let repair = JSONRepair(JSONBytes(text))
    #expect(repair.regions == [])
    #expect(repair.text === repair.original)
  }

  /// A string with both of its quotes is whole, whatever stands on the next line.
  @Test(arguments: ["...,", "\u{0}\u{0}\u{0}\u{0}", "<<<<<<< HEAD"]) func strayTokenKeepsThePreviousString(
    _ token: String
  ) throws {
    let repair = JSONRepair(JSONBytes("{\n \"a\": \"open\",\n \(token)\n \"b\": 1\n}"))
    let root = try JSONDocument(parsing: repair.text).root
    #expect(try root["a"]?.stringValue == "open")
    #expect(root["b"]?.rawText == "1")
  }

  /// An incomplete character at the end of a text is dropped without a mistake of its own.
  @Test(arguments: [[0xC3], [0xE2, 0x82], [0xF0, 0x9F], [0xF0, 0x9F, 0x99]] as [[UInt8]])
  func incompleteFinalCharacterIsDropped(_ half: [UInt8]) {
    let repair = JSONRepair(JSONBytes(Array(#"[{"a":"so "#.utf8) + half))
    #expect(repair.text.text(0..<repair.text.count) == #"[{"a":"so "}]"#)
    #expect(repair.regions.indices.filter(repair.isReported).map { repair.regions[$0].cause } == [.cutOff])
  }

  /// NULs at the end say that the text was not written to there: that it is cut off is no mistake of its own.
  @Test(arguments: ["[{\"a\":1", "[{\"a\":\"x", "[{\"a\":fals"]) func trailingNULsAreOneError(_ text: String)
  {
    let repair = JSONRepair(JSONBytes(text + String(repeating: "\0", count: 40)))
    let reported = repair.regions.indices.filter(repair.isReported)
    #expect(reported.map { repair.regions[$0].cause } == [.nulBytes])
  }

  /// A place in the repaired text is the place in the original.
  @Test func repairedTextKeepsOriginalLocations() throws {
    let bytes = JSONBytes("[// one\n 1,\n {'a': True,}]")
    let repair = JSONRepair(bytes)
    let document = try JSONDocument(parsing: repair.text)
    let node = try #require(document.root[1]?["a"])
    #expect(
      repair.text.location(at: node.byteRange.lowerBound) == SourceLocation(line: 3, column: 8, offset: 19))
    #expect(try bytes.applying(repair.splices) == repair.text.slice(0..<repair.text.count))
  }

  /// Whatever the bytes are, reading ends, what comes out is JSON, the regions do not overlap, and text that is JSON
  /// has none.
  @Test func repairMakesAnyInputValidJSON() throws {
    var random = SeededGenerator(seed: 7)
    let tokens = [
      "[", "]", "{", "}", ",", ":", "\"", "'", "1", "null", "a", "\n", " ", "\\", "//", "/*", "é", "\"k\":",
      "True", "\0", "${a}", "{{a}}", "(", ")", "1,000", "\"\"\"", "\u{1B}[1m", "> ", "，", "\" + \"",
      "\n<<<<<<<\n", "=======\n",
      ">>>>>>>\n", "- 1", "1\r\n", "0\r\n",
      "\t", "-", "{\"a\":1}", "[1]", ",\"b\":2", "\\u00", "=", ";", "“", "NaN", "01", "log ", "\"x\"",
    ]
    for _ in 0..<3000 {
      let text = (0..<Int.random(in: 1...24, using: &random)).map { _ in
        tokens[Int.random(in: 0..<tokens.count, using: &random)]
      }.joined()
      let repair = JSONRepair(JSONBytes(text))
      let isJSON = (try? JSONDocument(text)) != nil
      #expect(!isJSON || repair.regions.isEmpty, "\(text)")
      #expect(try repair.original.applying(repair.splices) == repair.text.slice(0..<repair.text.count))
      #expect(throws: Never.self, "\(text)") { try Self.parseAll(repair.text) }
    }
  }

  /// Where one mistake meets another, found by chance: some were no JSON, some read beyond their end.
  @Test(arguments: [
    "[{}，]", "[2，}", #"{"":1,1,1"#, "{\"a\":\"\\\n\n", #""":","" """#, "{\"l\"\"\"\"\"\"\"\n\"\"",
    #""":"""0"""0"#, "{\"{\n\"\"}a\"", #"""["":]"#, #"["k":a"""#, #"[""}"#, #""": =1"#, #"{"a":1 /}, /"#,
  ]) func adjacentErrorsHaveSeparateRegions(_ text: String) throws {
    let repair = JSONRepair(JSONBytes(text))
    #expect(
      zip(repair.regions, repair.regions.dropFirst()).allSatisfy {
        $0.range.upperBound <= $1.range.lowerBound
      })
    #expect(throws: Never.self) { try Self.parseAll(repair.text) }
  }

  /// Parses the values that stand after each other in a text.
  private static func parseAll(_ text: JSONBytes) throws {
    var parser = JSONParser()
    var end = 0
    repeat {
      end = try parser.parse(text, from: end)
      end = JSONScanner.skipWhitespace(text.base, end, text.count)
    } while end < text.count
  }

  /// One byte of a text that is JSON taken out, doubled or replaced: what comes out is JSON, whatever is cut off behind.
  @Test func repairHandlesOneChangedByteAnywhere() throws {
    let text = Array(
      #"{"a": [1, {"b": "x, y", "c": [true, null]}, -2.5e3], "d\n": {"e": {}, "f": []}, "g": "\u00e9\"z"}"#
        .utf8)
    for place in text.indices {
      var variants = [Array(text[..<place]), text, text]
      variants[1].remove(at: place)
      variants[2].insert(text[place], at: place)
      for byte in Array("[]{},:\"\\ x1'\n".utf8) {
        variants.append(text)
        variants[variants.count - 1][place] = byte
      }
      for variant in variants {
        let repair = JSONRepair(JSONBytes(variant))
        #expect(throws: Never.self, "\(String(decoding: variant, as: UTF8.self))") {
          try Self.parseAll(repair.text)
        }
      }
    }
  }

  /// A run of the same mistake is one; where there are too many, the rest is not read.
  @Test func repeatedErrorsAreReportedOnce() throws {
    let commas = JSONRepair(JSONBytes("[" + String(repeating: ",", count: 200_000) + "]"))
    #expect(commas.regions.count == 1)
    let brackets = JSONRepair(JSONBytes(String(repeating: "[", count: 200_000)))
    #expect(brackets.regions.count == 1)
    // What is looked for ahead is looked for nearby, or once.
    for text in [
      "{{", "${", "\"a\" + ", "a(", "\"\"\"", "=======", "<<<<<<<\n=======\n>>>>>>>\n", "1,000", "> ",
      "\u{1B}[",
    ] {
      let repair = JSONRepair(JSONBytes("[" + String(repeating: text, count: 2_000)))
      #expect((try? JSONDocument(parsing: repair.text)) != nil, "\(text)")
    }
    let quotes = JSONRepair(JSONBytes("[" + String(repeating: "'a',", count: 100_000) + "1]"))
    #expect(quotes.regions.last?.cause == .tooDamaged)
    #expect((try? JSONDocument(parsing: quotes.text)) != nil)
  }

  /// Time is linear in the text, whatever there is much of: with its square these would not end.
  @Test(
    .timeLimit(.minutes(30)),
    arguments: [
      "['" + String(repeating: "\"", count: 30_000) + "']",
      "INFO " + String(repeating: "{\"a\":1} x ", count: 300) + "\n"
        + String(repeating: "text ", count: 100_000),
      "INFO " + String(repeating: "{\"a\":1} x ", count: 300) + String(repeating: "\n", count: 500_000),
    ]) func repairTakesLinearTime(_ text: String)
  {
    let repair = JSONRepair(JSONBytes(text))
    #expect(repair.regions.indices.contains(where: repair.isReported))
  }
}
