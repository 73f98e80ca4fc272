import Testing

@testable import ModelBrowser

/// `]e` and `[e` go from one error to the next, in a file of one record and of many.
struct ProblemTests {
  private static let text =
    #"[{"state": "x", "title": 1}, {"title": "fine"}, {"labels": [{"name": 2}]}]"#

  @Test(arguments: [1, 1 << 20]) func errorsAreVisitedInOrder(record: Int) {
    var source = DocumentSource(JSONBytes(Self.text), name: "t", models: Session.gitHub)
    source.largestRecord = record
    var session = Session(source, columns: 80, rows: 30)
    session.press(":model Issue<Enter>gg")
    var forward: [String] = []
    repeat {
      session.press("]e")
      forward.append(session.cursorPath)
    } while session.message.isEmpty && forward.count < 50
    #expect(session.message == "The last error was passed; this is the first")
    #expect(forward.last == forward.first)
    for path in ["[0].state", "[0].title", "[1]", "[2].labels[0].name"] {
      #expect(forward.contains(path), "\(path) in \(forward)")
    }
    session.press("[e")
    #expect(session.message == "The last error was passed; this is the last")
    #expect(session.cursorPath == forward.dropLast().last)
  }

  @Test func partsThatAreNoJSONAreVisited() {
    var session = Session("[{\"a\": }, {\"b\": ]}, {}]", models: Session.gitHub)
    session.press("]e")
    #expect(session.cursorPath == "[0]")
    session.press("]e")
    #expect(session.cursorPath == "[1]")
  }
}
