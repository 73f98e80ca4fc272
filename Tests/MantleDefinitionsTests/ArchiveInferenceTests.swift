import Foundation
import Mantle
import Testing

@testable import MantleArchiving
@testable import MantleDefinitions

/// Models that are inferred from the classes of an archive, and read this archive.
struct ArchiveInferenceTests {
  private func graph() -> ArchiveGraph {
    var builder = ArchiveBuilder()
    func object(_ archiveClass: ArchiveClass, _ fields: [(String, ArchiveReference)]) -> ArchiveReference {
      builder.append(.object(fields.map { ArchiveField(builder.key($0.0), $0.1) }), class: archiveClass)
    }
    let version = builder.add(.integer(2))
    let author = object(
      .model("App.User"), [("name", builder.string("u")), ("is-admin", builder.add(.bool(true)))])
    let post = builder.append(.object([]), class: .model("XYPost"))
    let comment = object(.model("XYComment"), [("post", post), ("text", builder.string("c"))])
    let fields: [(String, ArchiveReference)] = [
      ("title", builder.string("t")), ("author", author), ("MTLModelVersion", version),
      ("comments", builder.append(.array([comment]))),
      ("at", builder.add(.date(Date(timeIntervalSinceReferenceDate: 0)))),
    ]
    builder.fill(post, fields.map { ArchiveField(builder.key($0.0), $0.1) })
    let video = object(
      .model("XYVideoPost", superclasses: ["XYPost"]),
      [("title", builder.string("v")), ("length", builder.add(.integer(5))), ("MTLModelVersion", version)])
    builder.setTop(builder.append(.array([post, video])))
    return builder.graph
  }

  private func definition() throws -> Definition {
    var classes = ArchivedClasses()
    classes.add(graph())
    return try #require(Definition(classes))
  }

  @Test func inferredDefinitionDecodesTheArchive() throws {
    // What is written is what is read.
    let written = try Definition(JSONBytes(definition().fileText))
    #expect(written.models.map(\.archive) == (try definition()).models.map(\.archive))
    let models = DefinedModels(written).descriptions
    let document = try ArchivedDocument(reading: try graph().bytes(), models: models)
    #expect(document.isReadable, "\(document.diagnostics)")
    #expect(document.found.map(\.model.name).sorted() == ["XYPost", "XYVideoPost"])
    #expect(document.found.allSatisfy { $0.version == 2 })
    let text = document.json.text(0..<document.json.count)
    #expect(text.contains(#""is-admin":true"#), "\(text)")
    #expect(text.contains(#""at":"2001-01-01T00:00:00Z""#), "\(text)")
    // The reference of the comment to its post is unmapped, and stays in an edited archive.
    let edited = text.replacing(#""title":"t""#, with: #""title":"x""#)
    let after = try document.rewritten(try JSONDocument(edited).root)
    let root = try #require(after.root)
    guard case .array(let items) = after[root], let comments = after.field("comments", of: items[0]) else {
      Issue.record("the root is not an array")
      return
    }
    #expect(after[comments].items?.map { after.field("post", of: $0) } == [items[0]])
  }

  @Test func swiftSourceDeclaresArchiveClasses() throws {
    let source = try definition().swiftSource
    #expect(source.contains("ArchivableModel"), "\(source)")
    #expect(
      source.contains("ModelArchive(\"XYVideoPost\", superclasses: [\"XYPost\"], version: 2)"), "\(source)")
    #expect(source.contains(#"ModelArchive("App.User")"#), "\(source)")
  }

  @Test func errorForMissingArchiveClassSuggestsTheMember() throws {
    let text = """
      {"mantle":1,"root":"XYPost","models":[{"name":"XYPost","archive":{"version":2},"properties":[{"name":"a","type":"string"}]}]}
      """
    let failure = try #require(throws: DecodingFailure.self) { try Definition(JSONBytes(text)) }
    #expect(
      failure.diagnostics.map(\.message) == [
        "the archive settings name no class: add \"class\": \"XYPost\""
      ])
  }

  @Test func inferredRootModelHasTheGivenName() throws {
    var classes = ArchivedClasses()
    classes.add(graph())
    let named = try #require(Definition(classes, rootName: "Entry"))
    #expect(named.root == .array(.model("Entry")))
    #expect(named.models.first { $0.name == "Entry" }?.archive?.className == "XYPost")
  }
}
