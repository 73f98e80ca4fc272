import Testing

@testable import Mantle
@testable import MantleArchiving

/// Texts that Swift calls equal are not the same text: each comes back code point by code point.
struct ArchiveTextTests {
  private static let composed = "caf\u{E9}"
  private static let decomposed = "cafe\u{301}"

  static let texts = [
    "", "plain", "$null", composed, decomposed, "日本語", "🙂👩‍💻", "a\u{0}b", "\u{FEFF}bom", "\u{10FFFF}\u{FFFD}",
    String(repeating: "é", count: 20) + "🙂", String(repeating: "x", count: 300),
  ]

  private func scalars(_ text: String?) -> [Unicode.Scalar] { Array((text ?? "nothing").unicodeScalars) }

  @Test(arguments: ArchiveFormat.allCases) func stringsRoundTripExactly(_ format: ArchiveFormat) throws {
    let texts = format == .xml ? Self.texts.filter { !$0.contains("\u{0}") } : Self.texts
    let again = try Archive.decode([String].self, from: try Archive.bytes(of: texts, as: format))
    #expect(again.map(scalars) == texts.map(scalars))
  }

  @Test(arguments: ArchiveFormat.allCases) func keysRoundTripExactly(_ format: ArchiveFormat) throws {
    let json = try JSONDocument("{\"caf\\u00e9\": 1, \"cafe\\u0301\": 2}").root
    let bytes = try ArchiveGraph(json: [json], models: [], model: nil).bytes(format)
    let document = try ArchivedDocument(reading: bytes, models: [])
    let members = Array(try JSONDocument(parsing: document.json).root.members)
    #expect(members.map { scalars($0.key.displayText) } == [Self.composed, Self.decomposed].map(scalars))
    #expect(members.map(\.value.rawText) == ["1", "2"])
  }

  /// Changing only the normal form of a text is a change.
  @Test func editingKeepsTheNewNormalizationForm() throws {
    let bytes = try Archive.bytes(of: [Self.composed])
    let document = try ArchivedDocument(reading: bytes, models: [])
    let edited = try JSONDocument("[\"cafe\\u0301\"]").root
    let again = try Archive.decode([String].self, from: try document.rewritten(edited).bytes())
    #expect(again.map(scalars) == [scalars(Self.decomposed)])
  }
}
