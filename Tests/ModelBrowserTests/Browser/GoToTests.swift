import Mantle
import Testing

@testable import ModelBrowser
@testable import TerminalText

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
  func goToMovesCursorToPath(typed: String, path: String) {
    for size in [1, 40, 1 << 20] {
      var source = DocumentSource(JSONBytes(Self.text), name: "t")
      source.largestRecord = size
      var session = Session(source)
      session.press("j" + (typed.replacing("<", with: "<lt>")) + "<Enter>")
      #expect(session.cursorPath == path, "records of \(size): \(session.message)")
      #expect(session.message == "")
    }
  }

  /// Properties are known by their names, and by the row the cursor is on or in.
  @Test(arguments: [
    (":goto [1].createdAt", "[1].created_at"), (":goto [1].user", "[1].user"),
    (":goto [2]<Enter>:goto createdAt", "[2].created_at"),
    (":goto [2].title<Enter>:goto user.login", "[2].user.login"),
    (":goto [2].title<Enter>:goto labels", "[2].labels"),
  ])
  func goToAcceptsPropertyNames(typed: String, path: String) {
    var session = Session(Samples.issues)
    session.press(typed + "<Enter>")
    #expect(session.cursorPath == path, "\(session.message)")
    #expect(session.message == "")
  }

  /// A path is a command of its own: keys that are commands lead to the commands.
  @Test(arguments: [
    (":items[1].user.login", "items[1].user.login"), (":.items[0].id", "items[0].id"), (":items", "items"),
    (":goto items[1]<Enter>:user.login", "items[1].user.login"),
  ])
  func pathAloneActsAsGoTo(typed: String, path: String) {
    var session = Session(Self.text, models: [])
    session.press(typed + "<Enter>")
    #expect(session.cursorPath == path, "\(session.message)")
    #expect(session.message == "")
    session.press(":nonsense<Enter>")
    #expect(session.message == "Not a command: :nonsense  (:help lists them)")
  }

  /// Numbers and percentages count the elements of the nearest list around the cursor.
  @Test(arguments: [
    (":goto a.l[0].x<Enter>2G", "a.l[1]"), (":goto a.l<Enter>3G", "a.l[2]"),
    (":goto a.l[0]<Enter>100%", "a.l[2]"),
    (":goto a.l[1].m[0]<Enter>2G", "a.l[1].m[1]"), (":goto a<Enter>2G", "b"),
  ])
  func numbersCountElementsOfNearestList(keys: String, path: String) {
    var session = Session(#"{"a": {"l": [{"x": 1}, {"m": [1, 2]}, 3]}, "b": 1}"#, models: [])
    session.press(keys)
    #expect(session.cursorPath == path, "\(session.message)")
    session.press(":goto a.l[0]<Enter>9G")
    #expect(session.message == "There is no element 9; there are 3")
  }

  @Test func numbersCountMembersOfObjects() {
    var session = Session(#"{"a": 1, "b": {"c": 2}, "d": 3}"#)
    session.press("2G")
    #expect(session.cursorPath == "b")
    session.press(":3<Enter>")
    #expect(session.cursorPath == "d")
    session.press("9G")
    #expect(session.message == "There is no row 9; there are 3")
  }

  @Test(arguments: [
    (":goto items[7].id", "There is no [7] in items; there are 2 elements", ""),
    (
      ":goto items[0].user.name", "There is no items[0].user.name; there are login", "items[0].user"
    ),
    (
      ":items[0].user.logn", "There is no items[0].user.logn; did you mean items[0].user.login?",
      "items[0].user"
    ),
    (":items[0].login", "There is no items[0].login; did you mean items[0].user.login?", "items[0]"),
    (
      ":items[0].id.x", "There is no items[0].id.x; this is its nearest existing parent", "items[0].id"
    ),
    (":goto a[", "Neither a number, nor LINE:COLUMN, nor a path: a[", ""),
    (":99:1", "There is no line 99", ""),
  ])
  func goToReportsMissingPlaces(typed: String, message: String, path: String) {
    var session = Session(Self.text, models: [])
    session.press(typed + "<Enter>")
    #expect(session.message == message)
    #expect(session.cursorPath == path)
  }

  @Test func goToFindsJSONPathsInModels() {
    var session = Session(Samples.issues, columns: 100, rows: 40)
    for path in ["[1].user.login", "[2].html_url", "[0].labels[0].name", "[1].node_id"] {
      session.press(":goto \(path)<Enter>")
      #expect(session.cursorPath == path, "\(session.message)")
    }
  }

  private static let points = (0..<480).map { "[\($0), \"\(String(repeating: "x", count: 3000))\"]" }
    .joined(separator: ",")
  private static let members = (0..<3000).map { "\"k\($0)\": \"\(String(repeating: "y", count: 500))\"" }
    .joined(separator: ", ")

  /// What a command says and where it leads, while nothing has been counted in the background.
  private func go(_ keys: String, _ text: String, _ size: Int) -> (path: String, message: String) {
    var source = DocumentSource(JSONBytes(text), name: "t", models: [])
    source.largestRecord = size
    var browser = Browser(source, size: ScreenSize(rows: 10, columns: 40))
    for key in KeyNotation.keys(keys) { browser.handle(.key(key)) }
    return (browser.cursor.path.description, browser.message?.text ?? "")
  }

  /// Large lists in large lists: their elements are found before they are counted in the background.
  @Test(arguments: [
    (#"{"features":[{"coordinates":[POINTS]}]}"#, "features[0].coordinates"), ("[[POINTS], 1]", "[0]"),
    ("[0, [[POINTS]]]", "[1][0]"), ("{\"a\": [POINTS]}\n{\"a\": [POINTS]}\n", "[1].a"),
    ("[POINTS]\n[POINTS]\n", "[0]"), (#"[{"m": {MEMBERS, "p": [POINTS]}}]"#, "[0].m.p"),
  ])
  func goToFindsElementsOfLargeLists(form: String, list: String) {
    let text = form.replacing("POINTS", with: Self.points).replacing("MEMBERS", with: Self.members)
    for (number, size) in [(300, 1 << 20), (479, 5000)] {
      let there = go(":goto \(list)[\(number)][0]<Enter>", text, size)
      #expect(there.path == "\(list)[\(number)][0]", "records of \(size): \(there.message)")
    }
  }

  @Test func goToReportsIndexBeyondTheEnd() {
    let there = go(":goto [0][480]<Enter>", "[[\(Self.points)], 1]", 1 << 20)
    #expect(there.message == "There is no [480] in [0]; there are 480 elements")
  }

  @Test(arguments: ["k0", "k999", "k2999", "é"]) func goToFindsMembersOfLargeObjects(key: String) {
    let there = go(":goto a.\(key)<Enter>", #"{"a": {\#(Self.members), "\u00e9": 1}}"#, 1000)
    #expect(there.path == "a.\(key)", "\(there.message)")
  }

  /// An element that is not counted yet is gone to once it is.
  @Test func goToWaitsForUncountedElement() throws {
    let text = "[" + (0..<300_000).map { "[\($0)]" }.joined(separator: ",") + "]"
    var browser = Browser(
      DocumentSource(JSONBytes(text), name: "t", models: []), size: ScreenSize(rows: 10, columns: 40))
    browser.startChecking()
    let effects = browser.takeEffects()
    for key in KeyNotation.keys("250000G") { browser.handle(.key(key)) }
    #expect(browser.message?.text == "Counting up to element 250000; any key cancels")
    #expect(browser.cursor.path.isEmpty)
    for case .start(let work) in effects where work.kind == .count {
      var reports: [WorkReport] = []
      work.run { reports.append($0) }
      for report in reports { browser.receive(report) }
    }
    #expect(browser.cursor.path.description == "[249999]")
    #expect(browser.message == nil)
    for key in KeyNotation.keys("300001G") { browser.handle(.key(key)) }
    #expect(browser.message?.text == "There is no element 300001; there are 300000")
  }
}
