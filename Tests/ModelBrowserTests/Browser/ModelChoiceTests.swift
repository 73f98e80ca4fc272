import Mantle
import Testing

@testable import MantleChecking
@testable import ModelBrowser

struct ModelChoiceTests {
  static let issue = """
    {"url": "https://a.b/1", "html_url": "https://a.b/1", "id": 1, "number": 7, "state": "open", "title": "t", "body": "b",
     "user": {"login": "ada", "id": 1}, "labels": [{"name": "bug", "color": "d73a4a", "id": 5}], "assignee": null,
     "comments": 2, "locked": false, "created_at": "2011-04-22T13:33:48Z", "updated_at": "2011-04-23T13:33:48Z"}
    """
  static let label = #"{"id": 5, "name": "bug", "color": "d73a4a", "default": true, "url": "https://a.b/l"}"#

  @Test(
    arguments: [
      (issue, "Issue", ""), ("[\(issue), \(issue)]", "Issue", "[]"),
      ("{\"total_count\": 1, \"items\": [\(issue)]}", "Issue", "items[]"),
      ("{\"data\": \(issue)}", "Issue", "data"),
      ("{\"data\": {\"items\": [\(issue)]}}", "Issue", "data.items[]"),
      (issue.replacing("\n", with: "") + "\n" + issue.replacing("\n", with: ""), "Issue", "[]"),
      (label, "Label", ""), ("[\(label)]", "Label", "[]"),
      ("[]", nil, ""), ("{}", nil, ""), ("[1, 2]", nil, ""), ("", nil, ""), ("{\"a\": {\"b\": 1}}", nil, ""),
      ("nonsense", nil, ""),
    ] as [(String, String?, String)])
  func theBestFittingModelIsChosen(text: String, model: String?, path: String) {
    let pick = ModelPick.best(of: Session.gitHub, for: JSONBytes(text))
    #expect(pick.model?.name == model)
    #expect(pick.path.description == path)
  }

  /// Of a text that comes bit by bit, the models are not looked for again and again.
  @Test func modelIsKeptUntilInputDoubles() {
    func choice(_ text: String, given: ModelPick? = nil, after earlier: ModelPick.Choice?) -> ModelPick.Choice
    {
      ModelPick.Choice(of: Session.gitHub, for: JSONBytes(text), given: given, after: earlier)
    }
    let first = choice(Self.label, after: nil)
    #expect(first.pick.model?.name == "Label")
    let longer = String(repeating: " ", count: Self.label.utf8.count - 2) + "7"
    #expect(choice(longer, after: nil).pick.model == nil)
    #expect(choice(longer, after: first).pick.model?.name == "Label")
    let twice = String(repeating: " ", count: Self.label.utf8.count) + Self.label
    #expect(choice(twice, after: choice("7", after: nil)).pick.model?.name == "Label")
    #expect(choice(Self.label, given: ModelPick.none, after: first).pick.model == nil)
  }

  @Test func modelsAreRecognizedAtSeveralPaths() {
    let text = """
      {"issue": \(Self.issue), "labels": [\(Self.label)], "pages": {"1": [\(Self.label)], "2": [\(Self.label)],
       "3": [\(Self.label)]}}
      """
    var session = Session(text, columns: 100)
    #expect(
      session.browser.document.pick.places.map(\.path.description) == ["issue", "labels[]", "pages[][]"])
    session.press(":goto labels[0].name<Enter>")
    #expect(session.rows.contains { $0.hasPrefix(">") && $0.contains("name ") && $0.contains("bug") })
    session.press(":goto pages.2[0].color<Enter>")
    #expect(session.cursorPath == "pages.2[0].color")
    #expect(session.status.contains("no errors"))
  }

  @Test func modelCommandShowsAndChangesModel() {
    var session = Session("[\(Self.issue)]", columns: 90)
    session.press(":model<Enter>")
    #expect(session.screen.contains(" ▸ Issue"))
    session.press("N<Enter>")
    #expect(session.browser.document.model == nil)
    #expect(session.status.hasPrefix(" test.json · raw JSON"))
    session.press(":model issue<Enter>")
    #expect(session.browser.document.model?.name == "Issue")
    #expect(session.message == "Read as Issue")
    session.press(":model Nobody<Enter>")
    #expect(session.message.hasPrefix("No model is called Nobody  (there are: Issue, "))
    session.press(":model none<Enter>gr")
    #expect(session.message == "There is no model: everything is raw JSON already")
  }

  /// Where a model that was inferred has the name of one that a file defines, they are told apart.
  @Test func modelMenuNamesDefinitionFile() {
    let inference = Inferring(files: ["Issue": "Tracker.model.json"])
    var session = Session(
      DocumentSource(
        JSONBytes("[\(Self.issue)]"), name: "a.json", models: Session.gitHub, inference: inference),
      columns: 100, rows: 24)
    session.press(":model<Enter>")
    #expect(session.screen.contains("of Tracker.model.json, at []"), "\(session.screen)")
    #expect(session.screen.contains("inferred from the file"), "\(session.screen)")
  }

  @Test func listLayoutsAreDisplayedAlike() {
    for text in [
      "[\(Self.label), \(Self.label)]", "\(Self.label)\n\(Self.label)\n",
      "{\"items\": [\(Self.label), \(Self.label)]}",
    ] {
      var session = Session(text, columns: 90)
      session.press("2G")
      #expect(
        session.rows.first { $0.hasPrefix(">") }?.hasSuffix("▸ [1] bug") == true, "\(session.screen)")
      #expect(session.status.contains("2 Labels · no errors"))
    }
  }

  /// An element that is none of the list's model has a mark, and is in the list of problems.
  @Test func elementOfAnotherModelGetsWarning() {
    var session = Session("[\(Self.label), \(Self.label), \(Self.label), {\"message\": \"Not Found\"}]")
    #expect(session.status.contains("4 Labels · no errors · 1 warning"))
    session.press("G")
    #expect(session.rows.first { $0.hasPrefix(">") }?.contains("!") == true, "\(session.screen)")
    session.press("ge")
    #expect(session.screen.contains("this element does not fit Label"), "\(session.screen)")
  }

  @Test func singleModelIsInitiallyOpen() {
    let session = Session(Self.label)
    #expect(session.rows.dropFirst().first == "  ⊘    id         5")
    #expect(session.status.hasPrefix(" test.json · Label · no errors"))
  }
}

struct CheckerTests {
  static func check(_ text: String, _ model: String?, at path: JSONKeyPath) -> ([String], Checker.Summary) {
    let description = Session.gitHub.first { $0.name == model }
    let (diagnostics, summary) = Checker(JSONBytes(text), name: "t", model: description, at: path)
      .diagnostics()
    let errors = diagnostics.filter { $0.severity == .error }
    return (
      errors.map { "\($0.location?.line ?? 0):\($0.location?.column ?? 0) \($0.path) \($0.code.rawValue)" },
      summary
    )
  }

  @Test func checkFindsEveryProblemWithItsPosition() {
    let text = """
      {"items": [
        {"name": "a", "color": "d73a4a"},
        {"name": 7, "color": "d73a4a"},
        {"name": "b", "color": },
        {"color": "d73a4a", "extra": 1}
      ]}
      """
    let (errors, _) = Self.check(text, "Label", at: "items[]")
    #expect(
      errors == [
        "3:12 items[1].name type-mismatch", "4:26 items[2].color syntax", "5:3 items[3].name missing",
      ])
    let lines =
      "{\"name\": \"a\", \"color\": \"x\"}\n{\"name\": 7, \"color\": \"x\"}\n{oops\n{\"color\": \"y\", \"extra\": 1}\n"
    let (found, summary) = Self.check(lines, "Label", at: "[]")
    #expect(found.contains("2:10 [1].name type-mismatch"))
    #expect(found.contains("3:2 [2] syntax"))
    #expect(found.contains { $0.hasSuffix("[3].name missing") })
    #expect(summary.models == 4)
    #expect(summary.unmapped.map(\.path.description) == ["[].extra"])
    #expect(summary.unmapped.map(\.count) == [1])
  }

  @Test(arguments: [
    ("[1, 2", 1), ("[1, 2] x", 1), ("", 1), ("{\"a\": 1}", 0), ("[1, {]", 1), ("1\n2\n3", 0), ("1 2 3", 0),
    ("{\"a\" 1}", 1),
  ])
  func checkFindsSyntaxErrorsWithoutModel(text: String, errors: Int) {
    #expect(Self.check(text, nil, at: "").1.errors == errors)
  }

  @Test(arguments: [
    ("[1,,2, tru, {\"a\":-}]", ["1:4 [1]", "1:8 [2]", "1:18 [3].a"]),
    ("[1 2, 3 4]", ["1:4 [0]", "1:9 [2]"]), ("{\"a\":1,}", ["1:7 a"]), ("[1,]", ["1:3 [0]"]),
    ("[1}", ["1:3 [0]"]),
    ("[{\"a\": 1}, {\"b\": ", ["1:18 [1]"]),
    ("{\"a\": [1, {\"b\" 2}], \"c\": 01}", ["1:16 a[1].b", "1:27 c"]),
  ])
  func checkFindsEverySyntaxErrorOfSmallFile(text: String, mistakes: [String]) {
    #expect(Self.check(text, nil, at: "").0 == mistakes.map { $0 + " syntax" })
  }

  @Test func checkCanBeCancelled() {
    let text = "[" + (0..<100_000).map(String.init).joined(separator: ",") + "]\n1\n2\n3"
    var reports = 0
    let summary = Checker(JSONBytes(text), model: nil).run { _ in
      reports += 1
      return reports < 2
    }
    #expect(reports == 2)
    #expect(!summary.isComplete)
  }

  @Test(arguments: [2, 3, 8]) func checkResultDoesNotDependOnWorkerCount(workers: Int) {
    let good = #"{"name": "a", "color": "x", "k1": 1}"#
    let bad = #"{"name": 7, "color": "x", "k2": {"z": 1}}"#
    let text =
      "["
      + (0..<20_000).map { $0 % 7 == 3 ? bad : $0 % 1000 == 500 ? "{oops}" : good }
      .joined(separator: ",\n") + "]"
    let label = Session.gitHub.first { $0.name == "Label" }
    func run(_ workers: Int) -> (lines: [String], summary: Checker.Summary) {
      let checker = Checker(
        JSONBytes(text), name: "t", model: label, at: "[]", minimumSeverity: .warning, workers: workers)
      let (diagnostics, summary) = checker.diagnostics()
      return (diagnostics.map(\.description), summary)
    }
    let (alone, together) = (run(1), run(workers))
    #expect(alone.lines.count > 2000)
    #expect(together.lines == alone.lines)
    #expect(together.summary.models == alone.summary.models)
    #expect(together.summary.unmapped.map(\.path) == alone.summary.unmapped.map(\.path))
    #expect(together.summary.unmapped.map(\.count) == alone.summary.unmapped.map(\.count))
    #expect(together.summary.unmapped.map(\.path.description) == ["[].k1", "[].k2"])
  }

  @Test func errorKeysVisitProblemsInOrder() {
    let bad = #"{"name": 7, "color": "x"}"#
    let good = #"{"name": "a", "color": "x"}"#
    var session = Session(
      "[\(good), \(bad), \(good), \(bad)]", models: Session.gitHub.filter { $0.name == "Label" })
    session.press(":model Label<Enter>]e")
    #expect(session.cursorPath == "[1].name")
    session.press("]e")
    #expect(session.cursorPath == "[3].name")
    session.press("]e")
    #expect(session.cursorPath == "[1].name")
    session.press("[e")
    #expect(session.cursorPath == "[3].name")
  }
}
