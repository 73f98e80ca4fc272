import Foundation
import GitHubModels
import Mantle
import MantleFiles
import Testing

@testable import MantleArchiving
@testable import ModelBrowser

/// What an archive says of its objects, as rows inside the models.
@Suite(.ownFolders) struct ArchiveRowsTests {
  /// Three objects of three classes and versions, with keys and classes nobody maps.
  private static func archive() throws -> [UInt8] {
    var builder = ArchiveBuilder()
    func object(_ archiveClass: ArchiveClass, _ fields: [(String, ArchiveReference)]) -> ArchiveReference {
      let reference = builder.reserve(archiveClass)
      builder.fill(reference, fields.map { ArchiveField(builder.key($0), $1) })
      return reference
    }
    let user = object(
      .model("GHUser"),
      [
        ("login", builder.string("alice")), ("nickname", builder.string("al")),
        ("MTLModelVersion", builder.integer(1)),
      ])
    let issue = object(
      .model("GHPullRequest", superclasses: ["GHIssue"]),
      [
        ("title", builder.string("First")), ("number", builder.integer(1)), ("state", builder.integer(1)),
        ("assignee", user), ("mood", builder.array([builder.string("good"), builder.integer(2)])),
        ("MTLModelVersion", builder.integer(1)),
      ])
    let second = object(
      .model("GHIssue"),
      [
        ("title", builder.string("Second")), ("number", builder.integer(2)),
        ("state", builder.string("open")),
        ("MTLModelVersion", builder.integer(2)),
      ])
    let stranger = object(
      ArchiveClass("XYThing", chain: ["XYThing", "NSObject"]), [("what", builder.string("ever"))])
    builder.setTop(builder.array([issue, second, stranger]))
    return try builder.graph.bytes()
  }

  private func session(_ bytes: [UInt8], rows: Int = 60) throws -> Session {
    Session(
      try DocumentSource.reading(JSONBytes(bytes), name: "a.archive", models: Session.gitHub), columns: 190,
      rows: rows)
  }

  /// The list of unmapped keys has those of the archive, and leads to them.
  @Test func unknownArchiveKeysAreListed() throws {
    var session = try session(Self.archive())
    session.press("gu")
    #expect(session.screen.contains("unmapped keys of the archive"))
    session.press("/nickname<Enter><Enter>")
    #expect(session.screen.contains("Unknown key nickname"), "\(session.screen)")
  }

  @Test func everyArchivedObjectHasArchiveRows() throws {
    var session = try session(Self.archive(), rows: 140)
    session.press("zR")
    let rows = session.rows.map { $0.drop { " >".contains($0) } }
    for expected in [
      "▾ archive GHPullRequest : GHIssue : MTLModel : NSObject, version 1 → 2, 1 unknown key",
      "class    GHPullRequest : GHIssue : MTLModel : NSObject", "version  1 → 2",
      "1 → 2    the state is kept as text, not as a number", #"mood     ["good",2]"#,
      "▾ archive GHUser : MTLModel : NSObject, version 1 → 2, 1 unknown key", #"nickname  "al""#,
      "▾ archive GHIssue : MTLModel : NSObject, version 2", "▾ archive XYThing : NSObject",
    ] {
      #expect(rows.contains { $0.hasPrefix(expected) }, "\(expected)\n\(session.screen)")
    }
  }

  @Test func archiveRowsCanBeCopiedButNotEdited() throws {
    var session = try session(Self.archive(), rows: 30)
    session.press("/mood<Enter>yy")
    #expect(session.copied.last == #"["good",2]"#, "\(session.screen)")
    #expect(session.screen.contains("Unknown key mood"))
    #expect(session.screen.contains("no property maps"))
    session.press("e")
    #expect(session.message.contains("Not editable: it is information about the archive"))
    session.press("dd")
    #expect(session.message.contains("cannot be deleted"))
    #expect(!session.isModified)
    session.press("/xything<Enter>")
    #expect(session.rows.contains { $0.hasPrefix(">") && $0.contains("XYThing : NSObject") })
    session.press("?nickname<Enter>")
    #expect(session.rows.contains { $0.hasPrefix(">") && $0.contains("nickname") })
    session.press("/no such thing<Enter>")
    #expect(session.message.contains("Not found"))
  }

  /// Elements that moved are still what they were; new ones are nothing.
  @Test func archiveRowsFollowTheirElements() throws {
    var session = try session(Self.archive(), rows: 140)
    session.press("jlddzR")
    #expect(session.screen.contains("archive GHIssue : MTLModel : NSObject, version 2"))
    #expect(!session.screen.contains("GHPullRequest"))
  }

  @Test func objectsOfNewerVersionsAreReported() throws {
    var builder = ArchiveBuilder()
    let issue = builder.reserve(.model("GHIssue"))
    builder.fill(
      issue,
      [
        ArchiveField(builder.key("title"), builder.string("t")),
        ArchiveField(builder.key("MTLModelVersion"), builder.integer(7)),
      ])
    builder.setTop(issue)
    var session = try session(try builder.graph.bytes())
    session.press("zR")
    #expect(session.screen.contains("version 7, newer than 2"), "\(session.screen)")
  }

  @Test(arguments: ArchiveFormat.allCases) func pipedArchivesAreRecognized(_ format: ArchiveFormat) throws {
    let bytes = try ArchiveGraph(reading: try Self.archive()).bytes(format)
    let session = try session(bytes)
    #expect(session.screen.lowercased().contains(format == .xml ? "xml archive" : "binary archive"))
    #expect(throws: FileReadError.self) {
      _ = try DocumentSource.reading(JSONBytes(bytes.dropLast(9)), name: "<stdin>", models: Session.gitHub)
    }
  }
}
