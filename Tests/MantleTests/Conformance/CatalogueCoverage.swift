import Foundation
import Testing

/// Which rows of the catalogue the tests carry: `swift test --filter CatalogueCoverage` prints it.
struct CatalogueCoverage {
  @Test func everyRowIsCoveredOrDropped() throws {
    let covered = try CoveredRows.scan(CoveredRows.testSources)
    let ids = Set(Catalogue.rows.map(\.id))
    let missing = Catalogue.rows.map(\.id).filter { !covered.contains($0) && Catalogue.dropped[$0] == nil }
    print(
      "covered \(covered.intersection(ids).count), dropped \(Catalogue.dropped.count), "
        + "missing \(missing.count)\(missing.isEmpty ? "" : ": " + missing.joined(separator: " "))")
    for row in Catalogue.rows {
      guard let reason = Catalogue.dropped[row.id] else { continue }
      print("  dropped \(row.id) (\(row.words)): \(reason)")
    }
    #expect(missing.isEmpty, "rows without a test: \(missing)")
    #expect(covered.contains("JA-01"), "the test sources were not found")
    #expect(covered.isSubset(of: ids), "\(covered.subtracting(ids).sorted()) are not in the catalogue")
  }

  @Test func theCatalogueIsWholeAndInOrder() {
    let counts = [
      "JA": 54, "MD": 31, "NC": 21, "VA": 4, "PT": 48, "TE": 3, "VT": 9, "TI": 4, "AM": 9, "CM": 6, "DM": 8,
      "MP": 1, "EX": 3, "SW": 1, "OA": 6, "MO": 16, "UX": 103, "SD": 81,
    ]
    let numbers = Dictionary(
      grouping: Catalogue.rows.map { $0.id.split(separator: "-") }, by: { String($0[0]) }
    ).mapValues { $0.compactMap { Int($0[1]) } }
    #expect(Set(numbers.keys) == Set(counts.keys))
    for (section, count) in counts { #expect(numbers[section] == Array(1...count), "\(section)") }
  }

  @Test func droppedRowsExistAndAreNotCovered() throws {
    let covered = try CoveredRows.scan(CoveredRows.testSources)
    let ids = Set(Catalogue.rows.map(\.id))
    #expect(Set(Catalogue.dropped.keys).isSubset(of: ids))
    #expect(covered.isDisjoint(with: Catalogue.dropped.keys))
  }

  @Test func onlyTestsCount() {
    let source = """
      // JA-01 above a struct counts for nothing
      struct Some {
        // JA-02 in the comment of a test
        @Test("JA-03, JA-04 in its name") func one() { let x = "JA-05 in its body" }
        let y = "JA-06 outside"
        /// JA-07
        @Test(arguments: [
          ("JA-08", 1),
        ])
        func two(_ id: String, _ value: Int) {}
      }
      """
    #expect(CoveredRows.ids(in: source) == ["JA-02", "JA-03", "JA-04", "JA-07", "JA-08"])
  }
}

/// The row ids that tests carry.
enum CoveredRows {
  static var testSources: URL {
    URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
  }

  static func scan(_ folder: URL) throws -> Set<String> {
    guard let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil) else {
      return []
    }
    var ids: Set<String> = []
    for case let file as URL in files
    where file.pathExtension == "swift" && !file.lastPathComponent.hasPrefix("Catalogue") {
      ids.formUnion(self.ids(in: try String(contentsOf: file, encoding: .utf8)))
    }
    return ids
  }

  /// The ids in a test's attribute and in the comment directly above it.
  static func ids(in source: String) -> Set<String> {
    var ids: Set<String> = []
    var comment: [Substring] = []
    var isInAttribute = false
    for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
      let text = line.drop { $0 == " " }
      if text.hasPrefix("@Test") {
        isInAttribute = true
        for line in comment { ids.formUnion(matches(in: line)) }
      }
      if isInAttribute {
        let function = text.range(of: "func ")
        ids.formUnion(matches(in: text[..<(function?.lowerBound ?? text.endIndex)]))
        if function != nil { isInAttribute = false }
      }
      comment = text.hasPrefix("//") ? comment + [text] : []
    }
    return ids
  }

  private static func matches(in text: Substring) -> Set<String> {
    Set(text.matches(of: /\b[A-Z]{2}-[0-9]{2,3}\b/).map { String($0.output) })
  }
}
