import Testing

@testable import Mantle
@testable import MantleArchiving

/// A default that takes the place of nil or of a missing key is said, and is not written by itself.
struct ArchiveDefaultsTests {
  struct Owner: Model {
    var name: String
    var level: Int
    let inner: Inner?

    static let properties = Properties(of: Owner.self) {
      Property(\.name, "name").default("nobody")
      Property(\.level, "level").default(3)
      Property(\.inner, "inner")
    }
    static let mapping = Mapping(Owner.init, properties)
  }

  struct Inner: Model {
    let size: Int

    static let properties = Properties(of: Inner.self) { Property(\.size, "size").default(9) }
    static let mapping = Mapping(Inner.init, properties)
  }

  /// An owner whose name is nil, without a level, with an inner object that lacks its size.
  private static func graph() -> ArchiveGraph {
    var builder = ArchiveBuilder()
    let inner = builder.reserve(.model("Inner"))
    let owner = builder.reserve(.model("Owner"))
    builder.fill(
      owner, [ArchiveField(builder.key("name"), .null), ArchiveField(builder.key("inner"), inner)])
    builder.setTop(owner)
    return builder.graph
  }

  @Test func decodingReportsDefaultsAsNotes() throws {
    let decoded = try Archive.report(Owner.self, in: Self.graph())
    #expect(decoded.value?.level == 3)
    let notes = decoded.diagnostics.map { "\($0.severity.rawValue) \($0.path): \($0.detail ?? "")" }
    #expect(
      notes == [
        "note name: the archive has nil; the default was used",
        "note level: the archive has no key `level`; the default was used",
        "note inner.size: the archive has no key `size`; the default was used",
      ])
  }

  @Test func rewritingDoesNotStoreDefaults() throws {
    let document = try ArchivedDocument(
      reading: try Self.graph().bytes(), models: [Owner.modelDescription, Inner.modelDescription])
    let text = document.json.text(0..<document.json.count)
    #expect(text == #"{"name":"nobody","level":3,"inner":{"size":9}}"#)
    func fields(_ graph: ArchiveGraph) throws -> [String: ArchiveValue] {
      let root = try #require(graph.root)
      return Dictionary(graph.fields(of: root).map { (graph.name(of: $0.key), graph[$0.value]) }) { $1 }
    }
    let edited = try document.rewritten(
      try JSONDocument(text.replacing(#""level":3"#, with: #""level":4"#)).root)
    #expect(try fields(edited)["level"] == .integer(4))
    #expect(try fields(edited)["name"] == .null)
    let inner = try #require(edited.root.flatMap { edited.field("inner", of: $0) })
    #expect(edited.field("size", of: inner) == nil)
    let upgraded = try fields(try document.upgraded())
    #expect(upgraded["level"] == nil)
    #expect(upgraded["name"] == .null)
  }
}
