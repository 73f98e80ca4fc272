import Foundation
import GitHubModels
import Mantle
import Testing

@testable import MantleArchiving
@testable import MantleFiles

/// The original's archives through GitHub's models, and GitHub's JSON through archives.
struct ArchiveConversionTests {
  static let models = GitHub.all.map { $0.modelDescription }

  private func document(_ name: String) throws -> ArchivedDocument {
    try ArchivedDocument(
      reading: [UInt8](Data(contentsOf: URL(filePath: Fixtures.path("archives/\(name)")))),
      models: Self.models)
  }

  /// Every value of the JSON that was archived is under the API's key.
  @Test(
    .enabled(if: Fixtures.exist, "the shared fixtures are absent"),
    arguments: ["v0-full", "v1-full", "v2-array", "v2-subclass"], ["bin", "xml"])
  func convertedFixturesEqualTheirExpectedJSON(_ name: String, _ form: String) throws {
    let archived = try document("\(name).\(form).plist")
    #expect(archived.isReadable)
    let root = try JSONDocument(parsing: archived.json).root
    let twin = try JSONDocument(
      String(contentsOfFile: Fixtures.path("archives/\(name).decoded.json"), encoding: .utf8))
    let twinRoot = try #require(twin.root["root"])
    let issues = root.kind == .array ? Array(root.elements) : [root]
    let twins = twinRoot.kind == .array ? Array(twinRoot.elements) : [twinRoot]
    #expect(issues.count == twins.count)
    for (issue, twin) in zip(issues, twins) {
      let comparison = TwinComparison(issue, twin)
      #expect(comparison.differences == [])
      #expect(comparison.passedOver == [])
    }
  }

  @Test(.enabled(if: Fixtures.exist, "the shared fixtures are absent"))
  func conversionNotesMigrationsAndUnmappedKeys() throws {
    let old = try document("v0-full.bin.plist")
    #expect(
      old.diagnostics.contains { $0.code == .migration && $0.message.contains("`name` is now `title`") })
    #expect(old.found.first?.version == 0)
    let new = try document("v2-subclass.xml.plist")
    // What no issue of the API has is kept in the archive; SampleData/archives has a definition that reads it.
    #expect(
      Set(new.summary.unmapped.map(\.path.description)) == [
        "computed", "ratio", "delta", "bigNumber", "flag", "blob", "uuid", "participants", "mergeCommit",
        "commits",
      ])
    #expect(new.found.first?.archiveClass.chain == ["GHPullRequest", "GHIssue", "MTLModel", "NSObject"])
  }

  @Test(.enabled(if: Fixtures.exist, "the shared fixtures are absent"))
  func unknownClassesBecomePlainJSON() throws {
    let old = try document("MTLTestModel-OldArchive.plist")
    #expect(
      old.json.text(0..<old.json.count) == #"{"count":"5","username":"foobar","nested":{"name":"fuzzbuzz"}}"#)
    #expect(old.diagnostics.contains { $0.found == "class MTLTestModel" })
    let same = try old.rewritten(try JSONDocument(parsing: old.json).root)
    #expect(try same.bytes() == old.graph.bytes())
  }

  @Test(
    .enabled(if: Fixtures.exist, "the shared fixtures are absent"),
    arguments: [("issues-page", ""), ("search-issues", "items")])
  func gitHubFixturesSurviveArchivingWithoutLoss(_ name: String, _ wrapper: String) throws {
    let json = try String(contentsOfFile: Fixtures.path("github/\(name).json"), encoding: .utf8)
    try expectLossless(
      JSONBytes(json), model: GitHubModels.Issue.modelDescription, at: wrapper.isEmpty ? "[]" : "items[]")
  }

  @Test func sampleIssuesSurviveArchivingWithoutLoss() throws {
    let bytes = JSONBytes(try SampleFile.bytes("issues.json"))
    try expectLossless(bytes, model: GitHubModels.Issue.modelDescription, at: "[]")
  }

  private func expectLossless(_ bytes: JSONBytes, model: ModelDescription, at place: JSONKeyPath) throws {
    let root = try JSONDocument(parsing: bytes).root
    let graph = try ArchiveGraph(json: [root], models: Self.models, model: model, at: place)
    for format in ArchiveFormat.allCases {
      let again = try ArchivedDocument(reading: graph.bytes(format), models: Self.models)
      #expect(again.diagnostics.isEmpty)
      let result = try JSONDocument(parsing: again.json).root
      let before = root.findAll(place)
      let after = result.findAll(place)
      #expect(before.count == after.count && !before.isEmpty)
      for (old, new) in zip(before, after) {
        var writer = JSONWriter()
        try model.export(old, to: &writer)
        #expect(try JSONDocument(parsing: JSONBytes(writer.finish())).root.isEquivalent(to: new))
      }
    }
  }

  @Test func sampleArchiveMatchesSampleIssues() throws {
    let archive = try SampleFile.bytes("issues.archive")
    let issues = try Archive.decode([GitHubModels.Issue].self, from: archive)
    #expect(issues.count == 12)
    #expect(try Archive.bytes(of: issues) == archive)
    let root = try JSONDocument(parsing: JSONBytes(try SampleFile.bytes("issues.json"))).root
    let graph = try ArchiveGraph(
      json: [root], models: Self.models, model: GitHubModels.Issue.modelDescription, at: "[]")
    #expect(try graph.bytes() == archive)
  }
}

enum SampleFile {
  static func bytes(_ name: String) throws -> [UInt8] {
    let folder = (0..<3).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
    return [UInt8](try Data(contentsOf: folder.appending(path: "SampleData/\(name)")))
  }
}

/// Compares an issue's JSON with the description of the archived object.
struct TwinComparison {
  private(set) var differences: [String] = []
  /// The twin's keys that have a value and were not compared.
  private(set) var passedOver: [String] = []
  /// What describes the object, or has no key in the API.
  private static let others: Set = [
    "$class", "computed", "owner", "secret", "retrievedAt", "ratio", "delta", "bigNumber", "flag", "blob",
    "uuid",
    "participants", "mergeCommit", "commits",
  ]

  private static let keys = [
    "URL": "url", "HTMLURL": "html_url", "number": "number", "state": "state", "title": "title",
    "name": "title",
    "body": "body", "assignee.login": "assignee.login", "assignee.userID": "assignee.id",
    "assignee.avatarURL": "assignee.avatar_url", "updatedAt": "updated_at", "locked": "locked",
    "labels[0].name": "labels[0].name", "labels[1].color": "labels[1].color", "score": "score",
    "reactions": "reactions",
  ]

  init(_ issue: JSONNode, _ twin: JSONNode) {
    let known = Set(Self.keys.keys.map { $0.prefix { $0 != "." && $0 != "[" } })
    for (key, value) in twin.members where !value.isNull && !Self.others.contains(key.displayText) {
      if !known.contains(Substring(key.displayText)) { passedOver.append(key.displayText) }
    }
    for (original, key) in Self.keys {
      guard let path = try? JSONKeyPath(original), let place = try? JSONKeyPath(key),
        let expected = twin.find(path), !expected.isNull
      else { continue }
      let found = issue.find(place)
      if !matches(found, expected, key) {
        differences.append("\(key): \(found?.rawText ?? "nothing"), not \(expected.rawText)")
      }
    }
  }

  private func matches(_ found: JSONNode?, _ expected: JSONNode, _ key: String) -> Bool {
    guard let found else { return false }
    if let text = (expected["$url"] ?? expected["$data"] ?? expected["$uuid"])?.displayText {
      return found.displayText == text
    }
    if let seconds = expected["$dateSince2001"].flatMap({ Double($0.rawText) }) {
      let style = Date.ISO8601FormatStyle(includingFractionalSeconds: found.displayText.contains("."))
      return (try? style.parse(found.displayText))?.timeIntervalSinceReferenceDate == seconds
    }
    if key == "locked" { return found.boolValue == (expected.rawText == "1" || expected.rawText == "true") }
    if key == "state", expected.kind == .number {
      return found.displayText == (expected.rawText == "1" ? "closed" : "open")
    }
    return found.isEquivalent(to: expected)
  }
}
