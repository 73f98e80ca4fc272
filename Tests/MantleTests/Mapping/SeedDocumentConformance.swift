import Foundation
import Mantle
import Testing

/// The example of the original's read-me.
struct SeedDocumentConformance {
  static let text = """
    {"url":"https://api.github.com/repos/octocat/Hello-World/issues/1347",\
    "html_url":"https://github.com/octocat/Hello-World/issues/1347","number":1347,"state":"open",\
    "user":{"login":"octocat"},"assignee":{"login":"hubot","name":"Hubot",\
    "created_at":"2013/07/02 16:40:00 +0000"},"updated_at":"2011-04-22T13:33:48Z",\
    "title":"Found a bug","body":"I'm having a problem with this."}
    """

  static func text(replacing old: String, with new: String) -> String {
    text.replacingOccurrences(of: old, with: new)
  }

  @Test("SD-01, SD-02, SD-05, SD-49: every property of the issue decodes, title and body included")
  func issueDecodesEveryProperty() throws {
    let issue = try ReadmeIssue.decode(json: Self.text)
    #expect(issue.url.absoluteString == "https://api.github.com/repos/octocat/Hello-World/issues/1347")
    #expect(issue.htmlURL.host() == "github.com")
    #expect(issue.number == 1347)
    #expect(issue.state == .open)
    #expect(issue.reporterLogin == "octocat")
    #expect(issue.assignee?.name == "Hubot")
    #expect(issue.title == "Found a bug")
    #expect(issue.body == "I'm having a problem with this.")
  }

  @Test("SD-02: decoding without required keys names every missing property")
  func missingRequiredPropertiesAreNamed() throws {
    let text = #"{"number":1,"state":"open"}"#
    let missing = try allErrors(decoding: ReadmeIssue.self, text).map(\.property)
    #expect(missing == ["url", "htmlURL", "reporterLogin", "updatedAt", "title"])
  }

  @Test("SD-18, SD-03, SD-08, SD-25, SD-77: the issue round-trips character by character")
  func issueRoundTripsExactly() throws {
    let issue = try ReadmeIssue.decode(json: Self.text)
    #expect(try issue.json() == Self.text)
    #expect(try ReadmeIssue.decode(json: try issue.json()) == issue)
  }

  @Test(
    "SD-04, SD-56: a present, null or absent assignee decodes",
    arguments: [
      (#""assignee":{"login":"hubot","name":null,"created_at":null},"#, Optional("hubot")),
      (#""assignee":null,"#, nil), ("", nil),
    ])
  func presentNullOrAbsentAssigneeDecodes(_ member: String, _ login: String?) throws {
    let start = try #require(Self.text.range(of: #""assignee""#))
    let end = try #require(Self.text.range(of: #""updated_at""#))
    let text = Self.text.replacingCharacters(in: start.lowerBound..<end.lowerBound, with: member)
    #expect(try ReadmeIssue.decode(json: text).assignee?.login == login)
  }

  @Test("SD-05, SD-55: each state round-trips", arguments: ReadmeState.allCases)
  func everyStateRoundTrips(_ state: ReadmeState) throws {
    let text = Self.text(replacing: #""open""#, with: "\"\(state.rawValue)\"")
    let issue = try ReadmeIssue.decode(json: text)
    #expect(issue.state == state)
    #expect(try issue.json() == text)
  }

  @Test("SD-06: an unknown state is an error that names it, or the declared fallback")
  func unknownStateIsAnErrorOrTheFallback() throws {
    let error = try onlyError(
      decoding: ReadmeIssue.self, Self.text(replacing: #""open""#, with: #""merged""#))
    #expect(error.code == .unknownCase)
    #expect(error.expected == #""open" or "closed""#)
    #expect(error.found == #""merged""#)
    let forgiving = try Forgiving.report(json: #"{"state":"merged"}"#)
    #expect(forgiving.value?.state == .closed)
    #expect(forgiving.diagnostics.map(\.code) == [.unknownCase])
    #expect(!forgiving.hasErrors)
  }

  @Test("SD-07, SD-09: dates in two formats decode to exact instants")
  func twoDateFormatsDecode() throws {
    let issue = try ReadmeIssue.decode(json: Self.text)
    #expect(issue.updatedAt.timeIntervalSince1970 == 1_303_479_228)
    #expect(issue.assignee?.createdAt?.timeIntervalSince1970 == 1_372_783_200)
  }

  @Test("SD-10, SD-11, SD-12: every decode sets a new timestamp, which equality ignores and copies keep")
  func retrievalTimeIsSetByEveryDecode() throws {
    let before = Date()
    let first = try ReadmeIssue.decode(json: Self.text)
    let between = Date()
    let second = try ReadmeIssue.decode(json: Self.text)
    #expect((before...between).contains(first.retrievedAt))
    #expect(second.retrievedAt >= between)
    #expect(first == second)
    #expect(first.hashValue == second.hashValue)
    var copy = first
    copy.title = "changed"
    #expect(copy.retrievedAt == first.retrievedAt)
    #expect(copy != first)
  }

  @Test("SD-14: a model chooses the properties that equality compares")
  func modelChoosesItsEquality() throws {
    let a = Revision(number: 1, title: "t", note: "a")
    #expect(a == Revision(number: 1, title: "t", note: "b"))
    #expect(a != Revision(number: 2, title: "t", note: "a"))
    #expect(Set([a, Revision(number: 1, title: "t", note: "b")]).count == 1)
  }

  @Test("SD-17: an issue is updated with newer data")
  func mergingUpdatesAnIssue() throws {
    let old = try ReadmeIssue.decode(json: Self.text)
    let newText = Self.text(replacing: #""open""#, with: #""closed""#)
    let new = try ReadmeIssue.decode(
      json: newText.replacingOccurrences(of: #","body":"I'm having a problem with this.""#, with: ""))
    let merged = try old.merging(new)
    #expect(merged.state == .closed)
    #expect(merged.body == old.body)
    #expect(try old.merging(new, by: .overwrite).body == nil)
  }

  @Test("SD-19: a list is written in order")
  func listIsEncodedInOrder() throws {
    let texts = (1...5).map { Self.text(replacing: "\"number\":1347", with: "\"number\":\($0)") }
    let issues = try [ReadmeIssue].decode(json: "[\(texts.joined(separator: ","))]")
    #expect(issues.map(\.number) == [1, 2, 3, 4, 5])
    #expect(try issues.json() == "[\(texts.joined(separator: ","))]")
  }

  @Test("SD-26: a message with a picture round-trips") func pictureMessageRoundTrips() throws {
    let text = #"{"id":2,"image_url":"http://example.com/lolcat.gif"}"#
    guard case .picture(let message) = try Message.decode(json: text) else {
      Testing.Issue.record("no picture")
      return
    }
    #expect(message.imageURL.lastPathComponent == "lolcat.gif")
    try expectRoundTrip(Message.self, text)
  }

  @Test("SD-27: a message with text decodes") func textMessageDecodes() throws {
    let message = try Message.decode(json: #"{"id":1,"body":"Hello World!"}"#)
    #expect(message == .text(TextMessage(id: 1, body: "Hello World!")))
  }

  @Test("SD-28: the first matching candidate is decoded") func firstMatchingCandidateWins() throws {
    let message = try Message.decode(
      json: #"{"id":3,"body":"b","image_url":"http://example.com/lolcat.gif"}"#)
    guard case .picture = message else {
      Testing.Issue.record("no picture")
      return
    }
  }

  @Test("SD-29: no matching candidate is an error") func errorListsCandidatesIfNoneMatches() throws {
    let error = try onlyError(decoding: [Message].self, #"[{"id":1}]"#)
    #expect(error.path == "[0]")
    #expect(error.code == .unknownCase)
    #expect(error.expected == "one of PictureMessage, TextMessage")
  }

  @Test("SD-78: an unknown key is ignored") func unknownKeyIsIgnored() throws {
    #expect(
      try ReadmeIssue.decode(json: Self.text(replacing: "{\"url\"", with: "{\"new\":[1],\"url\"")).number
        == 1347)
  }
}

private struct Forgiving: Model, Equatable, Sendable {
  let state: ReadmeState
  static let properties = Properties(of: Forgiving.self) {
    Property(\.state, "state", .cases(unknown: .closed))
  }
  static let mapping = Mapping(Forgiving.init, properties)
}

private struct Revision: MappedHashable, Sendable {
  let number: Int
  let title: String
  let note: String
  static let properties = Properties(of: Revision.self) {
    Property(\.number, "number")
    Property(\.title, "title")
    Property(\.note, "note")
  }
  static let mapping = Mapping(Revision.init, properties).equality(by: \.number, \.title)
}
