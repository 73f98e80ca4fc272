import Foundation
import Testing

/// `mantle merge`, as scripts use it.
struct MergeTests {
  /// Of equal keys the last one counts. Those of NEWER that are not written are named; BASE keeps its bytes.
  @Test func mergeWarnsAboutRepeatedKeys() throws {
    let one = try merge(#"{"a":1,"a":2}"#, #"{"b":3}"#)
    #expect(one.output == #"{"a":1,"a":2,"b":3}"# && one.errors == "" && one.status == 0)
    let other = try merge(#"{"b":3}"#, #"{"a":1,"a":2}"#)
    #expect(other.output == #"{"b":3,"a":2}"# && other.status == 0)
    #expect(other.errors.contains("1:8: warning: the key `a` is repeated here"), "\(other.errors)")
    let lines = try merge("{\"id\":1}\n{\"id\":2}\n", "{\"id\":3,\"x\":1,\"x\":2}\n{\"id\":4}\n")
    #expect(lines.errors.contains("1:15: warning: the key `x` is repeated here"), "\(lines.errors)")
    let scratch = try Scratch()
    let text = try scratch.file("a.json", #"{"a":1,"a":2}"#)
    let converted = try Executable.outcome(
      of: MantleBinary.url(), ["convert", text, "-", "--to", "json"], input: nil)
    #expect(converted.errors.contains("1:8: warning: the key `a` is repeated here"), "\(converted.errors)")
  }

  private func merge(_ base: String, _ newer: String, _ options: [String] = []) throws -> Executable.Outcome {
    let scratch = try Scratch()
    let files = [try scratch.file("base", base), try scratch.file("newer", newer)]
    return try Executable.outcome(of: MantleBinary.url(), ["merge"] + files + options, input: nil)
  }

  static let merged: [(base: String, newer: String, options: [String], output: String)] = [
    (#"{"a":1,"b":2}"#, #"{"b":3,"c":4}"#, [], #"{"a":1,"b":3,"c":4}"#),
    (
      #"[{"id":1,"n":"x"},{"id":2}]"#, #"[{"id":2,"n":"y"},{"id":3}]"#, [],
      #"[{"id":1,"n":"x"},{"id":2,"n":"y"},{"id":3}]"#
    ),
    (#"[{"k":1,"n":"x"}]"#, #"[{"k":1,"m":2}]"#, ["--key", "k"], #"[{"k":1,"n":"x","m":2}]"#),
    (#"[1,2]"#, "[2,3]", [], "[2,3]"), (#"{"a":1}"#, #"{"a":null}"#, [], #"{"a":null}"#),
    (#"{"a":1}"#, #"{"a":null}"#, ["--keep-for-null"], #"{"a":1}"#),
    ("{\n  \"a\": 1\n}\n", #"{"b":2}"#, [], "{\n  \"a\": 1,\n  \"b\": 2\n}\n"),
    // What stays the same keeps its bytes, and what is new looks like it.
    (
      "{ \"id\": 1,\r\n\t\"v\" :1.0 , \"w\":[1, 2]}\r\n", #"{"v":1,"w":[1,2,3]}"#, [],
      "{ \"id\": 1,\r\n\t\"v\" :1.0 , \"w\":[1, 2, 3]}\r\n"
    ),
    (
      "{\"id\":1,\"n\":1}\n{\"id\":2}\n", "{\"id\":3}\n{\"id\":1,\"n\":2}\n", [],
      "{\"id\":1,\"n\":2}\n{\"id\":2}\n{\"id\":3}\n"
    ),
    (
      "{\"id\": 1, \"v\": 1}\r\n\r\n{\"id\": 2}\r\n", "{\"id\":1,\"v\":2}\n{\"id\":2}", [],
      "{\"id\": 1, \"v\": 2}\r\n\r\n{\"id\": 2}\r\n"
    ),
    ("{\"id\":1}\r\n{\"id\":2}\r\n", #"{"id":3}"#, [], "{\"id\":1}\r\n{\"id\":2}\r\n{\"id\":3}\r\n"),
    (
      "{\"id\": 1}\n{\"id\": 2}\n", #"{"id":3,"a":[{}]}"#, [],
      "{\"id\": 1}\n{\"id\": 2}\n{\"id\": 3, \"a\": [{}]}\n"
    ),
    ("{\"id\":1}\n{\"id\":2}", #"{"id":3}"#, [], "{\"id\":1}\n{\"id\":2}\n{\"id\":3}"),
    ("{\n  \"id\": 1\n}{\"id\":2}", #"{"id":3}"#, [], "{\n  \"id\": 1\n}{\"id\":2}\n{\"id\": 3}"),
  ]

  @Test(arguments: merged)
  func newerValuesReplaceBase(_ base: String, _ newer: String, _ options: [String], _ output: String) throws {
    let outcome = try merge(base, newer, options)
    #expect(outcome.output == output)
    #expect(outcome.errors == "")
    #expect(outcome.status == 0)
  }

  /// Elements are merged only where their key is unique on both sides, in lists and in lines.
  @Test(arguments: [
    (
      #"{"ports":[{"name":"dns","port":53,"protocol":"TCP"},{"name":"dns","port":53,"protocol":"UDP"}]}"#,
      #"{"ports":[{"name":"dns","port":53,"protocol":"UDP","nodePort":9}]}"#, "`ports[0]`"
    ),
    ("{\"id\":1,\"v\":\"a\"}\n{\"id\":1,\"v\":\"b\"}\n", "{\"id\":1,\"v\":\"b\",\"n\":1}\n", "appended"),
  ])
  func elementsWithoutUniqueKeyAreAppended(_ base: String, _ newer: String, _ place: String) throws {
    let outcome = try merge(base, newer)
    #expect(outcome.status == 0)
    #expect(
      outcome.errors.contains("1 element") && outcome.errors.contains("is not unique"), "\(outcome.errors)")
    #expect(outcome.errors.contains(place))
    #expect(outcome.output.hasPrefix(String(base.trimmingCharacters(in: .newlines).dropLast(4))))
    #expect(outcome.output.contains(newer.contains("nodePort") ? "9" : #""n":1"#))
  }

  /// An array and lines are the same list.
  @Test(arguments: [
    ("base.json", "[{\"id\":1},{\"id\":2}]\n", "n.ndjson", "{\"id\":2,\"v\":1}\n{\"id\":3}\n"),
    ("base.json", "[{\"id\":1},{\"id\":2}]\n", "n.ndjson", "{\"id\":2,\"v\":1}\n"),
    ("base.ndjson", "{\"id\":1}\n{\"id\":2}\n", "n.json", "[{\"id\":2,\"v\":1},{\"id\":3}]"),
    ("base.ndjson", "{\"id\":2}\n", "n.json", "[{\"id\":2,\"v\":1}]"),
  ])
  func arraysAndLinesAreMerged(_ name: String, _ base: String, _ other: String, _ newer: String) throws {
    let scratch = try Scratch()
    let files = [try scratch.file(name, base), try scratch.file(other, newer)]
    let outcome = try Executable.outcome(of: MantleBinary.url(), ["merge"] + files, input: nil)
    #expect(outcome.output.contains(#"{"id":2,"v":1}"#) && outcome.errors == "", "\(outcome)")
    #expect(outcome.output.contains(#"{"id":3}"#) == newer.contains("3"))
    #expect(outcome.output.hasPrefix("[") == base.hasPrefix("["))
    #expect(outcome.output.count { $0 == "\n" } == (base.hasPrefix("[") ? 1 : newer.contains("3") ? 3 : 1))
  }

  @Test func mergeKeepsJSONCComments() throws {
    let scratch = try Scratch()
    let base = try scratch.file("t.jsonc", "{\n  // one\n  \"a\": 1, // two\n}\n")
    let newer = try scratch.file("n.json", #"{"a":2}"#)
    let outcome = try Executable.outcome(of: MantleBinary.url(), ["merge", base, newer], input: nil)
    #expect(outcome.output == "{\n  // one\n  \"a\": 2, // two\n}\n", "\(outcome.errors)")
  }

  /// Lines without anything that tells them apart are as other lists: the newer ones count, and that is said.
  @Test func linesWithoutIdentifyingKeyAreReplaced() throws {
    let outcome = try merge("{\"a\":1}\n{\"a\":2}\n", "{\"b\":1}\n{\"b\":2}\n")
    #expect(outcome.output == "{\"b\":1}\n{\"b\":2}\n")
    #expect(outcome.errors.contains("no key identifies the values"))
    #expect(outcome.status == 0)
  }

  @Test func definitionSelectsMergeStrategies() throws {
    let scratch = try Scratch()
    let definition = try scratch.file(
      "Stop.model.json",
      #"""
      {"mantle":1,"root":"[Stop]","models":[{"name":"Stop","properties":[
        {"name":"code","type":"string","identity":true},{"name":"tags","type":"[string]","merge":"union"},
        {"name":"first","type":"string","merge":"older"}]}]}
      """#)
    let outcome = try merge(
      #"[{"code":"a","tags":["x"],"first":"1"}]"#,
      #"[{"code":"b","tags":[],"first":"2"},{"code":"a","tags":["y","x"],"first":"3"}]"#,
      ["--definition", definition])
    #expect(
      outcome.output
        == #"[{"code":"a","tags":["x","y"],"first":"1"},{"code":"b","tags":[],"first":"2"}]"#)
  }

  /// Values that the definition refuses are not written, even if BASE already has errors.
  @Test func mergeRejectsMismatchedTypes() throws {
    let scratch = try Scratch()
    let definition = try scratch.file(
      "T.model.json",
      #"""
      {"mantle":1,"root":"[T]","models":[{"name":"T","properties":[
        {"name":"id","type":"integer","identity":true},{"name":"a","type":"integer?"},{"name":"b","type":"integer?"}]}]}
      """#)
    let wrong = try merge(#"[{"id":1}]"#, #"[{"id":1,"a":"x"}]"#, ["--definition", definition])
    #expect(wrong.status == 1 && wrong.output == "")
    #expect(wrong.errors.contains("T.a: expected integer") && wrong.errors.contains("not merged"))
    let known = try merge(#"[{"id":1,"b":"x"}]"#, #"[{"id":1,"a":2}]"#, ["--definition", definition])
    #expect(known.status == 0 && known.output == #"[{"id":1,"b":"x","a":2}]"#)
  }

  /// Nothing is written where anything is wrong, and the file that is written to may be the one that is read.
  @Test(arguments: ["{\"a\":", "{\"id\":1}\n{\"id\"\n", ""]) func damagedInputKeepsBaseIntact(newer: String)
    throws
  {
    let scratch = try Scratch()
    let base = try scratch.file("base", "{\"id\":1}\n{\"id\":2}\n")
    let outcome = try Executable.outcome(
      of: MantleBinary.url(), ["merge", base, try scratch.file("newer", newer), "--output", base], input: nil)
    #expect(outcome.status == (newer.isEmpty ? 2 : 1))
    #expect(outcome.errors.contains("newer:"))
    #expect(scratch.text("base") == "{\"id\":1}\n{\"id\":2}\n")
  }

  @Test func mergeCanOverwriteBase() throws {
    let scratch = try Scratch()
    let base = try scratch.file("base", #"{"a":1}"#)
    let outcome = try Executable.outcome(
      of: MantleBinary.url(), ["merge", base, "-", "--output", base], input: Data(#"{"b":2}"#.utf8))
    #expect(outcome.status == 0)
    #expect(outcome.output == "")
    #expect(scratch.text("base") == "{\"a\":1,\"b\":2}")
  }

  @Test(arguments: [["merge", "x"], ["merge"], ["merge", "a", "b", "c"]]) func mergeRequiresTwoInputs(
    words: [String]
  ) throws {
    #expect(try Executable.outcome(of: MantleBinary.url(), words, input: nil).status == 2)
  }

  /// All that a document may nest is merged, also in a debug build.
  @Test(arguments: [("{\"a\":", "}"), ("[{\"id\":1,\"c\":", "}]"), ("[", "]")])
  func deeplyNestedValuesAreMerged(_ open: String, _ close: String) throws {
    let levels = 1_020 / close.count
    func text(_ value: String) -> String {
      String(repeating: open, count: levels) + value + String(repeating: close, count: levels)
    }
    let outcome = try merge(text("1"), text("2"))
    #expect(outcome.status == 0 && outcome.output == text("2"), "\(outcome.errors.prefix(200))")
  }
}
