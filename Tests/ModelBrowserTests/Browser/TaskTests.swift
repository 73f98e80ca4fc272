import Mantle
import Testing

@testable import ModelBrowser

/// What people come to do, and the keys that it takes besides the text they type.
struct TaskTests {
  static let tasks: [(task: String, keys: String, shows: [String])] = [
    (
      "all closed issues of one user", "&state=closed and reporterLogin=eve<Enter>",
      ["[2] #16 closed"]
    ),
    ("how two elements differ", "jvj:compare<Enter>", ["[1] │ [0]", "number", "15", "│ 14"]),
    ("how an element differs from one far away", "jmajj:compare 'a<Enter>", ["[2] │ [0]", "16", "│ 14"]),
    ("read a long text", ":goto [0].body<Enter>e", ["It crashes.", "Always."]),
    ("edit it", ":goto [0].body<Enter>eHm. ^S", ["Hm. It crashes."]),
    ("the keys of the file that nothing maps", "gu", ["node_id"]),
    ("its problems, and the first of them", "ge<Enter>", ["reopened"]),
    ("lock all closed issues", "&state=closed<Enter>:set-all locked true<Enter>", ["changed [2].locked"]),
    ("lock some, one after the other", "jvjj:set-all locked true<Enter>", ["changed 2 values"]),
  ]

  @Test(arguments: tasks) func documentedKeysSolveCommonTasks(task: String, keys: String, shows: [String]) {
    var session = Session(Samples.issues, columns: 100, rows: 40)
    session.press(keys)
    for text in shows { #expect(session.screen.contains(text), "\(task): \(session.screen)") }
  }

  private func difference(_ old: String, _ new: String) -> [String] {
    let json = JSONText.quoted(new) + ", " + JSONText.quoted(old)
    var session = Session("[\(json)]", columns: 80, rows: 40)
    session.press("jj:compare<Enter>")
    return session.lines.drop { !$0.hasPrefix("─") }.dropFirst().prefix { !$0.isEmpty }.map { $0 }
  }

  @Test func comparisonShowsDifferingLinesOfLongStrings() {
    #expect(
      difference("a\nb\nc\nd\ne\nf\ng\nh", "a\nb\nc\nX\nY\ne\nf\ng\nh")
        == ["  …", "  b", "  c", "- d", "+ X", "+ Y", "  e", "  f", "  …"])
    #expect(difference("a\nb", "a\nb\nc") == ["  a", "  b", "+ c"])
    let long = String(repeating: "word ", count: 100)
    #expect(
      difference(long + "one " + long, long + "two " + long) == [
        "- …ord word word word word one word word word word wor…",
        "+ …ord word word word word two word word word word wor…",
      ])
    #expect(difference("one", "two") == [#"- "one""#, #"+ "two""#])
  }

  @Test func compareShowsDifferencesBetweenFiles() throws {
    let folder = try Folder()
    let path = try folder.file("old.json", #"[{"id": 1, "a": 1}, {"id": 2, "a": [1]}, {"id": 3}]"#)
    var session = Session(#"[{"id": 2, "a": [1]}, {"id": 1, "a": 5}, {"id": 4}]"#, columns: 200, rows: 40)
    session.press(":compare \(path)<Enter>")
    for text in [
      "differences: 4 · test.json │ ", "moved  ", "│ at [", "5  ", "│ 1", "│ {id: 3}", "{id: 4}  ",
    ] {
      #expect(session.screen.contains(text), "\(text): \(session.screen)")
    }
    let same = try folder.file(
      "same.ndjson", "{\"id\": 2, \"a\": [ 1 ]}\n{\"a\": 5, \"id\": 1}\n{\"id\": 4}\n")
    session.press("q:compare \(same)<Enter>")
    #expect(session.message.hasSuffix("same.ndjson: the same values"), "\(session.message)")
    session.press(":compare \(folder.path)/none.json<Enter>")
    #expect(session.message.hasPrefix("not compared: ") && session.message.hasSuffix("no such file"))
    session.press(":compare \(try folder.file("bad.json", "{"))<Enter>")
    #expect(session.message.hasPrefix("Not compared: "), "\(session.message)")
  }

  @Test func compareShowsDifferencesFromFileOnDisk() throws {
    let folder = try Folder()
    let path = try folder.file("a.json", #"{"a": 1}"#)
    var session = Session(try DocumentSource.file(path, models: []), columns: 160, rows: 20)
    session.press(":goto a<Enter>e^U2<Enter>:compare %<Enter>")
    #expect(session.screen.contains("2  ") && session.screen.contains("│ 1"), "\(session.screen)")
  }

  @Test(arguments: [
    ("[1, 1]", "jj:compare<Enter>", "[1] and [0]: the same values"),
    ("[1]", "j:compare<Enter>", "There is no value before it"),
    ("[1, 2]", "j:compare 'x<Enter>", "There is no mark x here  (mx sets it)"),
    ("[1, 2]", "j:compare [9]<Enter>", "There is no [9]"),
  ])
  func refusedComparisonsAreExplained(text: String, keys: String, words: String) {
    var session = Session(text)
    session.press(keys)
    #expect(session.message.hasPrefix(words), "\(session.message)")
  }
}
