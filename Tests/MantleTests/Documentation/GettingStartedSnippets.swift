import Foundation
import Mantle
import Testing

/// The code of the first steps.
enum GettingStarted {
  // snippet
  enum State: String, CaseIterable { case open, closed }

  struct User: Model, Equatable {
    let login: String
    let name: String?

    static let properties = Properties(of: User.self) {
      Property(\.login, "login")
      Property(\.name, "name")
    }
    static let mapping = Mapping(User.init, properties)
  }

  struct Issue: MappedHashable {
    let url: URL
    let number: Int
    var state: State
    let reporterLogin: String
    var assignee: User?
    let updatedAt: Date
    var title: String
    var body: String?
    var labels: [String]
    let retrievedAt: Date

    static let properties = Properties(of: Issue.self) {
      Property(\.url, "url")
      Property(\.number, "number").identity()
      Property(\.state, "state", .cases)
      Property(\.reporterLogin, "user.login")
      Property(\.assignee, "assignee")
      Property(\.updatedAt, "updated_at", .iso8601)
      Property(\.title, "title")
      Property(\.body, "body")
      Property(\.labels, "labels[].name").default([])
      Property(local: \.retrievedAt) { Date() }.retention(.transient)
    }
    static let mapping = Mapping(Issue.init, properties)
  }
  // end

  static let text = """
    {
      "url": "https://api.github.com/repos/octocat/Hello-World/issues/1347",
      "number": 1347,
      "state": "open",
      "user": {"login": "octocat"},
      "assignee": null,
      "updated_at": "2011-04-22T13:33:48Z",
      "title": "Found a bug",
      "labels": [{"name": "bug"}, {"name": "ui"}]
    }
    """

  @Test static func issueDecodesFromJSON() throws {
    // snippet
    let issue = try Issue.decode(json: text)
    print(issue.title, issue.reporterLogin, issue.labels)  // Found a bug octocat ["bug", "ui"]
    // end
    #expect((issue.title, issue.reporterLogin) == ("Found a bug", "octocat"))
    #expect(issue.labels == ["bug", "ui"])
    #expect(issue == (try Issue.decode(json: text)))
  }

  @Test static func encodingMayIncludeChosenProperties() throws {
    // snippet
    var issue = try Issue.decode(json: text)
    issue.state = .closed
    issue.assignee = User(login: "hubot", name: nil)

    let whole = try issue.json()
    let change = try issue.json(EncodingOptions(nilEncoding: .omitted, including: ["state", "assignee"]))
    print(change)  // {"state":"closed","assignee":{"login":"hubot"}}
    // end
    #expect(change == #"{"state":"closed","assignee":{"login":"hubot"}}"#)
    #expect(try Issue.decode(json: whole) == issue)
  }

  @Test static func failureDescribesEveryProblem() throws {
    let text = """
      {"url":"https://example.com","number":"7","state":"reopened","user":{"login":"a"},"title":"t"}
      """
    // snippet
    do {
      _ = try Issue.decode(json: text)
    } catch let failure as DecodingFailure {
      print(failure)
    }
    // end
    let failure = try #require(throws: DecodingFailure.self) { try Issue.decode(json: text) }
    #expect(
      failure.description == """
        1:1: error: Issue.updatedAt: expected ISO 8601 date with time, found no key `updated_at`  [updated_at]
        1:39: error: Issue.number: expected integer, found "7"  [number]
        1:51: error: Issue.state: expected "open" or "closed", found "reopened"  [state]
        """)
  }

  @Test static func elementsDecodeOneByOne() throws {
    let bytes = JSONBytes(
      text.replacingOccurrences(of: "\n", with: "") + "\n" + #"{"number":1}"# + "\n"
        + text.replacingOccurrences(of: "\n", with: ""))
    var titles: [String] = []
    var failures = 0
    // snippet
    for element in try Issue.elements(of: bytes) {
      switch element.result {
      case .success(let issue): titles.append(issue.title)
      case .failure(let failure): failures += failure.diagnostics.count
      }
    }
    // end
    #expect(titles == ["Found a bug", "Found a bug"])
    #expect(failures > 0)
  }
}
