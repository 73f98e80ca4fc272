import GitHubModels
import Testing

@testable import Mantle
@testable import MantleChecking
@testable import MantleDocuments

/// Texts of several kinds of values: lists beside objects, and models beside models.
@Suite struct MixedTextTests {
  static let issue = Payload.issue.oneLine
  static let broken = issue.replacing(#""number": 7"#, with: #""number": "x""#)
  static let error = #"{"message": "API rate limit exceeded", "documentation_url": "https://a.b"}"#

  static func check(_ text: String) -> (places: String, errors: [String], warnings: [String], models: [Int]) {
    check(text, ModelChoice(of: ModelChoiceTests.models, in: JSONBytes(text)).places)
  }

  static func check(
    _ text: String, as model: String
  ) throws -> (places: String, errors: [String], warnings: [String], models: [Int]) {
    let model = try #require(ModelChoiceTests.models.first { $0.name == model })
    return check(text, ModelChoice.places(of: model, in: JSONBytes(text)))
  }

  static func check(
    _ text: String, _ places: [ModelPlace]
  ) -> (places: String, errors: [String], warnings: [String], models: [Int]) {
    let (found, summary) = Checker(JSONBytes(text), places: places, minimumSeverity: .warning).diagnostics()
    return (
      places.map { "\($0.model.name) at \($0.path)" }.joined(separator: ", "),
      found.filter { $0.severity == .error }.map { "\($0.path)" },
      found.filter { $0.severity == .warning }.map { "\($0.path)" }, summary.places.map(\.count)
    )
  }

  // MARK: - Lists beside objects

  /// The answer of an error after a page hides neither the model nor what is wrong with the page.
  @Test(
    arguments: [
      ("[\(broken)]\n\(error)\n", "Issue at [][]", ["[0][0].number"], ["[1]"], [1]),
      ("\(error)\n[\(broken), \(issue)]\n", "Issue at [][]", ["[1][0].number"], ["[0]"], [2]),
      ("[\(issue),\n\(issue)]\n[\(issue)]\n\(error)\n", "Issue at [][]", [], ["[2]"], [3]),
      (
        #"[{"status": 200, "body": [\#(broken), \#(issue)]}, {"status": 404, "body": \#(error)}]"#,
        "Issue at [].body[]", ["[0].body[0].number"], ["[1].body"], [2]
      ),
      (
        #"[{"body": [\#(issue)]}, {"body": null}, {"body": {}}, {"body": []}]"#, "Issue at [].body[]", [], [],
        [1]
      ),
    ] as [(String, String, [String], [String], [Int])])
  func checksPageNextToErrorResponse(
    text: String, places: String, errors: [String], warnings: [String], models: [Int]
  ) throws {
    let found = Self.check(text)
    #expect(found.places == places)
    #expect(found.errors == errors)
    #expect(found.warnings == warnings)
    #expect(found.models == models)
    // Asked for by name, what is no list is an error, and one.
    let asked = try Self.check(text, as: "Issue")
    #expect(asked.places == places)
    #expect(asked.errors.sorted() == (errors + warnings).sorted())
    #expect(asked.warnings.isEmpty)
  }

  /// Both are read: objects where objects stand, elements where arrays do.
  @Test(
    arguments: [
      ("[\(broken)]\n\(issue)\n", ["[0][0].number"], [1, 1]),
      ("\(issue)\n[\(issue), \(broken)]\n", ["[1][1].number"], [1, 2]),
      ("[\(issue)]\n[\(issue)]\n\(issue)\n", [], [1, 2]),
      ("[\(issue),\n\(issue)]\n\(broken)\n[\(issue)]\n", ["[1].number"], [1, 3]),
    ] as [(String, [String], [Int])])
  func checksListsNextToObjects(text: String, errors: [String], models: [Int]) throws {
    for found in [Self.check(text), try Self.check(text, as: "Issue")] {
      #expect(found.places == "Issue at [], Issue at [][]")
      #expect(found.errors == errors)
      #expect(found.warnings.isEmpty)
      #expect(found.models == models)
    }
  }

  /// Elements behind a surplus bracket are found again, and those before it read.
  @Test(arguments: ["[\(broken)] \(issue)]", "[\(broken), \(issue)]\n\(issue.suffix(300))"])
  func checksElementsAroundSurplusBracket(text: String) throws {
    for found in [Self.check(text), try Self.check(text, as: "Issue")] {
      #expect(found.errors.contains { $0.hasSuffix("[0].number") })
      #expect(found.errors.count < 5)
    }
  }

  /// An array of more than a megabyte is walked, and an object of that size read.
  @Test func checksLargeListsNextToObjects() {
    let many = Array(repeating: Self.issue, count: 600).joined(separator: ",\n")
    let found = Self.check("\(Self.broken)\n[\(many),\n\(Self.broken)]\n")
    #expect(found.places == "Issue at [], Issue at [][]")
    #expect(found.errors == ["[0].number", "[1][600].number"])
    #expect(found.models == [1, 601])
  }

  /// Values after a page of more than a megabyte are checked, too.
  @Test func checksValuesAfterLargePage() {
    let many = Array(repeating: Self.issue, count: 600).joined(separator: ",\n")
    let page = "[\(many)]\n"
    let found = Self.check("\(page)[\(Self.issue), \(Self.broken)]\n\(page)")
    #expect(found.errors == ["[1][1].number"])
    #expect(found.models == [1202])
    let error = Self.check("\(page)\(Self.error)\n")
    #expect(error.errors.isEmpty)
    #expect(error.warnings == ["[1]"])
    #expect(Self.check(page).models == [600])
  }

  /// In one array a model does not stand beside lists of itself; of pages all are lists.
  @Test(
    arguments: [
      ("[\(issue), [\(issue)], \(issue)]", "Issue at []", ["[1]"]),
      ("[\(issue), [[\(issue)]], \(issue)]", "Issue at []", ["[1]"]),
      (#"{"items": [\#(issue), [\#(issue)]]}"#, "Issue at items[]", ["items[1]"]),
      ("[[\(issue)], [\(issue), \(broken)]]", "Issue at [][]", ["[1][1].number"]),
      ("[[\(issue)], [\(issue)], \(issue)]", "Issue at [][]", ["[2]"]),
    ] as [(String, String, [String])])
  func nestedListInArrayOfModelsIsAnError(text: String, places: String, errors: [String]) throws {
    for found in [Self.check(text), try Self.check(text, as: "Issue")] {
      #expect(found.places == places)
      #expect(found.errors == errors)
    }
  }

  /// Nor does a line that is a list of one stand between lines of objects.
  @Test(
    arguments: [
      ("\(issue)\n[\(issue)]\n\(issue)\n", "Issue at []", ["[1]"]),
      ("\(issue)\n\(issue)\n\(issue)\n[\(broken)]\n", "Issue at []", ["[3]"]),
    ] as [(String, String, [String])])
  func listLineAmongObjectLinesIsAnError(text: String, places: String, errors: [String]) throws {
    for found in [Self.check(text), try Self.check(text, as: "Issue")] {
      #expect(found.places == places)
      #expect(found.errors == errors)
    }
  }

  // MARK: - Envelopes

  static let repository =
    #"{"id": 1, "name": "r", "full_name": "o/r", "x": "\#(String(repeating: "x", count: 9000))"}"#

  static func hook(_ members: String) -> String {
    #"{"action": "created", \#(members), "repository": \#(repository), "sender": \#(Payload.user)}"#
  }

  /// The small models that an envelope holds are what it is about, also where one has wrong values: it has the keys of
  /// another one.
  @Test(
    arguments: [
      (hook(#""label": \#(Payload.label)"#), "Label at label, User at sender", []),
      (
        hook(#""label": \#(Payload.label.replacing("\"d73a4a\"", with: "5"))"#),
        "Label at label, User at sender", ["label.color"]
      ),
      (
        hook(#""member": \#(Payload.user.replacing("\"id\": 1,", with: "\"id\": \"1\","))"#),
        "User at member, User at sender", ["member.id"]
      ),
      (#"{"id": 5, "repository": \#(repository), "author": \#(Payload.user)}"#, "", []),
      (#"{"a": 1, "b": 2, "c": 3, "repository": \#(repository), "author": \#(Payload.user)}"#, "", []),
    ] as [(String, String, [String])])
  func findsSmallModelsInEnvelopes(text: String, places: String, errors: [String]) {
    let found = Self.check(text)
    #expect(found.places == places)
    #expect(found.errors == errors)
  }

  // MARK: - Feeds

  static func event(_ kind: String, _ payload: String) -> String {
    #"{"id": "1", "type": "\#(kind)", "actor": \#(Payload.user), "repo": {"id": 1, "name": "o/r", "url": "https://a.b"}, "payload": {"action": "x"\#(payload)}}"#
  }

  /// A model of many keys is found in events, also far behind the first ones, unless most events have none.
  @Test(
    arguments: [
      (["IssuesEvent", "WatchEvent"], [], "Issue at [].payload.issue"),
      (
        ["IssuesEvent", "PullRequestEvent"], [],
        "Issue at [].payload.issue, PullRequest at [].payload.pull_request"
      ),
      (Array(repeating: "WatchEvent", count: 40), ["IssuesEvent"], ""),
      (
        Array(repeating: "PullRequestEvent", count: 20), ["IssuesEvent"],
        "PullRequest at [].payload.pull_request, Issue at [].payload.issue"
      ),
    ] as [([String], [String], String)], [",", "\n"])
  func findsModelsInEventFeeds(_ feed: (first: [String], last: [String], places: String), separator: String) {
    let events = (feed.first + feed.last).map { kind in
      switch kind {
      case "IssuesEvent": Self.event(kind, #", "issue": \#(Self.broken)"#)
      case "PullRequestEvent": Self.event(kind, #", "pull_request": \#(Payload.listedPullRequest.oneLine)"#)
      default: Self.event(kind, "")
      }
    }.map(\.oneLine)
    let text = events.joined(separator: separator)
    let found = Self.check(separator == "," ? "[\(text)]" : text + "\n")
    #expect(found.places == feed.places)
    let errors = found.errors.map { $0.drop { $0 != "." } }
    #expect(errors == (feed.places.isEmpty ? [] : [".payload.issue.number"]))
  }

  /// A few models far behind other things do not explain the document.
  @Test(arguments: [(40, 80), (3, 30_000)]) func fewDistantModelsDoNotExplainDocument(
    _ kinds: Int, _ count: Int
  ) {
    let others = (0..<count).map {
      #"{"id": \#($0), "type": "e", "data": {"k\#($0 % kinds)": {"a": 1}, "n": "\#(String(repeating: "x", count: 40))"}}"#
    }
    let issue = #"{"id": 1, "type": "e", "data": \#(Self.issue)}"#
    let text = (others + Array(repeating: issue, count: max(1, count / 10)) + others.suffix(count / 20))
    #expect(Self.check("[\(text.joined(separator: ","))]").places == "")
  }

  // MARK: - Models beside models

  /// Small models next to larger ones are accepted, although they would not suffice alone.
  @Test(
    arguments: [
      ("[\(issue), \(Payload.listedPullRequest)]", "PullRequest at [], Issue at []", []),
      ("[\(Payload.listedPullRequest), \(issue), \(issue)]", "PullRequest at [], Issue at []", []),
      (
        "[\(issue), \(Payload.listedPullRequest), \(Payload.user)]",
        "Issue at [], PullRequest at [], User at []", []
      ),
      (
        "[\(issue), \(Payload.listedPullRequest), \(Payload.label.replacing("\"d73a4a\"", with: "5"))]",
        "Issue at [], PullRequest at [], Label at []", ["[2].color"]
      ),
      ("[\(issue), \(issue), \(Payload.user)]", "Issue at [], User at []", []),
      ("[\(Payload.user), \(Payload.user), \(issue)]", "User at [], Issue at []", []),
      (#"[\#(issue), \#(issue), {"id": "U_1", "login": "ada", "node": 1}]"#, "Issue at []", []),
    ] as [(String, String, [String])])
  func findsSmallModelsNextToOthers(text: String, places: String, errors: [String]) {
    let found = Self.check(text)
    #expect(found.places == places)
    #expect(found.errors == errors)
  }

  /// What lacks one key is what lacks more of the others'.
  @Test(
    arguments: [
      ("title", "[0].title"), ("comments", "[0].comments"), ("state", "[0].state"),
    ])
  func missingKeyIsReportedForTheNearestModel(key: String, error: String) throws {
    let issue = try #require(try? JSONDocument(Self.issue))
    let members = issue.root.members.filter { $0.key.displayText != key }.map {
      "\"\($0.key.displayText)\": \($0.value.rawText)"
    }
    let found = Self.check("[{\(members.joined(separator: ", "))}, \(Payload.listedPullRequest)]")
    #expect(found.errors == [error])
    #expect(found.models.sorted() == [1, 1])
  }

  /// A truncated object is compared by its keys before the cut.
  @Test func recognizesModelInTruncatedObject() throws {
    let text = Self.issue
    for part in [30, 40, 50, 60, 70, 80, 90] {
      let cut = String(text.prefix(text.count * part / 100))
      let found = Self.check(cut)
      #expect(found.places == "Issue at ", "\(part) %")
      #expect(found.errors.count == 1, "\(part) %: \(found.errors)")
    }
    // GitHub sends the state of a milestone behind what an issue has none of.
    let milestone = Payload.milestone.replacing(#""state": "open", "#, with: "")
    for other in [milestone, Payload.user, Payload.listedPullRequest] {
      for part in 1..<20 {
        let places = Self.check(String(other.prefix(other.count * part / 20))).places
        #expect(!places.hasPrefix("Issue"), "\(part): \(other.prefix(200))")
      }
    }
  }

  /// Two or three keys with values of other kinds are another's: the more are wrong, the less it is the model.
  @Test(arguments: [
    #"[{"login": "ann", "id": "c0ffee", "type": 3}, {"login": "bob", "id": "beef", "type": 3}]"#,
    #"{"id": "5f0c", "login": true}"#, #"{"id": "5f0c", "login": "ann"}"#,
    #"{"login": 3, "id": "x", "type": false}"#,
  ])
  func mistypedValuesRuleOutModelsWithFewKeys(text: String) { #expect(Self.check(text).places == "") }

  /// A wrong value in the first object does not speak against the model that the others are.
  @Test func wrongFirstValueDoesNotHideTheModel() {
    let found = Self.check(#"[{"login": "a", "id": "x"}, {"login": "b", "id": 2}, {"login": "c", "id": 3}]"#)
    #expect(found.places == "User at []")
    #expect(found.errors == ["[0].id"])
  }

  // MARK: - Pages of nothing

  @Test(
    arguments: [
      (#"{"total_count": 0, "incomplete_results": false, "items": []}"#, "items[]"),
      (
        #"{"data": {"repository": {"issues": {"nodes": [], "totalCount": 0, "pageInfo": {"hasNextPage": false}}}}}"#,
        "data.repository.issues.nodes[]"
      ),
      ("[]", "[]"),
    ])
  func emptyResponseIsCheckedAtItsResultList(text: String, path: String) throws {
    let found = try Self.check(text, as: "Issue")
    #expect(found.places == "Issue at \(path)")
    #expect(found.errors.isEmpty)
  }

  /// An object that has keys of the model, or says what went wrong, is no page without results.
  @Test(arguments: [
    #"{"id": 1, "labels": []}"#, #"{"message": "Validation Failed", "errors": []}"#,
    #"{"message": "x", "items": []}"#,
    #"{"errors": []}"#, "{}",
  ])
  func objectsThatAreNotEmptyResponsesAreErrors(text: String) throws {
    let found = try Self.check(text, as: "Issue")
    #expect(found.places == "Issue at ")
    #expect(!found.errors.isEmpty)
  }
}
