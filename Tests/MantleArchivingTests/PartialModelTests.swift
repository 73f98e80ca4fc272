import Foundation
import Testing

@testable import Mantle
@testable import MantleArchiving

/// A value that cannot be decoded is one problem at its location; everything around it is shown as the models
/// that it is, and can be edited.
struct PartialModelTests {
  private func open(_ fields: (inout ArchiveBuilder, ArchiveReference) -> [(String, ArchiveReference)]) throws
    -> ArchivedDocument
  {
    var builder = ArchiveBuilder()
    let trees = ["a", "b"].map { name in
      let tree = builder.reserve(ArchiveClass.model("Tree"))
      let more = name == "b" ? fields(&builder, tree) : []
      let all = [("name", builder.string(name)), ("count", builder.integer(1))] + more
      builder.fill(tree, all.map { ArchiveField(builder.key($0.0), $0.1) })
      return tree
    }
    builder.setTop(builder.array(trees))
    return try ArchivedDocument(reading: try builder.graph.bytes(), models: RandomArchive.models)
  }

  private func text(_ document: ArchivedDocument) -> String { document.json.text(0..<document.json.count) }

  private func problems(_ document: ArchivedDocument) -> [String] {
    document.diagnostics.errors.map { "\($0.path): \($0.message)" }
  }

  @Test func objectsOfUnexpectedClassShowTheirFields() throws {
    let document = try open { builder, _ in
      let stranger = builder.append(
        .object([ArchiveField(builder.key("x"), builder.integer(1))]),
        class: ArchiveClass("XYPerson", chain: ["NSObject"]))
      return [("owner", stranger)]
    }
    #expect(problems(document) == ["[1].owner: expected Owner, found XYPerson"])
    #expect(
      text(document)
        == #"[{"name":"a","count":1,"note":null,"owner":null,"kids":[],"extra":null},"#
        + #"{"name":"b","count":1,"note":null,"owner":{"x":1},"kids":[],"extra":null}]"#)
    #expect(document.found.map(\.count) == [2])
  }

  /// The value is an object that the archive does not have.
  @Test(arguments: [false, true]) func undecodableMigratedValueIsShown(keepsClasses: Bool) throws {
    struct Stamp: ArchivableModel {
      var at: Date?

      static let archive = ModelArchive(
        "Stamp", version: 1, migrations: [Migration(from: 0, "`at` is text") { $0["at"] = .string("soon") }])
      static let properties = Properties(of: Stamp.self) { Property(\.at, "at", .iso8601) }
      static let mapping = Mapping(Stamp.init, properties)
    }
    var builder = ArchiveBuilder()
    let stamp = builder.reserve(ArchiveClass.model("Stamp"))
    builder.fill(stamp, [])
    builder.setTop(stamp)
    let document = try ArchivedDocument(
      reading: try builder.graph.bytes(), models: [Stamp.modelDescription], keepsClasses: keepsClasses)
    #expect(problems(document).count == 1)
    #expect(text(document).contains(#""at":"soon""#), "\(text(document))")
  }

  @Test func problemsOfNestedModelsAreReportedOnce() throws {
    let document = try open { builder, _ in
      let owner = builder.reserve(ArchiveClass.model("Owner"))
      builder.fill(
        owner,
        [
          ArchiveField(builder.key("name"), builder.integer(7)),
          ArchiveField(builder.key("at"), builder.date(Date(timeIntervalSinceReferenceDate: 0))),
        ])
      return [("owner", owner)]
    }
    #expect(problems(document) == ["[1].owner.name: expected string, found number 7"])
    #expect(text(document).contains(#""owner":{"name":7,"at":"2001-01-01T00:00:00Z"}"#), "\(text(document))")
  }

  @Test func cyclesInJSONPropertiesBecomeNull() throws {
    let document = try open { builder, tree in
      [
        (
          "extra",
          builder.dictionary([
            ArchiveEntry(key: builder.string("parent"), value: tree),
            ArchiveEntry(key: builder.string("one"), value: builder.integer(1)),
          ])
        )
      ]
    }
    #expect(document.diagnostics.errors.count == 1)
    #expect(document.diagnostics.errors[0].path == "[1].extra.parent", "\(problems(document))")
    #expect(text(document).contains(#""extra":{"parent":null,"one":1}"#), "\(text(document))")
  }

  @Test func newerVersionsAreShownButNotEdited() throws {
    let document = try open { builder, _ in [("MTLModelVersion", builder.integer(9))] }
    #expect(problems(document) == ["[1]: expected Tree of version 1 or older, found version 9"])
    #expect(text(document).contains(#"{"name":"b","count":1"#), "\(text(document))")
    let edited = text(document).replacing(#""name":"b""#, with: #""name":"c""#)
    let failure = try #require(throws: DecodingFailure.self) {
      try document.rewritten(try JSONDocument(edited).root)
    }
    #expect(
      failure.diagnostics.map(\.message) == [
        "expected version 1 or older (newer objects are read-only), found version 9"
      ])
  }

  /// The values next to a problem are edited, and the problem stays as it is.
  @Test func valuesNextToAProblemCanBeEdited() throws {
    let document = try open { builder, _ in
      [("owner", builder.append(.object([]), class: ArchiveClass("XYPerson", chain: ["NSObject"])))]
    }
    let edits = [
      (#""name":"a""#, #""name":"c""#), (#""name":"b""#, #""name":"c""#),
      (#""count":1,"note":null,"owner":{"#, #""count":5,"note":null,"owner":{"#),
    ]
    for (old, new) in edits {
      let edited = text(document).replacing(old, with: new)
      let graph = try ArchiveGraph(
        reading: try document.bytes(with: try JSONDocument(edited).root, as: .binary))
      let differences = ArchiveShape(graph).upgraded.differences(from: ArchiveShape(document.graph).upgraded)
      #expect(differences.count == 1, "\(differences)")
    }
    let wrong = text(document).replacing(#""name":"b","count":1"#, with: #""name":"b","count":"x""#)
    let failure = try #require(throws: DecodingFailure.self) {
      try document.rewritten(try JSONDocument(wrong).root)
    }
    #expect(failure.diagnostics.map(\.property) == ["count"], "\(failure)")
    let mended = text(document).replacing(#""owner":{}"#, with: #""owner":{"name":"o","at":null}"#)
    let graph = try ArchiveGraph(
      reading: try document.bytes(with: try JSONDocument(mended).root, as: .binary))
    let again = try ArchivedDocument(reading: try graph.bytes(), models: RandomArchive.models)
    #expect(again.isReadable && text(again) == mended)
  }
}
