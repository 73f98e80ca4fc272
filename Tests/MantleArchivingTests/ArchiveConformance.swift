import Foundation
import Mantle
import Testing

@testable import MantleArchiving

/// The original's cases about archives that concern one small model.
struct ArchiveConformance {
  @Test("NC-01, NC-02: text and number are archived under their names")
  func propertiesAreArchivedUnderTheirNames() throws {
    let graph = try Archive.graph(of: ArchivedModel(name: "foobar", count: 5, nestedName: "n"))
    let root = try #require(graph.root)
    let names = graph.fields(of: root).map { graph.name(of: $0.key) }
    #expect(names.filter { $0 != "MTLModelVersion" } == ["name", "count"])
  }

  @Test("NC-05, NC-06, NC-07: a mistyped value is an error that names the property")
  func mistypedValuesAreErrorsNamingTheProperty() throws {
    let bytes = try Archive.bytes(of: OtherKinds(name: 7, count: "five", reference: "no object"))
    let failure = try #require(throws: DecodingFailure.self) {
      try Archive.decode(KindChecked.self, from: bytes)
    }
    #expect(failure.diagnostics.map(\.property) == ["name", "count", "reference"])
    #expect(failure.diagnostics.allSatisfy { $0.code == .typeMismatch })
    #expect(failure.diagnostics.map(\.path.description) == ["name", "count", "reference"])
  }

  @Test("NC-11: a model is equal after archiving and decoding", arguments: ArchiveFormat.allCases)
  func archivedModelRoundTrips(_ format: ArchiveFormat) throws {
    let model = ArchivedModel(name: "foobar", count: 5)
    #expect(try Archive.decode(ArchivedModel.self, from: Archive.bytes(of: model, as: format)) == model)
  }

  @Test("NC-13, NC-14: an excluded property is nil after decoding, so the models differ")
  func excludedPropertyIsNilAfterDecoding() throws {
    var model = ArchivedModel(name: "foobar", count: 5, nestedName: "foobar")
    let again = try Archive.decode(ArchivedModel.self, from: Archive.bytes(of: model))
    #expect(again.nestedName == nil)
    #expect(again != model)
    model.nestedName = nil
    #expect(again == model)
  }

  @Test("UX-98: the hook may supply an excluded property")
  func hookSuppliesExcludedProperty() throws {
    let model = Derived(name: "a", initial: "?")
    let again = try Archive.decode(Derived.self, from: Archive.bytes(of: model))
    #expect(again == Derived(name: "a", initial: "a"))
  }

  @Test("SD-32: an archive file is written on request only and round-trips")
  func archiveFileRoundTrips() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "mantle-\(UUID().uuidString).plist")
    defer { try? FileManager.default.removeItem(at: file) }
    let issues = try [ReadmeIssueArchive].decode(
      json: #"[{"number":1,"title":"a"},{"number":2,"title":"b"}]"#)
    #expect(!FileManager.default.fileExists(atPath: file.path))
    try Data(Archive.bytes(of: issues)).write(to: file)
    let again = try Archive.decode([ReadmeIssueArchive].self, from: Array(Data(contentsOf: file)))
    #expect(again == issues)
  }
}

private struct ArchivedModel: Model, Equatable, Sendable {
  var name: String?
  var count: UInt = 1
  var nestedName: String?
  static let properties = Properties(of: ArchivedModel.self) {
    Property(\.name, "username")
    Property(\.count, "count").default(1)
    Property(\.nestedName, "nested.name").notArchived()
  }
  static let mapping = Mapping(ArchivedModel.init, properties)
}

/// Writes under the name of ``KindChecked`` what that one does not expect.
private struct OtherKinds: ArchivableModel, Sendable {
  let name: Int
  let count: String
  let reference: String
  static let archive = ModelArchive("KindChecked")
  static let properties = Properties(of: OtherKinds.self) {
    Property(\.name, "name")
    Property(\.count, "count")
    Property(\.reference, "reference")
  }
  static let mapping = Mapping(OtherKinds.init, properties)
}

private struct Reference: Model, Sendable {
  let name: String
  static let properties = Properties(of: Reference.self) { Property(\.name, "name") }
  static let mapping = Mapping(Reference.init, properties)
}

private struct KindChecked: Model, Sendable {
  let name: String
  let count: UInt
  let reference: Reference?
  static let properties = Properties(of: KindChecked.self) {
    Property(\.name, "name")
    Property(\.count, "count")
    Property(\.reference, "reference")
  }
  static let mapping = Mapping(KindChecked.init, properties)
}

private struct Derived: Model, Equatable, Sendable {
  var name: String
  var initial: String
  static let properties = Properties(of: Derived.self) {
    Property(\.name, "name")
    Property(\.initial, "initial").default("").notArchived()
  }
  static let mapping = Mapping(Derived.init, properties).afterDecoding { model, _ in
    model.initial = String(model.name.prefix(1))
  }
}

private struct ReadmeIssueArchive: Model, Equatable, Sendable {
  let number: Int
  let title: String
  static let properties = Properties(of: ReadmeIssueArchive.self) {
    Property(\.number, "number")
    Property(\.title, "title")
  }
  static let mapping = Mapping(ReadmeIssueArchive.init, properties)
}
