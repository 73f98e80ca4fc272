import Foundation
import Testing

@testable import Mantle
@testable import MantleArchiving

/// The original's own archives, against the JSON that was archived.
@Suite(.enabled(if: Fixtures.exist, "no fixtures beside the repository"))
struct FixtureArchiveTests {
  @Test(arguments: ["v0-full", "v1-full", "v2-array", "v2-subclass"], ["bin", "xml"])
  func archivedValuesEqualTheExpectedJSON(_ name: String, _ form: String) throws {
    let graph = try ArchiveGraph(reading: try Fixtures.bytes("\(name).\(form).plist"))
    let twin = try Fixtures.json("\(name).decoded.json")
    let root = try #require(graph.root)
    #expect(ArchiveTwin.compare(graph, root, twin.root["root"], at: "root") == [])
  }

  @Test(arguments: ["v0-full", "v1-full", "v2-array", "v2-subclass"], ["bin", "xml"])
  func fixturesDecodeAsCurrentModels(_ name: String, _ form: String) throws {
    let bytes = try Fixtures.bytes("\(name).\(form).plist")
    let issues: [Original.Issue] =
      name == "v2-array"
      ? try Archive.decode(from: bytes) : [try Archive.decode(Original.Issue.self, from: bytes)]
    for (index, issue) in issues.enumerated() {
      #expect(issue.title == "Issue \(issue.number)")
      #expect(issue.state == .closed)
      #expect(issue.url?.absoluteString.hasSuffix("issues/\(issue.number)") == true)
      #expect(issue.assignee?.login == (name == "v2-array" && index == 1 ? nil : "alice"))
    }
  }

  @Test(arguments: ["bin", "xml"]) func sharedObjectsInFixturesStayShared(_ form: String) throws {
    let graph = try ArchiveGraph(reading: try Fixtures.bytes("v2-array.\(form).plist"))
    guard case .array(let issues) = graph[try #require(graph.root)] else {
      Issue.record("the root is no array")
      return
    }
    let assignees = issues.map { graph.field("assignee", of: $0) }
    #expect(assignees[0] == assignees[2])
    #expect(assignees[0] != nil && assignees[1] == nil)
  }

  /// NC-21, UX-100
  @Test func externalRepresentationOfOriginalDecodes() throws {
    let bytes = try Fixtures.bytes("MTLTestModel-OldArchive.plist")
    let model = try Archive.decode(LegacyModel.self, from: bytes)
    #expect(model == LegacyModel(name: "foobar", count: 5, nestedName: "fuzzbuzz"))
  }

  @Test func rewritingFixturesPreservesTheirBytes() throws {
    for name in try Fixtures.names() where name.hasSuffix("plist") {
      let graph = try ArchiveGraph(reading: try Fixtures.bytes(name))
      for format in ArchiveFormat.allCases {
        let written = try graph.bytes(format)
        let again = try ArchiveGraph(reading: written)
        #expect(try again.bytes(format) == written, "\(name)")
        #expect(again.classes == graph.classes && again.count == graph.count, "\(name)")
      }
    }
  }
}

/// The original's test model, whose 0.x archives hold JSON (catalogue NC-21).
struct LegacyModel: ArchivableModel, Equatable, Sendable {
  let name: String?
  let count: Int
  let nestedName: String?

  static let archive = ModelArchive("MTLTestModel", version: 1)

  static let properties = Properties(of: LegacyModel.self) {
    Property(\.name, "username")
    Property(
      \.count, "count",
      .custom("decimal text", forward: { (text: String) in Int(text) ?? 0 }, reverse: { String($0) }))
    Property(\.nestedName, "nested.name").notArchived()
  }
  static let mapping = Mapping(LegacyModel.init, properties)
}

/// Files beside the repository, or where `MANTLE_FIXTURES` says; tests that need them are skipped elsewhere.
enum Fixtures {
  static let folder: URL = {
    if let folder = ProcessInfo.processInfo.environment["MANTLE_FIXTURES"] { return URL(filePath: folder) }
    return (0..<4).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
      .appending(path: "shared/fixtures")
  }()
  static let archives = folder.appending(path: "archives")
  static let exist: Bool = {
    let exist = FileManager.default.fileExists(atPath: archives.path)
    if !exist { print("NOT TESTED: archives of the original; there are none in \(archives.path)") }
    return exist
  }()

  static func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: archives.path).sorted()
  }

  static func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: archives.appending(path: name)))
  }

  static func json(_ name: String) throws -> JSONDocument {
    try JSONDocument(parsing: JSONBytes(try bytes(name)))
  }
}
