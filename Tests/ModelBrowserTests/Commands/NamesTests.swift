import Mantle
import Testing

@testable import MantleQuery
@testable import ModelBrowser

/// The names of properties and keys mean the same in every command, and are those of the innermost list that knows them.
struct NamesTests {
  private static let issues = """
    [
      {"number": 1, "title": "b", "state": "open", "user": {"login": "zoe", "site_admin": true}, "labels": [{"name": "bug", "id": 9}]},
      {"number": 2, "title": "a", "state": "closed", "user": {"login": "ann", "site_admin": false}, "labels": []}
    ]
    """
  private static let statuses = """
    {"statuses": [{"id": 1, "user": {"screen_name": "x", "3166-2": 4}, "made at": 2}, {"id": 2, "user": {"screen_name": "w"}, "made at": 1}],
     "search_metadata": {"max_id": 7, "count": 100}}
    """
  private static let packages = """
    {"name": "a", "packages": {"node_modules/a": {"version": "1.0.0", "dev": true}, "node_modules/b": {"version": "2.0.0"},
     "node_modules/c": {"version": "2.1.0", "dev": true}, "node_modules/d": {"version": "2.1.0", "dev": true}}}
    """

  private static func session(_ json: String, at path: String = "", models: [ModelDescription] = [])
    -> Session
  {
    var session = Session(
      DocumentSource(JSONBytes(json), name: "a.json", models: models, inference: Inferring()), columns: 120,
      rows: 30)
    if !path.isEmpty { session.press(":goto \(path)<Enter>") }
    return session
  }

  static let documents: [(json: String, path: String, isCompiled: Bool)] = [
    (issues, "[0]", false), (issues, "[0]", true), (issues, "[0].labels[0]", false),
    (statuses, "statuses[0]", false), (packages, "packages", false),
  ]

  /// Whatever Tab offers, at the first and the second level.
  @Test(arguments: documents)
  func everyCompletedNameIsAccepted(_ document: (json: String, path: String, isCompiled: Bool)) throws {
    let models = document.isCompiled ? Session.gitHub : []
    let session = Self.session(document.json, at: document.path, models: models)
    let outline = session.browser.outline
    let list = try #require(outline.listToFilter(at: session.browser.cursor))
    let names = outline.filterNames(of: list)
    let own = try #require(FilterParser.completion(of: "", names)).words
      .filter { name in !Filter.Flag.allCases.contains { $0.rawValue == name } }
    let all =
      own
      + own.flatMap { name in
        (FilterParser.completion(of: "\(name).", names)?.words ?? []).map { "\(name).\($0)" }
      }
    #expect(all.count > own.count || document.path.contains("labels") || document.path == "packages")
    for name in all {
      for command in [
        "&\(name) != absent", ":values \(name)", ":columns \(name)", ":sort \(name)", ":set-all \(name) 1",
      ] {
        var session = session
        session.press("\(command)<Enter>")
        for word in ["no property or key", "no element has", "not a name"] {
          #expect(!session.message.contains(word), "\(command): \(session.message)")
        }
        #expect(session.lines.last?.hasPrefix("&") != true, "\(command): \(session.status)")
      }
    }
  }

  @Test(arguments: documents.filter { !$0.path.contains(".") && $0.path.hasPrefix("[") })
  func commandLineAcceptsNamesOfTheBrowser(_ document: (json: String, path: String, isCompiled: Bool)) throws
  {
    let session = Self.session(
      document.json, at: document.path, models: document.isCompiled ? Session.gitHub : [])
    let outline = session.browser.outline
    let list = try #require(outline.listToFilter(at: session.browser.cursor))
    let bytes = JSONBytes(document.json)
    let pick = document.isCompiled ? session.browser.document.pick : .none
    let values = RecordList(bytes, pick.places, sequence: nil)
    for name in outline.filterNames(of: list).names(after: []) {
      #expect(throws: Never.self) { try Filter("\(name) != absent", names: values.names) }
    }
  }

  @Test(arguments: [
    ("user.siteAdmin", true, "ann"), ("user.site_admin", true, "ann"), ("user.site_admin", false, "ann"),
    ("user.login desc", false, "zoe"), ("labels.name", false, "zoe"), ("title", true, "ann"),
    ("state, user.login desc", false, "ann"),
  ])
  func sortAcceptsNestedNames(key: String, isCompiled: Bool, first: String) throws {
    guard !isCompiled || key != "user.siteAdmin" else {
      // The compiled model calls it so.
      var session = Self.session(Self.compiled, at: "[0]", models: Session.gitHub)
      session.press(":sort user.isSiteAdmin<Enter>")
      #expect(!session.message.contains("Not changed"), "\(session.message)")
      return
    }
    var session = Self.session(Self.issues, at: "[0]")
    session.press(":sort \(key)<Enter>")
    #expect(
      try JSONDocument(session.text).root.find("[0].user.login")?.displayText == first, "\(session.message)")
  }

  private static let compiled =
    "[\(ModelChoiceTests.issue.replacing("\"login\"", with: "\"site_admin\": true, \"login\""))]"

  @Test(arguments: [
    ("statuses[1].user", "user.screen_name", "statuses"),
    ("search_metadata.count", "user.screen_name", "statuses"),
    ("search_metadata", "id", "statuses"), ("", "user.screen_name", "statuses"),
    ("statuses", "id", "statuses"),
  ])
  func nameRefersToNearestListThatHasTheName(path: String, name: String, list: String) {
    for command in ["&\(name) != absent", ":values \(name)", ":columns \(name)"] {
      var session = Self.session(Self.statuses, at: path)
      session.press("\(command)<Enter>")
      if command.hasPrefix("&") { #expect(session.cursorPath.hasPrefix(list), "\(session.message)") }
      #expect(!session.message.contains("no property"), "\(command): \(session.message)")
    }
  }

  @Test func namesOfOuterListsWorkInInnerLists() {
    var session = Self.session(Self.issues, at: "[0].labels[0].name")
    session.press("&state = open<Enter>")
    #expect(session.message.hasPrefix("1 element with state = open"), "\(session.message)")
    session.press("<Esc>:goto [0].labels[0].name<Enter>&id > 5<Enter>")
    #expect(
      session.browser.outline.filter.map { session.browser.outline.list($0.list)?.path.description }
        == "[0].labels")
  }

  @Test func namesOfSiblingsWorkInMaps() {
    for path in ["packages.node_modules/a", "packages.node_modules/a.version", "packages"] {
      var session = Self.session(Self.packages)
      session.press(":goto \(path)<Enter>")
      #expect(session.cursorPath == path)
      session.press("&dev = true<Enter>")
      #expect(session.message.hasPrefix("3 elements with dev = true"), "\(path): \(session.message)")
    }
  }

  @Test func promptShowsTheTargetList() {
    var session = Self.session(Self.statuses, at: "statuses[1].id")
    session.press("&")
    #expect(session.lines.last?.hasPrefix("& statuses:") == true)
    session.press("<Esc>:goto search_metadata.count<Enter>&user.screen_name = w")
    #expect(session.lines.last?.hasPrefix("& statuses: user.screen_name = w") == true, "\(session.screen)")
    session.press("<Esc>:sort id")
    #expect(session.lines.last?.hasSuffix("in statuses") == true, "\(session.screen)")
    session.press("<Esc>")
    var other = Self.session(Self.issues, at: "[0]")
    other.press("&")
    #expect(other.lines.last == "&")
  }

  @Test func setAllAcceptsNestedNames() throws {
    var session = Self.session(Self.issues, at: "[0]")
    session.press(":set-all user.login bob<Enter>")
    #expect(session.message.hasPrefix("changed 2 values"), "\(session.message)")
    session.press(":set-all labels.name new<Enter>")
    #expect(
      try JSONDocument(session.text).root.find("[0].labels[0].name")?.displayText == "new",
      "\(session.message)")
  }

  /// The list is no property of the row under the cursor, and so nothing is asked about it.
  @Test func sortingDoesNotAskAboutUnrelatedProperties() {
    var session = Self.session(Self.compiled, at: "[0].user.login", models: Session.gitHub)
    session.press(":sort comments desc<Enter>")
    if case .asking = session.browser.mode { Issue.record("it asks: \(session.screen)") }
  }

  @Test func renamedPropertiesShareOneColumn() {
    var session = Self.session(#"[{"a_b": 1, "c": 2}, {"a_b": 2, "c": 3}]"#)
    session.press("T")
    #expect(session.browser.view.table?.grid.shownColumns.map(\.title) == ["a_b", "c"])
    var compiled = Self.session(Self.compiled, models: Session.gitHub)
    compiled.press("T")
    let words = compiled.browser.view.table?.grid.shownColumns.map(\.title) ?? []
    #expect(words.contains("createdAt") && !words.contains("created_at"), "\(words)")
  }

  /// Names are the file's own, whatever they are.
  @Test func inferredModelsShowTheKeysOfTheFile() {
    var session = Self.session(
      #"[{"search_metadata": 1, "3166-2": 2, "a b": 3, "x.y": 4, "": 5, "created_at": "2024-01-01T00:00:00Z"}]"#,
      at: "[0]")
    session.press("l")
    for key in ["search_metadata", "3166-2", "a b", "x.y", "\"\"", "created_at"] {
      #expect(session.rows.contains { $0.contains("\(key) ") }, "\(key) \(session.screen)")
    }
    #expect(!session.screen.contains("←"), "\(session.screen)")
  }

  // MARK: - Lists inside many values

  private static let wrapped = """
    [{"path": "/a", "response": [\(ModelChoiceTests.issue), \(ModelChoiceTests.issue.replacing("\"number\"", with: "\"x\": 1, \"number\""))]},
     {"path": "/b", "response": {"message": "Not Found"}}, {"path": "/c", "response": [\(ModelChoiceTests.issue)]}]
    """

  @Test func filtersAcceptNamesOfWrappedModels() throws {
    for path in ["", "[0]", "[0].response[1]"] {
      var session = Self.session(Self.wrapped, at: path, models: Session.gitHub)
      #expect(
        session.browser.document.pick.places.contains {
          $0.path.description == "[].response[]" || $0.path.description == "[].response"
        }, "\(session.status)")
      session.press("&user.login != absent<Enter>")
      #expect(session.browser.outline.filter != nil, "\(path): \(session.message) \(session.screen)")
    }
  }

  @Test(arguments: ["[].response", "[].response[]"])
  func recordListFiltersValuesAtNestedPlace(place: String) throws {
    let bytes = JSONBytes(Self.wrapped)
    let values = try #require(
      RecordList(bytes, ModelPick.best(of: Session.gitHub, for: bytes).places, at: JSONKeyPath(place)))
    #expect(try Self.texts(passing: "user.login != absent", in: values).count == 3)
    let others = try Self.texts(passing: "message = \"Not Found\"", in: values)
    #expect(others == [#"{"message": "Not Found"}"#])
  }

  @Test func recordListFiltersValuesInsideLines() throws {
    let bytes = JSONBytes("{\"a\": [{\"n\": 1}, {\"n\": 2}]}\n{\"a\": [{\"n\": 3}]}\n{\"b\": 1}\n")
    let values = try #require(RecordList(bytes, [], at: JSONKeyPath("[].a")))
    #expect(try Self.texts(passing: "n > 1", in: values) == [#"{"n": 2}"#, #"{"n": 3}"#])
  }

  private static func texts(passing filter: String, in values: RecordList) throws -> [String] {
    var found: [String] = []
    let query = Query(try Filter(filter, names: values.names))
    _ = QueryRun([(values, query)], workers: 1).run { rows in
      found += rows.compactMap(\.record).map { values.bytes.text($0) }
      return true
    }
    return found
  }
}
