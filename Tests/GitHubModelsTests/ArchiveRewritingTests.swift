import Foundation
import GitHubModels
import Mantle
import Testing

@testable import MantleArchiving

/// Archives that were opened, edited as JSON and written again.
struct ArchiveRewritingTests {
  /// Two issues that share their assignee; the first has a key and a neighbor nobody knows.
  private static func graph(version: Int64 = 2) -> ArchiveGraph {
    var builder = ArchiveBuilder()
    func object(_ archiveClass: ArchiveClass, _ fields: [(String, ArchiveReference)]) -> ArchiveReference {
      let reference = builder.reserve(archiveClass)
      builder.fill(reference, fields.map { ArchiveField(builder.key($0.0), $0.1) })
      return reference
    }
    let user = object(
      .model("GHUser"),
      [
        ("login", builder.string("alice")), ("userID", builder.integer(1)),
        ("MTLModelVersion", builder.integer(min(version, 2))),
      ])
    func issue(_ number: Int64, _ archiveClass: ArchiveClass, _ more: [(String, ArchiveReference)])
      -> ArchiveReference
    {
      object(
        archiveClass,
        [
          ("number", builder.integer(number)), ("title", builder.string("Issue \(number)")),
          ("assignee", user), ("state", builder.string("open")),
          ("MTLModelVersion", builder.integer(version)),
        ] + more)
    }
    let secret = object(.model("GHSecret"), [("key", builder.data([1, 2, 3]))])
    let items = [
      issue(1, .model("GHPullRequest", superclasses: ["GHIssue"]), [("computed", secret)]),
      issue(2, .model("GHIssue"), []), secret,
    ]
    builder.setTop(builder.array(items))
    return builder.graph
  }

  private func open(_ graph: ArchiveGraph) throws -> ArchivedDocument {
    try ArchivedDocument(reading: graph.bytes(), models: ArchiveConversionTests.models)
  }

  private func text(_ document: ArchivedDocument) -> String { document.json.text(0..<document.json.count) }

  @Test func rewritingUnchangedJSONKeepsTheBytes() throws {
    let before = try open(Self.graph())
    let root = try JSONDocument(text(before)).root
    #expect(try before.rewritten(root).bytes() == Self.graph().bytes())
    // Archived anew, everything is there again, and once more changes nothing.
    let again = try open(try before.upgraded())
    #expect(text(again) == text(before))
    #expect(try again.upgraded().bytes() == again.graph.bytes())
  }

  @Test func editKeepsUnmappedKeys() throws {
    let before = try open(Self.graph())
    #expect(before.isReadable)
    let edited = text(before).replacing(#""title":"Issue 1""#, with: #""title":"Changed""#)
    let after = try before.rewritten(try JSONDocument(edited).root)
    guard let root = after.root, case .array(let items) = after[root] else {
      Testing.Issue.record("the root is no array")
      return
    }
    #expect(after.archiveClass(of: items[0])?.name == "GHPullRequest")
    #expect(after.field("title", of: items[0]).map { after[$0] } == .string("Changed"))
    // The key nobody knows still leads to the object that is an element too, and the user is still one.
    #expect(after.field("computed", of: items[0]) == items[2])
    #expect(after.field("assignee", of: items[0]) == after.field("assignee", of: items[1]))
    #expect(after.archiveClass(of: items[2])?.name == "GHSecret")
    #expect(text(try open(after)) == edited)
  }

  /// An upgrade archives every model anew, those that several hold once.
  @Test func upgradesKeepSharedObjects() throws {
    let upgraded = try open(Self.graph(version: 1)).upgraded()
    guard let root = upgraded.root, case .array(let items) = upgraded[root] else {
      Testing.Issue.record("the root is no array")
      return
    }
    #expect(upgraded.modelVersion(upgraded.fields(of: items[0])) == 2)
    #expect(upgraded.field("assignee", of: items[0]) == upgraded.field("assignee", of: items[1]))
    let written = try ArchiveGraph(reading: try upgraded.bytes())
    #expect(try written.bytes() == upgraded.bytes())
  }

  @Test func addingOrRemovingElementsKeepsTheOthers() throws {
    let before = try open(Self.graph())
    let elements = try JSONDocument(text(before)).root.elements.map(\.rawText)
    let shortened = try before.rewritten(try JSONDocument("[\(elements[1]),\(elements[2])]").root)
    #expect(text(try open(shortened)) == "[\(elements[1]),\(elements[2])]")
    let fresh = elements[1].replacing(#""number":2"#, with: #""number":3"#)
    let extended = try before.rewritten(
      try JSONDocument("[\(elements[0]),\(elements[1]),\(fresh),\(elements[2])]").root)
    guard let root = extended.root, case .array(let items) = extended[root] else {
      Testing.Issue.record("the root is no array")
      return
    }
    #expect(
      items.map { extended.archiveClass(of: $0)?.name } == [
        "GHPullRequest", "GHIssue", "GHIssue", "GHSecret",
      ])
  }

  @Test func rewritingRejectsInvalidEdits() throws {
    let before = try open(Self.graph())
    let broken = text(before).replacing(#""number":1"#, with: #""number":"one""#)
    #expect(throws: DecodingFailure.self) { try before.rewritten(try JSONDocument(broken).root) }
  }

  @Test func newerVersionsAreShownButNotDecoded() throws {
    let newer = try open(Self.graph(version: 3))
    #expect(!newer.isReadable)
    let error = try #require(newer.diagnostics.first { $0.severity == .error })
    #expect(error.message == "expected Issue of version 2 or older, found version 3")
    #expect(text(newer).contains(#""title":"Issue 1""#))
  }

  @Test func pullRequestsAreArchivedAsGHPullRequest() throws {
    let issue = #"{"url":null,"id":1,"number":1,"state":"open","title":"t","user":null,"comments":0,"#
    let times = #""created_at":null,"updated_at":null"#
    let links = #""pull_request":{"url":"https://a.b/1"}"#
    let root = try JSONDocument("[\(issue)\(times)},\(issue)\(times),\(links)}]").root
    let graph = try ArchiveGraph(
      json: [root], models: ArchiveConversionTests.models, model: GitHubModels.Issue.modelDescription,
      at: "[]")
    guard let top = graph.root, case .array(let items) = graph[top] else {
      Testing.Issue.record("the root is no array")
      return
    }
    #expect(graph.archiveClass(of: items[0])?.chain == ["GHIssue", "MTLModel", "NSObject"])
    #expect(graph.archiveClass(of: items[1])?.chain == ["GHPullRequest", "GHIssue", "MTLModel", "NSObject"])
  }
}
