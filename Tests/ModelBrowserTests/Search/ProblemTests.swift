import Testing

@testable import ModelBrowser

/// `]e` and `[e` go from one error to the next, in a file of one record and of many.
struct ProblemTests {
  @Test(arguments: [
    #"[{"title": 1, "state": "x"}, {"title": "fine"}, {"labels": [{"name": 2}]}]"#,
    #"{"title": 1, "state": "x"}"# + "\n" + #"{"title": "fine"}"# + "\n" + #"{"labels": [{"name": 2}]}"#,
  ])
  func errorsAreVisitedInTheOrderOfTheText(text: String) {
    var session = Session(text, columns: 80, rows: 30)
    session.press(":model Issue<Enter>gg")
    var forward: [String] = []
    repeat {
      session.press("]e")
      forward.append(session.cursorPath)
    } while session.message.isEmpty && forward.count < 50
    #expect(session.message == "The last error was passed; this is the first")
    #expect(forward.last == forward.first)
    let expected = ["[0].title", "[0].state", "[1]", "[2].labels[0].name"]
    #expect(forward.dropLast().filter { expected.contains($0) } == expected)
    session.press("[e")
    #expect(session.message == "The last error was passed; this is the last")
    #expect(session.cursorPath == forward.dropLast().last)
  }

  @Test func partsThatAreNoJSONAreVisited() {
    var session = Session("[{\"a\": }, {\"b\": x}, {}]", models: [])
    session.press("]e")
    #expect(session.cursorPath == "[0]")
    session.press("]e")
    #expect(session.cursorPath == "[1]")
    session.press("]e")
    #expect(session.message == "The last error was passed; this is the first")
    #expect(session.cursorPath == "[0]")
  }

  @Test func whereThereAreNoneThatIsSaid() {
    var session = Session("[1, 2]", models: [])
    session.press("]e")
    #expect(session.message == "There are no errors")
  }
}
