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
    ("how two elements differ", "jvj:compare<Enter>", ["[0] → [1]", "number", "- 14", "+ 15"]),
    ("how an element differs from one far away", "jmajj:compare 'a<Enter>", ["[0] → [2]", "- 14", "+ 16"]),
    ("read a long text", ":goto [0].body<Enter>e", ["It crashes.", "Always."]),
    ("edit it", ":goto [0].body<Enter>eHm. ^S", ["Hm. It crashes."]),
    ("the keys of the file that nothing maps", "gu", ["node_id"]),
    ("its problems, and the first of them", "ge<Enter>", ["reopened"]),
    ("lock all closed issues", "&state=closed<Enter>:set-all locked true<Enter>", ["changed [2].locked"]),
    ("lock some, one after the other", "jvjj:set-all locked true<Enter>", ["changed 2 values"]),
  ]

  @Test(arguments: tasks) func takesThisManyKeys(task: String, keys: String, shows: [String]) {
    var session = Session(Samples.issues, columns: 100, rows: 40)
    session.press(keys)
    for text in shows { #expect(session.screen.contains(text), "\(task): \(session.screen)") }
  }

  @Test(arguments: [
    ("[1, 1]", "jj:compare<Enter>", "[0] → [1]: the same"),
    ("[1]", "j:compare<Enter>", "There is no value before it"),
    ("[1, 2]", "j:compare 'x<Enter>", "There is no mark x here  (mx sets it)"),
    ("[1, 2]", "j:compare [9]<Enter>", "There is no [9]"),
  ])
  func whatCannotBeComparedSaysWhy(text: String, keys: String, words: String) {
    var session = Session(text)
    session.press(keys)
    #expect(session.message.hasPrefix(words), "\(session.message)")
  }
}
