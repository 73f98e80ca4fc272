import Mantle
import Testing

@testable import ModelBrowser
@testable import TerminalText

/// `]e` and `[e` go from one error to the next, in a file of one record and of many.
struct ProblemTests {
  @Test(arguments: [
    #"[{"title": 1, "state": "x"}, {"title": "fine"}, {"labels": [{"name": 2}]}]"#,
    #"{"title": 1, "state": "x"}"# + "\n" + #"{"title": "fine"}"# + "\n" + #"{"labels": [{"name": 2}]}"#,
  ])
  func errorKeysVisitErrorsInDocumentOrder(text: String) {
    var session = Session(text, columns: 80, rows: 30)
    session.press(":model Issue<Enter>gg")
    var forward: [String] = []
    repeat {
      session.press("]e")
      forward.append(session.cursorPath)
    } while session.message.isEmpty && forward.count < 50
    #expect(session.message == "No more errors below; this is the first one")
    #expect(forward.last == forward.first)
    let expected = ["[0].title", "[0].state", "[1].url", "[1].number", "[2].labels[0].name"]
    #expect(forward.dropLast().filter { expected.contains($0) } == expected)
    session.press("[e")
    #expect(session.message == "No more errors above; this is the last one")
    #expect(session.cursorPath == forward.dropLast().last)
  }

  @Test func errorKeysVisitMalformedParts() {
    var session = Session("[{\"a\": }, {\"b\": x}, {}]", models: [])
    session.press("]e")
    #expect(session.cursorPath == "[0]")
    session.press("]e")
    #expect(session.cursorPath == "[1].b")
    session.press("]e")
    #expect(session.message == "No more errors below; this is the first one")
    #expect(session.cursorPath == "[0]")
  }

  /// What is missing is gone to one after the other, and given.
  @Test(arguments: ["", "&has-error<Enter>"]) func errorKeysLeadToMissingProperties(filter: String) {
    let text = Samples.issues.replacingFirst(#""number": 16, "#, with: "").replacingFirst(
      "reopened", with: "open")
    for size in [1000, 1 << 20] {
      var source = DocumentSource(JSONBytes(text), name: "t", models: Session.gitHub)
      source.largestRecord = size
      var session = Session(source, columns: 100, rows: 30)
      session.press(filter + "]e")
      #expect(session.cursorPath == "[2].number", "\(session.screen)")
      session.press("ey4<Enter>")
      #expect(session.status.contains("no errors"), "\(session.screen)")
    }
  }

  /// From the list of problems Enter goes to what is missing, where it can be given.
  @Test func problemListLeadsToMissingProperty() {
    let text = Samples.issues.replacingFirst(#""number": 16, "#, with: "").replacingFirst(
      "reopened", with: "open")
    var session = Session(text, models: Session.gitHub, columns: 100, rows: 30)
    session.press("ge/missing<Enter>G<Enter>")
    #expect(session.cursorPath == "[2].number", "\(session.screen)")
    session.press("ey4<Enter>")
    #expect(session.status.contains("no errors"), "\(session.screen)")
  }

  /// Models inside the elements of a list are not mistaken for the elements.
  @Test func statusBarNamesPathOfNestedModels() throws {
    let issue = try #require(try JSONDocument(Samples.issues).root.elements.first { _ in true }).rawText
    let event = "{\"id\": 1, \"payload\": {\"issue\": \(issue)}}"
    let session = Session("[\(event), \(event)]", models: Session.gitHub, columns: 100)
    #expect(session.status.contains("Issues in [].payload.issue"), "\(session.screen)")
  }

  /// In a file without problems only what is new is looked at, and found; what was moved brings none along.
  @Test(arguments: [40, 1 << 20]) func editsOfValidFileCountNewProblems(size: Int) {
    var source = DocumentSource(
      JSONBytes(#"[{"name": "b", "color": "x"}, {"name": "a", "color": "y"}, {"name": "c", "color": "z"}]"#),
      name: "t", models: Session.gitHub)
    source.largestRecord = size
    var session = Session(source, columns: 90)
    func counts() -> String {
      session.status.split(separator: " · ").dropFirst(2).first.map(String.init) ?? ""
    }
    session.press(":sort name<Enter>gr")
    #expect(counts().hasPrefix("no errors"), "\(session.status)")
    session.press(":goto [0].color<Enter>e^T^U5<Enter>")
    #expect(counts().hasPrefix("1 error"), "\(session.status)")
    session.press(":goto [1]<Enter>dd:goto [0]<Enter>]m")
    #expect(counts().hasPrefix("1 error"), "\(session.status)")
    session.press("u:goto [0].color<Enter>e^T^U\"w\"<Enter>")
    #expect(counts().hasPrefix("no errors"), "\(session.status)")
    session.press(":goto [0]<Enter>yyp:goto [1].name<Enter>e^T^U7<Enter>")
    #expect(counts().hasPrefix("1 error"), "\(session.status)")
    session.press("99u")
    #expect(counts().hasPrefix("no errors") && !session.isModified, "\(session.status)")
  }

  @Test func absenceOfErrorsIsReported() {
    var session = Session("[1, 2]", models: [])
    session.press("]e")
    #expect(session.message == "There are no errors")
  }

  @Test func errorKeysVisitNewErrorsAndSkipFixedErrors() {
    let text = #"[{"title": 1, "number": 1}, {"title": "fine", "number": 2}, {"title": 3, "number": 3}]"#
    var session = Session(text, columns: 80, rows: 40)
    session.press(":model Issue<Enter>zRgr/title<Enter>e^U\"good\"<Enter>n")
    #expect(session.cursorPath == "[1].title")
    session.press("e^T^U5<Enter>gg")
    var visited: [String] = []
    for _ in 0..<8 {
      session.press("]e")
      visited.append(session.cursorPath)
    }
    #expect(!visited.contains("[0].title"))
    #expect(visited.contains("[1].title"))
    #expect(visited.contains("[2].title"))
  }

  @Test func stoppedCheckReportsItsProgress() {
    var session = Session("[1, 2]", models: [])
    var findings = CheckStatus()
    findings.start(end: 100)
    let keys = (0..<13).map { (path: JSONKeyPath(key: "k\($0)"), count: 1) }
    findings.apply(
      CheckEvent(
        share: 0.25, errors: 0, warnings: 0, unmapped: keys, problems: [], causes: [],
        isDone: false))
    #expect(findings.statusPieces(isShort: false) == ["0 errors…", "13 unmapped keys…", "checking 25 %"])
    findings.stop()
    #expect(findings.statusPieces(isShort: true) == ["0 errors…", "13 unmapped…", "check stopped at 25 %"])
    #expect(findings.noErrorsText == "No errors in the first 25 %; the check was stopped there")
    findings.start(end: 100)
    #expect(findings.noErrorsText == "No errors so far; the check is still running")
    session.press("]e")
    #expect(session.message == "There are no errors")
  }

  /// Reports of a canceled check are not those of the next one.
  @Test func reportsOfCancelledCheckAreIgnored() throws {
    var browser = Browser(
      DocumentSource(JSONBytes("[{\"title\": 1}]"), name: "t", models: Session.gitHub),
      size: ScreenSize(rows: 10, columns: 60))
    browser.startChecking()
    let old = try #require(browser.running[.check])
    browser.handle(.key(.character(":")))
    for key in KeyNotation.keys("model none<Enter>") { browser.handle(.key(key)) }
    let found = CheckEvent(
      share: 1, errors: 5, warnings: 0, unmapped: [], problems: [1, 2], causes: [], isDone: true)
    browser.receive(WorkReport(kind: .check, ticket: old, report: Report { found.show(in: &$0) }))
    #expect(browser.findings.isRunning)
    #expect(browser.findings.problems.isEmpty)
  }

  /// Fixing the last value also fixes the problem at the end of the text.
  @Test func fixingTruncatedEndClearsAllProblems() {
    var session = Session("{\"a\": 1,\n \"b\": 2,", models: [], columns: 100, rows: 20)
    session.press(":fix<Enter>q")
    #expect(session.browser.findings.errors == 0)
    #expect(session.browser.findings.causes.isEmpty, "\(session.browser.findings.causes)")
  }

  /// What is missing at the end of a line is noticed on the next one, and listed where it is missing.
  @Test func problemAtEndOfLineIsListedInItsLine() {
    var session = Session("{\"a\":1}\n{\"a\":2\n{\"a\":3}\n", name: "s.ndjson", models: [], columns: 100)
    session.press("ge")
    #expect(session.lines.contains { $0.contains("[1]") && $0.contains("expected ','") }, "\(session.screen)")
    session.press("j<Enter>")
    #expect(session.cursorPath.hasPrefix("[1]"), "\(session.cursorPath)")
  }

  @Test func commentsAreValidInJSONC() {
    var session = Session("{\"a\": 1, // one\n}", name: "a.jsonc", models: [], columns: 100)
    #expect(session.status.contains("no errors"), "\(session.screen)")
    session.press("j^A")
    #expect(session.isModified && session.status.contains("no errors"), "\(session.screen)")
    session = Session("{\"a\": 1, // one\n}", name: "a.json", models: [], columns: 100)
    #expect(session.status.contains("2 errors"), "\(session.screen)")
  }
}
