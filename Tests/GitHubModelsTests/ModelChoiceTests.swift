import GitHubModels
import Testing

@testable import Mantle
@testable import MantleChecking

/// Which models a text is read as: by its keys, and never as what it is not.
@Suite struct ModelChoiceTests {
  static let models = GitHub.all.map { $0.modelDescription }

  static func choice(_ text: String) -> ModelChoice { ModelChoice(of: models, in: JSONBytes(text)) }

  /// `Issue at items[], User at sender`, or `none`.
  static func words(_ choice: ModelChoice) -> String {
    choice.places.isEmpty
      ? "none"
      : choice.places.map { "\($0.model.name) at \($0.path.isEmpty ? "the root" : $0.path.description)" }
        .joined(separator: ", ")
  }

  // MARK: - What is a model

  @Test(
    arguments: [
      (Payload.issue, "Issue at the root"),
      (Payload.olderIssue, "Issue at the root"),
      ("[\(Payload.issue), \(Payload.issue)]", "Issue at []"),
      (Payload.issue.oneLine + "\n" + Payload.issue.oneLine + "\n", "Issue at []"),
      (#"{"total_count": 1, "incomplete_results": false, "items": [\#(Payload.issue)]}"#, "Issue at items[]"),
      (Payload.pullRequest, "PullRequest at the root"),
      ("[\(Payload.listedPullRequest)]", "PullRequest at []"),
      (Payload.user, "User at the root"),
      (Payload.fullUser, "User at the root"),
      ("[\(Payload.user), \(Payload.user)]", "User at []"),
      (#"{"login": "ada", "id": 1}"#, "User at the root"),
      (Payload.label, "Label at the root"),
      (#"[{"name": "bug", "color": "d73a4a"}]"#, "Label at []"),
      (Payload.milestone, "Milestone at the root"),
      (#"{"data": \#(Payload.issue)}"#, "Issue at data"),
      (
        #"{"status": 200, "url": "https://a.b", "headers": {}, "data": [\#(Payload.issue)]}"#,
        "Issue at data[]"
      ),
      (#"{"jsonrpc": "2.0", "id": 1, "result": \#(Payload.issue)}"#, "Issue at result"),
    ] as [(String, String)])
  func modelAndPlaceAreFound(text: String, words: String) { #expect(Self.words(Self.choice(text)) == words) }

  /// Keys behind large members count like those before them.
  @Test(arguments: [1, 2]) func countsKeysAfterLargeMembers(_ count: Int) {
    let large = (0..<count).map { #""large\#($0)":"\#(String(repeating: "x", count: 1 << 21))","# }
    let issue = Payload.issue.drop { $0 != "{" }.dropFirst()
    #expect(Self.words(Self.choice("{" + large.joined() + issue)) == "Issue at the root")
    #expect(Self.words(Self.choice("[{" + large.joined() + issue + "]")) == "Issue at []")
  }

  @Test(
    arguments: [
      (#"{"101": \#(Payload.issue), "102": \#(Payload.issue), "103": \#(Payload.issue)}"#, "Issue at []"),
      (#"{"before": \#(Payload.issue), "after": \#(Payload.issue)}"#, "Issue at before, Issue at after"),
      (
        #"{"action": "opened", "issue": \#(Payload.issue), "sender": \#(Payload.user)}"#,
        "Issue at issue, User at sender"
      ),
      (
        #"{"action": "opened", "issue": \#(Payload.issue), "repository": \#(Payload.repository), "sender": \#(Payload.user)}"#,
        "Issue at issue, User at sender"
      ),
      (#"[{"issue": \#(Payload.issue)}, {"issue": \#(Payload.issue)}]"#, "Issue at [].issue"),
      (
        #"{"data": {"repository": {"name": "r", "issues": {"nodes": [\#(Payload.issue)], "totalCount": 1}}}}"#,
        "Issue at data.repository.issues.nodes[]"
      ),
      (
        #"{"data": {"repository": {"id": "R_1", "issues": {"edges": [{"cursor": "x", "node": \#(Payload.issue)}]}}}}"#,
        "Issue at data.repository.issues.edges[].node"
      ),
      ("[\(Payload.issue)]\n[\(Payload.issue),\n\(Payload.issue)]", "Issue at [][]"),
      ("[\(Payload.issue)][\(Payload.issue)]", "Issue at [][]"),
      (
        #"{"items": [\#(Payload.issue)]} {"items": [\#(Payload.issue)]}"#, "Issue at [].items[]"
      ),
      (
        #"{"issues": [\#(Payload.issue)], "labels": [\#(Payload.label)], "n": 3}"#,
        "Issue at issues[], Label at labels[]"
      ),
      (#"[{"status": 200, "response": [\#(Payload.issue)]}]"#, "Issue at [].response[]"),
    ] as [(String, String)])
  func everyPlaceIsRecognized(text: String, words: String) { #expect(Self.words(Self.choice(text)) == words) }

  @Test func modelIsRecognizedDespiteInvalidValues() {
    let wrong = """
      {"url": 1, "html_url": false, "id": "x", "number": "seven", "state": 3, "title": 4, "body": 5, "user": "ada",
       "labels": "bug", "assignee": 0, "comments": "two", "locked": "no", "created_at": 1, "updated_at": true}
      """
    #expect(Self.words(Self.choice(wrong)) == "Issue at the root")
    #expect(Self.words(Self.choice("[\(wrong), null, \(wrong)]")) == "Issue at []")
    let lists = wrong.replacing(/"[^"]*"(?=[,}])/, with: "[1]")
    #expect(Self.words(Self.choice(lists)) == "Issue at the root", "\(lists)")
    let user = #"{"login": 3, "id": "x", "avatar_url": 1, "html_url": 2, "type": false}"#
    #expect(Self.words(Self.choice(user)) == "User at the root")
    #expect(Self.words(Self.choice(Payload.issue.replacing("]", with: ",]"))) == "Issue at the root")
    #expect(Self.words(Self.choice(String(Payload.issue.dropLast(20)))) == "Issue at the root")
  }

  @Test func modelIsRecognizedDespiteTypoInRequiredKey() {
    let slip = Payload.issue.replacing(#""created_at""#, with: #""createdAt""#)
    let choice = Self.choice(slip)
    #expect(Self.words(choice) == "Issue at the root")
    #expect(choice.fits.first?.misspelt == ["created_at": "createdAt"])
  }

  /// Where nearly all of a large model is there, the key that is not is missing; where less is, it is another model's.
  @Test func nearlyCompleteObjectMatchesLargeModel() {
    let gone = Payload.issue.replacing(#""title": "t","#, with: "")
    let whole = gone.replacing(
      "{",
      with:
        #"{"html_url": "https://a", "assignees": [], "closed_at": null, "milestone": null, "body": null,"#,
      maxReplacements: 1)
    #expect(Self.words(Self.choice(whole)) == "Issue at the root")
    let less = Self.choice(
      #"{"url": "https://a", "id": 1, "number": 1, "state": "open", "user": {"login": "a", "id": 1}, "comments": 1, "created_at": "2011-04-22T13:33:48Z", "updated_at": "2011-04-22T13:33:48Z"}"#
    )
    #expect(Self.words(less) == "none")
    #expect(less.closest?.model.name == "Issue")
    #expect(less.closest?.missing == ["title"])
  }

  /// So it is where all else is there that model and object have.
  @Test(arguments: ["number", "open_issues", "created_at"]) func oneMissingKeyStillMatchesModel(_ key: String)
  {
    let milestone =
      #"{"id": 1, "number": 2, "state": "open", "title": "t", "description": null, "creator": {"login": "a", "id": 1}, "open_issues": 1, "closed_issues": 2, "created_at": "2011-04-22T13:33:48Z", "updated_at": "2011-04-22T13:33:48Z", "due_on": null, "closed_at": null}"#
      .replacing("\"\(key)\":", with: "\"other\":")
    #expect(Self.words(Self.choice(milestone)) == "Milestone at the root")
    let list = Array(repeating: milestone, count: 4).joined(separator: ",")
    #expect(Self.words(Self.choice("[\(list)]")) == "none")
  }

  /// Few keys speak for a small model; then a value of another kind speaks against it.
  @Test(
    arguments: [
      (#"[{"id": "LA_k", "name": "bug", "color": "d73a4a", "description": ""}]"#, "none"),
      (#"{"nodes": [{"login": "a", "id": "U_1", "avatarUrl": "https://a/b"}]}"#, "none"),
      (#"{"swatches": [{"name": "red", "color": 16711680}]}"#, "none"),
      (
        #"[{"id": 1, "name": "Shirt", "description": "", "color": "navy", "price": 9.5, "stock": 4}]"#, "none"
      ),
      (#"[{"id": 1, "name": "Rex", "color": "brown", "breed": "Boxer"}]"#, "none"),
      (
        #"[{"id": 1, "node_id": "x", "url": "https://a", "name": "bug", "color": "d73a4a", "default": true}]"#,
        "Label at []"
      ),
      (#"[{"name": "bug", "description": "x", "color": "d73a4a"}]"#, "Label at []"),
      (
        #"[{"id": 1, "name": "a", "color": "f"}, {"id": 2, "name": "b"}, {"id": 3, "name": 7, "color": "f"}]"#,
        "Label at []"
      ),
      (
        "{\"login\": \"a\", \"id\": 1}\n{\"message\": \"Not Found\"}\n{\"login\": \"b\", \"id\": \"x\"}\n",
        "User at []"
      ),
    ])
  func smallModelsNeedKeysWithMatchingValues(text: String, words: String) {
    #expect(Self.words(Self.choice(text)) == words)
  }

  /// What is cut off may have had the keys that are missing; lines and elements behind a mistake count as ever.
  @Test func modelIsRecognizedInMalformedInput() {
    #expect(
      Self.words(Self.choice(String(Payload.issue.prefix(Payload.issue.count * 6 / 10))))
        == "Issue at the root")
    let line = Payload.issue.replacing("\n", with: "")
    let unclosed = String(line.dropLast())
    #expect(Self.words(Self.choice("\(unclosed)\n\(line)\n\(line)\n")) == "Issue at []")
    #expect(Self.words(Self.choice("\(line)\ngarbage\n\(unclosed)\n\(line)\n\(line)\n")) == "Issue at []")
    let many = Array(repeating: line, count: 2_000 * 1_000 / line.count).joined(separator: ",\n")
    #expect(Self.words(Self.choice("[\(unclosed),\n\(many)]")) == "Issue at []")
  }

  /// How long other values are does not count.
  @Test func findsModelNextToLongValues() {
    let long = String(repeating: "x", count: 20_000)
    let text = #"{"action": "created", "issue": \#(Payload.issue), "comment": {"id": 1, "body": "\#(long)"}}"#
    #expect(Self.words(Self.choice(text)) == "Issue at issue")
  }

  /// A search engine's hits hold issues, and not the issues' labels.
  @Test func smallModelsInsideIdentifiedObjectsAreIgnored() {
    let hit = #"{"_index": "i", "_id": "1", "_score": 1.0, "_source": \#(Payload.issue)}"#
    #expect(
      Self.words(Self.choice(#"{"took": 3, "hits": {"hits": [\#(hit)]}}"#)) == "Issue at hits.hits[]._source")
    let other = #"{"_index": "i", "_id": "1", "_score": 1, "_source": {"labels": [\#(Payload.label)]}}"#
    #expect(Self.words(Self.choice(#"{"hits": [\#(other), \#(other)]}"#)) == "none")
  }

  /// A list that lacks a required key throughout is another API's; so are tuples.
  @Test func listsLackingARequiredKeyMatchNoModel() {
    let gone = Payload.issue.replacing(#""title": "t","#, with: "").replacing(
      "{",
      with:
        #"{"html_url": "https://a", "assignees": [], "closed_at": null, "milestone": null, "body": null,"#,
      maxReplacements: 1)
    #expect(Self.words(Self.choice("[\(gone), \(gone), \(gone)]")) == "none")
    #expect(Self.words(Self.choice("[[1, \(Payload.issue)], [2, \(Payload.issue)]]")) == "none")
  }

  /// Objects of several kinds in one place are each read as what they are, and what is none of them is counted.
  @Test func mixedKindsAtOnePlaceAreCheckedByKind() {
    let event = #"{"event": "x", "actor": null}"#
    let kinds = [Payload.issue, Payload.pullRequest, event]
    let text = "[" + (kinds + kinds).map { "{\"data\": \($0)}" }.joined(separator: ",") + "]"
    let choice = Self.choice(text)
    #expect(
      Set(choice.places.map { "\($0.model.name) at \($0.path)" }) == [
        "Issue at [].data", "PullRequest at [].data",
      ])
    let summary = Checker(JSONBytes(text), places: choice.places).run { _ in true }
    #expect(summary.errors + summary.warnings == 0)
    #expect(Set(summary.places.map { "\($0.model) \($0.count)" }) == ["Issue 2", "PullRequest 2"])
    #expect(summary.unread.map(\.count) == [2])
  }

  /// Objects that differ from the samples are not interpreted as the model unless it was requested.
  @Test(
    arguments: [
      (
        #"[{"login": "a", "id": 1}, {"login": "b", "id": 2}, {"login": "c", "id": 3}, {"type": "Anonymous", "email": "x"}]"#,
        3, 1, 2
      ),
      (
        #"[{"user": {"login": "a", "id": 1, "type": "User", "html_url": "https://a"}}, {"user": null}]"#, 1,
        // Nothing under a key is no model, whoever asks.
        0, 0
      ),
    ])
  func guessingSkipsDifferentModels(text: String, models: Int, unread: Int, errorsIfAsked: Int) throws {
    let bytes = JSONBytes(text)
    let guessed = Checker(bytes, places: Self.choice(text).places).run { _ in true }
    #expect(guessed.errors == 0)
    #expect(guessed.warnings == unread)
    #expect(guessed.models == models)
    #expect(guessed.unread.reduce(0) { $0 + $1.count } == unread)
    let user = try #require(Self.models.first { $0.name == "User" })
    let asked = Checker(bytes, places: ModelChoice.places(of: user, in: bytes)).run { _ in true }
    #expect(asked.errors == errorsIfAsked)
  }

  @Test func listElementMayLackARequiredKey() {
    let element = Payload.issue.replacing(#""title": "t","#, with: "")
    #expect(Self.words(Self.choice("[\(element), \(Payload.issue)]")) == "Issue at []")
  }

  /// An element that is whole is proof enough, what stands beside it is said to be none.
  @Test func findsElementNextToErrorResponse() throws {
    let error = #"{"message": "Not Found", "documentation_url": "https://docs.example.com"}"#
    let user = """
      {"login": "ann", "id": 1, "avatar_url": "https://example.com/a", "html_url": "https://example.com/ann",
       "type": "User", "site_admin": false}
      """
    for (element, words) in [(user, "User at []"), (Payload.issue, "Issue at []")] {
      let bytes = JSONBytes("[\(element), \(error)]")
      let choice = Self.choice(bytes.text(0..<bytes.count))
      #expect(Self.words(choice) == words)
      let (found, summary) = Checker(bytes, places: choice.places).diagnostics()
      #expect(summary.models == 1)
      #expect(summary.unread.map(\.count) == [1])
      let odd = try #require(found.first { $0.code == .noModel })
      #expect(odd.severity == .warning && odd.path.description == "[1]")
      #expect(odd.detail?.hasPrefix("this element does not fit \(words.dropLast(6)): it has no `") == true)
      #expect(odd.location.map { bytes.text($0.offset..<bytes.count).hasPrefix(error) } == true)
      let quiet = Checker(bytes, places: choice.places, minimumSeverity: .error).diagnostics().diagnostics
      #expect(quiet.isEmpty)
    }
  }

  /// The JSON of a text that is JSON: what was meant is found, and said to be encoded twice.
  @Test func modelIsRecognizedInDoubleEncodedJSON() throws {
    func quoted(_ text: String) -> String { (try? text.json()) ?? "" }
    let cases = [
      (quoted(Payload.issue), "Issue at the root", "object"),
      (quoted("[\(Payload.issue), \(Payload.issue)]"), "Issue at the root", "array"),
      ("[\(quoted(Payload.user)), \(quoted(Payload.user))]", "User at []", "object"),
      ("\(quoted(Payload.user))\n\(quoted(Payload.user))\n", "User at []", "object"),
    ]
    for (text, words, kind) in cases {
      let choice = Self.choice(text)
      #expect(Self.words(choice) == words)
      let (found, summary) = Checker(JSONBytes(text), places: choice.places).diagnostics()
      #expect(summary.errors > 0)
      #expect(
        found.first?.help?.hasPrefix("the \(kind) is inside a string: it was encoded twice")
          == true)
    }
    for text in [
      quoted("plain"), quoted("[1, 2]"), quoted("{]"), "[\(quoted("a")), 1]",
      #"{"body": \#(quoted(Payload.issue))}"#,
    ] {
      #expect(Self.words(Self.choice(text)) == "none")
    }
  }

  /// As GitHub sent them until 2013, and as servers that are like it do.
  @Test(arguments: [
    (
      Payload.issue.replacing(#""labels": ["#, with: #""labels": null, "were": ["#),
      "Issue at the root"
    ),
    (
      Payload.issue.replacing(
        #""title": "t","#, with: #""title": "t", "pull_request": {"html_url": null, "diff_url": null},"#),
      "Issue at the root"
    ),
  ]) func olderFormsOfModelsAreRecognized(_ text: String, _ words: String) {
    let choice = Self.choice(text)
    #expect(Self.words(choice) == words)
    #expect(Checker(JSONBytes(text), places: choice.places).run { _ in true }.errors == 0)
  }

  // MARK: - What is none

  private static func event(_ type: String, _ payload: String) -> String {
    """
    {"id": "1", "type": "\(type)", "actor": {"id": 1, "login": "ada", "url": "https://a.b/u"},
     "repo": {"id": 1, "name": "ada/r"}, "payload": \(payload), "public": true, "created_at": "2022-06-09T12:47:28Z"}
    """
  }

  /// Documents of others, parts of which look like the models: an inferred model reads more of them.
  static let others: [(name: String, text: String)] = [
    (
      "events",
      "["
        + [
          event("PushEvent", #"{"push_id": 1, "size": 1, "ref": "r", "commits": []}"#),
          event("WatchEvent", #"{"action": "started"}"#),
          event("IssuesEvent", #"{"action": "opened", "issue": \#(Payload.issue)}"#),
          event("PushEvent", #"{"push_id": 2, "size": 1, "ref": "r", "commits": []}"#),
        ].joined(separator: ",") + "]"
    ),
    (
      "builds",
      #"{"mode": "NORMAL", "jobs": [{"name": "a", "url": "https://a.b/a", "color": "blue"}, {"name": "b", "url": "https://a.b/b", "color": "red"}]}"#
    ),
    ("palette", ##"[{"name": "red", "color": "#f00"}, {"name": "blue", "color": "#00f", "hex": 1}]"##),
    ("cars", ##"{"cars": [{"id": 1, "name": "a", "color": "red", "url": "https://a.b"}]}"##),
    (
      "account",
      #"{"url": "https://a.b/ann", "avatar_url": "https://a.b/i", "login": "ann", "gravatar_id": "1", "id": 2}"#
    ),
  ]

  @Test(arguments: others) func foreignDocumentsMatchNoModel(name: String, text: String) {
    #expect(Self.words(Self.choice(text)) == "none", "\(name)")
  }

  /// A requested model is found in a document that is mostly something else.
  @Test func requestedModelIsFoundInForeignDocuments() throws {
    let issue = try #require(Self.models.first { $0.name == "Issue" })
    let label = try #require(Self.models.first { $0.name == "Label" })
    func path(_ model: ModelDescription, _ number: Int) -> String {
      ModelChoice.places(of: model, in: JSONBytes(Self.others[number].text)).map(\.path.description).joined()
    }
    #expect(path(issue, 0) == "[].payload.issue")
    #expect(path(label, 1) == "jobs[]")
    #expect(path(label, 2) == "[]")
  }

  @Test(arguments: Payload.foreign) func foreignDataMatchesNoModel(name: String, text: String) throws {
    _ = try JSONDocument(parsing: JSONBytes(text))
    for text in [text, "[\(text)]", "[\(text), \(text)]", #"{"total_count": 1, "items": [\#(text)]}"#] {
      #expect(Self.words(Self.choice(text)) == "none", "\(name)")
    }
  }

  @Test(arguments: ["", "[]", "{}", "[1, 2]", #"{"a": {"b": 1}}"#, "nonsense", "null", "[[]]", "[{}]"])
  func emptyDataMatchesNoModel(text: String) { #expect(Self.choice(text).places.isEmpty) }

  @Test func nearestModelListsMissingKeys() throws {
    let closest = try #require(
      Self.choice(#"{"id": 1, "login_name": "x", "avatar_url": "u", "a": 1}"#).closest)
    #expect(closest.model.name == "User")
    #expect(closest.missing == ["login"])
    #expect(closest.mapped == ModelFit.Share(part: 2, whole: 6))
    #expect(closest.keys == ModelFit.Share(part: 2, whole: 4))
    #expect(closest.required == ModelFit.Share(part: 1, whole: 2))
  }

  // MARK: - A model asked for

  @Test(
    arguments: [
      (#"[{"foo": 1}]"#, "[]"), (#"{"foo": 1}"#, ""), (#"{"items": [{"foo": 1}]}"#, "items[]"), ("3", ""),
      (#"{"title": "t", "labels": [{"name": "bug", "color": "x"}, {"name": "bug", "color": "x"}]}"#, ""),
      (#"{"number": 1, "user": {"login": "ada", "id": 1, "url": "u", "html_url": "u"}}"#, ""),
      (#"{"data": {"number": 1, "title": "t", "x": [{"a": 1}]}}"#, "data"),
    ] as [(String, String)])
  func requestedModelAlwaysHasAPlace(text: String, path: String) throws {
    let issue = try #require(Self.models.first { $0.name == "Issue" })
    let places = ModelChoice.places(of: issue, in: JSONBytes(text))
    #expect(places.map(\.path.description) == [path])
  }

  @Test func samplingIncludesMiddleOfLargeLists() {
    let filler = #"{"id": 1, "note": "\#(String(repeating: "x", count: 400))"}"#
    let late = #"{"id": 1, "note": "y", "extra": 3}"#
    let text =
      "["
      + ([String](repeating: filler, count: 1000) + [String](repeating: late, count: 9000))
      .joined(separator: ",\n") + "]"
    let bytes = JSONBytes(text)
    let sampler = TextSampler(bytes, JSONLayout.detect(bytes))
    let keys = sampler.elements(of: sampler.roots[0]).map { sampler.members(of: $0).count }
    #expect(keys.count > TextSampler.maximumElements)
    #expect(keys.contains(3))
  }
}
