import Mantle
import Testing

@testable import ModelBrowser

/// `:` and a place: numbers, lines as messages have them, paths in the forms that are copied.
struct GoToTests {
  static let text = """
    {"items": [
      {"id": 1, "user": {"login": "ada"}},
      {"id": 2, "user": {"login": "bob"}, "3": "é x", "a.b": [true]}
    ], "": 0}
    """

  @Test(arguments: [
    (":goto items[1].user.login", "items[1].user.login"), (":goto .items[0].id", "items[0].id"),
    (":goto /items/1/user", "items[1].user"), (":goto /items/1/3", "items[1].3"),
    (":goto items[1].a\\.b[0]", "items[1].a\\.b[0]"), (":goto /items/1/a.b/0", "items[1].a\\.b[0]"),
    (":2:4", "items[0].id"), (":3:47", "items[1].3"), (":goto 2:31", "items[0].user.login"),
    (":goto 1:1", ""), (":goto .", ""),
  ])
  func leadsTo(typed: String, path: String) {
    for size in [1, 40, 1 << 20] {
      var source = DocumentSource(JSONBytes(Self.text), name: "t")
      source.largestRecord = size
      var session = Session(source)
      session.press("j" + (typed.replacing("<", with: "<lt>")) + "<Enter>")
      #expect(session.cursorPath == path, "records of \(size): \(session.message)")
      #expect(session.message == "")
    }
  }

  @Test(arguments: [
    (":goto items[7].id", "There is no [7] in items; there are 2 elements", ""),
    (
      ":goto items[0].user.name", "There is no items[0].user.name; this is the last value on the way",
      "items[0].user"
    ),
    (":goto a[", "Neither a number, nor LINE:COLUMN, nor a path: a[", ""),
    (":99:1", "There is no line 99", ""),
  ])
  func whatIsNotThereIsSaid(typed: String, message: String, path: String) {
    var session = Session(Self.text, models: [])
    session.press(typed + "<Enter>")
    #expect(session.message == message)
    #expect(session.cursorPath == path)
  }

  @Test func modelsAreEnteredByTheirJSONPaths() {
    var session = Session(Samples.issues, columns: 100, rows: 40)
    for path in ["[1].user.login", "[2].html_url", "[0].labels[0].name", "[1].node_id"] {
      session.press(":goto \(path)<Enter>")
      #expect(session.cursorPath == path, "\(session.message)")
    }
  }

  /// An element that is not counted yet is gone to once it is.
  @Test func anElementIsAwaited() throws {
    let text = "[" + (0..<300_000).map { "[\($0)]" }.joined(separator: ",") + "]"
    var browser = Browser(
      DocumentSource(JSONBytes(text), name: "t", models: []), size: ScreenSize(rows: 10, columns: 40))
    let effects = browser.begin()
    for key in KeyNotation.keys("250000G") { _ = browser.handle(.key(key)) }
    #expect(browser.message?.text == "Counting up to element 250000; any key cancels")
    #expect(browser.cursor.path.isEmpty)
    for case .start(let work) in effects where work.kind == .count {
      var reports: [WorkReport] = []
      work.run { reports.append($0) }
      for report in reports { _ = browser.receive(.work(report)) }
    }
    #expect(browser.cursor.path.description == "[249999]")
    #expect(browser.message == nil)
    for key in KeyNotation.keys("300001G") { _ = browser.handle(.key(key)) }
    #expect(browser.message?.text == "There is no element 300001; there are 300000")
  }
}
