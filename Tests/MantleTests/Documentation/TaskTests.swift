import Foundation
import Mantle
import MantleArchiving
import MantleFiles
import MantleStore
import Testing

/// The usual tasks of an app, each as short as the interface allows. Changes of the interface show here first.
struct TaskTests {
  enum State: String, CaseIterable { case open, closed }

  struct Issue: ArchivableModel, MappedEquatable, Sendable {
    let id: Int
    let state: State
    let author: String
    let labels: [String]
    let due: Date?
    var stars: Int

    static let archive = ModelArchive(
      "Issue", version: 1,
      migrations: [Migration(from: 0, "`votes` is now `stars`") { $0.rename("votes", to: "stars") }])
    static let properties = Properties(of: Issue.self) {
      Property(\.id, "id").identity()
      Property(\.state, "state", .cases)
      Property(\.author, "user.login")
      Property(\.labels, "labels[].name").default([])
      Property(\.due, "due", .iso8601.or(.unixSeconds))
      Property(\.stars, "stars").default(0, for: [.null, .invalid])
        .validated { if $0 < 0 { throw TransformError(expected: "a count") } }
    }
    static let mapping = Mapping(Issue.init, properties)
  }

  private static let text = #"""
    {"id": 1, "state": "open", "user": {"login": "ann"}, "labels": [{"name": "bug"}], "due": 7, "stars": 3}
    """#
  private static func issue() throws -> Issue { try Issue.decode(json: text) }

  @Test func issueDecodesAndEncodesSelectedProperties() throws {
    let issue = try [Issue].decode(json: Data("[\(Self.text)]".utf8))[0]
    #expect(issue.labels == ["bug"])
    #expect(try Issue.decode(json: issue.jsonData(.omittingNil)) == issue)
    #expect(try issue.json(EncodingOptions(including: Issue.selection(of: \.state))) == #"{"state":"open"}"#)
  }

  @Test func errorsAreRendered() throws {
    do { _ = try Issue.decode(json: "{}") } catch let error as DecodingFailure {
      #expect(error.rendered(in: "{}", name: "a.json").hasPrefix("a.json:1:1: error: Issue.id"))
    }
  }

  @Test func partialAnswerIsMergedIntoModelAndStore() throws {
    let known = try Self.issue()
    let answer = try Issue.report(
      json: #"{"id": 1, "state": "closed", "user": {"login": "ann"}}"#, options: .lenient)
    #expect(!answer.hasErrors)
    let merged = try known.merging(answer)
    #expect(merged.state == .closed && merged.stars == 3)
    #expect(try known.changes(to: merged).map(\.after) == ["closed"])
    let store = try Store.temporary()
    try store.save(known)
    try store.transaction { try $0.save(answer) }
    #expect(try store.fetchOne(id: 1) == merged)
  }

  @Test func validationRejectsAnInvalidConstant() throws {
    let issue = Issue(id: 1, state: .open, author: "", labels: [], due: nil, stars: -1)
    #expect(throws: ValidationFailure.self) { try issue.validate() }
  }

  @Test func modelsRoundTripThroughFilesAndArchives() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "tasks-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let issue = try Self.issue()
    try issue.write(to: folder.appending(path: "a.json"))
    #expect(try Issue.decode(contentsOf: folder.appending(path: "a.json")) == issue)
    #expect(try Issue.report(contentsOf: folder.appending(path: "a.json")).get() == issue)
    try Archive.write([issue], to: folder.appending(path: "a.archive"))
    #expect(try Archive.decode([Issue].self, contentsOf: folder.appending(path: "a.archive")) == [issue])
    #expect(
      try Archive.report([Issue].self, contentsOf: folder.appending(path: "a.archive")).get() == [issue])
    for element in try Issue.elements(contentsOf: folder.appending(path: "a.json")) {
      #expect(try element.result.get() == issue)
    }
  }

  @Test func storesAreReadAndObserved() async throws {
    let store = try Store.temporary()
    try store.save(contentsOf: [Self.issue()])
    let best = try await store.perform {
      try $0.fetchAll(Issue.self, where: "stars >= \(3)", order: "stars desc", limit: 10)
    }
    let counts = try store.snapshot { snapshot in
      [try snapshot.count(Issue.self), try snapshot.count(Issue.self, where: "stars > 3")]
    }
    #expect(best.count == 1 && counts == [1, 0])
    let authors = ["ann", "bob"]
    #expect(try store.fetchAll(where: "author in \(authors)") == best)
    #expect(throws: StoreError.self) { try store.fetchAll(Issue.self, where: "author in \([String]())") }
    for try await issues in store.updates(of: Issue.self, where: "state = open") {
      #expect(issues == best)
      break
    }
  }
}
